package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/session/papers"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/pit/tray"
	"sabot/reports"
)

// The list of exceptions has a drop that is off, at the table and by the office, tips that are not those recorded, and somebody
// who was removed while on duty; that one stands among the changes too, as before. What agrees is in none.
func TestWhatIsOffIsAnException(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	day := n.table.State.Day
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Tip(500) })
	tronc := func(cash games.Amount) {
		n.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().EmptyTronc(cash, n.dario.Staff, n.dealers[0].Staff)
		}, n.dario, n.dealers[0])
	}
	tronc(500)
	tronc(7000)
	n.clock.Pass(time.Minute)
	n.must(n.house.Staff().RemoveStaff("13", n.elena))
	n.must(n.house.Staff().RemoveStaff("11", n.elena))
	n.must(n.table.TakeOver(n.dealers[1]))
	n.must(n.table.Close(n.dealers[1], n.dario, &opener))
	n.clock.Pass(time.Minute)
	n.must(n.table.CountDrop(0, n.dario, n.elena))
	n.must(n.table.CountDrop(3300, n.dario, n.elena))
	n.must(n.house.CountDrop(session.DropOf{Table: "LB1", Shift: 1, Notes: notes(map[games.Amount]int64{10_000: 1}), Reason: "r"}, n.dario, n.elena))
	n.must(n.table.Open(n.dealers[1], n.dario, &opener))
	n.must(n.table.CountDrop(4400, n.dario, n.elena))
	n.must(n.table.CountDrop(0, n.dario, n.elena))
	second := t.TempDir()
	n.must(backups.Of(n.house).PlanProof(record.ProofPlanned{Folder: second, Every: 60}, n.elena))
	n.must(backups.Of(n.house).PlanProof(record.ProofPlanned{}, n.elena))
	told := func(kind reports.Kind) string {
		sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: kind, Item: day, Lang: "en"}, papers.CSV)
		n.must(err)
		var said []string
		for _, sheet := range sheets {
			said = append(said, string(sheet.Content))
		}
		return strings.Join(said, "\n")
	}
	exceptions, changes := told(reports.ExceptionsReport), told(reports.ChangesReport)
	for want, times := range map[string]int{"difference: 70": 1, "difference: 33": 1, "difference: 44": 1, "difference: 100": 1, "difference": 4, "on duty at: LB1": 1} {
		if got := strings.Count(exceptions, want); got != times {
			t.Errorf("%q stands there %d times, want %d:\n%s", want, got, times, exceptions)
		}
	}
	if n := strings.Count(changes, "person who left"); n != 3 { // once more in the sums
		t.Errorf("%d of those who left are changes:\n%s", n, changes)
	}
	// Who left is told beside what they were, and the off-site copy of the checkpoints that was taken away beside itself.
	for _, want := range []string{"role: Croupier", "folder: " + second, "off-site copy of the checkpoints ended"} {
		if !strings.Contains(changes, want) {
			t.Errorf("the changes do not say %q:\n%s", want, changes)
		}
	}
	if !strings.Contains(exceptions, "off-site copy of the checkpoints ended") {
		t.Errorf("the exceptions do not say that the off-site copy is gone:\n%s", exceptions)
	}
	found, err := n.house.Log("", shifts.LogQuery{Sort: record.Exception, Most: 100})
	n.must(err)
	var kinds []string
	for _, e := range found {
		kinds = append(kinds, record.KindOf(e.Fact))
	}
	for kind, times := range map[string]int{"dropcounted": 2, "boxcounted": 1, "troncemptied": 1, "staffleft": 1, "proofplanned": 1} {
		if got := len(slices.DeleteFunc(slices.Clone(kinds), func(k string) bool { return k != kind })); got != times {
			t.Errorf("the log has %d exceptions %s, want %d", got, kind, times)
		}
	}
	verified(t, n.dir)
}

// The audit asks of a difference that the table's count of an earlier shift says, and of a table at which somebody is said to
// have been on duty, whether it was so.
func TestAuditOfWhatIsOff(t *testing.T) {
	opener := house.DemoFloat()
	for _, off := range []games.Amount{3300, 0} { // 4400 were counted, and nothing was bought in
		n := newNight(t)
		n.must(n.table.Open(n.dealers[0], n.dario, &opener))
		n.must(n.table.Close(n.dealers[0], n.dario, &opener))
		n.must(n.table.Open(n.dealers[0], n.dario, &opener))
		n.do(func(*pit.Table) ([]record.Fact, error) {
			return []record.Fact{record.DropCounted{Cash: 4400, By: "21", With: "31", Shift: 1, Difference: off}}, nil
		}, n.dario, n.elena)
		if f := faults(t, n.dir); len(f) != 1 || f[0].Code != record.NotDone || f[0].Table != "LB1" || !strings.Contains(f[0].What, `"difference":4400`) {
			t.Errorf("a difference of %d: %v", off, f)
		}
	}
	for _, c := range []struct {
		duty []string
		code record.FaultCode
	}{
		{[]string{"LB1"}, record.WrongPerson},
		{[]string{"LB9"}, record.NotDone}, // the house has no such table
		{[]string{"LB1", "LB1"}, record.NotDone},
	} {
		n := newNight(t)
		n.must(n.table.Open(n.dealers[0], n.dario, &opener))
		entries, err := house.Sign(n.house.Stood(), n.house.State.Stamp(n.clock.Now(), "31", record.StaffLeft{Number: "12", By: "31", Duty: c.duty}), n.elena)
		n.must(err)
		n.must(n.house.Store().Append(entries...))
		if f := faults(t, n.dir); len(f) == 0 || f[0].Code != c.code || f[0].Seq != entries[0].Seq {
			t.Errorf("%q: %v", c.duty, f)
		}
	}
}

// A count of the drop box says by how much it is off of what was bought in. What the float lacks the closing has said: it is no
// difference of the box.
func TestDropIsNotTheFloats(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	short := slices.Clone(opener)
	for i, s := range short {
		if s.Value == 10_000 {
			short[i].Pieces--
		}
	}
	if opener.Value()-short.Value() != 10_000 {
		t.Fatalf("%v lacks %d", short, opener.Value()-short.Value())
	}
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.must(n.table.Close(n.dealers[0], n.dario, &short))
	counted := func(of map[games.Amount]int64, want games.Amount) {
		t.Helper()
		n.clock.Pass(time.Minute)
		drop := session.DropOf{Table: "LB1", Shift: 1, Notes: notes(of), Reason: "r"}
		would, err := n.house.Sums().WouldCountDrop(drop, n.dario.Staff, n.elena.Staff)
		n.must(err)
		n.must(n.house.CountDrop(drop, n.dario, n.elena))
		off, err := n.house.Sums().DropOff("LB1", 1)
		if said := would[0].(record.BoxCounted).Difference; err != nil || said != want || off != tray.KnownSum(want) {
			t.Errorf("%v: the count says %d, %+v, want %d: %v", of, said, off, want, err)
		}
	}
	counted(nil, 0)
	r, err := n.table.Result()
	if n.must(err); r.Difference != tray.KnownSum(-10_000) || r.DropDifference() != tray.KnownSum(0) {
		t.Errorf("the shift is %+v", r)
	}
	counted(map[games.Amount]int64{10_000: 1}, 10_000)
	n.must(n.table.CountDrop(0, n.dario, n.elena))
	n.must(n.table.Open(n.dealers[0], n.dario, &short))
	n.must(n.table.CountDrop(5000, n.dario, n.elena))
	drops, err := n.house.Log("LB1", shifts.LogQuery{Kinds: []string{record.KindOf(record.DropCounted{})}, Most: 2})
	n.must(err)
	if is, was := drops[0].Fact.(record.DropCounted), drops[1].Fact.(record.DropCounted); is.Difference != 5000 || was.Difference != 0 {
		t.Errorf("at the table: %+v, then %+v", was, is)
	}
	verified(t, n.dir)
}
