package sim

import (
	"sabot/app/shoe"
	"sabot/games"
	"sabot/games/handfile"
)

// Places returns where a shoe that knows baccarat has its cards, hand after hand. Those of a last hand that does
// not end have theirs too. Where it burns, the first card determines how many of those behind it.
func Places(cards []games.Card, burns bool) []shoe.Where {
	if burns && len(cards) > 0 {
		n := cards[0].BurnCount()
		out := []shoe.Where{{Side: shoe.First, N: n}}
		for i := range min(n, len(cards)-1) {
			out = append(out, shoe.Where{Side: shoe.Burned, N: i + 1})
		}
		return append(out, Places(cards[len(out):], false)...)
	}
	game := twoSided()
	if game == nil {
		return nil
	}
	bets := []games.Bet{{Box: 1, Spot: game.Spots()[0].Name, Amount: 10_000}}
	round := games.Round{Number: 1, Bets: bets}
	out := make([]shoe.Where, 0, len(cards))
	n := map[shoe.Side]int{}
	for _, c := range cards {
		step, err := game.Next(round)
		if err != nil {
			return out
		}
		if step.Kind != games.Deal { // the hand is over
			round = games.Round{Number: 1, Bets: bets}
			clear(n)
			if step, err = game.Next(round); err != nil {
				return out
			}
		}
		side := shoe.Player
		if step.At.Name == "banker" {
			side = shoe.Banker
		}
		n[side]++
		out = append(out, shoe.Where{Side: side, N: n[side]})
		round = round.WithCard(games.Laid{Card: c, At: step.At})
	}
	return out
}

// twoSided returns the first game that has two sides, as the shoe's own has.
func twoSided() games.Game {
	for _, name := range handfile.Presets() {
		if game, ok := handfile.Preset(name); ok {
			if _, two := game.(games.TwoSided); two {
				return game
			}
		}
	}
	return nil
}
