package blackjack

import (
	"slices"

	"sabot/games"
)

// The rules of the game's own, as the hand file names them.
const (
	ruleSoft17           = "dealer_hits_soft_17"
	ruleBlackjack        = "blackjack"
	ruleENHC             = "enhc"
	ruleSplitAcesOneCard = "split_aces_one_card"
	ruleDoubleAfterSplit = "double_after_split"
	ruleMaxSplits        = "max_splits"
)

// Takes returns the rules in the order of a hand; what a dealer's blackjack takes matters only where he has no hole card.
func (g *Game) Takes() []games.Rule {
	return []games.Rule{
		{Key: ruleBlackjack, Kind: games.OneOdds},
		{Key: ruleSoft17, Kind: games.YesNo},
		{Key: ruleMaxSplits, Kind: games.Count, Least: 0, Most: 1},
		{Key: ruleSplitAcesOneCard, Kind: games.YesNo},
		{Key: ruleDoubleAfterSplit, Kind: games.YesNo},
		{Key: ruleENHC, Kind: games.OneOf, Values: []string{string(TakesAll), string(TakesOriginal)}, Idle: g.american()},
		{Key: TwentyOne3, Kind: games.OddsEach, Values: []string{"suited_trips", "straight_flush", "trips", "straight", "flush"}},
	}
}

// Rules returns the game's own rules, by the hand file's keys.
func (g *Game) Rules() map[string]any {
	var odds []string
	for _, o := range g.twentyOne3 {
		odds = append(odds, o.String())
	}
	return map[string]any{
		ruleSoft17: g.hitsSoft17, ruleBlackjack: g.rules.blackjack.String(), ruleENHC: string(g.enhc),
		ruleSplitAcesOneCard: g.splitAcesOneCard, ruleDoubleAfterSplit: g.doubleAfterSplit, ruleMaxSplits: g.maxSplits, TwentyOne3: odds,
	}
}

// WithRule sets one of them; false where there is no such rule or value.
func (g *Game) WithRule(key string, value any) (games.Game, bool) {
	at := slices.IndexFunc(g.Takes(), func(r games.Rule) bool { return r.Key == key })
	if at < 0 || !g.Takes()[at].Takes(value) {
		return nil, false
	}
	with := *g
	switch key {
	case ruleSoft17:
		with.hitsSoft17 = value.(bool)
	case ruleSplitAcesOneCard:
		with.splitAcesOneCard = value.(bool)
	case ruleDoubleAfterSplit:
		with.doubleAfterSplit = value.(bool)
	case ruleMaxSplits:
		with.maxSplits = value.(int)
	case ruleENHC:
		with.enhc = ENHC(value.(string))
	case ruleBlackjack:
		with.rules.blackjack = oddsOf(value.(string))
	case TwentyOne3:
		for i, odds := range value.([]string) {
			with.twentyOne3[i] = oddsOf(odds)
		}
	}
	return &with, true
}

// oddsOf returns odds that Rule.Takes has read.
func oddsOf(text string) games.Odds {
	odds, _ := games.ParseOdds(text)
	return odds
}
