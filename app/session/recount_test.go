package session_test

import (
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
)

// The mark of a difference stands until somebody has seen to it: until a recount has put it right, or a manager has closed its
// incident. Of a shift that closed without a count the list says that.
func TestDifferenceIsMarkedUntilItIsSeenTo(t *testing.T) {
	n := closedNight(t)
	right, wrong := count(n.money), count(n.money-50_000)
	recount := func(is record.Float) session.Command {
		return func(s *pit.Table) ([]record.Fact, error) {
			return s.Desk().RecountClosing(is, "mistyped", n.dealers[1].Staff, n.dario.Staff)
		}
	}
	shift := func(closer *record.Float, inspector house.Badge) {
		t.Helper()
		n.clock.Pass(time.Hour)
		n.must(n.table.Open(n.dealers[0], inspector, &right))
		n.must(n.table.Close(n.dealers[0], inspector, closer))
		n.clock.Pass(time.Minute)
	}
	shift(&wrong, n.dario)
	n.marked(sums.MarkDifference, 2)
	further := count(n.money - 100_000)
	n.must(n.table.Do(recount(further), n.dealers[1], n.dario))
	n.marked(sums.MarkDifference, 2)
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().IncidentBy(record.IncidentOpened{Class: record.DifferenceIncident, Amount: 2000, Text: "found under the table"}, &n.dario.Staff)
	}, n.dario)
	n.must(n.table.Do(recount(right), n.dealers[1], n.dario))
	n.marked(sums.MarkDifference, 2) // what somebody found is not the count's
	found := n.table.State.IncidentBook().OpenIncidents()
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().CloseIncident(found[len(found)-1].Seq, "to the tronc", &n.elena.Staff)
	}, n.elena)
	n.marked(sums.MarkDifference)
	n.marked(sums.MarkIncident, 2)

	shift(&wrong, n.dario)
	n.must(n.table.CountDrop(0, n.dario, n.elena))
	n.marked(sums.MarkDifference, 3)
	for _, i := range n.table.State.IncidentBook().OpenIncidents() {
		n.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().CloseIncident(i.Seq, "explained", &n.elena.Staff)
		}, n.elena)
	}
	n.marked(sums.MarkDifference)
	n.marked(sums.MarkIncident)

	n.marked(sums.MarkNoCount)
	right = wrong
	shift(nil, n.elena)
	n.marked(sums.MarkNoCount, 4)
	n.holds()
}

// A closing count that was mistyped and signed is put right: the signed report is overtaken, the new one, the house's sums, the list
// of exceptions and the log have the recount with the first count beside it, and the record holds.
func TestRecountOfASignedShift(t *testing.T) {
	n := closedNight(t)
	right := count(n.money)
	wrong := count(n.money - 50_000)
	n.clock.Pass(time.Hour)
	n.must(n.table.Open(n.dealers[0], n.dario, &right))
	n.must(n.table.Close(n.dealers[0], n.dario, &wrong))
	w := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 2, Lang: "en"}
	_, signed, err := papers.Of(n.house).Signed(w, n.dealers[0], n.dario)
	n.must(err)
	day := n.table.State.Day
	won := func() tray.Sum {
		t.Helper()
		shifts, err := n.house.Sums().HouseShifts(day, day)
		n.must(err)
		return shifts[len(shifts)-1].Result.ByCount
	}
	before := won()
	recount := func(s *pit.Table) ([]record.Fact, error) {
		return s.Desk().RecountClosing(right, "mistyped", n.dealers[1].Staff, n.elena.Staff)
	}
	n.clock.Pass(time.Hour)
	n.must(n.table.Do(recount, n.dealers[1], n.elena))
	if is := won(); is != before.Plus(tray.KnownSum(50_000)) {
		t.Errorf("the house has %+v, and had %+v", is, before)
	}
	v, err := papers.Of(n.house).VerifyReport(signed)
	if n.must(err); !v.Holds() || v.Overtaken == nil || len(v.Overtaken.By) == 0 || n.kindAt(v.Overtaken.By[0].Stream, v.Overtaken.By[0].Seq) != record.KindOf(record.ClosingRecounted{}) {
		t.Fatalf("what was signed before: %v, %+v", v.Faults, v.Overtaken)
	}
	n.marked(sums.MarkOvertaken, 2)
	file, _, err := papers.Of(n.house).Signed(w, n.dealers[0], n.dario)
	n.must(err)
	n.marked(sums.MarkOvertaken)
	said := strings.Join(strings.Fields(onPaper(t, file)), " ")
	for _, want := range []string{"VERSION 2", "Closing recounted by", n.dealers[1].Name, n.elena.Name, "mistyped", "recounted"} {
		if !strings.Contains(said, want) {
			t.Errorf("the report lacks %q:\n%s", want, said)
		}
	}
	sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.IncidentReport, Table: "LB1", Shift: 2, Lang: "en"}, papers.CSV)
	n.must(err)
	var paper string
	for _, sheet := range sheets {
		paper += string(sheet.Content)
	}
	if strings.Count(paper, "−500. Recounted") != 1 || !strings.Contains(paper, ",Recounted: a difference of CHF") { // who closed said nothing of it
		t.Errorf("the incidents: %s", paper)
	}
	n.must(n.table.Open(n.dealers[0], n.dario, &right))
	if open := n.table.State.IncidentBook().OpenIncidents(); len(open) != 1 || open[0].Amount != -50_000 { // that of the closing
		t.Errorf("%+v", open)
	}
	n.no(house.TableOpen, n.table.Do(recount, n.dealers[1], n.elena))
	n.must(n.table.Close(n.dealers[0], n.dario, &right))
	n.clock.Pass(24 * time.Hour)
	sheets, err = papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ExceptionsReport, Item: day, Lang: "en"}, papers.CSV)
	n.must(err)
	var listed string
	for _, sheet := range sheets {
		listed += string(sheet.Content)
	}
	if !strings.Contains(listed, "recount of the closing") || !strings.Contains(listed, "Closing counted") || !strings.Contains(listed, "mistyped") {
		t.Errorf("the exceptions: %s", listed)
	}
	n.holds()
	verified(t, n.dir)
}
