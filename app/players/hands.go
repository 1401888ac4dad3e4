package players

import (
	"image/color"
	"slices"
	"strings"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/app/view"
)

// hands returns the hands of the house, or their empty places.
func (p *pen) hands() []view.PlayersHand {
	if i := slices.IndexFunc(p.shown.Result.Hands, func(h view.PlayersHand) bool { return h.Box > 0 }); i >= 0 {
		return p.shown.Result.Hands[:i]
	}
	if len(p.shown.Result.Hands) == 0 {
		return p.shown.Sides
	}
	return p.shown.Result.Hands
}

// sideScale returns how large the cards of a side can be: three of them beside the total.
func (p *pen) sideScale(w float32) float32 {
	return (w - 2*pad - 40 - 28) / (3*cardWide + p.wide("8", inDigits(totalDigit), true))
}

// sides lays two sides beside each other.
func (p *pen) sides(at controls.Bounds, scale float32) {
	hands := p.hands()
	wide := (at.W + gapWide) / float32(max(1, len(hands)))
	for i, hand := range hands {
		p.side(hand, area(at.X+float32(i)*wide, at.Y, wide-gapWide, at.H), scale)
	}
}

// side lays a hand of the house: whose it is and what it came to, its cards, and its total as the largest letter.
func (p *pen) side(hand view.PlayersHand, at controls.Bounds, scale float32) {
	ink := p.field(hand, at)
	const words = 112
	card, digit := controls.Bounds{W: cardWide * scale, H: cardHigh * scale}, totalDigit*scale
	total := at.Inset(pad, words, pad+4, at.H-words-card.H)
	if p.upright {
		card, digit = controls.Bounds{W: tallCardWide * scale, H: tallCardHigh * scale}, totalTall*scale
		total = at.Inset(pad, 0, pad+4, 0)
		if scale > 1 {
			total = at.Inset(pad, words, pad+4, 16)
		}
	}
	wide := p.total(hand, asTotal, digit, ink, total.Inset(total.W/2, 0, 0, 0))
	left := at.Inset(pad, 8, pad, at.H-8-words+8)
	if p.upright && scale <= 1 {
		left.W -= wide + gapWide
	}
	p.named(hand, ink, left)
	p.hand(hand.Cards, area(at.X+pad, at.Y+words, at.W-2*pad-wide-24, card.H), card.W, 14*scale)
}

// field lays the field of a hand of the house in the colour of what it came to; it answers what is written with on it.
func (p *pen) field(hand view.PlayersHand, at controls.Bounds) color.NRGBA {
	f := field{role: asResult, at: at, fill: theme.Rail, radius: 16}
	if fill, lit := cameColor(hand); lit {
		f.fill, f.edge, f.line = fill, theme.White, 6
	}
	p.fields = append(p.fields, f)
	return controls.OnColor(f.fill)
}

// named lays whose a hand is, with what it came to large beside it.
func (p *pen) named(hand view.PlayersHand, ink color.NRGBA, at controls.Bounds) {
	const name, apart, line = 62, 28, 15 // on one line with the word, also while there is none
	wide := p.wide(hand.Name, name, true)
	if hand.Word != "" {
		wide = min(wide, at.W/2)
	}
	p.say(asName, hand.Name, name, ink, true, area(at.X, at.Y+line, min(wide+1, at.W), at.H), 0)
	p.say(asWord, hand.Word, saidSize, ink, true, at.Inset(wide+apart, 0, 0, 0), 0)
}

// total lays what a hand comes to, at the right; it answers how wide that is.
func (p *pen) total(hand view.PlayersHand, as role, digit float32, ink color.NRGBA, at controls.Bounds) float32 {
	if hand.Total == "" {
		return p.wide("8", inDigits(digit), true)
	}
	size := p.fits(hand.Total, inDigits(digit), true, at.W)
	p.say(as, hand.Total, size, ink, true, at, 1)
	return max(p.wide(hand.Total, size, true), p.wide("8", inDigits(digit), true))
}

// hand lays cards beside each other, over each other as far as they have no room.
func (p *pen) hand(cards []view.Card, at controls.Bounds, wide, apart float32) {
	n := float32(len(cards))
	wide = min(wide, at.W)
	step := wide + apart
	if n > 1 {
		step = min(step, (at.W-wide)/(n-1))
	}
	same := float32(longSide)
	var laid []cardAt
	for i, c := range cards {
		seen := wide
		if i < len(cards)-1 {
			seen = min(wide, step)
		}
		card := cardAt{card: c, at: area(at.X+float32(i)*step, at.Y, wide, at.H), seen: seen}
		if !c.Back {
			card.rank = p.fits(c.Rank, rankSize(at.H, c.Suit), true, 0.86*seen)
			same = min(same, card.rank)
		}
		laid = append(laid, card)
	}
	if same < p.least { // no card is read: the ranks alone
		p.say(asRanks, ranksOf(cards), p.least, theme.Text, true, at, 0)
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

// rankSize returns how large the rank is on a card so high; below it stands its suit where somebody read it.
func rankSize(high float32, suit string) float32 {
	if suit != "" {
		return 0.5 * high
	}
	return 0.563 * high
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

// bank lays the house's hand over the whole width: its name and word, its cards, its total.
func (p *pen) bank(at controls.Bounds) {
	const words, name = 540, 62
	for i, hand := range p.hands() {
		if i > 0 {
			return
		}
		ink := p.field(hand, at)
		column := area(at.X+pad, at.Y+at.H/2-100, words, 200)
		if hand.Word == "" {
			p.say(asName, hand.Name, saidSize, ink, true, column, 0)
		} else {
			p.say(asName, hand.Name, name, ink, true, column.Inset(0, 0, 0, 110), 0)
			p.say(asWord, hand.Word, saidSize, ink, true, column.Inset(0, 90, 0, 0), 0)
		}
		scale := min(1.4, (at.H-2*24)/cardHigh)
		rest := at.Inset(pad+words, 0, pad+8, 0)
		wide := p.total(hand, asTotal, totalDigit*scale, ink, rest.Inset(rest.W/2, 0, 0, 0))
		high := cardHigh * scale
		p.hand(hand.Cards, area(rest.X, at.Y+(at.H-high)/2, rest.W-wide-2*pad, high), cardWide*scale, 14)
	}
}

// boxes lays the boxes' hands, in as many rows as leave their cards the most room.
func (p *pen) boxes(at controls.Bounds) {
	hands := slices.DeleteFunc(slices.Clone(p.shown.Result.Hands), func(h view.PlayersHand) bool { return h.Box == 0 })
	if len(hands) == 0 {
		return
	}
	highest := float32(420)
	if p.upright {
		highest = 300
	}
	var best boxSizes
	columns := 0
	for _, digit := range []float32{boxDigit, 54, 42, 32} {
		sized := boxSizes{digit: digit, signs: true}
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
			sized.w, sized.h = (at.W+gapWide)/float32(n)-gapWide, min(highest, (at.H+gapWide)/float32(rows)-gapWide)
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
	at = at.Inset(max(0, (at.W-float32(columns)*(best.w+gapWide)+gapWide)/2), 0, 0, 0)
	for i, hand := range hands {
		if columns > 0 {
			x, y := at.X+float32(i%columns)*(best.w+gapWide), at.Y+float32(i/columns)*(best.h+gapWide)
			p.box(hand, best, area(x, y, best.w, best.h))
		}
	}
}

// cameSigns are the signs of what a box came to, where the word has no room.
var cameSigns = map[view.Mark]string{view.Won: "✓", view.Lost: "✗", view.Pushed: "="}

// boxSizes are the measures of the boxes: their size, how high their cards and digits are, how wide their names, alone
// and with a sign, their totals, words and ranks.
type boxSizes struct {
	w, h, card, digit, name, signed, total, word, ranks float32
	beside                                              bool // name, cards and total stand beside each other
	signs                                               bool // what they came to is a sign: no word has room
}

// The measures of a box, in units.
const (
	boxName  = 46
	boxWord  = 36
	boxRatio = float32(cardWide) / cardHigh
	boxEdges = 24
)

// laid returns the arrangement in which the cards of two are largest.
func (b boxSizes) laid(least float32) boxSizes {
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
	beside := min(b.h-14, cardHigh, (in-column-b.total-10-6)/2/boxRatio)
	if in-column-b.total-10 < b.ranks || b.digit > 0.85*(b.h-14) {
		beside = 0
	}
	if b.card = below; beside > below {
		b.card, b.beside, b.signs = beside, true, column < b.word+10
	}
	return b
}

// top returns how high the line with the total is.
func (b boxSizes) top() float32 { return inDigits(b.digit) * 0.9 }

// box lays the hand of a box: its number, its total, its cards and what it came to.
func (p *pen) box(hand view.PlayersHand, of boxSizes, at controls.Bounds) {
	fill, lit := cameColor(hand)
	ink := controls.OnColor(fill)
	if hand.Came == view.Lost {
		ink = theme.Quiet
	}
	f := field{role: asPlate, at: at, fill: fill, radius: 12}
	if lit {
		f.edge, f.line = theme.White, 3
	}
	p.fields = append(p.fields, f)
	word := hand.Word
	if of.signs {
		word = cameSigns[hand.Came]
	}
	in := at.Inset(boxEdges/2, 6, boxEdges/2, 8)
	total := in.Inset(in.W-of.total, 0, 0, 0)
	if of.beside {
		left := of.signed
		p.say(asBox, hand.Total, inDigits(of.digit), ink, true, total, 1)
		if of.signs {
			p.say(asName, strings.TrimSpace(hand.Name+" "+word), boxName, ink, true, area(in.X, in.Y, left, in.H), 0)
		} else {
			left = max(of.name, of.word)
			p.say(asName, hand.Name, boxName, ink, true, area(in.X, in.Y, left, in.H/2), 0)
			p.say(asCame, word, boxWord, ink, true, area(in.X, in.Y+in.H/2, left, in.H/2), 0)
		}
		p.hand(hand.Cards, area(in.X+left+10, in.Y+(in.H-of.card)/2, in.W-left-of.total-20, of.card), of.card*boxRatio, 6)
		return
	}
	low := max(boxWord, p.least) * spotLine
	total = in.Inset(of.name+8, 0, 0, in.H-of.top()) // more than it needs, for two totals
	p.say(asBox, hand.Total, inDigits(of.digit), ink, true, total, 1)
	p.say(asName, hand.Name, boxName, ink, true, area(in.X, in.Y, of.name, of.top()), 0)
	p.say(asCame, word, boxWord, ink, true, area(in.X, in.Y+in.H-low, in.W, low), 0)
	room := in.Inset(0, of.top(), 0, low+4)
	p.hand(hand.Cards, area(room.X, room.Y+(room.H-of.card)/2, in.W, of.card), of.card*boxRatio, 6)
}

// last lays what the house had in the hands before, the newest first; it answers how wide that is.
func (p *pen) last(at controls.Bounds, room float32) (wide float32) {
	if len(p.shown.Last) == 0 {
		return 0
	}
	x := at.X
	if label := p.wide(p.shown.LastOf, max(36, p.least), true) + 1; label+100 < room {
		p.say(asLast, p.shown.LastOf, 36, theme.Quiet, true, area(at.X, at.Y, label, at.H), 0)
		x += label + 14
	}
	for i, l := range p.shown.Last {
		cell := area(x, at.Y+2, max(62, p.wide(l.Total, max(40, p.least), true)+24), at.H-4)
		if cell.X+cell.W > at.X+room {
			break
		}
		f := field{role: asPlate, at: cell, fill: theme.Rail, radius: 9}
		if i == 0 {
			f.edge, f.line = theme.Text, 3
		}
		p.fields = append(p.fields, f)
		p.say(asLast, l.Total, 40, theme.Text, true, cell, 0.5)
		x += cell.W + 8
	}
	return x - at.X
}
