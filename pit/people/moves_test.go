package people_test

import (
	"slices"
	"testing"

	"sabot/pit/people"
	"sabot/pit/record"
)

// What a manager signed says where a table is played, of one without entries too: the pit's list alone gives it to nobody else.
func TestSignedMoveOfATableWithoutEntries(t *testing.T) {
	h := &people.House{}
	h.Apply(record.Entry{Table: record.HouseStream, Seq: 1, Fact: record.TableMoved{Table: "LB4", From: "tavolo-3", To: "tavolo-1"}})
	h.Apply(record.Entry{Table: record.HouseStream, Seq: 2, Fact: record.TablesHeld{Machine: "tavolo-3", Tables: []string{"LB4", "LB5"}}})
	if h.Plays("LB4") || !h.Plays("LB5") {
		t.Error("who lost it plays it as long as it has not entered what it holds since")
	}
	list := []string{"LB4", "LB5"}
	if got := h.Allotted("tavolo-3", list); !slices.Equal(got, []string{"LB5"}) {
		t.Errorf("who lost it plays %v", got)
	}
	if got := h.Allotted("tavolo-1", list); !slices.Equal(got, list) {
		t.Errorf("to whom it was moved plays %v", got)
	}
}

// Who plays a table waits for all that may play it still: a word that takes it from one of them takes it from that one alone, and
// the same word once more from all.
func TestWhoHasToLetGoOfATable(t *testing.T) {
	h := &people.House{}
	said := int64(0)
	move := func(from, to string, over bool, wait ...string) {
		t.Helper()
		said++
		h.Apply(record.Entry{Table: record.HouseStream, Seq: said, Fact: record.TableMoved{Table: "LB4", From: from, To: to, Over: over}})
		var got []string
		for _, m := range h.Handing("LB4") {
			got = append(got, m.Machine)
		}
		if !slices.Equal(got, wait) {
			t.Errorf("%s to %s, over %v: %q have to let go of it, wanted %q", from, to, over, got, wait)
		}
	}
	move("a", "b", false, "a")
	move("b", "c", true, "a")
	move("b", "c", true)
	move("c", "a", false, "c")
	move("a", "b", false, "c", "a")
	move("b", "c", false, "a", "b")
	h.Apply(record.Entry{Table: record.HouseStream, Seq: said + 1, Fact: record.TablesHeld{Machine: "a", Tables: []string{"LB4"}}})
	move("c", "a", true, "b")
	h.Apply(record.Entry{Table: record.HouseStream, Seq: said + 1, Fact: record.TablesHeld{Machine: "a", Tables: []string{"LB4"}}})
	if len(h.Handing("LB4")) > 0 {
		t.Error("it plays the table, and waits still")
	}
}
