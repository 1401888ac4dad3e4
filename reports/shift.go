// Package reports puts the record on paper: the figures first, as plain structs
// that a test can read, then the ink. Every sum is computed before anything is
// drawn, and all of them come from the fold of the entries.
package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
)

// Shift is what a shift of a table came to. Amounts are minor units.
type Shift struct {
	House     string
	Currency  string
	Table     string
	Number    int    // of the table's shifts
	Day       string // gaming day, 2026-11-21
	Preset    string
	Opened    time.Time
	Closed    time.Time // zero while the shift is open: the report is provisional
	Inspector string
	Shoes     int
	Croupiers []Duty
	Spots     []SpotSum // in the order of the layout
	Total     SpotSum
	Hands     []HandLine // closed hands, the oldest first
	// TwoSided says that all boxes bet on the same hands, which are not theirs.
	TwoSided   bool
	Commission Commission
	Notes      []pit.Alarm // what was noted, and alarms, the oldest first
	Result     pit.Result
	Float      []FloatLine // by chip, ascending; none where nobody counted
	Counted    CountedBy
	// FirstOpening and FirstClosing are what they had come to before they counted again.
	FirstOpening, FirstClosing []games.Amount `json:",omitempty"`
	Slips                      []SlipLine
	Irregular                  []IrregularLine
	Incidents                  []IncidentLine
	Moved                      []MoveLine `json:",omitempty"`
	Inspectors                 []Duty     `json:",omitempty"` // who answered for the table
	WrongPINs                  []PINLine  `json:",omitempty"`
	Drops                      []DropLine `json:",omitempty"` // every count of the drop box, the oldest first: the last one holds
}

// PINLine is a wrong PIN that was given somewhere in the house for the number of somebody
// who was on duty at the table.
type PINLine struct {
	At   time.Time // UTC
	Name string
}

// MoveLine is what was put right of chips and cash: a wrong payout, what came back of it, a
// move that was not so.
type MoveLine struct {
	Hand   int // of the wrong payout; 0 of another move
	At     time.Time
	What   string // a key: "payout", "back", "void"
	Box    int
	Bettor string
	Move   string       // of a move that was not so, its kind
	Amount games.Amount // what a player had too much (more than 0) or too little; of a move its worth
	Tray   games.Amount // what the float had more by it; of a move 0
	By     string
	Reason string
	// Left is what of a wrong payout has not come back, or was not given.
	Left games.Amount `json:",omitempty"`
}

// CountedBy is who counted what; "" where nobody did.
type CountedBy struct{ Opening, Closing, Drop string }

// FloatLine is what there was of one chip, in pieces; -1 where it was not counted.
type FloatLine struct {
	Value                            games.Amount
	Opening, Fills, Credits, Closing int64
}

// SlipLine is a fill or a credit.
type SlipLine struct {
	Name   string // "F 2026-0012"
	Kind   record.SlipKind
	State  pit.SlipState
	Amount games.Amount
	Asked  time.Time // UTC
	Done   time.Time // zero while it waits
	People string
	Reason string
	// Cashier and Runner are who gave and who brought the chips.
	Cashier string `json:",omitempty"`
	Runner  string `json:",omitempty"`
}

// IrregularLine is something in a hand that was put right, or not.
type IrregularLine struct {
	Hand   int
	At     time.Time // UTC
	What   string    // a key: "relaid", "playedon", "refused", "ruled", "cancelled", "corrected", "voided", "undone"
	Kind   record.Irregularity
	Box    int
	By     string
	Reason string
}

// Commission is the tracked commission of the shift. Made is Taken, Waived and Owed
// together.
type Commission struct{ Made, Taken, Waived, Owed games.Amount }

// Provisional says that the shift is still open, so that nothing is final.
func (s Shift) Provisional() bool { return s.Closed.IsZero() }

// Duty is a croupier's time at the table, and how many hands closed in it.
type Duty struct {
	Name  string
	From  time.Time
	To    time.Time // zero while on duty
	Hands int
}

// SpotSum is what the bets of one spot came to.
type SpotSum struct {
	Spot     string // its name; "" for the total
	Bets     int
	Voids    int          // of Bets: never stood
	Turnover games.Amount // what stood at settlement
	Paid     games.Amount // stakes and winnings that went back of it
	Result   games.Amount // the house's: Turnover less Paid, and the commission that is owed for it
	// Commission is what is owed for it.
	Commission games.Amount `json:",omitempty"`
}

func (s *SpotSum) add(p games.Payment) {
	s.Bets++
	if p.Outcome == games.Void {
		s.Voids++
	}
	s.Turnover += p.Staked
	s.Paid += p.Staked + p.Net()
	s.Result += p.Commission - p.Net()
	s.Commission += p.Commission
}

// HandLine is one hand in the compact list.
type HandLine struct {
	Number   int
	Shoe     int
	At       time.Time // when it closed
	Boxes    string    // "1: 8 3 K = 1   4.1: 9 9 = 8", 4.1 the right hand of a split box; of two sides the player's "8 3 K = 1"
	Bank     string    // of two sides the banker's
	Turnover games.Amount
	House    games.Amount
	// Cancelled says that every stake went back; Corrected that an entry was wrong, and
	// this is how it really was.
	Cancelled, Corrected bool
}

// ShiftOf is the figures of the shift that a table's state stands for.
func ShiftOf(t *pit.Table, h *people.House) Shift {
	s := Shift{
		House: h.Name, Currency: cmp.Or(t.Currency, h.Currency), Table: t.Name, Number: t.Shift, Day: t.Day,
		Opened: t.Opened, Closed: t.ShutAt, Inspector: h.NameOf(t.Inspector), Shoes: t.Shoe,
		Croupiers: duties(t, t.Reliefs, h), Inspectors: duties(t, t.Answers, h), WrongPINs: wrongPINs(t, h),
	}
	if t.Game == nil {
		return s
	}
	s.Preset = t.Game.Options().Preset
	s.TwoSided = t.Game.Layout().Shared
	s.Commission = commission(t)
	s.Result = t.Result()
	s.Float, s.Counted = floatLines(t), countedBy(t, h)
	s.FirstOpening, s.FirstClosing = firstCounts(t)
	s.Moved, s.Drops = movesPutRight(t, h), dropLines(t, h)
	s.Slips, s.Irregular, s.Incidents = slipLines(t, h), irregular(t, h), incidentLines(t, h)
	s.Notes = slices.Concat(t.Notes, t.Alarms)
	slices.SortFunc(s.Notes, func(a, b pit.Alarm) int { return cmp.Compare(a.Seq, b.Seq) })
	sums := map[string]*SpotSum{}
	var others []string // that are no spot one bets on: insurance
	for _, spot := range t.Game.Spots() {
		sums[spot.Name] = &SpotSum{Spot: spot.Name}
	}
	for i := range t.History {
		hand := &t.History[i]
		line := HandLine{Number: hand.Number, Shoe: hand.Shoe, At: hand.ClosedAt, House: hand.House}
		line.Boxes, line.Bank = cards(t.Game, hand.Round)
		line.Cancelled, line.Corrected = hand.Cancelled != nil, hand.Corrected != nil
		if line.Cancelled {
			s.Hands = append(s.Hands, line)
			continue
		}
		for _, p := range hand.Played() {
			if sums[p.Spot] == nil {
				sums[p.Spot] = &SpotSum{Spot: p.Spot}
				others = append(others, p.Spot)
			}
			sums[p.Spot].add(p)
			s.Total.add(p)
			line.Turnover += p.Staked
		}
		s.Hands = append(s.Hands, line)
	}
	for _, spot := range t.Game.Spots() {
		if sum := sums[spot.Name]; sum.Bets > 0 || spot.Mandatory {
			s.Spots = append(s.Spots, *sum)
		}
	}
	for _, spot := range others {
		s.Spots = append(s.Spots, *sums[spot])
	}
	return s
}

// commission sums up what the shift's hands left owed and what became of it.
func commission(t *pit.Table) Commission {
	var c Commission
	for i := range t.History {
		for _, r := range t.History[i].Rows {
			c.Made += r.Commission
		}
	}
	for _, taken := range t.AllTaken() {
		for _, d := range taken.Dues {
			if taken.Waived != "" {
				c.Waived += d.Amount
			} else {
				c.Taken += d.Amount
			}
		}
	}
	for _, d := range t.Debts() {
		c.Owed += d.Amount
	}
	return c
}

// wrongPINs are those of the people of the shift, while it was open.
func wrongPINs(t *pit.Table, h *people.House) []PINLine {
	var lines []PINLine
	here := slices.Concat(t.Reliefs, t.Answers)
	for _, w := range h.WrongPINs(t.Opened, t.ShutAt) {
		if slices.ContainsFunc(here, func(r pit.Relief) bool { return r.Croupier == w.Number }) {
			lines = append(lines, PINLine{w.At, h.NameOf(w.Number)})
		}
	}
	return lines
}

// duties are who was at the table from when to when, one after the other.
func duties(t *pit.Table, list []pit.Relief, h *people.House) []Duty {
	var out []Duty
	for i, r := range list {
		d := Duty{Name: h.NameOf(r.Croupier), From: r.From, To: t.ShutAt}
		if i+1 < len(list) {
			d.To = list[i+1].From
		}
		for _, hand := range t.History {
			if !hand.ClosedAt.Before(d.From) && (d.To.IsZero() || hand.ClosedAt.Before(d.To)) {
				d.Hands++
			}
		}
		out = append(out, d)
	}
	return out
}

// cards are the hands of a round in a line: the house's own apart, where all bet on the
// same hands the first apart from the others.
func cards(g games.Game, r games.Round) (boxes, bank string) {
	layout := g.Layout()
	for _, h := range g.Hands(r) {
		text := handText(h)
		into := &boxes
		switch {
		case h.At.Box > 0:
			name := strconv.Itoa(h.At.Box)
			if h.Number > 0 {
				name += "." + strconv.Itoa(h.Number)
			}
			text = name + ": " + text
		case !layout.Shared || h.At != layout.Sides[0].At:
			into = &bank
		}
		if *into != "" {
			*into += "   "
		}
		*into += text
	}
	return boxes, bank
}

// handText are the cards of a hand and what they count; of hands that are ranked the suits
// say it, and a card that nobody saw is a "?", with which nothing is counted. What has a
// name is the key of that.
func handText(h games.Hand) string {
	text := ""
	for _, c := range h.Cards {
		switch {
		case !h.Ranked:
			text += c.Rank().String() + " "
		case !c.Valid():
			text += "? "
		default:
			text += c.String() + " "
		}
	}
	if h.Ranked {
		return strings.TrimSpace(text)
	}
	switch {
	case h.Word != "":
		return text + "= word_" + h.Word
	case slices.ContainsFunc(h.Cards, func(c games.Card) bool { return !c.Valid() }):
		return strings.TrimSpace(text)
	}
	return text + fmt.Sprintf("= %d", h.Total)
}
