package pit

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// WentWrong returns what went wrong with the hand and on which box, 0 for none or several: as it was said where it is
// paused. Where a ruling has cards lie wrong nobody says it, and it goes by the cards.
func (h *Hand) WentWrong() (record.Irregularity, int) {
	switch {
	case h.Paused != nil:
		return h.Paused.Kind, h.Paused.Box
	case h.Former || !slices.ContainsFunc(h.Relays, func(r Reconstruction) bool { return len(r.Ruled) > 0 }):
		return record.WrongPlace, 0
	}
	plays, laid := h.plays(), h.onFelt().Laid
	var without, skipped []int
	for _, at := range h.Game.Places() {
		lies := slices.ContainsFunc(laid, func(l games.Laid) bool { return !l.Burned && l.At == at })
		switch {
		case at.Box == 0:
		case lies && !plays[at.Box]:
			without = append(without, at.Box)
		case !lies && plays[at.Box] && slices.ContainsFunc(laid, func(l games.Laid) bool { return !l.Burned && (l.At.Box == 0 || l.At.Box > at.Box) }):
			skipped = append(skipped, at.Box)
		}
	}
	switch {
	case len(without) > 0:
		return record.DealtWithout, onlyBox(without)
	case len(skipped) > 0:
		return record.SkippedBox, onlyBox(skipped)
	}
	return record.WrongPlace, 0
}

// onlyBox returns the one box of some; 0 where there are several.
func onlyBox(boxes []int) int {
	if len(boxes) > 1 {
		return 0
	}
	return boxes[0]
}

// plays returns which boxes have a bet that stands.
func (h *Hand) plays() map[int]bool {
	plays := map[int]bool{}
	for i, stake := range h.Game.Stakes(h.Round) {
		box := h.Round.Bets[i].Box
		plays[box] = plays[box] || stake.Stands()
	}
	return plays
}
