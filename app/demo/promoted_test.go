package demo_test

import (
	"slices"
	"testing"
	"time"

	"sabot/pit/people"
	"sabot/pit/record"
)

// behind are entries behind the last of a stream, a minute later, with the approvals of one
// person behind the first.
func (f *forger) behind(stream string, by people.Badge, facts ...record.Fact) []record.Entry {
	last := f.streams[stream][len(f.streams[stream])-1]
	var out []record.Entry
	add := func(fact record.Fact, number string) *record.Entry {
		out = append(out, record.Entry{Table: stream, Seq: last.Seq + int64(len(out)) + 1, At: last.At.Add(time.Minute), By: number, Shift: last.Shift, Shoe: last.Shoe, Hand: last.Hand, Fact: fact})
		return &out[len(out)-1]
	}
	e := *add(facts[0], by.Number)
	approval, err := by.Approve(e)
	must(f.t, err)
	add(approval, by.Number)
	for _, fact := range facts[1:] {
		add(fact, by.Number)
	}
	return out
}

// Who may change their own PIN, and has the key that seals the record, makes nobody anything
// else by it, whatever the order.
func TestOwnPINPromotesNobody(t *testing.T) {
	f := recorded(t, "lugano")
	croupier, manager := f.badges["12"], f.badges["31"]
	var key string
	for _, e := range f.streams[record.HouseStream] {
		if set, ok := e.Fact.(record.PINSet); ok && set.Number == "12" {
			key = set.Key
		}
	}
	pin := record.PINSet{Number: "12", Key: key}
	promoted := record.StaffSet{Number: "12", Name: "Bruno Conti", Role: record.Manager}
	at := len(f.streams[record.HouseStream])
	for name, c := range map[string]struct {
		by    people.Badge
		facts []record.Fact
		holds bool
	}{
		"an own PIN":                  {croupier, []record.Fact{pin}, true},
		"a role before it":            {croupier, []record.Fact{promoted, pin}, false},
		"a role behind it":            {croupier, []record.Fact{pin, promoted}, false},
		"a role between two of them":  {croupier, []record.Fact{pin, promoted, pin}, false},
		"a role alone":                {croupier, []record.Fact{promoted}, false},
		"a role that a manager gives": {manager, []record.Fact{promoted}, true},
	} {
		change := record.StaffChanged{Number: "12", By: c.by.Number, Says: record.SaysOf(c.facts)}
		fault := f.verified(record.HouseStream, at, f.behind(record.HouseStream, c.by, slices.Concat([]record.Fact{change}, c.facts)...)...)
		if (fault == nil) != c.holds {
			t.Errorf("%s: %v", name, fault)
		}
	}
}
