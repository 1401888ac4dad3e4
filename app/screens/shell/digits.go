package shell

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"sabot/pit/house"
)

// A DigitPage is a page on which digits do something by themselves, or become what everybody reads: they are boxes, cards, amounts.
// A number and a PIN that are typed there do nothing.
type DigitPage interface {
	// MarkDigit remembers how things stand before the nth of some digits in a row, from 0 on.
	MarkDigit(n int)
	// TakeDigitsBack takes back what digits did from the nth on, and says so: they are, or hold, what belongs on a pad for a code.
	// False where they may be what the page asks for all the same. Over says that Enter came behind them.
	TakeDigitsBack(n int, digits string, over bool) bool
}

// A digitRow is a page whose digits go on with those of another one.
type digitRow interface {
	// DigitsOf returns what is drawn of that page.
	DigitsOf() fyne.CanvasObject
}

// digitsOf returns what is drawn of the page that a page's digits are of.
func digitsOf(p Page) fyne.CanvasObject {
	if row, ok := can[digitRow](p); ok {
		return row.DigitsOf()
	}
	return p.Content()
}

// A digits is a row of digits that were typed on a page.
type digits struct {
	typed string
	drawn fyne.CanvasObject // of the page
	code  bool              // they were taken back: the rest of a code does nothing, nor does the Enter behind it
	idle  bool              // they mean nothing on that page
}

// ofCode reports whether a character is one of a number and a PIN that are typed where nobody asks for them. It has
// what the digits before it did taken back.
func (s *Shell) ofCode(r rune) bool {
	d := &s.digits
	page, takes := can[DigitPage](s.Top())
	if r < '0' || r > '9' || s.House == nil {
		*d = digits{}
		return false
	}
	if !takes {
		if drawn := s.Top().Content(); !d.idle || d.drawn != drawn {
			*d = digits{drawn: drawn, idle: true}
		}
		d.typed += string(r)
		return false
	}
	if drawn := digitsOf(s.Top()); d.drawn != drawn {
		*d = digits{drawn: drawn}
	}
	if d.code {
		return true
	}
	page.MarkDigit(len(d.typed))
	d.typed += string(r)
	d.code = s.takesBack(page, d.typed, false)
	return d.code
}

// takesBack reports whether digits in a row hold a code and what it did is taken back. What was typed before a code
// may be what is asked for. Its last digit and the first of a code may be somebody's number too, so that a code may
// begin at either. Before the digits are over it is not known which.
func (s *Shell) takesBack(page DigitPage, typed string, over bool) bool {
	holds := func(n int) bool { return s.House.State.People().IsCode(typed[n:]) }
	for n := range typed {
		if !holds(n) {
			continue
		}
		who, _, _ := s.House.State.People().SplitCode(typed[n:])
		for later := n + 1; later < n+len(who.Number); later++ {
			if _, _, known := s.House.State.People().SplitCode(typed[later:]); !known {
				continue
			}
			switch {
			case !holds(later) && !over:
				return false
			case holds(later) && page.TakeDigitsBack(later, typed[later:], over):
				return true
			}
		}
		if page.TakeDigitsBack(n, typed[n:], over) {
			return true
		}
	}
	return false
}

// EndsCode reports whether digits that were typed in a row end in a code, so that what they are entered with by a tap does nothing.
func (s *Shell) EndsCode() bool { return s.endsCode(true) }

// endsCode ends the digits in a row, and reports whether a key is the Enter behind a code that was taken back.
func (s *Shell) endsCode(enter bool) bool {
	idle, d := s.idleCode(), s.digits
	s.digits = digits{}
	if enter && idle {
		s.Warn(s.Text.T("office_code"))
		return true
	}
	if page, takes := can[DigitPage](s.Top()); enter && !d.code && takes && s.House != nil && d.drawn == digitsOf(s.Top()) {
		d.code = s.takesBack(page, d.typed, true)
	}
	return d.code && enter
}

// idleCode reports whether the digits in a row are a code, typed where digits mean nothing.
func (s *Shell) idleCode() bool {
	d := s.digits
	return d.idle && d.drawn == s.Top().Content() && s.House != nil && s.House.State.People().IsCode(d.typed)
}

// NoWords returns why what was typed where words are asked for is none: "" where it is. What is, or holds, a code
// is refused with the sentence that has the key code. Fewer digits than a PIN has are no code, and say nothing to
// who reads them.
func (s *Shell) NoWords(typed, code string) string {
	digits := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, typed)
	switch {
	case !s.House.State.People().HoldsCode(typed):
		return ""
	case len(digits) < house.MinPIN:
		return s.Text.T("typed_number")
	}
	return s.Text.T(code)
}
