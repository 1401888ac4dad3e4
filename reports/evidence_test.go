package reports_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/paper"
)

func evidence(t testing.TB, kind reports.Kind, item string, table *pit.Table) reports.Evidence {
	t.Helper()
	e, err := reports.Evidence{Sabot: "test", Form: reports.Form, Zone: "Europe/Zurich", Currency: "CHF", Kind: kind, Item: item, Table: table.Name, Shift: table.Shift, Copy: 1, Printed: opened.UnixMilli()}.Of(table, someHouse)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// everyKind is evidence of every kind of report of a table.
func everyKind(t testing.TB, table *pit.Table) []reports.Evidence {
	t.Helper()
	var all []reports.Evidence
	for _, kind := range reports.Kinds() {
		switch kind {
		case reports.TableReport:
			e, err := reports.Evidence{Sabot: "test", Form: reports.Form, Zone: "Europe/Zurich", Currency: "CHF", Kind: kind, Table: table.Name, Copy: 1, Printed: opened.UnixMilli()}.OfShifts([]reports.Shift{reports.ShiftOf(table, someHouse)}, reports.Reach{}, someHouse)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, e)
		case reports.HouseReport:
			e, err := reports.Evidence{Sabot: "test", Form: reports.Form, Zone: "Europe/Zurich", Currency: "CHF", Kind: kind, Item: table.Day, Copy: 1, Printed: opened.UnixMilli()}.
				OfHouse(sumOf(t, table.Day, []reports.HouseShift{reports.HouseShiftOf(table, someHouse)}))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, e)
		case reports.AccessReport:
			e, err := reports.Evidence{Sabot: "test", Form: reports.Form, Zone: "Europe/Zurich", Currency: "CHF", Kind: kind, Item: table.Day, Copy: 1, Printed: opened.UnixMilli()}.
				OfAccess(reports.AccessOf(reports.Form, someHouse, nil, opened))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, e)
		case reports.ChangesReport, reports.ExceptionsReport:
			n := reports.Noted{House: someHouse.Name, Day: table.Day}
			for i, f := range []record.Fact{record.StaffSet{Number: "22", Name: "Gino Neri", Role: record.Inspector}, record.IncidentOpened{Class: record.OtherIncident, Text: "x"}} {
				n.Lines = append(n.Lines, reports.LineOf(reports.Form, record.Entry{Table: record.HouseStream, Seq: int64(i + 1), At: opened, Fact: f}, nil, nil, someHouse))
			}
			e, err := reports.Evidence{Sabot: "test", Form: reports.Form, Zone: "Europe/Zurich", Currency: "CHF", Kind: kind, Item: table.Day, Copy: 1, Printed: opened.UnixMilli()}.OfNoted(n)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, e)
		case reports.SlipReport:
			all = append(all, evidence(t, kind, "F 2026-0001", table), evidence(t, kind, "C 2026-0001", table))
		default:
			all = append(all, evidence(t, kind, "", table))
		}
	}
	return all
}

func inWords(t testing.TB, e reports.Evidence) paper.Report {
	t.Helper()
	r, err := e.Report(words{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func section(t testing.TB, e reports.Evidence, heading string) paper.Section {
	t.Helper()
	for _, s := range inWords(t, e).Sections {
		if s.Heading == heading || s.Name == heading {
			return s
		}
	}
	t.Fatalf("there is no section %s", heading)
	return paper.Section{}
}

// A second print says REPRINT with its number, also of a slip that is void; what is
// provisional says that, and has no place to sign.
func TestReprintAndProvisional(t *testing.T) {
	for _, e := range everyKind(t, worked(t).table) {
		if first := inWords(t, e); strings.Contains(first.Banner, "report_reprint") || len(first.Signers) == 0 {
			t.Errorf("%s, the first: %q, signed by %v", e.Kind, first.Banner, first.Signers)
		}
		e.Copy = 3
		if third := inWords(t, e); !strings.HasSuffix(third.Banner, "report_reprint map[N:3]") {
			t.Errorf("%s, the third: %q", e.Kind, third.Banner)
		}
	}
	f := opens(t, &opener)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().RequestSlip(someHouse, record.Fill, opener, &dario)
	})
	open, err := reports.Evidence{Kind: reports.TableReport, Table: "LB1"}.OfShifts([]reports.Shift{reports.ShiftOf(f.table, someHouse)}, reports.Reach{}, someHouse)
	if err != nil {
		t.Fatal(err)
	}
	all := []reports.Evidence{evidence(t, reports.SlipReport, "F 2026-0001", f.table), open}
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.ReconstructionReport, reports.IncidentReport} {
		all = append(all, evidence(t, kind, "", f.table))
	}
	for _, e := range all {
		doc, err := e.Draw(words{})
		want := "report_provisional"
		if e.Kind == reports.SlipReport { // it is the slip that is open, whatever the shift is
			want = "slip_open_banner"
		}
		if r := inWords(t, e); err != nil || r.Banner != want || len(doc.Blocks) != 0 {
			t.Errorf("%s of an open shift: %q, %d blocks", e.Kind, r.Banner, len(doc.Blocks))
		}
		if !e.Provisional() {
			t.Errorf("%s of an open shift is not provisional", e.Kind)
		}
	}
}

// The evidence comes out of the PDF as it went in, for every kind of report.
func TestEvidenceComesBack(t *testing.T) {
	for _, e := range everyKind(t, worked(t).table) {
		doc, err := e.Draw(words{})
		if err != nil {
			t.Fatal(err)
		}
		back, err := reports.EvidenceOf(doc.PDF)
		a, _ := json.Marshal(e)
		b, _ := json.Marshal(back)
		if err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: %v\n%s\n%s", e.Kind, err, a, b)
		}
		again, err := back.Draw(words{})
		if err != nil || !bytes.Equal(again.PDF, doc.PDF) {
			t.Errorf("%s drawn from its evidence is another PDF: %v", e.Kind, err)
		}
	}
}

// same demands that a cell is the same in the figures, the CSV and the workbook.
func same(t *testing.T, c paper.Cell, inCSV, inBook string, comma bool) {
	t.Helper()
	if _, isText := c.Number.(string); comma && c.Number != nil && !isText {
		if strings.Contains(inCSV, ".") {
			t.Errorf("%q has a point", inCSV)
		}
		inCSV = strings.Replace(inCSV, ",", ".", 1)
	}
	days := func(want float64) {
		if got, err := strconv.ParseFloat(inBook, 64); err != nil || got < want-1e-6 || got > want+1e-6 {
			t.Errorf("%v in the workbook is %q, want %v", c, inBook, want)
		}
	}
	begin := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch n := c.Number.(type) {
	case games.Amount:
		a, errA := strconv.ParseFloat(inCSV, 64)
		b, errB := strconv.ParseFloat(inBook, 64)
		if errA != nil || errB != nil || fmt.Sprintf("%.2f", a) != fmt.Sprintf("%.2f", b) || games.Amount(a*100+0.5*sign(a)) != n {
			t.Errorf("%d: %q, %q", n, inCSV, inBook)
		}
	case paper.Chip:
		c.Number = n.Value
		same(t, c, inCSV, inBook, false)
	case int:
		if inCSV != strconv.Itoa(n) || inBook != inCSV {
			t.Errorf("%d: %q, %q", n, inCSV, inBook)
		}
	case time.Time:
		wall, err := time.Parse(time.DateTime, inCSV)
		if err != nil || inCSV != n.Format(time.DateTime) {
			t.Errorf("%v: %q", n, inCSV)
		}
		days(wall.Sub(begin).Hours() / 24)
	case paper.Day:
		day, err := time.Parse(time.DateOnly, inCSV)
		if err != nil || inCSV != string(n) {
			t.Errorf("%v: %q", n, inCSV)
		}
		days(day.Sub(begin).Hours() / 24)
	case time.Duration:
		days(n.Hours() / 24)
	case paper.Share:
		a, err := strconv.ParseFloat(strings.TrimSuffix(inCSV, "%"), 64)
		if err != nil || a/100-float64(n) > 1e-4 || float64(n)-a/100 > 1e-4 {
			t.Errorf("%v: %q", n, inCSV)
		}
		days(float64(n))
	default:
		plain := strings.Join(strings.Fields(c.Text), " ")
		if inBook != plain || strings.TrimPrefix(inCSV, "'") != plain && !strings.HasSuffix(inCSV, ")") {
			t.Errorf("%q: %q, %q", c.Text, inCSV, inBook)
		}
	}
}

// FuzzEvidence reads evidence out of anything: it never stops the program, and what it
// reads can be drawn or is refused.
func FuzzEvidence(f *testing.F) {
	for _, e := range everyKind(f, worked(f).table) {
		doc, err := e.Draw(words{})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(doc.PDF)
	}
	for _, garbage := range []string{"", "%PDF-1.4", "<< /Type /EmbeddedFile /Length ", "<< /Type /EmbeddedFile /Length 9 stream\n", "<< /Type /EmbeddedFile /Length 99999999999 >>\nstream\nx", "<< /Type /EmbeddedFile /Length -1 >>\nstream\nx"} {
		f.Add([]byte(garbage))
	}
	f.Fuzz(func(t *testing.T, pdf []byte) {
		e, err := reports.EvidenceOf(pdf)
		if err != nil {
			return
		}
		if r, err := e.Report(words{}); err == nil && r.Title == "" {
			t.Errorf("a report without a title: %+v", e)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second) // of millions of pages nobody waits for the last
		defer cancel()
		doc, err := e.DrawWithin(ctx, words{})
		if err != nil {
			return
		}
		if len(doc.Pages) == 0 {
			t.Errorf("a report without a page: %+v", e)
		}
		if _, err := reports.EvidenceOf(doc.PDF); err != nil {
			t.Errorf("what was drawn of %+v has no evidence: %v", e, err)
		}
	})
}

// What is no report of Sabot's has no evidence, and says so.
func TestNoEvidence(t *testing.T) {
	doc, err := evidence(t, reports.ShiftReport, "", worked(t).table).Draw(words{})
	if err != nil {
		t.Fatal(err)
	}
	for name, pdf := range map[string][]byte{
		"nothing": nil, "another PDF": []byte("%PDF-1.4\n%%EOF"), "two": append(bytes.Clone(doc.PDF), doc.PDF...),
		"cut off": doc.PDF[:bytes.Index(doc.PDF, []byte("/EmbeddedFile"))+60],
	} {
		if e, err := reports.EvidenceOf(pdf); err == nil {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// People sign every kind of report, those of the house for no table and those of a shift for one; no other kind is a report that
// people sign.
func TestPeopleSignEveryKind(t *testing.T) {
	const none = "people sign no such report"
	for _, kind := range append(reports.Kinds(), "none") {
		f := record.ReportPrinted{Report: string(kind) + record.SignedReport}
		if wrong := someHouse.Backups().JudgePaper(f); (wrong == none) != (kind == "none") {
			t.Errorf("%s: %q", kind, wrong)
		}
		f.Table = "LB1"
		if wrong := someHouse.Backups().JudgePaper(f); kind != "none" && kind.OfHouse() && wrong != "it does not say of what it is" {
			t.Errorf("%s of a table: %q", kind, wrong)
		}
		if with := house.Supervises(string(kind)); (with == house.ReviewRights) != (kind == reports.AccessReport || kind == reports.ChangesReport) {
			t.Errorf("%s is signed with %v", kind, with)
		}
	}
}
