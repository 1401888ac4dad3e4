package controls

import (
	"math"

	"fyne.io/fyne/v2"
)

// Parts divides a screen among the top line, the felt, the act and what lies below, which is so high. All but the
// felt keep their share of the height.
func Parts(parts []fyne.CanvasObject, size fyne.Size, below float32) (unit float32) {
	unit = min(size.Width/1024, size.Height/768)
	heights := []float32{TopHigh * unit, 0, ActHigh * unit, below * unit}
	heights[1] = size.Height - heights[0] - heights[2] - heights[3]
	y := float32(0)
	for i, o := range parts {
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, heights[i]))
		y += heights[i]
	}
	return unit
}

// A Bounds is a rectangle of a drawing, or of the window.
type Bounds struct{ X, Y, W, H float32 }

// Meets reports whether two rectangles have a point in common.
func (p Bounds) Meets(q Bounds) bool {
	return p.X < q.X+q.W && q.X < p.X+p.W && p.Y < q.Y+q.H && q.Y < p.Y+p.H
}

// Inset returns the part of a place that is so far from its left, upper, right and lower edge.
func (p Bounds) Inset(left, top, right, bottom float32) Bounds {
	return Bounds{p.X + left, p.Y + top, p.W - left - right, p.H - top - bottom}
}

// Middle returns the point at which a finger aims.
func (p Bounds) Middle() fyne.Position { return fyne.NewPos(p.X+p.W/2, p.Y+p.H/2) }

// EnterPlace returns where the key of Enter lies in a window of a size: on every pad and on every page over the
// table. What is right for the finger once is right always. The measures are those of the two screens that were
// drawn; others lie on the line through them.
func EnterPlace(window fyne.Size) Bounds {
	unit := min(window.Width/1024, window.Height/768)
	wide := func(small, large float32) float32 { return between(window.Width, 1024, 1920, small, large) }
	high := func(small, large float32) float32 { return between(unit, 1, 1080.0/768, small, large) }
	return Bounds{wide(853, 1600), window.Height - high(95, 134), wide(164, 308), high(87, 122)}
}

// between returns the whole number on the line through two measures.
func between(at, from, to, small, large float32) float32 {
	return float32(math.Round(float64(small + (at-from)*(large-small)/(to-from))))
}
