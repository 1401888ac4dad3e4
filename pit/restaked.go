package pit

import (
	"slices"

	"sabot/games"
)

// A Restaked is a bet that lies as it lay, and of which another amount plays once another bet was changed: the limits go by that
// one. Minor units.
type Restaked struct {
	games.BetKey
	Was, Is games.Amount
	Back    games.Amount // goes back of it; 0 where something of the bet was paid or collected, which is settled anew
}

// Restaked returns those bets of a hand that was put right.
func (h *Hand) Restaked(r *Reconstruction) []Restaked {
	if len(r.Now.Bets) == 0 || slices.Equal(r.Round.Bets, r.Now.Bets) {
		return nil
	}
	var out []Restaked
	was, is := h.game.Stakes(r.Round), h.game.Stakes(r.Now)
	for i, b := range r.Now.Bets {
		n := slices.IndexFunc(r.Round.Bets, func(o games.Bet) bool { return o.Key() == b.Key() && o.Amount == b.Amount })
		if n < 0 || was[n].Amount == is[i].Amount {
			continue
		}
		x := Restaked{BetKey: b.Key(), Was: was[n].Amount, Is: is[i].Amount}
		if _, done := r.then[b.Key()]; !done {
			x.Back = max(0, x.Was-x.Is)
		}
		out = append(out, x)
	}
	return out
}
