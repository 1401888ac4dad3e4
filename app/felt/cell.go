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

// The measures of a spot's place, in units. A wide one has its print and the chip beside each other and below them
// what became of it. A narrow one has all three below each other, and all of its width for the last two.
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

// drawCell draws a spot: its print, the chip with the amount, the outcome. One that is listed does not lie below the
// cards of its box.
func (f *Felt) drawCell(b *controls.Board, box int, s view.Spot, listed bool, x, y, w, h float32) {
	u := b.Unit
	f.place(b, box, s, x, y, w, h)
	line, stroke := 1.2*u, color.Color(theme.FeltLine)
	if s.Chosen && f.shown.Betting {
		line, stroke = 3*u, theme.Place
	}
	b.Add(controls.Rect(x, y, w, h, 7*u, f.cloth.Spot, stroke, line))
	if s.Over {
		b.Add(controls.Rect(x, y, w, h, 7*u, theme.Over, nil, 0))
	}
	if s.Amount == "" && s.Mark == view.Inactive { // it went back: why is told elsewhere
		s.Word = ""
	}
	if s.Pending != "" { // in the place of what lies there
		s.Amount, s.Word, s.Count, s.Piles = s.Pending+" ?", "", 0, nil
	}
	const stripe = 6 // above and below it
	c := cell{b: b, spot: s, heavy: f.heavy}
	c.first, c.last = outcomes(s)
	left, room := x+8*u, w-printPad*u
	c.above = c.wide() > room
	s.Amount = inPiles(s, min(room, max(room/2, widestChip*u)), u)
	c.spot = s
	chip := chipWide(s, u)
	striped := h - 2*stripe*u
	switch half := h / 2; {
	case !listed && c.drawHands(x, y, w, h):
		striped = half - stripe*u
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

// A cell is the text on a spot.
type cell struct {
	b           *controls.Board
	spot        view.Spot
	first, last figure // what became of it: of a split box the right hand and the left, else what was lost and what was won
	heavy       bool   // its print is
	above       bool   // the first stands beside the print: the last line has no room for both
}

// A figure is an outcome as it is written.
type figure struct {
	text string
	ink  color.Color
}

func (f figure) wide(u float32) float32 {
	return controls.Text(f.text, readable*u, nil, false, 0).MinSize().Width
}

// between is how far the first figure stands from the last, in units.
const between = 6

// wide returns the width of the spot's outcome in one line.
func (c *cell) wide() float32 {
	wide := c.last.wide(c.b.Unit)
	if c.first.text != "" {
		wide += c.first.wide(c.b.Unit) + between*c.b.Unit
	}
	return wide
}

// print draws the spot's name, and the first figure where it has no room below.
func (c *cell) print(x, y, w, h float32) {
	u, ink := c.b.Unit, color.Color(theme.FeltPrint)
	if c.spot.Over {
		ink = theme.Quiet
	}
	if c.first.text != "" && c.above {
		first := fit(c.first.text, readable*u, c.first.ink, w)
		c.b.Add(controls.Place(first, x, y, w, h, 1))
		w -= first.MinSize().Width + 4*u
	}
	if label := short(c.spot.Label, readable*u, ink, c.heavy, w); w > 0 && label.TextSize >= readable*u {
		c.b.Add(controls.Place(label, x, y, w, h, 0))
	}
}

// word draws the spot's outcome; where there is no first figure, the number of bets there.
func (c *cell) word(x, y, w, h float32) {
	u := c.b.Unit
	room := w
	if c.first.text != "" && !c.above {
		room -= c.first.wide(u) + between*u
	}
	last := fit(c.last.text, readable*u, c.last.ink, room)
	c.b.Add(controls.Place(last, x, y, w, h, 1))
	w -= last.MinSize().Width
	switch {
	case c.first.text != "" && !c.above:
		c.b.Add(controls.Place(fit(c.first.text, readable*u, c.first.ink, w-between*u), x, y, w-between*u, h, 1))
	case c.spot.Count > 1 && c.first.text == "":
		if several := fit("×"+view.Digit(c.spot.Count), readable*u, theme.FeltPrint, 0); several.MinSize().Width+9*u < w {
			c.b.Add(controls.Place(several, x+6*u, y, w, h, 0))
		}
	}
}

// place makes a spot tappable: while bets are open each tap is a chip.
func (f *Felt) place(b *controls.Board, box int, s view.Spot, x, y, w, h float32) {
	tap := func() { f.OnSpot(box, s.Name) }
	if f.shown.Betting {
		b.About = "bets"
		b.Each(SpotName(box, s.Name), x, y, w, h, tap)
		return
	}
	b.Area(SpotName(box, s.Name), x, y, w, h, tap)
}

// outcomes returns what was lost and what was won on a spot with several bets, and on a split box the result of
// each hand. One is never set against the other. For one bet it is one word.
func outcomes(s view.Spot) (first, last figure) {
	if split(s) {
		return ofPile(s.Piles[0]), ofPile(s.Piles[1])
	}
	if first, second, mixed := strings.Cut(s.Word, " "); mixed && strings.HasPrefix(second, "↑") {
		return figure{first, theme.ChipsIn}, figure{second, theme.ChipsOut}
	}
	if s.Over && s.Amount == "" {
		return figure{}, figure{s.Word, theme.Quiet}
	}
	return figure{}, figure{controls.Marked(s.Word, s.Mark), controls.FlowColor(s.Mark)}
}

// chipWide returns the width of a spot's chip: as wide as its amount needs.
func chipWide(s view.Spot, u float32) float32 {
	return max(40*u, controls.Text(s.Amount, amountSize*u, nil, true, 0).MinSize().Width+9*u)
}

// drawChip draws a chip seen from the croupier's side with the amount on it, pale where the bet is not valid.
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

// short returns a word of that size, in heavy letters if wanted and they fit. Where none do, it returns as much
// of the word as does, with a point.
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

// fit returns a word of that size, in lighter letters where only those fit. It drops the marks of the thousands
// where they do not fit either.
func fit(s string, size float32, ink color.Color, width float32) *canvas.Text {
	for _, bold := range []bool{true, false} {
		if t := controls.Text(s, size, ink, bold, width); t.TextSize >= size {
			return t
		}
	}
	return controls.Text(text.Tight(s), size, ink, false, width)
}
