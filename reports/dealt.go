package reports

import (
	"slices"

	"sabot/pit"
	"sabot/pit/hand"
)

// dealt adds the croupiers who dealt the hand, where these are not the croupier on duty alone; none before form 7.
func (x Reconstruction) dealt(hand *hand.Hand, h roll, form int) Reconstruction {
	if form < form7 {
		return x
	}
	for _, number := range hand.Dealt {
		x.Dealt = append(x.Dealt, h.who(number, x.At))
	}
	if slices.Equal(x.Dealt, []string{x.Croupier}) {
		x.Dealt = nil
	}
	return x
}

// sharedHands returns the numbers of the hands in whose middle a croupier was relieved.
func sharedHands(t *pit.Table) (numbers []int) {
	for i := range t.History {
		if t.History[i].Shared() {
			numbers = append(numbers, t.History[i].Number)
		}
	}
	return numbers
}
