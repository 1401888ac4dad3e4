package controls

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games"
)

// StripHigh is the height of the strip on a screen 768 high.
const StripHigh = 171

// A stripPlan is where the parts of a strip lie. At the left is the key that takes the last entry back, at the right
// the column of what is done for all: Enter, and one key above it. The pad is between them.
type stripPlan struct{ undo, pad, above, enter Bounds }

// planOf returns the plan of a strip of a size.
func planOf(size fyne.Size) stripPlan {
	u := size.Height / StripHigh
	enter := EnterPlace(fyne.NewSize(size.Width, 768*u))
	enter.Y -= 768*u - size.Height
	wide := func(small, large float32) float32 { return between(size.Width, 1024, 1920, small, large) }
	edge := size.Height - enter.Y - enter.H
	high := size.Height - 2*edge
	undo := Bounds{wide(7, 12), edge, wide(undoWide, 124), high}
	left := undo.X + undo.W + wide(6, 14)
	return stripPlan{
		undo:  undo,
		pad:   Bounds{left, edge, enter.X - wide(6, 14) - left, high},
		above: Bounds{enter.X, edge, enter.W, enter.Y - edge - padGap*u},
		enter: enter,
	}
}

// undoWide is the width of the key at the left on a screen 1024 wide.
const undoWide = 66

// padGap is the least room between keys of a pad, in units.
const padGap = 6

// padHigh is how much of a pad's height its upper row has.
const padHigh = 0.58

// rows returns the two rows of a pad. Ranks and chips lie in the upper one. The lower one has what belongs to them:
// suits, what is done with all bets.
func (p stripPlan) rows() (upper, lower Bounds) {
	gap := p.pad.Y * padGap / 8
	upper, lower = p.pad, p.pad
	upper.H = (p.pad.H - gap) * padHigh
	lower.Y, lower.H = upper.Y+upper.H+gap, p.pad.H-gap-upper.H
	return upper, lower
}

// A Strip is the input strip: one pad at a time, changing with the phase.
type Strip struct {
	*Drawn
	OnButton func(view.Button)
	OnChip   func(int)
	OnRank   func(rank string)
	OnSuit   func(letter string)
	OnAmount func()       // a tap on the amount
	OnDigit  func(r rune) // a digit, a point, or ⌫

	pad   view.Pad
	asked string // what the decisions are about that are shown
	high  bool   // they lie at the upper edge of the pad
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
	b := &s.Board
	b.Start(min(size.Width/1024, size.Height/StripHigh))
	b.Add(Rect(0, 0, size.Width, size.Height, 0, theme.Rail, nil, 0))
	plan := planOf(size)
	s.button(s.pad.Undo, plan.undo)
	b.About = s.pad.About
	parts := partsOf(s.pad)
	s.button(parts.enter, plan.enter)
	if parts.above.ID != "" {
		s.button(parts.above, plan.above)
	}
	switch s.pad.Kind {
	case view.StartPad:
		s.drawButtons(parts.rest, plan.pad, leastColumns)
	case view.ChoicePad:
		s.drawChoices(parts.rest, plan)
	case view.ChipPad:
		s.drawChips(parts.rest, plan)
	case view.CardPad:
		s.drawCards(parts.rest, plan)
	case view.PayPad:
		s.drawPays(parts.rest, plan)
	}
	return b.objects
}

// A padParts is the buttons of a pad by where they lie.
type padParts struct {
	enter view.Button // dark where Enter does nothing
	above view.Button // the one over it, none where it has no ID
	rest  []view.Button
}

// partsOf parts the buttons of a pad. A decision never lies where Enter does, though its key be Enter: who collects
// and pays by rhythm taps once too often.
func partsOf(p view.Pad) padParts {
	parts := padParts{enter: view.Button{Label: "–", Key: "Enter"}}
	over := []view.ButtonID{view.ButtonAll, view.ButtonWrong, view.ButtonLastBets}
	for _, b := range p.Buttons {
		switch {
		case b.Key == "Enter" && !b.Decides() && parts.enter.ID == "":
			parts.enter = b
		case slices.Contains(over, b.ID) && parts.above.ID == "":
			parts.above = b
		default:
			parts.rest = append(parts.rest, b)
		}
	}
	return parts
}

// button draws a key of the strip. Filled with gold is what Enter does there, and nothing else.
func (s *Strip) button(b view.Button, at Bounds) {
	style := plainKey
	switch {
	case !b.On:
		style = offKey
	case b.Main && b.Key == "Enter" && !b.Decides():
		style = mainKey
	case b.Main:
		style = edgeKey
	}
	s.Board.Deciding, s.Board.Waiting = b.Decides(), b.ID == view.ButtonClose
	s.Board.key(at.X, at.Y, at.W, at.H, b.Label, b.Key, style, func() { s.OnButton(b) })
	s.Board.Deciding, s.Board.Waiting = false, false
}

// leastColumns is how many columns a row of keys has at the least, so that one alone is no slab.
const leastColumns = 3

// drawButtons draws keys of one width beside each other.
func (s *Strip) drawButtons(buttons []view.Button, at Bounds, columns int) {
	gap := padGap * s.Board.Unit
	n := float32(max(columns, len(buttons)))
	w := (at.W - gap*(n-1)) / n
	for i, b := range buttons {
		s.button(b, Bounds{at.X + float32(i)*(w+gap), at.Y, w, at.H})
	}
}

// drawChoices draws the decisions of who is asked.
func (s *Strip) drawChoices(buttons []view.Button, plan stripPlan) {
	if insuring(buttons) {
		s.drawInsurances(buttons, s.beside(plan.pad), 4)
		return
	}
	at, _ := s.decisions(plan)
	s.drawButtons(buttons, at, min(leastColumns, max(1, int(at.W/(120*s.Board.Unit)))))
}

func insuring(buttons []view.Button) bool {
	return slices.ContainsFunc(buttons, func(b view.Button) bool { return b.ID == view.ButtonInsure })
}

// decisions returns where decisions lie, and what they leave of the pad. They lie in its lower row, and at its upper
// edge where the key lay in the lower one that was tapped last. There they stay as long as the same is asked. Where
// that key had both rows they lie beside it.
func (s *Strip) decisions(plan stripPlan) (at, left Bounds) {
	upper, lower := plan.rows()
	high := lower
	high.Y = plan.pad.Y
	if s.asked != s.pad.About {
		s.asked, s.high = s.pad.About, false
	}
	last := s.tapped()
	switch s.high = s.high && !high.Meets(last) || lower.Meets(last); {
	case !s.high:
		return lower, upper
	case !high.Meets(last):
		lower.Y += lower.H - upper.H
		lower.H = upper.H
		return high, lower
	}
	at, left = s.beside(plan.pad), plan.pad
	if at.X > left.X { // payments lie at the other side
		left.W = at.X - padGap*s.Board.Unit - left.X
	} else {
		left.X += at.W + padGap*s.Board.Unit
		left.W -= at.W + padGap*s.Board.Unit
	}
	return at, left
}

// tapped returns where the key lay that was tapped last.
func (s *Strip) tapped() Bounds {
	return Bounds{s.Board.last.x, s.Board.last.y, s.Board.last.w, s.Board.last.h}
}

// beside returns the largest part of a pad beside the key that was tapped last.
func (s *Strip) beside(pad Bounds) Bounds {
	last, gap := s.tapped(), padGap*s.Board.Unit
	if !pad.Meets(last) {
		return pad
	}
	right, low := last.X+last.W+gap, last.Y+last.H+gap
	best := Bounds{}
	for _, part := range []Bounds{
		{pad.X, pad.Y, last.X - gap - pad.X, pad.H},
		{right, pad.Y, pad.X + pad.W - right, pad.H},
		{pad.X, pad.Y, pad.W, last.Y - gap - pad.Y},
		{pad.X, low, pad.W, pad.Y + pad.H - low},
	} {
		if part.W > 0 && part.H > 0 && part.W*part.H > best.W*best.H {
			best = part
		}
	}
	return best
}

// drawInsurances draws a key for each box that may be insured, in two rows where they are many.
func (s *Strip) drawInsurances(buttons []view.Button, at Bounds, columns int) {
	gap := padGap * s.Board.Unit
	rows := (len(buttons) + columns - 1) / columns
	h := (at.H - gap*float32(rows-1)) / float32(max(1, rows))
	for i := range rows {
		row := buttons[i*columns : min(len(buttons), (i+1)*columns)]
		s.drawButtons(row, Bounds{at.X, at.Y + float32(i)*(h+gap), at.W, h}, min(columns, max(leastColumns, len(buttons))))
	}
}

// drawChips: chips in the upper row, what is done with all bets in the lower one, the typed amount at the right.
func (s *Strip) drawChips(buttons []view.Button, plan stripPlan) {
	u, gap := s.Board.Unit, padGap*s.Board.Unit
	upper, lower := plan.rows()
	typed := 150 * u
	left := plan.pad.W - typed - gap
	step := left / float32(max(1, len(s.pad.Chips)))
	radius := min(upper.H/2, step/2-2*u)
	edge, field := color.Color(theme.Faint), upper
	if s.pad.Digits {
		edge, field = theme.Place, plan.pad
		s.drawDigits(plan.pad.X, plan.pad.Y, left, plan.pad.H)
	} else {
		for i, c := range s.pad.Chips {
			s.drawChip(i, c, upper.X+step*(float32(i)+0.5), upper.Y+upper.H/2, radius)
		}
		s.drawButtons(slices.DeleteFunc(slices.Clone(buttons), func(b view.Button) bool { return b.Key == "Enter" }), lower, leastColumns)
	}
	x := plan.pad.X + left + gap
	s.Board.Add(Rect(x, field.Y, typed, field.H, 9*u, theme.Night, edge, 2*u))
	if s.pad.Typed == "" {
		s.Board.text("0–9", 20*u, theme.Quiet, false, x+8*u, field.Y, typed-16*u, field.H, 0.5)
	}
	s.Board.text(s.pad.Typed, 34*u, theme.Text, true, x+8*u, field.Y, typed-16*u, field.H, 1)
	s.Board.Area("amount", x, field.Y, typed, field.H, func() { s.OnAmount() })
}

// drawDigits draws digits for a finger in place of the chips and of the keys for all bets.
func (s *Strip) drawDigits(x, y, w, h float32) {
	const columns, rows = 6, 2
	gap := padGap * s.Board.Unit
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
		ring, line = theme.Place, 5*u
	}
	s.Board.Add(Disc(x, y, r, fill, ring, line))
	ink := OnColor(fill)
	s.Board.text(c.Label, 20*u, ink, true, x-r*0.8, y-r*0.62, r*1.6, r*0.9, 0.5)
	s.Board.text(c.Key, 16*u, ink, false, x-r*0.6, y+r*0.22, r*1.2, r*0.5, 0.5)
	s.Board.Each(c.Label, x-r, y-r, 2*r, 2*r, func() { s.OnChip(i) })
}

// drawCards: thirteen ranks in the upper row, where they never move. The lower one has the suits where they matter,
// what is done before the card lies, and what else can be done.
func (s *Strip) drawCards(buttons []view.Button, plan stripPlan) {
	u, gap := s.Board.Unit, padGap*s.Board.Unit
	const ranks, side = 13, 136
	upper, lower := plan.rows()
	w := (upper.W - gap*(ranks-1)) / ranks
	for i := range ranks {
		rank := games.Rank(i + 1).String()
		label := rank
		if rank == "T" {
			label = "10"
		}
		x := upper.X + float32(i)*(w+gap)
		stroke, line := color.Color(nil), float32(0)
		if s.pad.Rank == rank {
			stroke, line = theme.Place, 5*u
		}
		s.Board.Add(Rect(x, upper.Y, w, upper.H, 8*u, theme.Paper, stroke, line))
		s.Board.text(label, 42*u, theme.Ink, true, x+3*u, upper.Y, w-6*u, upper.H, 0.5)
		s.Board.Area(rank, x, upper.Y, w, upper.H, func() { s.OnRank(rank) })
	}
	for i, b := range buttons {
		right := lower.X + lower.W - float32(len(buttons)-i-1)*(side*u+gap)
		s.button(b, Bounds{right - side*u, lower.Y, side * u, lower.H})
	}
	lower.W -= float32(len(buttons)) * (side*u + gap)
	if s.pad.Suits {
		suits := lower
		if len(s.pad.Pays) > 0 {
			suits.W = (lower.W - gap) / 2
			suits.X += lower.W - suits.W
			lower.W = suits.W
		}
		s.drawSuits(suits.X, suits.Y, suits.W, suits.H)
	}
	if len(s.pad.Pays) > 0 {
		s.drawTurns(lower.X, lower.Y, lower.W, lower.H)
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
			fill = theme.SuitOff
		}
		s.Board.Add(Rect(sx, y, sw, h, 8*u, fill, nil, 0))
		if suit := Suit(letter, sx+(sw-h*0.7)/2, y+h*0.15, h*0.7); suit != nil {
			s.Board.Add(suit)
		}
		s.Board.text(strings.ToUpper(letter), 16*u, theme.Ink, false, sx+sw-30*u, y, 22*u, h, 1)
		s.Board.Area("suit "+letter, sx, y, sw, h, func() { s.OnSuit(letter) })
	}
}
