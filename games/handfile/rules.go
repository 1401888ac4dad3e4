package handfile

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"sabot/games"
)

// ParseRules returns the game of the hand file's `game` and `rules`: a preset's name, or an object whose other keys override that
// preset's. Errors: unknown_game, unknown_preset, bad_rules.
func ParseRules(game string, rules []byte) (games.Game, error) {
	k, ok := kindNamed(game)
	if !ok {
		return nil, games.Errorf(games.UnknownGame, "game", "no game is called %q", game)
	}
	if rules == nil {
		return nil, games.Errorf(games.UnknownPreset, "rules", "the hand does not name its rules: %v", k.Presets())
	}
	name, isName := text(rules)
	keys, isObject := object(rules)
	if !isName && !isObject {
		return nil, games.Errorf(games.BadRules, "rules", "rules are a preset's name or an object with a preset")
	}
	if isObject {
		name, _ = text(keys["preset"])
	}
	g, ok := k.Open(name)
	if !ok {
		return nil, games.Errorf(games.UnknownPreset, "rules", "%s has no preset %q: it has %v", game, name, k.Presets())
	}
	if len(keys) <= 1 {
		return g, nil
	}
	o := g.Options()
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		value := keys[key]
		if setRule(g, &o, key, value) {
			continue
		}
		if g, ok = setOwnRule(g, key, value); !ok {
			return nil, games.Errorf(games.BadRules, "rules."+key, "%s has no rule %s with that value", name, key)
		}
	}
	return g.With(o), nil
}

// WithLimits returns a game with other limits, spot by spot; false where a minimum is over its maximum, or an amount is none.
func WithLimits(g games.Game, limits map[string]games.Limit) (games.Game, bool) {
	can, ok := g.(Configurable)
	if !ok {
		return nil, false
	}
	o := g.Options()
	o.Limits = map[string]games.Limit{}
	for name, l := range limits {
		if !hasSpot(g, name) || l.Min < 0 || l.Max < 0 || l.Min > games.MaxAmount || l.Max > games.MaxAmount || l.Max > 0 && l.Min > l.Max {
			return nil, false
		}
		if l != (games.Limit{}) {
			o.Limits[name] = l
		}
	}
	return can.With(o), true
}

// setOwnRule sets a rule that the game has beside its options.
func setOwnRule(g Configurable, key string, v raw) (Configurable, bool) {
	ruled, ok := g.(games.Ruled)
	if !ok {
		return nil, false
	}
	with, ok := ruled.WithRule(key, plain(v))
	if !ok {
		return nil, false
	}
	return with.(Configurable), true
}

// plain returns a value as games take it: a string, a bool, an int, a []string, a games.Rounding; nil for any other.
func plain(v raw) any {
	if s, ok := text(v); ok {
		return s
	}
	if n, ok := integer(v); ok {
		return clampInt(n)
	}
	switch string(v) {
	case "true":
		return true
	case "false":
		return false
	}
	if _, ok := object(v); ok {
		if rounding, ok := readRounding(games.Rounding{}, v); ok {
			return rounding
		}
		return nil
	}
	elements, ok := array(v)
	if !ok {
		return nil
	}
	list := make([]string, len(elements))
	for i, e := range elements {
		if list[i], ok = text(e); !ok {
			return nil
		}
	}
	return list
}

// setRule sets one rule key; false where the game has no such key or the value is
// none of those the hand file names.
func setRule(g games.Game, o *games.Options, key string, value raw) bool {
	switch key {
	case "preset":
		return true
	case "decks":
		return intRule(value, 1, 99, func(n int64) { o.Decks = int(n) })
	case "boxes":
		return intRule(value, 1, games.MaxBoxes, func(n int64) { o.Boxes = int(n) })
	case "limits":
		return limitsRule(g, o, value)
	case "off":
		return offRule(g, o, value)
	case "rounding":
		rounding, ok := readRounding(o.Rounding, value)
		o.Rounding = rounding
		return ok
	default:
		return false
	}
}

func intRule(v raw, least, most int64, set func(int64)) bool {
	n, ok := integer(v)
	if !ok || n < least || n > most {
		return false
	}
	set(n)
	return true
}

// limitsRule overrides the limits of the spots it names, and leaves the others.
func limitsRule(g games.Game, o *games.Options, v raw) bool {
	spots, ok := object(v)
	if !ok {
		return false
	}
	limits := make(map[string]games.Limit, len(spots))
	for name, limit := range o.Limits {
		limits[name] = limit
	}
	for name, value := range spots {
		ends, ok := object(value)
		if !ok || !hasSpot(g, name) {
			return false
		}
		limit := limits[name]
		for end, n := range ends {
			set := map[string]func(int64){
				"min": func(n int64) { limit.Min = games.Amount(n) },
				"max": func(n int64) { limit.Max = games.Amount(n) },
			}[end]
			if set == nil || !intRule(n, 1, int64(games.MaxAmount), set) {
				return false
			}
		}
		if limit.Max > 0 && limit.Min > limit.Max {
			return false
		}
		limits[name] = limit
	}
	o.Limits = limits
	return true
}

// offRule takes side bets away, by their spots, none twice.
func offRule(g games.Game, o *games.Options, v raw) bool {
	names, ok := array(v)
	o.Off = nil
	for _, one := range names {
		name, isText := text(one)
		spot := slices.IndexFunc(g.Spots(), func(s games.Spot) bool { return s.Name == name })
		if !isText || spot < 0 || !g.Spots()[spot].Optional() || slices.Contains(o.Off, name) {
			return false
		}
		o.Off = append(o.Off, name)
	}
	return ok && v != nil
}

func hasSpot(g games.Game, name string) bool {
	for _, s := range g.Spots() {
		if s.Name == name {
			return true
		}
	}
	return false
}

// readRounding returns r with the parts that a value names; false where the value is no rounding.
func readRounding(r games.Rounding, v raw) (games.Rounding, bool) {
	parts, ok := object(v)
	if !ok {
		return r, false
	}
	for part, value := range parts {
		switch part {
		case "unit":
			if !intRule(value, 1, int64(games.MaxAmount), func(n int64) { r.Unit = games.Amount(n) }) {
				return r, false
			}
		case "mode":
			mode, _ := text(value)
			r.Mode = games.RoundingMode(mode)
			if r.Mode != games.RoundDown && r.Mode != games.RoundUp && r.Mode != games.RoundNearest {
				return r, false
			}
		default:
			return r, false
		}
	}
	return r, true
}

// EncodeRules returns the hand file's `rules` of a game: the preset's name alone where nothing is overridden. ParseRules reads it
// back to the same game.
func EncodeRules(g games.Game) []byte {
	o := g.Options()
	preset, _ := Preset(o.Preset)
	d := preset.Options()
	out := rulesJSON{Preset: o.Preset, Off: o.Off}
	if o.Decks != d.Decks {
		out.Decks = o.Decks
	}
	if o.Boxes != d.Boxes {
		out.Boxes = o.Boxes
	}
	if o.Rounding != d.Rounding {
		out.Rounding = &o.Rounding
	}
	for name, l := range o.Limits {
		if out.Limits == nil {
			out.Limits = map[string]limitJSON{}
		}
		out.Limits[name] = limitJSON(l)
	}
	own := ownRules(g, preset)
	switch {
	case out.plain() && len(own) == 0:
		return mustJSON(o.Preset)
	case len(own) == 0:
		return mustJSON(out)
	}
	// One object: the options, then the game's own rules.
	b := mustJSON(out)
	b[len(b)-1] = ','
	return append(b, mustJSON(own)[1:]...)
}

// ownRules returns the rules of the game's own that are not the preset's.
func ownRules(g, preset games.Game) map[string]any {
	ruled, ok := g.(games.Ruled)
	if !ok {
		return nil
	}
	own := map[string]any{}
	byDefault := preset.(games.Ruled).Rules()
	for key, value := range ruled.Rules() {
		if !reflect.DeepEqual(value, byDefault[key]) {
			own[key] = value
		}
	}
	return own
}

type rulesJSON struct {
	Preset   string               `json:"preset"`
	Decks    int                  `json:"decks,omitempty"`
	Boxes    int                  `json:"boxes,omitempty"`
	Limits   map[string]limitJSON `json:"limits,omitempty"`
	Rounding *games.Rounding      `json:"rounding,omitempty"`
	Off      []string             `json:"off,omitempty"`
}

func (r rulesJSON) plain() bool {
	return r.Decks == 0 && r.Boxes == 0 && r.Limits == nil && r.Rounding == nil && r.Off == nil
}

type limitJSON struct {
	Min games.Amount `json:"min,omitempty"`
	Max games.Amount `json:"max,omitempty"`
}

// mustJSON encodes a value of ours, which cannot fail.
func mustJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
