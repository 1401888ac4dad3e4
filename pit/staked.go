package pit

import "sabot/games"

// Staked is what is staked in the open hand, as it was accepted, doubling and insurances
// with it: on each box, and on all of them together (source 000, "Puntata totale").
func (t *Table) Staked() (boxes map[int]games.Amount, all games.Amount) {
	boxes = map[int]games.Amount{}
	if t.Game == nil {
		return boxes, 0
	}
	h := &t.Current
	add := func(box int, stake games.Amount) { boxes[box] += stake; all += stake }
	if s, err := t.Game.Settle(h.Round); err == nil {
		for _, p := range s.Payments {
			add(p.Box, p.Staked)
		}
		return boxes, all
	}
	for i, s := range t.Game.Stakes(h.Round) {
		add(h.Round.Bets[i].Box, s.Amount)
	}
	return boxes, all
}
