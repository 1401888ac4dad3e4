package handfile

import (
	"io/fs"

	"sabot/games"
	"sabot/games/blackjack"
	"sabot/games/lugano"
	"sabot/games/puntobanco"
)

// Configurable is a game that can be had with other options.
type Configurable interface {
	games.Game
	With(games.Options) games.Game
}

// A Kind is one game of the house.
type Kind struct {
	Name    string // in the hand file
	Presets func() []string
	Open    func(preset string) (Configurable, bool) // false where it has no such preset
	// Texts are its words, a file texts/LANGUAGE.json each, where they lie with the game
	// and not with those of the house; nil for none.
	Texts fs.FS
}

// kinds are the games that Sabot knows: a new game is one line here.
var kinds = []Kind{
	{Name: "lugano", Presets: lugano.Presets, Open: func(p string) (Configurable, bool) { return lugano.New(p) }},
	{Name: "blackjack", Presets: blackjack.Presets, Open: func(p string) (Configurable, bool) { return blackjack.New(p) }},
	{Name: "puntobanco", Presets: puntobanco.Presets, Open: func(p string) (Configurable, bool) { return puntobanco.New(p) }},
}

// Register adds a game, before anything is opened; remove takes it away again. It is how a
// test brings a game of its own.
func Register(k Kind) (remove func()) {
	before := kinds
	kinds = append(kinds[:len(kinds):len(kinds)], k)
	return func() { kinds = before }
}

// Texts returns the words that games bring with them.
func Texts() []fs.FS {
	var all []fs.FS
	for _, k := range kinds {
		if k.Texts != nil {
			all = append(all, k.Texts)
		}
	}
	return all
}

// Games returns the names of all games, as the hand file has them.
func Games() []string {
	var all []string
	for _, k := range kinds {
		all = append(all, k.Name)
	}
	return all
}

// Presets returns the presets of all games, in the order of the house's list.
func Presets() []string {
	var all []string
	for _, k := range kinds {
		all = append(all, k.Presets()...)
	}
	return all
}

// PresetsOf returns the presets of one game, by its name; none where there is no such game.
func PresetsOf(game string) []string {
	k, ok := kindNamed(game)
	if !ok {
		return nil
	}
	return k.Presets()
}

// Preset returns the game of a preset as the house has it by default; false where no game has that preset.
func Preset(name string) (games.Game, bool) {
	for _, k := range kinds {
		if g, ok := k.Open(name); ok {
			return g, true
		}
	}
	return nil, false
}

func kindNamed(name string) (Kind, bool) {
	for _, k := range kinds {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}

// Rule is a rule of a game's own with its value here, and the one that the preset has.
type Rule struct {
	games.Rule
	Value, Default any
}

// RulesOf returns the rules of a game's own that something depends on, in the order in which a form asks for them; none where it
// has none.
func RulesOf(g games.Game) []Rule {
	ruled, ok := g.(games.Ruled)
	if !ok {
		return nil
	}
	preset, ok := Preset(g.Options().Preset)
	if !ok {
		return nil
	}
	is, was := ruled.Rules(), preset.(games.Ruled).Rules()
	var rules []Rule
	for _, r := range ruled.Takes() {
		if !r.Idle {
			rules = append(rules, Rule{r, is[r.Key], was[r.Key]})
		}
	}
	return rules
}
