package felt

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/view"
)

// feltSizes are the felts of the screens that were drawn: 1024x768, 1366x768, 1920x1080.
var feltSizes = []fyne.Size{{Width: 1024, Height: 456}, {Width: 1366, Height: 456}, {Width: 1920, Height: 641}}

func staked(names ...string) []view.Spot {
	var spots []view.Spot
	for _, n := range names {
		spots = append(spots, view.Spot{Name: n, Label: n, Amount: "50", Put: "50", Count: 1})
	}
	return spots
}

// closed returns a felt of so many boxes, of which those listed have these spots.
func closed(n int, spots []view.Spot, in ...int) view.Felt {
	f := view.Felt{Closed: true, House: []view.Side{{Name: "dealer", Title: "BANCO"}}}
	for i := range n {
		f.Boxes = append(f.Boxes, view.Box{Number: i + 1, Spots: []view.Spot{{Name: "none", Label: "NONE"}}})
	}
	for _, box := range in {
		f.Boxes[box-1].Spots = append([]view.Spot(nil), spots...)
	}
	return f
}

func all(n int) []int {
	var in []int
	for i := range n {
		in = append(in, i+1)
	}
	return in
}

// sharedFelt returns a felt of punto banco.
func sharedFelt(n int, spots []view.Spot, in ...int) view.Felt {
	f := closed(n, spots, in...)
	f.Shared, f.Call = true, "5 – 3"
	f.House = []view.Side{{Name: "player", Title: "PUNTO"}, {Name: "banker", Title: "BANCO"}}
	return f
}

func splitBoxes(f view.Felt, in ...int) view.Felt {
	for _, box := range in {
		f.Boxes[box-1].Second = &view.Half{}
	}
	return f
}

// No card is smaller than that of the mock-ups: their sizes are those of a screen of 1920x1080, and others are in
// proportion to the width.
func TestCardsAreAsLargeAsDrawn(t *testing.T) {
	test.NewTempApp(t)
	lugano, seat := staked("59", "PLAY", "PAIR", "+8"), staked("PUNTATA", "D PAIR")
	for _, c := range []struct {
		name  string
		felt  view.Felt
		width float32 // of a card, at 1920x1080
	}{
		{"Lugano, 1 box of 9", closed(9, lugano, 5), 216},
		{"Lugano, 1 bet in 1 box", closed(9, staked("59"), 9), 216},
		{"Lugano, 4 boxes of 9", closed(9, lugano, 1, 3, 5, 8), 114},
		{"Lugano, 7 boxes of 9", closed(9, lugano, 1, 2, 3, 5, 6, 8, 9), 110},
		{"Lugano, 9 boxes", closed(9, lugano, all(9)...), 98},
		{"blackjack, 1 seat of 7", closed(7, seat, 3), 216},
		{"blackjack, 7 seats", closed(7, seat, all(7)...), 120},
		{"blackjack, 7 seats, 2 split", splitBoxes(closed(7, seat, all(7)...), 1, 3), 100},
		{"punto banco, 1 box of 9", sharedFelt(9, staked("PUNTO"), 4), 224},
		{"punto banco, 4 boxes of 9", sharedFelt(9, staked("PUNTO", "BANCO"), 1, 3, 5, 8), 224},
		{"punto banco, 9 boxes", sharedFelt(9, staked("PUNTO", "BANCO", "PAREGGIO"), all(9)...), 170},
		{"punto banco, 14 boxes", sharedFelt(14, staked("PUNTO", "BANCO", "PAREGGIO", "ALTRE"), all(14)...), 124},
	} {
		for _, size := range feltSizes {
			plan := PlanOf(c.felt, size)
			least := c.width * min(size.Width/1920, size.Height/641)
			if plan.Card.Width < least-0.5 {
				t.Errorf("%s at %v: a card is %.0f wide, not %.0f", c.name, size, plan.Card.Width, least)
			}
			t.Logf("%s at %v: %.0fx%.0f, bank %.0fx%.0f, low %v, beside %v", c.name, size, plan.Card.Width, plan.Card.Height, plan.Bank.Width, plan.Bank.Height, plan.Low, plan.Beside)
		}
	}
}

// Nothing of a plan lies over anything else, and all of it is on the felt.
func TestNothingOfAPlanMeets(t *testing.T) {
	test.NewTempApp(t)
	names := []string{"59", "PLAY", "PAIR", "+8", "A", "B"}
	for _, size := range append([]fyne.Size{{Width: 1280, Height: 470}, {Width: 3840, Height: 1282}}, feltSizes...) {
		for n := 1; n <= 14; n++ {
			for with := 0; with < 1<<min(n, 5); with++ {
				for rows := 1; rows <= 4; rows++ {
					f := closed(n, staked(names[:rows]...))
					for i := range n {
						if with>>(i%5)&1 == 1 {
							f.Boxes[i].Spots = staked(names[:1+(i+rows)%rows]...)
							if (i+with)%4 == 3 && n <= 9 {
								f.Boxes[i].Second = &view.Half{}
							}
						}
					}
					checkPlan(t, fmt.Sprintf("%d boxes, %b, %d rows, %v", n, with, rows, size), PlanOf(f, size), size)
					f.Shared, f.House = true, append(f.House, view.Side{})
					for i := range f.Boxes {
						f.Boxes[i].Second = nil
					}
					checkPlan(t, fmt.Sprintf("shared, %d boxes, %b, %d rows, %v", n, with, rows, size), PlanOf(f, size), size)
					if t.Failed() {
						return
					}
				}
			}
		}
	}
}

func checkPlan(t *testing.T, name string, plan Plan, size fyne.Size) {
	t.Helper()
	var outer []controls.Bounds
	inside := func(what string, p, q controls.Bounds) {
		const air = 0.6
		if p.X < q.X-air || p.Y < q.Y-air || p.X+p.W > q.X+q.W+air || p.Y+p.H > q.Y+q.H+air {
			t.Errorf("%s: %s %.0f is not within %.0f", name, what, p, q)
		}
	}
	apart := func(what string, list []controls.Bounds) {
		for i, p := range list {
			for j, q := range list[:i] {
				q.W, q.H = q.W-0.6, q.H-0.6
				p := controls.Bounds{X: p.X + 0.3, Y: p.Y + 0.3, W: p.W - 0.6, H: p.H - 0.6}
				if p.Meets(q) {
					t.Errorf("%s: %s %d %.0f meets %d %.0f", name, what, i, p, j, q)
				}
			}
		}
	}
	for _, box := range plan.Boxes {
		outer = append(outer, box.Bounds)
		parts := append(append([]controls.Bounds(nil), box.Hands...), box.Rows...)
		if box.Foot.H > 0 {
			parts = append(parts, box.Foot)
		}
		for _, p := range parts {
			inside("a part", p, box.Bounds)
		}
		apart("part", parts)
		for _, h := range box.Hands {
			if h.W < plan.Card.Width || h.H < plan.Card.Height-0.5 {
				t.Errorf("%s: no room for a card in %.0f", name, h)
			}
		}
	}
	outer = append(outer, plan.House...)
	for _, p := range outer {
		inside("a box or hand", p, controls.Bounds{W: size.Width, H: size.Height})
	}
	apart("box or hand", outer)
}
