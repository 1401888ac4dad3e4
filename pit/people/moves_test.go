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
