package controls

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games"
)

// StripHigh is the height of the strip on a screen 768 high.
const StripHigh = 168

// Strip is the input strip: one pad at a time, changing with the phase.
type Strip struct {
	*Drawn
	OnButton func(view.Button)
	OnChip   func(int)
	OnRank   func(rank string)
	OnSuit   func(letter string)

	pad view.Pad
	Board
}

// NewStrip is an empty strip.
func NewStrip() *Strip {
	s := &Strip{OnButton: func(view.Button) {}, OnChip: func(int) {}, OnRank: func(string) {}, OnSuit: func(string) {}}
	s.Drawn = NewDrawn(fyne.NewSize(800, 100), s.draw, &s.Board)
	return s
}

// Set shows a pad.
func (s *Strip) Set(p view.Pad) { s.pad = p; s.Refresh() }

func (s *Strip) draw(size fyne.Size) []fyne.CanvasObject {
	s.Board.Start(min(size.Width/1024, size.Height/StripHigh))
	s.Board.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Rail, nil, 0))
	switch s.pad.Kind {
	case view.StartPad, view.ChoicePad, view.NoPad:
		s.drawButtons(size)
	case view.ChipPad:
		s.drawChips(size)
	case view.CardPad:
		s.drawCards(size)
	case view.PayPad:
		s.drawPays(size)
	}
	return s.Board.objects
}

func (s *Strip) button(b view.Button, x, y, w, h float32) {
	style := plainKey
	if !b.On {
		style = offKey
	} else if b.Main {
		style = mainKey
	}
	s.Board.key(x, y, w, h, b.Label, b.Key, style, func() { s.OnButton(b) })
}

// drawButtons: a few large keys, the main ones wide.
func (s *Strip) drawButtons(size fyne.Size) {
	u := s.Board.Unit
	total := float32(0)
	weight := func(b view.Button) float32 {
		if b.Main {
			return 2.2
		}
		return 1.3
	}
	for _, b := range s.pad.Buttons {
		total += weight(b)
	}
	gap := 10 * u
	x, high := gap, size.Height-2*gap
	each := (size.Width - gap*float32(len(s.pad.Buttons)+1)) / total
	for _, b := range s.pad.Buttons {
		w := each * weight(b)
		s.button(b, x, gap, w, high)
		x += w + gap
	}
}

// drawChips: chips above, what is done with all bets below, "no more bets" at the
// right over both rows.
func (s *Strip) drawChips(size fyne.Size) {
	u := s.Board.Unit
	gap := 8 * u
	row := (size.Height - 3*gap) / 2
	mainWidth := min(220*u, size.Width*0.24)
	left := size.Width - mainWidth - 2*gap
	typed := 150 * u
	step := (left - typed - gap) / float32(max(1, len(s.pad.Chips)))
	radius := min(row/2, step/2-2*u)
	for i, c := range s.pad.Chips {
		s.drawChip(i, c, gap+step*float32(i)+step/2, gap+row/2, radius)
	}
	s.Board.Add(Rect(left-typed, gap, typed, row, 9*u, theme.Night, theme.Faint, 1*u))
	s.Board.text(s.pad.Typed, 34*u, theme.Gold, true, left-typed+8*u, gap, typed-16*u, row, 1)

	var others []view.Button
	for _, b := range s.pad.Buttons {
		if b.Main {
			s.button(b, left+gap, gap, mainWidth, size.Height-2*gap)
		} else {
			others = append(others, b)
		}
	}
	w := (left - gap*float32(len(others))) / float32(len(others))
	for i, b := range others {
		s.button(b, gap+float32(i)*(w+gap), 2*gap+row, w, row)
	}
}

func (s *Strip) drawChip(i int, c view.Chip, x, y, r float32) {
	u := s.Board.Unit
	fill := theme.Chip(i)
	ring, line := color.Color(theme.Paper), 3*u
	if c.Chosen {
		ring, line = theme.Gold, 5*u
	}
	s.Board.Add(Disc(x, y, r, fill, ring, line))
	ink := OnColor(fill)
	s.Board.text(c.Label, 20*u, ink, true, x-r*0.8, y-r*0.62, r*1.6, r*0.9, 0.5)
	s.Board.text(c.Key, 13*u, ink, false, x-r*0.6, y+r*0.22, r*1.2, r*0.5, 0.5)
	s.Board.Area(c.Label, x-r, y-r, 2*r, 2*r, func() { s.OnChip(i) })
}

// drawCards: thirteen ranks in one row; below them, where they matter, the suits.
// What else can be done stands at the right.
func (s *Strip) drawCards(size fyne.Size) {
	u := s.Board.Unit
	gap := 6 * u
	side := 118 * u
	if len(s.pad.Buttons) == 0 {
		side = 0
	}
	const ranks = 13
	w := (size.Width - side - gap*(ranks+2)) / ranks
	h := min(size.Height-2*gap, 1.7*w)
	if s.pad.Suits {
		h = (size.Height - 3*gap) * 0.56
	}
	y := (size.Height - h) / 2
	if s.pad.Suits {
		y = gap
	}
	for i := range ranks {
		rank := games.Rank(i + 1).String()
		label := rank
		if rank == "T" {
			label = "10"
		}
		x := gap + float32(i)*(w+gap)
		stroke, line := color.Color(nil), float32(0)
		if s.pad.Rank == rank {
			stroke, line = theme.Gold, 5*u
		}
		s.Board.Add(Rect(x, y, w, h, 8*u, theme.Paper, stroke, line))
		s.Board.text(label, 42*u, theme.Ink, true, x+3*u, y, w-6*u, h, 0.5)
		s.Board.Area(rank, x, y, w, h, func() { s.OnRank(rank) })
	}
	if s.pad.Suits {
		s.drawSuits(gap, y+h+gap, size.Width-side-2*gap, size.Height-h-3*gap)
	}
	bh := (size.Height - gap*float32(len(s.pad.Buttons)+1)) / float32(max(1, len(s.pad.Buttons)))
	for i, b := range s.pad.Buttons {
		s.button(b, size.Width-side-gap, gap+float32(i)*(bh+gap), side, bh)
	}
}

// drawSuits: four keys, pale until a rank waits for its suit.
func (s *Strip) drawSuits(x, y, w, h float32) {
	u := s.Board.Unit
	gap := 6 * u
	sw := (w - 3*gap) / 4
	for i, letter := range []string{"s", "h", "c", "d"} {
		sx := x + float32(i)*(sw+gap)
		fill := color.Color(theme.Paper)
		if s.pad.Rank == "" {
			fill = color.NRGBA{0xf6, 0xf1, 0xe4, 0x70}
		}
		s.Board.Add(Rect(sx, y, sw, h, 8*u, fill, nil, 0))
		if suit := Suit(letter, sx+(sw-h*0.7)/2, y+h*0.15, h*0.7); suit != nil {
			s.Board.Add(suit)
		}
		s.Board.text(strings.ToUpper(letter), 14*u, theme.Ink, false, sx+sw-30*u, y, 22*u, h, 1)
		s.Board.Area("suit "+letter, sx, y, sw, h, func() { s.OnSuit(letter) })
	}
}

// drawPays: the box whose turn it is in large, every box small, the keys at the
// right.
func (s *Strip) drawPays(size fyne.Size) {
	u := s.Board.Unit
	gap := 8 * u
	detail, keys := 0.40*size.Width, 0.31*size.Width
	if len(s.pad.Buttons) > 6 {
		detail, keys = 0.34*size.Width, 0.42*size.Width
	}
	for _, p := range s.pad.Pays {
		if p.Now {
			s.drawPayNow(p, gap, gap, detail-2*gap, size.Height-2*gap)
		}
	}
	s.drawPayList(detail, gap, size.Width-detail-keys, size.Height-2*gap)
	columns := 2
	if len(s.pad.Buttons) > 6 {
		columns = 3
	}
	gap = 5 * u // three rows of keys must each be high enough for a finger
	rows := (len(s.pad.Buttons) + columns - 1) / columns
	w := (keys - gap*float32(columns+1)) / float32(columns)
	h := (size.Height - gap*float32(rows+1)) / float32(max(1, rows))
	for i, b := range s.pad.Buttons {
		s.button(b, size.Width-keys+gap+float32(i%columns)*(w+gap), gap+float32(i/columns)*(h+gap), w, h)
	}
}

func (s *Strip) drawPayNow(p view.Pay, x, y, w, h float32) {
	u := s.Board.Unit
	s.Board.Add(Rect(x, y, w, h, 9*u, theme.Night, theme.Gold, 2*u))
	s.Board.text(p.Title, 24*u, theme.Text, true, x+12*u, y+4*u, w*0.5, 38*u, 0)
	s.Board.text(p.Net, 30*u, MarkColor(p.Mark), true, x+w*0.5, y+4*u, w*0.5-12*u, 38*u, 1)
	const fits = 4 // lines below each other; more stand in two columns
	columns := 1
	if len(p.Lines) > fits {
		columns = 2
	}
	rows := max(1, (len(p.Lines)+columns-1)/columns)
	line := min(34*u, (h-46*u)/float32(rows))
	cw := (w - 12*u) / float32(columns)
	size := min(17*u, line*0.8)
	for i, l := range p.Lines {
		lx, ly := x+6*u+float32(i/rows)*cw, y+42*u+float32(i%rows)*line
		s.Board.text(l.Text, size, theme.Text, false, lx+6*u, ly, cw*0.44, line, 0)
		s.Board.text(l.Chips, size, theme.Gold, true, lx+cw*0.47, ly, cw*0.31, line, 0)
		s.Board.text(l.Sum, size+1, MarkColor(l.Mark), true, lx+cw*0.79, ly, cw*0.21-6*u, line, 1)
	}
}

// drawPayList: a tile a box, in paying order.
func (s *Strip) drawPayList(x, y, w, h float32) {
	u := s.Board.Unit
	const most = 3
	rows := max(3, (len(s.pad.Pays)+most-1)/most)
	columns := float32(max(2, (len(s.pad.Pays)+rows-1)/rows))
	tw, th := (w-4*u*(columns-1))/columns, (h-4*u*float32(rows-1))/float32(rows)
	for i, p := range s.pad.Pays {
		tx, ty := x+float32(i/rows)*(tw+4*u), y+float32(i%rows)*(th+4*u)
		fill, ink, stroke := color.Color(theme.Key), color.Color(theme.Text), color.Color(nil)
		sum := MarkColor(p.Mark)
		if p.Done {
			fill, ink, sum = theme.KeyOff, theme.Faint, theme.Faint
		}
		if p.Now {
			stroke = theme.Gold
		}
		s.Board.Add(Rect(tx, ty, tw, th, 7*u, fill, stroke, 2*u))
		disc := min(13*u, th*0.42)
		s.Board.Add(Disc(tx+6*u+disc, ty+th/2, disc, theme.Night, nil, 0))
		s.Board.text(view.Digit(p.Box), disc*1.2, ink, true, tx+6*u, ty+th/2-disc, 2*disc, 2*disc, 0.5)
		mark := p.Net
		if p.Done {
			mark += " ✓"
		}
		left := 2*disc + 12*u
		s.Board.text(mark, 18*u, sum, true, tx+left, ty, tw-left-8*u, th, 1)
	}
}
