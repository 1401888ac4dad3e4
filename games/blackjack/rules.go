// Package blackjack is blackjack as source 003 has it: seats that play against the
// dealer, bets behind them, insurance, double, split and side bets, dealt the
// American way (a hole card) or the European (none).
package blackjack

import (
	"slices"

	"sabot/games"
)

// The spots of a seat, as the hand file names them.
const (
	Main       = "main"
	Behind     = "behind" // gioco alle spalle
	PlayerPair = "player_pair"
	DealerPair = "dealer_pair"
	TwentyOne3 = "21+3"
	// Insurance is no spot that one bets on, but has a row where it is bought.
	Insurance = "insurance"
)

// The presets.
const (
	American = "bj-us" // the dealer's second card comes in the initial deal, face down
	European = "bj-eu" // it comes after every seat has acted
)

// An ENHC is a rule on what a dealer's blackjack takes of doubled and split stakes where there is no hole card.
type ENHC string

// The ways of it.
const (
	TakesAll      ENHC = "all"      // all of them
	TakesOriginal ENHC = "original" // the first stake, or the stakes on bust hands if those are more
)

// rules are the rules of the game's own.
type rules struct {
	hitsSoft17       bool
	blackjack        games.Odds
	enhc             ENHC
	splitAcesOneCard bool
	doubleAfterSplit bool
	maxSplits        int
	twentyOne3       [5]games.Odds // by combination, in the order of the hand file
}

var (
	spots = []games.Spot{
		{Name: Main, Main: true}, {Name: Behind, Early: true}, {Name: PlayerPair}, {Name: DealerPair}, {Name: TwentyOne3},
	}
	evenMoney   = games.Odds{Win: 1, Per: 1}
	twoTo1      = games.Odds{Win: 2, Per: 1}
	sixTo1      = games.Odds{Win: 6, Per: 1}
	twelveTo1   = games.Odds{Win: 12, Per: 1}
	twentyFive  = games.Odds{Win: 25, Per: 1}
	threeToTwo  = games.Odds{Win: 3, Per: 2}
	twentyOnes3 = [5]games.Odds{{Win: 100, Per: 1}, {Win: 40, Per: 1}, {Win: 30, Per: 1}, {Win: 10, Per: 1}, {Win: 5, Per: 1}}
)

// Game is blackjack with a table's options.
type Game struct {
	options games.Options
	rules
}

// Presets returns the names that New knows.
func Presets() []string { return []string{American, European} }

// New returns the game of a preset; false where there is no such preset. Eight decks, seven seats (source 003).
func New(preset string) (*Game, bool) {
	if preset != American && preset != European {
		return nil, false
	}
	return &Game{
		options: games.Options{
			Preset: preset, Decks: 8, Boxes: 7,
			Rounding: games.Rounding{Unit: 1, Mode: games.RoundDown},
		},
		rules: rules{
			blackjack: threeToTwo, enhc: TakesAll, splitAcesOneCard: true, doubleAfterSplit: true, maxSplits: 1,
			twentyOne3: twentyOnes3,
		},
	}, true
}

// With returns the game with other options.
func (g *Game) With(o games.Options) games.Game {
	with := *g
	with.options = o
	return &with
}

// PaysAs names the pairs' own table: they pay otherwise than at punto banco.
func (g *Game) PaysAs(spot string) string {
	switch spot {
	case PlayerPair, DealerPair:
		return "bj_pair"
	}
	return spot
}

// Name returns "blackjack".
func (g *Game) Name() string { return "blackjack" }

// Options returns the table's options.
func (g *Game) Options() games.Options { return g.options }

// ReadsSuits returns true: the pairs and 21+3 look at them.
func (g *Game) ReadsSuits() bool { return true }

// Spots returns main, behind and the side bets.
func (g *Game) Spots() []games.Spot { return spots }

// Places returns the seats and the dealer.
func (g *Game) Places() []games.Place { return append(games.Boxes(g.options.Boxes), games.Dealer) }

// MostCards returns more than any hand takes in practice: a dozen a seat would need a shoe of small cards.
func (g *Game) MostCards(r games.Round) int {
	const each = 7
	return each * (len(inPlay(r.Bets, g.Stakes(r))) + 1)
}

// Offered returns all spots, always.
func (g *Game) Offered(games.Round) []games.Spot { return g.options.On(spots) }

// choices are the early decisions of a bet behind.
var choices = []games.Choice{games.None, games.Follow, games.ChooseDouble, games.ChooseSplit, games.Right, games.Left}

// CheckBet takes one main to a seat, with the side bets of the same bettor, and any
// number behind it.
func (g *Game) CheckBet(earlier []games.Bet, bet games.Bet) error {
	if err := games.CheckBetFits(g, earlier, bet); err != nil {
		return err
	}
	if bet.Spot == Behind {
		if !slices.Contains(choices, bet.Early.Choice) || bet.Early.Then != "" && bet.Early.Then != games.Double {
			return games.Errorf(games.BadDecision, "", "an early decision is one of %v, then double or nothing", choices[1:])
		}
		if bet.Early.HasFunds && (bet.Early.Funds < 0 || bet.Early.Funds > games.MaxAmount) {
			return games.Errorf(games.BadAmount, "", "funds are a whole number of minor units from 0 to %d", games.MaxAmount)
		}
	}
	if err := games.CheckBetTwice(earlier, bet); err != nil {
		return err
	}
	for _, e := range earlier {
		if e.Box == bet.Box && e.Spot != Behind && bet.Spot != Behind && e.Bettor != bet.Bettor {
			return games.Errorf(games.BoxTaken, "", "seat %d is held by another player", bet.Box)
		}
	}
	return nil
}

// MostOdds returns those of a pair of one suit, or what the table has higher.
func (g *Game) MostOdds() games.Odds {
	most := twentyFive
	for _, o := range append([]games.Odds{g.rules.blackjack}, g.rules.twentyOne3[:]...) {
		if o.Win/o.Per > most.Win/most.Per {
			most = o
		}
	}
	return most
}

// Stakes applies the limits; side bets need their seat's main, bets behind too
// (source 003).
func (g *Game) Stakes(r games.Round) []games.Stake {
	stakes := games.ApplyLimits(r.Bets, g.Offered(r), g.options.Limits)
	var main [games.MaxBoxes + 1]bool
	for i, b := range r.Bets {
		if b.Spot == Main && stakes[i].Stands() {
			main[b.Box] = true
		}
	}
	for i, b := range r.Bets {
		if b.Spot == Main || main[b.Box] || !stakes[i].Stands() {
			continue
		}
		stakes[i] = games.Stake{Reason: games.MissingMain}
		if b.Spot == Behind {
			stakes[i].Reason = games.NoMainBet
		}
	}
	return stakes
}

// inPlay returns the seats with a main that stands, ascending.
func inPlay(bets []games.Bet, stakes []games.Stake) []int {
	var seats []int
	for i, b := range bets {
		if b.Spot == Main && stakes[i].Stands() {
			seats = append(seats, b.Box)
		}
	}
	slices.Sort(seats)
	return seats
}
