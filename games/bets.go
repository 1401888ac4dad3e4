package games

import (
	"fmt"
	"slices"
)

// A BetKey is the name of a bet of a hand, whatever its place among the bets: no two bets have the same.
type BetKey struct {
	Box          int
	Spot, Bettor string
}

// Key names the bet.
func (b Bet) Key() BetKey { return BetKey{b.Box, b.Spot, b.Bettor} }

// Key names the bet that it pays.
func (p Payment) Key() BetKey { return BetKey{p.Box, p.Spot, p.Bettor} }

// CheckBetShape tests what every game asks of a bet by itself and beside earlier
// ones: bad_box, unknown_spot, bad_amount, duplicate_bet, in that order. What a
// game asks beyond that it tests after it.
func CheckBetShape(g Game, earlier []Bet, bet Bet) error {
	if err := CheckBetFits(g, earlier, bet); err != nil {
		return err
	}
	return CheckBetTwice(earlier, bet)
}

// CheckBetFits makes the first checks of CheckBetShape: bad_box, unknown_spot, bad_amount. An amount is bad, too, with which the
// hand could come to more than half of what an Amount holds: two settlements of one hand are set against each other. At odds of
// 200:1 these are two thousand bets of MaxAmount.
func CheckBetFits(g Game, earlier []Bet, bet Bet) error {
	at := func() string { return fmt.Sprintf("bets[%d]", len(earlier)) }
	if boxes := g.Options().Boxes; bet.Box < 1 || bet.Box > boxes {
		return Errorf(BadBox, at(), "this table has boxes 1 to %d", boxes)
	}
	if !hasSpot(g.Spots(), bet.Spot) {
		return Errorf(UnknownSpot, at(), "%s has no spot %q", g.Name(), bet.Spot)
	}
	if bet.Amount < 1 || bet.Amount > MaxAmount {
		return Errorf(BadAmount, at(), "an amount is a whole number of minor units from 1 to %d", MaxAmount)
	}
	if !Payable(g, MaxSum, earlier, bet) {
		return Errorf(BadAmount, at(), "with %d the bets of the hand could win more than any amount can be", bet.Amount)
	}
	return nil
}

// Payable reports whether what bets of a hand come to, and more beside them, is within room, whatever happens. At worst each of
// them wins at the game's highest odds, or is split, doubled on both hands and insured, and every winning is rounded up.
func Payable(g Game, room Amount, bets []Bet, more ...Bet) bool {
	const stakes = 4 // of a bet that was split and doubled twice
	most, unit := g.MostOdds(), g.Options().Rounding.Unit
	if rounding, tracked := CommissionRounding(g); tracked {
		unit = max(unit, rounding.Unit)
	}
	times := Amount(most.Win/most.Per) + 1 + 2*stakes // a win at these odds with its stake, and these stakes with their winnings
	rounded := 2 * stakes * unit
	for _, list := range [][]Bet{bets, more} {
		for i := range list {
			if room -= rounded; room < 0 || list[i].Amount > room/times {
				return false
			}
			room -= list[i].Amount * times
		}
	}
	return true
}

// CheckBetTwice makes its second check: duplicate_bet.
func CheckBetTwice(earlier []Bet, bet Bet) error {
	for _, e := range earlier {
		if e.Key() == bet.Key() {
			return Errorf(DuplicateBet, fmt.Sprintf("bets[%d]", len(earlier)), "box %d has a bet on %s by this bettor already", bet.Box, bet.Spot)
		}
	}
	return nil
}

func hasSpot(spots []Spot, name string) bool {
	for i := range spots {
		if spots[i].Name == name {
			return true
		}
	}
	return false
}

// Lacking returns the spot that a box needs and where it has no bet that would stand by itself; "" where it has all of them.
func Lacking(spots []Spot, bets []Bet, stakes []Stake, box int) string {
	for _, s := range spots {
		has := !s.Mandatory
		for i, b := range bets {
			has = has || b.Box == box && b.Spot == s.Name && stakes[i].Reason != BelowMin && stakes[i].Reason != NotOffered
		}
		if !has {
			return s.Name
		}
	}
	return ""
}

// ApplyLimits returns what stands of each bet by itself. A bet that is not offered or under the minimum is void, one over the
// maximum is reduced. What a bet needs of others comes after it, in the game (hand file, "Bets and limits").
func ApplyLimits(bets []Bet, offered []Spot, limits map[string]Limit) []Stake {
	stakes := make([]Stake, len(bets))
	var of [12]Limit // of the first spots offered: many bets are on few of them
	for i := range min(len(offered), len(of)) {
		of[i] = limits[offered[i].Name]
	}
	for i := range bets {
		b := &bets[i]
		spot := 0
		for spot < len(offered) && offered[spot].Name != b.Spot {
			spot++
		}
		limit := Limit{}
		if spot < len(of) {
			limit = of[spot]
		} else {
			limit = limits[b.Spot]
		}
		switch {
		case spot == len(offered):
			stakes[i] = Stake{Reason: NotOffered}
		case b.Amount < limit.Min:
			stakes[i] = Stake{Reason: BelowMin}
		case limit.Max > 0 && b.Amount > limit.Max:
			stakes[i] = Stake{Amount: limit.Max, Reason: AboveMax}
		default:
			stakes[i] = Stake{Amount: b.Amount}
		}
	}
	return stakes
}

// NewPayments returns the payments of a round before anything is decided: void bets are decided and come back whole. It reuses the
// memory of was.
func NewPayments(was []Payment, bets []Bet, stakes []Stake) []Payment {
	rows := slices.Grow(was[:0], len(bets))[:len(bets)]
	for i := range bets {
		b := &bets[i]
		rows[i] = Payment{Box: b.Box, Spot: b.Spot, Bettor: b.Bettor, Amount: b.Amount, Staked: stakes[i].Amount, Reason: stakes[i].Reason}
		if !stakes[i].Stands() {
			rows[i].Outcome, rows[i].Returned, rows[i].Decided = Void, b.Amount, true
		}
	}
	return rows
}

// Win pays the stake at the odds and gives it back.
func (p *Payment) Win(odds Odds, rounding Rounding) {
	p.Outcome, p.Odds, p.Decided = Win, odds, true
	p.Returned = p.Amount + p.Added + rounding.Winnings(p.Staked, odds)
}

// Lose takes the stake.
func (p *Payment) Lose() {
	p.Outcome, p.Decided = Lose, true
	p.Returned = p.Amount + p.Added - p.Staked
}

// Push leaves the stake where it lies.
func (p *Payment) Push() {
	p.Outcome, p.Decided = Push, true
	p.Returned = p.Amount + p.Added
}
