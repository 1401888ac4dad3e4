package felt

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/app/view"
)

// The measures of the bank's plate, in units.
const (
	houseCard  = 1.35 // of a box's card
	housePad   = 10
	houseTitle = 104
	houseWide  = houseTitle + 3*(cardWide*houseCard+6) + 56 + 2*housePad
)

// drawHouse draws the house's hands where the boxes have cards of their own, side by side below the middle of
// the arc.
func (f *Felt) drawHouse(b *controls.Board, size fyne.Size, top float32) {
	u := b.Unit
	const between = 10
	n := float32(len(f.shown.House))
	w, h := float32(houseWide)*u, float32(cardHigh*houseCard+2*housePad)*u
	w = min(w, (size.Width-(n+1)*between*u)/max(1, n))
	x := (size.Width - n*w - (n-1)*between*u) / 2
	y := top + max(0, (size.Height-top-h-4*u)/2)
	for i, side := range f.shown.House {
		f.drawBank(b, side, x+float32(i)*(w+between*u), y, w, h)
	}
}

func (f *Felt) drawBank(b *controls.Board, bank view.Side, x, y, w, h float32) {
	u := b.Unit
	const cw, ch, pad, title = cardWide * houseCard, cardHigh * houseCard, housePad, houseTitle
	f.drawPlate(b, bank.Lit, x, y, w, h)
	b.Add(controls.Place(controls.Text(bank.Title, 19*u, theme.FeltPrint, true, (title-pad)*u), x+pad*u, y, (title-pad)*u, h, 0.5))
	drawCards(b, bank.Cards, x+(pad+title)*u, y+pad*u, min(3*(cw+6)*u, w-(title+2*pad+54)*u), cw*u, ch*u)
	switch {
	case bank.Total == "":
	case isWord(bank.Total): // below the title, where a word has room
		b.Add(controls.Place(fit(bank.Total, readable*u, theme.Text, (title-pad)*u), x+pad*u, y+h*0.62, (title-pad)*u, 24*u, 0.5))
	default:
		drawTotal(b, bank.Total, x+w-(pad+54)*u, y+h/2-20*u, 54*u, 40*u)
	}
}

// drawPlate draws the field of a hand.
func (f *Felt) drawPlate(b *controls.Board, lit bool, x, y, w, h float32) {
	u := b.Unit
	fill, stroke, line := f.cloth.Spot, color.Color(theme.FeltLine), 1.2*u
	if lit {
		fill, stroke, line = f.cloth.Lit, theme.Place, 3*u
	}
	b.Add(controls.Rect(x, y, w, h, 12*u, fill, stroke, line))
}

// handsWide is how wide the player's and the banker's hand are together, in units.
const handsWide = 452

// drawHands draws the player's hand and the banker's side by side, above them what the croupier calls.
func (f *Felt) drawHands(b *controls.Board, size fyne.Size, top float32) {
	u := b.Unit
	const gap, call = 12, 34
	x := (size.Width - handsWide*u) / 2
	b.Add(controls.Place(controls.Text(f.shown.Call, 22*u, theme.Text, true, handsWide*u), x, top, handsWide*u, call*u, 0.5))
	y := top + call*u
	w := (handsWide - gap) * u / 2
	h := min(size.Height-y-6*u, 160*u)
	for i, side := range f.shown.House {
		f.drawSide(b, side, x+float32(i)*(w+gap*u), y, w, h)
	}
}

func (f *Felt) drawSide(b *controls.Board, side view.Side, x, y, w, h float32) {
	u := b.Unit
	const title, pad, totalWide = 34, 10, 44
	f.drawPlate(b, side.Lit, x, y, w, h)
	b.Add(controls.Rect(x+pad*u, y+9*u, 5*u, 20*u, 2*u, theme.Spot(side.Name), nil, 0))
	ink := color.Color(theme.FeltPrint)
	if side.Won {
		ink = theme.Text
	}
	name := side.Title
	if side.Won {
		name += " ✓"
	}
	b.Add(controls.Place(controls.Text(name, 19*u, ink, true, w-(totalWide+3*pad)*u), x+(pad+12)*u, y+2*u, w, title*u, 0))
	if side.Total != "" {
		drawTotal(b, side.Total, x+w-(totalWide+pad)*u, y+5*u, totalWide*u, 30*u)
	}
	ch := h - (title+pad+4)*u
	cw := ch * cardWide / cardHigh
	drawCards(b, side.Cards, x+pad*u, y+(title+4)*u, w-2*pad*u, cw, ch)
	for i := range side.Ready {
		drawBack(b, x+w-pad*u-cw*0.5-float32(i)*8*u, y+h-pad*u-ch*0.5, cw*0.5, ch*0.5)
	}
}

// drawBack draws a card face down.
func drawBack(b *controls.Board, x, y, w, h float32) {
	b.Add(controls.Rect(x, y, w, h, w*0.12, theme.CardRed, theme.Paper, 2*b.Unit))
}

// drawSpots draws every spot of the chosen box in the place of the hands, three beside each other.
func (f *Felt) drawSpots(b *controls.Board, size fyne.Size, top float32) {
	const columns, title, between, wide, high = 3, 34, 6, 214, 46
	u, n := b.Unit, len(f.shown.Panel)
	w := (columns*wide + (columns-1)*between) * u
	x, y := (size.Width-w)/2, top
	b.Add(controls.Place(controls.Text(f.shown.PanelTitle, 22*u, theme.Text, true, w), x, y, w, title*u, 0.5))
	y += title * u
	rows := (n + columns - 1) / columns
	each := min(high*u, (size.Height-y)/float32(rows)-between*u)
	f.heavy = true
	for i, s := range f.shown.Panel {
		f.drawCell(b, f.shown.PanelBox, s, true, x+float32(i%columns)*(wide+between)*u, y+float32(i/columns)*(each+between*u), wide*u, each)
	}
}

// drawPanel draws every spot of the chosen box, or every bet behind it, large enough for a finger. They are at
// the left and the right of the house's hands, which are so wide, where the arc leaves room.
func (f *Felt) drawPanel(b *controls.Board, size fyne.Size, top, hands float32) {
	n := len(f.shown.Panel)
	if n == 0 {
		return
	}
	u := b.Unit
	const title, between = 22, 4
	columns := 3
	if !f.stacked() { // a list of bettors: their words need room
		columns = 1
	}
	if n <= columns { // all on one side
		columns = n
	}
	w := (size.Width-hands)/2 - 14*u
	y := top - 8*u
	b.Add(controls.Place(controls.Text(f.shown.PanelTitle, 17*u, theme.Text, true, w), 6*u, y, w, title*u, 0))
	y += title * u
	perSide := columns
	rows := (n + 2*perSide - 1) / (2 * perSide)
	sw := (w - between*u*float32(perSide-1)) / float32(perSide)
	sh := min(highCell*u, (size.Height-y)/float32(rows)-between*u)
	room := sw - printPad*u
	if sw >= longCell*u {
		room -= besideChip*u + 60*u
	}
	f.heavy = !slices.ContainsFunc(f.shown.Panel, func(s view.Spot) bool { return f.printWide(s, true) > room })
	for i, s := range f.shown.Panel {
		column, row := i%(2*perSide), i/(2*perSide)
		x := 6*u + float32(column)*(sw+between*u)
		if column >= perSide {
			x = size.Width - w - 6*u + float32(column-perSide)*(sw+between*u)
		}
		f.drawCell(b, f.shown.PanelBox, s, true, x, y+float32(row)*(sh+between*u), sw, sh)
	}
}
