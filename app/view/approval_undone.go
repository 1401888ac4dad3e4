package view

import (
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// undone adds which entry is taken back.
func (a *approval) undone(f record.Undone) {
	last, ok := a.t.Deal().LastKeyed()
	if !ok || last.Seq != f.Seq {
		return
	}
	a.say(Warned, "approve_undo", text.Args{"What": a.v.Log().Undone(a.t, last.Fact), "Hand": last.Hand})
	_, reopens := last.Fact.(record.BetsClosed)
	if reopens {
		a.say(Plain, "approve_reopen")
	}
	if how := record.UndoOf(last.Fact); reopens || how == record.AfterCards || how == record.Answer {
		a.seen()
	}
	after := a.t.Would(f)
	a.opens(after)
	a.money(a.t.Current.Differences(&after.Current.Sheet))
	a.withdrawn(a.v.Log().withdrawn(&after.Current))
}

// opens adds which question is open again although a card was seen, and that it takes the inspector then.
func (a *approval) opens(after *pit.Table) {
	card := after.Deal().SeenOpen()
	switch {
	case card == "":
	case after.Deal().Phase() == hand.Insuring:
		a.say(Warned, "approve_seen_insurance", text.Args{"Card": a.v.cardWritten(card)})
	default:
		a.say(Warned, "approve_seen_open", text.Args{"Card": a.v.cardWritten(card)})
	}
}

// withdrawn adds which chips go back, if they had moved by what was taken back. With any, the line that nobody
// gives back anything is removed.
func (a *approval) withdrawn(back string) {
	if back == "" {
		return
	}
	nobody := a.v.Text.T("approve_no_money")
	a.lines = slices.DeleteFunc(a.lines, func(l ApprovalLine) bool { return l.Text == nobody })
	a.lines = append(a.lines, ApprovalLine{back, Warned})
}

// seen adds which cards of the hand were entered and taken back, and how many cards of the shoe wait. Whoever
// bets or decides again may know them.
func (a *approval) seen() {
	var cards []string
	taken, codes := a.t.Deal().CardsTaken()
	for _, c := range taken {
		if !c.Valid() {
			cards = append(cards, a.v.Text.T("approve_face_down"))
			continue
		}
		cards = append(cards, a.v.cardName(a.t.Game, c))
	}
	if len(cards) > 0 {
		a.say(Warned, "approve_seen", text.Args{"N": len(cards), "Cards": strings.Join(cards, ", ")})
	}
	if codes {
		a.say(Warned, "approve_seen_code")
	}
	if n := len(a.v.Read.Cards); n > 0 {
		a.say(Warned, "approve_read", text.Args{"N": n})
	}
}
