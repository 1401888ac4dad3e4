package reports

import (
	"slices"

	"sabot/pit"
	"sabot/pit/people"
)

// dealt adds the croupiers who dealt the hand, where these are not the croupier on duty alone; none before form 7.
func (x Reconstruction) dealt(hand *pit.Hand, h *people.House, form int) Reconstruction {
	if form < ownRulesSince {
		return x
	}
	for _, number := range hand.Dealt {
		x.Dealt = append(x.Dealt, h.NameOf(number))
	}
	if slices.Equal(x.Dealt, []string{x.Croupier}) {
		x.Dealt = nil
	}
	return x
}
