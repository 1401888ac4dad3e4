package pit

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// entered returns the hand's cards as they were entered; one that nobody may see yet is face down.
func (h *Hand) entered() []games.Laid {
	laid := slices.Clone(h.onFelt().Laid)
	for i := range h.Round.Laid {
		laid[i].Hidden = laid[i].Hidden || h.covers(i)
	}
	return laid
}

// AsEntered returns the open hand with its cards as they had been entered before somebody said how they lie; false where all of them
// lie there in the same order, wherever that is: then no card is another one.
func (h *Hand) AsEntered() (Hand, bool) {
	entered := *h
	entered.Round.Laid = h.enteredThen
	lie := namesOf(h.Round.Laid)
	for _, l := range namesOf(h.enteredThen) {
		if l.Card.Hidden() { // it may have been turned since
			continue
		}
		i := slices.IndexFunc(lie, func(x record.CardLaid) bool { return x.Card == l.Card })
		if i < 0 {
			return entered, true
		}
		lie = lie[i+1:] // two that changed places are others, each where the other was
	}
	return entered, false
}

// OtherCard reports whether the card of a pair is another one, wherever it lies, or stands in one version alone. Of one that lies face
// down nobody says so.
func (c Compared) OtherCard(p Pair) bool {
	switch {
	case p.Was < 0:
		return !c.Is.Laid[p.Is].Hidden
	case p.Is < 0:
		return !c.Was.Laid[p.Was].Hidden
	}
	was, is := c.Was.Laid[p.Was], c.Is.Laid[p.Is]
	return !was.Hidden && !is.Hidden && record.NameOf(was.Card) != record.NameOf(is.Card)
}
