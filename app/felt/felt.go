// Package felt draws the layout of a table as it lies, seen from the croupier's side. Boxes are in an arc across
// the top, the house's hands below the middle. It shows a view.Felt and says which spot was tapped.
package felt

import (
	"image/color"
	"math"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/app/view"
)

// A Felt is the layout of one table.
type Felt struct {
	*controls.Drawn
	OnSpot func(box int, spot string)
	OnBox  func(box int)

	shown view.Felt
	cloth theme.Felt
	board controls.Board
	heavy bool // the prints of the boxes
}

// New returns an empty felt.
func New() *Felt {
	f := &Felt{OnSpot: func(int, string) {}, OnBox: func(int) {}, cloth: theme.Felts()[0]}
	f.Drawn = controls.NewDrawn(fyne.NewSize(800, 300), theme.InTheDark(f.draw), &f.board)
	return f
}

// SpotName returns the name of a spot's place on the drawing.
func SpotName(box int, spot string) string { return view.Digit(box) + ":" + spot }

// BoxName returns the name of a box's number on the drawing.
func BoxName(box int) string { return "box " + view.Digit(box) }

// Set lays the felt as it is now.
func (f *Felt) Set(shown view.Felt, cloth theme.Felt) {
	f.shown, f.cloth = shown, cloth
	f.Refresh()
}

// The measures of the layout, in units of a felt 1024 wide and 456 high. They are those of a screen of 1024x768, so
// that a letter of 16 units is one that is read from 70 cm.
const (
	unitsWide = 1024
	unitsHigh = 456
	wideGap   = 6 // between two boxes
	thinGap   = 3 // between those that need all of their width
	wideBoxes = 12
	header    = 30
	noteHigh  = 20
	narrowBox = 100 // what is narrower has no room for what is staked beside its number
	cardHigh  = 64
	cardWide  = 46
	readable  = 16
)

func (f *Felt) draw(size fyne.Size) []fyne.CanvasObject {
	b := &f.board
	b.Start(min(size.Width/unitsWide, size.Height/unitsHigh))
	b.Add(controls.Rect(0, 0, size.Width, size.Height, 0, f.cloth.Cloth, nil, 0))
	n := len(f.shown.Boxes)
	if n == 0 {
		return b.Objects()
	}
	if f.shown.Closed {
		f.drawClosed(b, size)
		return b.Objects()
	}
	u := b.Unit
	gap := float32(wideGap)
	if n > wideBoxes {
		gap = thinGap
	}
	width := (size.Width - gap*u) / float32(n)
	high := f.boxHigh(width-gap*u) * u
	f.heavy = f.heavyPrints(width - gap*u)
	drop := min(64*u, max(0, size.Height-high-8*u))
	if f.hasPanel() {
		drop = min(max(8*u, size.Height-high-140*u), 34*u, drop)
	}
	for _, lit := range []bool{false, true} { // the edge of one that is lit lies over its neighbours'
		for i, box := range f.shown.Boxes {
			if box.Lit != lit {
				continue
			}
			// The players sit around the far edge: the outer boxes come nearer.
			t := 2*float64(i)/float64(max(1, n-1)) - 1
			y := 4*u + drop*float32(math.Pow(math.Abs(t), 2))
			f.drawBox(b, box, gap*u+float32(i)*width, y, width-gap*u, high)
		}
	}
	top := high + 10*u
	if f.stacked() {
		if f.shown.Betting && len(f.shown.Panel) > 0 { // the hands have nothing to show yet
			f.drawSpots(b, size, top)
			return b.Objects()
		}
		f.drawHands(b, size, top)
	} else {
		f.drawHouse(b, size, top)
	}
	hands := float32(handsWide)
	if !f.stacked() {
		hands = houseWide
	}
	f.drawPanel(b, size, top+drop, hands*u)
	return b.Objects()
}

// hasPanel reports whether the spots of a chosen box are shown below once more.
func (f *Felt) hasPanel() bool { return f.stacked() || len(f.shown.Boxes[0].Spots) > evenSpots }

// boxHigh returns the height of a box so wide, in units: its number, its cards where it has any of its own, its
// spots.
func (f *Felt) boxHigh(w float32) float32 {
	high := f.headerHigh(w)
	if !f.stacked() {
		high += cardHigh + 6
	}
	for _, row := range f.rows(f.shown.Boxes[0]) {
		high += f.rowHigh(row, w) + cellGap
	}
	return high
}

// headerHigh returns the height of a box's header, in units. A note has a line of its own, and in a narrow box
// the sum of its stakes too.
func (f *Felt) headerHigh(w float32) float32 {
	high := float32(header)
	if f.hasPanel() && (!f.stacked() || f.shown.Owing) {
		high += noteHigh
	}
	if f.stacked() && w < narrowBox*f.board.Unit {
		high += noteHigh
	}
	return high
}

// evenSpots is how many spots of a box have its whole width each; with more, all but the
// first stand two and two.
const evenSpots = 4

// rows returns the spots of a box, row by row.
func (f *Felt) rows(box view.Box) [][]view.Spot {
	var rows [][]view.Spot
	for i, s := range box.Spots {
		if n := len(rows); len(box.Spots) > evenSpots && i > 0 && i%2 == 0 {
			rows[n-1] = append(rows[n-1], s)
		} else {
			rows = append(rows, []view.Spot{s})
		}
	}
	if box.Rest != nil {
		rows = append(rows, []view.Spot{*box.Rest})
	}
	return rows
}

// stacked reports whether the cards are not the boxes': the hands are shown below.
func (f *Felt) stacked() bool { return f.shown.Shared }

func (f *Felt) drawBox(b *controls.Board, box view.Box, x, y, w, h float32) {
	u := b.Unit
	if box.Lit {
		b.Add(controls.Rect(x-3*u, y-2*u, w+6*u, h+4*u, 10*u, f.cloth.Lit, theme.Place, 3*u))
	}
	number := float32(header) // a finger finds it with what lies below it
	if !f.stacked() {
		number += cardHigh
	}
	b.Area(BoxName(box.Number), x, y, w, number*u, func() { f.OnBox(box.Number) })
	f.drawHeader(b, box, x, y, w)
	top := y + f.headerHigh(w)*u
	if !f.stacked() {
		f.drawHandsOf(b, box, x+2*u, y, top, w-4*u)
		top += (cardHigh + 6) * u
	}
	for _, row := range f.rows(box) {
		high, wide := f.rowHigh(row, w)*u, cellsWide(row, w, u)
		for i, s := range row {
			f.drawCell(b, box.Number, s, false, x+float32(i)*(wide+3*u), top, wide, high)
		}
		top += high + cellGap*u
	}
}

// drawHandsOf draws a box's cards, those of a split box side by side with their totals.
func (f *Felt) drawHandsOf(b *controls.Board, box view.Box, x, head, y, w float32) {
	u := b.Unit
	if box.Second == nil {
		drawCards(b, box.Cards, x, y, w, cardWide*u, cardHigh*u)
		return
	}
	const small = 0.66 // of a card
	half := handWide(w+2*handsIn*u, u)
	for i, hand := range []view.Half{{Cards: box.Cards, Total: box.Total}, *box.Second} {
		hx := x + float32(i)*(half+handsApart*u)
		if box.Asked == i+1 {
			b.Add(controls.Rect(hx-2*u, y-2*u, half+4*u, (cardHigh+4)*u, 7*u, f.cloth.Lit, theme.Place, 2*u))
		}
		drawCards(b, hand.Cards, hx, y, half, cardWide*small*u, cardHigh*u)
		if hand.Total != "" {
			drawTotal(b, hand.Total, hx+half-36*u, head+2*u, 36*u, 25*u)
		}
	}
}

// drawHeader draws the box's number, and the total of its cards.
func (f *Felt) drawHeader(b *controls.Board, box view.Box, x, y, w float32) {
	u := b.Unit
	fill, ink := color.Color(theme.FeltLine), color.Color(theme.Ink)
	edge, line := color.Color(nil), float32(0)
	if box.Chosen && f.shown.Betting || box.Lit {
		edge, line = theme.Place, 2.5*u
	} else if box.Out {
		fill, ink = theme.FeltSpent, theme.Text
	}
	b.Add(controls.Disc(x+15*u, y+15*u, 12*u, fill, edge, line))
	b.Add(controls.Place(controls.Text(view.Digit(box.Number), 16*u, ink, true, 0), x+3*u, y+3*u, 24*u, 24*u, 0.5))
	left, wide := x+31*u, w-31*u
	if box.Holder != "" {
		hx, hy := x+42*u, y+15*u
		if box.Second != nil { // the totals of two hands stand there
			hx, hy = x+15*u, y+(header+8)*u
		} else {
			left, wide = x+57*u, w-57*u
		}
		b.Add(controls.Disc(hx, hy, 11*u, theme.Night, theme.FeltPrint, 1.5*u))
		b.Add(controls.Place(controls.Text(box.Holder, readable*u, theme.Text, true, 0), hx-11*u, hy-11*u, 22*u, 22*u, 0.5))
	}
	if box.Total != "" && box.Second == nil {
		total := float32(34)
		switch {
		case isWord(box.Total):
			total = controls.Text(box.Total, 17, nil, true, 0).MinSize().Width + 10
		case len(box.Total) > 2:
			total = 52
		}
		drawTotal(b, box.Total, x+w-total*u, y+1*u, total*u, 27*u)
		wide -= (total + 3) * u
	}
	f.drawBeside(b, box, x, y, w, left, wide)
}

// isWord reports whether a total is a word and no figure.
func isWord(total string) bool {
	return strings.ContainsFunc(total, unicode.IsLetter)
}

func drawTotal(b *controls.Board, total string, x, y, w, h float32) {
	size := 21 * b.Unit
	if isWord(total) {
		size = 17 * b.Unit
	}
	drawFigure(b, total, size, controls.Bounds{X: x, Y: y, W: w, H: h})
}

// stakeColors returns the colours of a chip, its ring and the amount on it. An amount that is not placed yet
// has those of a warning.
func stakeColors(s view.Spot) (fill, ring, ink color.Color) {
	if s.Pending != "" {
		return theme.Night, theme.Warn, theme.Warn
	}
	if s.Mark == view.Inactive {
		return theme.ChipOff, theme.ChipOffRing, theme.Text
	}
	return theme.Paper, theme.ChipRing, theme.Ink
}
