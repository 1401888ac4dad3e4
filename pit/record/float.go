package record

import (
	"slices"

	"sabot/games"
)

// Float is chips by value, ascending, no value twice and no stack empty.
type Float []Stack

// Value returns the worth of the chips, in minor units.
func (f Float) Value() games.Amount {
	var sum games.Amount
	for _, s := range f {
		sum += s.Value * games.Amount(s.Pieces)
	}
	return sum
}

// Pieces returns the number of chips with that value.
func (f Float) Pieces(value games.Amount) int64 {
	for _, s := range f {
		if s.Value == value {
			return s.Pieces
		}
	}
	return 0
}

// Sound reports whether a float is valid: chips of the house, ascending, none twice, no stack empty, of no more than
// games.MaxAmount together, as every other amount. An empty float is valid where none is true.
func (f Float) Sound(chips []games.Amount, none bool) bool {
	room := games.MaxAmount
	for i, s := range f {
		if s.Pieces < 1 || s.Pieces > maxPieces || i > 0 && f[i-1].Value >= s.Value || !slices.Contains(chips, s.Value) {
			return false
		}
		if s.Value < 1 || games.Amount(s.Pieces) > room/s.Value {
			return false
		}
		room -= s.Value * games.Amount(s.Pieces)
	}
	return none || len(f) > 0
}

// maxPieces is more chips of a value than any table can hold.
const maxPieces = 1_000_000
