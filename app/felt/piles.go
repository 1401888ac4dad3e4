package felt

import (
	"strings"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/app/view"
)

// The two hands of a split box lie side by side, that far apart and from its edges, in units.
const (
	handsApart = 12
	handsIn    = 2
)

// handWide returns how wide each hand of a split box so wide is.
func handWide(w, u float32) float32 { return (w - (2*handsIn+handsApart)*u) / 2 }

// split reports whether the bets of a spot ride on two hands.
func split(s view.Spot) bool { return len(s.Piles) == 2 && s.Piles[0].Hand > 0 }

// ofPile returns the outcome of a pile as it is written.
func ofPile(p view.Pile) figure {
	return figure{controls.Marked(p.Word, p.Mark), controls.FlowColor(p.Mark)}
}

// inPiles returns what lies on a spot: pile by pile where that is so wide at most, else in all.
func inPiles(s view.Spot, wide, u float32) string {
	var piles []string
	for _, p := range s.Piles {
		if p.Amount == "" {
			return s.Amount
		}
		piles = append(piles, p.Amount)
	}
	each := s
	if each.Amount = strings.Join(piles, " | "); len(piles) == 0 || chipWide(each, u) > wide {
		return s.Amount
	}
	return each.Amount
}

// drawHands draws the piles of a split box and what they came to, each below its own hand. It returns false where
// the spot is none, or has no room for that.
func (c *cell) drawHands(x, y, w, h float32) bool {
	u, s := c.b.Unit, c.spot
	if !split(s) {
		return false
	}
	wide := handWide(w, u)
	for _, p := range s.Piles {
		if chipWide(view.Spot{Amount: p.Amount}, u) > wide-8*u || ofPile(p).wide(u) > wide {
			return false
		}
	}
	const label = 19 // a line of its own where the place is high
	top, line := y+2*u, h/2-2*u
	if h >= threeLines*u {
		c.print(x+8*u, y, w-printPad*u, label*u)
		top, line = y+label*u, (h-label*u)/2-1*u
	}
	for i, p := range s.Piles {
		left := x + (handsIn+float32(i)*handsApart)*u + float32(i)*wide
		chip := chipWide(view.Spot{Amount: p.Amount}, u)
		if name := controls.Text(s.Label, readable*u, theme.FeltPrint, c.heavy, 0); i == 0 && h < threeLines*u && name.MinSize().Width+chip+10*u <= wide {
			c.b.Add(controls.Place(name, left+6*u, top, 0, line, 0))
		}
		drawChip(c.b, view.Spot{Amount: p.Amount, Mark: view.Plain}, left+wide-chip, top, chip, min(chipHigh*u, line))
		c.b.Add(controls.Place(fit(p.Word, readable*u, ofPile(p).ink, wide), left, top+line, wide, line, 1))
	}
	return true
}
