package handfile_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/games/puntobanco"
)

// counting is a game that counts how often its odds are worked out.
type counting struct {
	games.Game
	odds, luck *atomic.Int32
}

func (c counting) SpotOdds() []games.SpotOdds {
	c.odds.Add(1)
	return []games.SpotOdds{{Spot: puntobanco.Tie, Return: 0.5}}
}

func (c counting) Luck(func(int, int) bool) games.Luck {
	c.luck.Add(1)
	return games.Luck{Spots: []string{puntobanco.Tie}}
}

// What the rules come to is worked out once for a program, however many tables and reports ask at
// a time; other rules are other odds.
func TestOddsAreWorkedOutOnce(t *testing.T) {
	g, _ := handfile.Preset(puntobanco.Classic)
	limited, _ := handfile.WithLimits(g, map[string]games.Limit{puntobanco.Tie: {Min: 4711}}) // no other test's table
	c := counting{limited, new(atomic.Int32), new(atomic.Int32)}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if odds := handfile.Odds(c); len(odds) != 1 || odds[0].Edge() != 0.5 {
				t.Errorf("the odds are %v", odds)
			}
			if luck := handfile.Luck(c); luck == nil || luck.Spot(puntobanco.Tie) != 0 {
				t.Errorf("the luck is %v", luck)
			}
		})
	}
	all.Wait()
	if c.odds.Load() != 1 || c.luck.Load() != 1 {
		t.Errorf("the odds were worked out %d times, the luck %d times", c.odds.Load(), c.luck.Load())
	}
	c.Game, _ = handfile.WithLimits(g, map[string]games.Limit{puntobanco.Tie: {Min: 4712}})
	handfile.Odds(c)
	if c.odds.Load() != 2 {
		t.Errorf("of other rules the odds were worked out %d times", c.odds.Load())
	}
}

// Tables that differ by their limits alone have the same odds, luck and best play; punto banco
// has no best play, since nobody decides anything there.
func TestLimitsChangeNoOdds(t *testing.T) {
	for _, preset := range handfile.Presets() {
		g, _ := handfile.Preset(preset)
		limited, ok := handfile.WithLimits(g, map[string]games.Limit{g.Spots()[0].Name: {Min: 4713}})
		if !ok {
			t.Fatal(preset)
		}
		one, other := handfile.Odds(g), handfile.Odds(limited)
		if len(one) == 0 || &one[0] != &other[0] {
			t.Errorf("the odds of %s were worked out twice", preset)
		}
		book := handfile.Book(g)
		if book != handfile.Book(limited) {
			t.Errorf("the best play of %s was worked out twice", preset)
		}
		if decides := g.Name() != "puntobanco"; (book != nil) != decides || decides && book.Method() == "" {
			t.Errorf("%s: %v", preset, book)
		}
	}
}
