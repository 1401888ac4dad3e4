package demo_test

import (
	"slices"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/pit/tray"
)

// With the key that seals and one manager's PIN a table is said to be one that another machine played and shipped, which there never
// was. Its hands are judged all the same, and so is who signed: by all that the house ever was. What was entered honestly is borne out.
func TestTableSaidToBeAnothers(t *testing.T) {
	f := aNight(t)
	table := f.names[1]
	changed := func(which func(record.Fact) bool, to func(record.Fact) record.Fact) func(*forged) {
		return func(x *forged) {
			at := slices.IndexFunc(x.lines[table], func(l record.Line) bool { return which(l.Entry.Fact) })
			e := x.lines[table][at].Entry
			e.Fact = to(e.Fact)
			x.put(table, at, e)
		}
	}
	for _, c := range []struct {
		name   string
		forge  func(*forged)
		wanted audit.Standing
	}{
		{"nothing", func(*forged) {}, audit.Sound},
		{"a hand", changed(
			func(f record.Fact) bool { c, is := f.(record.HandClosed); return is && c.House != 0 },
			func(f record.Fact) record.Fact { c := f.(record.HandClosed); c.House += 100; return c }), audit.Broken},
		{"a drop counted otherwise", changed(
			func(f record.Fact) bool { _, is := f.(record.DropCounted); return is },
			func(f record.Fact) record.Fact { c := f.(record.DropCounted); c.Cash += 100; return c }), audit.OthersUnjudged},
		{"a drop counted by one", changed(
			func(f record.Fact) bool { _, is := f.(record.DropCounted); return is },
			func(f record.Fact) record.Fact { c := f.(record.DropCounted); c.With = c.By; return c }), audit.OthersUnjudged},
		{"a signature of somebody else", changed(
			func(f record.Fact) bool { a, is := f.(record.Approved); return is && a.By == "21" },
			func(f record.Fact) record.Fact { a := f.(record.Approved); a.By = "31"; return a }), audit.OthersUnjudged},
	} {
		x := f.record()
		c.forge(x)
		f.moved(x, table)
		all := f.checked(x)
		of := all[slices.IndexFunc(all, func(c audit.Checked) bool { return c.Name == table })]
		if got := audit.StandingOf([]audit.Checked{of}); got != c.wanted {
			t.Errorf("%s: %d, wanted %d: %d are not judged, %v", c.name, got, c.wanted, of.Unjudged, of.Fault)
		}
	}
}

// With the key that seals and one manager's PIN an office that was made up is put over a house, with keys of its own for everybody. An
// audit names the entry, the office, who signed for it, and everybody who signs with another key since.
func TestInventedOfficeIsTold(t *testing.T) {
	f, office := aNight(t), aNight(t)
	x := f.record()
	house, theirs := x.lines[record.HouseStream], office.lines[record.HouseStream]
	taken := record.HouseTaken{Machine: "ufficio", By: "31"}
	var tree seal.Tree
	for _, l := range theirs {
		taken.Entries = append(taken.Entries, string(l.Bytes))
		tree.AddLeaf(l.Leaf)
	}
	var err error
	taken.Head, err = seal.HeadOf(record.HouseStream, &tree).Sign(office.key)
	must(t, err)
	e := house[len(house)-1].Entry
	e.Seq, e.At, e.By, e.Fact = e.Seq+1, e.At.Add(time.Minute), "31", taken
	f.signs(x, e)
	all := f.checked(x)
	told := all[slices.IndexFunc(all, func(c audit.Checked) bool { return c.Name == record.HouseStream })]
	if j := told.Joined; told.Fault != nil || j.Seq != e.Seq || j.Office != "ufficio" || j.By != "Elena Moser" || j.Key != office.key.Verifier() || len(j.Others) != len(f.badges) {
		t.Errorf("it is told as %+v, %v", j, told.Fault)
	}
	if !record.IsOf(taken, record.Exception) || record.IsOf(record.HouseTaken{Machine: "ufficio"}, record.Exception) {
		t.Error("only where people worked before it is an exception that an office is put over them")
	}
}

// aNight is a shift of a new house, after which nobody signed anything, and a forger whom nobody helps.
func aNight(t *testing.T) *forger {
	t.Helper()
	clock := demo.NewClock(start)
	h, err := session.Open(t.TempDir(), clock.Now)
	must(t, err)
	plan := house.DemoPlan("it", "lugano", 1)
	must(t, h.SetUp(plan))
	f := &forger{t: t, alone: true, streams: map[string][]record.Entry{}, badges: map[string]house.Badge{}, lines: map[string][]record.Line{}, heads: map[string][]int64{}}
	f.sealsWith(h)
	for _, s := range plan.Staff {
		f.badges[s.Number] = signOn(t, h, s.Number+s.PIN)
	}
	name := plan.Tables[0].Name
	must(t, demo.Play(t.Context(), h, clock, name, 12, 1))
	_, err = demo.Close(h, clock, name)
	must(t, err)
	f.reads(h, name)
	must(t, h.Close())
	return f
}

// moved says that all of a table was another machine's.
func (f *forger) moved(x *forged, table string) {
	f.t.Helper()
	var tree seal.Tree
	state := pit.NewTable(table)
	for _, l := range x.lines[table] {
		tree.AddLeaf(l.Leaf)
		state.Apply(l.Entry)
	}
	year, mark := tray.MarkOf(state.LastSlips())
	note, err := seal.HeadOf(table, &tree).Sign(f.key)
	must(f.t, err)
	house := x.lines[record.HouseStream]
	e := house[len(house)-1].Entry
	e.Seq, e.At, e.By = e.Seq+1, e.At.Add(1), "31"
	e.Fact = record.TableMoved{Table: table, From: "tavolo-9", To: "ufficio", Head: note, By: "31"}
	f.signs(x, e)
	e.Seq, e.By = e.Seq+2, ""
	e.Fact = record.TableInherited{Table: table, Machine: "tavolo-9", Size: tree.Size(), Year: year, Restores: mark}
	x.put(record.HouseStream, len(x.lines[record.HouseStream]), e)
}

// signs has the manager who helps sign an entry at the end of the house.
func (f *forger) signs(x *forged, e record.Entry) {
	f.t.Helper()
	signed, err := house.Sign(f.stood(record.HouseStream, e.Seq-1), []record.Entry{e}, f.badges["31"])
	must(f.t, err)
	for _, e := range signed {
		x.put(record.HouseStream, len(x.lines[record.HouseStream]), e)
	}
}
