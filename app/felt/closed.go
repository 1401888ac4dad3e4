package felt

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/theme"
	"sabot/app/view"
)

// rowPads is what is about the parts of a row, in units.
const rowPads = 18

// letter returns the size of letters whose digits are 16 px high at 1024x768 and 19 px at 1920x1080. Between these
// they grow by the line through both, elsewhere with the felt.
func letter(u float32) float32 {
	const small, large, most = 22, 26.4, 641.0 / unitsHigh
	switch {
	case u <= 1:
		return small * u
	case u < most:
		return small + (large-small)*(u-1)/(most-1)
	}
	return large * u / most
}

// drawClosed draws the felt once bets are closed, where its plan has everything.
func (f *Felt) drawClosed(b *controls.Board, size fyne.Size) {
	plan := PlanOf(f.shown, size)
	f.heavy = false
	for _, lit := range []bool{false, true} { // the edge of one that is lit lies over its neighbours'
		for i, box := range f.shown.Boxes {
			if box.Lit == lit {
				f.drawClosedBox(b, plan, box, plan.Boxes[i])
			}
		}
	}
	for i, side := range f.shown.House {
		if f.shown.Shared {
			f.drawPlace(b, plan, side, plan.House[i])
		} else {
			f.drawClosedBank(b, plan, side, plan.House[i])
		}
	}
	if f.shown.Shared {
		at := plan.Call
		b.Add(controls.Place(controls.Text(f.shown.Call, letter(b.Unit)*1.1, theme.Text, true, at.W), at.X, at.Y, at.W, at.H, 0.5))
	} else if f.shown.Behind && len(plan.House) > 0 {
		f.drawPanel(b, size, plan.House[0].Y+planGap*b.Unit, size.Width-2*plan.House[0].X)
	}
}

// drawClosedBox draws a box with a bet: its head, its cards, a row for each of its bets, its foot. One without is a
// marker.
func (f *Felt) drawClosedBox(b *controls.Board, plan Plan, box view.Box, at BoxPlan) {
	u := b.Unit
	if box.Lit {
		b.Add(controls.Rect(at.X-2*u, at.Y-2*u, at.W+4*u, at.H+4*u, 10*u, f.cloth.Lit, theme.Place, 3*u))
	}
	if at.Empty {
		f.drawMarker(b, box, at)
		return
	}
	head := at.H
	if len(at.Rows) > 0 {
		head = at.Rows[0].Y - at.Y
	}
	if plan.Beside {
		head = headHigh * u
		for _, hand := range at.Hands {
			b.Area(BoxName(box.Number), hand.X, hand.Y, hand.W, hand.H, func() { f.OnBox(box.Number) })
		}
	}
	b.Area(BoxName(box.Number), at.X, at.Y, at.W, head, func() { f.OnBox(box.Number) })
	f.drawClosedHead(b, box, at)
	f.drawClosedHands(b, plan, box, at)
	for i, s := range closedRows(box) {
		f.drawRow(b, box, s, at.Rows[i], plan.Low)
	}
	f.drawFoot(b, box, at)
}

// drawMarker draws the place of a box that nobody staked on, and the cards that were dealt there by mistake.
func (f *Felt) drawMarker(b *controls.Board, box view.Box, at BoxPlan) {
	u := b.Unit
	em := letter(u)
	r := min(at.W, headHigh*u)/2 - 1*u
	ink, line := color.Color(theme.FeltPrint), color.Color(theme.FeltLine)
	if box.Lit {
		ink, line = theme.Text, theme.Place
	}
	y := at.Y + headHigh*u/2
	b.Area(BoxName(box.Number), at.X, at.Y, at.W, headHigh*u, func() { f.OnBox(box.Number) })
	b.Add(controls.Disc(at.X+at.W/2, y, r, nil, line, 1.5*u))
	b.Add(controls.Place(controls.Text(view.Digit(box.Number), em, ink, false, 2*r-5*u), at.X, y-r, at.W, 2*r, 0.5))
	cw := at.W * 0.92
	for i, c := range box.Cards {
		drawCard(b, c, at.X, at.Y+headHigh*u+float32(i)*indexHigh*cw*cardRatio, cw, cw*cardRatio, i < len(box.Cards)-1, cw)
	}
}

// drawClosedHead draws a box's number, who holds it, what is staked on it, and the totals of its hands.
func (f *Felt) drawClosedHead(b *controls.Board, box view.Box, at BoxPlan) {
	u := b.Unit
	em := letter(u)
	fill, ink := color.Color(theme.FeltLine), color.Color(theme.Ink)
	if box.Out {
		fill, ink = theme.FeltSpent, theme.Text
	}
	const disc = 14
	edge, line := color.Color(nil), float32(0)
	if box.Lit {
		edge, line = theme.Place, 2.5*u
	}
	x, y := at.X+(disc+2)*u, at.Y+(disc+2)*u
	b.Add(controls.Disc(x, y, disc*u, fill, edge, line))
	b.Add(controls.Place(controls.Text(view.Digit(box.Number), em, ink, true, (2*disc-5)*u), x-disc*u, y-disc*u, 2*disc*u, 2*disc*u, 0.5))
	left := x + (disc+4)*u
	if box.Holder != "" {
		b.Add(controls.Disc(left+disc*u, y, disc*u-2*u, theme.Night, theme.FeltPrint, 1.5*u))
		b.Add(controls.Place(controls.Text(box.Holder, em, theme.Text, true, 2*disc*u), left, y-disc*u, 2*disc*u, 2*disc*u, 0.5))
		left += (2*disc + 4) * u
	}
	right := at.X + at.W - 2*u
	high := float32(30) * u
	totals := []string{box.Total}
	if box.Second != nil {
		totals = append(totals, box.Second.Total)
	}
	for i, total := range totals {
		if total == "" {
			continue
		}
		end := right
		if len(at.Hands) > i && box.Second != nil {
			end = at.Hands[i].X + at.Hands[i].W - 1*u
		}
		wide := max(high, controls.Text(total, em*1.15, nil, true, 0).MinSize().Width+12*u)
		if box.Second == nil {
			wide = min(wide, right-left)
			right = end - wide - 4*u
		} else {
			wide = min(wide, at.Hands[i].W-(2*disc+8)*u)
			if i == 0 { // the first hand has the number beside it
				wide = min(wide, end-left)
			}
		}
		drawFigure(b, total, em*1.15, controls.Bounds{X: end - wide, Y: at.Y + 1*u, W: wide, H: high})
	}
	sum := controls.Text(box.Staked, em, theme.FeltPrint, false, 0)
	if box.Second == nil && box.Staked != "" && sum.MinSize().Width <= right-left {
		b.Add(controls.Place(sum, left, at.Y+2*u, right-left, 28*u, 0))
	}
	if f.shown.Shared && f.shown.Owing {
		drawNote(b, box.Note, at.X+2*u, at.Y+(header+2)*u, at.W-4*u)
	}
}

// drawFigure draws the total of a hand.
func drawFigure(b *controls.Board, total string, size float32, at controls.Bounds) {
	b.Add(controls.Rect(at.X, at.Y, at.W, at.H, at.H/2, theme.Ink, nil, 0))
	b.Add(controls.Place(controls.Text(total, size, theme.Text, true, at.W-6*b.Unit), at.X, at.Y, at.W, at.H, 0.5))
}

// The least of a card that is seen where another covers it, as a part of it: its index is whole.
const (
	indexWide = 0.5
	indexHigh = 0.46
)

// drawClosedHands draws the cards of a box. What has no room beside each other falls down where there is room below,
// else all of that hand are smaller. The index of each is whole.
func (f *Felt) drawClosedHands(b *controls.Board, plan Plan, box view.Box, at BoxPlan) {
	u := b.Unit
	hands := [][]view.Card{box.Cards}
	if box.Second != nil {
		hands = append(hands, box.Second.Cards)
	}
	for i, cards := range hands {
		if i >= len(at.Hands) {
			break
		}
		room := at.Hands[i]
		if box.Asked == i+1 {
			b.Add(controls.Rect(room.X-1*u, room.Y-2*u, room.W+2*u, room.H+4*u, 7*u, nil, theme.Place, 2*u))
		}
		cw, ch := plan.Card.Width, plan.Card.Height
		n := float32(len(cards))
		switch {
		case n < 2 || room.W >= cw+(n-1)*indexWide*cw && n <= 3:
			drawCards(b, cards, room.X, room.Y, room.W, cw, ch)
		case room.H >= ch+(n-1)*indexHigh*ch:
			for j, c := range cards {
				drawCard(b, c, room.X, room.Y+float32(j)*indexHigh*ch, cw, ch, j < len(cards)-1, cw)
			}
		case n > 4: // in two tiers, which leave each index whole
			first := (len(cards) + 1) / 2
			cw = min(cw/(1+indexHigh), room.W/seenWide(cards[:first]), room.W/seenWide(cards[first:]))
			drawCards(b, cards[:first], room.X, room.Y, room.W, cw, cw*cardRatio)
			drawCards(b, cards[first:], room.X, room.Y+indexHigh*cw*cardRatio, room.W, cw, cw*cardRatio)
		default:
			cw = min(cw, room.W/seenWide(cards))
			drawCards(b, cards, room.X, room.Y, room.W, cw, cw*cardRatio)
		}
	}
}

// seenWide returns how much is seen of cards that cover each other, in widths of a card.
func seenWide(cards []view.Card) float32 {
	seen := float32(1)
	for _, c := range cards[:len(cards)-1] {
		seen += indexWide
		if c.Rank == "10" {
			seen += 0.25
		}
	}
	return seen
}

// drawRow draws a bet: its print, its chip and what became of it, in one line or in two. Those of a split box stand
// below the hand on which they ride.
func (f *Felt) drawRow(b *controls.Board, box view.Box, s view.Spot, at controls.Bounds, low bool) {
	u := b.Unit
	f.place(b, box.Number, s, at.X, at.Y, at.W, at.H)
	stroke, line := color.Color(theme.FeltLine), 1.2*u
	if s.Chosen && f.shown.Betting {
		stroke, line = theme.Place, 3*u
	}
	b.Add(controls.Rect(at.X, at.Y, at.W, at.H, 7*u, f.cloth.Spot, stroke, line))
	if s.Over {
		b.Add(controls.Rect(at.X, at.Y, at.W, at.H, 7*u, theme.Over, nil, 0))
	}
	b.Add(controls.Rect(at.X+2*u, at.Y+5*u, 3*u, at.H-10*u, 1.5*u, theme.Spot(s.Name), nil, 0))
	if s.Amount == "" && s.Mark == view.Inactive { // it went back: why is told elsewhere
		s.Word = ""
	}
	in := controls.Bounds{X: at.X + 7*u, Y: at.Y, W: at.W - 9*u, H: at.H}
	if split(s) && box.Second != nil {
		half := (at.W - 2*u) / 2
		line := in
		if low {
			line.H, line.Y = at.H/2, at.Y+at.H/2
			drawPrint(b, s, controls.Bounds{X: in.X, Y: in.Y, W: in.W, H: at.H / 2})
		}
		for i, p := range s.Piles {
			line.X, line.W = at.X+float32(i)*half+8*u, half-11*u
			drawBet(b, view.Spot{Amount: p.Amount, Mark: view.Plain}, []figure{ofPile(p)}, line, false)
		}
		return
	}
	if s.Amount != "" {
		room := in.W
		if low {
			room = max(room/2, widestChip*u)
		}
		s.Amount = inPiles(s, room/2, u)
	}
	came := cameTo(s)
	if len(came) == 0 && s.Count > 1 {
		came = []figure{{"×" + view.Digit(s.Count), theme.FeltPrint}}
	}
	drawBet(b, s, came, in, low)
}

// drawBet draws the words of a bet: in one line, or its print above the others. Where they have no room beside each
// other, the outcome stands in place of the print, and two outcomes in place of all else.
func drawBet(b *controls.Board, s view.Spot, came []figure, at controls.Bounds, low bool) {
	u := b.Unit
	em := letter(u)
	chip := min(at.W, closedChip(s.Amount, em, u))
	tight := s.Amount != "" && leastWide(came, u) > at.W-chip-4*u
	if !low {
		drawLine(b, s, came, at, !tight)
		return
	}
	upper, lower := at, at
	upper.H, lower.H, lower.Y = at.H/2, at.H/2, at.Y+at.H/2
	wide := controls.Bounds{X: at.X - 6.5*u, Y: upper.Y, W: at.W + 8.2*u, H: upper.H}
	switch {
	case tight && len(came) > 1:
		drawFigures(b, came[:1], wide)
		wide.Y = lower.Y
		drawFigures(b, came[1:], wide)
	case tight:
		drawFigures(b, came, wide)
		drawClosedChip(b, s, em, controls.Bounds{X: lower.X, Y: lower.Y + 0.5*u, W: chip, H: lower.H - 2*u})
	default:
		drawPrint(b, s, upper)
		if s.Amount != "" {
			drawClosedChip(b, s, em, controls.Bounds{X: lower.X, Y: lower.Y + 0.5*u, W: chip, H: lower.H - 2*u})
			lower.X, lower.W = lower.X+chip+4*u, lower.W-chip-4*u
		} else {
			lower.X, lower.W = wide.X, wide.W
		}
		drawFigures(b, came, lower)
	}
}

// drawLine draws the words of a bet in one line. The print gives way where that has no room for all.
func drawLine(b *controls.Board, s view.Spot, came []figure, at controls.Bounds, chips bool) {
	u := b.Unit
	em := letter(u)
	wide := min(at.W, closedChip(s.Amount, em, u))
	room := at
	if s.Amount != "" && chips {
		room.X, room.W = room.X+wide+4*u, room.W-wide-4*u
	}
	end := at.X + at.W - drawFigures(b, came, room)
	if s.Amount != "" && chips {
		print := controls.Text(s.Label, em, nil, false, 0).MinSize().Width
		if kept := outcomeRoom(s, em) + 5*u; s.Put != "" && print+wide+kept+7*u <= at.W { // it stays where it is when the outcome comes
			end = min(end, at.X+at.W-kept)
		}
		high := min(at.H-2*u, 27*u)
		chip := controls.Bounds{X: max(at.X, end-wide), Y: at.Y + (at.H-high)/2, W: wide, H: high}
		drawClosedChip(b, s, em, chip)
		end = chip.X - 5*u
	}
	if end > at.X+8*u {
		drawPrint(b, s, controls.Bounds{X: at.X, Y: at.Y, W: end - at.X, H: at.H})
	}
}

// drawFigures draws outcomes at the right end of a line, and returns the room that they took.
func drawFigures(b *controls.Board, came []figure, at controls.Bounds) float32 {
	u := b.Unit
	em, took := letter(u), float32(0)
	for i := len(came) - 1; i >= 0; i-- {
		room := at.W - took - leastWide(came[:i], u)
		if room <= 0 {
			break
		}
		word := fit(came[i].text, em, came[i].ink, room)
		b.Add(controls.Place(word, at.X, at.Y, at.W-took, at.H, 1))
		took += word.MinSize().Width + 5*u
	}
	return took
}

// leastWide returns how wide outcomes are in the smallest letters that are read, with what is between them.
func leastWide(came []figure, u float32) (wide float32) {
	for _, c := range came {
		wide += controls.Text(text.Tight(c.text), readable*u, nil, false, 0).MinSize().Width + 5*u
	}
	return wide
}

// drawPrint draws the name of a spot, smaller where it needs to be, or as much of it as is readable.
func drawPrint(b *controls.Board, s view.Spot, at controls.Bounds) {
	ink := color.Color(theme.FeltPrint)
	if s.Over {
		ink = theme.Quiet
	}
	label := controls.Text(s.Label, letter(b.Unit), ink, false, at.W)
	if label.TextSize < readable*b.Unit {
		label = short(s.Label, readable*b.Unit, ink, false, at.W)
	}
	if label.TextSize >= readable*b.Unit {
		b.Add(controls.Place(label, at.X, at.Y, at.W, at.H, 0))
	}
}

// closedChip returns the width of a chip with that amount on it.
func closedChip(amount string, em, u float32) float32 {
	return max(34*u, controls.Text(amount, em, nil, true, 0).MinSize().Width+10*u)
}

func drawClosedChip(b *controls.Board, s view.Spot, em float32, at controls.Bounds) {
	fill, ring, ink := stakeColors(s)
	b.Add(controls.Rect(at.X, at.Y, at.W, at.H, at.H/2, fill, ring, 2*b.Unit))
	amount := fit(s.Amount, em, ink, at.W-7*b.Unit)
	if amount.TextSize < readable*b.Unit {
		amount = fit(s.Amount, readable*b.Unit, ink, at.W-1*b.Unit)
	}
	b.Add(controls.Place(amount, at.X, at.Y, at.W, at.H, 0.5))
}

// drawFoot draws what the box gets or loses in its turn of paying. Before that it says what else there is to the box.
func (f *Felt) drawFoot(b *controls.Board, box view.Box, at BoxPlan) {
	u := b.Unit
	em := letter(u)
	foot := at.Foot
	if foot.H == 0 {
		return
	}
	if box.Foot == nil {
		switch {
		case box.Beside != nil:
			drawBet(b, *box.Beside, cameTo(*box.Beside), controls.Bounds{X: foot.X + 4*u, Y: foot.Y, W: foot.W - 8*u, H: foot.H}, false)
		case box.Note != "":
			b.Add(controls.Place(fit(controls.Warning(box.Note), em, theme.Warn, foot.W-8*u), foot.X+4*u, foot.Y, foot.W-8*u, foot.H, 0.5))
		}
		return
	}
	ink, stroke, line := color.Color(theme.Text), color.Color(nil), float32(0)
	said := box.Foot.Text
	switch {
	case box.Foot.Now:
		stroke, line = theme.Place, 2.5*u
	case box.Foot.Done:
		ink, said = theme.Quiet, said+" ✓"
	}
	if box.Foot.Who != "" {
		said = box.Foot.Who + "  " + said
	}
	room := foot.W - 14*u
	if box.Foot.Done && fit(said, readable*u, nil, room).TextSize < readable*u { // what it was stands in the rows
		said = "✓"
	}
	b.Add(controls.Rect(foot.X+2*u, foot.Y+1*u, foot.W-4*u, foot.H-3*u, 7*u, theme.Night, stroke, line))
	b.Add(controls.Place(fit(said, em*1.05, ink, room), foot.X+2*u, foot.Y+1*u, foot.W-4*u, foot.H-3*u, 0.5))
}

// cameTo returns what a spot's bets came to, as it is written.
func cameTo(s view.Spot) []figure {
	first, last := outcomes(s)
	return slices.DeleteFunc([]figure{first, last}, func(f figure) bool { return f.text == "" })
}

// drawClosedBank draws the cards of the house where the boxes have cards of their own.
func (f *Felt) drawClosedBank(b *controls.Board, plan Plan, bank view.Side, at controls.Bounds) {
	u := b.Unit
	em := letter(u)
	f.drawPlate(b, bank.Lit, at.X, at.Y, at.W, at.H)
	title := (houseTitle - housePad) * u
	x := at.X + housePad*u
	b.Add(controls.Place(controls.Text(bank.Title, em*1.1, theme.FeltPrint, true, title), x, at.Y, title, at.H, 0.5))
	cards := at.X + (housePad+houseTitle)*u
	drawCards(b, bank.Cards, cards, at.Y+bankPad*u, at.W-(houseTitle+2*housePad+56)*u, plan.Bank.Width, plan.Bank.Height)
	switch {
	case bank.Total == "":
	case isWord(bank.Total): // below the title, where a word has room
		b.Add(controls.Place(fit(bank.Total, em, theme.Text, title), x, at.Y+at.H*0.62, title, 26*u, 0.5))
	default:
		drawFigure(b, bank.Total, em*1.5, controls.Bounds{X: at.X + at.W - (housePad+54)*u, Y: at.Y + at.H/2 - 21*u, W: 54 * u, H: 42 * u})
	}
}

// drawPlace draws a hand that all boxes share. Where the next card goes there is its place.
func (f *Felt) drawPlace(b *controls.Board, plan Plan, side view.Side, at controls.Bounds) {
	u := b.Unit
	em := letter(u)
	f.drawPlate(b, side.Lit, at.X, at.Y, at.W, at.H)
	b.Add(controls.Rect(at.X+housePad*u, at.Y+10*u, 5*u, (plateTitle-18)*u, 2*u, theme.Spot(side.Name), nil, 0))
	name := side.Title
	if side.Won {
		name += " ✓"
	}
	const total = 52
	b.Add(controls.Place(controls.Text(name, em*1.25, theme.FeltPrint, true, at.W-(total+3*housePad+12)*u), at.X+(housePad+12)*u, at.Y+1*u, at.W, plateTitle*u, 0))
	if side.Total != "" {
		high := (plateTitle - 8) * u
		x := at.X + at.W - (total+housePad)*u
		drawFigure(b, side.Total, em*1.5, controls.Bounds{X: x, Y: at.Y + 4*u, W: total * u, H: high})
	}
	y := at.Y + (plateTitle-2)*u
	step := plan.Card.Width + 6*u
	for i := range max(3, len(side.Cards)) {
		x := at.X + housePad*u + float32(i)*step
		if side.Lit && i == len(side.Cards) && i < 3 {
			b.Add(controls.Rect(x, y, plan.Card.Width, plan.Card.Height, 10*u, nil, theme.Place, 2*u))
		}
	}
	drawCards(b, side.Cards, at.X+housePad*u, y, at.W-2*housePad*u, plan.Card.Width, plan.Card.Height)
	cw, ch := plan.Card.Width*0.4, plan.Card.Height*0.4
	for i := range side.Ready {
		drawBack(b, at.X+at.W-housePad*u-cw-float32(i)*8*u, at.Y+at.H-housePad*u-ch, cw, ch)
	}
}
