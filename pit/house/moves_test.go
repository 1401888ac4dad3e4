package house_test

import (
	"slices"
	"testing"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// What a manager signed says where a table is played, of one without entries too: the pit's list alone gives it to nobody else.
func TestSignedMoveOfATableWithoutEntries(t *testing.T) {
	h := &house.House{}
	h.Apply(record.Entry{Table: record.HouseStream, Seq: 1, Fact: record.TableMoved{Table: "LB4", From: "tavolo-3", To: "tavolo-1"}})
	h.Apply(record.Entry{Table: record.HouseStream, Seq: 2, Fact: record.TablesHeld{Machine: "tavolo-3", Tables: []string{"LB4", "LB5"}}})
	if h.Plays("LB4") || !h.Plays("LB5") {
		t.Error("who lost it plays it as long as it has not entered what it holds since")
	}
	list := []string{"LB4", "LB5"}
	if got := h.Moves().Allotted("tavolo-3", list); !slices.Equal(got, []string{"LB5"}) {
		t.Errorf("who lost it plays %v", got)
	}
	if got := h.Moves().Allotted("tavolo-1", list); !slices.Equal(got, list) {
		t.Errorf("to whom it was moved plays %v", got)
	}
}

// Who plays a table waits for all that may play it still: a word that takes it from one of them takes it from that one alone, and
// the same word once more from all.
func TestWhoHasToLetGoOfATable(t *testing.T) {
	h := &house.House{}
	said := int64(0)
	move := func(from, to string, over bool, wait ...string) {
		t.Helper()
		said++
		h.Apply(record.Entry{Table: record.HouseStream, Seq: said, Fact: record.TableMoved{Table: "LB4", From: from, To: to, Over: over}})
		var got []string
		for _, m := range h.Moves().Handing("LB4") {
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
	if len(h.Moves().Handing("LB4")) > 0 {
		t.Error("it plays the table, and waits still")
	}
}

// Of a table that went away and came back only those entries are another machine's that this one did not enter.
func TestEntriesOfOthers(t *testing.T) {
	key, err := seal.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	h, seq := &house.House{}, int64(0)
	apply := func(f record.Fact) {
		seq++
		h.Apply(record.Entry{Table: record.HouseStream, Seq: seq, Fact: f})
	}
	moves := func(from, to string, size int64) {
		tree := seal.Tree{}
		for tree.Size() < size {
			tree.Add([]byte("entry"))
		}
		head, err := seal.HeadOf("LB4", &tree).Sign(key)
		if err != nil {
			t.Fatal(err)
		}
		apply(record.TableMoved{Table: "LB4", From: from, To: to, Head: head})
	}
	for _, s := range []struct {
		from, to string
		size     int64
		others   []house.Stretch // at a
	}{
		{"a", "b", 5, nil},
		{"b", "a", 5, nil}, // nothing was entered there
		{"a", "b", 6, nil},
		{"b", "c", 8, nil},
		{"c", "a", 9, []house.Stretch{{From: 7, To: 9}}},
		{"a", "b", 9, []house.Stretch{{From: 7, To: 9}}},
		{"b", "a", 11, []house.Stretch{{From: 7, To: 11}}},
		{"a", "b", 14, []house.Stretch{{From: 7, To: 11}}},
		{"b", "a", 15, []house.Stretch{{From: 7, To: 11}, {From: 15, To: 15}}},
	} {
		moves(s.from, s.to, s.size)
		if s.to == "a" {
			apply(record.TableInherited{Table: "LB4", Machine: s.from, Size: s.size})
		}
		if got := h.Moves().Anothers("LB4"); !slices.Equal(got, s.others) {
			t.Errorf("moved from %s to %s with %d entries: %v are another's, wanted %v", s.from, s.to, s.size, got, s.others)
		}
	}
}

// A machine whose pit had countersigned more of a table than the move says that went on from there knows what that cut off.
func TestWhatAMoveCutsOff(t *testing.T) {
	key, err := seal.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	note, err := seal.Head{Stream: "LB4", Size: 302}.Sign(key)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lacking, countersigned, cut int64
		machine, between            string
	}{
		{0, 305, 3, "a", ""},
		{0, 302, 0, "a", ""},
		{305, 305, 0, "a", ""},
		{304, 305, 3, "a", ""},
		{0, 305, 0, "b", ""},
		{0, 305, 0, "c", ""},
		{0, 305, 3, "c", "c"}, // the move says that it had shipped nothing of it
		{0, 302, 0, "c", "c"},
		{305, 305, 0, "c", "c"},
	} {
		h := &house.House{}
		moved := record.TableMoved{Table: "LB4", From: "a", To: "b", Head: note, Between: c.between, Lacking: c.lacking}
		if c.between != "" {
			h.Apply(record.Entry{Table: record.HouseStream, Seq: 1, Fact: record.TableMoved{Table: "LB4", From: "a", To: c.between, Head: note}})
		}
		h.Apply(record.Entry{Table: record.HouseStream, Seq: 2, Fact: moved})
		_, by := h.Moves().Overtaken("LB4", c.machine, 305)
		if n := house.CutOff(by, c.countersigned); n != c.cut {
			t.Errorf("%+v: %d", c, n)
		}
	}
}
