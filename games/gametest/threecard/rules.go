// Package threecard is Three Card Poker, a game of another family than those of the house:
// dealer and boxes get three cards face down out of a pack that is shuffled for every hand,
// a box plays or folds before the dealer's are seen, and bets pay by tables. It is in no
// program: it shows in the tests that whatever plays here needs no line outside its folder
// but the one of the catalogue.
package threecard

import (
	"embed"

	"sabot/games"
)

// Texts are the words of the game, a file for each language.
//
//go:embed texts/*.json
var Texts embed.FS

// Name is the game's name in the hand file.
const Name = "threecard"

// Preset is the one there is.
const Preset = "three-card-poker"

// The spots of a box. PLAY and the ante bonus are put down by the box's decision.
const (
	Ante     = "ante"
	PairPlus = "pair_plus"
	Play     = "tcp_play"
	Bonus    = "ante_bonus"
)

// What a box decides.
const (
	Plays games.Action = "plays"
	Folds games.Action = "folds"
)

// The rules of the game's own.
const (
	ruleQualifies = "dealer_qualifies"
	ruleBonus     = "ante_bonus_paid"
	rulePairPlus  = "pair_plus"

	fromQueen = "queen"
	always    = "always"
)

const (
	each  = 3 // cards of a hand
	decks = 1
)

var (
	spots  = []games.Spot{{Name: Ante, Mandatory: true, Main: true}, {Name: PairPlus}}
	raises = []games.Spot{{Name: Play, Shown: true}, {Name: Bonus}}
	// The tables, from the straight flush down.
	pairPlus = [5]games.Odds{{Win: 40, Per: 1}, {Win: 30, Per: 1}, {Win: 6, Per: 1}, {Win: 3, Per: 1}, {Win: 1, Per: 1}}
	bonus    = [3]games.Odds{{Win: 5, Per: 1}, {Win: 4, Per: 1}, {Win: 1, Per: 1}}
	even     = games.Odds{Win: 1, Per: 1}
)

// Game is Three Card Poker with a table's options.
type Game struct {
	options   games.Options
	qualifies string
	bonusPaid bool
	pairPlus  [5]games.Odds
}

// Presets returns the names that New knows.
func Presets() []string { return []string{Preset} }

// New returns the game of a preset; false where there is no such preset.
func New(preset string) (*Game, bool) {
	return &Game{
		options:   games.Options{Preset: Preset, Decks: decks, Boxes: 7, Rounding: games.Rounding{Unit: 1, Mode: games.RoundDown}},
		qualifies: fromQueen, bonusPaid: true, pairPlus: pairPlus,
	}, preset == Preset
}

// With returns the game with other options.
func (g *Game) With(o games.Options) games.Game {
	with := *g
	with.options = o
	return &with
}

// Name returns "threecard".
func (g *Game) Name() string { return Name }

// Options returns the table's options.
func (g *Game) Options() games.Options { return g.options }

// ReadsSuits returns true: flushes count.
func (g *Game) ReadsSuits() bool { return true }

// ShufflesEachHand returns true.
func (g *Game) ShufflesEachHand() bool { return true }

// Spots returns the spots that a box bets on before the deal.
func (g *Game) Spots() []games.Spot { return spots }

// Offered returns all of them, always.
func (g *Game) Offered(games.Round) []games.Spot { return g.options.On(spots) }

// RaiseSpots returns PLAY and the ante bonus.
func (g *Game) RaiseSpots() []games.Spot { return raises }

// Places returns the boxes and the dealer.
func (g *Game) Places() []games.Place { return append(games.Boxes(g.options.Boxes), games.Dealer) }

// MostCards returns three for each box in play and the dealer.
func (g *Game) MostCards(r games.Round) int { return each * (len(inPlay(r.Bets, g.Stakes(r))) + 1) }

// MostOdds returns those of a straight flush on the pair plus.
func (g *Game) MostOdds() games.Odds { return pairPlus[0] }

// Pays implements games.Payer: pair plus has its table's odds, from the straight flush down.
func (g *Game) Pays(spot string) []games.Odds {
	if spot == PairPlus {
		return g.pairPlus[:]
	}
	return []games.Odds{even}
}

// CheckBet takes one player to a box.
func (g *Game) CheckBet(earlier []games.Bet, bet games.Bet) error {
	if err := games.CheckBetShape(g, earlier, bet); err != nil {
		return err
	}
	for _, e := range earlier {
		if e.Box == bet.Box && e.Bettor != bet.Bettor {
			return games.Errorf(games.BoxTaken, "", "box %d is held by another player", bet.Box)
		}
	}
	return nil
}

// Stakes applies the limits; pair plus needs its box's ante.
func (g *Game) Stakes(r games.Round) []games.Stake {
	stakes := games.ApplyLimits(r.Bets, g.Offered(r), g.options.Limits)
	antes := map[int]bool{}
	for i, b := range r.Bets {
		antes[b.Box] = antes[b.Box] || b.Spot == Ante && stakes[i].Stands()
	}
	for i, b := range r.Bets {
		if stakes[i].Stands() && !antes[b.Box] {
			stakes[i] = games.Stake{Reason: games.MissingMain}
		}
	}
	return stakes
}

// Layout returns a felt of boxes with the dealer's hand below them.
func (g *Game) Layout() games.Layout {
	return games.Layout{
		Sides:   []games.Side{{At: games.Dealer, Key: "B"}},
		Answers: []games.Answer{{Do: Plays, Key: "G"}, {Do: Folds, Key: "P"}},
		Boxes:   []int{5, 6, 7},
	}
}

// Rules returns the game's own rules, by the hand file's keys.
func (g *Game) Rules() map[string]any {
	var odds []string
	for _, o := range g.pairPlus {
		odds = append(odds, o.String())
	}
	return map[string]any{ruleQualifies: g.qualifies, ruleBonus: g.bonusPaid, rulePairPlus: odds}
}

// Takes returns those rules with what they may be.
func (g *Game) Takes() []games.Rule {
	return []games.Rule{
		{Key: ruleQualifies, Kind: games.OneOf, Values: []string{fromQueen, always}},
		{Key: ruleBonus, Kind: games.YesNo},
		{Key: rulePairPlus, Kind: games.OddsEach, Values: []string{"straight_flush", "three", "straight", "flush", "pair"}},
	}
}

// WithRule sets one of them; false where there is no such rule or value.
func (g *Game) WithRule(key string, value any) (games.Game, bool) {
	with := *g
	ok := false
	switch key {
	case ruleQualifies:
		with.qualifies, ok = value.(string)
		ok = ok && (with.qualifies == fromQueen || with.qualifies == always)
	case ruleBonus:
		with.bonusPaid, ok = value.(bool)
	case rulePairPlus:
		list, _ := value.([]string)
		ok = len(list) == len(with.pairPlus)
		for i := 0; ok && i < len(list); i++ {
			var err error
			with.pairPlus[i], err = games.ParseOdds(list[i])
			ok = err == nil
		}
	}
	return &with, ok
}
