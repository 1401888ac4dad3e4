package table

import (
	"slices"
	"strings"
	"unicode"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// A busting is a card that was typed without its decision and would lose the box its bet at once. It waits for the
// key of the decision. Digits that are typed where nobody asks for them, as those of a code, cost no player
// anything.
type busting struct {
	card string
	by   record.Source
	do   games.Action // the decision
	key  string       // of it
	seq  int64        // of the table, as it was typed
}

// busts makes a card wait for its decision where it would lose the box that is asked its bet, and reports whether it waits. What a
// reader read, or the shoe has said, lies on the felt and is no slip of a finger.
func (t betPage) busts(name string) bool {
	state := t.session.State
	if t.by != record.ByKey && t.by != record.ByTouch || t.cursor.Hold != view.ForDeal || state.Deal().Phase() != hand.Deciding {
		return false
	}
	if card, ok := games.ReadCard(name); ok && t.feed.Waits(card) {
		return false
	}
	do, busts := state.Deal().Busts(name)
	i := slices.IndexFunc(state.Game.Layout().Answers, func(a games.Answer) bool { return a.Do == do })
	if !busts || i < 0 {
		return false
	}
	t.cursor.Rank = ""
	t.bust = busting{name, t.by, do, state.Game.Layout().Answers[i].Key, state.Seq}
	t.tellBust()
	return true
}

// waitsForDecision reports whether a card waits so.
func (t betPage) waitsForDecision() bool {
	return t.bust.card != "" && t.bust.seq == t.session.State.Seq && t.session.State.Deal().Phase() == hand.Deciding
}

func (t betPage) tellBust() {
	tx, state := t.shell.Text, t.session.State
	card, _ := games.ReadCard(t.bust.card)
	t.notice = view.Notice{Bad: true, Text: tx.T("bust_first", text.Args{
		"Box": state.Deal().Next().At.Box, "Card": t.shell.Viewer().CardSaid(card), "Key": t.bust.key,
	})}
	t.Update()
}

// decide enters a decision, and the card that waits for it.
func (t betPage) decide(do games.Action) {
	waits := t.bust
	t.former = former{}
	waited := t.dropBust()
	if !t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Deal().Decide(do) }) {
		return
	}
	if waited && waits.do == do && t.session.State.Deal().Next().Kind == games.Deal {
		t.by = waits.by
		t.card(waits.card)
	}
}

// typedBehindBust takes a character behind a card that waits for its decision. The key of that has it lie, another
// rank is none of the hand. It returns false where the character means something else, and the card is forgotten.
func (t betPage) typedBehindBust(r rune) bool {
	up := string(unicode.ToUpper(r))
	if !t.waitsForDecision() {
		return false
	}
	switch {
	case up == t.bust.key:
		return t.typedButton(r) || t.dropBust()
	case strings.Contains(games.RankLetters+"01", up):
		t.tellBust()
		return true
	}
	t.dropBust()
	return false
}

// dropBust forgets a card that waits for its decision; false where none does.
func (t betPage) dropBust() bool {
	waits := t.waitsForDecision()
	if t.bust = (busting{}); waits {
		t.notice = view.Notice{}
		t.Update()
	}
	return waits
}
