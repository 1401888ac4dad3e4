package terminal

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// A Line is the line of a terminal that says how far something has come: what is printed there later takes its place. Nil is
// that of no terminal.
type Line struct {
	to   io.Writer
	mu   sync.Mutex
	long int // of what stands there
}

// LineOn returns the line of a file; nil where it is no terminal.
func LineOn(f *os.File) *Line {
	if !Is(f) {
		return nil
	}
	return &Line{to: f}
}

// LineOf returns the line of the terminal to which a stream of a command goes; nil where it goes to none.
func LineOf(w io.Writer) *Line {
	o, _ := w.(output)
	return o.line
}

// Say changes the text of the line.
func (l *Line) Say(text string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.to, "\r%-*s", l.long, text)
	l.long = len(text)
}

// Clear takes away what the line says.
func (l *Line) Clear() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.long > 0 {
		fmt.Fprintf(l.to, "\r%s\r", strings.Repeat(" ", l.long))
	}
	l.long = 0
}

// paced returns a function that has the line say how far something has come, once that takes more than a second; nil for no line.
func (l *Line) paced() func(format string, numbers ...any) {
	if l == nil {
		return nil
	}
	const patience, pause = time.Second, 300 * time.Millisecond
	last, mu := time.Now().Add(patience-pause), sync.Mutex{}
	return func(format string, numbers ...any) {
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); now.Sub(last) > pause {
			l.Say(fmt.Sprintf(format, numbers...))
			last = now
		}
	}
}

// A progress passes lines on, and says how many there were.
type progress struct {
	out   io.Writer
	lines int
	say   func(format string, numbers ...any)
}

// NewCounted returns the output of a command whose lines are counted: where standard error is a terminal and the output is not, it
// says how many there were.
func NewCounted(out, err io.Writer) io.Writer {
	say := LineOf(err).paced()
	if say == nil || LineOf(out) != nil {
		return out
	}
	return &progress{out: out, say: say}
}

// Is reports whether a file is a terminal.
func Is(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && f.Name() != os.DevNull
}

// Write implements io.Writer.
func (p *progress) Write(b []byte) (int, error) {
	p.lines += bytes.Count(b, []byte("\n"))
	p.say("%d hands", p.lines)
	return p.out.Write(b)
}

// ShiftsRead returns a function that shows on a terminal how many shifts were read.
func ShiftsRead(w io.Writer) func(done, all int) {
	say := LineOf(w).paced()
	if say == nil {
		return nil
	}
	return func(done, all int) { say("%d of %d shifts", done, all) }
}

// EntriesRead returns a function that shows on a terminal how many entries were read.
func EntriesRead(w io.Writer) func(int64) {
	say := LineOf(w).paced()
	if say == nil {
		return nil
	}
	return func(n int64) { say("%d entries", n) }
}
