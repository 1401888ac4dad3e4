package house

import (
	"testing"
	"time"

	"sabot/pit/record"
)

// What somebody was called, and whether they worked here, is told for each moment: before the first entry it is that one, and what the
// office says holds from when a machine heard it.
func TestNamesOfThen(t *testing.T) {
	start := time.UnixMilli(1_795_241_553_000).UTC()
	day := func(n int) time.Time { return start.AddDate(0, 0, n) }
	h := &House{}
	enter := func(n int, facts ...record.Fact) {
		for _, e := range h.Stamp(day(n), "", facts...) {
			h.Apply(e)
		}
	}
	called := func(h *House, n int, name string, left bool) {
		t.Helper()
		if got := h.NameAt("11", day(n)); got != name || h.People().LeftBy("11", day(n)) != left {
			t.Errorf("on day %d it is %q, left %t; want %q, %t", n, got, h.People().LeftBy("11", day(n)), name, left)
		}
	}
	enter(0, record.StaffSet{Number: "11", Name: "Anna Rossi", Role: record.Croupier})
	enter(1, record.StaffSet{Number: "11", Name: "Anna Rossi", Role: record.Inspector})
	enter(2, record.StaffSet{Number: "11", Name: "Anna Bernasconi", Role: record.Inspector})
	before := h.Clone()
	enter(4, record.StaffLeft{Number: "11", By: "31"})
	enter(6, record.StaffSet{Number: "11", Name: "Bea Conti", Role: record.Croupier}) // another person has the number
	called(h, -1, "Anna Rossi", false)
	called(h, 1, "Anna Rossi", false)
	called(h, 2, "Anna Bernasconi", false)
	called(h, 5, "Anna Bernasconi", true)
	called(h, 6, "Bea Conti", false)
	called(before, 6, "Anna Bernasconi", false)
	called(h.People().NamesNow(), 1, "Bea Conti", false)
	if got := h.NameAt("99", day(1)); got != "99" {
		t.Errorf("nobody is %q", got)
	}
	if got := h.NameAt("11", time.Time{}); got != "Bea Conti" {
		t.Errorf("at no moment it is %q", got)
	}

	enter(9, record.StaffSet{Number: "11", Name: "Bea Conti Moro", Role: record.Croupier})
	h.Apply(record.Entry{Table: record.HouseStream, Seq: h.Seq + 1, At: day(8), Fact: record.ClockDrifted{Was: day(9).UnixMilli()}})
	called(h, 8, "Bea Conti Moro", false)

	text := func(seq int64, n int, name string) string {
		return string(record.Encode(record.Entry{Table: record.HouseStream, Seq: seq, At: day(n), Fact: record.StaffSet{Number: "11", Name: name, Role: record.Croupier}}))
	}
	member := &House{}
	member.Apply(record.Entry{Table: record.HouseStream, Seq: 1, At: day(1), Fact: record.HouseTaken{Machine: "office", Entries: []string{text(1, 0, "Anna Rossi")}}})
	member.Apply(record.Entry{Table: record.HouseStream, Seq: 2, At: day(5), Fact: record.HouseTaken{Machine: "office", From: 1, Entries: []string{text(2, 3, "Anna Bernasconi")}}})
	called(member, 4, "Anna Rossi", false) // its papers of then had that name
	called(member, 5, "Anna Bernasconi", false)
}
