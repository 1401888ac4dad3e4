package session_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
)

// notes are bank notes in a drop box.
func notes(of map[games.Amount]int64) record.Float {
	f := record.Float{}
	for _, value := range house.Notes("CHF") {
		if of[value] > 0 {
			f = append(f, record.Stack{Value: value, Pieces: of[value]})
		}
	}
	return f
}

// comesIn has the back office come in and go again.
func (n *night) comesIn() {
	n.Helper()
	who, err := n.house.EnterOffice("417041")
	n.must(err)
	n.must(n.house.LeaveOffice(who.Number, record.LeftOffice))
}

// kindAt returns the kind of an entry.
func (n *night) kindAt(stream string, seq int64) string {
	n.Helper()
	for e, err := range n.house.Store().Entries(stream, seq) {
		n.must(err)
		return record.KindOf(e.Fact)
	}
	return ""
}

// holds demands that the record holds.
func (n *night) holds() {
	n.Helper()
	all, err := papers.Of(n.house).VerifyRecord(context.Background(), nil)
	n.must(err)
	for _, c := range all {
		if c.Fault != nil {
			n.Errorf("%s: %v", c.Name, c.Fault)
		}
	}
}

// no demands a refusal.
func (n *night) no(why house.Why, err error) {
	n.Helper()
	var refusal *house.Refusal
	if !errors.As(err, &refusal) || refusal.Why != why {
		n.Errorf("%v, want %s", err, why)
	}
}

// The back office counts the drop box of any shift that has closed, note by note, by two
// people, also while the table has long gone on; counted again the first count stays.
func TestOfficeCountsTheDrop(t *testing.T) {
	n := closedNight(t)
	_, signed, err := papers.Of(n.house).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1, Lang: "en"}, n.dealer(), n.dario)
	n.must(err)
	n.clock.Pass(24 * time.Hour)
	for range 2 { // two shifts later
		opener := count(n.money)
		n.must(n.table.Open(n.dealers[1], n.elena, &opener))
		n.clock.Pass(time.Hour)
		closer := count(n.money)
		n.must(n.table.Close(n.dealers[1], n.elena, &closer))
		n.clock.Pass(24 * time.Hour)
	}
	opener := count(n.money)
	n.must(n.table.Open(n.dealers[1], n.elena, &opener))
	clerk, err := n.house.SignOn("417041")
	n.must(err)
	box := func(shift int, of map[games.Amount]int64, reason string) session.DropOf {
		return session.DropOf{Table: "LB1", Shift: shift, Notes: notes(of), Reason: reason}
	}
	five := map[games.Amount]int64{10_000: 4, 5000: 2}
	n.no(house.TableOpen, n.house.CountDrop(box(4, five, ""), clerk, n.elena))
	n.no(house.NotPossible, n.house.CountDrop(box(5, five, ""), clerk, n.elena))
	n.no(house.SamePerson, n.house.CountDrop(box(1, five, ""), clerk, clerk))
	n.no(house.WrongRole, n.house.CountDrop(box(1, five, ""), clerk, n.dealers[0]))
	n.no(house.BadSetting, n.house.CountDrop(session.DropOf{Table: "LB1", Shift: 1, Notes: record.Float{{Value: 2500, Pieces: 1}}}, clerk, n.elena))
	lacks := func(want int) {
		t.Helper()
		lines, err := n.house.Sums().Shifts(sums.ShiftQuery{Marks: []sums.ShiftMark{sums.MarkNoDrop}})
		n.must(err)
		if len(lines) != want {
			t.Errorf("%d shifts lack their drop, want %d", len(lines), want)
		}
	}
	lacks(3)
	n.must(n.house.CountDrop(box(1, five, ""), clerk, n.elena))
	lacks(2)
	shift, err := n.house.Shift("LB1", 1)
	n.must(err)
	r := shift.Result()
	if r.Drop != tray.KnownSum(50_000) || r.Estimated || r.ByCount != r.Closing.Plus(tray.KnownSum(r.Credits)).Plus(r.Drop).Less(r.Opening).Less(tray.KnownSum(r.Fills)) {
		t.Errorf("%+v", r)
	}
	v, err := papers.Of(n.house).VerifyReport(signed)
	n.must(err)
	if !v.Holds() || v.Overtaken == nil {
		t.Errorf("what was signed before: %v, %+v", v.Faults, v.Overtaken)
	}
	// Again, with a reason; both stay on the paper, and the last one holds.
	n.no(house.NeedsReason, n.house.CountDrop(box(1, map[games.Amount]int64{10_000: 5}, " "), clerk, n.elena))
	n.must(n.house.CountDrop(box(1, map[games.Amount]int64{10_000: 3, 5000: 2}, "A note was false"), clerk, n.elena))
	w := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1, Lang: "en"}
	_, doc, err := papers.Of(n.house).Print(w)
	n.must(err)
	file := filepath.Join(n.dir, "reports", "shift-LB1-1-unsigned-v2.pdf")
	said := onPaper(t, file)
	for _, want := range []string{"VERSION 2", "Counts of the drop", "A note was false", "replaced", clerk.Name, "500", "400"} {
		if !strings.Contains(said, want) {
			t.Errorf("the report lacks %q:\n%s", want, said)
		}
	}
	if len(doc.Pages) == 0 {
		t.Error("no pages")
	}
	n.holds()
	// What was drawn before is overtaken by the house's entry alone.
	_, pdf, err := papers.Of(n.house).Signed(w, n.dealers[0], n.dario)
	n.must(err)
	n.clock.Pass(time.Minute)
	n.must(n.house.CountDrop(box(1, five, "Recount"), n.dario, clerk))
	n.comesIn() // which changes nothing
	if v, err = papers.Of(n.house).VerifyReport(pdf); err != nil || !v.Holds() || v.Overtaken == nil {
		t.Errorf("%v, %v, %+v", err, v.Faults, v.Overtaken)
	}
	if by := v.Overtaken.By; len(by) != 1 || by[0].Stream != record.HouseStream || n.kindAt(by[0].Stream, by[0].Seq) != record.KindOf(record.BoxCounted{}) {
		t.Errorf("overtaken by %+v", by)
	}
	// The list says so until the new version is signed.
	n.marked(sums.MarkOvertaken, 1)
	n.clock.Pass(time.Minute)
	_, again, err := papers.Of(n.house).Signed(w, n.dealers[0], n.dario)
	n.must(err)
	n.marked(sums.MarkOvertaken)
	if v, err := papers.Of(n.house).VerifyReport(again); err != nil || v.Overtaken != nil || v.Evidence.Version != 3 || v.Evidence.Copy != 1 {
		t.Errorf("%v, %+v, version %d, copy %d", err, v.Overtaken, v.Evidence.Version, v.Evidence.Copy)
	}
	// Of the table's counts and the office's the last one holds.
	n.must(n.house.CountDrop(box(3, five, ""), clerk, n.elena))
	n.clock.Pass(time.Minute)
	n.must(n.table.CountDrop(700, n.dario, n.elena))
	if shift, err = n.house.Shift("LB1", 3); err != nil || shift.Drop != tray.KnownSum(700) || len(shift.Drops) != 2 {
		t.Errorf("%v, %+v", err, shift.Drops)
	}
	n.clock.Pass(time.Minute)
	n.must(n.house.CountDrop(box(3, five, "The table had guessed"), clerk, n.elena))
	if shift, err = n.house.Shift("LB1", 3); err != nil || shift.Drop != tray.KnownSum(50_000) || len(shift.Drops) != 3 {
		t.Errorf("%v, %+v", err, shift.Drops)
	}
	n.holds()
}

// marked demands that a mark stands at these shifts and no other.
func (n *night) marked(mark sums.ShiftMark, want ...int) {
	n.Helper()
	lines, err := n.house.Sums().Shifts(sums.ShiftQuery{Marks: []sums.ShiftMark{mark}})
	n.must(err)
	var got []int
	for _, l := range lines {
		got = append(got, l.Number)
	}
	if !slices.Equal(got, want) {
		n.Errorf("mark %v is at %v, want %v", mark, got, want)
	}
}

// A drop by which more is missing than the house passes over is a difference of its shift,
// as a count of the float is: the list has its mark, the search finds it, and the table's own
// result has the office's count. A table never knew of it: its float was right.
func TestDropThatIsOff(t *testing.T) {
	n := closedNight(t)
	clerk, err := n.house.SignOn("417041")
	n.must(err)
	n.marked(sums.MarkDifference)
	for _, c := range []struct {
		of  map[games.Amount]int64
		off games.Amount
		is  []int
	}{{map[games.Amount]int64{1000: 2}, 2000, nil}, {map[games.Amount]int64{10_000: 4}, 40_000, []int{1}}, {nil, 0, nil}} {
		n.clock.Pass(time.Minute)
		n.must(n.house.CountDrop(session.DropOf{Table: "LB1", Shift: 1, Notes: notes(c.of), Reason: "Recount"}, clerk, n.elena))
		n.marked(sums.MarkDifference, c.is...)
		if off, err := n.house.Sums().DropOff("LB1", 1); err != nil || off != tray.KnownSum(c.off) {
			t.Errorf("%v, %v is off, want %d", err, off, c.off)
		}
		if r, err := n.table.Result(); err != nil || r.Drop != tray.KnownSum(c.off) || r.Difference != tray.KnownSum(c.off) || r.Estimated {
			t.Errorf("%v, the table says %+v", err, r)
		}
	}
	// At the table, when the next shift is open already: 50 francs too much.
	opener := count(n.money)
	n.must(n.table.Open(n.dealers[1], n.elena, &opener))
	n.clock.Pass(time.Minute)
	n.must(n.table.CountDrop(5000, n.dario, n.elena))
	n.marked(sums.MarkDifference, 1)
}

// What is signed is what was shown: where a drop was counted in between
// nothing is signed, and what it says then is.
func TestSignedIsWhatWasShown(t *testing.T) {
	n := closedNight(t)
	clerk, err := n.house.SignOn("417041")
	n.must(err)
	w := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1, Lang: "en"}
	shown, _, err := papers.Of(n.house).Draft(w)
	n.must(err)
	w.Shown = shown.Digest()
	n.must(n.house.CountDrop(session.DropOf{Table: "LB1", Shift: 1, Notes: notes(map[games.Amount]int64{10_000: 4})}, clerk, n.elena))
	_, _, err = papers.Of(n.house).Signed(w, n.dealer(), n.dario)
	n.no(house.ReportChanged, err)
	if papers.Of(n.house).ShiftSigned(n.table.State) {
		t.Error("it is signed")
	}
	shown, _, err = papers.Of(n.house).Draft(w)
	n.must(err)
	w.Shown = shown.Digest()
	_, _, err = papers.Of(n.house).Signed(w, n.dealer(), n.dario)
	n.must(err)
}

// The audit asks of each count whether the shift had closed, who counted, and which count
// it puts right.
func TestAuditOfDrops(t *testing.T) {
	for what, f := range map[string]record.BoxCounted{
		"of a shift that is open": {Table: "LB1", Shift: 2, Notes: record.Float{}},
		"of a shift there is not": {Table: "LB1", Shift: 7, Notes: record.Float{}},
		"of a table there is not": {Table: "LB7", Shift: 1, Notes: record.Float{}},
		"of a count there is not": {Table: "LB1", Shift: 1, Notes: record.Float{}, Replaces: 5, Reason: "r"},
		"of notes that are none":  {Table: "LB1", Shift: 1, Notes: record.Float{{Value: 1000, Pieces: -3}}},
		"of another difference":   {Table: "LB1", Shift: 1, Notes: record.Float{}, Difference: 700},
		"that forgets one before": {Table: "LB1", Shift: 1, Notes: record.Float{{Value: 1000, Pieces: 3}}},
		"of notes of 7 centimes":  {Table: "LB1", Shift: 1, Notes: record.Float{{Value: 7, Pieces: 1}}},
	} {
		n := twoShifts(t)
		if strings.HasPrefix(what, "that forgets") {
			n.must(n.house.CountDrop(session.DropOf{Table: "LB1", Shift: 1, Notes: record.Float{}}, n.dario, n.elena))
		}
		f.By, f.With = n.dario.Number, n.elena.Number
		entries, err := house.Sign(n.house.Stood(), n.house.State.Stamp(n.clock.Now(), f.By, f), n.dario, n.elena)
		n.must(err)
		n.must(n.house.Store().Append(entries...))
		n.must(n.house.Takeover().CatchUp())
		all, err := papers.Of(n.house).VerifyRecord(context.Background(), nil)
		n.must(err)
		var fault *record.Fault
		for _, c := range all {
			if c.Fault != nil {
				fault = c.Fault
			}
		}
		if fault == nil || fault.Code != record.WrongDrop || fault.Seq != entries[0].Seq || fault.Table != record.HouseStream {
			t.Errorf("a count %s: %v", what, fault)
		}
		if strings.HasPrefix(what, "of notes of") && (fault == nil || !strings.Contains(fault.What, "no notes of shift 1")) {
			t.Errorf("a count %s: %v", what, fault)
		}
	}
}

// The exceptions say by which amount a slip was voided, and what a drop that is counted again was counted before.
func TestExceptionsSayTheAmounts(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().RequestSlip(&n.house.State, record.Fill, record.Float{{Value: 2500, Pieces: 100}}, &n.dario.Staff)
	}, n.dario)
	id, dealer := n.table.State.Slips(tray.Requested)[0].SlipID, n.dealer()
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().VoidSlip(id, "importo sbagliato", dealer.Staff, n.dario.Staff)
	}, dealer, n.dario)
	n.must(n.table.Close(dealer, n.dario, &opener))
	n.clock.Pass(time.Minute)
	n.must(n.table.CountDrop(170_000, n.dario, n.elena))
	clerk, err := n.house.SignOn("417041")
	n.must(err)
	for _, tens := range []int64{15, 14} {
		n.clock.Pass(time.Minute)
		n.must(n.house.CountDrop(session.DropOf{Table: "LB1", Shift: 1, Notes: notes(map[games.Amount]int64{10_000: tens}), Reason: "ricontato"}, clerk, n.elena))
	}
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ExceptionsReport, Item: day, Lang: "en"}, papers.CSV)
	n.must(err)
	said := ""
	for _, s := range sheets {
		said += plain(string(s.Content))
	}
	log := ""
	for _, l := range logOf(t, n, record.SlipVoided{}) {
		log += plain(l.Line(&n.house.State).Said(papers.Of(n.house).Words("en")))
	}
	for _, want := range []string{"amount: 2,500; reason: importo sbagliato", "Drop counted 1,700", "Drop counted 1,700, recounted 1,500", "Drop counted 1,500, recounted 1,400"} {
		if !strings.Contains(said, want) {
			t.Errorf("the exceptions lack %q:\n%s", want, said)
		}
	}
	if !strings.Contains(log, "amount: 2,500") {
		t.Errorf("the log: %s", log)
	}
	verified(t, n.dir)
}
