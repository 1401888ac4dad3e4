package screens

import (
	"strings"
	"time"
	"unicode"

	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
)

// typedCard is a character of a card: the rank, "0" or "T" for ten, and where suits
// matter the suit after it.
func (t *Table) typedCard(r rune) bool {
	r = unicode.ToUpper(r)
	switch {
	case view.RankDue(t.session.State, t.cursor) != "" && strings.ContainsRune("SHDC", r):
		t.reader.suit(t.shell.clock.Now())
		t.chooseSuit(strings.ToLower(string(r)))
	case r == '1':
		return true // a reader types "10": the zero is the card
	case r == '0':
		t.chooseRank("T")
	case strings.ContainsRune("A23456789TJQK", r):
		t.chooseRank(string(r))
	default:
		return false
	}
	return true
}

// chooseRank is a card's rank: all of it where no bet looks at the suit.
func (t *Table) chooseRank(rank string) {
	state := t.session.State
	if state.Game == nil {
		return
	}
	if step := state.Next(); state.Phase() == pit.Paying && t.cursor.Hold == view.ForDeal && step.Kind == games.Finished {
		if !state.MayCarry() {
			t.notice = view.Notice{Text: t.shell.text.T("no_card_due_f4"), Bad: true}
			t.update()
			return
		}
		t.cursor.Hold = view.ForNext
	}
	if view.AsksSuit(state, t.cursor) {
		t.cursor.Rank = rank
		t.notice = view.Notice{}
		t.update()
		t.reader.rank(t.shell.clock.Now())
		return
	}
	t.card(rank)
}

// chooseSuit is the suit of a card whose rank is there.
func (t *Table) chooseSuit(letter string) {
	rank := view.RankDue(t.session.State, t.cursor)
	if rank == "" {
		t.notice = view.Notice{Text: t.shell.text.T("rank_first"), Bad: true}
		t.update()
		return
	}
	t.card(rank + letter)
}

// card does with a card what it is meant for.
func (t *Table) card(name string) {
	hold := t.cursor.Hold
	t.letGo()
	if hold == view.ForDeal && t.paysFirst() {
		return
	}
	command := func(s *pit.Table) ([]pit.Fact, error) { return s.DealCard(name) }
	switch {
	case hold == view.ForOffer:
		command = func(s *pit.Table) ([]pit.Fact, error) { return s.OfferCard(name) }
	case t.session.State.Phase() == pit.Burning:
		command = func(s *pit.Table) ([]pit.Fact, error) { return s.BurnFirst(name) }
	}
	burst := t.reader.burst
	if t.do(command) && (burst || len(name) == 1) {
		t.reader.dealt(t.shell.clock.Now())
	}
}

// hold makes the next card one for something else than the deal.
func (t *Table) hold(purpose view.Hold) {
	t.cursor.Hold, t.cursor.Rank = purpose, ""
	t.notice = view.Notice{}
	t.update()
}

// letGo makes the next card one of the deal again.
func (t *Table) letGo() {
	t.cursor.Hold, t.cursor.Rank = view.ForDeal, ""
}

// dropCard takes back what of a card was typed and not entered; false where nothing
// was.
func (t *Table) dropCard() bool {
	if t.cursor.Rank == "" && t.cursor.Hold == view.ForDeal {
		return false
	}
	if t.cursor.Rank != "" {
		t.cursor.Rank = ""
	} else {
		t.letGo()
	}
	t.update()
	return true
}

// typedChoice is a character while a box is asked: the key of a decision, or the rank of
// the card that it draws; before the first answer, the payments of the first cards may be
// waved through with Space.
func (t *Table) typedChoice(r rune) bool {
	switch {
	case r == ' ':
		t.payShown()
		return true
	case t.paysFirst():
		return true
	case t.typedButton(r):
		return true
	case t.cannotChoose(r):
		return true
	}
	return t.typedCard(r)
}

// cannotChoose is the key of a decision that is not offered here: the table says why.
func (t *Table) cannotChoose(r rune) bool {
	do := view.ChoiceOf(t.session.State, strings.ToUpper(string(r)))
	if do == "" {
		return false
	}
	t.do(func(s *pit.Table) ([]pit.Fact, error) { return s.Decide(do) })
	return true
}

// lateSuit is a suit that a reader typed behind a card that needed none: it is kept.
func (t *Table) lateSuit(r rune) {
	if letter := strings.ToLower(string(r)); t.session.State.Game.ReadsSuits() && strings.Contains("shdc", letter) {
		t.do(func(s *pit.Table) ([]pit.Fact, error) { return s.NoteSuit(letter) })
	}
}

// reader tells a card reader from a hand. A reader types the suit, and often
// Enter, within a few milliseconds of the rank; where suits do not matter those
// must not be taken for keys. Where they do, rank and suit within that time tell it.
type reader struct {
	last   time.Time // a card lay
	ranked time.Time // its rank came
	burst  bool      // its suit came as fast as only a reader types
}

func (r *reader) rank(now time.Time) { r.ranked = now }
func (r *reader) suit(now time.Time) { r.burst = now.Sub(r.ranked) <= tooFastForHands }

// tooFastForHands is the longest time between two characters of a reader.
const tooFastForHands = 25 * time.Millisecond

func (r *reader) dealt(now time.Time) { r.last = now }

// swallows says whether a character still belongs to the card that was read. One that
// does not ends the card: what comes after it is a hand's, however late the screen is.
func (r *reader) swallows(c rune, now time.Time) bool {
	if now.Sub(r.last) > tooFastForHands || !strings.ContainsRune("SHDC\n", unicode.ToUpper(c)) {
		r.last = time.Time{}
		return false
	}
	r.last = now
	return true
}
