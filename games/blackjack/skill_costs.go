package blackjack

import (
	"cmp"
	"slices"

	"sabot/games"
)

// asked is a decision about a hand as it lay.
type asked struct {
	decision int // which of the round's
	do       games.Action
	node     int32
	hand     int // of a split seat which, from 0; -1 before it was split
	kind     int // of the pair that may be split, or was; -1 of no pair
}

// asks returns the decisions of a seat, with the hand that each was about.
func (b *book) asks(r games.Round, s *seat) []asked {
	var list []asked
	var mine []int
	for i, d := range r.Decisions {
		if d.Box == s.n && d.Do != games.Insure {
			mine = append(mine, i)
		}
	}
	nodes := b.tables[0].nodes
	kind := -1
	if first := kindOf(s.first[0]); first == kindOf(s.first[1]) {
		kind = first
	}
	next := func(node int32, hand int) (games.Action, bool) {
		if len(mine) == 0 || nodes[node].total >= 21 {
			return "", false
		}
		do := r.Decisions[mine[0]].Do
		list = append(list, asked{mine[0], do, node, hand, kind})
		mine = mine[1:]
		return do, true
	}
	start := func(first, second games.Card) int32 { return nodes[nodes[0].next[kindOf(first)]].next[kindOf(second)] }
	play := func(hand int, node int32, more []games.Card) {
		for node != 0 {
			do, ok := next(node, hand)
			if !ok || do == games.Stand || len(more) == 0 {
				return
			}
			node, more = nodes[node].next[kindOf(more[0])], more[1:]
			if do == games.Double {
				return
			}
		}
	}
	if len(s.hands) == 1 {
		cards := s.hands[0].cards
		play(-1, start(cards[0], cards[1]), cards[2:])
		return list
	}
	next(start(s.first[0], s.first[1]), -1)
	for i, h := range s.hands {
		if len(h.cards) > 1 && !(h.splitAce() && b.g.splitAcesOneCard) {
			play(i, start(h.cards[0], h.cards[1]), h.cards[2:])
		}
	}
	return list
}

// Costs implements games.Book. A bet behind is compared with following the main player's best play, to which the house's edge of
// it refers. It bears what he decides as far as it rides on it, and what its early decision made of it.
func (b *book) Costs(r games.Round, stakes []games.Stake) []games.Cost {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := games.NewReplay(r, b.g.options.Decks)
	c := b.g.playStaked(t, r, stakes)
	if !t.OK() || !c.opened {
		return nil
	}
	costs := b.insurances(r, c)
	up := kindOf(c.upCard())
	for _, s := range c.seats {
		list := b.asks(r, s)
		for i, bet := range r.Bets {
			if bet.Box != s.n || !c.stakes[i].Stands() || bet.Spot != Main && bet.Spot != Behind {
				continue
			}
			rides := b.riding(bet, c, i, s)
			for _, a := range list {
				if of, is := b.cost(b.tables[up], a, rides); is {
					costs = append(costs, games.Cost{BetKey: bet.Key(), Decision: a.decision, Staked: rides.stake, Of: of * float64(rides.stake)})
				}
			}
		}
	}
	slices.SortStableFunc(costs, func(a, b games.Cost) int { return cmp.Compare(a.Decision, b.Decision) })
	return costs
}

// A riding is the part of a bet that goes along with its seat.
type riding struct {
	stake   games.Amount
	both    bool    // hands of a split pair
	on      [2]bool // of which of the hands of a split pair; the first of a seat that is not split
	doubles [2]bool
}

func (b *book) riding(bet games.Bet, c *coup, i int, s *seat) riding {
	stake := c.stakes[i].Amount
	p := games.Payment{Staked: stake}
	var wagers []wager
	if bet.Spot == Main {
		wagers = mainWagers(&p, s)
	} else {
		wagers = behindWagers(&p, bet, c.spent[i], s)
	}
	rides := riding{stake: stake, both: len(wagers) > 1}
	for _, w := range wagers {
		hand := slices.Index(s.hands, w.hand)
		rides.on[hand], rides.doubles[hand] = true, w.stake > stake
	}
	return rides
}

// cost returns what a decision cost of a stake of one; false where nothing of it rode on that hand.
func (b *book) cost(t *table, a asked, rides riding) (of float64, is bool) {
	fresh := t.nodes[a.node].cards == 2
	switch {
	case a.hand < 0:
		if !t.possible(&t.nodes[a.node].has) { // there are no such cards in the shoe
			return 0, false
		}
		best := t.best(a.node, fresh)
		if fresh && a.kind >= 0 && b.g.maxSplits > 0 {
			best = max(best, b.splits[t.up][a.kind])
		}
		switch {
		case a.do == games.Split && rides.both:
			return best - b.splits[t.up][a.kind], true
		case a.do == games.Split:
			return best - b.lones[t.up][a.kind], true
		}
		return best - t.comesTo(a, rides.doubles[0]), true
	case !rides.on[a.hand]:
		return 0, false
	case rides.both:
		t = t.splitTable(a.kind)
	default:
		t = t.loneTable(a.kind)
	}
	if !t.possible(&t.nodes[a.node].has) {
		return 0, false
	}
	return t.best(a.node, fresh && rides.both && b.g.doubleAfterSplit) - t.comesTo(a, rides.doubles[a.hand]), true
}

// best returns the value of the best of stand, hit and, where it may be, double.
func (t *table) best(at int32, mayDouble bool) float64 {
	value := max(t.hold(at, false), t.hit(at))
	if mayDouble {
		value = max(value, t.double(at))
	}
	return value
}

// comesTo returns the value of a hand after a decision, doubled with it or without.
func (t *table) comesTo(a asked, doubles bool) float64 {
	switch {
	case a.do == games.Hit:
		return t.hit(a.node)
	case a.do == games.Double && doubles:
		return t.double(a.node)
	case a.do == games.Double:
		return t.last(a.node, false)
	}
	return t.hold(a.node, false)
}

// insurances returns what it cost to buy insurance, or not to: it is judged by the seat's two cards and the dealer's ace.
func (b *book) insurances(r games.Round, c *coup) []games.Cost {
	if !isAce(c.upCard()) {
		return nil
	}
	t := b.tables[ace]
	var costs []games.Cost
	for _, bet := range c.insurable {
		s := c.seats[slices.IndexFunc(c.seats, func(s *seat) bool { return s.n == r.Bets[bet].Box })]
		tens := t.endings.shoe[ten]
		for _, card := range s.first {
			if isTen(card) {
				tens--
			}
		}
		left := t.endings.n - len(s.first)
		worth := 3*float64(tens)/float64(left) - 1 // 2 to 1
		cost := games.Cost{BetKey: games.BetKey{Box: s.n, Spot: Insurance, Bettor: r.Bets[bet].Bettor}}
		bought := slices.IndexFunc(c.insurances, func(in insured) bool { return in.bet == bet })
		switch {
		case bought >= 0:
			cost.Decision = slices.IndexFunc(r.Decisions, func(d games.Decision) bool { return d.Do == games.Insure && insures(d, r.Bets[bet]) })
			cost.Staked = c.insurances[bought].price
			cost.Of = (max(0, worth) - worth) * float64(cost.Staked)
		case worth > 0 && c.affordable(r.Bets, bet): // of no shoe of whole packs
			cost.Decision, cost.BetKey = -1, r.Bets[bet].Key()
			cost.Staked = c.stakes[bet].Amount / 2
			cost.Of = worth * float64(cost.Staked)
		default:
			continue
		}
		costs = append(costs, cost)
	}
	return costs
}

var _ games.Skilled = (*Game)(nil)
