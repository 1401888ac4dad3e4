package pit

import (
	"sabot/pit/pay"
	"sabot/pit/record"
)

// onlyChips reports whether a kind of entry matters, once it is taken back, by the chips that it had move alone: a payment, a decision.
func onlyChips(kind string) bool {
	return kind == record.KindOf(record.PaidOut{}) || kind == record.KindOf(record.Decided{})
}

// Unpaid returns the acts that are done, and are due again by an undo: none by digits of a code, which moved no chip.
func (h *Hand) Unpaid(f record.Undone) []pay.Act {
	if f.Code {
		return nil
	}
	again := h.without(f)
	return h.DoneBeside(&again.Sheet)
}

// Withdrawn returns the acts that would bring back what was said to have moved and was taken back since: see Sheet.
func (h *Hand) Withdrawn() []pay.Act {
	if !h.AnyWithdrawn() {
		return nil
	}
	split := map[int]bool{}
	for _, hand := range h.Hands() {
		split[hand.At.Box] = split[hand.At.Box] || hand.Number == 2
	}
	return h.WithdrawnActs(split)
}
