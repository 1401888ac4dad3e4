package pit

import (
	"maps"

	"sabot/games"
)

// moved returns the net of each bet by the acts that are done, and by those that were before the hand was put right.
func (h *Hand) moved() map[games.BetKey]games.Amount {
	nets := maps.Clone(h.paidBefore)
	acts := h.Acts()
	for _, a := range acts[:h.doneOf(acts)] {
		add(&nets, a.Key(), a.Net())
	}
	return nets
}

// withdraw keeps what was said to have moved in a hand as it was before an entry was taken back, and is due again. Nothing
// is reckoned with it: the croupier is told which chips go back where they had moved all the same.
func (h *Hand) withdraw(was *Hand) {
	gone := maps.Clone(was.withdrawn)
	for key, net := range was.moved() {
		add(&gone, key, net)
	}
	for key, net := range h.moved() {
		add(&gone, key, -net)
	}
	maps.DeleteFunc(gone, func(_ games.BetKey, net games.Amount) bool { return net == 0 })
	if h.withdrawn = nil; len(gone) > 0 {
		h.withdrawn = gone
	}
}

// confirm forgets of what was taken back each bet of which an act is done that was not among the first done ones before.
func (h *Hand) confirm(done int) {
	acts, left := h.Acts(), maps.Clone(h.withdrawn)
	for i := done; i < h.doneOf(acts); i++ {
		delete(left, acts[i].Key())
	}
	if h.withdrawn = nil; len(left) > 0 {
		h.withdrawn = left
	}
}

// Withdrawn returns the acts that would bring back what was said to have moved and was taken back since, as long as
// nothing of that bet is confirmed again. They are none of the hand's acts.
func (h *Hand) Withdrawn() []Act {
	over := map[games.BetKey]chips{}
	for key, net := range h.withdrawn {
		over[key] = chips{lies: net}
	}
	var acts []Act
	for _, key := range h.inPlace(over) {
		a := Act{Do: Pay, Box: key.Box, Bettor: key.Bettor, Spot: key.Spot, Amount: -over[key].lies}
		if a.Amount < 0 {
			a.Do, a.Amount = Collect, -a.Amount
		}
		acts = append(acts, a)
	}
	return acts
}
