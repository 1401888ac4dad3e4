package threecard

import (
	"cmp"
	"slices"

	"sabot/games"
)

// Settle takes what folded at once, and pays each box when its cards are seen.
func (g *Game) Settle(r games.Round) (games.Settlement, error) {
	t := games.NewReplay(r, g.options.Decks)
	c := g.play(t, r)
	next, burned, err := t.Close()
	if err != nil {
		return games.Settlement{}, err
	}
	s := games.Settlement{Payments: games.NewPayments(nil, r.Bets, c.stakes), Stakes: c.stakes, Burned: burned, Next: next}
	for _, b := range g.raised(r, c) {
		s.Payments = append(s.Payments, games.Payment{Box: b.Box, Spot: b.Spot, Bettor: b.Bettor, Amount: b.Amount, Staked: b.Amount})
	}
	for i := range s.Payments {
		if p := &s.Payments[i]; !p.Decided {
			g.decide(p, c, r)
		}
	}
	for i := range s.Payments {
		s.PayOrder = append(s.PayOrder, i)
	}
	slices.SortStableFunc(s.PayOrder, func(i, j int) int { return cmp.Compare(s.Payments[i].Box, s.Payments[j].Box) })
	s.SumUp()
	return s, nil
}

func (g *Game) decide(p *games.Payment, c *coup, r games.Round) {
	h := c.box(p.Box)
	switch {
	case h.said == Folds:
		p.Lose()
		return
	case !c.asked || !c.dealer.seen || !h.seen:
		return
	}
	mine, dealers := rankOf(h.cards), rankOf(c.dealer.cards)
	switch p.Spot {
	case PairPlus:
		if odds, won := table(g.pairPlus[:], mine[0]); won {
			p.Win(odds, g.options.Rounding)
		} else {
			p.Lose()
		}
		return
	case Bonus: // nothing was put down for it
		odds, _ := table(bonus[:], mine[0])
		p.Win(odds, g.options.Rounding)
		p.Returned = g.options.Rounding.Winnings(ante(r.Bets, c.stakes, p.Box).Amount, odds)
		return
	}
	result := slices.Compare(mine[:], dealers[:])
	switch qualifies := g.qualifies == always || dealers[0] > high || dealers[1] >= int(games.Queen); {
	case !qualifies && p.Spot == Play, qualifies && result == 0:
		p.Push()
	case !qualifies, result > 0:
		p.Win(even, g.options.Rounding)
	default:
		p.Lose()
	}
}

// ante returns the ante of a box as it stands.
func ante(bets []games.Bet, stakes []games.Stake, box int) games.Bet {
	for i, b := range bets {
		if b.Box == box && b.Spot == Ante {
			b.Amount = stakes[i].Amount
			return b
		}
	}
	return games.Bet{Box: box}
}

// Raised returns the PLAY bets of the boxes that play, each as much as its ante, then the ante bonuses as they come to be known.
func (g *Game) Raised(r games.Round) []games.Bet {
	return g.raised(r, g.play(games.NewReplay(r, g.options.Decks), r))
}

func (g *Game) raised(r games.Round, c *coup) []games.Bet {
	var bets []games.Bet
	for _, h := range c.boxes {
		if h.said == Plays {
			b := ante(r.Bets, c.stakes, h.n)
			b.Spot = Play
			bets = append(bets, b)
		}
	}
	for _, h := range c.boxes {
		if h.said != Plays || !g.bonusPaid || !c.asked || !c.dealer.seen || !h.seen {
			continue
		}
		if _, won := table(bonus[:], rankOf(h.cards)[0]); won {
			b := ante(r.Bets, c.stakes, h.n)
			b.Spot, b.Amount = Bonus, 0
			bets = append(bets, b)
		}
	}
	return bets
}

// Hands returns the hands of the boxes in play, ascending, then the dealer's.
func (g *Game) Hands(r games.Round) []games.Hand {
	return g.play(games.NewReplay(r, g.options.Decks), r).hands()
}

func (c *coup) hands() []games.Hand {
	var out []games.Hand
	for _, h := range append(slices.Clone(c.boxes), &c.dealer) {
		if len(h.cards) == 0 {
			continue
		}
		shown := games.Hand{At: h.at(), Cards: slices.Clone(h.cards), Ranked: true}
		if h.seen && len(h.cards) == each {
			shown.Total = rankOf(h.cards)[0]
			shown.Word = words[shown.Total]
		}
		out = append(out, shown)
	}
	return out
}

// SpotOdds returns those of pair plus under a box that always plays, over all hands of a pack.
func (g *Game) SpotOdds() []games.SpotOdds {
	var pack []games.Card
	for r := games.Ace; r <= games.King; r++ {
		for s := games.Spades; s <= games.Diamonds; s++ {
			pack = append(pack, games.NewCard(r, s))
		}
	}
	var t games.Tally
	for i, a := range pack {
		for j, b := range pack[:i] {
			for _, c := range pack[:j] {
				var n games.Deals
				n.Add(1, 1)
				odds, won := table(g.pairPlus[:], rankOf([]games.Card{a, b, c})[0])
				outcome := games.Lose
				if won {
					outcome = games.Win
				}
				t.Count(n, outcome, odds)
			}
		}
	}
	return []games.SpotOdds{t.Odds(PairPlus)}
}

// Words returns the rules of the table, in the order of a hand.
func (g *Game) Words() []games.Sentence {
	out := []games.Sentence{games.Say("tcp_deal"), games.Say("tcp_ask"), games.Say("tcp_dealer_" + g.qualifies)}
	if g.bonusPaid {
		out = append(out, games.Say("tcp_bonus", "SF", bonus[0].String(), "Three", bonus[1].String(), "Straight", bonus[2].String()))
	}
	return out
}
