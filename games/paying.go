package games

import (
	"cmp"
	"math"
	"math/big"
)

// Paying is a game that knows how often each of its bets is paid, and at which odds. With it the
// returns are those of the payments that a table really makes, which are rounded.
type Paying interface {
	Analysed
	// Ways returns how often each spot wins at each of its odds, from a full shoe and under the
	// play that the returns are of.
	Ways() []Way
	// Paid returns what a win at those odds brings a stake: the winnings as the table rounds
	// them, less a commission that is tracked.
	Paid(spot string, stake Amount, odds Odds) Amount
}

// A Way is a pair of odds at which a spot wins, and the share of all deals in which it does.
type Way struct {
	Spot  string
	Odds  Odds
	Share float64
}

// Ways returns the odds at which the bet wins that the tally is of, each with its share of the deals.
func (t *Tally) Ways(spot string) []Way {
	all := t.Win.Plus(t.Push).Plus(t.Lose).Big()
	var ways []Way
	for _, b := range t.brought {
		if b.odds.Win > 0 {
			share, _ := new(big.Rat).SetFrac(b.n.Big(), all).Float64()
			ways = append(ways, Way{spot, b.odds, share})
		}
	}
	return ways
}

// Payments is a model of how the rounding of a table changes the returns of its bets. It is made once for a game and asked for
// any number of stakes.
type Payments struct {
	pays Paying
	ways []Way
}

// PaymentsOf returns the payments of a game; of one that does not know how often it pays they are
// as if nothing were rounded.
func PaymentsOf(g Game) Payments {
	pays, ok := g.(Paying)
	if !ok {
		return Payments{}
	}
	return Payments{pays, pays.Ways()}
}

// Shift returns by how much of the stake the house's share is larger than SpotOdds has it, because of how payments are rounded;
// below 0 where the rounding is in the player's favour. The stake is the initial one, in minor units. Of a bet on the cards of one
// deal it is exact. The main bet of blackjack counts the payment of a blackjack alone: every other win is 1:1, which rounding
// changes only where the stake itself is made of smaller units; insurance is no spot.
func (p Payments) Shift(spot string, stake Amount) float64 {
	shift := 0.0
	for _, w := range p.ways {
		if w.Spot == spot {
			shift += w.Share * p.short(w, stake)
		}
	}
	return shift
}

// short returns what a win lacks for its odds, in stakes: exactly 0 where the payment is exact.
func (p Payments) short(w Way, stake Amount) float64 {
	lacks, _ := w.Due(stake).Sub(w.Due(stake), p.paid(w, stake)).Float64()
	return lacks / float64(stake)
}

// Due returns what a win is by its odds, unrounded.
func (w Way) Due(stake Amount) *big.Rat {
	due := new(big.Rat).SetFrac64(w.Odds.Win, w.Odds.Per)
	return due.Mul(due, new(big.Rat).SetInt64(int64(stake)))
}

func (p Payments) paid(w Way, stake Amount) *big.Rat {
	return new(big.Rat).SetInt64(int64(p.pays.Paid(w.Spot, stake, w.Odds)))
}

// Rounded returns the ways in which a spot wins and its stake is paid otherwise than by its odds.
func (p Payments) Rounded(spot string, stake Amount) []Way {
	var changed []Way
	for _, w := range p.ways {
		if w.Spot == spot && w.Due(stake).Cmp(p.paid(w, stake)) != 0 {
			changed = append(changed, w)
		}
	}
	return changed
}

// Paid returns what a win in one of those ways brings.
func (p Payments) Paid(w Way, stake Amount) Amount { return p.pays.Paid(w.Spot, stake, w.Odds) }

// PaidAtOnce returns what is put down for a win in one of those ways: of a commission that is tracked nothing is
// taken off yet.
func (p Payments) PaidAtOnce(w Way, stake Amount) Amount {
	if t, ok := p.pays.(Tracker); ok {
		return t.PaidAtOnce(w.Spot, stake, w.Odds)
	}
	return p.Paid(w, stake)
}

// InCoin returns the first stake near the least one of which a win is paid that no chips of these values make,
// and that payment; 0 where chips make all of them. Values are ascending.
func (p Payments) InCoin(spot string, least Amount, chips []Amount) (stake, paid Amount) {
	if len(chips) == 0 {
		return 0, 0
	}
	for n := range Amount(nearSteps) {
		stake = least + n*chips[0]
		if !ChipsMake(stake, chips) {
			continue
		}
		if paid = p.coined(spot, stake, chips); paid > 0 {
			return stake, paid
		}
	}
	return 0, 0
}

// coined returns what a win of a stake is paid that no chips of these values make; 0 where they make each.
func (p Payments) coined(spot string, stake Amount, chips []Amount) Amount {
	for _, w := range p.ways {
		if w.Spot != spot {
			continue
		}
		if paid := p.PaidAtOnce(w, stake); !ChipsMake(paid, chips) {
			return paid
		}
	}
	return 0
}

// ChipStep returns the smallest stake of which chips of these values pay every win of a spot exactly, as they do of all
// its multiples; 0 where there is none up to a thousand of the smallest chip. Values are ascending.
func (p Payments) ChipStep(spot string, chips []Amount) Amount {
	for n := range Amount(1000) {
		stake := (n + 1) * chips[0]
		if len(p.Rounded(spot, stake)) == 0 && p.coined(spot, stake, chips) == 0 {
			return stake
		}
	}
	return 0
}

// mostShift is the part by which rounding may move the edge of a spot, as a part of the stake, before
// somebody is asked whether it is meant so.
const mostShift = 0.001

// nearSteps is the number of stakes that are looked at: the least one, and those that the smallest chip makes
// from it on.
const nearSteps = 10

// Moves reports whether rounding moves the edge of a spot at a stake by so much that somebody is asked.
func (p Payments) Moves(spot string, stake Amount) bool {
	return math.Abs(p.Shift(spot, stake)) > mostShift
}

// RoundedStake returns the first stake near the least one of which rounding moves the edge by more than mostShift; else the first
// that is paid otherwise than by its odds, 0 where none is.
func (p Payments) RoundedStake(spot string, least, chip Amount) Amount {
	first := Amount(0)
	for n := range Amount(nearSteps) {
		stake := least + n*max(chip, 1)
		if len(p.Rounded(spot, stake)) == 0 {
			continue
		}
		if first = cmp.Or(first, stake); p.Moves(spot, stake) {
			return stake
		}
	}
	return first
}

// LeastStake returns the least that is put down on a spot: its minimum, or the smallest chip.
func LeastStake(g Game, spot string, smallest Amount) Amount {
	return cmp.Or(g.Options().Limits[spot].Min, smallest, 1)
}

// ExactStep returns the smallest stake that pays every win of a spot exactly, as all its multiples
// do, among multiples of a unit; 0 where none up to a thousand of them does.
func (p Payments) ExactStep(spot string, unit Amount) Amount {
	for n := range Amount(1000) {
		if stake := (n + 1) * unit; len(p.Rounded(spot, stake)) == 0 {
			return stake
		}
	}
	return 0
}

// Rounds reports whether some stake on a spot, of chips of a value, is paid otherwise than by its odds.
func (p Payments) Rounds(spot string, chip Amount) bool { return p.ExactStep(spot, chip) != chip }

// RoundedSpot reports what of a game's wins on a spot is rounded, with stakes of chips of a value: the
// winnings, and the commission that they leave owed.
func RoundedSpot(g Game, paid func(Game) Payments, spot string, chip Amount) (winnings, commission bool) {
	if !paid(g).Rounds(spot, chip) {
		return false, false
	}
	rounding, tracked := CommissionRounding(g)
	if !tracked || rounding.Unit <= ExactCommission.Unit {
		return true, false
	}
	exact, ok := WithCommissionRounding(g, ExactCommission)
	winnings = ok && paid(exact).Rounds(spot, chip)
	return winnings, !winnings || paid(g).Shift(spot, chip) != paid(exact).Shift(spot, chip)
}

// At returns the odds of a spot at a stake, from those at which nothing is rounded.
func (p Payments) At(o SpotOdds, stake Amount) SpotOdds {
	o.Return -= p.Shift(o.Spot, stake)
	return o
}
