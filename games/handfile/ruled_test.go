package handfile_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"sabot/games"
	"sabot/games/handfile"
)

// valuesOf are all values of a rule that can be listed, and some of one that cannot.
func valuesOf(r games.Rule) []any {
	var all []any
	switch r.Kind {
	case games.YesNo:
		return []any{true, false}
	case games.OneOf:
		for _, v := range r.Values {
			all = append(all, v)
		}
	case games.Count:
		for n := r.Least; n <= r.Most; n++ {
			all = append(all, n)
		}
	case games.OneOdds:
		return []any{"3:2", "6:5", "1:1"}
	case games.OddsEach:
		odds := make([]string, len(r.Values))
		for i := range odds {
			odds[i] = fmt.Sprintf("%d:1", 7+i)
		}
		return []any{odds}
	}
	return all
}

// What a game says of its rules is so: each that it has is described, takes all that is said
// of it and nothing else, comes back from the hand file, and the preset's is its own.
func TestRulesAreAsTheGameSays(t *testing.T) {
	for _, preset := range handfile.Presets() {
		g, _ := handfile.Preset(preset)
		ruled, ok := g.(games.Ruled)
		if !ok {
			continue
		}
		rules := ruled.Rules()
		if len(ruled.Takes()) != len(rules) {
			t.Errorf("%s has %d rules and says %d", preset, len(rules), len(ruled.Takes()))
		}
		for _, r := range ruled.Takes() {
			if is, there := rules[r.Key]; !there || !r.Takes(is) {
				t.Errorf("%s: %s is %v, which it does not take", preset, r.Key, is)
			}
			for _, value := range valuesOf(r) {
				with, ok := ruled.WithRule(r.Key, value)
				if !ok || !reflect.DeepEqual(with.(games.Ruled).Rules()[r.Key], value) {
					t.Errorf("%s: %s does not take %v", preset, r.Key, value)
					continue
				}
				again, err := handfile.ParseRules(g.Name(), handfile.EncodeRules(with))
				if err != nil || !reflect.DeepEqual(again, with) {
					t.Errorf("%s: %s %v comes back as %v: %v", preset, r.Key, value, again, err)
				}
			}
			for _, value := range []any{nil, "blue", 7, -1, []string{"1:1"}, "0:0", []string{"a", "b", "c", "d", "e"}} {
				if _, ok := ruled.WithRule(r.Key, value); ok != r.Takes(value) {
					t.Errorf("%s: %s takes %v: %v", preset, r.Key, value, ok)
				}
			}
		}
	}
}

// What a game says of its table is whole: every place that is no box's is a side, every
// main bet is a spot, no key means two things.
func TestLayoutsAreWhole(t *testing.T) {
	for _, preset := range handfile.Presets() {
		g, _ := handfile.Preset(preset)
		layout := g.Layout()
		sides := 0
		for _, at := range g.Places() {
			if at.Box > 0 {
				if layout.Shared {
					t.Errorf("%s: box %d has cards of its own", preset, at.Box)
				}
				continue
			}
			if sides >= len(layout.Sides) || layout.Sides[sides].At != at {
				t.Errorf("%s: %s is no side", preset, at)
			}
			sides++
		}
		keys := map[string]bool{}
		for _, a := range layout.Answers {
			if a.Key == "" || keys[a.Key] {
				t.Errorf("%s: the key %q of %s", preset, a.Key, a.Do)
			}
			keys[a.Key] = true
		}
		if !slices.ContainsFunc(games.PresetSpots(g), func(s games.Spot) bool { return s.Main }) || !g.Spots()[0].Main || len(layout.Boxes) == 0 {
			t.Errorf("%s: %+v", preset, layout)
		}
		for i, n := range layout.Boxes {
			if n < 1 || n > games.MaxBoxes || i > 0 && n <= layout.Boxes[i-1] {
				t.Errorf("%s: tables of %v boxes", preset, layout.Boxes)
			}
		}
	}
}
