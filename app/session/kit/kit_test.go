package kit_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"sabot/app/session/kit"
)

// A kit is read as it was written, in any order and by whoever takes O for 0; one letter that
// is another, one line that lacks, and its line is named or the kit refused.
func TestKitIsReadAsWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	secret := func() []byte {
		b := make([]byte, 32)
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return b
	}
	for range 50 {
		k := kit.Kit{Seal: secret(), Authority: secret(), Pepper: secret()}
		if rng.IntN(3) == 0 {
			k.Pepper = nil
		}
		lines := k.Lines()
		text := strings.Join(lines, "\n")
		turned := strings.ToLower("Sabot\n" + lines[len(lines)-1] + "\nsome words\n" + strings.Join(lines[:len(lines)-1], "   "))
		for _, form := range []string{text, turned, strings.ReplaceAll(text, "0", "O")} {
			if got, err := kit.Read(form); err != nil || !reflect.DeepEqual(got, k) {
				t.Fatalf("%q is read as %+v: %v", form, got, err)
			}
		}
		at := rng.IntN(len(text))
		wrong := []byte(text)
		if c := "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[rng.IntN(32)]; wrong[at] > ' ' && wrong[at] != '-' && wrong[at] != c {
			wrong[at] = c
			if got, err := kit.Read(string(wrong)); err == nil && !reflect.DeepEqual(got, k) {
				t.Errorf("%q with letter %d as %c is another kit", text, at, c)
			}
		}
		for i := range lines {
			without := append(append([]string{}, lines[:i]...), lines[i+1:]...)
			if _, err := kit.Read(strings.Join(without, "\n")); err == nil {
				t.Errorf("without line %d it is read", i+1)
			}
		}
	}
	for _, text := range []string{"", "K1", "K1 -", "K9 0000-00", "hello"} {
		if _, err := kit.Read(text); err == nil {
			t.Errorf("%q is a kit", text)
		}
	}
}

// No letter of a kit is longer than what a terminal or a narrow page has.
func TestKitIsShort(t *testing.T) {
	k := kit.Kit{Seal: bytes.Repeat([]byte{255}, 32), Authority: bytes.Repeat([]byte{255}, 32), Pepper: bytes.Repeat([]byte{255}, 32)}
	lines := k.Lines()
	for _, l := range lines {
		if len(l) > 48 {
			t.Errorf("%q has %d letters", l, len(l))
		}
	}
	if len(lines) > 6 {
		t.Errorf("%d lines", len(lines))
	}
}
