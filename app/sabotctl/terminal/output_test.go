package terminal

import (
	"bytes"
	"testing"
)

// What steers a terminal is written as a question mark; text, lines and tabs as they are.
func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"Anna\tRossi, Żółć à\n": "Anna\tRossi, Żółć à\n", "a\x1b[8mb\r\x07\x7f": "a?[8mb???", "\u009bm": "?m", "\xc2": "\xc2",
		"Bruno\u202e (21)\u2069\u200b\u061c\u2028": "Bruno? (21)????", "\xe2\x80": "\xe2\x80",
	} {
		var out bytes.Buffer
		if n, err := (plain{&out}).Write([]byte(text)); err != nil || n != len(text) || out.String() != want {
			t.Errorf("%q: %d, %v, %q", text, n, err, out.String())
		}
	}
}
