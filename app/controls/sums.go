package controls

import (
	"sabot/app/text"
	"sabot/app/view"
)

// sumsRoom returns the width for the sums on a turn's line, in letters of a size. The box, the person and the mark
// of a done turn are beside them.
func (s *Strip) sumsRoom(p view.Pay, w, size float32) float32 {
	u := s.Board.Unit
	room := w - 18*u - Measure(view.Digit(p.Box), size, true).Width
	if p.Done {
		room -= 17 * u
	}
	if p.Who != "" {
		room -= Measure(p.Who, size, false).Width + 2*u
	}
	return room
}

// sumsWide returns the width of sums beside each other.
func (s *Strip) sumsWide(shorts []string, size float32, bold bool) float32 {
	total := -6 * s.Board.Unit
	for _, short := range shorts {
		total += Measure(short, size, bold).Width + 6*s.Board.Unit
	}
	return total
}

func shortsOf(sums []view.PaySum) []string {
	var shorts []string
	for _, sum := range sums {
		shorts = append(shorts, sum.Short)
	}
	return shorts
}

// fitSums returns the sums of a turn so that they fit a width and can be read. They are heavy, else light, else
// without the marks of the thousands.
func (s *Strip) fitSums(sums []view.PaySum, size, width float32, heavy bool) (shorts []string, bold bool, letter float32) {
	shorts = shortsOf(sums)
	if heavy && s.sumsWide(shorts, size, true) <= width {
		return shorts, true, size
	}
	if s.sumsWide(shorts, size, false) > width {
		for i, short := range shorts {
			shorts[i] = text.Tight(short)
		}
	}
	return shorts, false, size * min(1, width/s.sumsWide(shorts, size, false))
}
