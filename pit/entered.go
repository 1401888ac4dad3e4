package pit

import (
	"slices"

	"sabot/pit/record"
)

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

// DueNow returns the differences of an open hand where another version takes its place, as far as something is done for them at once:
// of bets that this version has not settled yet, what was paid stands until it has.
func (h *Hand) DueNow(is *Hand) []Difference {
	list := h.Differences(is)
	if is.ClosedAt.IsZero() && len(is.Rows)+len(is.Parts) == 0 {
		for i := range list {
			list[i].Is = list[i].Was
		}
	}
	return list
}
