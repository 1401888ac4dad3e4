package controls

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2/canvas"

	"sabot/app/theme"
	"sabot/app/view"
)

// layRows returns hands of cards in rows, and how many boxes have room beside each other in one. A hand of the
// house has a longer name.
func layRows(places []view.Lay) (rows [][]view.Lay, wide float32) {
	const oneRow, fewest = 6, 4
	many := 1
	if len(places) > oneRow {
		many = 2
	}
	for wide = fewest; ; wide += 0.5 {
		rows = [][]view.Lay{nil}
		at := float32(0)
		for _, p := range places {
			if at+layWide(p) > wide {
				rows, at = append(rows, nil), 0
			}
			rows[len(rows)-1], at = append(rows[len(rows)-1], p), at+layWide(p)
		}
		if len(rows) <= many {
			return rows, wide
		}
	}
}

func layWide(p view.Lay) float32 {
	if p.Box == 0 {
		return 1.5
	}
	return 1
}

// lays draws hands of cards beside each other, in two rows where there are many.
func (b *Board) lays(places []view.Lay, call string, x, y, w, h float32) {
	u := b.Unit
	if call != "" {
		b.text(call, 18*u, theme.Text, true, x, y, w, 26*u, 0)
		y, h = y+26*u, h-26*u
	}
	rows, wide := layRows(uncrowded(places))
	tw, th := w/wide, h/float32(len(rows))
	for i, row := range rows {
		at := x
		for _, p := range row {
			b.lay(p, at, y+float32(i)*th, layWide(p)*tw-6*u, th-2*u)
			at += layWide(p) * tw
		}
	}
}

// uncrowded returns the places that have room to be read. Where there are very many, it leaves out bets of a
// split box that ride on none of its hands. The page of the hand has them.
func uncrowded(places []view.Lay) []view.Lay {
	const many = 16
	if len(places) <= many {
		return places
	}
	var kept []view.Lay
	for i, p := range places {
		if i > 0 && len(p.Cards) == 0 && p.Box > 0 && places[i-1].Box == p.Box {
			continue
		}
		kept = append(kept, p)
	}
	return kept
}

// lay draws a hand of cards: its place and total, the cards, what was decided, what was
// staked and what came of it. What has no room to be read is left to the page of the hand.
func (b *Board) lay(p view.Lay, x, y, w, h float32) {
	u := b.Unit
	b.Add(Rect(x, y, w, h, 7*u, theme.Key, nil, 0))
	x, w = x+4*u, w-8*u
	const apart, lowest = 4, 36 // lowest: a card whose rank can be read
	line := float32(23)
	total := b.firm(p.Total, 18*u, theme.Text, w)
	b.Add(Place(total, x, y, w, line*u, 1), Place(b.firm(p.Name, 18*u, theme.Text, w-total.MinSize().Width-apart*u), x, y, w, line*u, 0))
	top, bottom := y+line*u, y+h-2*u
	cards := float32(0)
	if len(p.Cards) > 0 {
		cards = lowest * u
	}
	room := func(lines int) bool { return bottom-top-cards >= float32(lines)*line*u }
	staked := b.firm(p.Staked, 17*u, theme.Text, w)
	nets := b.nets(p.Nets, apart*u, w)
	beside := len(nets) == 1 && staked.MinSize().Width+nets[0].wide+apart*u <= w
	said := b.said(p.Said, w)
	small := func(words *canvas.Text) bool { return words.TextSize < readable*u }
	if len(said) > 0 && (!room(1+len(said)) || slices.ContainsFunc(said, small)) {
		said = b.said(p.Keys, w)
	}
	if len(said) > 0 && !room(1+len(said)) { // ranks in place of cards
		line, cards = rankLine, float32(len(b.ranks(p.Cards, w)))*rankLine*u
		if words := b.said(p.Said, w); room(1+len(words)) && !slices.ContainsFunc(words, small) {
			said = words
		}
	}
	if !room(len(nets)) { // what lay level moved no chip
		nets = b.nets(slices.DeleteFunc(slices.Clone(p.Nets), func(n view.Net) bool { return n.Mark == view.Pushed }), apart*u, w)
	}
	told := len(p.Nets) == 0 || len(nets) > 0 && room(len(nets))
	if len(nets) > 0 && told {
		for _, net := range slices.Backward(nets) {
			bottom -= line * u
			left := x + w - net.wide
			for _, words := range net.words {
				b.Add(Place(words, left, bottom, words.MinSize().Width, line*u, 0))
				left += words.MinSize().Width + apart*u
			}
		}
		if beside {
			b.Add(Place(staked, x, bottom, w, line*u, 0))
		}
	}
	if p.Staked != "" && told && !beside && room(1+len(said)) {
		bottom -= line * u
		b.Add(Place(staked, x, bottom, w, line*u, 1))
	}
	if len(said) > 0 && room(len(said)) {
		bottom -= float32(len(said)) * line * u
		for i, words := range said {
			b.Add(Place(words, x, bottom+float32(i)*line*u, w, line*u, 0))
		}
	}
	b.cardRow(p.Cards, x, top, w, bottom-top-2*u)
}

// A netLine is a line of what was lost, lay level or was won.
type netLine struct {
	words []*canvas.Text
	wide  float32
}

// nets returns the results of bets: in one line, or below each other where that has no room.
func (b *Board) nets(nets []view.Net, apart, w float32) []netLine {
	var one netLine
	var each []netLine
	for i, n := range nets {
		words := b.firm(Marked(n.Text, n.Mark), 17*b.Unit, FlowColor(n.Mark), w)
		wide := words.MinSize().Width
		each = append(each, netLine{[]*canvas.Text{words}, wide})
		if i > 0 {
			one.wide += apart
		}
		one.words, one.wide = append(one.words, words), one.wide+wide
	}
	if len(each) < 2 || one.wide > w {
		return each
	}
	return []netLine{one}
}

// said returns decisions, as many in a line as can be read.
func (b *Board) said(words string, w float32) []*canvas.Text {
	var lines []*canvas.Text
	line := ""
	for _, word := range strings.Split(words, " · ") {
		joined := word
		if line != "" {
			joined = line + " · " + word
		}
		if n := len(lines); line != "" && Fit(joined, readable*b.Unit, false, w) >= readable*b.Unit {
			lines[n-1] = b.firm(joined, readable*b.Unit, theme.Quiet, w)
			line = joined
			continue
		}
		if line = word; word != "" {
			lines = append(lines, b.firm(word, readable*b.Unit, theme.Quiet, w))
		}
	}
	return lines
}

// cardRow draws cards beside each other, over each other where there is no room. Where their ranks could not be
// read any more it draws the ranks alone.
func (b *Board) cardRow(cards []view.Card, x, y, w, h float32) {
	const ratio, highest = 0.72, 84
	u, n := b.Unit, float32(len(cards))
	if n == 0 {
		return
	}
	ch := min(h, highest*u, w/(2.2*ratio))
	cw := ch * ratio
	step := cw + 3*u
	if n > 1 {
		step = min(step, (w-cw)/(n-1))
	}
	seen := func(i int) float32 {
		if i < len(cards)-1 {
			return min(cw, step)
		}
		return cw
	}
	small := false
	for i, c := range cards {
		small = small || !c.Back && rankSize(c, cw, ch, seen(i)) < readable*u
	}
	if small {
		for i, line := range b.ranks(cards, w) {
			b.text(line, 17*u, theme.Text, true, x, y+rankLine*float32(i)*u, w, rankLine*u, 0)
		}
		return
	}
	for i, c := range cards {
		b.card(c, x+float32(i)*step, y, cw, ch, seen(i))
	}
}

// rankLine is how high a line of ranks is, in units.
const rankLine = 20

// ranks returns cards as ranks alone, in lines that fit.
func (b *Board) ranks(cards []view.Card, w float32) []string {
	all := ""
	for _, c := range cards {
		if c.Back {
			c.Rank = "?"
		}
		all += c.Rank + " "
	}
	return WrapAs(all, 17*b.Unit, w, true)
}

// rankSize returns the letter size for the rank of a small card with a visible strip of some width.
func rankSize(c view.Card, w, h, seen float32) float32 {
	rank := h
	if c.Suit != "" {
		rank = 0.56 * h
	}
	return Fit(c.Rank, min(0.5*h, 0.86*rank), true, seen-0.16*w)
}

// card draws a small card: its rank, below it its suit where somebody read it. Of its width
// so much is seen, and the rank fits in that.
func (b *Board) card(c view.Card, x, y, w, h, seen float32) {
	u := b.Unit
	switch {
	case c.Back:
		b.Add(Rect(x, y, w, h, 4*u, theme.CardRed, theme.Paper, 2*u))
		return
	case c.Cut:
		b.Add(Rect(x, y, w, h, 4*u, theme.CutCard, theme.Paper, 2*u))
		return
	}
	b.Add(Rect(x, y, w, h, 4*u, theme.Paper, theme.Ink, 1*u))
	ink := theme.Ink
	if c.Suit == "h" || c.Suit == "d" {
		ink = theme.CardRed
	}
	high := h
	if suit := Suit(c.Suit, x+0.12*w, y+0.56*h, 0.36*h); suit != nil {
		b.Add(suit)
		high = 0.56 * h
	}
	b.text(c.Rank, rankSize(c, w, h, seen), ink, true, x+0.1*w, y, seen-0.1*w, high, 0)
}
