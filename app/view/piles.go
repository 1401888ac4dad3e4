package view

import (
	"slices"
	"strings"

	"sabot/games"
	"sabot/pit/pay"
)

// A part is the share of a bet that rides on one hand of a split box.
type part struct {
	hand   int
	staked games.Amount
	gone   games.Amount
	known  bool // what it came to
	net    games.Amount
}

// lay notes what lies on each bet now, doubling included, and on which hand of a split box.
func (l *look) lay(g games.Game) {
	s, err := g.Settle(l.hand.Round)
	if err != nil {
		for i, stake := range g.Stakes(l.hand.Round) {
			l.staked[i] = stake.Amount
		}
		return
	}
	gone := map[pay.OnHand]games.Amount{}
	if slices.ContainsFunc(s.Payments, func(p games.Payment) bool { return len(p.Parts) > 0 }) {
		gone = l.hand.GoneByHand()
	}
	for i, p := range s.Payments {
		l.staked[i], l.added[i] = p.Staked, p.Added
		for _, on := range p.Parts {
			l.parts[i] = append(l.parts[i], part{hand: on.Hand, staked: on.Staked, gone: gone[pay.OnHand{Bet: i, Hand: on.Hand}]})
		}
	}
	for _, on := range l.hand.Parts {
		l.partCame(on.Bet, on.Hand, on.Returned-on.Staked)
	}
}

// came takes in what a settled bet came to by hands, where the record has it in one row.
func (l *look) came(bet int, parts []games.Part) {
	for _, p := range parts {
		l.partCame(bet, p.Hand, p.Returned-p.Staked)
	}
}

func (l *look) partCame(bet, hand int, net games.Amount) {
	for i := range l.parts[bet] {
		if p := &l.parts[bet][i]; p.hand == hand {
			p.known, p.net = true, net
		}
	}
}

// piles returns the piles of the bets together that stand on a spot. Those of a split box are by hands; one bet
// that was doubled has two. There are none where they are not all that lies there, as after a hand was put right.
func (l look) piles(v Viewer, bets []int, lies games.Amount) []Pile {
	var came [2]outcome
	var lie [2]games.Amount
	split := false
	for _, bet := range bets {
		for _, p := range l.parts[bet] {
			split = true
			lie[p.hand-1] += l.left(p.staked - p.gone)
			if p.known {
				came[p.hand-1].add(p.net)
			}
		}
	}
	switch {
	case split && lie[0]+lie[1] == lies:
		out := make([]Pile, len(lie))
		for i := range out {
			net := inOne(came[i].nets(v))
			out[i] = Pile{i + 1, v.amountOf(lie[i]), net.Mark, strings.TrimSpace(net.Text)}
		}
		return out
	case !split && len(bets) == 1 && l.added[bets[0]] > 0 && l.staked[bets[0]] == lies:
		return []Pile{{Amount: v.amountOf(lies - l.added[bets[0]])}, {Amount: v.amountOf(l.added[bets[0]])}}
	}
	return nil
}

// left returns an amount as long as the hand lies on the felt, then 0.
func (l look) left(amount games.Amount) games.Amount {
	if !l.hand.ClosedAt.IsZero() {
		return 0
	}
	return max(0, amount)
}
