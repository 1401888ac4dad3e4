// Package lugano is Lugano Baccarat (source 004): every box plays against the
// bank, for its first two cards (59, PAIR, +8) and for its whole hand (PLAY).
package lugano

import "sabot/games"

// The spots of a box, as the hand file names them.
const (
	FiftyNine = "59"
	Play      = "play"
	Pair      = "pair"
	PlusEight = "plus8"
)

// The presets.
const (
	FaceUp   = "lugano"      // cards dealt face up
	HandHeld = "lugano-hand" // carte alla mano: source 004, section 6
)

const (
	playTimes = 2 // source 004, section 3: PLAY is at most "il doppio" of the 59
	bankDraws = 4 // section 4: the bank takes a third card on 0 to 4
)

var (
	mandatory = []games.Spot{{Name: FiftyNine, Mandatory: true, Main: true}, {Name: Play, Mandatory: true, Main: true, Capped: true}}
	all       = append(mandatory[:2:2], games.Spot{Name: Pair}, games.Spot{Name: PlusEight})
)

// Game is Lugano Baccarat with a table's options.
type Game struct{ options games.Options }

// Presets returns the names that New knows.
func Presets() []string { return []string{FaceUp, HandHeld} }

// New returns the game of a preset; false where there is no such preset. Six decks and up to nine boxes (source 004, section 1).
func New(preset string) (*Game, bool) {
	if preset != FaceUp && preset != HandHeld {
		return nil, false
	}
	return &Game{games.Options{
		Preset: preset, Decks: 6, Boxes: 9,
		Rounding: games.Rounding{Unit: 1, Mode: games.RoundDown},
	}}, true
}

// With returns the game with other options.
func (g *Game) With(o games.Options) games.Game { return &Game{o} }

// Name returns "lugano".
func (g *Game) Name() string { return "lugano" }

// Options returns the table's options.
func (g *Game) Options() games.Options { return g.options }

// ReadsSuits returns false: a card counts by its rank alone.
func (g *Game) ReadsSuits() bool { return false }

// Spots returns 59, PLAY, PAIR and +8.
func (g *Game) Spots() []games.Spot { return all }

// Places returns the boxes and the bank.
func (g *Game) Places() []games.Place {
	return append(games.Boxes(g.options.Boxes), games.Bank)
}

// MostCards returns three for each box in play and for the bank.
func (g *Game) MostCards(r games.Round) int {
	const each = 3
	return each * (len(inPlay(nil, r.Bets, g.Stakes(r))) + 1)
}

// Offered leaves out the side bets where the cards are in the hand: source 004,
// section 6, "non sono autorizzate le SIDE BET".
func (g *Game) Offered(games.Round) []games.Spot {
	if g.options.Preset == HandHeld {
		return mandatory
	}
	return g.options.On(all)
}

// MostOdds returns those of two nines, on PAIR and +8.
func (g *Game) MostOdds() games.Odds { return thirtyTo1 }

// CheckBet sees to it that one box has one player (source 004, section 1: "sul box può
// scommettere solamente un singolo giocatore").
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

// Stakes applies the limits, the cap of PLAY at twice the 59 as accepted (source
// 004, section 3), and voids a box that lacks its 59 or its PLAY.
func (g *Game) Stakes(r games.Round) []games.Stake {
	stakes := games.ApplyLimits(r.Bets, g.Offered(r), g.options.Limits)
	var fiftyNine, play [games.MaxBoxes + 1]games.Amount
	for i, b := range r.Bets {
		if b.Spot == FiftyNine {
			fiftyNine[b.Box] = stakes[i].Amount
		}
	}
	for i, b := range r.Bets {
		if b.Spot != Play {
			continue
		}
		if beside := fiftyNine[b.Box]; stakes[i].Amount > playTimes*beside {
			stakes[i] = games.Stake{Amount: playTimes * beside, Reason: games.AboveMax, Beside: beside}
		}
		play[b.Box] = stakes[i].Amount
	}
	for i, b := range r.Bets {
		switch {
		case fiftyNine[b.Box] > 0 && play[b.Box] > 0:
		case stakes[i].Amount > 0 || stakes[i].Reason == games.AboveMax:
			stakes[i] = games.Stake{Reason: games.MissingMandatory}
		}
	}
	return stakes
}
