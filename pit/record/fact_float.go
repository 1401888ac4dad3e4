package record

import (
	"fmt"
	"strconv"
	"strings"

	"sabot/games"
)

// Stack is so many chips of one value.
type Stack struct {
	Value  games.Amount // of one chip, minor units
	Pieces int64
}

// MarshalJSON writes [value,pieces].
func (s Stack) MarshalJSON() ([]byte, error) {
	b := strconv.AppendInt([]byte{'['}, int64(s.Value), 10)
	b = strconv.AppendInt(append(b, ','), s.Pieces, 10)
	return append(b, ']'), nil
}

// UnmarshalJSON reverses MarshalJSON.
func (s *Stack) UnmarshalJSON(b []byte) error {
	c := cutter{rest: b}
	c.take('[')
	s.Value, s.Pieces = games.Amount(c.int()), c.nextInt()
	c.take(']')
	return c.end()
}

// A CountMoment is an occasion on which a float was counted.
type CountMoment string

// The moments of a count.
const (
	AtOpening CountMoment = "opening"
	AtCheck   CountMoment = "check" // in between
	AtClosing CountMoment = "closing"
)

// Counted means: croupier and inspector counted the table's float, chip by chip.
type Counted struct {
	When      CountMoment `json:"when"`
	Float     Float       `json:"float"`
	Croupier  string      `json:"croupier"`
	Inspector string      `json:"inspector"`
	// First is the sum that they had counted before they counted again, each time that it was another
	// sum; minor units.
	First []games.Amount `json:"first,omitempty"`
}

// ClosingRecounted means: two people counted the float that a shift had left anew, since its closing count was wrong. The shift's
// closing float is this one from then on.
type ClosingRecounted struct {
	Was      games.Amount `json:"was"` // what it was counted as before, at the closing or in a recount; minor units
	Float    Float        `json:"float"`
	Reason   string       `json:"reason"`
	By       string       `json:"by"` // counted it
	Approver string       `json:"approver"`
}

// A SlipKind is the direction of chips between the cage and the table.
type SlipKind string

// The kinds of slip.
const (
	Fill   SlipKind = "fill"   // chips come to the table
	Credit SlipKind = "credit" // chips go to the cage
)

// A SlipID is the name of a slip: numbers have no gap within a year, a table and a kind.
type SlipID struct {
	Kind   SlipKind `json:"kind"`
	Year   int      `json:"year"`
	Number int      `json:"number"`
	// Restores counts the restores of the record in the year, beside those of the mark with which the table came from another machine. A slip that the last one lost may have the number, and not this mark. It is
	// 0 in records of 0.9.
	Restores int `json:"restores,omitempty"`
}

// SlipRequested means: the croupier on duty asked for a fill or a credit and the
// inspector agreed.
type SlipRequested struct {
	SlipID
	Float     Float  `json:"float"`
	Inspector string `json:"inspector"`
}

// SlipVerified means: the chips of a slip were counted on the layout, and came or went.
type SlipVerified struct {
	SlipID
	Float     Float  `json:"float"`
	Cashier   string `json:"cashier"`
	Runner    string `json:"runner"`
	Croupier  string `json:"croupier"`
	Inspector string `json:"inspector"`
	// First is the sum that they had counted before they counted again, each time that it was another
	// sum; minor units.
	First []games.Amount `json:"first,omitempty"`
}

// SlipVoided means: no chip of the slip came or went. It keeps its number.
type SlipVoided struct {
	SlipID
	Reason    string `json:"reason"`
	Croupier  string `json:"croupier"`
	Inspector string `json:"inspector"`
}

// ChipsChanged means: a player's chips were changed for others of the same worth.
type ChipsChanged struct {
	In  Float `json:"in"`
	Out Float `json:"out"`
}

// BoughtIn means: a player paid cash, which went into the drop box, and got chips.
type BoughtIn struct {
	Box  int          `json:"box,omitempty"`
	Cash games.Amount `json:"cash" amount:"entered"`
	Out  Float        `json:"out"`
	// Approver is the person who approved one of as much cash as takes an inspector, or that it is put right.
	Approver string `json:"approver,omitempty"`
	// Replaces is the entry of the buy-in that this one puts right, which was voided with it; 0 of any other, and in records of 0.9.
	Replaces int64 `json:"replaces,omitempty"`
}

// Tipped means: a player gave the staff a tip, which went into the box for tips.
type Tipped struct {
	Amount games.Amount `json:"amount" amount:"entered"`
}

// KeysHanded means: By handed keys or a badge over to With, or took them back.
type KeysHanded struct {
	Item string `json:"item"` // which, in words
	Back bool   `json:"back,omitempty"`
	// Unheld says that by the table's record nobody had it: it came back before, or was never handed over there.
	Unheld bool `json:"unheld,omitempty"`
	// Holder is whoever had it by the table's record: of a return where neither of the two is that person, of a handover where By is not.
	Holder string `json:"holder,omitempty"`
	By     string `json:"by"`
	With   string `json:"with"`
}

// A HeldKeys is keys or a badge that somebody has.
type HeldKeys struct {
	Item string `json:"item"`
	With string `json:"with"`
}

// TroncEmptied means: two people emptied the box for tips and counted it.
type TroncEmptied struct {
	Cash games.Amount `json:"cash" amount:"entered"`
	By   string       `json:"by"`
	With string       `json:"with"`
	// Difference is the money counted beyond the tips that the shift has recorded since they were counted last; 0 where the
	// house has no tips recorded.
	Difference games.Amount `json:"difference,omitempty" amount:"signed"`
}

// DropCounted means: two people opened the drop box of a shift that is closed and counted
// its cash.
type DropCounted struct {
	Cash games.Amount `json:"cash" amount:"entered"`
	By   string       `json:"by"`
	With string       `json:"with"`
	// Shift is the shift's number, where the table is open for the next one already; else 0.
	Shift int `json:"shift,omitempty"`
	// Difference is the money counted beyond what was bought in; 0 where the house passes it over, and in records of before 0.10.
	Difference games.Amount `json:"difference,omitempty" amount:"signed"`
}

// BoxCounted means: two people of the back office counted the drop box of a shift that had
// closed, note by note.
type BoxCounted struct {
	Table string `json:"table"`
	Shift int    `json:"shift"`
	Notes Float  `json:"notes"` // by value of the note; none of an empty box
	By    string `json:"by"`
	With  string `json:"with"`
	// Replaces is the house's entry of the count that this one puts right, 0 where it is the
	// first of the back office; Reason says why it was counted again.
	Replaces int64  `json:"replaces,omitempty"`
	Reason   string `json:"reason,omitempty"`
	// Move is the office's entry by which the table had come to where it was counted, 0 where it was never moved; Behind is the last entry of
	// the table there. Both are signed, and say which count is the later one. Behind is 0 of a count by Sabot 0.9.
	Move   int64 `json:"move,omitempty"`
	Behind int64 `json:"behind,omitempty"`
	// Difference is as in DropCounted.
	Difference games.Amount `json:"difference,omitempty" amount:"signed"`
}

// Again reports whether the drop was counted before: at the table, or by the back office.
func (f BoxCounted) Again() bool { return f.Replaces > 0 || f.Reason != "" }

func (Counted) kind() string          { return "counted" }
func (ClosingRecounted) kind() string { return "closingrecounted" }
func (SlipRequested) kind() string    { return "sliprequested" }
func (SlipVerified) kind() string     { return "slipverified" }
func (SlipVoided) kind() string       { return "slipvoided" }
func (ChipsChanged) kind() string     { return "chipschanged" }
func (BoughtIn) kind() string         { return "boughtin" }
func (Tipped) kind() string           { return "tipped" }
func (KeysHanded) kind() string       { return "keyshanded" }
func (TroncEmptied) kind() string     { return "troncemptied" }
func (DropCounted) kind() string      { return "dropcounted" }
func (BoxCounted) kind() string       { return "boxcounted" }

// Of returns the one name that a slip of a table has in the house: "LB1-F-2026-0012".
func (id SlipID) Of(table string) string {
	return table + "-" + strings.ReplaceAll(id.String(), " ", "-")
}

// String names a slip among those of its table: "F 2026-0012", and "F 2026-0012-R1" after a restore of the record.
func (id SlipID) String() string {
	letter := map[SlipKind]string{Fill: "F", Credit: "C"}[id.Kind]
	name := fmt.Sprintf("%s %d-%04d", letter, id.Year, id.Number)
	if id.Restores > 0 {
		name += fmt.Sprintf("-R%d", id.Restores)
	}
	return name
}
