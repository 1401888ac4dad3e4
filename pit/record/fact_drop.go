package record

import "sabot/games"

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

func (BoxCounted) kind() string { return "boxcounted" }
