package games

import (
	"math/big"
	"math/bits"
)

// SpotOdds is the exact return of one bet from a full shoe, per unit of the
// initial stake. Weights are counted in whole deals, so the figures are exact up
// to the last division.
type SpotOdds struct {
	Spot            string
	Return          float64 // expected amount back
	Win, Push, Lose float64 // how often
}

// Edge returns the house's share: 1 - Return; below 0 where the player is ahead.
func (o SpotOdds) Edge() float64 { return 1 - o.Return }

// Analysed is a game whose exact returns are known.
type Analysed interface {
	// SpotOdds returns the returns of the spots that the preset offers, in the order of the layout.
	SpotOdds() []SpotOdds
}

// Values is a count of what is left of each baccarat value in a shoe; tens and faces count 0.
type Values struct {
	Left [10]int64
	N    int64 // cards left
}

// FullValues returns the values of a full shoe.
func FullValues(decks int) Values {
	v := Values{N: int64(52 * decks)}
	for i := range v.Left {
		v.Left[i] = int64(4 * decks)
	}
	v.Left[0] *= 4
	return v
}

// Take takes a card of a value out and answers in how many ways.
func (v *Values) Take(value int) int64 {
	ways := v.Left[value]
	v.Left[value]--
	v.N--
	return ways
}

// PutBack reverses Take.
func (v *Values) PutBack(value int) { v.Left[value]++; v.N++ }

// Deals is a number of deals: six cards of 99 decks are more than 64 bits hold.
type Deals struct{ hi, lo uint64 }

// Add counts a times b more deals.
func (d *Deals) Add(a, b int64) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	var carry uint64
	d.lo, carry = bits.Add64(d.lo, lo, 0)
	d.hi, _ = bits.Add64(d.hi, hi, carry)
}

// TakeOff counts so many deals less.
func (d *Deals) TakeOff(n int64) {
	var borrow uint64
	d.lo, borrow = bits.Sub64(d.lo, uint64(n), 0)
	d.hi -= borrow
}

// Plus returns the sum of both numbers.
func (d Deals) Plus(e Deals) Deals {
	lo, carry := bits.Add64(d.lo, e.lo, 0)
	hi, _ := bits.Add64(d.hi, e.hi, carry)
	return Deals{hi, lo}
}

// Big returns the number, to reckon with.
func (d Deals) Big() *big.Int {
	n := new(big.Int).SetUint64(d.hi)
	return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(d.lo))
}

// A Tally is a sum of what all deals of a shoe bring to one bet.
type Tally struct {
	Win, Push, Lose Deals
	brought         []brought
}

// brought is the number of deals that bring so much of the stake. There are few amounts and many kinds of deals, so fractions
// are reckoned with at the end alone.
type brought struct {
	odds Odds
	n    Deals
}

// Count adds deals that all come to one outcome and pay those odds where they win.
func (t *Tally) Count(n Deals, outcome Outcome, odds Odds) {
	switch outcome {
	case Win:
		t.Win = t.Win.Plus(n)
		t.Bring(n, odds)
	case Lose:
		t.Lose = t.Lose.Plus(n)
		t.Bring(n, Odds{Win: -1, Per: 1})
	default:
		t.Push = t.Push.Plus(n)
	}
}

// Bring adds what deals bring that were counted otherwise; below 0 where they cost.
func (t *Tally) Bring(n Deals, odds Odds) {
	for i := range t.brought {
		if t.brought[i].odds == odds {
			t.brought[i].n = t.brought[i].n.Plus(n)
			return
		}
	}
	t.brought = append(t.brought, brought{odds, n})
}

// Odds returns the return of the bet on a spot that the tally is of.
func (t *Tally) Odds(spot string) SpotOdds {
	all := t.Win.Plus(t.Push).Plus(t.Lose).Big()
	share := func(part *big.Rat) float64 { f, _ := part.Quo(part, new(big.Rat).SetInt(all)).Float64(); return f }
	of := func(d Deals) float64 { return share(new(big.Rat).SetInt(d.Big())) }
	returned := new(big.Rat).SetInt(all)
	for _, b := range t.brought {
		returned.Add(returned, new(big.Rat).SetFrac(new(big.Int).Mul(b.n.Big(), big.NewInt(b.odds.Win)), big.NewInt(b.odds.Per)))
	}
	return SpotOdds{Spot: spot, Return: share(returned), Win: of(t.Win), Push: of(t.Push), Lose: of(t.Lose)}
}
