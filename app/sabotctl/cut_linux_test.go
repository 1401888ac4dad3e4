package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"sabot/app/session"
)

// Whoever goes away in the midst of an answer, as head does, has nobody stay signed on, and a command that prints for ever ends.
func TestOutputIsCut(t *testing.T) {
	data := closed(t)
	readsAsk(t, data)
	pins, _ := pinsOf(t, "31")
	self, err := os.Executable()
	must(t, err)
	for _, args := range [][]string{{"export"}, {"log", "-n", "100000"}, {"report", "changes", "-o", filepath.Join(t.TempDir(), "r.pdf")}} {
		read, write, err := os.Pipe()
		must(t, err)
		must(t, read.Close())
		c := exec.Command(self, append(args, "--data", data, "--reader", "31", "--pin-file", pins)...)
		c.Env = append(os.Environ(), asSabotctl+"="+os.DevNull)
		c.Stdout = write
		var said errorOutput
		c.Stderr = &said
		_ = c.Run()
		must(t, write.Close())
		if status := c.ProcessState.ExitCode(); status != cut || len(said) > 0 {
			t.Errorf("%s: status %d, %q", args[0], status, said)
		}
		h, err := session.Read(data, time.Now)
		must(t, err)
		if in := h.State.People().InOffice("31"); in != 0 {
			t.Errorf("%s: 31 is signed on %d times", args[0], in)
		}
		must(t, h.Close())
	}
}

type errorOutput []byte

// Write implements io.Writer.
func (o *errorOutput) Write(b []byte) (int, error) { *o = append(*o, b...); return len(b), nil }
