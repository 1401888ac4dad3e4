package record

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every kind has every cell of its row.
func TestEveryKindHasItsRow(t *testing.T) {
	for _, kind := range Kinds() {
		row, f := factRows[kind], Blank(kind)
		if row.kind != kind || KindOf(f) != kind || row.read == nil || row.answers == 0 || row.sort < Routine || row.sort > Exception || row.of < OfHouse || row.of > OfMoves {
			t.Errorf("%s: %+v", kind, row)
		}
		if how := UndoOf(f); how < NoUndo || how > Answer || row.of != OfHand && row.of != OfMoves && how != NoUndo {
			t.Errorf("%s is taken back by way %d", kind, how)
		}
		if row.answers == TheSigner && !bool(row.headline) {
			t.Errorf("%s can stand outside a shift's hands and is no headline", kind)
		}
		if _, err := row.read([]byte("[")); err == nil || errors.Is(err, ErrNewerRecord) {
			t.Errorf("%s reads what is none: %v", kind, err)
		}
	}
}

// docs/record.md says of every kind what happened, and names no other.
func TestEveryKindIsInTheBook(t *testing.T) {
	b, err := os.ReadFile("../../docs/record.md")
	if err != nil {
		t.Fatal(err)
	}
	named, code := map[string]bool{}, regexp.MustCompile("`([a-z]+)`")
	_, list, _ := strings.Cut(string(b), "| kind |")
	list, _, _ = strings.Cut(list, "\n\n")
	for _, line := range strings.Split(list, "\n") {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			for _, m := range code.FindAllStringSubmatch(cells[1], -1) {
				named[m[1]] = true
				if factRows[m[1]] == nil {
					t.Errorf("it names %q, which is no kind", m[1])
				}
			}
		}
	}
	for _, kind := range Kinds() {
		if !named[kind] {
			t.Errorf("it does not say what %q is", kind)
		}
	}
}
