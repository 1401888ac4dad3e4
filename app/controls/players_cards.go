package controls

import (
	"slices"
	"strings"

	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games/roads"
)

// The measures of the cards on the players' window.
const (
	houseCard = 88
	boxCard   = 66
	cardWide  = 0.72 // of its height
)

// result draws the last hand with its cards, the house's large, as far as there is room; it
// answers how high it is.
func (p *Players) result(x, y, w, room float32) (high float32) {
	b := p.board()
	u := b.Unit
	r := p.shown.Result
	if len(r.Hands) == 0 {
		return 0
	}
	const title = 46
	p.line(r.Title, farTitle, theme.Gold, true, x, y, w, title*u, 0)
	house := slices.IndexFunc(r.Hands, func(h view.PlayersHand) bool { return h.Box > 0 })
	if house < 0 {
		house = len(r.Hands)
	}
	boxes := r.Hands[house:]
	sides := min(1, house)
	rows := func(columns int) float32 { return float32((len(boxes) + columns - 1) / columns) }
	tall := func(columns int) float32 {
		return float32(sides)*(houseCard+farGap) + rows(columns)*(boxCard+farGap)
	}
	space := room/u - title
	columns := 1
	for columns < 3 && tall(columns) > space {
		columns++
	}
	grow := float32(1) // a game without roads has room for larger cards
	if p.shown.Roads == nil {
		grow = min(1.5, max(1, space/tall(columns)))
	}
	large, small, gap := houseCard*grow*u, boxCard*grow*u, farGap*u
	top := y
	y += title * u
	wide := (w + gap) / float32(max(1, house))
	for i, hand := range r.Hands[:house] {
		p.hand(hand, x+float32(i)*wide, y, wide-gap, large)
	}
	y += float32(sides) * (large + gap)
	wide = (w + gap) / float32(columns)
	for i, hand := range boxes {
		at := y + float32(i/columns)*(small+gap)
		if at+small <= top+room {
			p.hand(hand, x+float32(i%columns)*wide, at, wide-gap, small)
		}
	}
	return min(y-top+rows(columns)*(small+gap), room)
}

// hand draws a hand of cards: whose it is, its cards and what they come to.
func (p *Players) hand(hand view.PlayersHand, x, y, w, h float32) {
	b := p.board()
	u := b.Unit
	fill, ink := theme.Rail, theme.Text
	if hand.Won {
		fill, ink = theme.Spot(hand.Place), OnColor(theme.Spot(hand.Place))
	}
	b.Add(Rect(x, y, w, h, 9*u, fill, nil, 0))
	x, w = x+8*u, w-16*u
	const narrow = 400
	if hand.Box == 0 && w < narrow*u { // the total below the name
		const words = 130
		p.line(hand.Name, far, ink, true, x, y+4*u, words*u, 0.46*h, 0)
		p.line(hand.Total, 40, ink, true, x, y+0.46*h, words*u, 0.5*h, 0)
		p.cards(hand.Cards, x+(words+8)*u, y+4*u, w-(words+8)*u, h-8*u)
		return
	}
	mark := theme.Gold
	if hand.Won {
		mark = ink
	}
	name := p.line(hand.Name, farTitle, mark, true, x, y, 0.4*w, h, 0).MinSize().Width
	total := p.line(hand.Total, farTitle+4, ink, true, x+0.5*w, y, 0.5*w, h, 1).MinSize().Width
	name = max(name, min(60*u, 0.2*w)) // cards of all boxes begin below each other
	p.cards(hand.Cards, x+name+10*u, y+4*u, w-name-total-20*u, h-8*u)
}

// cards draws cards beside each other, one over the other as far as their ranks can be read
// from afar; beyond that the ranks alone.
func (p *Players) cards(cards []view.Card, x, y, w, h float32) {
	b := p.board()
	u, n := b.Unit, float32(len(cards))
	if n == 0 {
		return
	}
	const apart, lowest = 4, 60 // lowest: a card whose rank is read from afar
	y += h / 2
	h = min(h, max(lowest*u, (w/n-apart*u)/cardWide))
	y -= h / 2
	cw := h * cardWide
	step := cw + apart*u
	if n > 1 {
		step = min(step, (w-cw)/(n-1))
	}
	ranks, small := "", cw > w
	for i, c := range cards {
		seen := cw
		if i < len(cards)-1 {
			seen = min(cw, step)
		}
		if c.Back {
			ranks += "? "
			small = small || seen < 0.3*cw
			continue
		}
		ranks += c.Rank + " "
		small = small || rankSize(c, cw, h, seen) < far*u
	}
	if small {
		p.line(strings.TrimSpace(ranks), far, theme.Text, true, x, y, w, h, 0)
		return
	}
	for i, c := range cards {
		seen := cw
		if i < len(cards)-1 {
			seen = min(cw, step)
		}
		b.card(c, x+float32(i)*step, y, cw, h, seen)
	}
}

// The measures of what the house had before.
const (
	lastTitle = 48
	lastCell  = 54
)

// lastHigh returns the height of the last hands; 0 where there are none.
func (p *Players) lastHigh() float32 {
	if len(p.shown.Last) == 0 {
		return 0
	}
	return (lastTitle + lastCell + farGap) * p.board().Unit
}

// last draws what the house had in the hands before, the newest first; it answers how high
// that is.
func (p *Players) last(x, y, w, room float32) (high float32) {
	b := p.board()
	u := b.Unit
	const title, cell = lastTitle, lastCell
	if high = p.lastHigh(); high == 0 || room < high {
		return 0
	}
	p.line(p.shown.LastOf, far, theme.Quiet, true, x, y, w, title*u, 0)
	at := x
	for i, l := range p.shown.Last {
		wide := max(cell*u, Text(l.Total, farTitle*u, theme.Text, true, 0).MinSize().Width+20*u)
		if at+wide > x+w {
			break
		}
		edge := theme.Key
		if i == 0 {
			edge = theme.Gold
		}
		b.Add(Rect(at, y+title*u, wide, cell*u, 9*u, theme.Rail, edge, 3*u))
		p.line(l.Total, farTitle, theme.Text, true, at, y+title*u, wide, cell*u, 0.5)
		at += wide + 8*u
	}
	return high
}

// someRoads draws all roads where there is room, or by turns bead plate and big road, and the three that are made
// of it. It answers how high they are.
func (p *Players) someRoads(x, y, w, room float32) (high float32) {
	const cell, derived, apart = 40, 24, 10
	r, b := p.roads, p.board()
	u := b.Unit
	if r.shown.Empty != "" {
		lines := []string{r.shown.Empty}
		if measure(r.shown.Empty, far*u, true).Width > w {
			lines = wrap(r.shown.Empty, far*u, w, true)
		}
		for i, line := range lines {
			p.line(line, farTitle, theme.Quiet, true, x, y+float32(i)*farLine*u, w, farLine*u, 0)
		}
		high = (farLine*float32(len(lines)) + farGap) * u
		y, room = y+high, room-high
	}
	first := 2*(r.nameHigh()+roads.Rows*cell*u) + apart*u
	second := 3*(r.nameHigh()+roads.Rows*derived*u) + 2*apart*u
	cells := func(largest, n float32) float32 { // of n roads below each other
		return min(largest*u, ((room-(n-1)*apart*u)/n-r.nameHigh())/roads.Rows)
	}
	const both = 800
	switch {
	case room >= first+second+apart*u:
		p.mainRoads(x, y, w, cell*u, apart*u)
		p.derivedRoads(x, y+first+apart*u, w, derived*u, apart*u)
		return high + first + second + apart*u
	case w >= both*u:
		left := 0.56 * w
		p.mainRoads(x, y, left, cells(cell, 2), apart*u)
		p.derivedRoads(x+left+apart*u, y, w-left-apart*u, cells(derived, 3), apart*u)
		return high + max(first, second)
	}
	p.pages = true
	if p.turn%2 == 0 {
		p.mainRoads(x, y, w, cells(cell, 2), apart*u)
	} else {
		p.derivedRoads(x, y, w, cells(derived, 3), apart*u)
	}
	return high + max(first, second)
}

func (p *Players) mainRoads(x, y, w, cell, apart float32) {
	p.roads.letters = max(0.75, far*p.board().Unit/cell)
	high := p.roads.drawBead(x, y, w, cell)
	p.roads.drawBig(x, y+high+apart, w, cell)
}

func (p *Players) derivedRoads(x, y, w, cell, apart float32) {
	for i := range p.roads.shown.Derived {
		y += p.roads.drawDerived(i, x, y, w, cell) + apart
	}
}
