package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"time"
)

// progress passes lines on and, where standard error is a terminal and the output
// is not, says how many there were once the work takes more than a second.
type progress struct {
	out, say io.Writer
	lines    int
	started  time.Time
	said     time.Time
}

// newProgress is the output of a command whose lines are counted.
func newProgress(s streams) io.Writer {
	if !terminal(s.err) || terminal(s.out) {
		return s.out
	}
	now := time.Now()
	return &progress{out: s.out, say: s.err, started: now, said: now}
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && f.Name() != os.DevNull
}

// Write implements io.Writer.
func (p *progress) Write(b []byte) (int, error) {
	p.lines += bytes.Count(b, []byte("\n"))
	const patience, pause = time.Second, 300 * time.Millisecond
	if now := time.Now(); now.Sub(p.started) > patience && now.Sub(p.said) > pause {
		fmt.Fprintf(p.say, "\r%d hands", p.lines)
		p.said = now
	}
	return p.out.Write(b)
}

// shiftsRead says on a terminal how many shifts were read, once that takes more than a
// second.
func shiftsRead(w io.Writer) func(done, all int) {
	if !terminal(w) {
		return nil
	}
	const patience, pause = time.Second, 300 * time.Millisecond
	said := time.Now().Add(patience - pause)
	return func(done, all int) {
		if now := time.Now(); now.Sub(said) > pause {
			fmt.Fprintf(w, "\r%d of %d shifts\r", done, all)
			said = now
		}
	}
}
