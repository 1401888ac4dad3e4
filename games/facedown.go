package games

// FaceDown is a game whose cards may be dealt face down, so that nobody can enter
// them in shoe order: they are known when they are laid open.
type FaceDown interface {
	// Opening returns the places of the initial deal in the order in which their cards come to be known, a place once for each
	// card; nil where the cards are dealt face up (source 004, section 6, carte alla mano).
	Opening(Round) []Place
	// Reveal returns Opening where the house has the cards of the initial deal revealed when all of them lie, one side after the
	// other; nil where the game has no such habit (source 000, "iniziando dal Giocatore").
	Reveal(Round) []Place
	// Points returns the total of the cards of one place.
	Points([]Card) int
}

// Opening returns the places of a round's initial deal in the order in which its cards come to be known, where that is not the
// order of the shoe; nil where it is. Reveal is true where the house reveals them when all lie.
func Opening(g Game, r Round, reveal bool) []Place {
	game, ok := g.(FaceDown)
	if !ok {
		return nil
	}
	if places := game.Opening(r); places != nil || !reveal {
		return places
	}
	return game.Reveal(r)
}

// Reveals reports whether a game has cards that a house may reveal one side after the other.
func Reveals(g Game) bool {
	game, ok := g.(FaceDown)
	return ok && game.Reveal(Round{Number: 1}) != nil
}

// Arrange puts the cards of an initial deal, known in any order, into shoe order:
// each goes to the place it lies at, in the order in which the deal takes them. The
// round must have no card yet and open must hold the whole initial deal.
func Arrange(g Game, r Round, open []Laid) (Round, error) {
	left := append([]Laid(nil), open...)
	for len(left) > 0 {
		suited := r // a suit that is still to be read does not say where the next card goes
		suited.Laid = withSuits(r.Laid, g.Options().Decks)
		step, err := g.Next(suited)
		if err != nil {
			return r, err
		}
		i := 0
		for i < len(left) && left[i].At != step.At {
			i++
		}
		if step.Kind != Deal || i == len(left) {
			return r, Errorf(Misdeal, "", "the cards that were laid open are not those of the deal: next is %s", describe(step))
		}
		r = r.WithCard(left[i])
		left = append(left[:i], left[i+1:]...)
	}
	return r, nil
}
