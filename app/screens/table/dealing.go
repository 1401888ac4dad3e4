package table

import (
	"errors"
	"strings"
	"unicode"

	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// typedCard handles a character of a card: the rank, "0" or "T" for ten, and where suits matter the suit after
// it.
func (t *Table) typedCard(r rune) bool { return t.cardBy(record.ByKey, r) }

// cardBy handles such a character of a source.
func (t *Table) cardBy(by record.Source, r rune) bool {
	t.by = by
	r = unicode.ToUpper(r)
	switch {
	case view.RankDue(t.session.State, t.cursor) != "" && isSuit(r):
		t.chooseSuit(strings.ToLower(string(r)))
	case r == '1':
		return true // a reader types "10": the zero is the card
	case r == '0':
		t.chooseRank("T")
	case strings.ContainsRune(games.RankLetters, r):
		t.chooseRank(string(r))
	default:
		return false
	}
	return true
}

// isSuit reports whether a character is the letter of a suit.
func isSuit(r ...rune) bool { return len(r) == 1 && strings.ContainsRune("SHDC", r[0]) }

// TakesRank reports whether a rank alone begins the card that is due.
func (t *Table) TakesRank() bool {
	state := t.session.State
	if t.cursor.Hold != view.ForDeal || t.cursor.Rank != "" {
		return true
	}
	switch state.Deal().Phase() {
	case hand.Dealing, hand.Burning, hand.Turning:
		return true
	case hand.Paying:
		return state.Deal().Next().Kind == games.Finished && state.Deal().MayCarry()
	}
	return false
}

// TakesSuit takes the suit that a reader typed behind a rank. It is that of the card that is due, else that of the
// card that the rank laid, which needed none and keeps it.
func (t *Table) TakesSuit(letter rune) {
	if view.RankDue(t.session.State, t.cursor) == "" && t.carded == t.session.State.Seq {
		defer t.bets().suitMayDecide(letter)
	}
	said, byShoe := t.feed.Entered(t.carded)
	switch {
	case view.RankDue(t.session.State, t.cursor) != "":
		t.cardBy(record.ByWedge, letter)
	case t.covered.rank != "" && t.covered.seq == t.session.State.Seq:
		t.by = record.ByWedge
		t.card(t.covered.rank + strings.ToLower(string(letter)))
	case t.carded != t.session.State.Seq || !t.session.State.Game.ReadsSuits():
	case byShoe: // its suit too
		if !strings.EqualFold(said.Suit().String(), string(letter)) {
			t.undo()
			if _, stands := t.feed.Entered(t.carded); stands { // it takes an inspector
				return
			}
			t.by = record.ByWedge
			t.card(said.Rank().String() + strings.ToLower(string(letter)))
		}
	default:
		t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Deal().NoteSuit(strings.ToLower(string(letter))) })
	}
}

// CardRead handles a card that a reader read where no key begins one. It is the card that an asked box draws;
// else none is due and the table shows that.
func (t *Table) CardRead(rank, suit rune) {
	if t.session.State.Deal().Phase() != hand.Deciding {
		t.notice = view.Notice{Text: t.shell.Text.T("no_card_due_f4"), Bad: true}
		t.Update()
		return
	}
	t.cardBy(record.ByWedge, rank)
	t.TakesSuit(suit)
}

// A covered is the rank of a card that lies face down. By itself it may be one that was typed for the next card.
// Only with the suit of a reader behind it, and with no entry between, is it that card.
type covered struct {
	rank string
	seq  int64
}

// chooseRank handles a card's rank: the whole card where no bet depends on the suit.
func (t *Table) chooseRank(rank string) {
	state := t.session.State
	t.carded, t.covered = -1, covered{}
	if state.Game == nil {
		return
	}
	liesDown := t.cursor.Hold == view.ForDeal && state.Deal().MayHide()
	if liesDown && t.cursor.Rank == "" && !t.feed.Meant(t.shoes().now()) {
		t.covered = covered{rank, state.Seq}
		t.notice = view.Notice{Text: t.shell.Text.T("hole_lies_down"), Bad: true}
		t.Update()
		return
	}
	if step := state.Deal().Next(); state.Deal().Phase() == hand.Paying && t.cursor.Hold == view.ForDeal && step.Kind == games.Finished {
		if !state.Deal().MayCarry() {
			t.notice = view.Notice{Text: t.shell.Text.T("no_card_due_f4"), Bad: true}
			t.Update()
			return
		}
		t.cursor.Hold = view.ForNext
	}
	if liesDown || view.AsksSuit(state, t.cursor) { // instead of what a shoe said of a card that lies face down: all of it
		was := t.cursor.Rank
		t.cursor.Rank, t.notice = rank, view.Notice{}
		if was != "" {
			t.notice = view.Notice{Text: t.shell.Viewer().NextAct().Replaced(was, rank), Bad: true}
		}
		t.Update()
		return
	}
	t.card(rank)
}

// chooseSuit handles the suit of a card whose rank is there.
func (t *Table) chooseSuit(letter string) {
	rank := view.RankDue(t.session.State, t.cursor)
	if rank == "" {
		t.notice = view.Notice{Text: t.shell.Text.T("rank_first"), Bad: true}
		t.Update()
		return
	}
	t.card(rank + letter)
}

// card does with a card that somebody enters what it is meant for.
func (t *Table) card(name string) {
	if t.cursor.Hold == view.ForDeal && t.morePays() {
		t.letGo()
		t.paysFirst()
		return
	}
	if t.bets().asksFormer() || t.bets().decidesFirst() || t.bets().busts(name) {
		return
	}
	t.cursor.Rank = ""
	typed := t.feed.Typed(name, t.by, t.shoes().now())
	t.pumping = true // until what this card stands for waits no more
	laid, entered := t.lay(typed.Card, typed.Reading)
	t.pumping = false
	if laid {
		if entered {
			t.feed.DoneTyped(typed, t.session.State.Seq)
		}
		t.shoes().pump()
		t.Update()
	}
}

// lay enters a card that came to be entered so; false where the table refuses. Entered is false too where it took
// the card for an alarm alone.
func (t *Table) lay(name string, reading record.Reading) (laid, entered bool) {
	hold := t.cursor.Hold
	t.letGo()
	command := func(s *pit.Table) ([]record.Fact, error) { return s.Deal().Card(name) }
	switch {
	case hold == view.ForOffer:
		command = func(s *pit.Table) ([]record.Fact, error) { return s.Felt().OfferCard(name) }
	case t.session.State.Deal().Phase() == hand.Burning:
		command = func(s *pit.Table) ([]record.Fact, error) { return s.Deal().BurnFirst(name) }
	}
	err := t.try(func(s *pit.Table) ([]record.Fact, error) {
		facts, err := command(s)
		if err != nil {
			return nil, err
		}
		_, card := record.ReadingOf(facts)
		entered = card != ""
		return s.Deal().Reads(facts, reading), nil
	})
	switch {
	case err == nil:
		t.carded = t.session.State.Seq
	case house.RefusedFor(err, house.SeenBefore):
		t.drawLate(name, reading)
	}
	return err == nil, entered
}

// drawLate asks an inspector for the decision that a card is which was entered for a box that is asked. The card
// follows once they gave their PIN: what waits of a shoe by itself.
func (t *Table) drawLate(name string, reading record.Reading) {
	draws, may := t.session.State.Deal().Draws()
	if !may {
		return
	}
	t.approveLate(func(s *pit.Table) ([]record.Fact, error) { return s.Deal().Decide(draws) }, func() {
		if reading.Source != record.ByShoe {
			t.by = reading.Source
			t.card(name)
			return
		}
		t.feed.Retry()
		t.shoes().pump()
	})
}

// contradicts notes that the card typed for the dealer's makes the blackjack that he denied. A disk that takes no
// note is told like one that takes no card.
func (t *Table) contradicts(err error) error {
	var refusal *house.Refusal
	if !errors.As(err, &refusal) || refusal.Why != house.HoleIsBlackjack {
		return err
	}
	noted := t.session.Do(func(s *pit.Table) ([]record.Fact, error) { return s.Deal().NoteDenied(refusal.What) })
	if noted == nil || house.RefusedFor(noted, house.NoCardDue) { // which it is already
		return err
	}
	return noted
}

// hold makes the next card one for something else than the deal.
func (t *Table) hold(purpose view.Hold) {
	t.cursor.Hold, t.cursor.Rank = purpose, ""
	t.notice = view.Notice{}
	t.Update()
}

// letGo makes the next card one of the deal again.
func (t *Table) letGo() {
	t.cursor.Hold, t.cursor.Rank = view.ForDeal, ""
}

// dropCard takes back what of a card was typed and not entered; false where nothing
// was.
func (t *Table) dropCard() bool {
	if t.bets().dropFormer() || t.bets().dropBust() {
		return true
	}
	if t.cursor.Rank == "" && t.cursor.Hold == view.ForDeal {
		return false
	}
	if t.cursor.Rank != "" {
		t.cursor.Rank = ""
	} else {
		t.letGo()
	}
	t.Update()
	return true
}

// typedChoice handles a character while a box is asked: the key of a decision, or the rank of the card that it
// draws. Before the first answer, Space may confirm the payments of the first cards.
func (t *Table) typedChoice(r rune) bool {
	switch {
	case r == ' ':
		t.payShown()
		return true
	case t.paysFirst():
		return true
	}
	r, asks := t.bets().typedFormer(r)
	switch {
	case asks:
		return true
	case t.bets().typedBehindBust(r):
		return true
	case t.typedButton(r):
		return true
	case t.cannotChoose(r):
		return true
	}
	return t.typedCard(r)
}

// cannotChoose handles the key of a decision that is not offered here: the table shows why.
func (t *Table) cannotChoose(r rune) bool {
	do := view.ChoiceOf(t.session.State, strings.ToUpper(string(r)))
	if do == "" {
		return false
	}
	t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Deal().Decide(do) })
	return true
}
