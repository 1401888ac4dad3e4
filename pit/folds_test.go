package pit

import (
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// opened is a table with a shift and a shoe.
func opened() *Table {
	table := NewTable("LB1")
	for _, f := range []record.Fact{
		record.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21"}, record.ShoeStarted{Decks: 6},
	} {
		table.Apply(table.Stamp(time.UnixMilli(1_795_241_553_123), f)[0])
	}
	return table
}

// A fold of the realm that is named takes every kind in: a fact that is forgotten somewhere
// does not vanish.
func TestEveryKindIsFolded(t *testing.T) {
	for _, kind := range record.Kinds() {
		f := record.Blank(kind)
		e := record.Entry{Table: "LB1", Seq: 9, At: time.UnixMilli(1_795_241_553_123).UTC(), Shift: 1, Shoe: 1, Hand: 1, Fact: f}
		switch table := opened(); record.RealmOf(f) {
		case record.OfHouse, record.OfMachine:
			if !new(house.House).Apply(e) {
				t.Errorf("no House takes %s in", kind)
			}
		case record.OfTable:
			if !table.apply(e) && !table.Tray.Apply(e) {
				t.Errorf("no Table takes %s in", kind)
			}
		case record.OfHand:
			if !table.Current.Apply(e) {
				t.Errorf("no Hand takes %s in", kind)
			}
		case record.OfMoves:
			if before := len(table.AllMoves()); !table.Current.Apply(e) || !table.Tray.Apply(e) || len(table.AllMoves()) != before+1 {
				t.Errorf("%s is no move of chips", kind)
			}
		}
	}
}
