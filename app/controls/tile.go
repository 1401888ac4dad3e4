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
	tileTitle = 26
	tileLine  = 20
	tileBar   = 20 // what waits, in a tile that is low
	tileDense = 19 // a line there
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
	word, more, level := s.Bar()
	fill, edge, line := theme.Rail, color.Color(nil), float32(0)
	switch {
	case !s.Open && word == "":
		fill = theme.KeyOff
	case word == "":
	case level == record.AlertCritical:
		edge, line = theme.Stop, 3*u
	default:
		edge, line = theme.Warn, 2*u
	}
	if chosen {
		fill, edge, line = theme.Key, theme.Gold, 4*u
	}
	b.Add(Rect(p.x, p.y, p.w, p.h, 8*u, fill, edge, line))
	p.title(s, number)
	if !s.Open {
		p.line(s.Game, "", theme.Quiet, theme.Quiet)
		if s.Age != "" {
			p.line(s.Age, "", theme.Warn, theme.Warn)
		}
		if !s.Stale {
			p.bar(s, word, more, level)
		}
		return
	}
	if p.h < tileMore*u {
		p.dense(s, word, more, level)
		return
	}
	right, quiet := s.Pace, color.Color(theme.Quiet)
	if s.Age != "" && !s.Stale {
		right, quiet = s.Age, theme.Warn
	}
	p.line(s.Place, right, theme.Text, quiet)
	since := theme.Quiet
	if s.Overdue {
		since = theme.Warn
	}
	p.line(s.Dealer, s.Since, theme.Text, since)
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
	p.bar(s, word, more, level)
	if p.room() >= tileRoad*p.unit {
		p.lastHands(s)
	}
	if s.Stale {
		b.Add(Rect(p.x, p.y, p.w, p.h, 8*u, theme.Over, nil, 0))
	}
}

// dense draws the lines of a low tile: hand and result, who deals and since when, and below them the last results, whatever waits.
func (p *tilePen) dense(s *ShownTile, word string, more int, level record.AlertLevel) {
	b, u := p.b, p.b.Unit
	x, w := p.x+8*u, p.w-16*u
	put := func(left []string, right string, ink, quiet color.Color, bold bool) {
		taken := float32(0)
		if right != "" {
			text := Text(right, 16*u, quiet, bold, w*0.62)
			b.Add(Place(text, x, p.at, w, tileDense*u, 1))
			taken = text.MinSize().Width + 6*u
		}
		b.words(b.fitting(16*u, w-taken, left...), 16*u, ink, x, p.at, w-taken, tileDense*u, 0)
		p.at += tileDense * u
	}
	p.at = p.y + 25*u
	right, quiet, bold := s.Boxes, color.Color(theme.Quiet), false
	if m := s.Money; m != nil {
		right, quiet, bold = m.Result, MarkColor(m.Mark), true
	}
	place := []string{s.Place}
	if s.Looks && len(s.Good) > 0 {
		place = []string{"» " + s.Good[0]}
	}
	put(place, right, theme.Text, quiet, bold)
	duty := s.Since
	if s.Pace != "" {
		duty += " · " + s.Pace
	}
	quiet = theme.Quiet
	switch {
	case s.Age != "" && !s.Stale:
		duty, quiet = s.Age, theme.Warn
	case s.Overdue:
		quiet = theme.Warn
	}
	put(ShortNames(s.Dealer), duty, theme.Text, quiet, false)
	foot := p.y + p.h - 5*u
	if s.Stale {
		word, more, level = s.Age, 0, 0
	}
	if word != "" {
		foot = p.y + p.h - (tileBar+3)*u
		p.barAt(s, word, more, level, foot, tileBar)
		foot -= 2 * u
	}
	if s.Road {
		cell := min((foot-p.at-2*u)/roads.Rows, w/14)
		p.bigRoad(s.Big, x, foot-cell*roads.Rows, w, cell)
	} else {
		if word == "" && s.Money != nil {
			put([]string{s.Minimum}, s.Boxes, theme.Quiet, theme.Quiet, false)
		}
		p.totals(s, foot-p.at)
	}
	if s.Stale {
		b.Add(Rect(p.x, p.y, p.w, p.h, 8*u, theme.Over, nil, 0))
	}
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
	ink, phase := theme.Text, color.Color(theme.Quiet)
	switch {
	case !s.Open:
		ink = theme.Quiet
	case s.Stop:
		phase = theme.Warn
	}
	if number != "" {
		b.words(number, 16*u, theme.Faint, x, p.y+3*u, 12*u, h, 0)
		x, w = x+16*u, w-16*u
	}
	name := s.Name
	if s.Pinned {
		name = "★ " + name
	}
	room := w
	if s.Phase != "" {
		room -= Text(capital(s.Phase), 16*u, nil, false, 0).MinSize().Width + 10*u
	}
	if s.New {
		room -= 14 * u
	}
	left := Text(name, 21*u, ink, true, 0)
	if left.MinSize().Width > room {
		left = Text(b.fitting(16*u, room, name), 16*u, ink, false, 0)
	}
	b.Add(Place(left, x, p.y+3*u, w, h, 0))
	taken := left.MinSize().Width + 6*u
	if s.New {
		b.Add(Disc(x+taken+4*u, p.y+3*u+h/2, 4*u, theme.Quiet, nil, 0))
		taken += 14 * u
	}
	b.words(capital(s.Phase), 16*u, phase, x+taken, p.y+3*u, w-taken, h, 1)
	p.at = p.y + h + 2*u
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
func (p *tilePen) bar(s *ShownTile, word string, more int, level record.AlertLevel) {
	if s.Stale {
		word, more, level = s.Age, 0, 0
	}
	if word == "" {
		return
	}
	p.barAt(s, word, more, level, p.at, tileLine-1)
	p.at += tileLine * p.unit
}

// barAt draws a bar at a height.
func (p *tilePen) barAt(s *ShownTile, word string, more int, level record.AlertLevel, y, high float32) {
	u := p.unit
	fill, ink := theme.Warn, theme.Ink
	switch {
	case s.Stale:
		fill, ink = theme.KeyDown, theme.Text
	case level == record.AlertCritical:
		fill, ink = theme.Stop, theme.Text
	}
	x, w := p.x+9*u, p.w-18*u
	p.b.Add(Rect(p.x+4*p.b.Unit, y, p.w-8*p.b.Unit, high*u, 4*u, fill, nil, 0))
	if more > 0 {
		w -= p.b.words("+"+view.Digit(more), 16*u, ink, x, y, w, high*u, 1) + 6*u
	}
	p.b.words(p.b.fitting(16*u, w, word, s.Short), 16*u, ink, x, y, w, high*u, 0)
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

// bigRoad draws the newest part of a big road, without lines: it is read from afar.
func (p *tilePen) bigRoad(big []roads.BigCell, x, y, w, cell float32) {
	b := p.b
	fits := int(w / cell)
	b.Add(Rect(x, y, float32(fits)*cell, roads.Rows*cell, 2*b.Unit, theme.Paper, nil, 0))
	columns := 0
	for _, c := range big {
		columns = max(columns, c.Column+1)
	}
	first := max(0, columns-fits)
	for _, c := range big {
		if c.Column < first {
			continue
		}
		cx, cy := x+(float32(c.Column-first)+0.5)*cell, y+(float32(c.Row)+0.5)*cell
		if c.Winner != roads.Tie {
			b.Add(Disc(cx, cy, cell*0.42, color.Transparent, sideColor(c.Winner), max(1.5*b.Unit, cell*0.2)))
		}
		if c.Ties > 0 {
			b.Add(stroke(cx-cell*0.36, cy+cell*0.36, cx+cell*0.36, cy-cell*0.36, theme.RoadGreen, max(1.5*b.Unit, cell*0.14)))
		}
	}
}
