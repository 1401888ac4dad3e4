package session_test

import (
	"testing"
	"time"

	"sabot/pit/house"
)

// A line of a file of PINs may begin with its person’s own number: right
// ones open, wrong ones count once, and nobody is counted for whose number was not given.
func TestPINFromAFileBehindItsNumber(t *testing.T) {
	h := houseIn(t, t.TempDir(), time.Now)
	counts := func(want int, after string) {
		t.Helper()
		if n := h.State.People().Failed("11"); n != want {
			t.Errorf("after %s %d wrong PINs count, want %d", after, n, want)
		}
	}
	pin, old := "", "4711"
	for _, pin = range []string{"4711", "8263"} {
		if pin != old {
			if err := h.Staff().ChangePIN("11"+old, pin); err != nil {
				t.Fatal(err)
			}
			old = pin
		}
		for try := 1; try < house.FreeTries; try++ {
			if _, err := h.SignOnAs("11", "119999"); !house.RefusedFor(err, house.WrongPIN) {
				t.Fatalf("a wrong one: %v", err)
			}
			counts(try, "wrong ones")
		}
		for _, line := range []string{pin, "11" + pin} {
			if who, err := h.SignOnAs("11", line); err != nil || who.Number != "11" {
				t.Errorf("PIN %s, line %s: %v", pin, line, err)
			}
			counts(0, "a right one")
		}
	}
	for number, line := range map[string]string{"1": "1118263", "111": "18263", "": "11118263"} {
		if who, err := h.SignOnAs(number, line); !house.RefusedFor(err, house.WrongPIN) {
			t.Errorf("%q, of nobody, and %s sign %s on: %v", number, line, who.Number, err)
		}
	}
	for _, line := range []string{"1000", "10000"} {
		for range house.FreeTries {
			if _, err := h.SignOnAs("1", line); !house.RefusedFor(err, house.WrongPIN) {
				t.Errorf("of nobody: %v", err)
			}
			counts(0, "one of nobody")
		}
	}
	for range house.FreeTries {
		if _, err := h.SignOnAs("11", "118264"); !house.RefusedFor(err, house.WrongPIN) {
			t.Errorf("a wrong one: %v", err)
		}
	}
	if _, err := h.SignOnAs("11", pin); !house.RefusedFor(err, house.LockedOut) {
		t.Errorf("after %d wrong ones: %v", house.FreeTries, err)
	}
}
