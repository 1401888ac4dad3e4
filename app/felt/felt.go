// Package felt draws the layout of a table as it lies: boxes in an arc across the
// top, seen from the croupier's side, the house's hands below the middle. It shows a
// view.Felt and says which spot was tapped.
package felt

import (
	"image/color"
	"math"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/app/view"
)

// Felt is the layout of one table.
type Felt struct {
	*controls.Drawn
	OnSpot func(box int, spot string)
	OnBox  func(box int)

	shown view.Felt
	cloth theme.Felt
	board controls.Board
}

// New is an empty felt.
func New() *Felt {
	f := &Felt{OnSpot: func(int, string) {}, OnBox: func(int) {}, cloth: theme.Felts()[0]}
	f.Drawn = controls.NewDrawn(fyne.NewSize(800, 300), f.draw, &f.board)
	return f
}

// SpotName is the name of a spot's place on the drawing.
func SpotName(box int, spot string) string { return view.Digit(box) + ":" + spot }

// BoxName is the name of a box's number on the drawing.
func BoxName(box int) string { return "box " + view.Digit(box) }

// Set lays the felt as it is now.
func (f *Felt) Set(shown view.Felt, cloth theme.Felt) {
	f.shown, f.cloth = shown, cloth
	f.Refresh()
}

// The measures of the layout, in units of a felt 1024 wide and 470 high.
const (
	unitsWide = 1024
	unitsHigh = 470
	gap       = 6
	header    = 30
	cardHigh  = 64
	cardWide  = 46
	spotHigh  = 84
	labelHigh = 15
	wordHigh  = 17
	stackHigh = 50
	narrow    = 90
)

func (f *Felt) draw(size fyne.Size) []fyne.CanvasObject {
	b := &f.board
	b.Start(min(size.Width/unitsWide, size.Height/unitsHigh))
	b.Add(controls.Rect(0, 0, size.Width, size.Height, 0, f.cloth.Cloth, nil, 0))
	n := len(f.shown.Boxes)
	if n == 0 {
		return b.Objects()
	}
	u := b.Unit
	width := (size.Width - gap*u) / float32(n)
	high := f.boxHigh() * u
	drop := min(64*u, max(0, size.Height-high-8*u))
	if f.stacked() || len(f.shown.Boxes[0].Spots) > evenSpots { // there is a panel below
		drop = min(34*u, drop)
	}
	for i, box := range f.shown.Boxes {
		// The players sit around the far edge: the outer boxes come nearer.
		t := 2*float64(i)/float64(max(1, n-1)) - 1
		y := 4*u + drop*float32(math.Pow(math.Abs(t), 2))
		f.drawBox(b, box, gap*u+float32(i)*width, y, width-gap*u, high)
	}
	top := high + 10*u
	if f.stacked() {
		f.drawHands(b, size, top)
		f.drawPanel(b, size, top+drop)
	} else {
		f.drawHouse(b, f.shown.House[0], size, top)
		f.drawPanel(b, size, top+drop)
	}
	return b.Objects()
}

// boxHigh is how high a box is, in units: its number, its cards where it has any of
// its own, its spots.
func (f *Felt) boxHigh() float32 {
	if f.stacked() {
		return header + float32(stackRows(f.shown.Boxes[0]))*(stackHigh+4)
	}
	if len(f.shown.Boxes[0].Spots) > evenSpots {
		return header + cardHigh + 8 + spotHigh + 4 + stackHigh + 4
	}
	rows := (len(f.shown.Boxes[0].Spots) + 1) / 2
	return header + cardHigh + 8 + float32(rows)*(spotHigh+4)
}

// evenSpots is how many spots of a box stand two and two; with more the first two do,
// and the others share a row below.
const evenSpots = 4

// stacked says that a box's spots lie one below the other, over its whole width:
// where the cards are not the boxes' there is room for it.
func (f *Felt) stacked() bool { return len(f.shown.House) > 1 }

func stackRows(box view.Box) int {
	n := len(box.Spots)
	if box.Rest != nil {
		n++
	}
	return n
}

func (f *Felt) drawBox(b *controls.Board, box view.Box, x, y, w, h float32) {
	u := b.Unit
	if box.Lit {
		b.Add(controls.Rect(x-3*u, y-2*u, w+6*u, h+4*u, 10*u, theme.GoldGlow, theme.Gold, 3*u))
	}
	number := float32(header) // a finger finds it with what lies below it
	if !f.stacked() {
		number += cardHigh
	}
	b.Area(BoxName(box.Number), x, y, w, number*u, func() { f.OnBox(box.Number) })
	f.drawHeader(b, box, x, y, w)
	if f.stacked() {
		f.drawStack(b, box, x, y+header*u, w)
		return
	}
	f.drawHandsOf(b, box, x+2*u, y+header*u, w-4*u)
	spots := box.Spots
	if len(spots) > evenSpots {
		spots = spots[:2]
		below := box.Spots[2:]
		gap := 3 * u
		sw := (w - gap*float32(len(below)-1)) / float32(len(below))
		for i, s := range below {
			f.drawLine(b, box.Number, s, x+float32(i)*(sw+gap), y+(header+cardHigh+8+spotHigh+4)*u, sw, stackHigh*u)
		}
	}
	for i, s := range spots {
		const columns = 2
		sw := (w - 4*u) / columns
		sx := x + float32(i%columns)*(sw+4*u)
		sy := y + (header+cardHigh+8+float32(i/columns)*(spotHigh+4))*u
		f.drawSpot(b, box, s, sx, sy, sw, spotHigh*u)
	}
}

// drawHandsOf draws a box's cards, those of a split box side by side with their totals.
func (f *Felt) drawHandsOf(b *controls.Board, box view.Box, x, y, w float32) {
	u := b.Unit
	if box.Second == nil {
		drawCards(b, box.Cards, x, y, w, cardWide*u, cardHigh*u)
		return
	}
	const small = 0.66 // of a card
	half := (w - 6*u) / 2
	for i, hand := range []view.Half{{Cards: box.Cards, Total: box.Total}, *box.Second} {
		hx := x + float32(i)*(half+6*u)
		if box.Asked == i+1 {
			b.Add(controls.Rect(hx-2*u, y-2*u, half+4*u, (cardHigh+4)*u, 7*u, theme.GoldGlow, theme.Gold, 2*u))
		}
		drawCards(b, hand.Cards, hx, y, half, cardWide*small*u, cardHigh*u)
		if hand.Total != "" {
			drawTotal(b, hand.Total, hx+half-36*u, y-(header-2)*u, 36*u, 25*u)
		}
	}
}

// drawHeader is the box's number, and the total of its cards.
func (f *Felt) drawHeader(b *controls.Board, box view.Box, x, y, w float32) {
	u := b.Unit
	fill, ink := color.Color(theme.FeltLine), color.Color(theme.Ink)
	if box.Chosen || box.Lit {
		fill = theme.Gold
	} else if box.Out {
		fill = color.NRGBA{0xff, 0xff, 0xff, 0x28}
	}
	b.Add(controls.Disc(x+15*u, y+15*u, 12*u, fill, nil, 0))
	b.Add(controls.Place(controls.Text(view.Digit(box.Number), 16*u, ink, true, 0), x+3*u, y+3*u, 24*u, 24*u, 0.5))
	left := float32(31) // of the note
	if box.Holder != "" {
		b.Add(controls.Disc(x+42*u, y+15*u, 12*u, theme.Night, theme.Gold, 1.5*u))
		b.Add(controls.Place(controls.Text(box.Holder, 16*u, theme.Gold, true, 0), x+30*u, y+3*u, 24*u, 24*u, 0.5))
		left = 57
	}
	if box.Total != "" && box.Second == nil {
		wide := float32(34)
		if len(box.Total) > 2 {
			wide = 52
		}
		drawTotal(b, box.Total, x+w-wide*u, y+1*u, wide*u, 27*u)
		if box.Note != "" && w > (wide+39+left)*u {
			note := w - (wide+5+left)*u
			b.Add(controls.Place(controls.Text(box.Note, 14*u, theme.Warn, true, note), x+left*u, y+4*u, note, 22*u, 0.5))
		}
	}
	f.drawSum(b, box, x+left*u, y+4*u, w-left*u)
}

// drawStack draws the spots of a box one below the other, and in the last place all
// that have none of their own.
func (f *Felt) drawStack(b *controls.Board, box view.Box, x, y, w float32) {
	u := b.Unit
	spots := box.Spots
	if box.Rest != nil {
		spots = append(spots[:len(spots):len(spots)], *box.Rest)
	}
	for i, s := range spots {
		f.drawLine(b, box.Number, s, x, y+float32(i)*(stackHigh+4)*u, w, stackHigh*u)
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

// drawLine is a spot that is wider than high: its print, the amount, the outcome.
func (f *Felt) drawLine(b *controls.Board, box int, s view.Spot, x, y, w, h float32) {
	u := b.Unit
	f.place(b, box, s, x, y, w, h)
	line, stroke := 1.2*u, color.Color(theme.FeltLine)
	if s.Chosen {
		line, stroke = 3*u, theme.Gold
	}
	b.Add(controls.Rect(x, y, w, h, 7*u, f.cloth.Spot, stroke, line))
	b.Add(controls.Rect(x+4*u, y+7*u, 4*u, h-14*u, 2*u, theme.Spot(s.Name), nil, 0))
	label, print, word := s.Label, color.Color(theme.FeltPrint), s.Word
	if s.Over {
		b.Add(controls.Rect(x, y, w, h, 7*u, theme.Over, nil, 0))
		print = theme.Quiet
	}
	if s.Count > 1 {
		label += " ×" + view.Digit(s.Count)
	}
	if s.Mark == view.Inactive || s.Mark == view.Warned { // why it does not stand, or stands for less
		label, print, word = s.Word, controls.MarkColor(s.Mark), ""
	} else if word != "" && s.Amount != "" && w < narrow*u { // no room beside the chip
		label, print, word = word, controls.MarkColor(s.Mark), ""
	}
	b.Add(controls.Place(controls.Text(label, 12*u, print, true, w-14*u), x+10*u, y+1*u, w-14*u, labelHigh*u, 0.5))
	if s.Amount == "" {
		if s.Word != "" && s.Mark != view.Inactive {
			ink := controls.MarkColor(s.Mark)
			if s.Over {
				ink = theme.Quiet
			}
			b.Add(controls.Place(controls.Text(s.Word, 18*u, ink, true, w-14*u), x+10*u, y+labelHigh*u, w-14*u, h-labelHigh*u, 0.5))
		}
		return
	}
	// A chip seen from the side of the croupier, and beside it what became of it.
	left, room := x+11*u, w-14*u
	top, high := y+(labelHigh+2)*u, h-(labelHigh+6)*u
	chip := min(room, 74*u)
	if word != "" {
		chip = min(chip, room*0.54)
		b.Add(controls.Place(controls.Text(word, 15*u, controls.MarkColor(s.Mark), true, room-chip-3*u), left+chip+3*u, top, room-chip-3*u, high, 0.5))
	} else {
		left += (room - chip) / 2
	}
	fill, ring, ink := stakeColors(s)
	b.Add(controls.Rect(left, top, chip, high, high/2, fill, ring, 2.5*u))
	b.Add(controls.Place(controls.Text(s.Amount, 17*u, ink, true, chip-10*u), left, top, chip, high, 0.5))
}

func drawTotal(b *controls.Board, total string, x, y, w, h float32) {
	u := b.Unit
	b.Add(controls.Rect(x, y, w, h, h/2, theme.Ink, nil, 0))
	b.Add(controls.Place(controls.Text(total, 21*u, theme.Text, true, w-4*u), x, y, w, h, 0.5))
}

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
	rank := controls.Text(c.Rank, h*0.5, ink, true, w*0.58)
	b.Add(controls.Place(rank, x+w*0.07, y+h*0.02, w*0.58, h*0.56, 0))
	if suit := controls.Suit(c.Suit, x+w*0.08, y+h*0.56, w*0.38); suit != nil {
		b.Add(suit)
		return
	}
	if covered {
		return
	}
	b.Add(controls.Place(controls.Text(c.Rank, h*0.26, color.NRGBA{0x14, 0x17, 0x1a, 0x78}, true, w*0.4), x+w*0.5, y+h*0.64, w*0.42, h*0.32, 1))
}

func (f *Felt) drawSpot(b *controls.Board, box view.Box, s view.Spot, x, y, w, h float32) {
	u := b.Unit
	f.place(b, box.Number, s, x, y, w, h)
	line, stroke := float32(1.2)*u, color.Color(theme.FeltLine)
	if s.Chosen {
		line, stroke = 3*u, theme.Gold
	}
	b.Add(controls.Rect(x, y, w, h, 7*u, f.cloth.Spot, stroke, line))
	b.Add(controls.Place(controls.Text(s.Label, 12*u, theme.FeltPrint, true, w-6*u), x, y+2*u, w, labelHigh*u, 0.5))
	if s.Amount == "" {
		b.Add(controls.Place(controls.Text(s.Word, 18*u, controls.MarkColor(s.Mark), true, w-6*u), x, y+labelHigh*u, w, h-labelHigh*u, 0.5))
		return
	}
	middle := y + (labelHigh+3)*u + (h-(labelHigh+wordHigh+3)*u)/2
	radius := min((h-(labelHigh+wordHigh+5)*u)/2, w/2-2*u)
	drawStake(b, s, x+w/2, middle, radius)
	if s.Word != "" {
		b.Add(controls.Place(controls.Text(s.Word, 14*u, controls.MarkColor(s.Mark), true, w-4*u), x, y+h-wordHigh*u, w, wordHigh*u-1*u, 0.5))
	}
}

// stakeColors are those of a chip, its ring and the amount on it.
func stakeColors(s view.Spot) (fill, ring, ink color.Color) {
	if s.Mark == view.Inactive {
		return color.NRGBA{0xf6, 0xf1, 0xe4, 0x38}, color.NRGBA{0xf6, 0xf1, 0xe4, 0x60}, theme.Quiet
	}
	return theme.Paper, color.NRGBA{0x8f, 0x1d, 0x24, 0xff}, theme.Ink
}

// drawStake is a chip with the amount on it, pale where the bet does not stand.
func drawStake(b *controls.Board, s view.Spot, x, y, r float32) {
	fill, ring, ink := stakeColors(s)
	b.Add(controls.Disc(x, y, r, fill, ring, 3*b.Unit))
	b.Add(controls.Place(controls.Text(s.Amount, 17*b.Unit, ink, true, 2*r-7*b.Unit), x-r, y-r, 2*r, 2*r, 0.5))
}
