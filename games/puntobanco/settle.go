package puntobanco

import (
	"cmp"
	"slices"

	"sabot/games"
)

// What wins are paid (sources 000 and 002).
var (
	evenMoney     = games.Odds{Win: 1, Per: 1}
	lessFive      = games.Odds{Win: 19, Per: 20} // "0,95:1"
	half          = games.Odds{Win: 1, Per: 2}   // "0,5:1 se vince con 6 punti"
	twoTo1        = games.Odds{Win: 2, Per: 1}
	fourTo1       = games.Odds{Win: 4, Per: 1}
	fiveTo1       = games.Odds{Win: 5, Per: 1}
	sixTo1        = games.Odds{Win: 6, Per: 1}
	eightTo1      = games.Odds{Win: 8, Per: 1}
	tenTo1        = games.Odds{Win: 10, Per: 1}
	elevenTo1     = games.Odds{Win: 11, Per: 1}
	fifteenTo1    = games.Odds{Win: 15, Per: 1}
	twentyFive    = games.Odds{Win: 25, Per: 1}
	thirtyTo1     = games.Odds{Win: 30, Per: 1}
	twoHundred    = games.Odds{Win: 200, Per: 1}
	bonusByMargin = [10]games.Odds{9: thirtyTo1, 8: tenTo1, 7: sixTo1, 6: fourTo1, 5: twoTo1, 4: evenMoney}
)

// commission is the share of a tracked banker's win that stays owed: five per cent.
var commission = games.Odds{Win: 1, Per: 20}

// A result is the outcome of a hand: all that the bets on totals look at.
type result struct {
	player, banker int
	natural        bool
}

func (c *coup) result() result { return result{c.player.points(), c.banker.points(), c.natural()} }

// pairs is the outcome of the first four cards: all that the pair bets look at.
type pairs struct{ player, banker, perfectPlayer, perfectBanker bool }

func (c *coup) pairs() pairs {
	return pairs{c.player.isPair(), c.banker.isPair(), c.player.isPerfect(), c.banker.isPerfect()}
}

// onTotals returns the outcome of a bet on the totals, and what it pays where it wins.
func (g *Game) onTotals(spot string, r result) (games.Outcome, games.Odds) {
	switch spot {
	case Player:
		return sides(r.player, r.banker), evenMoney
	case Banker:
		return sides(r.banker, r.player), g.bankerPays(r)
	case Tie:
		return won(r.player == r.banker), eightTo1
	case PlayerBonus:
		return bonus(r.player, r.banker, r.natural)
	case BankerBonus:
		return bonus(r.banker, r.player, r.natural)
	default: // Super6: "paga 15:1 se il Banco vince con un punteggio di 6"
		return won(r.banker == 6 && r.banker > r.player), fifteenTo1
	}
}

// sides: the higher total wins; a tie leaves the stake where it lies.
func sides(mine, other int) games.Outcome {
	if mine == other {
		return games.Push
	}
	return won(mine > other)
}

func won(yes bool) games.Outcome {
	if yes {
		return games.Win
	}
	return games.Lose
}

// Pays implements games.Payer: a bonus tells what a natural wins, then a margin of nine and less.
func (g *Game) Pays(spot string) []games.Odds {
	switch spot {
	case Player:
		return []games.Odds{evenMoney}
	case Banker:
		return slices.Compact([]games.Odds{g.bankerPays(result{banker: 7}), g.bankerPays(result{banker: 6})})
	case Tie:
		return []games.Odds{eightTo1}
	case PlayerPair, BankerPair:
		return []games.Odds{elevenTo1}
	case EitherPair:
		return []games.Odds{fiveTo1}
	case PerfectPair:
		if g.perfectBoth200 {
			return []games.Odds{twentyFive, twoHundred}
		}
		return []games.Odds{twentyFive}
	case PlayerBonus, BankerBonus:
		pays := []games.Odds{evenMoney}
		for margin := len(bonusByMargin) - 1; bonusByMargin[margin].Per > 0; margin-- {
			pays = append(pays, bonusByMargin[margin])
		}
		return pays
	}
	return []games.Odds{fifteenTo1}
}

// bankerPays returns the odds of a banker's win: 19 to 20; without commission even money, half on a win with 6; tracked, even
// money and the commission owed.
func (g *Game) bankerPays(r result) games.Odds {
	switch {
	case g.noCommission && r.banker == 6:
		return half
	case g.noCommission || g.commission == Tracked:
		return evenMoney
	}
	return lessFive
}

// bonus: a natural win 1 to 1, both natural and equal a push, else by the margin
// from 4 up (source 000, Bonus Giocatore e Bonus Banco).
func bonus(mine, other int, natural bool) (games.Outcome, games.Odds) {
	margin := mine - other
	switch {
	case natural && margin == 0:
		return games.Push, games.Odds{}
	case natural && margin > 0:
		return games.Win, evenMoney
	case !natural && margin >= 4:
		return games.Win, bonusByMargin[margin]
	}
	return games.Lose, games.Odds{}
}

// onPairs returns the outcome of a bet on the first two cards of the sides.
func (g *Game) onPairs(spot string, p pairs) (games.Outcome, games.Odds) {
	switch spot {
	case PlayerPair:
		return won(p.player), elevenTo1
	case BankerPair:
		return won(p.banker), elevenTo1
	case EitherPair:
		return won(p.player || p.banker), fiveTo1
	default: // PerfectPair
		if g.perfectBoth200 && p.perfectPlayer && p.perfectBanker {
			return games.Win, twoHundred
		}
		return won(p.perfectPlayer || p.perfectBanker), twentyFive
	}
}

func onFirstFour(spot string) bool {
	return spot == PlayerPair || spot == BankerPair || spot == EitherPair || spot == PerfectPair
}

// Settle pays everything at the end of the hand.
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
	c := g.play(t, r, stakes)
	next, burned, err := t.Close()
	if err != nil {
		return err
	}
	*s = games.Settlement{Payments: games.NewPayments(s.Payments, r.Bets, stakes), PayOrder: s.PayOrder, Stakes: stakes, Burned: burned, Next: next}
	for i := range s.Payments {
		if p := &s.Payments[i]; !p.Decided {
			g.decide(p, &c)
		}
	}
	if !again {
		s.PayOrder = payOrder(s.PayOrder, s.Payments)
	}
	s.SumUp()
	return nil
}

// decide settles one bet that stands, once no card is due.
func (g *Game) decide(p *games.Payment, c *coup) {
	var outcome games.Outcome
	var odds games.Odds
	switch {
	case !c.over, p.Spot == PerfectPair && !c.suited():
		return
	case onFirstFour(p.Spot):
		outcome, odds = g.onPairs(p.Spot, c.pairs())
	default:
		outcome, odds = g.onTotals(p.Spot, c.result())
	}
	switch outcome {
	case games.Win:
		p.Win(odds, g.options.Rounding)
		if p.Spot == Banker && g.TracksCommission() {
			p.Tracked, p.Commission = true, g.CommissionRounding().Winnings(p.Staked, commission)
		}
	case games.Lose:
		p.Lose()
	default:
		p.Push()
	}
}

// payOrder: box by box, clockwise from the croupier's left, on each box bettor by
// bettor, the bets of one in the order of the layout.
func payOrder(was []int, rows []games.Payment) []int {
	order := slices.Grow(was[:0], len(rows))[:len(rows)]
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &rows[i], &rows[j]
		return cmp.Or(cmp.Compare(a.Box, b.Box), cmp.Compare(a.Bettor, b.Bettor), cmp.Compare(rank(a.Spot), rank(b.Spot)))
	})
	return order
}

// rank returns the index of a spot in the layout.
func rank(spot string) int {
	return slices.IndexFunc(spots, func(s games.Spot) bool { return s.Name == spot })
}

// Hands returns the player's hand and the banker's.
func (g *Game) Hands(r games.Round) []games.Hand {
	c := g.play(games.NewReplay(r, g.options.Decks), r, g.Stakes(r))
	return hands(&c)
}

func hands(c *coup) []games.Hand {
	out := make([]games.Hand, 0, 2)
	for _, side := range []struct {
		at games.Place
		of *hand
	}{{games.Player, &c.player}, {games.Banker, &c.banker}} {
		if side.of.dealt > 0 {
			out = append(out, games.Hand{At: side.at, Cards: slices.Clone(side.of.all()), Total: side.of.points()})
		}
	}
	return out
}
