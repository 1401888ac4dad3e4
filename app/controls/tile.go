package controls

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games/roads"
	"sabot/pit/record"
)

// drawTiles draws the tiles of the page.
func (t *Tiles) drawTiles(size fyne.Size) {
	b, u := &t.Board, t.Board.Unit
	top := t.top()
	if len(t.shown.Tiles) == 0 {
		for i, line := range Wrap(t.shown.Empty, 20*u, size.Width-80*u) {
			b.text(line, 20*u, theme.Quiet, false, 40*u, top+(40+30*float32(i))*u, size.Width-80*u, 30*u, 0)
		}
		return
	}
	columns, rows := t.grid()
	w := (size.Width - 2*tilesEdge*u - tilesGap*u*float32(columns-1)) / float32(columns)
	h := (size.Height - top - t.foot() - tilesGap*u*float32(rows-1)) / float32(rows)
	first := t.first()
	for i := first; i < min(first+t.perPage(), len(t.shown.Tiles)); i++ {
		n := i - first
		p := tilePen{b: b, x: tilesEdge*u + float32(n%columns)*(w+tilesGap*u), y: top + float32(n/columns)*(h+tilesGap*u), w: w, h: h}
		number := ""
		if n < tilesNumber {
			number = view.Digit(n + 1)
		}
		b.About = t.shown.Tiles[i].Name
		p.draw(&t.shown.Tiles[i], number, i == t.shown.Chosen)
		b.Area(t.shown.Tiles[i].Name, p.x, p.y, w, h, func() {
			if i == t.shown.Chosen {
				t.OnOpen()
				return
			}
			t.OnChoose(i)
		})
	}
	b.About = ""
}

// A tilePen draws one tile.
type tilePen struct {
	b          *Board
	x, y, w, h float32
	unit       float32 // of its letters
	at         float32 // where the next line stands
}

// Lines of a tile, in units of its own.
const (
	tileTitle = 24
	tileLine  = 20
	tileBar   = 20 // what waits, in a tile that is low
	tileDense = 18 // a line there
	tileRoad  = 34 // a road that is lower cannot be read
)

// Heights from which on a tile has room for more, in units of the screen.
const (
	tileMore = 170 // minimum, turnover
	tileFull = 240 // every figure on a line of its own, with its name
)

func (p *tilePen) draw(s *ShownTile, number string, chosen bool) {
	b, u := p.b, p.b.Unit
	p.unit = u
	if p.h >= tileFull*u {
		p.unit = max(u, min(p.w/(200*u), p.h/(tileFull*u), 1.3)*u)
	}
	level := s.Bar.Level
	if s.Stale {
		level = 0
	}
	fill, edge, line := theme.Rail, color.Color(nil), float32(0)
	switch {
	case !s.Open && s.Bar.Text == "":
		fill = theme.KeyOff
	case level <= record.AlertInfo:
	case level == record.AlertCritical:
		edge, line = theme.AlarmEdge, 3*u
	default:
		edge, line = theme.Warn, 2*u
	}
	if chosen {
		fill, edge, line = theme.Key, theme.Place, 4*u
	}
	b.Add(Rect(p.x, p.y, p.w, p.h, 8*u, fill, edge, line))
	p.title(s, number)
	if !s.Open {
		p.line(s.Game, "", theme.Quiet, theme.Quiet)
		if s.Age != "" {
			p.line(Warning(s.Age), "", theme.Warn, theme.Warn)
		}
		if !s.Stale {
			p.bar(s)
		}
		return
	}
	if p.h < tileMore*u {
		p.dense(s)
		return
	}
	right, quiet := s.Pace, color.Color(theme.Quiet)
	if s.Age != "" && !s.Stale {
		right, quiet = Warning(s.Age), theme.Warn
	}
	p.line(s.Place, right, theme.Text, quiet)
	since, ink := s.Since, theme.Quiet
	if s.Overdue {
		since, ink = Warning(since), theme.Warn
	}
	p.line(s.Dealer, since, theme.Text, ink)
	switch m := s.Money; {
	case m == nil:
		p.line(s.Minimum, s.Boxes, theme.Text, theme.Quiet)
	case p.h >= tileFull*u:
		p.line(s.Minimum, s.Boxes, theme.Text, theme.Quiet)
		p.line(m.Names[0], m.Result, theme.Quiet, MarkColor(m.Mark))
		p.line(m.Names[1], m.Turnover, theme.Quiet, theme.Text)
		p.line(m.Names[2], m.Float, theme.Quiet, theme.Text)
	default:
		p.line(s.Minimum, s.Boxes, theme.Text, theme.Quiet)
		p.line(m.Result, m.Turnover, MarkColor(m.Mark), theme.Quiet)
	}
	if s.Usual != "" && p.room() >= 3*tileLine*p.unit+tileRoad*p.unit {
		p.line(s.Usual, "", theme.Quiet, theme.Quiet)
	}
	p.bar(s)
	if p.room() >= tileRoad*p.unit {
		p.lastHands(s)
	}
	if s.Stale {
		b.Add(Rect(p.x, p.y, p.w, p.h, 8*u, theme.Over, nil, 0))
	}
}

// dense draws the lines of a low tile: hand and result, who deals and since when, and below them the last results, whatever waits.
func (p *tilePen) dense(s *ShownTile) {
	b, u := p.b, p.b.Unit
	x, w := p.x+8*u, p.w-16*u
	right, quiet, bold := s.Boxes, color.Color(theme.Quiet), false
	if m := s.Money; m != nil {
		right, quiet, bold = m.Result, MarkColor(m.Mark), true
	}
	hand, _, _ := strings.Cut(s.Place, " · ")
	place := []string{s.Place, s.Hand, hand}
	if s.Looks && len(s.Good) > 0 {
		place = []string{"» " + s.Good[0]}
	}
	p.pair(place, right, quiet, bold)
	duty := s.Since
	if s.Pace != "" {
		duty += " · " + s.Pace
	}
	quiet = theme.Quiet
	switch {
	case s.Age != "" && !s.Stale:
		duty, quiet = Warning(s.Age), theme.Warn
	case s.Overdue:
		duty, quiet = Warning(duty), theme.Warn
	}
	p.pair(ShortNames(s.Dealer), duty, quiet, false)
	foot := p.y + p.h - 5*u
	if s.Bar.Text != "" || s.Stale {
		foot = p.y + p.h - (tileBar+4)*u
		p.barAt(s, foot, tileBar)
		foot -= 3 * u
	}
	if s.Road {
		cell := min((foot-p.at-2*u)/roads.Rows, w/14)
		p.bigRoad(s.Big, x, foot-cell*roads.Rows, w, cell)
	} else {
		if s.Bar.Text == "" && !s.Stale && s.Money != nil {
			b.text(s.Minimum, 16*u, theme.Quiet, false, x, p.at, w/2, tileDense*u, 0)
			b.text(s.Boxes, 16*u, theme.Quiet, false, x+w/2, p.at, w/2, tileDense*u, 1)
			p.at += tileDense * u
		}
		p.totals(s, foot-p.at)
	}
	if s.Stale {
		b.Add(Rect(p.x, p.y, p.w, p.h, 8*u, theme.Over, nil, 0))
	}
}

// pair draws a line of a low tile: at the right what is whole, at the left the first way to say something that has room beside it.
func (p *tilePen) pair(left []string, right string, quiet color.Color, bold bool) {
	b, u := p.b, p.b.Unit
	x, w := p.x+8*u, p.w-16*u
	taken := float32(0)
	if right != "" {
		text := Text(right, 16*u, quiet, bold, w)
		b.Add(Place(text, x, p.at, w, tileDense*u, 1))
		taken = text.MinSize().Width + 5*u
	}
	b.words(b.fitting(16*u, w-taken, left...), 16*u, theme.Text, x, p.at, w-taken, tileDense*u, 0)
	p.at += tileDense * u
}

// fitting returns the first of some ways to say a thing that has room in a width; where none has, as much of the last as has.
func (b *Board) fitting(size, width float32, ways ...string) string {
	last := ""
	for _, way := range ways {
		if way == "" {
			continue
		}
		if Text(way, size, nil, false, 0).MinSize().Width <= width {
			return way
		}
		last = way
	}
	runes := []rune(last)
	for len(runes) > 1 && Text(string(runes)+".", size, nil, false, 0).MinSize().Width > width {
		runes = runes[:len(runes)-1]
	}
	if len(runes) == 0 {
		return ""
	}
	return strings.TrimRight(string(runes), " -.,:·") + "."
}

// ShortNames returns the ways to write somebody's name, the longest first: whole, first names as initials, and the last name alone.
func ShortNames(name string) []string {
	words := strings.Fields(name)
	if len(words) < 2 {
		return []string{name}
	}
	last := words[len(words)-1]
	short := ""
	for _, w := range words[:len(words)-1] {
		short += string([]rune(w)[0]) + ". "
	}
	return []string{name, short + last, last}
}

// title draws the table's name, and its phase.
func (p *tilePen) title(s *ShownTile, number string) {
	b, u, h := p.b, p.unit, tileTitle*p.unit
	x, w := p.x+8*u, p.w-16*u
	said, ink, phase := capital(s.Phase), theme.Text, color.Color(theme.Quiet)
	switch {
	case !s.Open:
		ink = theme.Quiet
	case s.Stop:
		said, phase = Warning(said), theme.Warn
	}
	if number != "" {
		b.words(number, 16*u, theme.Quiet, x, p.y+u, 12*u, h, 0)
		x, w = x+16*u, w-16*u
	}
	name := s.Name
	if s.Pinned {
		name = "★ " + name
	}
	room := w
	if s.Phase != "" {
		room -= Text(said, 16*u, nil, false, 0).MinSize().Width + 10*u
	}
	if s.New {
		room -= 14 * u
	}
	left := Text(name, 21*u, ink, true, 0)
	if left.MinSize().Width > room {
		left = Text(b.fitting(16*u, room, name), 16*u, ink, false, 0)
	}
	b.Add(Place(left, x, p.y+u, w, h, 0))
	taken := left.MinSize().Width + 6*u
	if s.New {
		b.Add(Disc(x+taken+4*u, p.y+u+h/2, 4*u, theme.Quiet, nil, 0))
		taken += 14 * u
	}
	b.words(said, 16*u, phase, x+taken, p.y+u, w-taken, h, 1)
	p.at = p.y + h + u
}

// words draws a line at one side, shortened where it is too long; it returns its width.
func (b *Board) words(s string, size float32, ink color.Color, x, y, w, h, align float32) float32 {
	if s == "" {
		return 0
	}
	line := Text(b.fitting(size, w, s), size, ink, false, 0)
	b.Add(Place(line, x, y, w, h, align))
	return line.MinSize().Width
}

// line draws two words, one at each side.
func (p *tilePen) line(left, right string, ink, quiet color.Color) {
	u, h := p.unit, tileLine*p.unit
	x, w := p.x+8*u, p.w-16*u
	taken := p.b.words(right, 16*u, quiet, x, p.at, w, h, 1)
	p.b.words(p.b.fitting(16*u, w-taken-6*u, ShortNames(left)...), 16*u, ink, x, p.at, w-taken-6*u, h, 0)
	p.at += h
}

// room returns the height that is left below the lines.
func (p *tilePen) room() float32 { return p.y + p.h - 6*p.b.Unit - p.at }

// bar draws the gravest thing that waits, and how many more do; the age of the news where it is old.
func (p *tilePen) bar(s *ShownTile) {
	if s.Bar.Text == "" && !s.Stale {
		return
	}
	p.barAt(s, p.at, tileLine-1)
	p.at += tileLine * p.unit
}

// barAt draws a bar at a height. What is over has no colour of something that waits.
func (p *tilePen) barAt(s *ShownTile, y, high float32) {
	u, bar := p.unit, s.Bar
	fill, ink := theme.WarnField, theme.Ink
	if s.Stale {
		bar = view.TileBar{Text: s.Age}
	}
	switch bar.Level {
	case 0, record.AlertInfo:
		fill, ink = theme.KeyDown, theme.Text
	case record.AlertCritical:
		fill, ink = theme.Stop, theme.OnField
	}
	x, w := p.x+9*u, p.w-18*u
	p.b.Add(Rect(p.x+4*p.b.Unit, y, p.w-8*p.b.Unit, high*u, 4*u, fill, nil, 0))
	if bar.More > 0 {
		w -= p.b.words("+"+view.Digit(bar.More), 16*u, ink, x, y, w, high*u, 1) + 6*u
	}
	p.b.words(p.b.fitting(16*u, w, bar.Text, capital(bar.Short)), 16*u, ink, x, y, w, high*u, 0)
}

// lastHands draws the last results: the big road, or the totals of the house's hand.
func (p *tilePen) lastHands(s *ShownTile) {
	u := p.unit
	x, w := p.x+8*u, p.w-16*u
	if s.Road {
		if len(s.Good) > 0 && p.room() >= (tileLine+tileRoad)*u {
			p.line("» "+s.Good[0], "", theme.Text, theme.Text)
		}
		cell := min(p.room()/roads.Rows, w/14)
		p.bigRoad(s.Big, x, p.y+p.h-6*p.b.Unit-cell*roads.Rows, w, cell)
		return
	}
	p.totals(s, p.room())
}

// totals draws the last totals of the house's hand.
func (p *tilePen) totals(s *ShownTile, room float32) {
	u := p.unit
	x, w := p.x+8*u, p.w-16*u
	const side = 26
	if room < (side-4)*u {
		return
	}
	taken := p.b.words(s.LastOf, 16*u, theme.Quiet, x, p.at+max(0, (min(room, 2*side*u)-side*u)/2), w/2, side*u, 0) + 6*u
	x, w = x+taken, w-taken
	n := min(len(s.Last), int(w/(side*u)))
	y := p.at + max(0, (min(room, 2*side*u)-(side-2)*u)/2)
	for i, last := range s.Last[len(s.Last)-n:] {
		cx := x + float32(i)*side*u
		edge := color.Color(theme.Faint)
		if last.Mark != view.Plain {
			edge = MarkColor(last.Mark)
		}
		p.b.Add(Rect(cx, y, (side-2)*u, (side-2)*u, 5*u, theme.Night, edge, 1.5*u))
		p.b.Add(Place(Text(last.Text, 16*u, theme.Text, false, 0), cx, y, (side-2)*u, (side-2)*u, 0.5))
	}
}

// bigRoad draws the newest part of a big road, without lines: it is read from afar. Where it is small its rings are full.
func (p *tilePen) bigRoad(big []roads.BigCell, x, y, w, cell float32) {
	b := p.b
	b.Add(Rect(x-3*b.Unit, y-b.Unit, w+6*b.Unit, roads.Rows*cell+2*b.Unit, 3*b.Unit, theme.Night, nil, 0))
	fits, columns := int(w/cell), 0
	for _, c := range big {
		columns = max(columns, c.Column+1)
	}
	first := max(0, columns-fits)
	for _, c := range big {
		if c.Column < first {
			continue
		}
		cx, cy := x+(float32(c.Column-first)+0.5)*cell, y+(float32(c.Row)+0.5)*cell
		switch {
		case c.Winner == roads.Tie:
		case cell < 10*b.Unit:
			b.Add(Disc(cx, cy, cell*0.46, sideColor(c.Winner), nil, 0))
		default:
			b.Add(Disc(cx, cy, cell*0.42, color.Transparent, sideColor(c.Winner), cell*0.2))
		}
		if c.Ties > 0 {
			b.Add(stroke(cx-cell*0.46, cy+cell*0.46, cx+cell*0.46, cy-cell*0.46, theme.RoadGreen, max(1.5*b.Unit, cell*0.14)))
		}
	}
}
