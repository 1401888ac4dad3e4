package table

import (
	"strings"
	"unicode"

	"sabot/app/text"
	"sabot/app/view"
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
