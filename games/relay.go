package games

import "slices"

// A Relaid is a reconstruction of cards that were laid: the same cards, in shoe order, where the correct deal has them (source
// 004, section 7).
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

// Relay lays the cards of a round again, onto the places that the correct deal has. It is the same code for every game: Next
// decides where a card belongs.
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
		out.Carried = append(out.Carried, rest[:min(len(rest), Carried(g))]...)
		out.Surplus = append(out.Surplus, rest[len(out.Carried):]...)
	}
	out.Reconstructable = out.Matches || len(out.Surplus) == 0
	return out, nil
}

// Canonical returns the round with a suit for each card whose suit nobody read and, where the game can close without it, a card
// for one that nobody has seen: what the hand file needs. Nothing that the hand came to depends on either. Unseen are the indexes
// of the cards that nobody has seen.
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

// withSuits returns cards with a suit for each whose suit nobody read: where a card belongs does not depend on it.
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

// Carried returns the most cards that may go over to the next hand of a game; 0 where none may.
func Carried(g Game) int {
	if c, ok := g.(Carrier); ok {
		return c.Carried()
	}
	return 0
}
