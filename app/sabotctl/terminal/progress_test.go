package terminal

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
	out, err := OutputTo(&file, nil, nil), OutputTo(&screen, nil, &Line{to: &screen})
	counted := NewCounted(out, err)
	read := ShiftsRead(err)
	if read == nil || EntriesRead(err) == nil {
		t.Fatal("a terminal is taken for none")
	}
	if ShiftsRead(out) != nil {
		t.Error("a file is taken for a terminal")
	}
	time.Sleep(2 * time.Second)
	fmt.Fprintln(counted, "{}")
	read(12, 30)
	fmt.Fprintln(err, "holds")
	if want := "\r1 hands\r12 of 30 shifts\r" + strings.Repeat(" ", 15) + "\rholds\n"; screen.String() != want || file.String() != "{}\n" {
		t.Errorf("the terminal has %q, the file %q", screen.String(), file.String())
	}
}
