package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"
)

// Same reports whether two facts are of one kind and are written with the same bytes.
func Same(a, b Fact) bool {
	switch a := a.(type) { // those of which there are many, without writing them
	case CardLaid, Decided, PaidOut, HandClosed, BetsClosed, Undone, CardHidden, CardTurned, CardCarried, CutCardOut,
		LastBetsCalled, FirstBurned, InsuranceOver, Looked, SuitRead, Tipped, DealtDry, ShoeStarted:
		return a == b
	case BetsPlaced:
		b, ok := b.(BetsPlaced)
		return ok && a.How == b.How && sameList(a.Bets, b.Bets)
	case BoughtIn:
		b, ok := b.(BoughtIn)
		return ok && a.Box == b.Box && a.Cash == b.Cash && a.Approver == b.Approver && a.Replaces == b.Replaces && sameList(a.Out, b.Out)
	case Settled:
		b, ok := b.(Settled)
		return ok && sameList(a.Rows, b.Rows) && slices.Equal(a.Parts, b.Parts)
	}
	return a.kind() == b.kind() && bytes.Equal(EncodeValue(a), EncodeValue(b))
}

// sameList reports whether two lists are written alike: an empty one is not written as none.
func sameList[T comparable](a, b []T) bool { return (a == nil) == (b == nil) && slices.Equal(a, b) }

// SaysOf stands for facts, in their order: the SHA-256 of their kinds and bytes, in
// hexadecimal.
func SaysOf(facts []Fact) string {
	sum := sha256.New()
	for _, f := range facts {
		say(sum, f)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Said returns how many facts a digest of SaysOf stands for, from the first on; false where it stands for none.
func Said(says string, facts []Fact) (int, bool) {
	sum := sha256.New()
	for i, f := range facts {
		if say(sum, f); hex.EncodeToString(sum.Sum(nil)) == says {
			return i + 1, true
		}
	}
	return 0, false
}

func say(sum hash.Hash, f Fact) {
	sum.Write([]byte(f.kind() + ","))
	sum.Write(append(EncodeValue(f), '\n'))
}
