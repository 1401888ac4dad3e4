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

// undoWide is the width of the key at the left that takes the last entry back. It is there on every pad, in the
// same place.
const undoWide = 96

// A Strip is the input strip: one pad at a time, changing with the phase.
type Strip struct {
	*Drawn
	OnButton func(view.Button)
	OnChip   func(int)
	OnRank   func(rank string)
	OnSuit   func(letter string)
	OnAmount func()       // a tap on the amount
	OnDigit  func(r rune) // a digit, a point, or ⌫

	pad view.Pad
	Board
}

// NewStrip returns an empty strip.
func NewStrip() *Strip {
	s := &Strip{OnButton: func(view.Button) {}, OnChip: func(int) {}, OnRank: func(string) {}, OnSuit: func(string) {}, OnAmount: func() {}, OnDigit: func(rune) {}}
	s.Drawn = NewDrawn(fyne.NewSize(800, 100), s.draw, &s.Board)
	return s
}

// Set shows a pad.
func (s *Strip) Set(p view.Pad) { s.pad = p; s.Refresh() }

func (s *Strip) draw(size fyne.Size) []fyne.CanvasObject {
	s.Board.Start(min(size.Width/1024, size.Height/StripHigh))
	s.Board.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Rail, nil, 0))
	u := s.Board.Unit
	s.button(s.pad.Undo, 8*u, 8*u, (undoWide-8)*u, size.Height-16*u)
	s.Board.Left, s.Board.About = undoWide*u, s.pad.About
	size.Width -= undoWide * u
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
	s.Board.Deciding = b.Decides()
	s.Board.key(x, y, w, h, b.Label, b.Key, style, func() { s.OnButton(b) })
	s.Board.Deciding = false
}

// drawButtons: a few large keys, the main ones wide.
func (s *Strip) drawButtons(size fyne.Size) {
	u := s.Board.Unit
	total := float32(0)
	weight := func(b view.Button) float32 {
		const fits = 8 // characters of a box's own key
		switch {
		case b.Main:
			return 2.2
		case b.Box > 0:
			longest := 0
			for line := range strings.SplitSeq(b.Label, "\n") {
				longest = max(longest, len([]rune(line)))
			}
			return 1.3 * max(1, float32(longest)/fits)
		}
		return 1.7
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
	edge, field := color.Color(theme.Faint), row
	if s.pad.Digits {
		edge, field = theme.Gold, size.Height-2*gap
		s.drawDigits(gap, gap, left-typed-2*gap, size.Height-2*gap)
	} else {
		for i, c := range s.pad.Chips {
			s.drawChip(i, c, gap+step*float32(i)+step/2, gap+row/2, radius)
		}
	}
	s.Board.Add(Rect(left-typed, gap, typed, field, 9*u, theme.Night, edge, 2*u))
	if s.pad.Typed == "" {
		s.Board.text("0–9", 20*u, theme.Faint, false, left-typed+8*u, gap, typed-16*u, field, 0.5)
	}
	s.Board.text(s.pad.Typed, 34*u, theme.Gold, true, left-typed+8*u, gap, typed-16*u, field, 1)
	s.Board.Area("amount", left-typed, gap, typed, field, func() { s.OnAmount() })

	last := 56 * u // the call before the last one stands above it
	var others []view.Button
	for _, b := range s.pad.Buttons {
		switch {
		case b.ID == view.ButtonLastBets:
			s.button(b, left+gap, gap, mainWidth, last)
		case b.Main:
			s.button(b, left+gap, 2*gap+last, mainWidth, size.Height-last-3*gap)
		case !s.pad.Digits:
			others = append(others, b)
		}
	}
	w := (left - gap*float32(len(others))) / float32(len(others))
	for i, b := range others {
		s.button(b, gap+float32(i)*(w+gap), 2*gap+row, w, row)
	}
}

// drawDigits draws digits for a finger in place of the chips and of the keys for all bets.
func (s *Strip) drawDigits(x, y, w, h float32) {
	const columns, rows = 6, 2
	gap := 8 * s.Board.Unit
	kw, kh := (w-gap*(columns-1))/columns, (h-gap*(rows-1))/rows
	for i, r := range []rune("1234567890.⌫") {
		s.Board.key(x+float32(i%columns)*(kw+gap), y+float32(i/columns)*(kh+gap), kw, kh, string(r), "", plainKey, func() { s.OnDigit(r) })
	}
}

func (s *Strip) drawChip(i int, c view.Chip, x, y, r float32) {
	u := s.Board.Unit
	fill := theme.Chip(i, c.Colour)
	ring, line := color.Color(theme.Paper), 3*u
	if c.Chosen {
		ring, line = theme.Gold, 5*u
	}
	s.Board.Add(Disc(x, y, r, fill, ring, line))
	ink := OnColor(fill)
	s.Board.text(c.Label, 20*u, ink, true, x-r*0.8, y-r*0.62, r*1.6, r*0.9, 0.5)
	s.Board.text(c.Key, 16*u, ink, false, x-r*0.6, y+r*0.22, r*1.2, r*0.5, 0.5)
	s.Board.Each(c.Label, x-r, y-r, 2*r, 2*r, func() { s.OnChip(i) })
}

// drawCards: thirteen ranks in one row; below them, where they matter, the suits.
// What else can be done stands at the right.
func (s *Strip) drawCards(size fyne.Size) {
	u := s.Board.Unit
	gap := 6 * u
	side := 172 * u
	if len(s.pad.Buttons) == 0 {
		side = 0
	}
	const ranks = 13
	w := (size.Width - side - gap*(ranks+2)) / ranks
	buttons, top := s.pad.Buttons, float32(0)
	if len(s.pad.Pays) > 0 { // what is done before the card lies
		top = 48 * u
		wide := size.Width - side - 2*gap
		if b := buttons[0]; b.ID == view.ButtonPaid {
			buttons = buttons[1:]
			s.button(b, wide-side+gap, 2*u, side, top-2*u)
			wide -= side + gap
		}
		s.drawTurns(gap, 2*u, wide, top-2*u)
	}
	room := size.Height - top
	h := min(room-2*gap, 1.7*w)
	if s.pad.Suits || s.pad.Room {
		h = (room - 3*gap) * 0.56
	}
	y := top + (room-h)/2
	if s.pad.Suits || s.pad.Room {
		y = top + gap
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
		s.drawSuits(gap, y+h+gap, size.Width-side-3*gap, room-h-3*gap)
	}
	bh := (size.Height - gap*float32(len(buttons)+1)) / float32(max(1, len(buttons)))
	for i, b := range buttons {
		s.button(b, size.Width-side-gap, gap+float32(i)*(bh+gap), side, bh)
	}
}

// drawSuits: four keys, pale until a rank waits for its suit.
func (s *Strip) drawSuits(x, y, w, h float32) {
	u := s.Board.Unit
	gap := 6 * u
	sw := (w - 3*gap) / 4
	for i, letter := range suitOrder {
		sx := x + float32(i)*(sw+gap)
		fill := color.Color(theme.Paper)
		if s.pad.Rank == "" {
			fill = pale
		}
		s.Board.Add(Rect(sx, y, sw, h, 8*u, fill, nil, 0))
		if suit := Suit(letter, sx+(sw-h*0.7)/2, y+h*0.15, h*0.7); suit != nil {
			s.Board.Add(suit)
		}
		s.Board.text(strings.ToUpper(letter), 16*u, theme.Ink, false, sx+sw-30*u, y, 22*u, h, 1)
		s.Board.Area("suit "+letter, sx, y, sw, h, func() { s.OnSuit(letter) })
	}
}
