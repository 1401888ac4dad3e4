package games

// FaceDown is a game whose cards may be dealt face down, so that nobody can enter
// them in shoe order: they are known when they are laid open (source 004, section
// 6, carte alla mano).
type FaceDown interface {
	// Opening are the places of the initial deal in the order in which their cards
	// come to be known, a place once for each card; nil where the cards are dealt
	// face up.
	Opening(Round) []Place
	// Points is the total of the cards of one place.
	Points([]Card) int
}

// Arrange puts the cards of an initial deal, known in any order, into shoe order:
// each goes to the place it lies at, in the order in which the deal takes them. The
// round must have no card yet and open must hold the whole initial deal.
func Arrange(g Game, r Round, open []Laid) (Round, error) {
	left := append([]Laid(nil), open...)
	for len(left) > 0 {
		step, err := g.Next(r)
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
