package felt

import (
	"image/color"

	"fyne.io/fyne/v2/canvas"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/app/view"
)

// drawCards fans the cards out as far as the width allows; the corner with the
// rank stays free.
func drawCards(b *controls.Board, cards []view.Card, x, y, w, cw, ch float32) {
	step := cw + 4*b.Unit
	n := float32(len(cards))
	if n > 1 {
		step = min(step, (w-cw)/(n-1))
	}
	tens := float32(0) // of the covered ones: two figures need more than a corner
	for i, c := range cards {
		if i < len(cards)-1 && c.Rank == "10" {
			tens++
		}
	}
	wide, tight := step, tens > 0 && step < tenWide*b.Unit
	if ten, others := tenWide*b.Unit, n-tens; tight { // the others give way, the last one too
		wide = max(step, min(ten, (w-others*cornerWide*b.Unit)/tens))
		rest := w - tens*wide
		least := rest / others
		if cards[len(cards)-1].Rank == "10" {
			least = max(least, min(ten, rest))
		}
		cw = min(cw, least)
		step = (rest - cw) / max(1, others-1)
	}
	for i, c := range cards {
		next := step
		if c.Rank == "10" && i < len(cards)-1 {
			next = wide
		}
		covered := i < len(cards)-1 && (next < cw || tight)
		drawCard(b, c, x, y, max(cw, min(next, tenWide*b.Unit)), ch, covered, next)
		x += next
	}
}

// The least that is seen of a covered card, in units: two figures, or one.
const (
	tenWide    = 24
	cornerWide = 14
)

// drawCard draws a card; one that the next covers shows its corner only, so wide.
func drawCard(b *controls.Board, c view.Card, x, y, w, h float32, covered bool, corner float32) {
	if c.Back {
		drawBack(b, x, y, w, h)
		return
	}
	edge, line := color.Color(theme.CardEdge), 1.2*b.Unit
	if c.Wrong {
		edge, line = theme.Warn, 4*b.Unit
	}
	b.Add(controls.Rect(x, y, w, h, w*0.12, theme.Paper, edge, line))
	ink := color.Color(theme.Ink)
	if c.Suit == "h" || c.Suit == "d" {
		ink = theme.CardRed
	}
	wide := w * 0.86
	if covered {
		if wide = corner - w*0.07 - 1*b.Unit; c.Rank != "10" {
			wide = min(wide, w*0.58)
		}
	}
	side := min(w*0.42, h*0.34)
	suit := controls.Suit(c.Suit, x+w*0.08, y+h*0.94-side, side)
	if suit == nil && !covered { // nobody reads it here: the rank has the card for itself
		b.Add(controls.Place(rank(b, c, h*0.62, ink, wide), x+w*0.07, y, wide, h, 0.5))
		return
	}
	if suit == nil {
		b.Add(controls.Place(rank(b, c, h*0.58, ink, wide), x+w*0.07, y, wide, h*0.68, 0))
		return
	}
	b.Add(controls.Place(rank(b, c, h*0.48, ink, wide), x+w*0.07, y, wide, h*0.56, 0), suit)
}

// rank returns a card's rank as large as its place is wide, in lighter letters where heavy ones are too small
// to read.
func rank(b *controls.Board, c view.Card, size float32, ink color.Color, wide float32) *canvas.Text {
	if t := controls.Text(c.Rank, size, ink, true, wide); t.TextSize >= readable*b.Unit {
		return t
	}
	return controls.Text(c.Rank, size, ink, false, wide)
}
