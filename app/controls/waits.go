package controls

import (
	"image/color"

	"sabot/app/theme"
	"sabot/app/view"
)

// waiting draws the cards that an electronic shoe read and that are not entered yet, the next one
// first, and under them why.
func (b *Board) waiting(w view.Waits, x, wide, high float32, tap func()) {
	const cardWide, cardHigh, apart = 34, 46, 5
	u := b.Unit
	ink, line := color.Color(theme.Quiet), color.Color(theme.Faint)
	word := w.Word
	if w.Bad {
		word, ink, line = Warning(word), theme.Warn, theme.Warn
	}
	b.Add(Rect(x, 5*u, wide, high-10*u, 8*u, theme.Rail, line, 2*u))
	at := x + 9*u
	for _, c := range w.Cards {
		b.card(c, at, 10*u, cardWide*u, cardHigh*u, cardWide*u)
		at += (cardWide + apart) * u
	}
	b.text(word, readable*u, ink, w.Bad, x+9*u, (10+cardHigh)*u, wide-18*u, high-(cardHigh+15)*u, 0)
	b.Area("waits", x, 5*u, wide, high-10*u, tap)
}
