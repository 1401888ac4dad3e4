// Package demo plays hands at a table as a croupier would key them in: through the
// session, command by command. The same seed gives the same hands.
package demo

import (
	"context"
	"math/rand"
	"slices"
	"time"

	"sabot/app/session"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A Clock is a clock that moves only when it is told to.
type Clock struct{ now time.Time }

// NewClock starts at a time.
func NewClock(start time.Time) *Clock { return &Clock{start} }

// Now returns the clock's time.
func (c *Clock) Now() time.Time { return c.now }

// Set puts the clock to a time: another table had its night at the same time.
func (c *Clock) Set(to time.Time) { c.now = to }

// Pass lets time pass.
func (c *Clock) Pass(d time.Duration) { c.now = c.now.Add(d) }

// A player is a running demonstration: a table, those who work at it, a shoe, a little chance.
type player struct {
	crew
	table   *session.Table
	clock   *Clock
	rng     *rand.Rand
	shoe    []games.Card
	hole    games.Card // that lies face down
	trouble int        // what goes wrong next, of troubles; none where it is below 0
	sorted  int        // how many troubles there were
	err     error
}

// Play opens a table with its float counted, plays hands on it and leaves it open. Hands
// that a manager cancels are played besides. Where the table is open it goes on: the hand
// that somebody left is played to its end first. Errors: those of the session; and ctx's.
func Play(ctx context.Context, h *session.House, clock *Clock, name string, hands int, seed int64) (err error) {
	t, err := h.OpenTable(name)
	if err != nil {
		return err
	}
	defer func() { err = firstOf(err, t.Release()) }()
	p := &player{table: t, clock: clock, rng: rand.New(rand.NewSource(seed)), trouble: none}
	if p.crew, err = signedOn(h); err != nil {
		return err
	}
	if p.croupiers, err = free(t, p.croupiers); err != nil {
		return err
	}
	if t.State.Open {
		p.goOn()
	} else {
		p.try(t.Open(p.croupiers[0], p.inspector, p.opener()))
	}
	if p.err != nil {
		return p.err
	}
	const handsBetweenReliefs = 25
	for n := range hands {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if n > 0 && n%handsBetweenReliefs == 0 && len(p.croupiers) > 1 {
			p.try(t.TakeOver(p.croupiers[n/handsBetweenReliefs%len(p.croupiers)]))
		}
		p.float(n)
		p.expect(n)
		for p.hand(); p.err == nil && p.cancelled(); {
			p.hand()
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// free returns the croupiers who deal at no other table now; all of them where each does.
func free(t *session.Table, all []house.Badge) (list []house.Badge, err error) {
	for _, who := range all {
		elsewhere, err := t.Elsewhere(who.Number)
		if err != nil {
			return nil, err
		}
		if len(elsewhere) == 0 {
			list = append(list, who)
		}
	}
	if len(list) == 0 {
		list = all
	}
	return list, nil
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// A crew is the people who work at a table, signed on.
type crew struct {
	croupiers          []house.Badge
	inspector, manager house.Badge
}

// Crew returns the croupiers and the inspector of a house to try, signed on with the PINs of its plan.
func Crew(h *session.House) (croupiers []house.Badge, inspector house.Badge, err error) {
	c, err := signedOn(h)
	return c.croupiers, c.inspector, err
}

func signedOn(h *session.House) (c crew, err error) {
	for _, s := range house.DemoPlan("it", "", 1).Staff {
		who, err := h.SignOn(s.Number + s.PIN)
		switch {
		case err != nil:
			return crew{}, err
		case who.MayDeal():
			c.croupiers = append(c.croupiers, who)
		case who.Role == record.Inspector:
			c.inspector = who
		case who.Role == record.Manager:
			c.manager = who
		}
	}
	return c, nil
}

// dealer returns the croupier on duty.
func (c crew) dealer(t *session.Table) house.Badge {
	for _, b := range c.croupiers {
		if b.Number == t.State.Croupier {
			return b
		}
	}
	return house.Badge{}
}

func (p *player) try(err error) {
	if p.err == nil {
		p.err = err
	}
}

func (p *player) do(c session.Command, badges ...house.Badge) {
	if p.err == nil {
		p.clock.Pass(time.Duration(600+p.rng.Intn(1500)) * time.Millisecond)
		p.err = p.table.Do(c, badges...)
	}
}

// may carries a command out where the table takes it now.
func (p *player) may(c session.Command, badges ...house.Badge) bool {
	if _, refused := c(p.table.State); refused != nil || p.err != nil {
		return false
	}
	p.do(c, badges...)
	return p.err == nil
}

// draw takes the next card out of the shoe.
func (p *player) draw() games.Card {
	card := p.shoe[0]
	p.shoe = p.shoe[1:]
	return card
}

// hand plays one hand, with a new shoe where little is left of the old one.
func (p *player) hand() {
	const cut = 60
	p.sees()
	if len(p.shoe) < cut || p.table.State.Deal().Phase() == hand.Shoeless {
		p.shuffle()
		p.newShoe()
	}
	p.bets()
	p.do(pit.OfBets(hand.Bets.Close))
	p.deal()
}

// deal plays a hand on whose bets are closed.
func (p *player) deal() {
	for p.err == nil {
		if p.table.State.Deal().MayHide() {
			p.hole = p.draw()
			p.do(pit.OfDeal(hand.Deal.Hide))
			continue
		}
		if p.goesWrong() {
			if p.cancelled() {
				return
			}
			continue
		}
		switch step := p.table.State.Deal().Next(); step.Kind {
		case games.Turn:
			p.turn()
		case games.Insuring:
			p.insures(step)
		case games.Look:
			blackjack := p.looks()
			p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(blackjack) })
		case games.Deal:
			card := p.draw()
			p.slip()
			p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card.String()) })
		case games.Ask:
			do := p.decide(step)
			p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(do) })
		default:
			p.do(pit.OfDeal(hand.Deal.PayAll))
			p.clock.Pass(12 * time.Second)
			p.goesWrong()
			return
		}
	}
}

// cancelled reports whether the hand before was cancelled.
func (p *player) cancelled() bool {
	hands := p.table.State.History
	return p.table.State.Current.Empty() && len(hands) > 0 && hands[len(hands)-1].Cancelled != nil
}

// newShoe takes what is owed, puts the shoe in place and burns its first card.
func (p *player) newShoe() {
	if len(p.table.State.Debts()) > 0 {
		p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(0) })
	}
	shoe, badges := pit.NewShoe{}, []house.Badge(nil)
	if p.table.State.Deal().EndsEarly() {
		shoe.Approver, badges = &p.inspector.Staff, []house.Badge{p.inspector}
	}
	p.do(func(t *pit.Table) ([]record.Fact, error) {
		shoe.Fresh = t.DueCards(p.clock.Now()) != ""
		return t.StartShoe(shoe, p.clock.Now())
	}, badges...)
	if p.err == nil && p.table.State.Deal().Phase() == hand.Burning {
		p.burn()
	}
}

// burn burns the first card of a shoe, and as many as it says.
func (p *player) burn() {
	first := p.shoe[0]
	p.shoe = p.shoe[1+first.BurnCount():]
	p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().BurnFirst(first.String()) })
}

func (p *player) shuffle() {
	p.shoe = p.shoe[:0]
	for range p.table.State.Game.Options().Decks {
		for r := games.Ace; r <= games.King; r++ {
			for s := games.Spades; s <= games.Diamonds; s++ {
				p.shoe = append(p.shoe, games.NewCard(r, s))
			}
		}
	}
	p.rng.Shuffle(len(p.shoe), func(i, j int) { p.shoe[i], p.shoe[j] = p.shoe[j], p.shoe[i] })
}

// bets puts bets on some boxes; often they are those of the hand before.
func (p *player) bets() {
	if len(p.table.State.LastBets) > 0 && p.rng.Intn(3) > 0 {
		p.do(pit.OfBets(hand.Bets.Repeat))
		return
	}
	chips := []games.Amount{1000, 2500, 5000, 10000}
	game := p.table.State.Game
	for n, box := range p.rng.Perm(game.Options().Boxes)[:3+p.rng.Intn(4)] {
		base := chips[p.rng.Intn(len(chips))]
		for i, s := range game.Offered(p.table.State.Current.Round) {
			bet := games.Bet{Box: box + 1, Spot: s.Name, Amount: max(base, game.Options().Limits[s.Name].Min)}
			switch {
			case n == 0 && i == 0: // somebody plays in every hand
			case s.Mandatory && i > 0:
				bet.Amount = base * games.Amount(1+p.rng.Intn(3)) // now and then over twice the 59
			case s.Mandatory, i == 0 && !p.twoSided():
			case p.rng.Intn(3) > 0:
				continue
			case s.Early:
				bet.Bettor = "2"
			case !p.twoSided() || i >= 3:
				bet.Amount = 500
			}
			p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(bet) })
			if s.Early {
				early := games.Early{Choice: []games.Choice{games.Follow, games.ChooseSplit, games.Left, games.None}[p.rng.Intn(4)]}
				p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().ChooseEarly(bet.Box, bet.Bettor, early) })
			}
		}
	}
}

func (p *player) twoSided() bool {
	_, ok := p.table.State.Game.(games.TwoSided)
	return ok
}

// turn turns the card that lies face down.
func (p *player) turn() {
	p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(p.hole.String()) })
}

// looks reports whether the dealer who looks has a blackjack.
func (p *player) looks() bool {
	for _, hand := range p.table.State.Current.Hands() {
		if hand.At == games.Dealer {
			up, hole := hand.Cards[0].Rank(), p.hole.Rank()
			return up == games.Ace && hole >= games.Ten || up >= games.Ten && hole == games.Ace
		}
	}
	return false
}

// insures buys insurance for somebody now and then, or ends it.
func (p *player) insures(step games.Step) {
	if d := step.Insurable[p.rng.Intn(len(step.Insurable))]; p.rng.Intn(3) == 0 {
		p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(d.Box, d.Bettor) })
		return
	}
	p.do(pit.OfBets(hand.Bets.EndInsurance))
}

// slip types a wrong key now and then, and takes it back at once. Where somebody left the shoe it may be a card that cannot come any
// more: that does not lie.
func (p *player) slip() {
	if p.rng.Intn(150) > 0 {
		return
	}
	last := p.shoe[len(p.shoe)-1] // it is in the shoe still
	before, _ := p.table.State.Deal().LastKeyed()
	p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(last.String()) })
	if typed, _ := p.table.State.Deal().LastKeyed(); typed.Seq != before.Seq {
		p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) })
	}
}

// decide draws on low totals, and doubles now and then.
func (p *player) decide(step games.Step) games.Action {
	total := 0
	for _, h := range p.table.State.Current.Hands() {
		if h.At == step.At && (step.Hand == 0 || h.Number == step.Hand) {
			total = h.Total
		}
	}
	switch {
	case slices.Contains(step.Offers, games.Split) && p.rng.Intn(2) == 0:
		return games.Split
	case slices.Contains(step.Offers, games.Hit) && total >= 9 && total <= 11 && slices.Contains(step.Offers, games.Double):
		return games.Double
	case slices.Contains(step.Offers, games.Hit) && total < 16:
		return games.Hit
	case slices.Contains(step.Offers, games.Hit):
		return games.Stand
	case total > 5 || total == 5 && p.rng.Intn(2) == 0:
		return games.Stand
	case p.rng.Intn(8) == 0:
		return games.Double
	}
	return games.Draw
}
