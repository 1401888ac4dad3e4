// Package players draws the window turned to the players: the phase, the hand, the roads or the last hands, and the bets.
// Its layout is a pure function of its size and of what view.Players says. It decides nothing and keeps no state of the
// table.
package players

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games/roads"
)

// A Window is the window turned to the players, upright or lying. It shows the phase, the hand with what it came to,
// roads or what the house had before, and all bets with their odds and limits.
type Window struct {
	*controls.Drawn
	OnTap, OnClose, OnFull func()
	// Close and Full are the labels of its keys; "" while it has none.
	Close, Full string

	shown view.Players
	roads *controls.Roads
	drawn drawnRoads
	bets  strips
}

// drawnRoads are the roads as they were drawn last. They stay until a hand comes to its end.
type drawnRoads struct {
	grids   []gridAt
	big     []roads.BigCell
	derived [3][]roads.Mark
	objects []fyne.CanvasObject
}

// same reports whether both show the same.
func (p drawnRoads) same(q drawnRoads) bool {
	for i := range p.derived {
		if !slices.Equal(p.derived[i], q.derived[i]) {
			return false
		}
	}
	return slices.Equal(p.grids, q.grids) && slices.Equal(p.big, q.big)
}

// LeastLetter returns the least size of letters on the players' window, by its shorter side.
func LeastLetter(short float32) float32 { return inDigits(leastDigit(short)) }

// NewWindow returns an empty window.
func NewWindow() *Window {
	p := &Window{OnTap: func() {}, OnClose: func() {}, OnFull: func() {}, roads: controls.NewPaperRoads()}
	p.roads.OnTap = func() { p.OnTap() }
	p.Drawn = controls.NewDrawn(fyne.NewSize(400, 400), theme.InTheDark(p.draw), &p.roads.Board)
	return p
}

// Where returns the middle of a place that can be tapped.
func (p *Window) Where(name string) (fyne.Position, bool) { return p.roads.Where(name) }

// Set shows what players may see.
func (p *Window) Set(shown view.Players) {
	p.shown = shown
	p.Refresh()
}

func (p *Window) draw(size fyne.Size) []fyne.CanvasObject {
	l := lay(size, p.shown, p.Close != "", &p.bets)
	b, u := &p.roads.Board, l.unit
	b.Start(u)
	b.Add(controls.Rect(0, 0, size.Width, size.Height, 0, theme.Night, nil, 0))
	for _, f := range l.fields {
		edge := color.Color(nil)
		if f.line > 0 {
			edge = f.edge
		}
		b.Add(controls.Rect(f.at.X, f.at.Y, f.at.W, f.at.H, f.radius, f.fill, edge, f.line))
	}
	for _, c := range l.cards {
		drawCard(b, c)
	}
	if p.Close != "" {
		const wide, high = 300, 88
		b.Key(size.Width-(wide+12)*u, 12*u, wide*u, high*u, p.Close, "Esc", func() { p.OnClose() })
		b.Key(size.Width-2*(wide+12)*u, 12*u, wide*u, high*u, p.Full, "F11", func() { p.OnFull() })
	}
	b.Area("players", 0, 0, size.Width, size.Height, func() { p.OnTap() })
	if len(l.grids) > 0 {
		p.drawRoads(l.grids)
	}
	for _, t := range l.lines {
		line := controls.Text(t.said, t.size, t.ink, t.bold, 0)
		b.Add(controls.Place(line, t.at.X, t.at.Y, t.at.W, t.at.H, t.side))
	}
	return b.Objects()
}

// drawRoads draws the roads, or has them as they are.
func (p *Window) drawRoads(grids []gridAt) {
	b := &p.roads.Board
	now := drawnRoads{grids: grids, big: p.shown.Roads.Big, derived: p.shown.Roads.Derived}
	if now.same(p.drawn) {
		b.Add(p.drawn.objects...)
		return
	}
	from := len(b.Objects())
	for _, g := range grids {
		at := g.at
		at.W += 0.5
		p.roads.DrawRoad(p.shown.Roads, g.derived, at, g.cell)
	}
	now.objects = slices.Clone(b.Objects()[from:])
	p.drawn = now
}

// drawCard draws a card for eyes that are far away: its rank large in the middle, or in what is seen of it.
func drawCard(b *controls.Board, c cardAt) {
	x, y, w, h := c.at.X, c.at.Y, c.at.W, c.at.H
	if c.card.Back {
		b.Add(controls.Rect(x, y, w, h, 0.07*w, theme.CardRed, theme.Paper, 0.03*w))
		return
	}
	b.Add(controls.Rect(x, y, w, h, 0.07*w, theme.Paper, theme.Ink, 1.5*b.Unit))
	ink := theme.Ink
	if c.card.Suit == "h" || c.card.Suit == "d" {
		ink = theme.CardRed
	}
	high, mid := h, x+min(c.seen, w)/2
	if side := min(0.32*h, 0.7*c.seen); c.card.Suit != "" {
		if suit := controls.Suit(c.card.Suit, mid-side/2, y+0.6*h, side); suit != nil {
			b.Add(suit)
		}
		high = 0.62 * h
	}
	rank := controls.Text(c.card.Rank, c.rank, ink, true, 0)
	b.Add(controls.Place(rank, mid-w/2, y, w, high, 0.5))
}
