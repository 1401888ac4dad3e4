package record

// SuitRead means: the suit of the card that lies Nth among the hand's was read; before,
// nothing had asked for it.
type SuitRead struct {
	N    int      `json:"n"` // from 0
	Card CardName `json:"card"`
	// Burst says that a card reader typed it right behind the card, which needed none.
	Burst bool `json:"burst,omitempty"`
	Reading
}

// InsuranceOver means: nobody buys insurance any more.
type InsuranceOver struct{}

// Looked means: the dealer has looked at his card that lies face down, and said whether
// it makes a blackjack.
type Looked struct {
	Blackjack bool `json:"blackjack"`
}

// SeatHeld means: the box's player is the one whom the table knows by that letter, from
// now on and in other boxes too; with Player "" nobody is named there any more.
type SeatHeld struct {
	Box    int    `json:"box"`
	Player string `json:"player,omitempty"`
}

func (SeatHeld) kind() string      { return "seat" }
func (SuitRead) kind() string      { return "suit" }
func (InsuranceOver) kind() string { return "noinsurance" }
func (Looked) kind() string        { return "looked" }
