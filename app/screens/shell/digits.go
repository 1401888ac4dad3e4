package shell

import (
	"strings"
	"time"
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

// A digitEraser is a DigitPage that knows what each of some digits in a row did.
type digitEraser interface {
	// EraseDigit does what Backspace does right behind the nth of them. False where that is what Backspace does there at any time:
	// it takes an entry back.
	EraseDigit(n int) bool
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
	at    time.Time         // when the last one was typed, or taken away
	// Erased says that Backspace came behind them: a code that was taken back is over, and what follows is none of it.
	erased  bool
	several bool // there were several when Backspace came: one alone is taken back as ever
}

// rowEnds is the pause after which Backspace is not about the digits before it any more.
const rowEnds = 5 * time.Second

// erasesDigit reports whether Backspace was about the last of some digits in a row, and nothing else. A person who sees that a code
// was wrong there types Backspace once for each digit: no card or bet of before may go by that.
func (s *Shell) erasesDigit(name fyne.KeyName) bool {
	if name != fyne.KeyBackspace {
		return false
	}
	d := &s.digits
	_, takes := can[DigitPage](s.Top())
	eraser, erases := can[digitEraser](s.Top())
	n := len(d.typed) - 1
	if !takes || n < 0 || d.drawn != digitsOf(s.Top()) || s.Clock.Now().Sub(d.at) > rowEnds || !d.code && !erases {
		s.digits = digits{}
		return false
	}
	if d.several = d.several || n > 0; !d.several && !d.code {
		s.digits = digits{}
		return false
	}
	d.typed, d.at, d.erased = d.typed[:n], s.Clock.Now(), true
	if d.code {
		if n == 0 {
			s.digits = digits{}
		}
		s.Warn(s.Text.T("digits_code_gone"))
		return true
	}
	return eraser.EraseDigit(n)
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
	if drawn := digitsOf(s.Top()); d.drawn != drawn || d.code && d.erased {
		*d = digits{drawn: drawn}
	}
	d.at = s.Clock.Now()
	if d.code {
		d.typed += string(r)
		return true
	}
	page.MarkDigit(len(d.typed))
	d.typed += string(r)
	return s.takesBack(page, false)
}

// takesBack reports whether the digits in a row hold a code and what it did is taken back: the row is that code then. What was typed before a code
// may be what is asked for. Its last digit and the first of a code may be somebody's number too, so that a code may
// begin at either. Before the digits are over it is not known which.
func (s *Shell) takesBack(page DigitPage, over bool) bool {
	typed := s.digits.typed
	taken := func(n int) bool {
		if !page.TakeDigitsBack(n, typed[n:], over) {
			return false
		}
		s.digits.typed, s.digits.code = typed[n:], true
		return true
	}
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
			case holds(later) && taken(later):
				return true
			}
		}
		if taken(n) {
			return true
		}
	}
	return false
}

// EndsCode reports whether digits that were typed in a row end in a code, so that what they are entered with by a tap does nothing.
func (s *Shell) EndsCode() bool { return s.endsCode(true) }

// endsCode ends the digits in a row, and reports whether a key is the Enter behind a code that was taken back.
func (s *Shell) endsCode(enter bool) bool {
	defer func() { s.digits = digits{} }()
	if enter && s.idleCode() {
		s.Warn(s.Text.T("office_code"))
		return true
	}
	d := &s.digits
	if d.code {
		return enter && !d.erased
	}
	page, takes := can[DigitPage](s.Top())
	return enter && takes && s.House != nil && d.drawn == digitsOf(s.Top()) && s.takesBack(page, true)
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
