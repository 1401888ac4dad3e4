package pit

import (
	"slices"

	"sabot/pit/record"
)

// dealtBy adds the croupier of an entry to those who dealt the hand. The burn of a shoe is none of the hand's own acts.
func (h *Hand) dealtBy(e record.Entry) {
	if _, burn := e.Fact.(record.FirstBurned); burn || record.RealmOf(e.Fact) != record.OfHand {
		return
	}
	if n := len(h.Dealt); n == 0 || h.Dealt[n-1] != e.By {
		h.Dealt = append(slices.Clip(h.Dealt), e.By)
	}
}

// Shared reports whether more than one croupier dealt the hand: one was relieved in its middle.
func (h *Hand) Shared() bool { return len(h.Dealt) > 1 }
