package corrections

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/pay"
	"sabot/reports/forms"
)

// A Withdrawal is a movement of a bet's chips that was entered, taken back, and not entered again before its hand
// closed. The chips go back if they had been moved.
type Withdrawal struct {
	Box    int
	Hand   int    `json:",omitempty"` // of a split box: 1 the right one, 2 the left
	Bettor string `json:",omitempty"`
	Spot   string
	Do     pay.ActKind // what brings it back
	Amount games.Amount
}

// A WithdrawnLine is a hand that closed with some; of bets that were cleared the one that was never dealt.
type WithdrawnLine struct {
	Hand int
	At   time.Time // UTC
	List []Withdrawal
}

// withdrawals returns those of a hand; none before form 7.
func withdrawals(hand *hand.Hand, form int) []Withdrawal {
	var list []Withdrawal
	for _, a := range hand.Withdrawn() {
		if form >= forms.Seven {
			list = append(list, Withdrawal{a.Box, a.Hand, a.Bettor, a.Spot, a.Do, a.Amount})
		}
	}
	return list
}

// WithdrawnLines returns the hands of a shift that closed with some, the oldest first.
func WithdrawnLines(t *pit.Table, form int) []WithdrawnLine {
	var lines []WithdrawnLine
	for i := range t.History {
		if list := withdrawals(&t.History[i], form); len(list) > 0 {
			lines = append(lines, WithdrawnLine{t.History[i].Number, t.History[i].ClosedAt, list})
		}
	}
	if t.Open {
		return lines
	}
	if list := withdrawals(&t.Current, form); len(list) > 0 {
		lines = append(lines, WithdrawnLine{t.Current.Number, t.ShutAt, list})
	}
	return lines
}

// WithdrawnSentence returns which chips go back, if they had moved.
func WithdrawnSentence(list []Withdrawal, w forms.Pen) string {
	return w.T("report_withdrawn", map[string]any{"What": ActsSaid(list, w)})
}

// ActsSaid returns in words what each act does with whose chips.
func ActsSaid(list []Withdrawal, w forms.Pen) string {
	var words []string
	for _, l := range list {
		who := []string{w.Box(l.Box)}
		if l.Hand > 0 {
			who = append(who, w.T("hand_short_"+strconv.Itoa(l.Hand)))
		}
		if l.Bettor != "" {
			who = append(who, "("+l.Bettor+")")
		}
		amount := map[string]any{"Amount": w.Amount(l.Amount)}
		words = append(words, strings.Join(append(who, w.Spot(l.Spot)), " ")+cmp.Or(w.Colon, ": ")+w.T("do_"+string(l.Do), amount))
	}
	return strings.Join(words, "; ")
}

// Unpaid returns payments that are due again, or chips that lie no more; none before form 7.
func Unpaid(acts []pay.Act, form int) (list []Withdrawal) {
	for _, a := range acts {
		if form >= forms.Seven {
			list = append(list, Withdrawal{a.Box, a.Hand, a.Bettor, a.Spot, a.Do, a.Amount})
		}
	}
	return list
}
