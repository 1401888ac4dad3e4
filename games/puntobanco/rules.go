// Package puntobanco is punto banco, the baccarat of sources 000, 001 and 002: one
// hand for the player, one for the banker, third cards by the tableau, and every
// box bets on which of the two wins.
package puntobanco

import (
	"slices"

	"sabot/games"
)

// The spots of a box, as the hand file names them.
const (
	Player      = "player"
	Banker      = "banker"
	Tie         = "tie"
	PlayerPair  = "player_pair"
	BankerPair  = "banker_pair"
	EitherPair  = "either_pair"
	PerfectPair = "perfect_pair"
	PlayerBonus = "player_bonus"
	BankerBonus = "banker_bonus"
	Super6      = "super6"
)

// The presets. "-nc" is without commission: a banker's win with 6 pays half, and
// Super 6 is offered.
const (
	Speed             = "pb-speed"    // source 000
	SpeedNoCommission = "pb-speed-nc" // source 000, Baccarat Zero-commissioni
	Classic           = "pb-classic"  // source 001
	FirstPerson       = "pb-first"    // source 002
	FirstNoCommission = "pb-first-nc" // source 002, senza commissione
)

// What ends with the shoe's age, and the shoe itself.
const (
	naturalFrom    = 8   // source 000: "8, 9 (Naturale): entrambe le mani stanno"
	lastPairRound  = 60  // source 000: "Dopo 60 turni di gioco"
	lastBonusRound = 44  // source 000: "Dopo 44 turni di gioco"
	halvedFrom     = 312 // cards out, source 002: "quando viene distribuita la 312 carta"

	decks        = 8
	classicDecks = 6 // source 001
	defaultBoxes = 14
)

// A Commission is a rule on when the banker's five per cent are taken.
type Commission string

// The ways of taking it.
const (
	AtOnce  Commission = "at_once" // a banker's win pays 19 to 20
	Tracked Commission = "tracked" // it pays even money and the player owes the commission
)

// A variant is the part of the rules that a preset has of its own.
type variant struct {
	decks          int
	noCommission   bool
	sideBets       bool
	cutOffByRound  bool // source 000: pairs and bonuses end with a round of the shoe
	halvedByCards  bool // source 002: maxima are halved by the cards that are out
	perfectBoth200 bool // source 002: perfect pairs on both sides pay 200 to 1
	carries        bool // source 000: pre-drawn cards that were not needed open the next hand
}

var variants = map[string]variant{
	Speed:             {decks: decks, sideBets: true, cutOffByRound: true, carries: true},
	SpeedNoCommission: {decks: decks, sideBets: true, cutOffByRound: true, carries: true, noCommission: true},
	Classic:           {decks: classicDecks},
	FirstPerson:       {decks: decks, sideBets: true, halvedByCards: true, perfectBoth200: true},
	FirstNoCommission: {decks: decks, sideBets: true, halvedByCards: true, perfectBoth200: true, noCommission: true},
}

// The spots in the order of the layout; a preset offers the first three, the first
// nine or all.
var (
	spots = []games.Spot{
		{Name: Player, Main: true},
		{Name: Banker, Main: true},
		{Name: Tie, Main: true},
		{Name: PlayerPair},
		{Name: BankerPair},
		{Name: EitherPair},
		{Name: PerfectPair},
		{Name: PlayerBonus},
		{Name: BankerBonus},
		{Name: Super6},
	}
	mainBets = spots[:3]
	noSuper6 = spots[:9]
)

// Game is punto banco with a table's options.
type Game struct {
	options    games.Options
	commission Commission
	// commissionRounding is the rounding of a tracked commission; what it leaves out is as in
	// options.Rounding.
	commissionRounding games.Rounding
	variant
}

// Presets returns the names that New knows.
func Presets() []string {
	return []string{Speed, SpeedNoCommission, Classic, FirstPerson, FirstNoCommission}
}

// New returns the game of a preset; false where there is no such preset.
func New(preset string) (*Game, bool) {
	v, ok := variants[preset]
	if !ok {
		return nil, false
	}
	return &Game{
		options: games.Options{
			Preset: preset, Decks: v.decks, Boxes: defaultBoxes,
			Rounding: games.Rounding{Unit: 1, Mode: games.RoundDown},
		},
		commission: AtOnce, variant: v,
	}, true
}

// With returns the game with other options.
func (g *Game) With(o games.Options) games.Game {
	with := *g
	with.options = o
	return &with
}

// Rules returns `commission` and `commission_rounding`, which the presets without commission ignore.
func (g *Game) Rules() map[string]any {
	return map[string]any{ruleCommission: string(g.commission), ruleCommissionRounding: g.commissionRounding}
}

const (
	ruleCommission         = "commission"
	ruleCommissionRounding = "commission_rounding"
)

// Takes returns the two ways of taking it, and how a tracked one is rounded.
func (g *Game) Takes() []games.Rule {
	return []games.Rule{
		{Key: ruleCommission, Kind: games.OneOf, Values: []string{string(AtOnce), string(Tracked)}, Idle: g.noCommission},
		{Key: ruleCommissionRounding, Kind: games.HowRounded, Idle: g.noCommission},
	}
}

// WithRule sets `commission`: "at_once" or "tracked"; or `commission_rounding`, a games.Rounding.
func (g *Game) WithRule(key string, value any) (games.Game, bool) {
	for _, rule := range g.Takes() {
		if rule.Key != key || !rule.Takes(value) {
			continue
		}
		with := *g
		switch v := value.(type) {
		case games.Rounding:
			with.commissionRounding = v
		case string:
			with.commission = Commission(v)
		}
		return &with, true
	}
	return nil, false
}

// CommissionRounding returns how a tracked commission of one bet is rounded.
func (g *Game) CommissionRounding() games.Rounding {
	return g.commissionRounding.Or(g.options.Rounding)
}

// TracksCommission reports whether a banker's win leaves a commission owed.
func (g *Game) TracksCommission() bool { return g.commission == Tracked && !g.noCommission }

// CommissionRate returns 5 %.
func (g *Game) CommissionRate() games.Odds { return commission }

// PaysAs returns a name of its own for a spot that the preset pays otherwise.
func (g *Game) PaysAs(spot string) string {
	switch {
	case spot == Banker && g.noCommission:
		return "banker_nc"
	case spot == Banker && g.commission == Tracked:
		return "banker_tracked"
	case spot == PerfectPair && g.perfectBoth200:
		return "perfect_pair_both"
	}
	return spot
}

// Name returns "puntobanco".
func (g *Game) Name() string { return "puntobanco" }

// Options returns the table's options.
func (g *Game) Options() games.Options { return g.options }

// ReadsSuits reports whether perfect pairs are offered.
func (g *Game) ReadsSuits() bool { return g.sideBets }

// Spots returns all spots of the game; Offered has those of a preset.
func (g *Game) Spots() []games.Spot { return spots }

// Places returns the player's hand and the banker's.
func (g *Game) Places() []games.Place { return []games.Place{games.Player, games.Banker} }

// Offered returns the spots of the preset that are not past their cut-off (source 000).
func (g *Game) Offered(r games.Round) []games.Spot {
	offered := mainBets
	switch {
	case g.sideBets && g.noCommission:
		offered = spots
	case g.sideBets:
		offered = noSuper6
	}
	offered = g.options.On(offered)
	if !g.cutOffByRound || r.Number <= lastBonusRound {
		return offered
	}
	var left []games.Spot
	for _, s := range offered {
		if !g.cutOff(s.Name, r.Number) {
			left = append(left, s)
		}
	}
	return left
}

// cutOff reports whether a spot's last round is past: bonuses and Super 6 after 44, pairs after 60 (source 000).
func (g *Game) cutOff(spot string, round int) bool {
	switch spot {
	case PlayerBonus, BankerBonus, Super6:
		return round > lastBonusRound
	case PlayerPair, BankerPair, EitherPair, PerfectPair:
		return round > lastPairRound
	}
	return false
}

// MostCards returns three for each side.
func (g *Game) MostCards(games.Round) int { return 6 }

// Opposed returns the bets on player and banker of one bettor: "Piazzare puntate sulle mani di Giocatore e Banco può essere
// soggetto alla limitazione delle puntate a basso rischio" (source 000). Of each two it is the smaller.
func (g *Game) Opposed(r games.Round) []games.Bet {
	var opposed []games.Bet
	for _, p := range r.Bets {
		for _, b := range r.Bets {
			if p.Spot == Player && b.Spot == Banker && p.Box == b.Box && p.Bettor == b.Bettor {
				if p.Amount < b.Amount {
					b = p
				}
				opposed = append(opposed, b)
			}
		}
	}
	return opposed
}

// MostOdds returns those of two perfect pairs, of a bonus won by nine, or of a tie.
func (g *Game) MostOdds() games.Odds {
	switch {
	case g.perfectBoth200:
		return twoHundred
	case g.sideBets:
		return thirtyTo1
	}
	return eightTo1
}

// CheckBet takes several bettors on one box.
func (g *Game) CheckBet(earlier []games.Bet, bet games.Bet) error {
	return games.CheckBetShape(g, earlier, bet)
}

// Stakes applies the limits, halved for side bets once 312 cards are out (source
// 002), then the conditions of Super 6: a main bet of the same box and bettor that
// stands (sources 000, 002) and, at Speed, no more than those together (source
// 000).
func (g *Game) Stakes(r games.Round) []games.Stake {
	stakes := games.ApplyLimits(r.Bets, g.Offered(r), g.Limits(r))
	for i, b := range r.Bets {
		if b.Spot != Super6 || !stakes[i].Stands() {
			continue
		}
		main := g.mainStakes(r.Bets, stakes, b)
		switch {
		case main == 0:
			stakes[i] = games.Stake{Reason: games.MissingMain}
		case g.cutOffByRound && stakes[i].Amount > main:
			stakes[i] = games.Stake{Amount: main, Reason: games.AboveMax, Beside: main}
		}
	}
	return stakes
}

// Limits returns the table's limits, those of side bets halved from the 312th card on (source 002, "quando viene distribuita la
// 312 carta").
func (g *Game) Limits(r games.Round) map[string]games.Limit {
	if !g.halvedByCards || r.Out < halvedFrom {
		return g.options.Limits
	}
	halved := make(map[string]games.Limit, len(g.options.Limits))
	for name, l := range g.options.Limits {
		if l.Max > 0 && !isMain(name) {
			l.Max = max(1, l.Max/2)
		}
		halved[name] = l
	}
	return halved
}

func isMain(spot string) bool {
	return slices.ContainsFunc(mainBets, func(s games.Spot) bool { return s.Name == spot })
}

// mainStakes returns what stands on player, banker and tie of a bet's box and bettor.
func (g *Game) mainStakes(bets []games.Bet, stakes []games.Stake, of games.Bet) games.Amount {
	var sum games.Amount
	for i, b := range bets {
		if isMain(b.Spot) && b.Box == of.Box && b.Bettor == of.Bettor {
			sum += stakes[i].Amount
		}
	}
	return sum
}
