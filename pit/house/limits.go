package house

import (
	"slices"

	"sabot/games"
)

// LongestNotice is the longest that a table gives before its limits change, in minutes.
const LongestNotice = 24 * 60

// CheckLimits refuses limits of a game between which bets cannot be put down in chips of these values. Refusals, with the spot as
// What and its end as End: LimitUneven with Unit, LimitCrossed where the minimum is over the maximum; LimitHalved with Unit where
// it is halved as the shoe goes on (source 002) and no chips make the half: what is over it goes back.
func CheckLimits(g games.Game, chips []games.Amount) error {
	late := games.LimitsOf(g, games.Round{Out: cardsInDeck * g.Options().Decks})
	for _, s := range games.PresetSpots(g) {
		l := g.Options().Limits[s.Name]
		switch {
		case l.Min < 0 || l.Min > 0 && !games.ChipsMake(l.Min, chips):
			return &Refusal{Why: LimitUneven, What: s.Name, End: LeastEnd, Unit: chips[0]}
		case l.Max < 0 || l.Max > 0 && !games.ChipsMake(l.Max, chips):
			return &Refusal{Why: LimitUneven, What: s.Name, End: MostEnd, Unit: chips[0]}
		case l.Max > 0 && !games.ChipsMake(late[s.Name].Max, chips):
			return &Refusal{Why: LimitHalved, What: s.Name, End: MostEnd, Unit: 2 * chips[0]}
		case l.Max > 0 && l.Min > l.Max:
			return &Refusal{Why: LimitCrossed, What: s.Name, End: MostEnd}
		}
	}
	return nil
}

// CheckMost demands a maximum of every spot that is offered, but of one that is capped by
// the bets beside it: without one a stake of any size would stand. It is asked of a table
// that somebody sets, not of what is recorded. Refusal: LimitMissing with the spot as What.
func CheckMost(g games.Game) error {
	o := g.Options()
	for _, s := range games.PresetSpots(g) {
		if o.Limits[s.Name].Max == 0 && !s.Capped && !slices.Contains(o.Off, s.Name) {
			return &Refusal{Why: LimitMissing, What: s.Name, End: MostEnd}
		}
	}
	return nil
}
