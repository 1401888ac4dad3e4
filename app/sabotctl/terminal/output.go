// Package terminal has what a command at a terminal needs: an output that nothing in it can steer, a line that says
// how far something has come, and an answer that is typed unseen.
package terminal

import (
	"errors"
	"io"
	"syscall"
	"unicode/utf8"

	"sabot/pit/record"
)

// An output passes text on and tells end once nobody reads it any more.
type output struct {
	to   io.Writer
	end  func(error)
	line *Line // of the terminal to which it goes; nil where it goes to none
}

// OutputTo returns the output of a program to a file: what it writes steers no terminal. end is told once nobody
// reads it any more. line is the one of the terminal to which it goes; nil where it goes to none.
func OutputTo(f io.Writer, end func(error), line *Line) io.Writer {
	return output{plain{f}, end, line}
}

// Write implements io.Writer.
func (o output) Write(text []byte) (int, error) {
	o.line.Clear()
	n, err := o.to.Write(text)
	if errors.Is(err, syscall.EPIPE) {
		o.end(err)
	}
	return n, err
}

// A plain writes text to a terminal that nothing in it can steer or turn round: a name in a certificate or
// in a hand file may come from anybody. Lines and tabs stay.
type plain struct{ to io.Writer }

// Write implements io.Writer.
func (p plain) Write(text []byte) (int, error) {
	clean := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n' || c == '\t':
			clean = append(clean, c)
		case c < ' ' || c == 0x7f:
			clean = append(clean, '?')
		case c < utf8.RuneSelf:
			clean = append(clean, c)
		default:
			sign, n := utf8.DecodeRune(text[i:])
			if record.Steers(sign) {
				clean = append(clean, '?')
			} else {
				clean = append(clean, text[i:i+n]...)
			}
			i += n - 1
		}
	}
	if _, err := p.to.Write(clean); err != nil {
		return 0, err
	}
	return len(text), nil
}
