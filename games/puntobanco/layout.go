package puntobanco

import "sabot/games"

// Layout returns the player's hand and the banker's, on which all boxes bet; a new shoe is burned (source 002, "Le carte vengono
// bruciate").
func (g *Game) Layout() games.Layout {
	return games.Layout{
		Shared: true,
		Sides:  []games.Side{{At: games.Player, Key: "P"}, {At: games.Banker, Key: "B"}},
		Boxes:  []int{7, 9, defaultBoxes},
		Burns:  true,
	}
}
