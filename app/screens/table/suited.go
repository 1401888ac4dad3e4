package table

import (
	"slices"
	"strings"
	"unicode"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// A suited is the letter that was taken for the suit of a reader's card where it is the key of a decision too. Where the window was
// late a hand may have typed it, and Enter behind it.
type suited struct {
	key                    string
	hand, cards, decisions int // of the hand as it was then
}

// suitedNow returns how the hand is, with the letter.
func (t betPage) suitedNow(key string) suited {
	h := &t.session.State.Current
	return suited{key, h.Number, len(h.Round.Laid), len(h.Round.Decisions)}
}

// suitMayDecide notes that a letter which was taken for a suit may have been a decision. It says so: the decision is not taken.
func (t betPage) suitMayDecide(letter rune) {
	key := string(unicode.ToUpper(letter))
	if t.session.State.Deal().Phase() != hand.Deciding || view.ChoiceOf(t.session.State, key) == "" {
		return
	}
	if t.suited = t.suitedNow(key); !t.notice.Bad {
		t.notice = t.ofSuited("suit_read")
		t.Update()
	}
}

// decidesFirst reports whether a card that a hand enters for a box that is asked waits for the decision, and says
// so. What was taken for a suit before it may have been that decision, and the card then is of somebody else.
func (t betPage) decidesFirst() bool {
	byHand := t.by == record.ByKey || t.by == record.ByTouch
	if !byHand || t.cursor.Hold != view.ForDeal || t.session.State.Deal().Phase() != hand.Deciding || t.suited.key == "" || t.suited != t.suitedNow(t.suited.key) {
		return false
	}
	t.cursor.Rank = ""
	t.notice = t.ofSuited("suit_decides")
	t.notice.Bad = true
	t.Update()
	return true
}

// ofSuited returns what is said of that letter, and of the box that is asked.
func (t betPage) ofSuited(word string) view.Notice {
	return view.Notice{Text: t.shell.Text.T(word, text.Args{"Key": strings.ToUpper(t.suited.key), "Box": t.session.State.Deal().Next().At.Box})}
}

// A former is a decision that was typed by the letter that it had once, where that letter means something else at
// another game. Nothing is decided: it is asked whether that is meant, and the decision's own key says so.
type former struct {
	answer games.Answer
	seq    int64 // of the table, as it was typed
}

// typedFormer takes the letter that a decision had once. It returns the letter that it has now, and true where it is asked first,
// or is asked still: no rank is the card of a box before that is answered.
func (t betPage) typedFormer(r rune) (now rune, asks bool) {
	up := string(unicode.ToUpper(r))
	state := t.session.State
	if strings.Contains(games.RankLetters+"01", up) {
		return r, t.asksFormer()
	}
	t.former = former{}
	a, known := state.Game.Layout().Former(up)
	switch {
	case !known || !slices.Contains(state.Deal().Next().Offers, a.Do): // which is refused, with the reason
		return r, false
	case !a.WasAsks:
		return []rune(a.Key)[0], false
	}
	t.dropBust()
	t.former = former{a, state.Seq}
	return r, t.asksFormer()
}

// asksFormer reports whether such a decision is still asked about, and asks once more then. Neither Enter nor a card answers.
func (t betPage) asksFormer() bool {
	state := t.session.State
	if t.former.answer.Key == "" || t.former.seq != state.Seq || state.Deal().Phase() != hand.Deciding || t.cursor.Hold != view.ForDeal {
		return false
	}
	tx := t.shell.Text
	t.cursor.Rank = ""
	t.notice = view.Notice{Bad: true, Text: tx.T("former_asks", text.Args{
		"Was": t.former.answer.Was, "What": tx.T("choice_" + string(t.former.answer.Do)), "Box": state.Deal().Next().At.Box, "Key": t.former.answer.Key,
	})}
	t.Update()
	return true
}

// dropFormer asks about it no more; false where nothing was asked.
func (t betPage) dropFormer() bool {
	asked := t.asksFormer()
	if t.former = (former{}); asked {
		t.notice = view.Notice{}
		t.Update()
	}
	return asked
}
