package corrections

import (
	"slices"

	"sabot/games"
	"sabot/pit/hand"
	"sabot/reports/forms"
)

// restaked adds to lines the unchanged bets of which another amount is valid: what goes back of them is to be
// returned, settled or not.
func restaked(lines []PaidLine, bets []hand.Restaked) []PaidLine {
	for _, x := range bets {
		at := slices.IndexFunc(lines, func(l PaidLine) bool { return l.key() == x.BetKey })
		if at < 0 {
			lines, at = append(lines, PaidLine{Box: x.Box, Spot: x.Spot, Bettor: x.Bettor, Stood: x.Was + x.IdleWas, Stands: x.Is + x.IdleIs}), len(lines)
		}
		lines[at].Stood -= x.IdleWas
		lines[at].Stands -= x.IdleIs
		lines[at].Back += x.Back
	}
	return lines
}

// staked sets in lines what was on their spots before and after; from form 7 on with what decisions had put
// down.
func staked(g games.Game, lines []PaidLine, was, is games.Round, form int) []PaidLine {
	stood, stands := stakes(g, was, form), stakes(g, is, form)
	for i, l := range lines {
		lines[i].Stood, lines[i].Stands = stood[l.key()], stands[l.key()]
	}
	return lines
}

// stakes returns the amount on each spot of a round. Where its cards are out of place, chips added by decisions
// are not in it.
func stakes(g games.Game, r games.Round, form int) map[games.BetKey]games.Amount {
	lie := map[games.BetKey]games.Amount{}
	for _, b := range r.Bets {
		lie[b.Key()] = b.Amount
	}
	if form < forms.Seven || len(r.Bets) == 0 {
		return lie
	}
	if s, err := g.Settle(r); err == nil {
		for _, p := range s.Payments {
			if _, is := lie[p.Key()]; is {
				lie[p.Key()] += p.Added
			}
		}
	}
	return lie
}
