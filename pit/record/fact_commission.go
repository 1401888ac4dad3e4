package record

import (
	"sabot/games"
)

// CommissionTaken means: players paid the commission that they owed; or where
// Waived names an inspector, the house gave it up, and Reason says why; records from before
// it was asked have none.
type CommissionTaken struct {
	Dues   []Debt `json:"dues"`
	Waived string `json:"waived,omitempty"`
	Reason string `json:"reason,omitempty"`
	// Taken is the money really collected of each of Dues, where chips do not make all of them; the
	// rest is owed no more.
	Taken []games.Amount `json:"taken,omitempty"`
}

// Paid returns what the players really paid of the due numbered i; 0 where it was given up.
func (f CommissionTaken) Paid(i int) games.Amount {
	switch {
	case f.Waived != "":
		return 0
	case i < len(f.Taken):
		return f.Taken[i]
	}
	return f.Dues[i].Amount
}

// Rounded returns by how much more was collected than was owed; below 0 by how much less.
func (f CommissionTaken) Rounded() games.Amount {
	var sum games.Amount
	for i, taken := range f.Taken {
		sum += taken - f.Dues[i].Amount
	}
	return sum
}

// A Debt is a sum of tracked commission that somebody owes. Gone is true where the box has changed hands since: it is still
// theirs.
type Debt struct {
	Box    int          `json:"box"`
	Bettor string       `json:"bettor,omitempty"`
	Gone   bool         `json:"gone,omitempty"`
	Amount games.Amount `json:"amount"` // minor units
}

// Owed returns the sum of debts, in minor units.
func Owed(debts []Debt) games.Amount {
	var sum games.Amount
	for _, d := range debts {
		sum += d.Amount
	}
	return sum
}

// BoxPassed means: a box changed hands, or where Bettor names one of several that one's
// place at it. What is owed stays with whoever left.
type BoxPassed struct {
	Box    int     `json:"box"`
	Bettor *string `json:"bettor,omitempty"` // nil for all of the box; "" is its first player
}

func (CommissionTaken) kind() string { return "commission" }
func (BoxPassed) kind() string       { return "boxpassed" }
