package screentest

import (
	"maps"
	"testing"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/record"
)

// Bounded returns the table with a maximum for each spot that has none: no house may be set up without.
func Bounded(t testing.TB, table record.TableSet) record.TableSet {
	t.Helper()
	g, err := handfile.ParseRules(table.Game, table.Rules)
	if err != nil {
		t.Fatal(err)
	}
	limits := map[string]games.Limit{}
	maps.Copy(limits, g.Options().Limits)
	for _, s := range games.PresetSpots(g) {
		if l := limits[s.Name]; l.Max == 0 && !s.Capped {
			limits[s.Name] = games.Limit{Min: l.Min, Max: 10_000_000}
		}
	}
	g, ok := handfile.WithLimits(g, limits)
	if !ok {
		t.Fatalf("%s takes no limits", table.Name)
	}
	table.Rules = handfile.EncodeRules(g)
	return table
}
