package puntobanco

import (
	"slices"
	"strconv"
	"strings"

	"sabot/games"
)

// Words returns the rules of the table, in the order of a hand (sources 000, 001, 002). The banker's lines are read off the
// tableau by which cards are dealt.
func (g *Game) Words() []games.Sentence {
	words := []games.Sentence{games.Say("pb_deal"), naturalLine(), playerLine(), bankerAlone()}
	for from := 0; from < naturalFrom; {
		line, to := bankerLine(from)
		words = append(words, line)
		from = to + 1
	}
	switch {
	case g.noCommission:
		words = append(words, games.Say("pb_no_commission"))
	case g.TracksCommission():
		words = append(words, games.Say("pb_commission_tracked"))
	default:
		words = append(words, games.Say("pb_commission_at_once"))
	}
	words = append(words, games.Say("pb_tie"))
	super6 := g.takes(Super6)
	if super6 {
		words = append(words, games.Say("pb_super6_main"))
		if g.cutOffByRound {
			words = append(words, games.Say("pb_super6_cap"))
		}
	}
	switch bonus := g.takes(PlayerBonus, BankerBonus); {
	case !g.cutOffByRound:
	case super6 && bonus:
		words = append(words, games.Say("pb_cut_off_super6", "Round", lastBonusRound))
	case super6:
		words = append(words, games.Say("pb_cut_off_super6_alone", "Round", lastBonusRound))
	case bonus:
		words = append(words, games.Say("pb_cut_off_bonus", "Round", lastBonusRound))
	}
	if g.cutOffByRound && g.takes(PlayerPair, BankerPair, EitherPair, PerfectPair) {
		words = append(words, games.Say("pb_cut_off_pairs", "Round", lastPairRound))
	}
	if g.halvedByCards && len(games.PresetSpots(g)) > len(mainBets) {
		words = append(words, games.Say("pb_halved", "Cards", halvedFrom))
	}
	if g.Carried() > 0 {
		words = append(words, games.Say("pb_carried", "N", g.Carried()))
	}
	return words
}

// DrawnBy returns the line of the tableau by which the next card goes to one of the two, or to nobody.
func (g *Game) DrawnBy(r games.Round) []games.Sentence {
	c := g.play(games.NewReplay(r, g.options.Decks), r, g.Stakes(r))
	switch c.by {
	case byNatural:
		return []games.Sentence{naturalLine()}
	case byPlayers:
		return []games.Sentence{playerLine()}
	case byBankers:
		if !playerDraws(games.BaccaratTotal(c.player.cards[:2])) {
			return []games.Sentence{playerLine(), bankerAlone()}
		}
		points := games.BaccaratTotal(c.banker.cards[:2])
		line, to := bankerLine(0)
		for to < points {
			line, to = bankerLine(to + 1)
		}
		return []games.Sentence{line}
	}
	return nil
}

func naturalLine() games.Sentence { return games.Say("pb_natural", "Least", naturalFrom) }

func playerLine() games.Sentence { return games.Say("pb_player", "Draws", highest(playerDraws)) }

// bankerAlone returns the banker's rule where the player stood.
func bankerAlone() games.Sentence {
	return games.Say("pb_banker_none", "Draws", highest(func(points int) bool { return bankerDraws(points, -1) }))
}

// bankerLine returns the banker's line from a total on, where the player drew, and the last total that it is for.
func bankerLine(from int) (line games.Sentence, to int) {
	draws := thirds(from)
	to = from
	for to+1 < naturalFrom && thirds(to+1) == draws {
		to++
	}
	totals := strconv.Itoa(from)
	if to > from {
		totals += "–" + strconv.Itoa(to)
	}
	switch draws {
	case thirdsAll:
		return games.Say("pb_banker_always", "Totals", totals), to
	case "":
		return games.Say("pb_banker_never", "Totals", totals), to
	}
	return games.Say("pb_banker_on", "Totals", totals, "Thirds", draws), to
}

// takes reports whether one of these spots is offered in a new shoe.
func (g *Game) takes(spots ...string) bool {
	return slices.ContainsFunc(games.PresetSpots(g), func(s games.Spot) bool { return slices.Contains(spots, s.Name) })
}

// highest returns the highest total on which a card is drawn.
func highest(draws func(points int) bool) int {
	points := -1
	for draws(points + 1) {
		points++
	}
	return points
}

// thirds returns the player's third cards on which the banker draws, as values; thirdsAll where it is every one.
func thirds(points int) string {
	var values []string
	for third := range 10 {
		if bankerDraws(points, third) {
			values = append(values, strconv.Itoa(third))
		}
	}
	return strings.Join(values, " ")
}

const thirdsAll = "0 1 2 3 4 5 6 7 8 9"
