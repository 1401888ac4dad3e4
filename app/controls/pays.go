package controls

import (
	"image/color"
	"slices"

	"sabot/app/text"
	"sabot/app/theme"
	"sabot/app/view"
)

// readable is the smallest print that is read from where a croupier stands, in units.
const readable = 16

// drawPays: what is done for the person whose turn it is, bet by bet; every turn in a line; what else can be done
// below it, or at the right.
func (s *Strip) drawPays(buttons []view.Button, plan stripPlan) {
	u, gap := s.Board.Unit, padGap*s.Board.Unit
	left := plan.pad
	switch {
	case insuring(buttons):
		const share, columns = 0.56, 3
		at := left
		at.W, left.W = left.W*share, left.W*(1-share)-gap
		if at.X += left.W + gap; at.Meets(s.tapped()) {
			at.X, left.X = plan.pad.X, plan.pad.X+at.W+gap
		}
		s.drawInsurances(buttons, at, columns)
	case slices.ContainsFunc(buttons, view.Button.Decides):
		at, rest := s.decisions(plan)
		s.drawButtons(buttons, at, leastColumns)
		left = rest
	case len(buttons) > 0: // below each other
		wide := 150 * u
		left.W -= wide + gap
		high := (left.H - gap*float32(len(buttons)-1)) / float32(len(buttons))
		for i, b := range buttons {
			s.button(b, Bounds{left.X + left.W + gap, left.Y + float32(i)*(high+gap), wide, high})
		}
	}
	list := s.listWide(left)
	detail := left.W - list - gap
	for _, p := range s.pad.Pays {
		if p.Now {
			s.drawPayNow(p, left.X, left.Y, detail, left.H)
		}
	}
	s.drawPayList(left.X+detail+gap, left.Y, list, left.H)
}

// listWide returns the width of the list of turns in a part of the pad: what its lines need, and a fifth at the least.
func (s *Strip) listWide(part Bounds) float32 {
	u, n, most := s.Board.Unit, len(s.pad.Pays), s.payRows(part.H)
	size := s.print(min(32*u, part.H/float32(max(1, min(n, most)))))
	line := float32(0)
	for _, p := range s.pad.Pays {
		line = max(line, part.W-s.sumsRoom(p, part.W, size)+s.sumsWide(shortsOf(p.Sums), size, true))
	}
	columns := float32((n + most - 1) / most)
	return max(0.2*part.W, min(0.64*part.W, columns*(line+4*u)))
}

// payLines is the largest number of lines below each other.
const payLines = 9

// payRows returns how many lines have room in a height without being too small to read.
func (s *Strip) payRows(h float32) int {
	const least = 17
	return max(1, min(payLines, int(h/(least*s.Board.Unit))))
}

// print returns the size of letters in lines of a height.
func (s *Strip) print(line float32) float32 {
	u := s.Board.Unit
	return max(readable*u, min(24*u, line*0.62))
}

// drawPayNow draws one turn, act by act: what, in which chips, how much. Chips that have no room beside their
// act go below it. Where there are too many acts for that, those of the whole turn go below them all.
func (s *Strip) drawPayNow(p view.Pay, x, y, w, h float32) {
	b, u := &s.Board, s.Board.Unit
	b.Add(Rect(x, y, w, h, 9*u, theme.Night, theme.Place, 2*u))
	broken := s.brokenPays(p, w-14*u, h-2*u)
	if broken != nil {
		p.Lines = broken
	}
	most := s.payRows(h)
	columns := max(1, (len(p.Lines)+most-1)/most)
	rows := (len(p.Lines) + columns - 1) / columns
	x, w, h = x+7*u, w-14*u, h-2*u
	line := min(40*u, h/float32(rows))
	size := s.print(line)
	what, chips, sum := s.payWide(p.Lines, size)
	const gap = 12
	beside := broken == nil && columns == 1 && what+chips+sum+(2*gap+4)*u <= w
	under := broken == nil && !beside && columns == 1 && chips > 0 && h/float32(rows) >= 2*leastLine*u
	var all []string
	if broken == nil && chips > 0 && !beside && !under {
		all = s.turnChips(p, w)
		if rows+len(all) > most {
			columns = 2
			rows = (len(p.Lines) + 1) / 2
		}
		line = min(line, h/float32(rows+len(all)))
	}
	if under {
		line = min(50*u, h/float32(rows))
	}
	cw := (w - 16*u*float32(columns-1)) / float32(columns)
	high := line
	if under {
		high = line / 2
	}
	size = max(readable*u, min(size, high*0.8))
	what, _, sum = s.payWide(p.Lines, size)
	for what+sum+4*u > cw && size > readable*u { // letters shrink before a sum loses its marks
		size = max(readable*u, size-0.5*u)
		what, _, sum = s.payWide(p.Lines, size)
	}
	if what+sum+4*u > cw {
		p.Lines = slices.Clone(p.Lines)
		for i := range p.Lines {
			p.Lines[i].Sum = text.Tight(p.Lines[i].Sum)
		}
		what, _, sum = s.payWide(p.Lines, size)
	}
	sum = min(sum, cw*0.4)
	what = min(what, cw-sum-4*u)
	top := y + 1*u + (h-line*float32(rows+len(all)))/2
	for i, l := range p.Lines {
		lx, ly := x+float32(i/rows)*(cw+16*u), top+float32(i%rows)*line
		switch {
		case l.Chips == "":
		case beside:
			b.text(l.Chips, size, theme.Text, true, lx+what+gap*u, ly, cw-what-sum-2*gap*u, line, 0)
		case broken != nil:
			b.text(l.Chips, size, theme.Text, true, lx, ly, cw, high, 0)
		case under:
			b.text(l.Chips, size, theme.Text, true, lx, ly+high-1*u, cw, high, 0)
		}
		b.text(l.Text, size, theme.Text, false, lx, ly, what, high, 0)
		b.text(Marked(l.Sum, l.Mark), size, FlowColor(l.Mark), true, lx+cw-sum, ly, sum, high, 1)
	}
	for i, chips := range all {
		b.text(chips, size, theme.Text, true, x, top+float32(rows+i)*line, w, line, 1)
	}
}

// brokenPays breaks the acts of a turn into rows where an act is too long to be read in one row. The words of an
// act take as many rows as they need. The chips of each act follow in a row of their own, or all chips of the turn
// come at the end. It returns nil where every act has room in its row, and where the rows do not fit.
func (s *Strip) brokenPays(p view.Pay, w, h float32) []view.PayLine {
	u := s.Board.Unit
	const size = readable
	what, _, sum := s.payWide(p.Lines, size*u)
	if what+sum+4*u <= w || len(p.Lines) > s.payRows(h) {
		return nil
	}
	of := func(each bool) (rows []view.PayLine) {
		for _, l := range p.Lines {
			for i, part := range Wrap(l.Text, size*u, w-sum-4*u) {
				row := view.PayLine{Text: part}
				if i == 0 {
					row.Sum, row.Mark = l.Sum, l.Mark
				}
				rows = append(rows, row)
			}
			if each && l.Chips != "" {
				rows = append(rows, view.PayLine{Chips: l.Chips})
			}
		}
		return rows
	}
	rows := of(true)
	if float32(len(rows))*leastLine*u > h {
		rows = of(false)
		for _, chips := range s.turnChips(p, w) {
			rows = append(rows, view.PayLine{Chips: chips})
		}
	}
	if float32(len(rows))*leastLine*u > h {
		return nil
	}
	return rows
}

// leastLine is the least height of a line that is read, in units.
const leastLine = 18

// payWide returns the largest widths of the parts of a turn's lines, in letters of a size.
func (s *Strip) payWide(lines []view.PayLine, size float32) (what, chips, sum float32) {
	for _, l := range lines {
		wide := func(print string, bold bool) float32 {
			return Measure(print, size, bold).Width
		}
		what, chips, sum = max(what, wide(l.Text, false)), max(chips, wide(l.Chips, true)), max(sum, wide(l.Sum, true))
	}
	return what, chips, sum
}

// turnChips returns the chips of all that a turn pays, in lines that fit.
func (s *Strip) turnChips(p view.Pay, w float32) []string {
	for _, sum := range p.Sums {
		if sum.Chips != "" {
			return WrapAs(sum.Chips, readable*s.Board.Unit, w, true)
		}
	}
	return nil
}

// drawPayList: a line a turn, in the order in which they are done.
func (s *Strip) drawPayList(x, y, w, h float32) {
	u := s.Board.Unit
	n := len(s.pad.Pays)
	most := s.payRows(h)
	columns := max(1, (n+most-1)/most)
	rows := max(1, min(n, most))
	line := min(32*u, h/float32(rows))
	cw := (w - 4*u*float32(columns-1)) / float32(columns)
	heavy := !slices.ContainsFunc(s.pad.Pays, func(p view.Pay) bool {
		return s.sumsWide(shortsOf(p.Sums), s.print(line), true) > s.sumsRoom(p, cw, s.print(line))
	})
	for i, p := range s.pad.Pays {
		s.drawTurn(p, x+float32(i/rows)*(cw+4*u), y+float32(i%rows)*line, cw, line, heavy)
	}
	if s.pad.More > 0 {
		s.Board.text("+"+view.Digit(s.pad.More), 14*u, theme.Text, true, x+w-40*u, y+h-15*u, 36*u, 15*u, 1)
	}
}

// drawTurn draws a turn in one line: the box, who, and what is taken and given. Its letters are heavy if those
// of the other lines are.
func (s *Strip) drawTurn(p view.Pay, x, y, w, h float32, heavy bool) {
	u := s.Board.Unit
	fill, ink, stroke := color.Color(theme.Key), color.Color(theme.Text), color.Color(nil)
	if p.Done {
		fill, ink = theme.KeyOff, theme.Quiet
	}
	if p.Now {
		stroke = theme.Place
	}
	s.Board.Add(Rect(x, y+0.5*u, w, h-1*u, 4*u, fill, stroke, 2*u))
	size := s.print(h)
	left := x + 4*u
	number := Measure(view.Digit(p.Box), size, true).Width
	s.Board.text(view.Digit(p.Box), size, theme.Text, true, left, y, number, h, 0)
	left += number + 4*u
	right := x + w - 6*u
	if p.Done {
		s.Board.text("✓", size, theme.Quiet, true, right-16*u, y, 16*u, h, 1)
		right -= 17 * u
	}
	if p.Who != "" {
		s.Board.text(p.Who, size, ink, false, left, y, Measure(p.Who, size, false).Width+2*u, h, 0)
	}
	shorts, bold, size := s.fitSums(p.Sums, size, s.sumsRoom(p, w, size), heavy)
	for i := len(p.Sums) - 1; i >= 0; i-- {
		c := FlowColor(p.Sums[i].Mark)
		if p.Done {
			c = theme.Quiet
		}
		sw := Measure(shorts[i], size, bold).Width
		s.Board.text(shorts[i], size, c, bold, right-sw, y, sw+1, h, 1)
		right -= sw + 6*u
	}
}

// drawTurns draws a row of turns over the cards that are due: what is done before the next card is dealt.
func (s *Strip) drawTurns(x, y, w, h float32) {
	laid := 0
	for laid < len(s.pad.Pays) && s.pad.Pays[laid].Laid {
		laid++
	}
	if pays := s.pad.Pays[laid:]; laid == 0 || len(pays) == 0 {
		s.drawTiles(s.pad.Pays, x, y, w, h)
	} else {
		s.drawTiles(s.pad.Pays[:laid], x, y, w, h/2)
		s.drawTiles(pays, x, y+h/2, w, h/2)
	}
}

func (s *Strip) drawTiles(pays []view.Pay, x, y, w, h float32) {
	u := s.Board.Unit
	n, rows := len(pays), 1
	if n > 6 && h > 36*u {
		rows = 2
	}
	columns := (n + rows - 1) / rows
	tw := min(300*u, (w-4*u*float32(columns-1))/float32(columns))
	th := h / float32(rows)
	for i, p := range pays {
		tx, ty := x+float32(i%columns)*(tw+4*u), y+float32(i/columns)*th
		chips := ""
		for _, sum := range p.Sums {
			if sum.Chips != "" {
				chips = sum.Chips
			}
		}
		if !p.Laid && (th < 36*u || chips == "") {
			s.drawTurn(p, tx, ty, tw, th, true)
			continue
		}
		stroke := color.Color(nil)
		if p.Now {
			stroke = theme.Place
		}
		s.Board.Add(Rect(tx, ty+0.5*u, tw, th-1*u, 4*u, theme.Key, stroke, 2*u))
		text := p.Who
		if !p.Laid {
			text = view.Digit(p.Box) + " " + p.Who
		}
		for _, sum := range p.Sums {
			text += " " + sum.Text
		}
		line := th
		if chips != "" {
			line = th / 2
			s.Board.text(chips, s.print(line), theme.Text, true, tx+8*u, ty+line, tw-16*u, line, 0)
		}
		s.Board.text(text, s.print(line), theme.Text, true, tx+8*u, ty, tw-16*u, line, 0)
	}
}
