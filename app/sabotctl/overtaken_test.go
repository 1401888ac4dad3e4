package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/games"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
	"sabot/reports/sign"
)

// What has no heading on a paper has a name, and who signed in the croupiers' place is told as that.
func TestVerdictNamesWhatChanged(t *testing.T) {
	figures := func(running string) []byte {
		return []byte(`{"House":"Casinò","Table":"LB1","Day":"2026-11-21","Shift":1,"List":null` + running + `}`)
	}
	e := reports.Evidence{Kind: reports.IncidentReport, Form: reports.Form, Table: "LB1", Shift: 1, Language: "it", Currency: "CHF", Zone: "Europe/Zurich", Figures: figures("")}
	now := e
	now.Figures = figures(`,"Running":true`)
	v := papers.Verdict{
		Evidence: e, Drawn: true, Compared: true, Vouched: true, Signatures: []sign.Signature{{Name: "Elena Moser", Number: "31", Trusted: true}, {Name: "Dario Bianchi", Number: "21", Trusted: true}},
		InPlace: map[int]bool{0: true}, Overtaken: &papers.Overtaken{Was: e, Is: now},
	}
	var out strings.Builder
	_ = tellVerdict(&out, v)
	for _, want := range []string{"signed by Elena Moser (31) in place of the croupiers, who work here no more, on ", "signed by Dario Bianchi (21) on ", "changed since: inizio della pagina: was nothing, is PROVVISORIO"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// A report that was true when it was signed and is not what the record says now ends with
// "holds, overtaken", and says of which entries it is and what became of the result.
func TestReportThatWasOvertaken(t *testing.T) {
	data := closed(t)
	pins, by := pinsOf(t, "11", "21")
	file := filepath.Join(t.TempDir(), "shift.pdf")
	if _, problem, status := ctl(t, "", "report", "shift", "--data", data, "--table", "LB1", "-o", file, "--sign", by, "--pin-file", pins); status != done {
		t.Fatal(problem)
	}
	verdict := func(end string, exit int) string {
		t.Helper()
		out, problem, status := ctl(t, "", "verify-report", file, "--data", data)
		if status != exit || !strings.HasSuffix(out, "\n"+end+"\n") {
			t.Errorf("%d %s%s", status, out, problem)
		}
		return out
	}
	verdict("holds", done)
	h, err := session.Open(data, func() time.Time { return time.Now().Add(48 * time.Hour) })
	must(t, err)
	clerk, err := h.SignOn("417041")
	must(t, err)
	elena, err := h.SignOn("316931")
	must(t, err)
	must(t, h.CountDrop(session.DropOf{Table: "LB1", Shift: 1, Notes: record.Float{{Value: 10_000, Pieces: 7}}, Reason: "recount"}, clerk, elena))
	counted := h.State.Seq - 2 // before the two approvals
	must(t, h.CountDrop(session.DropOf{Table: "LB1", Shift: 1, Notes: record.Float{{Value: 10_000, Pieces: 6}}, Reason: "a note was false"}, clerk, elena))
	again := h.State.Seq - 2
	_, err = h.EnterOffice("417041")
	must(t, err)
	must(t, h.Close())
	if out := verdict("holds, overtaken", notHeld); !strings.Contains(out, "OVERTAKEN: that was so at entry ") || !strings.Contains(out, fmt.Sprintf("; entry %d of house and entry %d of house changed what it says", counted, again)) || !strings.Contains(out, "the figures were the record's when it was signed") {
		t.Error(out)
	} else if !strings.Contains(out, "  changed since: ") || !strings.Contains(out, ": was ") {
		t.Errorf("it does not say what changed: %s", out)
	}
}

// A result whose drop nobody had counted is not called one by count.
func TestEstimateIsCalledNoCount(t *testing.T) {
	shift := func(byCount games.Amount, estimated bool) reports.Evidence {
		figures, err := json.Marshal(reports.Shift{Result: tray.Result{ByCount: tray.KnownSum(byCount), Estimated: estimated}})
		must(t, err)
		return reports.Evidence{Form: reports.Form, Kind: reports.ShiftReport, Figures: figures}
	}
	for want, o := range map[string]papers.Overtaken{
		": the result with the drop estimated was 625.00; by count it is 675.00": {Was: shift(62_500, true), Is: shift(67_500, false)},
		": the result with the drop estimated was 625.00; by count it is 625.00": {Was: shift(62_500, true), Is: shift(62_500, false)},
		": the result with the drop estimated was 625.00 and is 675.00":          {Was: shift(62_500, true), Is: shift(67_500, true)},
		": the result by count was 625.00 and is 675.00":                         {Was: shift(62_500, false), Is: shift(67_500, false)},
	} {
		if said := change(&o); said != want {
			t.Errorf("%q, want %q", said, want)
		}
	}
}

// A report of another house with the same names, tables and days was never this one's: its figures are not the record's, and
// that nothing later overtook.
func TestReportOfAnotherHouseIsNotOvertaken(t *testing.T) {
	data, other := closed(t), closed(t)
	pins, by := pinsOf(t, "11", "21")
	file := filepath.Join(t.TempDir(), "shift.pdf")
	if _, problem, status := ctl(t, "", "report", "shift", "--data", other, "--table", "LB1", "-o", file, "--sign", by, "--pin-file", pins); status != done {
		t.Fatal(problem)
	}
	h, err := session.Open(data, func() time.Time { return time.Now().Add(48 * time.Hour) })
	must(t, err)
	clerk, err := h.SignOn("417041")
	must(t, err)
	elena, err := h.SignOn("316931")
	must(t, err)
	must(t, h.CountDrop(session.DropOf{Table: "LB1", Shift: 1, Notes: record.Float{{Value: 10_000, Pieces: 7}}, Reason: "recount"}, clerk, elena))
	pdf, err := os.ReadFile(file)
	must(t, err)
	if v, err := papers.Of(h).VerifyReport(pdf); err != nil || v.Answer() != papers.Fails || v.Overtaken != nil {
		t.Errorf("%v, overtaken %+v, %v", v.Answer(), v.Overtaken, err)
	}
	must(t, h.Close())
	out, _, status := ctl(t, "", "verify-report", file, "--data", data)
	if status != notHeld || strings.Contains(out, "OVERTAKEN") || !strings.HasSuffix(out, "\ndoes not hold\n") {
		t.Errorf("%d %s", status, out)
	}
}

// A second export into a folder leaves nothing of the first that it does not have itself, and
// what is somebody's own.
func TestSecondExportClearsTheFirst(t *testing.T) {
	data, folder := closed(t), filepath.Join(t.TempDir(), "csv")
	export := func() []string {
		t.Helper()
		if _, problem, status := ctl(t, "", "report", "shift", "--data", data, "--table", "LB1", "--csv", folder); status != done {
			t.Fatal(problem)
		}
		files, err := filepath.Glob(filepath.Join(folder, "*"))
		must(t, err)
		return files
	}
	first := export()
	for _, name := range []string{"77-gone.csv", "mine.csv"} {
		must(t, os.WriteFile(filepath.Join(folder, name), []byte("x"), 0o600))
	}
	if again := export(); strings.Join(again, " ") != strings.Join(append(first, filepath.Join(folder, "mine.csv")), " ") {
		t.Errorf("%q, first %q", again, first)
	}
}
