package blackjack

import (
	"slices"

	"sabot/games"
)

// A hand is one hand of a seat.
type hand struct {
	cards   []games.Card
	doubled bool
	split   bool // one of two
	done    bool // it takes no card any more
}

func (h *hand) points() int     { n, _ := Points(h.cards); return n }
func (h *hand) bust() bool      { return h.points() > 21 }
func (h *hand) blackjack() bool { return !h.split && isBlackjack(h.cards) }
func (h *hand) splitAce() bool  { return h.split && isAce(h.cards[0]) }
func (h *hand) canSplit() bool  { return len(h.cards) == 2 && value(h.cards[0]) == value(h.cards[1]) }

// seat is a seat in play and how far it has come.
type seat struct {
	n     int
	first [2]games.Card // as they were dealt, split or not
	hands []*hand       // one; after a split hand 1, the right one, and hand 2
	done  bool          // it has acted
}

// coup is a round as far as it has come.
type coup struct {
	stakes     []games.Stake
	seats      []*seat
	dealer     []games.Card
	opened     bool // the initial deal lies
	insurances []insured
	insurable  []int                // bets that may be insured, in the order of the hand file
	acted      bool                 // a seat has decided: no insurance any more
	asking     int                  // which hand of a split seat the next step is about
	spent      map[int]games.Amount // funds of bets behind, by bet
	actedAll   bool                 // every seat has acted
	hole       games.Laid           // the dealer's second card where he took it face down
	looked     bool                 // whether that makes a blackjack is known
	shown      bool                 // it was turned for everybody
	suits      suits
	over       bool
}

func (c *coup) upCard() games.Card    { return c.dealer[0] }
func (c *coup) dealerBlackjack() bool { return isBlackjack(c.dealer) }

// holeHidden reports whether the dealer's second card lies face down and nobody has read it.
func (c *coup) holeHidden() bool { return len(c.dealer) == 2 && c.hole.Hidden }

// noBlackjack reports whether it is known that the dealer has none: he has looked, or everybody has seen his card.
func (c *coup) noBlackjack() bool {
	return c.hole.Looked == games.NoBlackjack || c.shown && len(c.dealer) > 1 && !c.dealerBlackjack()
}

// paidAtOnce: a player's blackjack is paid at once where the dealer shows neither an
// ace nor a card of value ten.
func (c *coup) paidAtOnce() bool { return !isAce(c.upCard()) && !isTen(c.upCard()) }

// play walks the hand as source 003 has it.
func (g *Game) play(t *games.Replay, r games.Round) *coup { return g.playStaked(t, r, g.Stakes(r)) }

func (g *Game) playStaked(t *games.Replay, r games.Round, stakes []games.Stake) *coup {
	c := &coup{stakes: stakes, spent: map[int]games.Amount{}}
	for _, n := range inPlay(r.Bets, c.stakes) {
		c.seats = append(c.seats, &seat{n: n, hands: []*hand{{}}})
	}
	if len(c.seats) == 0 {
		t.Fail(games.Errorf(games.NoBets, "", "no seat has a main bet that stands"))
		return c
	}
	c.suits = suitsOf(r.Bets, c.stakes)
	if i := slices.IndexFunc(r.Laid, func(l games.Laid) bool { return l.Hidden || l.Looked != "" }); i >= 0 {
		c.hole = r.Laid[i]
		c.looked = c.hole.Looked != ""
		c.shown = c.looked && !c.hole.Hidden // it was turned, in its turn or because everybody had seen it
	}
	if !g.open(t, c) {
		return c
	}
	t.Opened()
	c.opened = true
	if isAce(c.upCard()) && !c.insure(t, r) {
		return c
	}
	if g.american() && c.dealerBlackjack() { // "looks under an ace or a ten-value card"
		c.over, c.shown = true, true
		return c
	}
	if c.holeHidden() && !c.paidAtOnce() && !c.look(t) {
		return c
	}
	c.looked = c.looked || g.american() && !c.holeHidden() && !c.paidAtOnce()
	for _, s := range c.seats {
		done := g.act(t, s, c)
		c.acted = t.Asked()
		if !done {
			return c
		}
		s.done = true
	}
	c.actedAll = true
	c.over = g.dealerPlays(t, r, c)
	return c
}

func (g *Game) american() bool { return g.options.Preset == American }

// original reports whether a dealer's blackjack takes the first stake only, or what is bust.
func (g *Game) original() bool { return !g.american() && g.enhc == TakesOriginal }

// open deals the initial cards: one to each seat, one to the dealer, a second to
// each seat; the hole card where there is one.
func (g *Game) open(t *games.Replay, c *coup) bool {
	for round := range 2 {
		for _, s := range c.seats {
			card, ok := t.DealSuited(games.AtBox(s.n), c.suits.seats[s.n])
			if !ok {
				return false
			}
			s.first[round] = card
			s.hands[0].cards = append(s.hands[0].cards, card)
		}
		if round == 0 || g.american() {
			if !c.toDealer(t, round == 0 && c.suits.up || round == 1 && c.suits.pair) {
				return false
			}
		}
	}
	return true
}

// suits is the set of cards whose suits decide something.
type suits struct {
	seats map[int]bool // their first two cards
	up    bool         // the dealer's first card
	pair  bool         // and his second
}

// suitsOf: the pairs look at the suits of their own two cards, 21+3 at those of the seat's
// two and of the dealer's first; no other bet looks at any (source 003, "il seme non è
// rilevante"), so no card that is drawn has one to be read.
func suitsOf(bets []games.Bet, stakes []games.Stake) suits {
	s := suits{seats: map[int]bool{}}
	for i, b := range bets {
		if !stakes[i].Stands() {
			continue
		}
		switch b.Spot {
		case PlayerPair:
			s.seats[b.Box] = true
		case TwentyOne3:
			s.seats[b.Box], s.up = true, true
		case DealerPair:
			s.up, s.pair = true, true
		}
	}
	return s
}

func (c *coup) toDealer(t *games.Replay, suits bool) bool {
	card, ok := t.DealSuited(games.Dealer, suits)
	if ok {
		c.dealer = append(c.dealer, card)
	}
	return ok
}

// look asks the dealer, before any seat acts, whether the card under his ace or ten makes a blackjack: then it is turned. Where he
// did not answer and a seat has acted, he had none.
func (c *coup) look(t *games.Replay) bool {
	switch {
	case c.hole.Looked == games.HasBlackjack:
		t.Turn(games.Dealer, c.suits.pair)
		return false
	case c.hole.Looked == "" && t.Idle():
		t.Wait(games.Look, games.Dealer)
		return false
	}
	return true
}

// act plays a seat out: one hand, or after a split the right one and then the left.
func (g *Game) act(t *games.Replay, s *seat, c *coup) bool {
	h := s.hands[0]
	split, ok := g.playHand(t, s, h, g.maxSplits > 0)
	if !ok || !split {
		return ok
	}
	// "A split moves one card to each of two hands"
	other := &hand{cards: []games.Card{h.cards[1]}, split: true}
	h.cards, h.split = h.cards[:1:1], true
	s.hands = append(s.hands, other)
	for i, h := range s.hands {
		c.asking = i + 1
		card, ok := t.Deal(games.AtBox(s.n))
		if !ok {
			return false
		}
		h.cards = append(h.cards, card)
		if h.splitAce() && g.splitAcesOneCard {
			h.done = true
			continue
		}
		if _, ok := g.playHand(t, s, h, false); !ok {
			return false
		}
	}
	c.asking = 0
	return true
}

// playHand asks a hand until it stands; split is true where it wants to be two. A hand of 21 or more asks nothing, nor does one
// that was doubled.
func (g *Game) playHand(t *games.Replay, s *seat, h *hand, maySplit bool) (split, ok bool) {
	defer func() { h.done = ok && !split }()
	for h.points() < 21 {
		do, ok := t.Ask(games.AtBox(s.n), g.offers(h, maySplit))
		if !ok {
			return false, false
		}
		switch do {
		case games.Stand:
			return false, true
		case games.Split:
			return true, true
		}
		card, ok := t.Deal(games.AtBox(s.n))
		if !ok {
			h.doubled = do == games.Double
			return false, false
		}
		h.cards = append(h.cards, card)
		if do == games.Double {
			h.doubled = true
			return false, true
		}
	}
	return false, true
}

// offers returns what a hand may do.
func (g *Game) offers(h *hand, maySplit bool) []games.Action {
	offers := []games.Action{games.Hit, games.Stand}
	if len(h.cards) == 2 && (!h.split || g.doubleAfterSplit) {
		offers = append(offers, games.Double)
	}
	if maySplit && h.canSplit() {
		offers = append(offers, games.Split)
	}
	return offers
}

// dealerPlays deals the dealer's cards as far as they decide something: "Se tutti i
// giocatori del tavolo sballano ... la mano si conclude. La seconda carta del banco non
// viene rivelata e il banco non riceve altre carte" (source 003).
func (g *Game) dealerPlays(t *games.Replay, r games.Round, c *coup) bool {
	switch {
	case c.holeHidden():
		if !c.secondDecides(r) {
			return true
		}
		t.Turn(games.Dealer, c.suits.pair)
		return false
	case len(c.dealer) == 1:
		if !c.secondDecides(r) {
			return true
		}
		if !c.toDealer(t, c.suits.pair) {
			return false
		}
	}
	c.shown = g.american() && (c.anyLeft() || c.suits.pair || c.hole.Looked != "")
	if !c.anyLeft() || c.dealerBlackjack() {
		return true
	}
	for g.dealerDraws(c.dealer) {
		if !c.toDealer(t, false) {
			return false
		}
	}
	return true
}

// dealerDraws: to 16, and on a soft 17 where the table has it so.
func (g *Game) dealerDraws(cards []games.Card) bool {
	total, soft := Points(cards)
	return total < 17 || total == 17 && soft && g.hitsSoft17
}

// anyLeft reports whether a hand is left that is neither bust nor a blackjack.
func (c *coup) anyLeft() bool {
	for _, s := range c.seats {
		for _, h := range s.hands {
			if !h.bust() && !h.blackjack() {
				return true
			}
		}
	}
	return false
}

// secondDecides reports whether the dealer's second card decides anything: a hand that is left, a blackjack not yet paid, an
// insurance, a bet on the dealer's pair. A dealer who has looked is known to have no blackjack.
func (c *coup) secondDecides(r games.Round) bool {
	if c.anyLeft() || len(c.insurances) > 0 && !c.noBlackjack() {
		return true
	}
	for _, s := range c.seats {
		if s.hands[0].blackjack() && !c.paidAtOnce() && !c.noBlackjack() {
			return true
		}
	}
	return c.suits.pair
}

// Next returns what must happen next; no_bets where no seat has a main bet.
func (g *Game) Next(r games.Round) (games.Step, error) {
	t := games.NewReplay(r, g.options.Decks)
	c := g.play(t, r)
	step, err := t.Step()
	return g.next(step, c, r), err
}

// next returns a step with what this game alone adds to it.
func (g *Game) next(step games.Step, c *coup, r games.Round) games.Step {
	step.Hand = c.asking
	turned := len(c.dealer) > 1 && !g.american()
	if c.acted || r.InsuranceOver || c.hole.Looked != "" || turned {
		return step
	}
	for _, i := range c.mayInsure(r) {
		step.Insurable = append(step.Insurable, games.Decision{Box: r.Bets[i].Box, Bettor: behindName(r.Bets[i]), Do: games.Insure})
	}
	return step
}

// FaceDown reports whether the next card is the dealer's hole card.
func (g *Game) FaceDown(r games.Round) bool {
	step, err := g.Next(r)
	return err == nil && g.american() && step.Kind == games.Deal && step.Opening && step.At == games.Dealer && len(g.dealerCards(r)) == 1
}

// Unseen puts a card in place of the hole card that nobody has read: a hand that closes
// without it has no bet that it decides, but that it makes no blackjack.
func (g *Game) Unseen(r games.Round) games.Round {
	at := slices.IndexFunc(r.Laid, func(l games.Laid) bool { return l.Hidden })
	if at < 0 {
		return r
	}
	var shoe games.Shoe
	for _, l := range r.Laid {
		if !l.Hidden {
			shoe.Leave(l.Card)
		}
	}
	r.Laid = slices.Clone(r.Laid)
	for rank := games.Rank(2); rank < games.Ten; rank++ { // neither an ace nor a ten
		if card := games.RankOnly(rank); shoe.Holds(card, g.options.Decks) {
			r.Laid[at].Card, r.Laid[at].Hidden = card, false
			break
		}
	}
	return r
}

func (g *Game) dealerCards(r games.Round) []games.Card {
	return g.play(games.NewReplay(r, g.options.Decks), r).dealer
}
