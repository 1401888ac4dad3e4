package pit

import "sabot/games"

// Placed is a round whose cards lie where the deal has them, in shoe order, as far as its
// decisions lead: for who changes cards and decisions and not where each card lies. What
// is left over lies where it lay.
func (t Felt) Placed(r games.Round) games.Round {
	laid := r.Laid
	r.Laid = nil
	for _, l := range laid {
		if !l.Burned {
			if step, err := t.at.Game.Next(r); err == nil && step.Kind == games.Deal {
				l.At = step.At
			}
		}
		r.Laid = append(r.Laid, l)
	}
	return r
}
