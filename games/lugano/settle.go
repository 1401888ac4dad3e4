package lugano

import (
	"slices"

	"sabot/games"
)

// What wins are paid (source 004, sections 1 and 5).
var (
	evenMoney = games.Odds{Win: 1, Per: 1}
	twoToOne  = games.Odds{Win: 2, Per: 1}
	eightTo1  = games.Odds{Win: 8, Per: 1}
	tenTo1    = games.Odds{Win: 10, Per: 1}
	thirtyTo1 = games.Odds{Win: 30, Per: 1}
)

// fiftyNine: two cards of 5 to 9 win 1 to 1, on 3-3, 4-4, 8-8 and 9-9 2 to 1; 0 to
// 4 lose (source 004, section 1).
func fiftyNine(b *box) (games.Odds, bool) {
	if b.pairOf(3) || b.pairOf(4) || b.pairOf(8) || b.pairOf(9) {
		return twoToOne, true
	}
	return evenMoney, b.firstTwoPoints() >= 5
}

// pair: two cards of one rank 10 to 1, 9-9 30 to 1 (source 004, section 5).
func pair(b *box) (games.Odds, bool) {
	if b.pairOf(9) {
		return thirtyTo1, true
	}
	return tenTo1, b.isPair()
}

// plusEight: a total of eight with two cards 8 to 1, 9-9 30 to 1 (source 004,
// section 5).
func plusEight(b *box) (games.Odds, bool) {
	if b.pairOf(9) {
		return thirtyTo1, true
	}
	return eightTo1, b.firstTwoPoints() == 8
}

// Pays implements games.Payer: the lower odds first.
func (g *Game) Pays(spot string) []games.Odds {
	switch spot {
	case Pair:
		return []games.Odds{tenTo1, thirtyTo1}
	case PlusEight:
		return []games.Odds{eightTo1, thirtyTo1}
	case Play:
		return []games.Odds{evenMoney}
	}
	return []games.Odds{evenMoney, twoToOne}
}

// Settle pays as source 004 has it: 59, PAIR and +8 are decided by the first two cards, PLAY once the bank
// has drawn.
func (g *Game) Settle(r games.Round) (games.Settlement, error) {
	var s games.Settlement
	if err := g.Resettle(&s, r); err != nil {
		return games.Settlement{}, err
	}
	return s, nil
}

// Resettle implements games.Resettler.
func (g *Game) Resettle(s *games.Settlement, r games.Round) error {
	t := games.NewReplay(r, g.options.Decks)
	stakes, again := games.Stood(g, s, r)
	var room [usualBoxes]box
	c := g.play(t, inPlay(room[:], r.Bets, stakes))
	next, burned, err := t.Close()
	if err != nil {
		return err
	}
	if again && !c.opened && s.Next.Opening { // no bet is decided then or now
		s.Burned, s.Next = burned, next
		return nil
	}
	*s = games.Settlement{Payments: games.NewPayments(s.Payments, r.Bets, stakes), PayOrder: s.PayOrder, Stakes: stakes, Burned: burned, Next: next}
	var byBox [games.MaxBoxes + 1]*box
	for i := range c.boxes {
		byBox[c.boxes[i].n] = &c.boxes[i]
	}
	for i := range s.Payments {
		if p := &s.Payments[i]; !p.Decided {
			g.decide(p, byBox[p.Box], &c)
		}
	}
	if !again {
		s.PayOrder = payOrder(s.PayOrder, s.Payments)
	}
	s.SumUp()
	return nil
}

// decide settles one bet that stands, if the hand has come so far.
func (g *Game) decide(p *games.Payment, b *box, c *coup) {
	if p.Spot == Play {
		if b.doubled {
			p.Added = p.Staked
			p.Staked *= 2
		}
		if !c.over {
			return
		}
		switch player, bank := b.points(), c.bank.points(); {
		case player > bank:
			p.Win(evenMoney, g.options.Rounding)
		case player < bank:
			p.Lose()
		default: // "In caso di pareggio la puntata rimane invariata"
			p.Push()
		}
		return
	}
	if !c.opened {
		return
	}
	odds, won := games.Odds{}, false
	switch p.Spot {
	case Pair:
		odds, won = pair(b)
	case PlusEight:
		odds, won = plusEight(b)
	default:
		odds, won = fiftyNine(b)
	}
	if won {
		p.Win(odds, g.options.Rounding)
	} else {
		p.Lose()
	}
}

// payOrder: clockwise from the croupier's left, on each box the 59, PAIR and +8,
// which are paid first; then the PLAY of every box.
func payOrder(was []int, rows []games.Payment) []int {
	const bits = 16
	order := slices.Grow(was[:0], len(rows))[:len(rows)]
	for i := range order { // as numbers in which the order is, with the bet's own behind it
		p := &rows[i]
		order[i] = ((payStage(p.Spot)<<bits|p.Box)<<bits|payRank(p.Spot))<<bits | i
	}
	slices.Sort(order)
	for i := range order {
		order[i] &= 1<<bits - 1
	}
	return order
}

func payStage(spot string) int {
	if spot == Play {
		return 1
	}
	return 0
}

func payRank(spot string) int { return slices.Index(payRanks[:], spot) }

var payRanks = [...]string{FiftyNine, Pair, PlusEight, Play}

// Hands returns the hands of the boxes in play, ascending, then the bank's.
func (g *Game) Hands(r games.Round) []games.Hand {
	c := g.play(games.NewReplay(r, g.options.Decks), inPlay(nil, r.Bets, g.Stakes(r)))
	return hands(&c)
}

func hands(c *coup) []games.Hand {
	out := make([]games.Hand, 0, len(c.boxes)+1)
	add := func(b *box, at games.Place) {
		if b.dealt > 0 {
			out = append(out, games.Hand{At: at, Cards: append([]games.Card(nil), b.hand()...), Total: b.points()})
		}
	}
	for i := range c.boxes {
		add(&c.boxes[i], games.AtBox(c.boxes[i].n))
	}
	add(&c.bank, games.Bank)
	return out
}
