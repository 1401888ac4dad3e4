package pit

import "sabot/games"

// Staked is what is staked in the open hand and still lies on the felt, as it was accepted,
// doubling and insurances with it: on each box, and on all of them together (source 000,
// "Puntata totale"). What was collected, or paid with its stake, is staked no more.
func (t Bets) Staked() (boxes map[int]games.Amount, all games.Amount) {
	boxes = map[int]games.Amount{}
	if t.at.Game == nil {
		return boxes, 0
	}
	h := t.Hand
	add := func(box int, stake games.Amount) { boxes[box] += stake; all += stake }
	if s, err := t.at.Game.Settle(h.Round); err == nil {
		gone := h.Gone()
		for i, p := range s.Payments {
			if h.Unlaid(i) {
				continue
			}
			add(p.Box, min(p.Staked, max(0, p.Amount+p.Added-gone[i])))
		}
		return boxes, all
	}
	for i, s := range t.at.Game.Stakes(h.Round) {
		add(h.Round.Bets[i].Box, s.Amount)
	}
	return boxes, all
}
