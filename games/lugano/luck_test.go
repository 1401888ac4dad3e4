package lugano

import (
	"math"
	"testing"

	"sabot/games"
)

// Found with 60 million simulated hands, six decks, best play without doubling: within three
// standard errors.
func TestLuck(t *testing.T) {
	g, _ := New(FaceUp)
	var strategy [10][10]games.Action
	_, best := g.bestPlay()
	for _, c := range best {
		strategy[c.Total][c.Bank] = games.Stand
		if c.Draw > c.Stand {
			strategy[c.Total][c.Bank] = games.Draw
		}
	}
	l := g.luck(&strategy)
	near := func(what string, got, want, within float64) {
		t.Helper()
		if math.Abs(got-want) > within {
			t.Errorf("%s: %.5f, want %.4f", what, got, want)
		}
	}
	at := l.Spot
	for _, c := range []struct {
		spot         string
		want, within float64
	}{{FiftyNine, 1.0674, 0.0003}, {Play, 0.8900, 0.0003}, {Pair, 12.87, 0.04}, {PlusEight, 11.72, 0.03}} {
		near("variance of "+c.spot, l.Box[at(c.spot)][at(c.spot)], c.want, c.within)
	}
	for _, c := range []struct {
		one, other string
		want       float64
	}{{FiftyNine, Play, 0.318}, {FiftyNine, Pair, 0.193}, {FiftyNine, PlusEight, 1.232}, {Play, Pair, -0.025}, {Play, PlusEight, 0.578}, {Pair, PlusEight, 5.13}} {
		near(c.one+" with "+c.other, l.Box[at(c.one)][at(c.other)], c.want, 0.0051)
		near("of two boxes, "+c.one+" with "+c.other, l.Boxes[at(c.one)][at(c.other)], 0, 0.02)
	}
	for _, spot := range []string{FiftyNine, Pair, PlusEight} {
		near(spot+" of two boxes", l.Boxes[at(spot)][at(spot)], 0, 0.02)
	}
	near("PLAY of two boxes", l.Boxes[at(Play)][at(Play)], 0.313, 0.0005)

	// Seven boxes each 1 on the 59 and 2 on PLAY: 0.1546 of 21 staked, sd 9.69.
	e := l.Expose()
	for box := 1; box <= 7; box++ {
		e.Add(box, FiftyNine, 1)
		e.Add(box, Play, 2)
	}
	near("sd of seven boxes", math.Sqrt(e.Variance()), 9.69, 0.01)
	near("expected of seven boxes", e.Expected(), 0.1546, 0.0001)
}

// The house's share is the same as SpotOdds counts it.
func TestLuckEdges(t *testing.T) {
	g, _ := New(FaceUp)
	l := g.Luck(nil)
	for _, o := range g.SpotOdds() {
		if got := l.Edge[l.Spot(o.Spot)]; math.Abs(got-o.Edge()) > 1e-9 {
			t.Errorf("%s: %.9f, counted %.9f", o.Spot, got, o.Edge())
		}
	}
}
