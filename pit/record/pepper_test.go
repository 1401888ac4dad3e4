package record

import (
	"bytes"
	"strings"
	"testing"
)

// A pepper is read back from its line, with blanks around it; any slip in it shows.
func TestPepperLine(t *testing.T) {
	p, err := NewPepper()
	if err != nil {
		t.Fatal(err)
	}
	line := p.Text()
	if back, err := ReadPepper("  " + line + "\n"); err != nil || !bytes.Equal(back, p) {
		t.Errorf("%q is read as %x, %v", line, back, err)
	}
	for i := range line {
		for _, c := range []byte("A7+") {
			if line[i] == c {
				continue
			}
			slip := line[:i] + string(c) + line[i+1:]
			if back, err := ReadPepper(slip); err == nil && !bytes.Equal(back, p) {
				t.Errorf("%q is taken", slip)
			}
		}
	}
	for _, none := range []string{"", line[:len(line)-4], strings.ToUpper(line), p.ID()} {
		if _, err := ReadPepper(none); err == nil {
			t.Errorf("%q is taken", none)
		}
	}
}
