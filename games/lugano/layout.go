package lugano

import "sabot/games"

// Layout returns a felt of boxes with the bank's hand below them (source 004, section 1: seven to nine boxes).
func (g *Game) Layout() games.Layout {
	return games.Layout{
		Sides: []games.Side{{At: games.Bank, Key: "B"}},
		Answers: []games.Answer{
			{Do: games.Draw, Key: "H", Was: "D", Draws: true}, {Do: games.Stand, Key: "S"}, {Do: games.Double, Key: "X"},
		},
		Ask:   "card",
		Boxes: []int{7, 8, 9},
	}
}
