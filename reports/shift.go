// Package reports puts the record on paper: the figures first, as plain structs
// that a test can read, then their words; package paper draws those. Every sum is
// computed before anything is drawn, and all of them come from the fold of the entries.
package reports

import (
	"time"

	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports/corrections"
)

// A Shift is the result of a table's shift. Amounts are minor units.
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
	Dealer     bool `json:",omitempty"` // the house's cards are the dealer's, not the bank's; never before form 7
	Commission Commission
	Notes      []hand.Alarm // what was noted, and alarms, the oldest first
	Result     tray.Result
	Float      []FloatLine       // by chip, ascending; none where nobody counted
	OtherChips []tray.ChipsApart `json:",omitempty"` // at the opening, than what it had to find; never before form 7
	Counted    CountedBy
	// FirstOpening and FirstClosing are what they had come to before they counted again.
	FirstOpening, FirstClosing []games.Amount `json:",omitempty"`
	Slips                      []SlipLine
	Irregular                  []IrregularLine
	Withdrawn                  []corrections.WithdrawnLine `json:",omitempty"`
	Incidents                  []IncidentLine
	Restores                   []RestoreLine `json:",omitempty"` // never before form 7
	Moved                      []MoveLine    `json:",omitempty"`
	Custody                    []CustodyLine `json:",omitempty"` // keys, badges, counted tips
	KeysOut                    []string      `json:",omitempty"` // keys and badges that did not come back
	BuyIns                     []MoveLine    `json:",omitempty"` // that an inspector approved
	// Unlaid is what insurances of even money would have staked. No chips lay for them, and a settlement of the hand
	// files has them as stakes. Minor units.
	Unlaid     games.Amount  `json:",omitempty"`
	Limited    []LimitedLine `json:",omitempty"` // bets that a limit reduced or kept out
	Limits     []LimitsLine  `json:",omitempty"` // that were announced in the shift
	Inspectors []Duty        `json:",omitempty"` // who answered for the table
	Shared     []int         `json:",omitempty"` // hands in whose middle a croupier was relieved: they count for the one who ended them
	WrongPINs  []PINLine     `json:",omitempty"`
	Drops      []DropLine    `json:",omitempty"` // every count of the drop box, the oldest first: the last one holds
	Luck       Luck          `json:",omitzero"`  // nothing where the game does not know how far results stray
}

// A PINLine is a wrong PIN. It was given at the table, or somewhere in the house for the number of somebody who was
// on duty at the table.
type PINLine struct {
	At    time.Time // UTC
	Name  string    // "" of a code that is nobody's
	Table string    `json:",omitempty"` // at which it was typed; "" at none, or where nobody knows
	// Gone says that whoever had the number worked here no more: no PIN of theirs is right then.
	Gone bool `json:",omitempty"`
}

// A MoveLine is a correction of chips or cash: a wrong payout, a return of one, a void move.
type MoveLine struct {
	Hand   int // of the wrong payout; 0 of another move
	At     time.Time
	What   string // a key: "payout", "back", "waived", "void", "redone", "recount"
	Box    int
	Bettor string
	Move   string       // of a move that was not so, its kind
	Amount games.Amount // what a player had too much (more than 0) or too little; of a move its worth
	Tray   games.Amount // what the float had more by it; before form 7 of a move that was not so 0
	By     string
	Reason string
	// Was is the amount first entered for a buy-in that was put right; Amount is the right one.
	Was games.Amount `json:",omitempty"`
	// Left is what of a wrong payout has not come back, or was not given.
	Left games.Amount `json:",omitempty"`
	// Due is what a player who was paid wrong was to get (more than 0) or to lose; unknown before form 7.
	Due *games.Amount `json:",omitempty"`
	// Before says that the hand was corrected in the record alone: Due is what it came to before.
	Before bool `json:",omitempty"`
	// Counter is the person who counted the float anew; "" for a move. Amount is the new count, Was the former one.
	Counter string `json:",omitempty"`
}

// A CountedBy is a list of who counted what; "" where nobody did.
type CountedBy struct {
	Opening, Closing, Drop string
	// NoOpening and NoClosing are who let the float be uncounted then; "" where it was counted, and before form 7.
	NoOpening string `json:",omitempty"`
	NoClosing string `json:",omitempty"`
}

// A FloatLine is the number of pieces of one chip; -1 where it was not counted.
type FloatLine struct {
	Value                            games.Amount
	Opening, Fills, Credits, Closing int64
}

// A SlipLine is a fill or a credit.
type SlipLine struct {
	Name   string // "F 2026-0012"
	Kind   record.SlipKind
	State  tray.SlipState
	Amount games.Amount
	Asked  time.Time // UTC
	Done   time.Time // zero while it waits
	People string
	Reason string
	// Cashier and Runner are who gave and who brought the chips.
	Cashier string `json:",omitempty"`
	Runner  string `json:",omitempty"`
	// AskedBy names the people who asked for it, where others verified or voided it; "" before form 7.
	AskedBy string `json:",omitempty"`
	// By are the numbers of People.
	By [2]string `json:"-"`
}

// An IrregularLine is an irregularity of a hand, corrected or not.
type IrregularLine struct {
	Hand   int
	At     time.Time // UTC
	What   string    // a key: "relaid", "playedon", "refused", "ruled", "cancelled", "corrected", "voided", "undone", "undone_paid"
	Kind   record.Irregularity
	Box    int
	By     string
	Reason string
	// Cards are those that were burned, where that is all that was done.
	Cards []string `json:",omitempty"`
	// Verdict is what was to be made of the cards of a hand that was cancelled; nil where they lay right.
	Verdict *corrections.Verdict `json:",omitempty"`
	// TakenBack is the withdrawal of an approval; nil where the approval counts.
	TakenBack *corrections.TakenBack `json:",omitempty"`
	// Unpaid are the payments that are due again by what was taken back.
	Unpaid []corrections.Withdrawal `json:",omitempty"`
	// Put is what decisions that were taken back had players put down.
	Put []corrections.Withdrawal `json:",omitempty"`
	// Changes are the differences of a hand since it was corrected, or the card in place of one taken back. Difference is the amount that the
	// tray has more by it, in minor units.
	Changes    []corrections.Change `json:",omitempty"`
	Difference games.Amount         `json:",omitempty"`
	Moved      bool                 `json:",omitempty"`
	Keyed      bool                 `json:",omitempty"` // the players had been paid so all along
	// Owing is the commission that a closed hand leaves owed otherwise since it was corrected or voided; nil where it stays.
	Owing *corrections.Owing `json:",omitempty"`
}

// A Commission is the tracked commission of the shift. Made is Taken, Waived and Owed
// together.
type Commission struct {
	Made, Taken, Waived, Owed games.Amount
	// Rounded is by how much more was taken than was owed: Made and Rounded together are the others.
	Rounded games.Amount `json:",omitempty"`
	// Unmoved is commission taken or waived that hands corrected after the closing do not owe any more. Taken, waived and owed come to
	// Made, Rounded and Unmoved together.
	Unmoved games.Amount `json:",omitempty"`
}

// Provisional reports whether the shift is still open, so that nothing is final.
func (s Shift) Provisional() bool { return s.Closed.IsZero() }

// A Duty is a croupier's time at the table, and how many hands closed in it.
type Duty struct {
	Name   string
	Number string `json:",omitempty"` // beside the name, which may be another one elsewhere on the paper; "" before form 7
	From   time.Time
	To     time.Time // zero while on duty
	Hands  int
}

// A SpotSum is the result of the bets on one spot.
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

// A HandLine is one hand in the compact list.
type HandLine struct {
	Number   int
	Shoe     int
	At       time.Time // when it closed
	Boxes    string    // "1: 8 3 K = 1   4.1: 9 9 = 8", 4.1 the right hand of a split box; of two sides the player's "8 3 K = 1"
	Bank     string    // of two sides the banker's
	Turnover games.Amount
	House    games.Amount
	// Cancelled says that it came to nothing; Corrected that an entry was wrong, and
	// this is how it really was.
	Cancelled, Corrected bool
	Void                 bool `json:",omitempty"` // it was cancelled after it had closed
	Dry                  bool `json:",omitempty"` // it was dealt without bets
}
