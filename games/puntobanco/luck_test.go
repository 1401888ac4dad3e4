package puntobanco

import (
	"math"
	"testing"
)

// Eight decks: standard deviations as they are published (banker 0.927, player 0.951, tie 2.64),
// and the shares as SpotOdds counts them.
func TestLuck(t *testing.T) {
	for _, preset := range Presets() {
		g, _ := New(preset)
		l := g.Luck(nil)
		odds := g.SpotOdds()
		if len(odds) != len(l.Spots) {
			t.Fatalf("%s: %v", preset, l.Spots)
		}
		for i, o := range odds {
			if o.Spot != l.Spots[i] || math.Abs(o.Edge()-l.Edge[i]) > 1e-9 {
				t.Errorf("%s, %s: %.9f, counted %.9f", preset, o.Spot, l.Edge[i], o.Edge())
			}
		}
	}
	g, _ := New(Classic)
	o := g.Options()
	o.Decks = 8
	l := g.With(o).(*Game).Luck(nil)
	banker, player, tie := l.Spot(Banker), l.Spot(Player), l.Spot(Tie)
	for at, want := range map[int]float64{banker: 0.9274, player: 0.9512, tie: 2.641} {
		if sd := math.Sqrt(l.Box[at][at]); math.Abs(sd-want) > 0.0005 {
			t.Errorf("%s: sd %.5f, want %.4f", l.Spots[at], sd, want)
		}
	}
	correlation := l.Box[banker][player] / math.Sqrt(l.Box[banker][banker]*l.Box[player][player])
	if math.Abs(correlation+0.99997) > 0.00001 {
		t.Errorf("banker and player go together by %.6f", correlation)
	}
}
