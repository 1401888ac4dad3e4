package drill

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"sabot/games"
	"sabot/games/handfile"
)

// Rules are a game's rules in text: the name of a preset, or a hand file's object of rules with what a table has otherwise than
// its preset.
type Rules string

// RulesOf returns the rules of a table: all but its limits, by which stakes are laid and no answer is judged but those about
// limits (Setting.Limits).
func RulesOf(g games.Game) Rules {
	if can, ok := g.(handfile.Configurable); ok {
		o := g.Options()
		o.Limits, o.Off = nil, slices.Sorted(slices.Values(o.Off))
		g = can.With(o)
	}
	return Rules(strings.Trim(string(handfile.EncodeRules(g)), `"`))
}

// Own reports whether they are a table's own, and not those of a preset.
func (r Rules) Own() bool { return strings.HasPrefix(string(r), "{") }

// Preset returns the name of their preset, whether there is one of that name or not.
func (r Rules) Preset() string {
	if !r.Own() {
		return string(r)
	}
	var object struct {
		Preset string `json:"preset"`
	}
	_ = json.Unmarshal([]byte(r), &object) // what is no object is of no preset
	return object.Preset
}

// Game returns the game that is played by them; false where there is none.
func (r Rules) Game() (games.Game, bool) {
	g, ok := handfile.Preset(r.Preset())
	if !ok || !r.Own() {
		return g, ok
	}
	g, err := handfile.ParseRules(g.Name(), []byte(r))
	return g, err == nil
}

// Mark returns a few letters that tell a table's own rules from others; "" of a preset's.
func (r Rules) Mark() string {
	if !r.Own() {
		return ""
	}
	return Mark(string(r))
}

// MarshalJSON writes them as a hand file has them.
func (r Rules) MarshalJSON() ([]byte, error) {
	if r.Own() {
		return []byte(r), nil
	}
	return json.Marshal(string(r))
}

// UnmarshalJSON reads them back, however they were indented.
func (r *Rules) UnmarshalJSON(b []byte) error {
	var preset string
	if err := json.Unmarshal(b, &preset); err == nil {
		*r = Rules(preset)
		return nil
	}
	var object bytes.Buffer
	if err := json.Compact(&object, b); err != nil {
		return err
	}
	if *r = Rules(object.String()); !r.Own() {
		return errors.New("rules are a preset's name, or an object")
	}
	return nil
}

// letters are the characters of a mark: none is taken for another one, or for a digit.
var letters = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

// MarkLong is the length of a mark, in letters and digits.
const MarkLong = 4

// Mark returns four letters and digits that people compare in the place of a text: of two texts they are the same once in a
// million.
func Mark(text string) string {
	sum := sha256.Sum256([]byte(text))
	return letters.EncodeToString(sum[:])[:MarkLong]
}

// IsMark reports whether a text can be a mark.
func IsMark(text string) bool {
	_, err := letters.WithPadding(base32.NoPadding).DecodeString(text + text) // eight letters are five bytes
	return err == nil && len(text) == MarkLong
}
