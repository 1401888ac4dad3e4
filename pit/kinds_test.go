package pit

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// blank is an entry of a kind whose fact says nothing.
func blank(kind string) Entry {
	return Entry{Table: "LB1", Seq: 9, At: time.UnixMilli(1_795_241_553_123).UTC(), Shift: 1, Shoe: 1, Hand: 1, Fact: factRows[kind].zero}
}

// opened is a table with a shift and a shoe.
func opened(t *testing.T) *Table {
	t.Helper()
	table := NewTable("LB1")
	for _, f := range []Fact{
		Opened{Day: "2026-11-21", Game: "lugano", Rules: rawMsg(`"lugano"`), Croupier: "11", Inspector: "21"}, ShoeStarted{Decks: 6},
	} {
		table.Apply(table.Stamp(time.UnixMilli(1_795_241_553_123), f)[0])
	}
	return table
}

// Every kind has every cell of its row, and a fold of the realm that the row names takes
// it in: a fact that is forgotten somewhere does not vanish.
func TestEveryKindHasItsRow(t *testing.T) {
	for _, kind := range Kinds() {
		row, e := factRows[kind], blank(kind)
		if row.kind != kind || e.Fact.kind() != kind || row.read == nil || row.answers == 0 {
			t.Errorf("%s: %+v", kind, row)
		}
		if how := UndoOf(e.Fact); how < NoUndo || how > AfterCards || row.of != OfHand && row.of != OfMoves && how != NoUndo {
			t.Errorf("%s is taken back by way %d", kind, how)
		}
		if row.answers == TheSigner && kind != "opened" && row.headline == inHand {
			t.Errorf("%s can stand outside a shift's hands and is no headline", kind)
		}
		switch table := opened(t); row.of {
		case OfHouse:
			if !new(House).apply(e) {
				t.Errorf("no House takes %s in", kind)
			}
		case OfTable:
			if !table.apply(e) {
				t.Errorf("no Table takes %s in", kind)
			}
		case OfHand:
			if !table.Current.apply(e) {
				t.Errorf("no Hand takes %s in", kind)
			}
		case OfMoves:
			if before := len(table.Current.moves); !table.Current.apply(e) || len(table.Current.moves) != before+1 || !new(tray).work(e.Fact, 1, nil) {
				t.Errorf("%s is no move of chips", kind)
			}
		default:
			t.Errorf("%s is nobody's", kind)
		}
	}
}

// docs/record.md says of every kind what happened, and names no other.
func TestEveryKindIsInTheBook(t *testing.T) {
	b, err := os.ReadFile("../docs/record.md")
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
