package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// How far something has come is said on the terminal through what guards it, and what is printed there takes its place; a stream
// that goes to no terminal says nothing of it.
func TestProgressIsSeen(t *testing.T) { synctest.Test(t, progressIsSeen) }

func progressIsSeen(t *testing.T) {
	var screen, file bytes.Buffer
	line := &progressLine{to: &screen}
	s := streams{strings.NewReader(""), output{plain{&file}, nil, nil}, output{plain{&screen}, nil, line}}
	counted := newProgress(s)
	read := shiftsRead(s.err)
	if read == nil || entriesRead(s.err) == nil {
		t.Fatal("a terminal is taken for none")
	}
	if shiftsRead(s.out) != nil {
		t.Error("a file is taken for a terminal")
	}
	time.Sleep(2 * time.Second)
	fmt.Fprintln(counted, "{}")
	read(12, 30)
	fmt.Fprintln(s.err, "holds")
	if want := "\r1 hands\r12 of 30 shifts\r" + strings.Repeat(" ", 15) + "\rholds\n"; screen.String() != want || file.String() != "{}\n" {
		t.Errorf("the terminal has %q, the file %q", screen.String(), file.String())
	}
}

// Of an option that is given twice the last one counts, as the flags have it.
func TestLastOptionCounts(t *testing.T) {
	for want, args := range map[string][]string{"b": {"--data", "a", "x", "--data=b"}, "c": {"-data", "c"}, "": {"--table", "LB1"}} {
		if got := valueOf(args, "data"); got != want {
			t.Errorf("%v: %q", args, got)
		}
	}
}
