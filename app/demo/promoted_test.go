package demo_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// behind are entries behind the last of a stream, a minute later, with the approvals of one
// person behind the first.
func (f *forger) behind(stream string, by house.Badge, facts ...record.Fact) []record.Entry {
	last := f.streams[stream][len(f.streams[stream])-1]
	var out []record.Entry
	add := func(fact record.Fact, number string) *record.Entry {
		out = append(out, record.Entry{Table: stream, Seq: last.Seq + int64(len(out)) + 1, At: last.At.Add(time.Minute), By: number, Shift: last.Shift, Shoe: last.Shoe, Hand: last.Hand, Fact: fact})
		return &out[len(out)-1]
	}
	e := *add(facts[0], by.Number)
	approval, err := by.Approve(f.stood(stream, last.Seq), e)
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
	pin, another := record.PINSet{Number: "12", Key: freshKey(t)}, record.PINSet{Number: "12", Key: freshKey(t)}
	promoted := record.StaffSet{Number: "12", Name: "Bruno Conti", Role: record.Manager}
	at := len(f.streams[record.HouseStream])
	for name, c := range map[string]struct {
		by    house.Badge
		facts []record.Fact
		holds bool
	}{
		"an own PIN":                  {croupier, []record.Fact{pin}, true},
		"a role before it":            {croupier, []record.Fact{promoted, pin}, false},
		"a role behind it":            {croupier, []record.Fact{pin, promoted}, false},
		"a role between two of them":  {croupier, []record.Fact{pin, promoted, another}, false},
		"two own PINs":                {croupier, []record.Fact{pin, another}, true},
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

// A PIN that a manager gives somebody says so, and signs nothing: else the manager would be two people at once.
func TestGivenPINSaysWhoGaveIt(t *testing.T) {
	f := recorded(t, "lugano")
	key := freshKey(t)
	at := len(f.streams[record.HouseStream])
	fresh := record.StaffSet{Number: "55", Name: "Sandra Neri", Role: record.Inspector}
	for name, c := range map[string]struct {
		by    string
		whose string
		facts []record.Fact
		holds bool
	}{
		"given":                     {"31", "21", []record.Fact{record.PINSet{Number: "21", Key: key, By: "31"}}, true},
		"given, and not said":       {"31", "21", []record.Fact{record.PINSet{Number: "21", Key: key}}, false},
		"given by another":          {"31", "21", []record.Fact{record.PINSet{Number: "21", Key: key, By: "12"}}, false},
		"given as the same":         {"31", "21", []record.Fact{record.PINSet{Number: "21", Key: key, By: "31", Same: true}}, false},
		"chosen":                    {"21", "21", []record.Fact{record.PINSet{Number: "21", Key: key}}, true},
		"chosen, and called given":  {"21", "21", []record.Fact{record.PINSet{Number: "21", Key: key, By: "21"}}, false},
		"of somebody new":           {"31", "55", []record.Fact{fresh, record.PINSet{Number: "55", Key: key, By: "31"}}, true},
		"of somebody new, not said": {"31", "55", []record.Fact{fresh, record.PINSet{Number: "55", Key: key}}, false},
	} {
		change := record.StaffChanged{Number: c.whose, By: c.by, Says: record.SaysOf(c.facts)}
		list := f.behind(record.HouseStream, f.badges[c.by], slices.Concat([]record.Fact{change}, c.facts)...)
		if fault := f.verified(record.HouseStream, at, list...); (fault == nil) != c.holds {
			t.Errorf("%s: %v", name, fault)
		}
		if c.holds {
			list[len(list)-1].By = "41"
			if fault := f.verified(record.HouseStream, at, list...); fault == nil {
				t.Errorf("%s, in another name: it holds", name)
			}
		}
	}
	change := record.StaffChanged{Number: "55", By: "31", Says: record.SaysOf([]record.Fact{fresh})}
	list := f.behind(record.HouseStream, f.badges["31"], change, fresh, record.PINSet{Number: "55", Key: key})
	if fault := f.verified(record.HouseStream, at, list...); fault == nil {
		t.Error("a first key for which nobody signed holds")
	}
}

// freshKey is the public half of a key that nobody had.
func freshKey(t *testing.T) string {
	t.Helper()
	key, err := house.NewKey()
	must(t, err)
	return public(t, key)
}

func public(t *testing.T, key *ecdsa.PrivateKey) string {
	t.Helper()
	text, err := house.PublicKey(key)
	must(t, err)
	return text
}

// A key that was somebody's is nobody's again, however it is written: who signs meanwhile with another one, under a PIN that a manager
// gave, would have its owner notice nothing.
func TestNoKeyComesBack(t *testing.T) {
	f := recorded(t, "lugano")
	own, others, before := public(t, f.badges["21"].Key()), public(t, f.badges["12"].Key()), public(t, f.former[0].Key())
	back := record.StaffSet{Number: leaver, Name: "Gino Neri", Role: record.Inspector}
	large, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	must(t, err)
	at := len(f.streams[record.HouseStream])
	for name, c := range map[string]struct {
		by, whose string
		facts     []record.Fact
		holds     bool
	}{
		"a new one":                          {"21", "21", []record.Fact{record.PINSet{Number: "21", Key: freshKey(t)}}, true},
		"a new one under the PIN of before":  {"21", "21", []record.Fact{record.PINSet{Number: "21", Key: freshKey(t), Same: true}}, true},
		"their own, chosen":                  {"21", "21", []record.Fact{record.PINSet{Number: "21", Key: own}}, false},
		"their own, as the same":             {"21", "21", []record.Fact{record.PINSet{Number: "21", Key: own, Same: true}}, false},
		"their own, given":                   {"31", "21", []record.Fact{record.PINSet{Number: "21", Key: own, By: "31"}}, false},
		"their own, behind another":          {"21", "21", []record.Fact{record.PINSet{Number: "21", Key: freshKey(t)}, record.PINSet{Number: "21", Key: own}}, false},
		"their own, with a line feed":        {"21", "21", []record.Fact{record.PINSet{Number: "21", Key: own[:8] + "\n" + own[8:]}}, false},
		"a colleague's":                      {"21", "21", []record.Fact{record.PINSet{Number: "21", Key: others}}, false},
		"one that a leaver had once, chosen": {"21", "21", []record.Fact{record.PINSet{Number: "21", Key: before}}, false},
		"one that a leaver had once, given":  {"31", "21", []record.Fact{record.PINSet{Number: "21", Key: before, By: "31"}}, false},
		"who comes back, with a new one":     {"31", leaver, []record.Fact{back, record.PINSet{Number: leaver, Key: freshKey(t), By: "31"}}, true},
		"who comes back, with the first one": {"31", leaver, []record.Fact{back, record.PINSet{Number: leaver, Key: before, By: "31"}}, false},
		"a new one, written otherwise":       {"21", "21", []record.Fact{record.PINSet{Number: "21", Key: freshKey(t) + "\n"}}, false},
		"one of another curve":               {"21", "21", []record.Fact{record.PINSet{Number: "21", Key: public(t, large)}}, false},
		"none":                               {"21", "21", []record.Fact{record.PINSet{Number: "21"}}, false},
	} {
		change := record.StaffChanged{Number: c.whose, By: c.by, Says: record.SaysOf(c.facts)}
		fault := f.verified(record.HouseStream, at, f.behind(record.HouseStream, f.badges[c.by], slices.Concat([]record.Fact{change}, c.facts)...)...)
		if (fault == nil) != c.holds {
			t.Errorf("%s: %v", name, fault)
		}
		if fault != nil && (!strings.Contains(fault.What, "the key of "+c.whose) || fault.Code != record.NotDone) {
			t.Errorf("%s: %v", name, fault)
		}
	}
}

// Who changes people can enter nobody whom the office would not take.
func TestNobodyIsWhomTheOfficeRefuses(t *testing.T) {
	f := recorded(t, "lugano")
	was, key := "", ""
	for _, e := range f.streams[record.HouseStream] {
		switch set := e.Fact.(type) {
		case record.StaffSet:
			if set.Number == leaver {
				was = string(set.Name)
			}
		case record.PINSet:
			if set.Number == "12" {
				key = set.Key
			}
		}
	}
	at := len(f.streams[record.HouseStream])
	for name, c := range map[string]struct {
		set   record.StaffSet
		holds bool
	}{
		"somebody new":                        {record.StaffSet{Number: "55", Name: "Sandra Neri", Role: record.Inspector}, true},
		"who comes back":                      {record.StaffSet{Number: leaver, Name: was, Role: record.Croupier}, true},
		"another one, by the leaver's number": {record.StaffSet{Number: leaver, Name: "Sandra Neri", Role: record.Croupier}, false},
		"a role that there is not":            {record.StaffSet{Number: "55", Name: "Sandra Neri", Role: "god"}, false},
		"no name":                             {record.StaffSet{Number: "55", Role: record.Inspector}, false},
		"a blank name":                        {record.StaffSet{Number: "55", Name: "  ", Role: record.Inspector}, false},
		"a name that is turned round":         {record.StaffSet{Number: "55", Name: "Sandra\u202eNeri", Role: record.Inspector}, false},
		"a name that steers a terminal":       {record.StaffSet{Number: "55", Name: "Sandra\x1b[2J", Role: record.Inspector}, false},
		"a number that another begins with":   {record.StaffSet{Number: "1", Name: "Sandra Neri", Role: record.Inspector}, false},
		"a number that begins with another":   {record.StaffSet{Number: "112", Name: "Sandra Neri", Role: record.Inspector}, false},
		"a long number":                       {record.StaffSet{Number: "7654321", Name: "Sandra Neri", Role: record.Inspector}, false},
		"the last manager, less":              {record.StaffSet{Number: "31", Name: "Elena Moser", Role: record.Croupier}, false},
	} {
		facts := []record.Fact{c.set}
		change := record.StaffChanged{Number: c.set.Number, By: "31", Says: record.SaysOf(facts)}
		fault := f.verified(record.HouseStream, at, f.behind(record.HouseStream, f.badges["31"], change, c.set)...)
		if (fault == nil) != c.holds {
			t.Errorf("%s: %v", name, fault)
		}
	}
	pin := record.PINSet{Number: "21", Key: key, By: "31"}
	change := record.StaffChanged{Number: "21", By: "31", Says: record.SaysOf([]record.Fact{pin})}
	if fault := f.verified(record.HouseStream, at, f.behind(record.HouseStream, f.badges["31"], change, pin)...); fault == nil {
		t.Error("two people of one key hold")
	}
}

// Who left signs nothing any more, whatever the clock is said to have been: a table that goes
// back in time is judged by the house that there was when the clock was put back, and the
// clock was never ahead of all that was entered.
func TestClockBringsNoOldKeyBack(t *testing.T) {
	f := recorded(t, "lugano")
	house, name := f.streams[record.HouseStream], f.names[1]
	table := f.streams[name]
	now, last := house[len(house)-1].At, table[len(table)-1]
	var then time.Time // the leaver had a key of their own
	for _, e := range house {
		if set, ok := e.Fact.(record.PINSet); ok && set.Number == leaver {
			then = e.At.Add(time.Second)
		}
	}
	said := func(was time.Time) record.Entry {
		return record.Entry{Table: record.HouseStream, Seq: int64(len(house)) + 1, At: now.Add(-10 * time.Minute), Fact: record.ClockDrifted{Was: was.UnixMilli()}}
	}
	at := func(n int, when time.Time, fact record.Fact) record.Entry {
		return record.Entry{Table: name, Seq: last.Seq + int64(n), At: when, By: "12", Shift: last.Shift, Shoe: last.Shoe, Hand: last.Hand, Fact: fact}
	}
	drift := at(1, then, record.ClockDrifted{Was: last.At.UnixMilli()})
	counted := at(2, then, record.DropCounted{Cash: 500, By: leaver, With: "31"})
	counted.By = leaver
	first, err := f.badges[leaver].Approve(f.stood(name, last.Seq), counted)
	must(t, err)
	second, err := f.badges["31"].Approve(f.stood(name, last.Seq), counted)
	must(t, err)
	approved := func(n int, a record.Approved) record.Entry {
		e := counted
		e.Seq, e.Fact = last.Seq+int64(n), a
		return e
	}
	signed := []record.Entry{drift, counted, approved(3, first), approved(4, second)}
	for name, c := range map[string]struct {
		house, table []record.Entry
		names        string
	}{
		"a table alone":             {nil, signed, ""},
		"the house as well":         {[]record.Entry{said(now)}, signed, "wrong role"},
		"a clock that was years on": {[]record.Entry{said(now.AddDate(50, 0, 0))}, nil, "no entry is of then"},
	} {
		x := f.record()
		x.put(record.HouseStream, len(house), c.house...)
		x.put(table[0].Table, len(table), c.table...)
		fault := f.judged(x)
		if fault == nil || !strings.Contains(fault.What, c.names) {
			t.Errorf("%s: %v", name, fault)
		}
	}
}
