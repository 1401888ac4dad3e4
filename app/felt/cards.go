package felt

import (
	"image/color"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/app/view"
)

// drawCards fans the cards out as far as the width allows; the corner with the
// rank stays free.
func drawCards(b *controls.Board, cards []view.Card, x, y, w, cw, ch float32) {
	step := cw + 4*b.Unit
	if n := float32(len(cards)); n > 1 {
		step = min(step, (w-cw)/(n-1))
	}
	for i, c := range cards {
		covered := i < len(cards)-1 && step < cw
		drawCard(b, c, x+float32(i)*step, y, cw, ch, covered)
	}
}

// drawCard draws a card; one that the next covers shows its corner only.
func drawCard(b *controls.Board, c view.Card, x, y, w, h float32, covered bool) {
	if c.Back {
		drawBack(b, x, y, w, h)
		return
	}
	edge, line := color.Color(color.NRGBA{0, 0, 0, 0x90}), 1.2*b.Unit
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
		wide = w * 0.58
	}
	side := min(w*0.42, h*0.34)
	suit := controls.Suit(c.Suit, x+w*0.08, y+h*0.94-side, side)
	if suit == nil { // nobody reads it here: the rank has the card for itself
		b.Add(controls.Place(controls.Text(c.Rank, h*0.58, ink, true, wide), x+w*0.07, y, wide, h*0.68, 0))
		return
	}
	b.Add(controls.Place(controls.Text(c.Rank, h*0.48, ink, true, wide), x+w*0.07, y, wide, h*0.56, 0), suit)
}
