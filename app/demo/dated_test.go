package demo_test

import (
	"slices"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// twoTables is the night of a house with two tables, of which LB2 was never opened.
func twoTables(t *testing.T) *forger {
	t.Helper()
	clock := demo.NewClock(start)
	h, err := session.Open(t.TempDir(), clock.Now)
	must(t, err)
	must(t, h.SetUp(house.DemoPlan("it", "lugano", 2)))
	f := &forger{t: t, streams: map[string][]record.Entry{}, badges: map[string]house.Badge{}, lines: map[string][]record.Line{}, heads: map[string][]int64{}}
	f.sealsWith(h)
	for _, code := range []string{"114711", "215821"} {
		who := signOn(t, h, code)
		f.badges[who.Number] = who
	}
	clock.Pass(time.Minute)
	must(t, demo.Play(t.Context(), h, clock, "LB1", 3, 1))
	_, err = demo.Close(h, clock, "LB1")
	must(t, err)
	f.reads(h, "LB1")
	must(t, h.Close())
	return f
}

// unsigned is a shift of a table as nobody signed it, dated from a moment on: a float, and a closing count of less.
func (f *forger) unsigned(name string, at time.Time) []record.Entry {
	f.t.Helper()
	var house house.House
	for _, e := range f.streams[record.HouseStream] {
		house.Apply(e)
	}
	set := house.Tables[0]
	set.Name = name
	anna, _ := house.StaffBy("11")
	dario, _ := house.StaffBy("21")
	full, less := record.Float{{Value: 100000, Pieces: 30}}, record.Float{{Value: 100000, Pieces: 20}}
	table := pit.NewTable(name)
	var began seal.Tree
	began.AddLeaf(seal.Leaf(record.Encode(f.streams[record.HouseStream][0])))
	stood := &record.Stood{Size: 1, Root: began.Root().String()}
	var list []record.Entry
	for _, do := range []func() ([]record.Fact, error){
		func() ([]record.Fact, error) {
			return table.Opening(pit.Start{Set: set, Chips: house.ChipsOf(name), Croupier: anna, Inspector: dario, Count: &full, House: stood}, at)
		},
		func() ([]record.Fact, error) {
			return table.Closing(pit.End{Croupier: anna, Inspector: dario, Count: &less})
		},
	} {
		facts, err := do()
		must(f.t, err)
		for _, e := range table.Stamp(at, facts...) {
			if opened, is := e.Fact.(record.Opened); is {
				opened.Checks, opened.Uncounted, opened.Cash, opened.Collect = 0, false, 0, ""
				e.Fact = opened
			}
			table.Apply(e)
			list = append(list, e)
		}
		at = at.Add(time.Hour)
	}
	return list
}

// The date of a forged entry is the forger's own. A night dated before the house was set up is named, though nobody had a key then: at a
// table in the place of its own, at one that was never opened, at one that the house does not have.
func TestNightBeforeTheHouse(t *testing.T) {
	f := twoTables(t)
	if fault := f.judged(f.record()); fault != nil {
		t.Fatal(fault)
	}
	begun := f.streams[record.HouseStream][0].At
	for _, name := range []string{"LB1", "LB2", "LB7"} {
		for _, at := range []time.Time{time.Date(2021, 5, 1, 20, 0, 0, 0, time.UTC), begun.Add(-2 * time.Hour), begun} {
			x := f.record()
			x.lines[name] = nil
			if name == "LB1" {
				printed := int64(0)
				for i, e := range f.streams[record.HouseStream] { // what says how the table stood
					approval, signs := e.Fact.(record.Approved)
					switch _, paper := e.Fact.(record.ReportPrinted); {
					case paper:
						printed = e.Seq
					case signs && approval.Seq == printed:
					case record.KindOf(e.Fact) != record.KindOf(record.Checkpointed{}):
						continue
					}
					e.Fact, e.By = record.PINFailed{}, ""
					x.put(record.HouseStream, i, e)
				}
			} else {
				x.names = append(x.names[:len(x.names):len(x.names)], name)
			}
			x.put(name, 0, f.unsigned(name, at)...)
			if fault := f.judged(x); fault == nil || fault.Table != name {
				t.Errorf("%s at %s: %v", name, at, fault)
			}
		}
	}
}

// A clock that the house is said to have had put back by years brings no time at which nobody had a key.
func TestNightOfAClockPutBack(t *testing.T) {
	f := twoTables(t)
	x := f.record()
	house := f.streams[record.HouseStream]
	drift := house[len(house)-1]
	then := time.Date(2021, 5, 1, 20, 0, 0, 0, time.UTC)
	drift.Seq, drift.By, drift.Fact, drift.At = drift.Seq+1, "", record.ClockDrifted{Was: drift.At.UnixMilli()}, then
	x.put(record.HouseStream, len(house), drift)
	if fault := f.judged(x); fault != nil {
		t.Fatal(fault)
	}
	x.names = append(x.names[:len(x.names):len(x.names)], "LB2")
	x.put("LB2", 0, f.unsigned("LB2", then.Add(time.Hour))...)
	if fault := f.judged(x); fault == nil || fault.Table != "LB2" || fault.Code != record.NotApproved {
		t.Errorf("%v", fault)
	}
}

// Who opens a table signs as which house: an opening that says nothing of it is named though both have signed it anew.
func TestOpeningOfNoHouse(t *testing.T) {
	f := twoTables(t)
	list := f.streams["LB1"]
	at := slices.IndexFunc(list, func(e record.Entry) bool { return record.KindOf(e.Fact) == record.KindOf(record.Opened{}) })
	e := list[at]
	opened := e.Fact.(record.Opened)
	opened.House = nil
	e.Fact = opened
	again := f.signed(e, approvals(list, at), []string{opened.Croupier, opened.Inspector}, func(n string) house.Badge { return f.badges[n] })
	if fault := f.verified("LB1", at, again...); fault == nil || fault.Seq != e.Seq || fault.Code != record.NotApproved {
		t.Errorf("%v", fault)
	}
}
