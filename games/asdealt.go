package games

import "slices"

// AsDealt returns the cards of a round as they lie if the croupier passed over boxes in each pass, or dealt to boxes whose bets do
// not stand. They are the same cards in shoe order, on the places of the deal without those boxes, or with them (source 004,
// section 7). What was drawn beyond that deal lies where the round has it. Where a card was read that such a deal does not have,
// all cards lie as the round has them. It fails with bad_box where the boxes cannot have been passed over or dealt to.
func AsDealt(g Game, r Round, boxes []int, dealt bool) ([]Laid, error) {
	wrong := Round{Number: r.Number, Out: r.Out}
	var likeness []Bet // of a box that plays, for the boxes that were dealt to
	stakes := g.Stakes(r)
	plays := map[int]bool{}
	for i, b := range r.Bets {
		plays[b.Box] = plays[b.Box] || stakes[i].Stands()
		if slices.Contains(boxes, b.Box) {
			continue
		}
		if stakes[i].Stands() && (len(likeness) == 0 || likeness[0].Box == b.Box) {
			likeness = append(likeness, b)
		}
		wrong.Bets = append(wrong.Bets, b)
	}
	for _, box := range boxes {
		if plays[box] == dealt || box < 1 || box > g.Options().Boxes || len(likeness) == 0 {
			return nil, Errorf(BadBox, "", "box %d was not passed over or dealt to by mistake", box)
		}
		for _, b := range likeness {
			if b.Box = box; dealt {
				wrong.Bets = append(wrong.Bets, b)
			}
		}
	}
	if places := Opening(g, r, false); places != nil {
		return dealtFaceDown(g, wrong, r.Laid, places[0])
	}
	out := make([]Laid, 0, len(r.Laid))
	asked := withSuits(r.Laid, g.Options().Decks)
	for i, l := range r.Laid {
		if !l.Burned {
			step, err := g.Next(wrong)
			if err != nil {
				return nil, err
			}
			if step.Kind == Deal && step.Opening {
				l.At = step.At
			}
		}
		asked[i].At = l.At
		wrong = wrong.WithCard(asked[i])
		out = append(out, l)
	}
	return out, nil
}

// dealtFaceDown lays the deal of a round whose cards lie face down: whoever read a card named its place, so
// it stays there, and what nobody has read lies face down where that deal has it. As long as nobody has read
// the card that is laid open first, the deal has come as far as it. Where a card was read at a place that such
// a deal does not have, it answers the cards as they lie.
func dealtFaceDown(g Game, wrong Round, laid []Laid, first Place) ([]Laid, error) {
	var out, read []Laid
	for _, l := range laid {
		switch {
		case l.Burned:
			out = append(out, l)
		case !l.Hidden:
			read = append(read, l)
		}
	}
	asked := withSuits(out, g.Options().Decks)
	for {
		wrong.Laid = asked
		step, err := g.Next(wrong)
		if err != nil {
			return nil, err
		}
		if step.Kind != Deal || !step.Opening {
			break
		}
		l := Laid{At: step.At, Hidden: true}
		i := slices.IndexFunc(read, func(r Laid) bool { return r.At == step.At })
		if i < 0 && step.At == first {
			break
		}
		if i >= 0 {
			l = read[i]
			read = slices.Delete(read, i, i+1)
		}
		out = append(out, l)
		asked = withSuits(out, g.Options().Decks)
	}
	dealt := out
	for _, l := range read { // beyond that deal
		if !slices.ContainsFunc(dealt, func(d Laid) bool { return !d.Burned && d.At == l.At }) {
			return laid, nil
		}
		out = append(out, l)
	}
	return out, nil
}
