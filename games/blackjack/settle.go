package blackjack

import (
	"cmp"
	"slices"

	"sabot/games"
)

// Settle pays what is decided: the pairs and 21+3 as soon as their cards lie, a bust
// or a blackjack that is paid at once when the seat has acted, the rest at the end.
func (g *Game) Settle(r games.Round) (games.Settlement, error) {
	t := games.NewReplay(r, g.options.Decks)
	c := g.play(t, r)
	next, burned, err := t.Close()
	if err != nil {
		return games.Settlement{}, err
	}
	s := games.Settlement{Payments: games.NewPayments(nil, r.Bets, c.stakes), Stakes: c.stakes, Burned: burned, Next: g.next(next, c, r)}
	seats := map[int]*seat{}
	for _, seat := range c.seats {
		seats[seat.n] = seat
	}
	for i := range s.Payments {
		p := &s.Payments[i]
		if p.Decided {
			continue
		}
		switch p.Spot {
		case Main:
			g.settleHands(p, c, mainWagers(p, seats[p.Box]), seats[p.Box])
		case Behind:
			g.settleHands(p, c, behindWagers(p, r.Bets[i], c.spent[i], seats[p.Box]), seats[p.Box])
		default:
			g.settleSide(p, c, seats[p.Box])
		}
	}
	for _, in := range c.insurances {
		s.Payments = append(s.Payments, g.settleInsurance(in, r.Bets[in.bet], c))
		if sure := g.even(in, c, seats[r.Bets[in.bet].Box]); sure > 0 {
			if s.Even == nil {
				s.Even = map[int]games.Amount{}
			}
			s.Even[in.bet] = sure
		}
	}
	s.PayOrder = payOrder(s.Payments)
	s.SumUp()
	return s, nil
}

// A wager is the part of a bet on one hand of its seat.
type wager struct {
	hand  *hand
	stake games.Amount
}

// part returns the wager as a piece of its bet.
func (w wager) part(s *seat) games.Part {
	return games.Part{Hand: 1 + slices.Index(s.hands, w.hand), Staked: w.stake}
}

// mainWagers returns the main bet's wagers: one on each of its hands, doubled with it.
func mainWagers(p *games.Payment, s *seat) []wager {
	var list []wager
	for i, h := range s.hands {
		stake := p.Staked
		if i > 0 {
			p.Added += stake
		}
		if h.doubled {
			p.Added += stake
			stake *= 2
		}
		list = append(list, wager{h, stake})
	}
	return list
}

// behindWagers returns those of a bet behind, by its early decision and what the main player did (source 003, the two tables of
// Gioco alle spalle).
func behindWagers(p *games.Payment, b games.Bet, spent games.Amount, s *seat) []wager {
	purse := purse{limited: b.Early.HasFunds, left: b.Early.Funds - spent}
	stake := p.Staked
	follows := b.Early.Choice == games.Follow
	if len(s.hands) == 1 {
		h := s.hands[0]
		if h.doubled && (follows || b.Early.Choice == games.ChooseDouble) && purse.take(stake) {
			p.Added += stake
			return []wager{{h, 2 * stake}}
		}
		return []wager{{h, stake}} // "Prendi e stai": the same card, the stake not doubled
	}
	if !(follows || b.Early.Choice == games.ChooseSplit) || !purse.take(stake) {
		if b.Early.Choice == games.Left {
			return []wager{{s.hands[1], stake}}
		}
		return []wager{{s.hands[0], stake}} // "Segui la mano destra"
	}
	p.Added += stake
	var list []wager
	for _, h := range s.hands {
		on := stake
		if h.doubled && (follows || b.Early.Then == games.Double) && purse.take(stake) {
			p.Added += stake
			on *= 2
		}
		list = append(list, wager{h, on})
	}
	return list
}

// A purse is the money that a bettor behind has left.
type purse struct {
	limited bool
	left    games.Amount
}

func (p *purse) take(amount games.Amount) bool {
	if p.limited && p.left < amount {
		return false
	}
	p.left -= amount
	return true
}

// settleHands settles a bet on the hands of a seat, as far as the round has come.
func (g *Game) settleHands(p *games.Payment, c *coup, wagers []wager, s *seat) {
	p.Staked = 0
	for _, w := range wagers {
		p.Staked += w.stake
	}
	if len(wagers) > 1 {
		g.settleSplit(p, c, wagers, s)
		return
	}
	g.settleHand(p, c, wagers[0], s)
	if len(s.hands) > 1 {
		part := wagers[0].part(s)
		part.Outcome, part.Odds, part.Decided = p.Outcome, p.Odds, p.Decided
		if p.Decided {
			part.Returned = p.Returned - p.Reduced()
		}
		p.Parts = []games.Part{part}
	}
}

// settleHand settles a bet on one hand.
func (g *Game) settleHand(p *games.Payment, c *coup, w wager, s *seat) {
	h := w.hand
	switch {
	case !c.opened:
		return
	case h.bust(): // its stake is taken at once, whatever else the seat still does
		p.Lose()
	case !s.done && !c.over:
		return
	case h.blackjack() && (c.paidAtOnce() || c.noBlackjack()):
		p.Win(g.rules.blackjack, g.options.Rounding)
	case !c.over:
		return
	default:
		g.against(p, c, w)
	}
}

// against compares a hand that is not bust with the dealer's.
func (g *Game) against(p *games.Payment, c *coup, w wager) {
	switch result := c.compare(w.hand); {
	case w.hand.blackjack() && result > 0:
		p.Win(g.rules.blackjack, g.options.Rounding)
	case result > 0:
		p.Win(evenMoney, g.options.Rounding)
	case result == 0:
		p.Push()
	default:
		p.Lose()
		p.Returned += g.spared(p, c, []wager{w})
	}
}

// compare returns more than 0 where the hand beats the dealer's, less where it loses.
func (c *coup) compare(h *hand) int {
	dealer, _ := Points(c.dealer)
	switch {
	case h.bust():
		return -1
	case h.blackjack() || c.dealerBlackjack():
		return cmp.Compare(btoi(h.blackjack()), btoi(c.dealerBlackjack()))
	case dealer > 21:
		return 1
	}
	return cmp.Compare(h.points(), dealer)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// spared returns what a dealer's blackjack leaves of doubled and split stakes where the table takes the original bet only: all but
// the first stake or, if that is more, the stakes on bust hands.
func (g *Game) spared(p *games.Payment, c *coup, wagers []wager) games.Amount {
	if !g.original() || !c.dealerBlackjack() {
		return 0
	}
	var bust games.Amount
	for _, w := range wagers {
		if w.hand.bust() {
			bust += w.stake
		}
	}
	return p.Staked - max(p.Staked-p.Added, bust)
}

// settleSplit settles a bet that was split: each hand by itself, the bet with the net of
// both once nothing of it can change any more.
func (g *Game) settleSplit(p *games.Payment, c *coup, wagers []wager, s *seat) {
	decided := true
	for _, w := range wagers {
		part := w.part(s)
		switch {
		case w.hand.bust():
			part.Outcome, part.Decided = games.Lose, true
		case c.over:
			g.settlePart(&part, c, w.hand)
		}
		decided = decided && part.Decided
		p.Parts = append(p.Parts, part)
	}
	if !decided {
		return
	}
	g.spare(p, c, wagers)
	back := p.Reduced()
	for _, part := range p.Parts {
		back += part.Returned
	}
	p.Returned, p.Decided = back, true
	switch net := p.Net(); {
	case net > 0:
		p.Outcome = games.Win
	case net < 0:
		p.Outcome = games.Lose
	default:
		p.Outcome = games.Push
	}
}

// settlePart compares a split hand that is not bust with the dealer's.
func (g *Game) settlePart(part *games.Part, c *coup, h *hand) {
	part.Decided = true
	switch result := c.compare(h); {
	case result > 0:
		part.Outcome, part.Odds = games.Win, evenMoney
		part.Returned = part.Staked + g.options.Rounding.Winnings(part.Staked, evenMoney)
	case result == 0:
		part.Outcome, part.Returned = games.Push, part.Staked
	default:
		part.Outcome = games.Lose
	}
}

// spare returns to the payment what a dealer's blackjack leaves of split stakes, of the left hand first: stakes on bust hands are
// gone already.
func (g *Game) spare(p *games.Payment, c *coup, wagers []wager) {
	left := g.spared(p, c, wagers)
	for i := len(p.Parts) - 1; i >= 0; i-- {
		if part := &p.Parts[i]; part.Outcome == games.Lose && !wagers[i].hand.bust() {
			part.Returned = min(left, part.Staked)
			left -= part.Returned
		}
	}
}

// settleSide settles a side bet once its cards lie. The dealer's pair waits for the
// hole card to be turned.
func (g *Game) settleSide(p *games.Payment, c *coup, s *seat) {
	var odds games.Odds
	won, known := false, c.opened
	switch p.Spot {
	case PlayerPair:
		if known = known && suited(s.first[:]...); known {
			odds, won = pair(s.first[0], s.first[1])
		}
	case TwentyOne3:
		if known = known && suited(s.first[0], s.first[1], c.upCard()); known {
			var combination int
			if combination, won = three(s.first[0], s.first[1], c.upCard()); won {
				odds = g.twentyOne3[combination]
			}
		}
	case DealerPair:
		if known = (c.actedAll || c.over) && len(c.dealer) >= 2 && c.dealer[1].Valid() && suited(c.dealer[:2]...); known {
			odds, won = pair(c.dealer[0], c.dealer[1])
		}
	}
	switch {
	case !known:
	case won:
		p.Win(odds, g.options.Rounding)
	default:
		p.Lose()
	}
}

// suited reports whether the suits of the cards were read: bets that look at them wait.
func suited(cards ...games.Card) bool {
	return !slices.ContainsFunc(cards, func(c games.Card) bool { return !c.Suited() })
}

// settleInsurance returns the row of an insurance: 2 to 1 on a dealer's blackjack.
func (g *Game) settleInsurance(in insured, b games.Bet, c *coup) games.Payment {
	p := games.Payment{Box: b.Box, Spot: Insurance, Bettor: b.Bettor, Amount: in.price, Staked: in.price}
	switch {
	case len(c.dealer) < 2 || g.american() && !c.acted && !c.over && !c.noBlackjack(): // the dealer has not looked yet
	case c.dealerBlackjack():
		p.Win(twoTo1, g.options.Rounding)
	default:
		p.Lose()
	}
	return p
}

// even returns what a blackjack that is insured wins for sure. Against a dealer's blackjack it pushes and the insurance pays,
// against any other hand it wins and the insurance is lost. 0 where that is not the same, as where a blackjack pays 6:5 or the
// payout is rounded.
func (g *Game) even(in insured, c *coup, s *seat) games.Amount {
	if !c.opened || !s.hands[0].blackjack() {
		return 0
	}
	sure := g.options.Rounding.Winnings(in.price, twoTo1)
	if g.options.Rounding.Winnings(c.stakes[in.bet].Amount, g.rules.blackjack)-in.price != sure {
		return 0
	}
	return sure
}

// payOrder: the side bets, then the hands, clockwise, each seat's main first.
func payOrder(rows []games.Payment) []int {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	rank := map[string]int{PlayerPair: 0, TwentyOne3: 1, DealerPair: 2, Insurance: 3, Main: 4, Behind: 5}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &rows[i], &rows[j]
		return cmp.Or(cmp.Compare(a.Box, b.Box), cmp.Compare(rank[a.Spot], rank[b.Spot]))
	})
	return order
}

// Hands returns the hands of the seats in play, ascending, then the dealer's.
func (g *Game) Hands(r games.Round) []games.Hand {
	return g.handsOf(g.play(games.NewReplay(r, g.options.Decks), r))
}

func (g *Game) handsOf(c *coup) []games.Hand {
	var out []games.Hand
	for _, s := range c.seats {
		for i, h := range s.hands {
			if len(h.cards) == 0 {
				continue
			}
			total, soft := Points(h.cards)
			shown := games.Hand{At: games.AtBox(s.n), Cards: slices.Clone(h.cards), Total: total, Soft: soft, Done: h.done || c.over, Blackjack: h.blackjack()}
			if h.split {
				shown.Number = i + 1
			}
			shown.Word = word(shown)
			out = append(out, shown)
		}
	}
	if len(c.dealer) > 0 {
		total, soft := Points(c.dealer)
		shown := games.Hand{At: games.Dealer, Cards: slices.Clone(c.dealer), Total: total, Soft: soft, Blackjack: c.dealerBlackjack()}
		shown.Done = c.over || len(c.dealer) > 1 && !g.dealerDraws(c.dealer)
		shown.Word = word(shown)
		out = append(out, shown)
	}
	return out
}

func word(h games.Hand) string {
	if h.Blackjack {
		return "blackjack"
	}
	return ""
}
