package handfile

import (
	"sabot/games"
	"sabot/games/blackjack"
	"sabot/games/lugano"
	"sabot/games/puntobanco"
)

// configurable is a game that can be had with other options.
type configurable interface {
	games.Game
	With(games.Options) games.Game
}

// kind is one game of the house: its name in the hand file, its presets.
type kind struct {
	name    string
	presets func() []string
	open    func(preset string) (configurable, bool)
}

// kinds are the games that Sabot knows: a new game is one line here.
var kinds = []kind{
	{"lugano", lugano.Presets, func(p string) (configurable, bool) { return lugano.New(p) }},
	{"blackjack", blackjack.Presets, func(p string) (configurable, bool) { return blackjack.New(p) }},
	{"puntobanco", puntobanco.Presets, func(p string) (configurable, bool) { return puntobanco.New(p) }},
}

// Presets are the presets of all games, in the order of the house's list.
func Presets() []string {
	var all []string
	for _, k := range kinds {
		all = append(all, k.presets()...)
	}
	return all
}

// PresetsOf are the presets of one game, by its name; none where there is no such game.
func PresetsOf(game string) []string {
	k, ok := kindNamed(game)
	if !ok {
		return nil
	}
	return k.presets()
}

// Preset is the game of a preset as the house has it by default; false where no
// game has that preset.
func Preset(name string) (games.Game, bool) {
	for _, k := range kinds {
		if g, ok := k.open(name); ok {
			return g, true
		}
	}
	return nil, false
}

func kindNamed(name string) (kind, bool) {
	for _, k := range kinds {
		if k.name == name {
			return k, true
		}
	}
	return kind{}, false
}
