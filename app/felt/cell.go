package felt

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2/canvas"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/theme"
	"sabot/app/view"
)

// The measures of a spot's place, in units. A wide one has its print and the chip beside
// each other and below them what became of it; a narrow one has all three below each
// other, and all of its width for the last two.
const (
	longCell   = 200 // from here on all stands in one line
	lowCell    = 44  // of a wide one
	highCell   = 56  // of a narrow one
	threeLines = 52  // what is lower has no room for print, chip and outcome below each other
	cellGap    = 4
	chipHigh   = 22
	besideChip = 68 // beside a print: a chip of four digits, and what is about both
	digitWide  = 11
	printPad   = 10.5
	widestChip = 72
	amountSize = 16.5
)

// drawCell is a spot: its print, the chip with the amount, the outcome.
func (f *Felt) drawCell(b *controls.Board, box int, s view.Spot, x, y, w, h float32) {
	u := b.Unit
	f.place(b, box, s, x, y, w, h)
	line, stroke := 1.2*u, color.Color(theme.FeltLine)
	if s.Chosen && f.shown.Betting {
		line, stroke = 3*u, theme.Gold
	}
	b.Add(controls.Rect(x, y, w, h, 7*u, f.cloth.Spot, stroke, line))
	if s.Over {
		b.Add(controls.Rect(x, y, w, h, 7*u, theme.Over, nil, 0))
	}
	if s.Amount == "" && s.Mark == view.Inactive { // it went back: why is told elsewhere
		s.Word = ""
	}
	const stripe = 6 // above and below it
	c := cell{b: b, spot: s, heavy: f.heavy}
	c.lost, c.won = outcomes(s)
	left, room := x+8*u, w-printPad*u
	c.above = c.wide() > room
	chip := chipWide(s, u)
	striped := h - 2*stripe*u
	switch half := h / 2; {
	case s.Amount == "" && s.Word == "":
		c.print(left, y, room, h)
	case s.Amount == "" && w < longCell*u: // what lay there is gone
		c.print(left, y+2*u, room, half-1*u)
		c.word(x+1*u, y+half, w-2.5*u, half-2*u)
		striped = half - stripe*u
	case w >= longCell*u:
		last := max(60*u, c.wide())
		c.above = false
		c.print(left, y, room-last-chip-8*u, h)
		drawChip(b, s, left+room-last-chip-4*u, y+(h-chipHigh*u)/2, chip, chipHigh*u)
		c.word(left+room-last, y, last, h)
	case h < threeLines*u: // two lines, however wide the print
		c.print(left, y+2*u, room-chip-4*u, half-1*u)
		drawChip(b, s, left+max(0, room-chip), y+3*u, min(chip, room), min(chipHigh*u, half-2*u))
		c.word(left, y+half+1*u, room, half-2*u)
	case s.Word == "" && s.Count < 2: // the chip has what is left of the place
		const label = 24
		c.print(left, y+1*u, room, label*u)
		drawChip(b, s, x+3*u, y+(h+(label-chipHigh)*u)/2, min(w-6*u, max(chip, widestChip*u)), chipHigh*u)
		striped = (label - stripe) * u
	default: // only the print leaves the colour of the spot its place
		const label, chipLow = 19, 19
		c.print(left, y, room, label*u)
		drawChip(b, s, x+3*u, y+label*u, min(w-6*u, max(chip, widestChip*u)), chipLow*u)
		c.word(x+1*u, y+(label+chipLow)*u, w-2.5*u, h-(label+chipLow+1)*u)
		striped = (label - stripe) * u
	}
	b.Add(controls.Rect(x+2.5*u, y+stripe*u, 3*u, striped, 1.5*u, theme.Spot(s.Name), nil, 0))
}

// cell is what is written on a spot.
type cell struct {
	b         *controls.Board
	spot      view.Spot
	lost, won string
	heavy     bool // its print is
	above     bool // what was lost stands beside the print: the last line has no room for both
}

// between is how far what was lost stands from what was won, in units.
const between = 6

// wide is how wide what became of the spot is in one line.
func (c *cell) wide() float32 {
	u := c.b.Unit
	wide := controls.Text(c.won, readable*u, nil, false, 0).MinSize().Width
	if c.lost != "" {
		wide += controls.Text(c.lost, readable*u, nil, false, 0).MinSize().Width + between*u
	}
	return wide
}

// print is the spot's name, and what was lost where it has no room below.
func (c *cell) print(x, y, w, h float32) {
	u, ink := c.b.Unit, color.Color(theme.FeltPrint)
	if c.spot.Over {
		ink = theme.Quiet
	}
	if c.lost != "" && c.above {
		lost := fit(c.lost, readable*u, theme.Collect, w)
		c.b.Add(controls.Place(lost, x, y, w, h, 1))
		w -= lost.MinSize().Width + 4*u
	}
	if label := short(c.spot.Label, readable*u, ink, c.heavy, w); w > 0 && label.TextSize >= readable*u {
		c.b.Add(controls.Place(label, x, y, w, h, 0))
	}
}

// word is what became of the spot; where nothing was lost, how many bets lie there.
func (c *cell) word(x, y, w, h float32) {
	u := c.b.Unit
	room := w
	if c.lost != "" && !c.above {
		room -= controls.Text(c.lost, readable*u, nil, false, 0).MinSize().Width + between*u
	}
	won := fit(c.won, readable*u, outcomeColor(c.spot, c.won), room)
	c.b.Add(controls.Place(won, x, y, w, h, 1))
	w -= won.MinSize().Width
	switch {
	case c.lost != "" && !c.above:
		c.b.Add(controls.Place(fit(c.lost, readable*u, theme.Collect, w-between*u), x, y, w-between*u, h, 1))
	case c.spot.Count > 1 && c.lost == "":
		if several := fit("×"+view.Digit(c.spot.Count), readable*u, theme.FeltPrint, 0); several.MinSize().Width+9*u < w {
			c.b.Add(controls.Place(several, x+6*u, y, w, h, 0))
		}
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

// short is a word of that size, in heavy letters if it may be and they fit; where none do,
// as much of it as does, with a point.
func short(s string, size float32, ink color.Color, heavy bool, width float32) *canvas.Text {
	for word := []rune(s); ; word = word[:len(word)-1] {
		cut := string(word)
		if len(cut) < len(s) {
			cut += "."
		}
		t := controls.Text(cut, size, ink, heavy, width)
		if heavy && t.TextSize < size {
			t = controls.Text(cut, size, ink, false, width)
		}
		if t.TextSize >= size || len(word) < 3 {
			return t
		}
	}
}

// fit is a word of that size, in lighter letters where only those fit, and without the marks
// of the thousands where they do not fit either.
func fit(s string, size float32, ink color.Color, width float32) *canvas.Text {
	for _, bold := range []bool{true, false} {
		if t := controls.Text(s, size, ink, bold, width); t.TextSize >= size {
			return t
		}
	}
	return controls.Text(text.Tight(s), size, ink, false, width)
}
