package record

import (
	"bytes"
	"slices"
)

// Same says whether two facts are of one kind and are written with the same bytes.
func Same(a, b Fact) bool {
	switch a := a.(type) { // those of which there are many, without writing them
	case CardLaid:
		b, ok := b.(CardLaid)
		return ok && a == b
	case BetsPlaced:
		b, ok := b.(BetsPlaced)
		return ok && a.How == b.How && slices.Equal(a.Bets, b.Bets)
	case Settled:
		b, ok := b.(Settled)
		return ok && (a.Rows == nil) == (b.Rows == nil) && slices.Equal(a.Rows, b.Rows) && slices.Equal(a.Parts, b.Parts)
	case Decided:
		b, ok := b.(Decided)
		return ok && a == b
	case PaidOut:
		b, ok := b.(PaidOut)
		return ok && a == b
	case HandClosed:
		b, ok := b.(HandClosed)
		return ok && a == b
	case BetsClosed:
		_, ok := b.(BetsClosed)
		return ok
	case Undone:
		b, ok := b.(Undone)
		return ok && a == b
	case CardHidden:
		b, ok := b.(CardHidden)
		return ok && a == b
	case CardTurned:
		b, ok := b.(CardTurned)
		return ok && a == b
	}
	return a.kind() == b.kind() && bytes.Equal(EncodeValue(a), EncodeValue(b))
}
