package record_test

import (
	"testing"

	"sabot/games"
	"sabot/pit/record"
)

// What a float is worth is an amount like any other: a million of such sums are an amount still.
func TestFloatIsAnAmount(t *testing.T) {
	const plaque = games.MaxAmount / 1000
	chips := []games.Amount{-500, 500, plaque, games.MaxAmount}
	for name, c := range map[string]struct {
		float record.Float
		sound bool
	}{
		"chips":                      {record.Float{{Value: 500, Pieces: 1_000_000}}, true},
		"a chip too many":            {record.Float{{Value: 500, Pieces: 1_000_001}}, false},
		"all of an amount":           {record.Float{{Value: plaque, Pieces: 1000}}, true},
		"one piece more":             {record.Float{{Value: 500, Pieces: 1}, {Value: plaque, Pieces: 1000}}, false},
		"more than 64 bits hold":     {record.Float{{Value: games.MaxAmount, Pieces: 1_000_000}}, false},
		"pieces that are worth less": {record.Float{{Value: -500, Pieces: 1}}, false},
	} {
		if c.float.Sound(chips, true) != c.sound {
			t.Errorf("%s, worth %d: sound is not %v", name, c.float.Value(), c.sound)
		}
	}
}
