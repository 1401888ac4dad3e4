package controls

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games/roads"
)

// A farPart is what a line or field of the players' window is.
type farPart string

// The parts of the window.
const (
	farPhase  farPart = "phase"
	farAbout  farPart = "about"  // why the table is paused, what was said before the phase
	farTable  farPart = "table"  // the table's name with its limits, or its game
	farTime   farPart = "time"   // seconds that are left to bet
	farName   farPart = "name"   // of a hand
	farWord   farPart = "word"   // what a hand came to
	farTotal  farPart = "total"  // of a hand of the house
	farBox    farPart = "box"    // the total of a box
	farCame   farPart = "came"   // what a box came to
	farResult farPart = "result" // a field with a hand of the house
	farCount  farPart = "count"
	farShoe   farPart = "shoe"
	farRoad   farPart = "road"  // the name of a road
	farRanks  farPart = "ranks" // cards that are too small to be drawn
	farLast   farPart = "last"
	farNew    farPart = "new" // limits that will be others
	farSpot   farPart = "spot"
	farOdds   farPart = "odds"
	farRange  farPart = "range"
	farPays   farPart = "pays"
	farPlate  farPart = "plate"
)

// digitHigh is how high a digit of the typeface is, of its size.
const digitHigh = 0.729

// inDigits returns the size of letters whose digits are so high.
func inDigits(high float32) float32 { return high / digitHigh }

// A farLine is a line of letters at its place.
type farLine struct {
	part farPart
	said string
	size float32
	ink  color.NRGBA
	bold bool
	at   Bounds
	side float32 // 0 left, 0.5 in the middle, 1 right
}

// A farField is a coloured rectangle.
type farField struct {
	part   farPart
	at     Bounds
	fill   color.NRGBA
	edge   color.NRGBA
	line   float32
	radius float32
}

// A farCard is a card of which so much is seen, with its rank in letters of a size.
type farCard struct {
	card view.Card
	at   Bounds
	seen float32
	rank float32
}

// A farGrid is a road: the big one, or the nth of those that are derived from it.
type farGrid struct {
	at      Bounds
	cell    float32
	derived int // -1 of the big road
}

// columns returns how many columns the grid has.
func (g farGrid) columns() int { return int(g.at.W/g.cell + 0.01) }

// A farLayout is the players' window laid out for a size.
type farLayout struct {
	unit    float32
	upright bool
	fields  []farField
	lines   []farLine
	cards   []farCard
	grids   []farGrid
}

// The window is measured in units: of 1920x1080 where it lies, of 1080x1920 where it stands.
const (
	farLong  = 1920
	farShort = 1080
	farEdge  = 12
	farGap   = 12
	farPad   = 28
)

// What is read from four metres, in units: 22 arc minutes on a screen of 32 inches are 69.4 of them.
const (
	farDigit   = 70
	farSaid    = farDigit / digitHigh
	totalDigit = 182
	totalTall  = 160 // where the window stands
	farCardW   = 200
	farCardH   = 284
	tallCardW  = 142
	tallCardH  = 202
)

// leastDigit returns how high the lowest digit on the window is, by its shorter side: 16 at 768, 19 at 1080.
func leastDigit(short float32) float32 {
	switch {
	case short < 768:
		return 16 * short / 768
	case short < farShort:
		return 16 + 3*(short-768)/(farShort-768)
	}
	return 19 * short / farShort
}

// A farPen lays the window out. It measures in units.
type farPen struct {
	farLayout
	shown view.Players
	keys  bool // the keys lie over the right end of the phase
	least float32
	kept  *farStrips
}

// farStrips are the bets as they were written last, by the rows of their strip: finding that takes half of all time, and
// they seldom change.
type farStrips [4]struct {
	bets []view.PlayersSpot
	cell Bounds
	unit float32
	laid []farBet
}

// layFar lays out what players are shown on a window of a size; with keys their place is left free. What it finds of the
// bets it keeps for the next time where it is given kept; the layout is the same without.
func layFar(size fyne.Size, shown view.Players, keys bool, kept *farStrips) farLayout {
	p := &farPen{shown: shown, keys: keys, kept: cmp.Or(kept, &farStrips{})}
	p.upright = size.Height > size.Width
	p.unit = min(size.Width/farLong, size.Height/farShort)
	if p.upright {
		p.unit = min(size.Width/farShort, size.Height/farLong)
	}
	if p.unit <= 0 {
		return p.farLayout
	}
	p.least = inDigits(leastDigit(min(size.Width, size.Height))) / p.unit
	all := Bounds{0, 0, size.Width / p.unit, size.Height / p.unit}
	if p.upright {
		p.stand(all)
	} else {
		p.lie(all)
	}
	return p.farLayout.scaled()
}

// scaled returns the layout in the window's own measure.
func (l farLayout) scaled() farLayout {
	u := l.unit
	of := func(p *Bounds) { p.X, p.Y, p.W, p.H = p.X*u, p.Y*u, p.W*u, p.H*u }
	for i := range l.fields {
		f := &l.fields[i]
		of(&f.at)
		f.line, f.radius = f.line*u, f.radius*u
	}
	for i := range l.lines {
		of(&l.lines[i].at)
		l.lines[i].size *= u
	}
	for i := range l.cards {
		of(&l.cards[i].at)
		l.cards[i].seen *= u
		l.cards[i].rank *= u
	}
	for i := range l.grids {
		of(&l.grids[i].at)
		l.grids[i].cell *= u
	}
	return l
}

// fits returns the largest size up to one at which a line has room in so much.
func (p *farPen) fits(s string, size float32, bold bool, w float32) float32 {
	return Fit(s, size*p.unit, bold, w*p.unit) / p.unit
}

func (p *farPen) wide(s string, size float32, bold bool) float32 {
	return measure(s, size*p.unit, bold).Width / p.unit
}

// wrapped returns a sentence in lines of a size.
func (p *farPen) wrapped(s string, size float32, bold bool, w float32) []string {
	return wrap(s, size*p.unit, w*p.unit, bold)
}

// say lays a line, smaller where it must be, and no smaller than the least where it need not.
func (p *farPen) say(part farPart, s string, size float32, ink color.NRGBA, bold bool, at Bounds, side float32) {
	if s == "" {
		return
	}
	size = max(size, p.least)
	p.lines = append(p.lines, farLine{part, s, p.fits(s, size, bold, at.W), ink, bold, at, side})
}

func (p *farPen) plate(part farPart, at Bounds, fill color.NRGBA, radius float32) {
	p.fields = append(p.fields, farField{part: part, at: at, fill: fill, radius: radius})
}

// lie lays out a window that is wider than high.
func (p *farPen) lie(all Bounds) {
	const band, counts, strip = 112, 46, 232
	names := max(36, 1.2*p.least)
	p.phase(Bounds{0, 0, all.W, band})
	in := Bounds{farEdge, band + farGap, all.W - 2*farEdge, all.H - band - farGap - farEdge}
	if p.shown.Roads == nil {
		p.lieBoxes(in, strip+0.2*max(0, all.H-farShort))
		return
	}
	larger := min(1+0.4*(all.H-farShort)/farCardH, p.sideScale((in.W-farGap)/2))
	high := 148 + farCardH*max(1, larger)
	p.sides(Bounds{in.X, in.Y, in.W, high}, larger)
	in = in.inset(0, high, 0, 0)
	p.counts(Bounds{in.X, in.Y, in.W, counts})
	in = in.inset(0, counts, 0, 0)
	const columns = 32
	stacked := in.W/columns*roads.Rows + names + 6*19 + farGap
	if in.H-stacked-farGap >= strip+p.roundedHigh(in.W) { // a squarer window has room for the derived roads below the big one
		p.roadsBelow(in, in.W/columns, names)
		p.strip(in.inset(0, stacked+farGap, 0, 0))
		return
	}
	const cell, apart = 37, 16
	wide := max(columns, float32(int((in.W-apart)*0.63/cell))) * cell
	p.grids = append(p.grids, farGrid{Bounds{in.X, in.Y, wide, roads.Rows * cell}, cell, -1})
	derived := in.inset(wide+apart, 0, 0, in.H-roads.Rows*cell)
	label := float32(0)
	for i := range p.shown.Roads.Derived {
		label = max(label, p.wide(p.shown.Roads.Names[firstDerived+i], p.least, true))
	}
	label += 14
	each := (derived.H - 2*2) / 3
	for i := range p.shown.Roads.Derived {
		row := Bounds{derived.X, derived.Y + float32(i)*(each+2), derived.W, each}
		p.say(farRoad, p.shown.Roads.Names[firstDerived+i], p.least, theme.Quiet, true, row.inset(0, 0, row.W-label+14, 0), 0)
		p.grids = append(p.grids, farGrid{row.inset(label, 0, 0, 0), each / roads.Rows, i})
	}
	p.empty(p.grids[0].at)
	p.strip(in.inset(0, roads.Rows*cell+farGap, 0, 0))
}

// roadsBelow lays the big road over the whole width, the derived ones below it with their names.
func (p *farPen) roadsBelow(in Bounds, cell, names float32) (high float32) {
	big := Bounds{in.X, in.Y, in.W, roads.Rows * cell}
	p.grids = append(p.grids, farGrid{big, cell, -1})
	each := (in.W - 2*farGap) / 3
	y := big.Y + big.H
	small := min(25, each/14)
	if !p.upright {
		small = 19
	}
	for i := range p.shown.Roads.Derived {
		x := in.X + float32(i)*(each+farGap)
		p.say(farRoad, p.shown.Roads.Names[firstDerived+i], p.least, theme.Quiet, true, Bounds{x, y, each, names}, 0)
		p.grids = append(p.grids, farGrid{Bounds{x, y + names, each, roads.Rows * small}, small, i})
	}
	p.empty(big)
	return big.H + names + roads.Rows*small
}

// empty says on the big road that the shoe has no hand yet.
func (p *farPen) empty(at Bounds) {
	if said := p.shown.Roads.Empty; said != "" {
		lines := p.wrapped(said, p.least*1.2, true, at.W-2*farPad)
		for i, line := range lines {
			row := Bounds{at.X + farPad, at.Y + at.H/2 + (float32(i)-float32(len(lines))/2)*p.least*1.5, at.W - 2*farPad, p.least * 1.5}
			p.say(farAbout, line, p.least*1.2, theme.Ink, true, row, 0)
		}
	}
}

// stand lays out a window that is higher than wide.
func (p *farPen) stand(all Bounds) {
	const band, side, counts, news = 170, 328, 58, 56
	names := max(32, 1.2*p.least)
	p.phase(Bounds{0, 0, all.W, band})
	in := Bounds{farEdge, band + farGap, all.W - 2*farEdge, all.H - band - farGap - farEdge}
	if p.shown.Roads == nil {
		p.standBoxes(in)
		return
	}
	for i, hand := range p.hands() {
		p.side(hand, Bounds{in.X, in.Y + float32(i)*(side+farGap), in.W, side}, 1)
	}
	in = in.inset(0, 2*side+farGap, 0, 0)
	p.counts(Bounds{in.X, in.Y, in.W, counts})
	in = in.inset(0, counts, 0, 0)
	in = in.inset(0, p.roadsBelow(in, min(48, in.W/22), names)+farGap, 0, 0)
	if p.shown.New != "" {
		p.news(Bounds{in.X, in.Y, in.W, news})
		in = in.inset(0, news+farGap, 0, 0)
	}
	p.list(in)
}

// phase lays the band with the phase of the game, and the time that is left.
func (p *farPen) phase(at Bounds) {
	a := p.shown.Phase
	fill := farPhaseColor(a.Kind)
	ink := OnColor(fill)
	p.plate(farPlate, at, fill, 0)
	said, about := a.Text, a.About
	in := at.inset(farPad, 0, farPad, 0)
	low := at.H // of the first row
	if p.upright {
		low = at.H - 54
	}
	if a.Timed && !p.keys {
		bar := Bounds{in.X + in.W - 436 + 14, at.Y + (at.H-72)/2, 436, 72}
		if p.upright {
			bar = Bounds{in.X, at.Y + low - 2, in.W, 46}
		} else {
			in.W -= 436 + farPad
		}
		p.bar(bar, a)
	}
	if p.keys && !p.upright {
		in.W -= 2 * 320
	}
	if i := strings.LastIndex(said, ". "); about == "" && i >= 0 && p.fits(said, farSaid, true, in.W) < farSaid {
		said, about = said[i+2:], said[:i]
	}
	ok := p.fits(said, farSaid, true, in.W) >= farSaid
	switch lines := p.wrapped(said, farSaid, true, in.W); {
	case about != "":
		p.because(said, about, in, ink)
		return
	case !ok && p.upright && len(lines) == 2 && !a.Timed:
		for i, line := range lines {
			p.say(farPhase, line, farSaid, ink, true, Bounds{in.X, at.Y + 3 + float32(i)*(at.H-6)/2, in.W, (at.H - 6) / 2}, 0)
		}
		return
	}
	row := Bounds{in.X, at.Y - 3, in.W, at.H} // room for what hangs below the line
	if p.upright && a.Timed {
		row.H = low
	}
	p.say(farPhase, said, farSaid, ink, true, row, 0)
	used := p.wide(said, p.fits(said, farSaid, true, in.W), true) + 40
	table := p.shown.Table
	if len(p.shown.Spots) > 0 {
		table += " · " + p.shown.Spots[0].Range
	}
	if rest := in.W - used; !p.keys && !p.upright && p.fits(table, 44, true, rest) >= p.least {
		p.say(farTable, table, 44, ink, true, Bounds{in.X + used, at.Y, rest, at.H}, 1)
	}
}

// because lays a phase with why it is so: beside it where there is room, else below it.
func (p *farPen) because(said, about string, in Bounds, ink color.NRGBA) {
	const small, apart = 42, 60
	size := max(small, p.least)
	used := p.wide(said, p.fits(said, farSaid, true, in.W), true) + apart
	lines := p.wrapped(about, size, true, max(1, in.W-used))
	if high := size * spotLine; in.W-used > in.W/3 && float32(len(lines))*high <= in.H {
		p.say(farPhase, said, farSaid, ink, true, in.inset(0, -3, 0, 3), 0)
		for i, line := range lines {
			p.say(farAbout, line, size, ink, true, Bounds{in.X + used, in.Y + in.H/2 + (float32(i)-float32(len(lines))/2)*high, in.W - used, high}, 0)
		}
		return
	}
	p.say(farPhase, said, farSaid, ink, true, Bounds{in.X, in.Y, in.W, 0.74 * in.H}, 0)
	p.say(farAbout, about, small, ink, true, Bounds{in.X, in.Y + 0.7*in.H, in.W, 0.26 * in.H}, 0)
}

// bar lays the time that is left to bet.
func (p *farPen) bar(at Bounds, a view.Announced) {
	said := fmt.Sprintf("%d:%02d", a.Seconds/60, a.Seconds%60)
	figures := p.wide("0:00", max(48, p.least), true) + 28
	p.plate(farTime, at, theme.Night, at.H/2)
	if left := (at.W - figures) * a.Share; left >= at.H {
		p.plate(farTime, Bounds{at.X, at.Y, left, at.H}, theme.Pay, at.H/2)
	}
	p.say(farTime, said, 48, theme.Text, true, at.inset(at.W-figures, 0, 20, 0), 1)
}

// hands returns the hands of the house, or their empty places.
func (p *farPen) hands() []view.PlayersHand {
	if i := slices.IndexFunc(p.shown.Result.Hands, func(h view.PlayersHand) bool { return h.Box > 0 }); i >= 0 {
		return p.shown.Result.Hands[:i]
	}
	if len(p.shown.Result.Hands) == 0 {
		return p.shown.Sides
	}
	return p.shown.Result.Hands
}

// sideScale returns how large the cards of a side can be: three of them beside the total.
func (p *farPen) sideScale(w float32) float32 {
	return (w - 2*farPad - 40 - 28) / (3*farCardW + p.wide("8", inDigits(totalDigit), true))
}

// sides lays two sides beside each other.
func (p *farPen) sides(at Bounds, scale float32) {
	hands := p.hands()
	wide := (at.W + farGap) / float32(max(1, len(hands)))
	for i, hand := range hands {
		p.side(hand, Bounds{at.X + float32(i)*wide, at.Y, wide - farGap, at.H}, scale)
	}
}

// side lays a hand of the house: whose it is and what it came to, its cards, and its total as the largest letter.
func (p *farPen) side(hand view.PlayersHand, at Bounds, scale float32) {
	ink := p.field(hand, at)
	const words = 112
	card, digit := Bounds{W: farCardW * scale, H: farCardH * scale}, totalDigit*scale
	total := at.inset(farPad, words, farPad+4, at.H-words-card.H)
	if p.upright {
		card, digit = Bounds{W: tallCardW * scale, H: tallCardH * scale}, totalTall*scale
		total = at.inset(farPad, 0, farPad+4, 0)
		if scale > 1 {
			total = at.inset(farPad, words, farPad+4, 16)
		}
	}
	wide := p.total(hand, farTotal, digit, ink, total.inset(total.W/2, 0, 0, 0))
	left := at.inset(farPad, 8, farPad, at.H-8-words+8)
	if p.upright && scale <= 1 {
		left.W -= wide + farGap
	}
	p.named(hand, ink, left)
	p.hand(hand.Cards, Bounds{at.X + farPad, at.Y + words, at.W - 2*farPad - wide - 24, card.H}, card.W, 14*scale)
}

// field lays the field of a hand of the house in the colour of what it came to; it answers what is written with on it.
func (p *farPen) field(hand view.PlayersHand, at Bounds) color.NRGBA {
	f := farField{part: farResult, at: at, fill: theme.Rail, radius: 16}
	if fill, lit := cameColor(hand); lit {
		f.fill, f.edge, f.line = fill, color.NRGBA{0xff, 0xff, 0xff, 0xff}, 6
	}
	p.fields = append(p.fields, f)
	return OnColor(f.fill)
}

// named lays whose a hand is, with what it came to large beside it.
func (p *farPen) named(hand view.PlayersHand, ink color.NRGBA, at Bounds) {
	const name, apart, line = 62, 28, 15 // on one line with the word, also while there is none
	wide := p.wide(hand.Name, name, true)
	if hand.Word != "" {
		wide = min(wide, at.W/2)
	}
	p.say(farName, hand.Name, name, ink, true, Bounds{at.X, at.Y + line, min(wide+1, at.W), at.H}, 0)
	p.say(farWord, hand.Word, farSaid, ink, true, at.inset(wide+apart, 0, 0, 0), 0)
}

// total lays what a hand comes to, at the right; it answers how wide that is.
func (p *farPen) total(hand view.PlayersHand, part farPart, digit float32, ink color.NRGBA, at Bounds) float32 {
	if hand.Total == "" {
		return p.wide("8", inDigits(digit), true)
	}
	size := p.fits(hand.Total, inDigits(digit), true, at.W)
	p.say(part, hand.Total, size, ink, true, at, 1)
	return max(p.wide(hand.Total, size, true), p.wide("8", inDigits(digit), true))
}

// hand lays cards beside each other, over each other as far as they have no room.
func (p *farPen) hand(cards []view.Card, at Bounds, wide, apart float32) {
	n := float32(len(cards))
	wide = min(wide, at.W)
	step := wide + apart
	if n > 1 {
		step = min(step, (at.W-wide)/(n-1))
	}
	same := float32(farLong)
	var laid []farCard
	for i, c := range cards {
		seen := wide
		if i < len(cards)-1 {
			seen = min(wide, step)
		}
		card := farCard{card: c, at: Bounds{at.X + float32(i)*step, at.Y, wide, at.H}, seen: seen}
		if !c.Back {
			card.rank = p.fits(c.Rank, farRank(at.H, c.Suit), true, 0.86*seen)
			same = min(same, card.rank)
		}
		laid = append(laid, card)
	}
	if same < p.least { // no card is read: the ranks alone
		p.say(farRanks, ranksOf(cards), p.least, theme.Text, true, at, 0)
		return
	}
	for i := range laid {
		if step < wide { // one over the other they are read in one line
			laid[i].rank = min(laid[i].rank, same)
		}
	}
	p.cards = append(p.cards, laid...)
}

// ranksOf returns the ranks of cards in a line.
func ranksOf(cards []view.Card) string {
	var ranks []string
	for _, c := range cards {
		if c.Back {
			c.Rank = "?"
		}
		ranks = append(ranks, c.Rank)
	}
	return strings.Join(ranks, " ")
}

// farRank returns how large the rank is on a card so high; below it stands its suit where somebody read it.
func farRank(high float32, suit string) float32 {
	if suit != "" {
		return 0.5 * high
	}
	return 0.563 * high
}

// counts lays the line between cards and roads: hands by who won them, table, game, hand and shoe.
func (p *farPen) counts(at Bounds) {
	x, size := at.X+4, float32(44)
	if p.upright {
		size = 48
	}
	for _, c := range p.shown.Counts {
		said := c.Name + " " + c.Number
		wide := p.wide(said, size, true)
		p.say(farCount, said, size, theme.Text, true, Bounds{x, at.Y, wide + 1, at.H}, 0)
		x += wide + 36
	}
	rest := Bounds{x, at.Y, at.X + at.W - x - 4, at.H}
	if p.shown.New != "" && !p.upright {
		p.news(rest.inset(0, 2, 0, 4))
		return
	}
	p.about(rest)
}

// about lays table, game, hand and shoe, as many of them as have room.
func (p *farPen) about(at Bounds) {
	for _, parts := range [][]string{
		{p.shown.Table, p.shown.Game, p.shown.Shoe},
		{p.shown.Table, p.shown.Shoe},
		{p.shown.Table},
	} {
		said := strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
		if p.fits(said, max(36, p.least), false, at.W) >= p.least {
			p.say(farShoe, said, 36, theme.Quiet, false, at, 1)
			return
		}
	}
}

// news lays that limits will be others.
func (p *farPen) news(at Bounds) {
	p.plate(farNew, at, theme.Warn, 9)
	p.say(farNew, "! "+p.shown.New, 36, theme.Ink, true, at.inset(farGap, 0, farGap, 0), 0)
}

// farPhaseColor returns the colour of a phase on this window, on which its letters can be read.
func farPhaseColor(kind view.AnnouncedKind) color.NRGBA {
	if kind == view.BetsOpen {
		return theme.FieldGreen
	}
	return announcedColor(kind)
}

// cameColor returns the colour of a hand by what it came to: its side's where it won, green where all are level. A
// box that won has the players' colour, and so has the house's hand where it lost to all.
func cameColor(hand view.PlayersHand) (color.NRGBA, bool) {
	switch {
	case hand.Came == view.Pushed:
		return theme.FieldGreen, true
	case hand.Over && hand.Came == view.Plain: // some boxes won, some lost
		return theme.KeyDown, true
	case hand.Over && hand.Came == view.Lost && hand.Word != "": // of two sides the one that lost has no word
		return theme.FieldBlue, true
	case hand.Came != view.Won:
		return theme.Rail, false
	case hand.Box > 0 || hand.Place == "player":
		return theme.FieldBlue, true
	}
	return theme.FieldRed, true
}

// lieBoxes lays out a game whose boxes have cards of their own, on a window that is wider than high.
func (p *farPen) lieBoxes(in Bounds, strip float32) {
	const last = 60
	bank := (in.W + 2*farEdge) * (in.Y + in.H + farEdge) / 3 / in.W
	p.bank(Bounds{in.X, in.Y, in.W, bank})
	p.boxes(in.inset(0, bank+farGap, 0, strip+2*farGap+last))
	row := Bounds{in.X, in.Y + in.H - strip - farGap - last, in.W, last}
	room := 0.62 * in.W
	if p.shown.New != "" {
		room = in.W - farPad - p.wide("! "+p.shown.New, max(36, p.least), true) - 2*farGap - 2
		p.news(row.inset(room+farPad, 4, 0, 4))
	}
	used := p.last(row, room)
	if p.shown.New == "" {
		p.about(row.inset(used+farPad, 0, 0, 0))
	}
	p.strip(Bounds{in.X, in.Y + in.H - strip, in.W, strip})
}

// standBoxes does the same on a window that is higher than wide.
func (p *farPen) standBoxes(in Bounds) {
	const side, row, each, news = 400, 64, 124, 56
	for i, hand := range p.hands() {
		if i == 0 {
			p.side(hand, Bounds{in.X, in.Y, in.W, side}, 1.35)
		}
	}
	list := min(0.37*in.H, each*float32(len(p.shown.Bets())))
	y := in.Y + in.H - list
	p.list(Bounds{in.X, y, in.W, list})
	if p.shown.New != "" {
		y -= news + farGap
		p.news(Bounds{in.X, y, in.W, news})
	}
	if len(p.shown.Last) > 0 {
		y -= row + farGap
		p.last(Bounds{in.X, y, in.W, row}, in.W)
	}
	y -= row
	p.about(Bounds{in.X, y, in.W, row})
	p.boxes(Bounds{in.X, in.Y + side + farGap, in.W, y - in.Y - side - farGap})
}

// bank lays the house's hand over the whole width: its name and word, its cards, its total.
func (p *farPen) bank(at Bounds) {
	const words, name = 540, 62
	for i, hand := range p.hands() {
		if i > 0 {
			return
		}
		ink := p.field(hand, at)
		column := Bounds{at.X + farPad, at.Y + at.H/2 - 100, words, 200}
		if hand.Word == "" {
			p.say(farName, hand.Name, farSaid, ink, true, column, 0)
		} else {
			p.say(farName, hand.Name, name, ink, true, column.inset(0, 0, 0, 110), 0)
			p.say(farWord, hand.Word, farSaid, ink, true, column.inset(0, 90, 0, 0), 0)
		}
		scale := min(1.4, (at.H-2*24)/farCardH)
		rest := at.inset(farPad+words, 0, farPad+8, 0)
		wide := p.total(hand, farTotal, totalDigit*scale, ink, rest.inset(rest.W/2, 0, 0, 0))
		high := farCardH * scale
		p.hand(hand.Cards, Bounds{rest.X, at.Y + (at.H-high)/2, rest.W - wide - 2*farPad, high}, farCardW*scale, 14)
	}
}

// boxes lays the boxes' hands, in as many rows as leave their cards the most room.
func (p *farPen) boxes(at Bounds) {
	hands := slices.DeleteFunc(slices.Clone(p.shown.Result.Hands), func(h view.PlayersHand) bool { return h.Box == 0 })
	if len(hands) == 0 {
		return
	}
	highest := float32(420)
	if p.upright {
		highest = 300
	}
	var best farBoxes
	columns := 0
	for _, digit := range []float32{farDigit, 54, 42, 32} {
		sized := farBoxes{digit: digit, signs: true}
		for _, hand := range hands {
			sized.name = max(sized.name, p.wide(hand.Name, max(boxName, p.least), true)+1)
			sized.signed = max(sized.signed, p.wide(hand.Name+" "+cameSigns[hand.Came], max(boxName, p.least), true)+1)
			figures := max(inDigits(digit), p.least)
			long := max(p.wide("21", figures, true), p.wide(hand.Total, max(boxWord, p.least), true)) // two totals, or a word
			sized.total = max(sized.total, min(p.wide(hand.Total, figures, true), long)+1)
			sized.word = max(sized.word, p.wide(hand.Word, max(boxWord, p.least), true)+1)
			sized.ranks = max(sized.ranks, p.wide(ranksOf(hand.Cards), p.least, true)+1)
		}
		for rows := 1; rows <= len(hands); rows++ {
			n := (len(hands) + rows - 1) / rows
			sized.w, sized.h = (at.W+farGap)/float32(n)-farGap, min(highest, (at.H+farGap)/float32(rows)-farGap)
			if !p.upright {
				sized.w = min(640, sized.w)
			}
			if laid := sized.laid(p.least); laid.card > best.card+1 {
				best, columns = laid, n
			}
		}
		if best.card >= p.least*1.5 {
			break
		}
	}
	at = at.inset(max(0, (at.W-float32(columns)*(best.w+farGap)+farGap)/2), 0, 0, 0)
	for i, hand := range hands {
		if columns > 0 {
			x, y := at.X+float32(i%columns)*(best.w+farGap), at.Y+float32(i/columns)*(best.h+farGap)
			p.box(hand, best, Bounds{x, y, best.w, best.h})
		}
	}
}

// cameSigns are the signs of what a box came to, where the word has no room.
var cameSigns = map[view.Mark]string{view.Won: "✓", view.Lost: "✗", view.Pushed: "="}

// farBoxes are the measures of the boxes: their size, how high their cards and digits are, how wide their names, alone
// and with a sign, their totals, words and ranks.
type farBoxes struct {
	w, h, card, digit, name, signed, total, word, ranks float32
	beside                                              bool // name, cards and total stand beside each other
	signs                                               bool // what they came to is a sign: no word has room
}

// The measures of a box, in units.
const (
	boxName  = 46
	boxWord  = 36
	boxRatio = float32(farCardW) / farCardH
	boxEdges = 24
)

// laid returns the arrangement in which the cards of two are largest.
func (b farBoxes) laid(least float32) farBoxes {
	in := b.w - boxEdges
	b.signs = b.word > in
	below := min(b.h-14-b.top()-max(boxWord, least)*spotLine-4, (in-6)/2/boxRatio)
	if b.name+8+b.total > in || b.ranks > in {
		below = 0
	}
	column := b.signed + 10
	if wide := max(b.name, b.word) + 10; b.h >= 2.2*max(boxName, least)*spotLine && in-wide-b.total-10 >= 2*0.7*boxRatio*(b.h-14) {
		column = wide
	}
	beside := min(b.h-14, farCardH, (in-column-b.total-10-6)/2/boxRatio)
	if in-column-b.total-10 < b.ranks || b.digit > 0.85*(b.h-14) {
		beside = 0
	}
	if b.card = below; beside > below {
		b.card, b.beside, b.signs = beside, true, column < b.word+10
	}
	return b
}

// top returns how high the line with the total is.
func (b farBoxes) top() float32 { return inDigits(b.digit) * 0.9 }

// box lays the hand of a box: its number, its total, its cards and what it came to.
func (p *farPen) box(hand view.PlayersHand, of farBoxes, at Bounds) {
	fill, lit := cameColor(hand)
	ink := OnColor(fill)
	if hand.Came == view.Lost {
		ink = theme.Quiet
	}
	f := farField{part: farPlate, at: at, fill: fill, radius: 12}
	if lit {
		f.edge, f.line = color.NRGBA{0xff, 0xff, 0xff, 0xff}, 3
	}
	p.fields = append(p.fields, f)
	word := hand.Word
	if of.signs {
		word = cameSigns[hand.Came]
	}
	in := at.inset(boxEdges/2, 6, boxEdges/2, 8)
	total := in.inset(in.W-of.total, 0, 0, 0)
	if of.beside {
		left := of.signed
		p.say(farBox, hand.Total, inDigits(of.digit), ink, true, total, 1)
		if of.signs {
			p.say(farName, strings.TrimSpace(hand.Name+" "+word), boxName, ink, true, Bounds{in.X, in.Y, left, in.H}, 0)
		} else {
			left = max(of.name, of.word)
			p.say(farName, hand.Name, boxName, ink, true, Bounds{in.X, in.Y, left, in.H / 2}, 0)
			p.say(farCame, word, boxWord, ink, true, Bounds{in.X, in.Y + in.H/2, left, in.H / 2}, 0)
		}
		p.hand(hand.Cards, Bounds{in.X + left + 10, in.Y + (in.H-of.card)/2, in.W - left - of.total - 20, of.card}, of.card*boxRatio, 6)
		return
	}
	low := max(boxWord, p.least) * spotLine
	total = in.inset(of.name+8, 0, 0, in.H-of.top()) // more than it needs, for two totals
	p.say(farBox, hand.Total, inDigits(of.digit), ink, true, total, 1)
	p.say(farName, hand.Name, boxName, ink, true, Bounds{in.X, in.Y, of.name, of.top()}, 0)
	p.say(farCame, word, boxWord, ink, true, Bounds{in.X, in.Y + in.H - low, in.W, low}, 0)
	room := in.inset(0, of.top(), 0, low+4)
	p.hand(hand.Cards, Bounds{room.X, room.Y + (room.H-of.card)/2, in.W, of.card}, of.card*boxRatio, 6)
}

// last lays what the house had in the hands before, the newest first; it answers how wide that is.
func (p *farPen) last(at Bounds, room float32) (wide float32) {
	if len(p.shown.Last) == 0 {
		return 0
	}
	x := at.X
	if label := p.wide(p.shown.LastOf, max(36, p.least), true) + 1; label+100 < room {
		p.say(farLast, p.shown.LastOf, 36, theme.Quiet, true, Bounds{at.X, at.Y, label, at.H}, 0)
		x += label + 14
	}
	for i, l := range p.shown.Last {
		cell := Bounds{x, at.Y + 2, max(62, p.wide(l.Total, max(40, p.least), true)+24), at.H - 4}
		if cell.X+cell.W > at.X+room {
			break
		}
		f := farField{part: farPlate, at: cell, fill: theme.Rail, radius: 9}
		if i == 0 {
			f.edge, f.line = theme.Text, 3
		}
		p.fields = append(p.fields, f)
		p.say(farLast, l.Total, 40, theme.Text, true, cell, 0.5)
		x += cell.W + 8
	}
	return x - at.X
}

// A farBet is how a bet is written: sizes of its letters, and the lines of what it pays that are written out.
type farBet struct {
	name    []string
	small   float32 // how large its letters are, of those that they may have
	lines   []string
	below   float32 // how far below the upper edge it begins
	pairs   bool    // name and odds share a line, and so do old and new limits
	quiet   int     // 1 where its figures say all
	instead string  // what it pays in words where it has no odds
}

// paysInWords returns what a bet pays in words, where its figures do not say all of it, and the part of that which
// has no figures.
func paysInWords(s view.PlayersSpot) (all, without string) {
	pays := strings.ReplaceAll(strings.TrimSuffix(s.Pays, " · "+s.Rounded), "\u00a0", " ")
	if one := strings.Fields(s.Odds + " "); len(one) > 0 && strings.Count(pays, ":") == 1 { // the figure alone says it
		pays = strings.Replace(pays, one[0], "", 1)
	}
	var parts, plain []string
	for _, part := range strings.Split(pays, " · ") {
		switch part = strings.ReplaceAll(strings.Trim(part, " ,"), " ,", ","); {
		case part == "":
			continue
		case !strings.Contains(part, ":"):
			plain = append(plain, part)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " · "), strings.Join(plain, " · ")
}

// The letters of a bet, in units.
const (
	spotName  = 40
	spotOdds  = 62
	spotRange = 44
	spotLine  = 1.16 // a line, of its letters
)

// strip lays all bets in one strip: names, odds, limits and, where there is room, what they are for.
func (p *farPen) strip(at Bounds) {
	bets := p.shown.Bets()
	if len(bets) == 0 {
		return
	}
	at = p.rounded(at)
	for rows := 1; ; rows++ {
		columns := (len(bets) + rows - 1) / rows
		cell := Bounds{W: (at.W+8)/float32(columns) - 8, H: (at.H+8)/float32(rows) - 8}
		kept := &p.kept[rows]
		if !slices.Equal(kept.bets, bets) || kept.cell != cell || kept.unit != p.unit {
			kept.bets, kept.cell, kept.unit, kept.laid = bets, cell, p.unit, p.betsIn(bets, cell, rows > 1)
		}
		laid := kept.laid
		if laid == nil && rows == 3 {
			laid, _ = p.bets(bets, cell, 0.5, false, true)
		}
		for i, bet := range laid {
			x, y := at.X+float32(i%columns)*(cell.W+8), at.Y+float32(i/columns)*(cell.H+8)
			p.bet(bets[i], bet, Bounds{x, y, cell.W, cell.H})
		}
		if laid != nil {
			return
		}
	}
}

// roundedLines returns how bets are rounded, in lines.
func (p *farPen) roundedLines(wide float32) (lines []string) {
	for _, way := range p.shown.Rounded {
		lines = append(lines, p.wrapped(way, p.least, false, wide-8)...)
	}
	return lines
}

// roundedHigh returns how high those lines are.
func (p *farPen) roundedHigh(wide float32) float32 {
	return float32(len(p.roundedLines(wide))) * p.least * spotLine
}

// rounded lays below the bets how they are rounded; it answers what is left for them.
func (p *farPen) rounded(at Bounds) Bounds {
	lines := p.roundedLines(at.W)
	at.H -= p.roundedHigh(at.W)
	for i, line := range lines {
		row := Bounds{at.X + 4, at.Y + at.H + float32(i)*p.least*spotLine, at.W - 8, p.least * spotLine}
		p.say(farPays, line, p.least, theme.Quiet, false, row, 0)
	}
	return at
}

// betsIn returns how bets are written in cells of a size: so that most of them say in words what they pay, then in the
// largest letters. It returns nil where one has no room.
func (p *farPen) betsIn(bets []view.PlayersSpot, cell Bounds, pairs bool) (best []farBet) {
	for _, words := range []bool{true, false} {
		most := -1
		for small := float32(1); small > 0.6 && most < len(bets); small -= 0.1 {
			laid, fit := p.bets(bets, cell, small, words, pairs)
			said := 0
			for _, bet := range laid {
				said += min(1, bet.quiet+len(bet.lines))
			}
			if fit && said > most {
				best, most = laid, said
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// sized returns letters made smaller, and not below the least.
func (p *farPen) sized(size, small float32) float32 { return max(p.least, size*small) }

// bets returns how bets are written in cells of a size; false where one has no room. With words each says at least
// what no figure of it does.
func (p *farPen) bets(bets []view.PlayersSpot, cell Bounds, small float32, words, pairs bool) ([]farBet, bool) {
	fit, names, changes := true, 1, false
	room := cell.inset(10, 14, 10, 6)
	wide := func(s string) float32 { return p.wide(s, p.least, true) }
	laid := make([]farBet, len(bets))
	for i, b := range bets {
		laid[i] = farBet{name: []string{b.Name}, small: small, pairs: pairs}
		said := "→ " + b.New
		if b.New == "" {
			said = ""
		}
		changes = changes || b.New != ""
		if pairs {
			const apart = 20
			fit = fit && wide(b.Name)+wide(b.Odds)+apart <= room.W && wide(b.Range)+wide(said)+apart <= room.W
			continue
		}
		if size := p.sized(spotName, small); p.fits(b.Name, size, true, room.W) < size-0.3 {
			laid[i].name = p.wrapped(b.Name, size, true, room.W)
		}
		fit = fit && strings.Join(laid[i].name, " ") == b.Name && !slices.ContainsFunc(laid[i].name, func(line string) bool { return wide(line) > room.W })
		names = max(names, len(laid[i].name))
		fit = fit && wide(b.Odds) <= room.W && wide(b.Range) <= room.W && wide(said) <= room.W
	}
	high := (float32(names)*p.sized(spotName, small) + p.sized(spotOdds, small) + p.sized(spotRange, small)) * spotLine
	switch {
	case pairs:
		high = (p.sized(spotOdds, small) + p.sized(spotRange, small)) * spotLine
	case changes:
		high += p.sized(spotRange, small) * spotLine
	}
	fit = fit && high <= room.H && names <= 2
	most := float32(0) // lines of words
	for i, b := range bets {
		for len(laid[i].name) < names {
			laid[i].name = append(laid[i].name, "")
		}
		all, plain := paysInWords(b)
		if all == "" {
			laid[i].quiet = 1
			continue
		}
		if b.Odds == "" && !pairs && p.wide(all, p.least, false) <= room.W {
			laid[i].instead, laid[i].quiet = all, 1
			continue
		}
		for _, said := range []string{all, plain} {
			if lines := p.wrapped(said, p.least, false, room.W); float32(len(lines))*p.least*spotLine <= room.H-high {
				laid[i].lines = lines
				break
			}
		}
		most = max(most, float32(len(laid[i].lines)))
		fit = fit && (!words || plain == "" || len(laid[i].lines) > 0 || laid[i].instead != "")
	}
	for i := range laid {
		laid[i].below = max(0, (room.H-high-most*p.least*spotLine)/2)
	}
	return laid, fit
}

// bet lays a bet in its cell of the strip.
func (p *farPen) bet(b view.PlayersSpot, laid farBet, at Bounds) {
	p.plate(farPlate, at, theme.Rail, 10)
	p.plate(farPlate, Bounds{at.X, at.Y, at.W, 10}, betColor(b), 4)
	in := at.inset(10, 14+laid.below, 10, 6)
	row := func(part farPart, said string, size float32, ink color.NRGBA, bold bool) {
		line := in
		line.H = size * spotLine
		p.say(part, said, size, ink, bold, line, 0.5)
		in = in.inset(0, line.H, 0, 0)
	}
	change := ""
	if b.New != "" {
		change = "→ " + b.New
	}
	if odds, limits := p.sized(spotOdds, laid.small), p.sized(spotRange, laid.small); laid.pairs {
		first, second := in, in
		first.H, second.H, second.Y = odds*spotLine, limits*spotLine, in.Y+odds*spotLine
		wide := p.wide(b.Odds, odds, true)
		wide = min(wide, in.W-20-p.wide(b.Name, p.least, true))
		p.say(farSpot, b.Name, p.sized(spotName, laid.small), theme.Text, true, first.inset(0, 0, wide+20, 0), 0)
		p.say(farOdds, b.Odds, odds, theme.Text, true, first.inset(first.W-wide, 0, 0, 0), 1)
		wide = min(p.wide(change, limits, true), in.W-20-p.wide(b.Range, p.least, true))
		p.say(farRange, b.Range, limits, theme.Text, true, second.inset(0, 0, wide+20, 0), 0)
		p.say(farRange, change, limits, theme.Warn, true, second.inset(second.W-wide, 0, 0, 0), 1)
		in = in.inset(0, first.H+second.H, 0, 0)
	} else {
		for _, name := range laid.name {
			row(farSpot, name, p.sized(spotName, laid.small), theme.Text, true)
		}
		if laid.instead != "" {
			line := in
			line.H = odds * spotLine
			p.say(farPays, laid.instead, p.least, theme.Text, false, line, 0.5)
		}
		row(farOdds, b.Odds, odds, theme.Text, true)
		row(farRange, b.Range, limits, theme.Text, true)
		if change != "" {
			row(farRange, change, limits, theme.Warn, true)
		}
	}
	for _, line := range laid.lines {
		row(farPays, line, p.least, theme.Quiet, false)
	}
}

// list lays all bets below each other: name, odds and limits, and what they are for where there is room.
func (p *farPen) list(at Bounds) {
	const apart, gap = 24, 6
	bets := p.shown.Bets()
	if len(bets) == 0 {
		return
	}
	at = p.rounded(at)
	high := (at.H+gap)/float32(len(bets)) - gap
	high = min(high, 124)
	size := p.sized(50, min(1, high/64))
	lines, most := make([][]string, len(bets)), 0
	if top := p.sized(34, 1) * spotLine; high >= top+p.least*spotLine {
		for i, b := range bets {
			all, plain := paysInWords(b)
			for _, said := range []string{all, plain} {
				if some := p.wrapped(said, p.least, false, at.W-2*apart); float32(len(some))*p.least*spotLine <= high-top {
					lines[i] = some
					break
				}
			}
			most = max(most, len(lines[i]))
		}
	}
	letters := min(size, (high-8)/spotLine-float32(most)*p.least)
	for i, b := range bets {
		row := Bounds{at.X, at.Y + float32(i)*(high+gap), at.W, high}
		p.plate(farPlate, row, theme.Rail, 8)
		p.plate(farPlate, Bounds{row.X, row.Y, 10, row.H}, betColor(b), 4)
		used := (letters + float32(len(lines[i]))*p.least) * spotLine
		in := Bounds{row.X + apart, row.Y + (row.H-used)/2, row.W - 2*apart, letters * spotLine}
		if words, _ := paysInWords(b); b.Odds == "" && len(lines[i]) == 0 {
			p.say(farPays, words, p.least, theme.Text, false, Bounds{in.X + 0.24*in.W, in.Y, 0.37 * in.W, in.H}, 1)
		}
		p.say(farSpot, b.Name, letters*0.9, theme.Text, true, Bounds{in.X, in.Y, 0.34 * in.W, in.H}, 0)
		p.say(farOdds, b.Odds, letters, theme.Text, true, Bounds{in.X + 0.35*in.W, in.Y, 0.25 * in.W, in.H}, 1)
		if b.New == "" {
			p.say(farRange, b.Range, letters*0.9, theme.Text, true, Bounds{in.X + 0.62*in.W, in.Y, 0.38 * in.W, in.H}, 1)
		} else {
			p.say(farRange, b.Range, letters*0.9, theme.Quiet, true, Bounds{in.X + 0.62*in.W, in.Y, 0.17 * in.W, in.H}, 1)
			p.say(farRange, "→ "+b.New, letters*0.9, theme.Warn, true, Bounds{in.X + 0.8*in.W, in.Y, 0.2 * in.W, in.H}, 1)
		}
		for n, line := range lines[i] {
			at := Bounds{in.X, in.Y + in.H + float32(n)*p.least*spotLine - 2, in.W, p.least * spotLine}
			p.say(farPays, line, p.least, theme.Quiet, false, at, 0)
		}
	}
}

// betColor returns the colour of a bet: its side's, or none.
func betColor(b view.PlayersSpot) color.NRGBA {
	if b.Side == "" {
		return theme.Faint
	}
	return theme.Spot(b.Side)
}
