package blackjack

import (
	"slices"

	"sabot/games"
)

// insured is an insurance that was bought.
type insured struct {
	bet   int // index of the bet that is insured
	price games.Amount
}

// insure takes the insurances that are bought: seat by seat the main bet first, then
// those behind in the order of the bets. In a hand file who does not buy is not asked; at
// a table nobody acts before it is said that nobody buys any more.
func (c *coup) insure(t *games.Replay, r games.Round) bool {
	c.insurable = insurable(r.Bets, c.stakes)
	from := 0
	for {
		d, ok := t.Offer(games.Insure)
		if !ok {
			break
		}
		at := slices.IndexFunc(c.insurable[from:], func(i int) bool { return insures(d, r.Bets[i]) })
		if at < 0 {
			t.FailDecision("nobody may buy that insurance now: it goes seat by seat, the main bet first, each once")
			return false
		}
		bet := c.insurable[from+at]
		if !c.affordable(r.Bets, bet) {
			t.FailDecision("half the bet is nothing, or more than the funds")
			return false
		}
		price := c.stakes[bet].Amount / 2
		c.insurances = append(c.insurances, insured{bet, price})
		c.spent[bet] += price
		from += at + 1
	}
	if r.AtTable && !r.InsuranceOver && c.hole.Looked == "" && t.Idle() && len(c.mayInsure(r)) > 0 {
		t.Wait(games.Insuring, games.Dealer)
		return false
	}
	return t.OK()
}

// affordable reports whether a bet can be insured: half of it is something, and the bettor behind has it.
func (c *coup) affordable(bets []games.Bet, bet int) bool {
	price, early := c.stakes[bet].Amount/2, bets[bet].Early
	return price > 0 && (bets[bet].Spot == Main || !early.HasFunds || early.Funds >= price)
}

// mayInsure returns the bets that may still be insured, in the order of the hand file. Half of them must be something that can be
// laid at the table.
func (c *coup) mayInsure(r games.Round) []int {
	bets := r.Bets
	return slices.DeleteFunc(slices.Clone(c.insurable), func(bet int) bool {
		bought := slices.ContainsFunc(c.insurances, func(in insured) bool { return in.bet == bet })
		nameless := bets[bet].Spot == Behind && bets[bet].Bettor == "" // a decision without a name is about the main
		return bought || nameless || !c.affordable(bets, bet) || !games.ChipsHalve(c.stakes[bet].Amount, r.Chips)
	})
}

// insures reports whether a decision is about that bet: without a bettor the seat's main, with one the bet behind of that name.
func insures(d games.Decision, b games.Bet) bool {
	if d.Box != b.Box {
		return false
	}
	if d.Bettor == "" {
		return b.Spot == Main
	}
	return b.Spot == Behind && b.Bettor == d.Bettor
}

// insurable returns the bets that may be insured, in the order in which it goes.
func insurable(bets []games.Bet, stakes []games.Stake) []int {
	var list []int
	for i, b := range bets {
		if stakes[i].Stands() && (b.Spot == Main || b.Spot == Behind) {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(i, j int) int {
		a, b := bets[i], bets[j]
		if a.Box != b.Box {
			return a.Box - b.Box
		}
		switch {
		case a.Spot == b.Spot:
			return 0
		case a.Spot == Main:
			return -1
		}
		return 1
	})
	return list
}

// behindName returns the name of a bet in a decision: the main has none.
func behindName(b games.Bet) string {
	if b.Spot == Main {
		return ""
	}
	return b.Bettor
}
