package threecard

import (
	"slices"

	"sabot/games"
)

// hand is three cards, and whether all of them were seen.
type hand struct {
	n     int // of its box; 0 for the dealer
	cards []games.Card
	seen  bool
	said  games.Action
}

func (h *hand) at() games.Place {
	if h.n == 0 {
		return games.Dealer
	}
	return games.AtBox(h.n)
}

// coup is a round as far as it has come.
type coup struct {
	stakes []games.Stake
	boxes  []*hand
	dealer hand
	asked  bool // all boxes have answered
	over   bool
}

func (c *coup) box(n int) *hand {
	return c.boxes[slices.IndexFunc(c.boxes, func(h *hand) bool { return h.n == n })]
}

// play walks the hand.
func (g *Game) play(t *games.Replay, r games.Round) *coup {
	c := &coup{stakes: g.Stakes(r)}
	for _, n := range inPlay(r.Bets, c.stakes) {
		c.boxes = append(c.boxes, &hand{n: n})
	}
	if len(c.boxes) == 0 {
		t.Fail(games.Errorf(games.NoBets, "", "no box has an ante that stands"))
		return c
	}
	// Three cards in one go to each box and to the dealer.
	for _, h := range append(slices.Clone(c.boxes), &c.dealer) {
		h.seen = true
		for range each {
			card, ok := t.DealSuited(h.at(), true)
			if !ok {
				return c
			}
			h.cards = append(h.cards, card)
			h.seen = h.seen && card.Valid()
		}
	}
	t.Opened()
	plays := false
	for _, h := range c.boxes {
		do, ok := t.Ask(h.at(), []games.Action{Plays, Folds})
		if !ok {
			return c
		}
		h.said = do
		plays = plays || do == Plays
	}
	c.asked = true
	if !plays { // nobody is left to turn cards for
		c.over = true
		return c
	}
	for _, h := range append([]*hand{&c.dealer}, c.boxes...) {
		if !h.seen && h.said != Folds {
			t.Turn(h.at(), true)
			return c
		}
	}
	c.over = true
	return c
}

// inPlay returns the boxes with an ante that stands, ascending.
func inPlay(bets []games.Bet, stakes []games.Stake) []int {
	var boxes []int
	for i, b := range bets {
		if b.Spot == Ante && stakes[i].Stands() {
			boxes = append(boxes, b.Box)
		}
	}
	slices.Sort(boxes)
	return boxes
}

// Next returns what must happen next; no_bets where no box is in play.
func (g *Game) Next(r games.Round) (games.Step, error) {
	t := games.NewReplay(r, g.options.Decks)
	g.play(t, r)
	return t.Step()
}

// FaceDown reports whether a card is due: all are dealt face down.
func (g *Game) FaceDown(r games.Round) bool {
	step, err := g.Next(r)
	return err == nil && step.Kind == games.Deal
}

// Covered reports whether some box has yet to answer: until then all cards stay face down.
func (g *Game) Covered(r games.Round, _ games.Place, _ int) bool { return !g.answered(r) }

func (g *Game) answered(r games.Round) bool {
	return g.play(games.NewReplay(r, g.options.Decks), r).asked
}

// Told returns how many cards were turned.
func (g *Game) Told(r games.Round) int {
	if !g.answered(r) {
		return 0
	}
	n := 0
	for _, l := range r.Laid {
		if l.Card.Valid() && !l.Burned {
			n++
		}
	}
	return n
}

// Unseen puts other cards of the pack in the place of those of boxes that folded: nothing
// depends on them.
func (g *Game) Unseen(r games.Round) games.Round {
	var shoe games.Shoe
	for _, l := range r.Laid {
		if !l.Hidden {
			shoe.Leave(l.Card)
		}
	}
	r.Laid = slices.Clone(r.Laid)
	card := games.NewCard(games.Ace, games.Spades)
	for i := range r.Laid {
		if !r.Laid[i].Hidden {
			continue
		}
		for !shoe.Holds(card, g.options.Decks) {
			card++
		}
		shoe.Leave(card)
		r.Laid[i].Card, r.Laid[i].Hidden = card, false
	}
	return r
}
