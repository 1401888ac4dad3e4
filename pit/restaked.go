package pit

import (
	"slices"

	"sabot/games"
)

// A Restaked is a bet of which another amount plays once a bet was changed: the limits go by that one. Of the changed bet itself it
// is what plays where that is not all of it. Minor units.
type Restaked struct {
	games.BetKey
	Was, Is         games.Amount
	IdleWas, IdleIs games.Amount // what of it does not play
	Back            games.Amount // goes back of it; 0 where something of the bet was paid or collected, which is settled anew
}

// Restaked returns those bets of a hand that was put right.
func (h *Hand) Restaked(r *Reconstruction) []Restaked {
	if len(r.Now.Bets) == 0 || slices.Equal(r.Round.Bets, r.Now.Bets) {
		return nil
	}
	var out []Restaked
	was, is := h.Game.Stakes(r.Round), h.Game.Stakes(r.Now)
	for i, b := range r.Now.Bets {
		x := Restaked{BetKey: b.Key(), Is: is[i].Amount, IdleIs: b.Amount - is[i].Amount}
		n := slices.IndexFunc(r.Round.Bets, func(o games.Bet) bool { return o.Key() == b.Key() })
		if n >= 0 {
			x.Was, x.IdleWas = was[n].Amount, r.Round.Bets[n].Amount-was[n].Amount
		}
		if same := n >= 0 && r.Round.Bets[n].Amount == b.Amount; same && x.Was == x.Is || !same && x.IdleIs == 0 {
			continue
		}
		if _, done := r.then[b.Key()]; !done {
			x.Back = max(0, x.IdleIs-x.IdleWas)
		}
		out = append(out, x)
	}
	return out
}
