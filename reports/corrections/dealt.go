package corrections

import (
	"slices"

	"sabot/pit/hand"
	"sabot/reports/forms"
)

// dealt adds the croupiers who dealt the hand, where these are not the croupier on duty alone; none before form 7.
func (x Reconstruction) dealt(hand *hand.Hand, h forms.Roll, form int) Reconstruction {
	if form < forms.Seven {
		return x
	}
	for _, number := range hand.Dealt {
		x.Dealt = append(x.Dealt, h.Who(number, x.At))
	}
	if slices.Equal(x.Dealt, []string{x.Croupier}) {
		x.Dealt = nil
	}
	return x
}
