package felt

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2/canvas"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/app/view"
)

// The measures of a spot's place, in units. A wide one has its print and the chip beside
// each other and below them what became of it; a narrow one has all three below each
// other.
const (
	cellWide   = 90  // from here on it is wide,
	bancoWide  = 118 // where the prints are long, from here on
	longCell   = 200 // from here on all stands in one line
	lowCell    = 44
	highCell   = 58
	cellGap    = 4
	chipHigh   = 22
	widestChip = 72
	amountSize = 16.5
)

// drawCell is a spot: its print, the chip with the amount, the outcome.
func (f *Felt) drawCell(b *controls.Board, box int, s view.Spot, x, y, w, h float32) {
	u := b.Unit
	f.place(b, box, s, x, y, w, h)
	line, stroke := 1.2*u, color.Color(theme.FeltLine)
	if s.Chosen {
		line, stroke = 3*u, theme.Gold
	}
	b.Add(controls.Rect(x, y, w, h, 7*u, f.cloth.Spot, stroke, line))
	quiet := theme.FeltPrint
	if s.Over {
		b.Add(controls.Rect(x, y, w, h, 7*u, theme.Over, nil, 0))
		quiet = theme.Quiet
	}
	if s.Amount == "" && s.Mark == view.Inactive { // it went back: why is told elsewhere
		s.Word = ""
	}
	b.Add(controls.Rect(x+2.5*u, y+6*u, 3*u, h-12*u, 1.5*u, theme.Spot(s.Name), nil, 0))
	lost, won := outcomes(s)
	under := fit(won, readable*u, outcomeColor(s, won), w-11*u)
	above := fit(lost, readable*u, theme.Collect, w-11*u)
	together := lost != "" && under.TextSize >= readable*u && above.MinSize().Width+under.MinSize().Width+6*u < w-11*u
	print := func(x, y, w, h float32) {
		label := short(s.Label, readable*u, quiet, w)
		if lost != "" && !together { // both do not fit into the last line
			b.Add(controls.Place(above, x, y, w, h, 1))
			if above.MinSize().Width+label.MinSize().Width+4*u > w {
				return
			}
		}
		b.Add(controls.Place(label, x, y, w, h, 0))
	}
	word := func(x, y, w, h float32) {
		under.TextSize = min(under.TextSize, fit(won, readable*u, nil, w).TextSize)
		b.Add(controls.Place(under, x, y, w, h, 1))
		if together {
			b.Add(controls.Place(above, x, y, w-under.MinSize().Width-6*u, h, 1))
		}
		if several := fit("×"+view.Digit(s.Count), readable*u, theme.FeltPrint, 0); s.Count > 1 && lost == "" && several.MinSize().Width+under.MinSize().Width < w {
			b.Add(controls.Place(several, x, y, w, h, 0))
		}
	}
	left, room := x+8*u, w-11*u
	chip := chipWide(s, u)
	switch {
	case s.Amount == "" && s.Word == "":
		print(left, y, room, h)
	case s.Amount == "" && w < longCell*u: // what lay there is gone
		half := h / 2
		print(left, y+2*u, room, half-1*u)
		word(left, y+half, room, half-2*u)
	case w >= longCell*u:
		last := 60 * u
		print(left, y, room-last-chip-8*u, h)
		drawChip(b, s, left+room-last-chip-4*u, y+(h-chipHigh*u)/2, chip, chipHigh*u)
		word(left+room-last, y, last, h)
	case h < highCell*u && fit(s.Label, readable*u, nil, room-chip-2*u).TextSize >= readable*u:
		half := h / 2
		print(left, y+2*u, room-chip-2*u, half-1*u)
		drawChip(b, s, left+room-chip, y+3*u, chip, min(chipHigh*u, half-2*u))
		word(left, y+half+1*u, room, half-2*u)
	case s.Word == "" && s.Count < 2: // the chip has what is left of the place
		const label = 24
		print(left, y+1*u, room, label*u)
		drawChip(b, s, left, y+(h+(label-chipHigh)*u)/2, min(room, max(chip, widestChip*u)), chipHigh*u)
	default:
		const label, chipLow = 20, 19
		print(left, y, room, label*u)
		drawChip(b, s, left, y+(label+1)*u, min(room, max(chip, widestChip*u)), chipLow*u)
		word(left, y+(label+chipLow)*u, room, h-(label+chipLow)*u)
	}
}

// place is where a spot can be tapped: while bets are open each tap is a chip.
func (f *Felt) place(b *controls.Board, box int, s view.Spot, x, y, w, h float32) {
	tap := func() { f.OnSpot(box, s.Name) }
	if f.shown.Betting {
		b.About = "bets"
		b.Each(SpotName(box, s.Name), x, y, w, h, tap)
		return
	}
	b.Area(SpotName(box, s.Name), x, y, w, h, tap)
}

// outcomes are what was lost and what was won on a spot where several bets or hands lie:
// one is never set against the other. Of one bet it is one word.
func outcomes(s view.Spot) (lost, won string) {
	if first, second, mixed := strings.Cut(s.Word, " "); mixed && strings.HasPrefix(second, "+") {
		return first, second
	}
	return "", s.Word
}

func outcomeColor(s view.Spot, won string) color.Color {
	if s.Over && s.Amount == "" {
		return theme.Quiet
	}
	if won != s.Word {
		return theme.Pay
	}
	return controls.MarkColor(s.Mark)
}

// chipWide is how wide the chip of a spot is: as wide as its amount needs.
func chipWide(s view.Spot, u float32) float32 {
	return max(40*u, controls.Text(s.Amount, amountSize*u, nil, true, 0).MinSize().Width+9*u)
}

// drawChip is a chip seen from the croupier's side with the amount on it, pale where the
// bet does not stand.
func drawChip(b *controls.Board, s view.Spot, x, y, w, h float32) {
	if s.Amount == "" {
		return
	}
	u := b.Unit
	fill, ring, ink := stakeColors(s)
	b.Add(controls.Rect(x, y, w, h, h/2, fill, ring, 2*u))
	amount := controls.Text(s.Amount, amountSize*u, ink, true, w-6*u)
	if amount.TextSize < readable*u {
		amount = fit(s.Amount, readable*u, ink, w-1*u)
	}
	b.Add(controls.Place(amount, x, y, w, h, 0.5))
}

// short is a word of that size; where it does not fit, as much of it as does, with a point.
func short(s string, size float32, ink color.Color, width float32) *canvas.Text {
	for word := []rune(s); ; word = word[:len(word)-1] {
		cut := string(word)
		if len(cut) < len(s) {
			cut += "."
		}
		if t := fit(cut, size, ink, width); t.TextSize >= size || len(word) < 3 {
			return t
		}
	}
}

// fit is a word of that size, in lighter letters where only those fit.
func fit(s string, size float32, ink color.Color, width float32) *canvas.Text {
	heavy := controls.Text(s, size, ink, true, width)
	if heavy.TextSize >= size {
		return heavy
	}
	return controls.Text(s, size, ink, false, width)
}
