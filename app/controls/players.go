package controls

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games/roads"
)

// Players is the window turned to the players, upright or lying. It shows the phase, the hand with what it came to,
// roads or what the house had before, and all bets with their odds and limits.
type Players struct {
	*Drawn
	OnTap, OnClose, OnFull func()
	// Close and Full are the labels of its keys; "" while it has none.
	Close, Full string

	shown view.Players
	roads *Roads // its paper
	paper farPaper
	bets  farStrips
}

// farPaper are the roads as they were drawn last. They stay until a hand comes to its end.
type farPaper struct {
	grids   []farGrid
	big     []roads.BigCell
	derived [3][]roads.Mark
	drawn   []fyne.CanvasObject
}

// same reports whether two papers show the same.
func (p farPaper) same(q farPaper) bool {
	for i := range p.derived {
		if !slices.Equal(p.derived[i], q.derived[i]) {
			return false
		}
	}
	return slices.Equal(p.grids, q.grids) && slices.Equal(p.big, q.big)
}

// FarLetter returns the least size of letters on the players' window, by its shorter side.
func FarLetter(short float32) float32 { return inDigits(leastDigit(short)) }

// NewPlayers returns an empty window.
func NewPlayers() *Players {
	p := &Players{OnTap: func() {}, OnClose: func() {}, OnFull: func() {}, roads: NewRoads()}
	p.roads.names, p.roads.ring, p.roads.plain = 0, 0.13, true
	p.roads.OnTap = func() { p.OnTap() }
	p.Drawn = NewDrawn(fyne.NewSize(400, 400), p.draw, &p.roads.Board)
	return p
}

// Where returns the middle of a place that can be tapped.
func (p *Players) Where(name string) (fyne.Position, bool) { return p.roads.Where(name) }

// Set shows what players may see.
func (p *Players) Set(shown view.Players) {
	p.shown = shown
	if shown.Roads != nil {
		p.roads.shown = *shown.Roads
	}
	p.Refresh()
}

func (p *Players) draw(size fyne.Size) []fyne.CanvasObject {
	l := layFar(size, p.shown, p.Close != "", &p.bets)
	b, u := &p.roads.Board, l.unit
	b.Start(u)
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Night, nil, 0))
	for _, f := range l.fields {
		edge := color.Color(nil)
		if f.line > 0 {
			edge = f.edge
		}
		b.Add(Rect(f.at.X, f.at.Y, f.at.W, f.at.H, f.radius, f.fill, edge, f.line))
	}
	for _, c := range l.cards {
		farDraw(b, c)
	}
	if p.Close != "" {
		const wide, high = 300, 88
		b.key(size.Width-(wide+12)*u, 12*u, wide*u, high*u, p.Close, "Esc", plainKey, func() { p.OnClose() })
		b.key(size.Width-2*(wide+12)*u, 12*u, wide*u, high*u, p.Full, "F11", plainKey, func() { p.OnFull() })
	}
	b.Area("players", 0, 0, size.Width, size.Height, func() { p.OnTap() })
	if len(l.grids) > 0 {
		p.drawRoads(l.grids)
	}
	for _, t := range l.lines {
		line := lettered(t.said, t.ink, t.bold)
		line.TextSize = t.size
		b.Add(Place(line, t.at.X, t.at.Y, t.at.W, t.at.H, t.side))
	}
	return b.objects
}

// drawRoads draws the roads, or has them as they are.
func (p *Players) drawRoads(grids []farGrid) {
	b := &p.roads.Board
	now := farPaper{grids: grids, big: p.roads.shown.Big, derived: p.roads.shown.Derived}
	if !now.same(p.paper) {
		from := len(b.objects)
		for _, g := range grids {
			if g.derived < 0 {
				p.roads.drawBig(g.at.X, g.at.Y, g.at.W+0.5, g.cell)
			} else {
				p.roads.drawDerived(g.derived, g.at.X, g.at.Y, g.at.W+0.5, g.cell)
			}
		}
		now.drawn = slices.Clone(b.objects[from:])
		p.paper = now
		return
	}
	b.Add(p.paper.drawn...)
}

// farDraw draws a card for eyes that are far away: its rank large in the middle, or in what is seen of it.
func farDraw(b *Board, c farCard) {
	x, y, w, h := c.at.X, c.at.Y, c.at.W, c.at.H
	if c.card.Back {
		b.Add(Rect(x, y, w, h, 0.07*w, theme.CardRed, theme.Paper, 0.03*w))
		return
	}
	b.Add(Rect(x, y, w, h, 0.07*w, theme.Paper, theme.Ink, 1.5*b.Unit))
	ink := theme.Ink
	if c.card.Suit == "h" || c.card.Suit == "d" {
		ink = theme.CardRed
	}
	high, mid := h, x+min(c.seen, w)/2
	if side := min(0.32*h, 0.7*c.seen); c.card.Suit != "" {
		if suit := Suit(c.card.Suit, mid-side/2, y+0.6*h, side); suit != nil {
			b.Add(suit)
		}
		high = 0.62 * h
	}
	rank := lettered(c.card.Rank, ink, true)
	rank.TextSize = c.rank
	b.Add(Place(rank, mid-w/2, y, w, high, 0.5))
}
