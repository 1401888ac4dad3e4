package felt

import (
	"math"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/view"
)

// A Plan is where everything of a felt lies once bets are closed. What nobody staked has no place in it, and cards
// take the room. It follows from who staked on what, from who split, and from the size alone: so it changes when
// bets are closed, when a box splits, and at the end of the hand.
type Plan struct {
	Unit  float32
	Boxes []BoxPlan // in their order
	House []controls.Bounds
	Call  controls.Bounds // what the croupier calls, where boxes share the hands
	// Card is the size of a card of a box, or of a hand that all boxes share; Bank that of the bank's.
	Card, Bank fyne.Size
	Low        bool // a row has a second line for what became of its bet
	Beside     bool // rows are beside the cards
}

// A BoxPlan is where the parts of one box lie.
type BoxPlan struct {
	controls.Bounds
	Empty bool              // a marker: nobody staked there
	Hands []controls.Bounds // the room for the cards of each hand; none where the boxes share the hands
	Rows  []controls.Bounds // one for each spot of rows, in their order
	Foot  controls.Bounds
}

// The measures of the closed layout, in units. Those beside each other go by the width of the felt.
const (
	planTop    = 4
	headHigh   = 36
	lineHigh   = 30.5 // of a row whose print, chip and outcome stand in one line
	lowRow     = 44   // of one that has its chip and its outcome below its print
	rowGap     = 3
	footHigh   = 33
	planGap    = 6     // between what lies below each other
	bankPad    = 8     // about the cards of the bank
	bankLeast  = 90    // what a bank's card is high at least, where the boxes' are no smaller
	cardMost   = 153.6 // what a card is wide at most
	cardRatio  = 1.42
	arcMost    = 31
	arcLeast   = 8
	besideRow  = 132 // what a row beside the cards is wide at least
	besideMost = 206 // and at most
	callHigh   = 26
	plateTitle = 44
	sharedMost = 300 // what a box is wide at most where it has no cards
	sharedCard = 159.4
)

// A planner is what a plan is made from.
type planner struct {
	shown                       view.Felt
	size                        fyne.Size
	u, gap, marker, inner, wide float32 // of the parts that lie beside each other; of a box of weight 1
	markers                     int
	weight                      float32 // of all boxes
	most                        int     // rows of a box
	split                       bool    // a box is
}

// PlanOf returns the plan of a felt with closed bets, so large.
func PlanOf(shown view.Felt, size fyne.Size) Plan {
	u := min(size.Width/unitsWide, size.Height/unitsHigh)
	p := planner{shown: shown, size: size, u: u, gap: size.Width / 228, marker: size.Width / 32, inner: size.Width / 240}
	for _, box := range shown.Boxes {
		if !inPlay(box) {
			p.markers++
			continue
		}
		p.weight += weightOf(box)
		p.most = max(p.most, len(closedRows(box)))
		p.split = p.split || box.Second != nil
	}
	room := size.Width - p.gap*float32(len(shown.Boxes)+1) - p.marker*float32(p.markers)
	p.wide = room / max(1, p.weight)
	if shown.Shared {
		return p.shared()
	}
	return p.own()
}

// Plan returns where everything lies now; false while bets are taken.
func (f *Felt) Plan() (Plan, bool) { return PlanOf(f.shown, f.Size()), f.shown.Closed }

// inPlay reports whether a box has a bet, or had one that was paid.
func inPlay(box view.Box) bool { return len(closedRows(box)) > 0 || box.Second != nil }

// weightOf returns how much room a box wants beside others.
func weightOf(box view.Box) float32 {
	if box.Second != nil {
		return 2
	}
	return 1
}

// closedRows returns the spots of a box that have a row once bets are closed: those with a bet, and those on which
// a decision may put one.
func closedRows(box view.Box) []view.Spot {
	var rows []view.Spot
	staked := false
	for _, s := range box.Spots {
		if s.Count > 0 || s.Kept {
			rows = append(rows, s)
			staked = staked || s.Count > 0
		}
	}
	if box.Rest != nil && box.Rest.Count > 0 {
		rows, staked = append(rows, *box.Rest), true
	}
	if !staked {
		return nil
	}
	return rows
}

// A rowFit is how the parts of a row fit into one line.
type rowFit int

const (
	fitNone rowFit = iota
	fitTwo         // the print beside the chip, or beside the outcome
	fitAll         // all three
)

// fits returns how the parts of every row fit into one line, so wide.
func (p planner) fits(w float32) rowFit {
	em, least := letter(p.u), fitAll
	for _, box := range p.shown.Boxes {
		at := w
		if box.Second != nil {
			at = 2*w + p.gap
		}
		for _, s := range closedRows(box) {
			print := controls.Text(s.Label, em, nil, false, 0).MinSize().Width
			chip := closedChip(s.Put, em, p.u)
			outcome := outcomeRoom(s, em)
			switch {
			case print+max(chip, outcome)+rowPads*p.u > at:
				return fitNone
			case print+chip+outcome+rowPads*p.u > at:
				least = fitTwo
			}
		}
	}
	return least
}

// outcomeRoom returns how wide what becomes of a bet is where it is paid as much as was staked.
func outcomeRoom(s view.Spot, em float32) float32 {
	return controls.Text("↑"+s.Put, em, nil, false, 0).MinSize().Width
}

// low reports whether rows so wide have two lines: where one has no room for all parts, and either no room for two of
// them, or the cards are no smaller for it.
func (p planner) low(w float32, card func(rowsHigh float32) float32) bool {
	switch p.fits(w) {
	case fitAll:
		return false
	case fitTwo:
		return card(p.rowsHigh(true)) >= card(p.rowsHigh(false))
	}
	return true
}

// rowHigh returns the height of a row.
func (p planner) rowHigh(low bool) float32 {
	if low {
		return lowRow * p.u
	}
	return lineHigh * p.u
}

// rowsHigh returns the height of the rows of a box that has most of them.
func (p planner) rowsHigh(low bool) float32 { return float32(p.most) * (p.rowHigh(low) + rowGap*p.u) }

// own plans a felt whose boxes have cards of their own.
func (p planner) own() Plan {
	u := p.u
	fixed := (planTop+headHigh+footHigh+3*planGap+2*bankPad+arcLeast)*u + 1
	below := func(rows float32) float32 { return p.cardBelow(fixed + rows) }
	plan := Plan{Unit: u, Low: p.low(p.wide, below)}
	cw := below(p.rowsHigh(plan.Low))
	w, high := p.wide, (headHigh+footHigh+planGap)*u+p.rowsHigh(plan.Low)
	rows := min(besideMost*u, max(besideRow*u, p.wide-2*cardMost*u-4*p.inner))
	if beside, low := p.cardBeside(fixed, rows); beside >= cw && p.weight > 0 {
		plan.Beside, plan.Low, cw = true, low, beside
		w, high = min(w, 2*cw+rows+4*p.inner), (headHigh+footHigh+planGap)*u
	} else {
		w = p.aboutCards(cw)
	}
	plan.Card = fyne.NewSize(cw, cw*cardRatio)
	high += plan.Card.Height
	if p.weight == 0 {
		high = headHigh * u
	}
	left := p.size.Height - planTop*u - high
	least := min(plan.Card.Height, bankLeast*u) + (2*bankPad+2*planGap)*u
	arc := min(arcMost*u, max(arcLeast*u, left-least))
	p.place(&plan, w, high, arc)
	p.placeBank(&plan, planTop*u+high+arc+planGap*u)
	return plan
}

// aboutCards returns the width of a box about two cards so wide, where its rows fit as well as in all the room there is.
func (p planner) aboutCards(cw float32) float32 {
	for _, w := range []float32{max(2*cw+p.inner, besideRow*p.u), besideMost * p.u} { // what is due has room at its foot
		if w >= 2*cw+p.inner && w < p.wide && p.fits(w) >= p.fits(p.wide) {
			return w
		}
	}
	return p.wide
}

// cardHigh returns how high a card is at most where all but cards is so high. Up to a height the bank's card is as
// high as the boxes'.
func (p planner) cardHigh(fixed float32) float32 {
	left := p.size.Height - fixed
	return max(left/2, left-bankLeast*p.u)
}

// cardBelow returns how wide a card is where the rows are below the cards and all but cards is so high.
func (p planner) cardBelow(fixed float32) float32 {
	wide := p.wide - p.inner
	if p.split { // a second card lies a little over the first
		wide = p.wide + p.inner
	}
	return max(0, min(wide/2, cardMost*p.u, p.cardHigh(fixed)/cardRatio))
}

// cardBeside returns how wide a card is where the rows are beside the cards, so wide; 0 where that cannot be.
func (p planner) cardBeside(fixed, rows float32) (cw float32, low bool) {
	if p.split || p.weight == 0 {
		return 0, false
	}
	cw = min((p.wide-rows-4*p.inner)/2, cardMost*p.u, p.cardHigh(fixed)/cardRatio)
	low = p.fits(rows) != fitAll
	if low && p.rowsHigh(true) > cw*cardRatio {
		low = p.fits(rows) == fitNone
	}
	if cw <= 0 || p.rowsHigh(low) > cw*cardRatio {
		return 0, false
	}
	return cw, low
}

// place lays the boxes beside each other in an arc. What they leave of the width is before, between and behind
// those with a bet.
func (p planner) place(plan *Plan, w, high, arc float32) {
	u, n := p.u, len(p.shown.Boxes)
	inPlays := n - p.markers
	slack := p.size.Width - p.gap*float32(n+1) - p.marker*float32(p.markers) - w*p.weight
	each := max(0, slack) / float32(2*max(1, inPlays))
	if inPlays == 0 {
		each = 0
	}
	x := p.gap
	if inPlays == 0 {
		x = (p.size.Width - p.marker*float32(n) - p.gap*float32(n-1)) / 2
	}
	for _, box := range p.shown.Boxes {
		at := BoxPlan{Empty: !inPlay(box)}
		wide := p.marker
		if !at.Empty {
			wide = w
			if box.Second != nil {
				wide = 2*w + p.gap
				x -= p.gap / 2 // two of weight 1 have a gap between them
			}
			x += each
		}
		t := 2*(x+wide/2)/p.size.Width - 1
		y := planTop*u + arc*float32(math.Pow(math.Abs(float64(t)), 2))
		at.Bounds = controls.Bounds{X: x, Y: y, W: wide, H: high}
		if at.Empty {
			at.H = min(headHigh*u, high)
		} else {
			p.fill(plan, &at, box)
		}
		plan.Boxes = append(plan.Boxes, at)
		x += wide + p.gap
		if !at.Empty {
			x += each
			if box.Second != nil {
				x -= p.gap / 2
			}
		}
	}
}

// fill places what is in a box.
func (p planner) fill(plan *Plan, at *BoxPlan, box view.Box) {
	u, rowHigh := p.u, p.rowHigh(plan.Low)
	top := at.Y + headHigh*u
	left, wide := at.X, at.W
	if p.shown.Shared {
		top = at.Y + p.sharedHead()
	} else {
		cards := controls.Bounds{X: at.X, Y: top, W: at.W, H: plan.Card.Height}
		if plan.Beside {
			cards.X, cards.W = at.X+p.inner, 2*plan.Card.Width+p.inner
			left, wide = cards.X+cards.W+p.inner, at.W-cards.W-3*p.inner
		} else {
			top += cards.H + rowGap*u
		}
		at.Hands = []controls.Bounds{cards}
		if box.Second != nil {
			half := (cards.W - p.gap) / 2
			at.Hands = []controls.Bounds{{X: cards.X, Y: cards.Y, W: half, H: cards.H}, {X: cards.X + half + p.gap, Y: cards.Y, W: half, H: cards.H}}
		}
	}
	for range closedRows(box) {
		at.Rows = append(at.Rows, controls.Bounds{X: left, Y: top, W: wide, H: rowHigh})
		top += rowHigh + rowGap*u
	}
	if !p.shown.Shared {
		at.Foot = controls.Bounds{X: at.X, Y: at.Y + at.H - footHigh*u, W: at.W, H: footHigh * u}
	}
}

// placeBank lays the bank's hands below the boxes, beside each other. A felt with a split box has them below the
// longest run of others, where they have room and nothing else is listed there, and the split boxes reach down to
// the edge.
func (p planner) placeBank(plan *Plan, top float32) {
	u, n := p.u, len(p.shown.House)
	if n == 0 {
		return
	}
	room := p.size.Height - top - planGap*u
	high := min(room-2*bankPad*u, sharedCard*u, max(plan.Card.Height, bankLeast*u))
	if p.weight == 0 {
		high = min(room-2*bankPad*u, 1.3*bankLeast*u)
	}
	plan.Bank = fyne.NewSize(high/cardRatio, high)
	least := (houseTitle+54+2*housePad)*u + 2*plan.Bank.Width
	most := (houseTitle+54+2*housePad+3*6)*u + 3*plan.Bank.Width
	left, right := float32(0), p.size.Width
	if from, to := p.longest(plan); p.split && !p.shown.Behind && n == 1 && to-from >= least {
		left, right = from, to
		for i, box := range p.shown.Boxes {
			if box.Second != nil {
				p.reach(&plan.Boxes[i], p.size.Height-planGap*u)
			}
		}
	}
	w := min(most, (right-left-float32(n+1)*planGap*u)/float32(n))
	x := left + (right-left-float32(n)*w-float32(n-1)*planGap*u)/2
	y := top + max(0, (room-high-2*bankPad*u)/2)
	for i := range n {
		plan.House = append(plan.House, controls.Bounds{X: x + float32(i)*(w+planGap*u), Y: y, W: w, H: high + 2*bankPad*u})
	}
}

// longest returns where the longest run of boxes that nobody split begins and ends.
func (p planner) longest(plan *Plan) (from, to float32) {
	begin := float32(0)
	for i, box := range p.shown.Boxes {
		at := plan.Boxes[i]
		if box.Second == nil {
			if at.X+at.W-begin > to-from {
				from, to = begin, at.X+at.W
			}
			continue
		}
		begin = at.X + at.W
	}
	return from, to
}

// reach makes a split box reach down so far: its cards have the room, its rows and its foot stay at its end.
func (p planner) reach(at *BoxPlan, bottom float32) {
	more := bottom - (at.Y + at.H)
	if more <= 0 {
		return
	}
	at.H += more
	at.Foot.Y += more
	for i := range at.Rows {
		at.Rows[i].Y += more
	}
	for i := range at.Hands {
		at.Hands[i].H += more
	}
}

// sharedHead returns the height of a box's head where it has no cards. What is owed has a line of its own.
func (p planner) sharedHead() float32 {
	if p.shown.Owing {
		return (header + noteHigh + 4) * p.u
	}
	return (header + 4) * p.u
}

// shared plans a felt whose boxes bet on the same hands.
func (p planner) shared() Plan {
	u := p.u
	plan := Plan{Unit: u}
	w := min(p.wide, sharedMost*u)
	above := (planTop+callHigh+planGap+plateTitle+housePad)*u + p.sharedHead()
	plan.Low = p.low(w, func(rows float32) float32 { return min((p.size.Height-above-rows)/cardRatio, sharedCard*u) })
	high := p.sharedHead() + p.rowsHigh(plan.Low)
	left := p.size.Height - planTop*u - high
	arc := max(0, min(arcLeast*u, left-200*u))
	p.place(&plan, w, high, arc)
	top := planTop*u + high + arc
	plan.Call = controls.Bounds{X: 0, Y: top, W: p.size.Width, H: callHigh * u}
	top += callHigh * u
	n := float32(max(1, len(p.shown.House)))
	most := (p.size.Width-(n+1)*planGap*u)/n - (2*housePad+2*6)*u
	room := p.size.Height - top - planGap*u
	card := min((room-(plateTitle+housePad)*u)/cardRatio, most/3, sharedCard*u)
	plan.Card = fyne.NewSize(card, card*cardRatio)
	pw := 3*card + (2*housePad+2*6)*u
	ph := min(room, plan.Card.Height+(plateTitle+housePad)*u)
	y := top + max(0, (room-ph)/2)
	x := (p.size.Width - n*pw - (n-1)*planGap*u) / 2
	for i := range p.shown.House {
		plan.House = append(plan.House, controls.Bounds{X: x + float32(i)*(pw+planGap*u), Y: y, W: pw, H: ph})
	}
	return plan
}
