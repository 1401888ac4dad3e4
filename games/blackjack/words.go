package blackjack

import "sabot/games"

// Words returns the rules of the table, in the order of a hand (source 003).
func (g *Game) Words() []games.Sentence {
	words := []games.Sentence{games.Say("bj_seat")}
	if _, behind := games.EarlySpot(g); behind {
		words = append(words, games.Say("bj_behind"))
	}
	if g.american() {
		words = append(words, games.Say("bj_us_deal"), games.Say("bj_us_look"), games.Say("bj_us_all_bust"))
	} else {
		words = append(words, games.Say("bj_eu_deal"), games.Say("bj_eu_"+string(g.enhc)), games.Say("bj_eu_all_bust"))
	}
	words = append(words,
		games.Say("bj_pays", "Odds", g.rules.blackjack.String()),
		games.Say("bj_insurance", "Odds", twoTo1.String()),
		games.Say("bj_double"),
	)
	switch {
	case g.maxSplits == 0:
		words = append(words, games.Say("bj_no_split"))
	default:
		words = append(words, games.Say("bj_split"))
		if g.splitAcesOneCard {
			words = append(words, games.Say("bj_split_aces"))
		}
		if g.doubleAfterSplit {
			words = append(words, games.Say("bj_double_split"))
		} else {
			words = append(words, games.Say("bj_no_double_split"))
		}
	}
	return append(words, g.dealerLine())
}

// dealerLine returns the sentence on the total up to which the dealer draws.
func (g *Game) dealerLine() games.Sentence {
	if g.hitsSoft17 {
		return games.Say("bj_soft17_hits")
	}
	return games.Say("bj_soft17_stands")
}

// DrawnBy returns the dealer's rule once every seat has acted, or why there is nothing to draw for.
func (g *Game) DrawnBy(r games.Round) []games.Sentence {
	c := g.play(games.NewReplay(r, g.options.Decks), r)
	switch {
	case g.american() && c.opened && c.dealerBlackjack():
		return []games.Sentence{games.Say("bj_us_look")}
	case !c.actedAll:
		return nil
	case !c.anyLeft():
		return []games.Sentence{games.Say("bj_none_left")}
	}
	return []games.Sentence{g.dealerLine()}
}
