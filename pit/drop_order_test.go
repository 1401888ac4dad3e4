package pit_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// Counts of a drop box come in the order that entries and moves prove. A clock says something only of what one machine did.
func TestOrderOfCounts(t *testing.T) {
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	count := func(cash games.Amount) record.BoxCounted {
		return record.BoxCounted{Table: "LB1", Shift: 1, Notes: record.Float{{Value: cash, Pieces: 1}}, By: "31", With: "41"}
	}
	moved := func(from, to string, size int) record.TableMoved {
		key, err := seal.NewKey()
		if err != nil {
			t.Fatal(err)
		}
		tree := seal.Tree{}
		for range size {
			tree.Add([]byte("entry"))
		}
		head, err := seal.HeadOf("LB1", &tree).Sign(key)
		if err != nil {
			t.Fatal(err)
		}
		return record.TableMoved{Table: "LB1", From: from, To: to, Head: head}
	}
	lines := func(e record.Entry) []string {
		list := []string{string(record.Encode(e))}
		for _, number := range record.Signers(e.Fact) { // the fold asks who stands behind it, the audit for the signature
			e.Fact = record.Approved{Seq: 9, By: number}
			list = append(list, string(record.Encode(e)))
		}
		return list
	}
	boxes := func(from string, minutes int, cash games.Amount) record.BoxesTaken {
		e := record.Entry{Table: record.HouseStream, Seq: 9, At: at(minutes), By: "31", Fact: count(cash)}
		return record.BoxesTaken{Table: "LB1", Machine: from, Entries: lines(e)}
	}
	stayed := func(from string, minutes int, cash games.Amount, move, behind int64) record.BoxesTaken {
		f := count(cash)
		f.Move, f.Behind = move, behind
		e := record.Entry{Table: record.HouseStream, Seq: 9, At: at(minutes), By: "31", Fact: f}
		return record.BoxesTaken{Table: "LB1", Machine: from, Entries: lines(e)}
	}
	since := func(cash games.Amount, move, behind int64) record.BoxCounted {
		f := count(cash)
		f.Move, f.Behind = move, behind
		return f
	}
	inherited := func(from string, size int64) record.TableInherited {
		return record.TableInherited{Table: "LB1", Machine: from, Size: size}
	}
	type entry struct {
		minutes int
		fact    record.Fact
	}
	for what, s := range map[string]struct {
		house  []entry // the machine's stream of the house
		table  int     // the table's entry by which it was counted there,
		at     int     // and when
		shut   int     // the entry that closed the shift; 0: the first
		wanted []games.Amount
	}{
		"one machine":                                {[]entry{{5, count(1000)}, {7, count(2000)}}, 6, 6, 0, []games.Amount{1000, 500, 2000}},
		"the table came with its count":              {[]entry{{1, moved("a", "b", 6)}, {1, inherited("a", 6)}, {2, count(1000)}}, 6, 9, 0, []games.Amount{500, 1000}},
		"counted at the table where it went":         {[]entry{{9, count(1000)}, {9, moved("a", "b", 5)}, {9, moved("b", "a", 7)}, {9, inherited("b", 7)}}, 6, 2, 0, []games.Amount{1000, 500}},
		"both came, as one machine did it":           {[]entry{{1, moved("a", "b", 6)}, {1, boxes("a", 4, 1000)}, {1, inherited("a", 6)}}, 6, 5, 0, []games.Amount{1000, 500}},
		"and the other way round":                    {[]entry{{1, moved("a", "b", 6)}, {1, boxes("a", 4, 1000)}, {1, inherited("a", 6)}}, 6, 3, 0, []games.Amount{500, 1000}},
		"counted at the table after a box came":      {[]entry{{1, moved("a", "b", 5)}, {1, boxes("a", 9, 1000)}, {1, inherited("a", 5)}}, 6, 2, 0, []games.Amount{1000, 500}},
		"a box counted where a counted table went":   {[]entry{{1, moved("a", "b", 6)}, {1, moved("b", "a", 6)}, {1, boxes("b", 2, 1000)}, {1, inherited("b", 6)}}, 6, 9, 0, []games.Amount{500, 1000}},
		"counted again here, where another came":     {[]entry{{1, moved("a", "b", 6)}, {1, boxes("a", 9, 1000)}, {1, inherited("a", 6)}, {2, count(2000)}}, 6, 8, 0, []games.Amount{500, 1000, 2000}},
		"counted where it went, and moved on from b": {[]entry{{1, count(2000)}, {1, moved("a", "b", 6)}, {1, moved("b", "a", 7)}, {1, boxes("b", 0, 1000)}, {1, inherited("b", 7)}}, 7, 9, 0, []games.Amount{2000, 1000, 500}},
		"counted at two machines before this one":    {[]entry{{1, moved("a", "b", 5)}, {1, moved("b", "c", 9)}, {1, stayed("b", 90, 1000, 0, 4)}, {1, stayed("b", 3, 2000, 1, 8)}, {1, inherited("b", 9)}}, 6, 50, 0, []games.Amount{1000, 500, 2000}},
		"and the later one came first":               {[]entry{{1, moved("a", "b", 5)}, {1, moved("b", "c", 9)}, {1, stayed("b", 3, 2000, 1, 8)}, {1, stayed("b", 90, 1000, 0, 4)}, {1, inherited("b", 9)}}, 9, 1, 0, []games.Amount{1000, 2000, 500}},
		"behind entries that there never were":       {[]entry{{1, moved("a", "b", 5)}, {1, stayed("a", 90, 1000, 0, math.MaxInt64)}, {1, inherited("a", 5)}}, 6, 2, 0, []games.Amount{1000, 500}},
		"of the stay before the last as well":        {[]entry{{1, moved("a", "b", 5)}, {1, moved("b", "c", 9)}, {1, stayed("b", 90, 1000, 0, math.MaxInt64)}, {1, stayed("b", 3, 2000, 1, 1<<62)}, {1, inherited("b", 9)}}, 10, 1, 0, []games.Amount{1000, 2000, 500}},
		"and a count that was made since holds":      {[]entry{{1, moved("a", "b", 6)}, {1, stayed("a", 90, 1000, 0, math.MaxInt64)}, {1, inherited("a", 6)}, {2, since(2000, 1, 6)}}, 6, 9, 0, []games.Amount{500, 1000, 2000}},
		"where the table was taken away, unheard":    {[]entry{{1, moved("a", "b", 5)}, {1, stayed("a", 90, 1000, 0, 8)}, {1, inherited("a", 5)}}, 6, 2, 0, []games.Amount{1000, 500}},
		"there of a shift of its own, unheard":       {[]entry{{1, moved("a", "b", 5)}, {1, stayed("a", 90, 1000, 0, 8)}, {1, inherited("a", 5)}}, 9, 2, 7, []games.Amount{500}},
		"here of the shift, before it went":          {[]entry{{1, since(1000, 0, 8)}, {1, moved("a", "b", 8)}, {1, moved("b", "a", 9)}, {1, inherited("b", 9)}}, 10, 20, 7, []games.Amount{1000, 500}},
	} {
		house := &house.House{}
		for i, e := range s.house {
			house.Apply(record.Entry{Table: record.HouseStream, Seq: int64(i + 1), At: at(e.minutes), Fact: e.fact})
		}
		state := pit.NewTable("LB1")
		state.Apply(record.Entry{Table: "LB1", Seq: max(1, int64(s.shut)), At: at(0), Fact: record.Closed{}})
		state.Apply(record.Entry{Table: "LB1", Seq: int64(s.table), At: at(s.at), Fact: record.DropCounted{Cash: 500, By: "31", With: "41"}})
		state.CountedByOffice(house.Boxes().Drops("LB1", 1))
		state.Shift = 1
		var got []games.Amount
		for _, c := range state.Drops {
			got = append(got, c.Cash)
		}
		if !slices.Equal(got, s.wanted) {
			t.Errorf("%s: the counts are %v, wanted %v", what, got, s.wanted)
		}
	}
}
