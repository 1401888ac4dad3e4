package games

import "slices"

// A Verdict is a judgement of how the cards of a hand lie, and of what is to be done with it.
type Verdict struct {
	// Relaid is the answer of `check` about the same cards.
	Relaid
	// Laid are the cards with their places, in shoe order; a card that was drawn ahead lies at the zero Place.
	Laid []Laid
	// After has the same cards laid right, in the same order: as far as the correct deal and what boxes have decided reach; what is
	// over is burned, or where the rules have it so opens the next hand and lies at the zero Place. Where they cannot be laid right it
	// is Laid.
	After    []Laid
	Right    bool // every card lies where it belongs
	Possible bool // they do not, and can be laid there
	Unseen   bool // that takes a card to be turned first that lies face down
	Again    bool // what boxes have decided was decided on other cards

	former bool // see Judge
}

// OnlyAnswers reports whether no card changes its place where the hand is put right: only what was said counts no more.
func (v Verdict) OnlyAnswers() bool { return v.Possible && SamePlaces(v.Laid, v.After) }

// OnlyBurns reports whether cards are burned where the hand is put right, and no other changes its place.
func (v Verdict) OnlyBurns() bool { return v.Possible && OnlyBurned(v.Laid, v.After) }

// Stays returns the cards of After that stay in the hand.
func (v Verdict) Stays() []Laid { return slices.DeleteFunc(slices.Clone(v.After), v.ahead) }

// OpensNext returns the cards of After that open the next hand.
func (v Verdict) OpensNext() []Laid {
	return slices.DeleteFunc(slices.Clone(v.After), func(l Laid) bool { return !v.ahead(l) })
}

func (v Verdict) ahead(l Laid) bool { return Ahead(l, v.former) }

// Ahead reports whether a card was drawn ahead, and lies nowhere yet. One that is burned without a place lay where nobody said; with former
// it opened the next hand, as records of 0.9 have it.
func Ahead(l Laid, former bool) bool { return (former || !l.Burned) && l.At == Place{} }

// Judge returns what is to be made of a hand's cards. A card belongs where the deal, and what boxes have decided, has it: as `check`
// does, it starts with the initial deal. Where what was decided cannot be with these cards, the dealer having had blackjack, it counts no
// more. With reveal the first cards are laid face down and revealed together; former is of records of 0.9: see Ahead.
func Judge(g Game, r Round, reveal, former bool) Verdict {
	v := Verdict{Laid: r.Laid, After: r.Laid, former: former}
	if decidesUnseen(g, r) {
		v.Unseen = true
		return v
	}
	relaid, err := Relay(g, r)
	if err != nil {
		return v
	}
	v.Relaid = relaid
	if !relaid.Reconstructable {
		return v
	}
	said := r
	if !relaid.Matches {
		said = AskedAgain(r, false)
	}
	after, ok := v.belong(g, said, reveal)
	if !ok && relaid.Matches {
		said, v.Unseen = AskedAgain(r, true), false
		after, ok = v.belong(g, said, reveal)
	}
	if !ok {
		return v
	}
	v.Again = len(said.Decisions) < len(r.Decisions) || said.InsuranceOver != r.InsuranceOver || !slices.Equal(said.Laid, r.Laid)
	v.After, v.Right = after, !v.Again && slices.Equal(after, r.Laid)
	v.Possible = !v.Right && !v.Unseen
	return v
}

// decidesUnseen reports whether a card that nobody has seen decides where those after it belong: where a house may reveal the
// first cards side by side, they decide who draws.
func decidesUnseen(g Game, r Round) bool {
	if !Reveals(g) {
		return false
	}
	deal := len(Opening(g, r, true))
	lie := slices.DeleteFunc(slices.Clone(r.Laid), func(l Laid) bool { return l.Burned })
	return len(lie) > deal && slices.ContainsFunc(lie[:deal], func(l Laid) bool { return l.Hidden })
}

// belong returns where a hand's cards belong; false where what boxes have decided cannot be
// with these cards.
func (v *Verdict) belong(g Game, r Round, reveal bool) ([]Laid, bool) {
	suits := WithSuits(g, r).Laid                       // whether a suit is missing is not what this asks
	after, drawn := make([]Laid, 0, len(r.Laid)), false // an unseen card is drawn ahead
	at := r
	at.Laid = nil
	for i, l := range r.Laid {
		if !l.Burned {
			step, err := g.Next(at)
			switch {
			case err != nil:
				return nil, false
			case step.Kind == Deal && (step.Opening || v.Matches):
				l.At = step.At
				v.Unseen = v.Unseen || l.Hidden && !mayHide(g, at, step, reveal)
			case v.Matches:
				l.Burned = true
				v.Unseen = v.Unseen || l.Hidden
			default:
				l.At = Place{} // it opens the next hand
				v.Unseen = v.Unseen || l.Hidden && drawn
				drawn = drawn || l.Hidden
			}
		}
		if !v.ahead(l) {
			suited := l
			suited.Card = suits[i].Card
			at = at.WithCard(suited)
		}
		after = append(after, l)
	}
	_, err := g.Settle(at)
	return after, err == nil
}

// AskedAgain returns a round of which nothing is left that was said after its initial deal; but
// the insurances where the deal stays as it was.
func AskedAgain(r Round, insured bool) Round {
	if insured {
		r.Decisions = slices.DeleteFunc(slices.Clone(r.Decisions), func(d Decision) bool { return d.Do != Insure })
		return r
	}
	r.Decisions, r.InsuranceOver, r.Laid = nil, false, slices.Clone(r.Laid)
	for i := range r.Laid {
		r.Laid[i].Looked = ""
	}
	return r
}

// WithSuits returns a round with a suit for each card of which nobody read one: where a card
// belongs does not depend on it.
func WithSuits(g Game, r Round) Round {
	r.Laid = withSuits(r.Laid, g.Options().Decks)
	return r
}

// mayHide reports whether the next card may lie face down.
func mayHide(g Game, r Round, step Step, reveal bool) bool {
	if hole, ok := g.(HoleCard); ok {
		return hole.FaceDown(r)
	}
	cards := len(r.Laid)
	for _, l := range r.Laid {
		if l.Burned {
			cards--
		}
	}
	return step.Opening && cards < len(Opening(g, r, reveal))
}

// OnlyBurned reports whether some cards are burned after that lay before, and no other changes its place.
func OnlyBurned(before, after []Laid) bool {
	burned := false
	for i, l := range before {
		switch {
		case i >= len(after):
			return false
		case after[i].Burned && !l.Burned:
			burned = true
		case after[i].At != l.At || after[i].Burned != l.Burned:
			return false
		}
	}
	return burned
}

// SamePlaces reports whether the same cards lie where they lay.
func SamePlaces(before, after []Laid) bool {
	return slices.EqualFunc(before, after, func(x, y Laid) bool { return x.At == y.At && x.Burned == y.Burned && x.Card == y.Card })
}
