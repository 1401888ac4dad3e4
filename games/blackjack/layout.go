package blackjack

import "sabot/games"

// Layout returns a felt of seats with the dealer's hand below them; a new shoe is burned (source 003, "Mescolatura delle carte").
func (g *Game) Layout() games.Layout {
	return games.Layout{
		Sides: []games.Side{{At: games.Dealer, Key: "B"}},
		Answers: []games.Answer{
			{Do: games.Hit, Key: "H", Draws: true},
			{Do: games.Stand, Key: "S"},
			{Do: games.Double, Key: "X", Was: "D", WasAsks: true},
			{Do: games.Split, Key: "P"},
			{Do: games.Insure, Key: "I", Bought: true},
		},
		Boxes: []int{5, 6, 7, 8, 9},
		Burns: true,
	}
}

// Covered reports whether a card is the dealer's hole card and still face down for everybody, also where a reader has read it. It
// is not turned before every seat has its last card, and never where all are bust.
func (g *Game) Covered(r games.Round, at games.Place, n int) bool {
	if at != games.Dealer || n != 1 || !g.american() {
		return false
	}
	c := g.play(games.NewReplay(r, g.options.Decks), r)
	return len(c.dealer) > 1 && !c.shown || len(c.dealer) < 2 && g.wrongBefore(r)
}

// wrongBefore reports whether a card lies wrong before the dealer's second one, and he has no third.
func (g *Game) wrongBefore(r games.Round) bool {
	var his []int
	for i, l := range r.Laid {
		if l.At == games.Dealer && !l.Burned {
			his = append(his, i)
		}
	}
	if len(his) != 2 {
		return false
	}
	r.Laid = r.Laid[:his[1]]
	step, err := g.Next(r)
	return err != nil || step.Kind == games.Halt
}

// Told returns 1 once the dealer has looked, or a reader has for him, 2 once the hole card was turned.
func (g *Game) Told(r games.Round) int {
	c := g.play(games.NewReplay(r, g.options.Decks), r)
	switch {
	case c.shown:
		return 2
	case c.looked:
		return 1
	}
	return 0
}

// RaiseSpots returns the insurance.
func (g *Game) RaiseSpots() []games.Spot { return []games.Spot{{Name: Insurance}} }

// Raised returns the insurances that were bought, each for half of what stands of its bet.
func (g *Game) Raised(r games.Round) []games.Bet {
	var bets []games.Bet
	var stakes []games.Stake
	for _, d := range r.Decisions {
		if d.Do != games.Insure {
			continue
		}
		if stakes == nil {
			stakes = g.Stakes(r)
		}
		bet := games.Bet{Box: d.Box, Spot: Insurance, Bettor: d.Bettor}
		for i, b := range r.Bets {
			if insures(d, b) {
				bet.Bettor, bet.Amount = b.Bettor, stakes[i].Amount/2
			}
		}
		bets = append(bets, bet)
	}
	return bets
}
