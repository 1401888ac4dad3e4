package games

import "slices"

// Relaid is what reconstruction makes of cards that were laid: the same cards, in
// shoe order, where the correct deal has them (source 004, section 7).
type Relaid struct {
	Matches         bool   // the cards lie where the correct deal has them
	Reconstructable bool   // no card is left to burn
	Cards           []Laid // as far as the correct deal reaches
	Moved           []Move // those of Cards whose place changes
	Surplus         []Card // left over: they would have to be burned
	Carried         []Card // left over, and lawfully the first of the next hand
	Next            string // where the next card goes; "" where the deal is complete
}

// Move is a card that goes from where it lies to where it belongs.
type Move struct {
	Card     Card
	From, To Place
}

// Relay lays the cards of a round again, onto the places that the correct deal
// has. It is the same code for every game: where a card belongs is what Next says.
func Relay(g Game, r Round) (Relaid, error) {
	laid, asked := r.Laid, withSuits(r.Laid, g.Options().Decks)
	r.Laid, r.Decisions = nil, nil
	step, err := g.Next(r)
	if err != nil {
		return Relaid{}, err
	}
	out := Relaid{Matches: true, Cards: []Laid{}, Moved: []Move{}, Surplus: []Card{}, Carried: []Card{}}
	var rest []Card
	for i, l := range laid {
		if l.Burned {
			continue
		}
		if step.Kind != Deal || !step.Opening {
			rest = append(rest, l.Card)
			continue
		}
		at := step.At
		out.Cards = append(out.Cards, Laid{Card: l.Card, At: at, Hidden: l.Hidden})
		if l.At != at {
			out.Matches = false
			out.Moved = append(out.Moved, Move{l.Card, l.At, at})
		}
		r = r.WithCard(Laid{Card: asked[i].Card, At: at, Hidden: l.Hidden})
		if step, err = g.Next(r); err != nil {
			return Relaid{}, err
		}
	}
	if step.Kind == Deal && step.Opening {
		out.Next = step.At.String()
	}
	if step.Kind == Finished && step.Opening && len(rest) > 0 {
		out.Matches = false // the whole hand is the opening: no decision can have drawn them
	}
	if !out.Matches {
		out.Carried = append(out.Carried, rest[:min(len(rest), mostCarried(g))]...)
		out.Surplus = append(out.Surplus, rest[len(out.Carried):]...)
	}
	out.Reconstructable = out.Matches || len(out.Surplus) == 0
	return out, nil
}

// Canonical is the round with a suit for each card whose suit nobody read and, where the
// game can close without it, a card for one that nobody has seen: what the hand file
// needs. Nothing that the hand came to depends on either. Unseen are where among the cards
// those lie that nobody has seen.
func Canonical(g Game, r Round) (canonical Round, unseen []int) {
	for i, l := range r.Laid {
		if l.Hidden {
			unseen = append(unseen, i)
		}
	}
	if game, ok := g.(HoleCard); ok {
		r = game.Unseen(r)
	}
	r.Laid = withSuits(r.Laid, g.Options().Decks)
	return r, unseen
}

// withSuits are cards with a suit for each whose suit nobody read: where a card belongs
// does not depend on it.
func withSuits(laid []Laid, decks int) []Laid {
	cards := make([]Card, len(laid))
	for i, l := range laid {
		cards[i] = l.Card
	}
	out := slices.Clone(laid)
	for i, c := range Suited(cards, decks) {
		out[i].Card = c
	}
	return out
}

func mostCarried(g Game) int {
	if c, ok := g.(Carrier); ok {
		return c.Carried()
	}
	return 0
}

// AsDealt is how the cards of a round lie if whoever dealt them passed over one box, or
// dealt to one whose bets do not stand: the same cards in shoe order, on the places of
// the deal without that box, or with it (source 004, section 7). It fails with misdeal
// where there are more cards than that deal has places, and with bad_box where the box
// cannot have been passed over or dealt to.
func AsDealt(g Game, r Round, box int, dealt bool) ([]Laid, error) {
	wrong := Round{Number: r.Number, Out: r.Out}
	var likeness []Bet // of a box that plays, for the box that was dealt to
	stakes := g.Stakes(r)
	plays := false
	for i, b := range r.Bets {
		switch {
		case b.Box == box:
			plays = plays || stakes[i].Stands()
			continue
		case stakes[i].Stands() && (len(likeness) == 0 || likeness[0].Box == b.Box):
			likeness = append(likeness, b)
		}
		wrong.Bets = append(wrong.Bets, b)
	}
	if plays == dealt || box < 1 || box > g.Options().Boxes || len(likeness) == 0 {
		return nil, Errorf(BadBox, "", "box %d was not passed over or dealt to by mistake", box)
	}
	if dealt {
		for _, b := range likeness {
			b.Box = box
			wrong.Bets = append(wrong.Bets, b)
		}
	}
	out := make([]Laid, 0, len(r.Laid))
	asked := withSuits(r.Laid, g.Options().Decks)
	for i, l := range r.Laid {
		if !l.Burned {
			step, err := g.Next(wrong)
			if err != nil {
				return nil, err
			}
			if step.Kind != Deal || !step.Opening {
				return nil, Errorf(Misdeal, "", "%s lies beyond the initial deal", l.Card)
			}
			l.At = step.At
		}
		asked[i].At = l.At
		wrong = wrong.WithCard(asked[i])
		out = append(out, l)
	}
	return out, nil
}
