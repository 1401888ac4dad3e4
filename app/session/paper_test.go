package session_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// closedNight is a night whose drop nobody has counted yet.
func closedNight(t *testing.T) *night {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.money = opener.Value()
	for range 2 {
		n.begin()
		n.finish()
	}
	closer := count(n.money)
	n.must(n.table.Close(n.dealer(), n.dario, &closer))
	return n
}

// onPaper is what a PDF says.
func onPaper(t *testing.T, file string) string {
	t.Helper()
	out, err := exec.Command("pdftotext", "-layout", file, "-").Output()
	if err != nil {
		t.Fatalf("pdftotext, which make test installs: %v", err)
	}
	return string(out)
}

// stillRead is an error of a printer whose program nobody could end.
type stillRead struct{ error }

func (stillRead) StillReads() bool { return true }

func (s stillRead) Unwrap() error { return s.error }

// What no printer took is no copy, and its file goes: the first paper that comes out is the first, the next is
// a reprint, whichever way it is asked for.
func TestPaperIsCountedOnceItIsTaken(t *testing.T) {
	n := closedNight(t)
	w := papers.Wanted{Kind: reports.ShiftReport, Table: n.table.State.Name, Shift: 1, Lang: "en", By: "41"}
	_, err := n.house.EnterOffice("417041")
	n.must(err)
	n.must(n.house.SignOnAt(n.dario, "", house.ReadReports))
	before := n.house.State.Seq
	broken := errors.New("no paper")
	for range 3 {
		if _, err := papers.Of(n.house).Paper(w, func(context.Context, string) (string, error) { return "", broken }); !errors.Is(err, broken) {
			t.Fatal(err)
		}
	}
	if n.house.State.Seq != before {
		t.Error("what failed is on the record")
	}
	printing := func() (names []string) {
		files, err := n.house.Store().KeptIn("printing")
		n.must(err)
		for _, f := range files {
			names = append(names, f.Name)
		}
		return names
	}
	if left := printing(); len(left) > 0 {
		t.Errorf("no printer has taken %v", left)
	}
	if _, err := papers.Of(n.house).Paper(w, func(context.Context, string) (string, error) { return "", stillRead{broken} }); !errors.Is(err, broken) || len(printing()) != 1 {
		t.Errorf("%v lie there, and a program may read one yet: %v", printing(), err)
	}
	taken := func(context.Context, string) (string, error) { return "office", nil }
	first, err := papers.Of(n.house).Paper(w, taken)
	n.must(err)
	if said := onPaper(t, first); strings.Contains(said, "REPRINT") {
		t.Errorf("the first paper says\n%s", said)
	}
	second, err := papers.Of(n.house).Paper(w, taken)
	n.must(err)
	if said := onPaper(t, second); !strings.Contains(said, "REPRINT, copy 2") {
		t.Errorf("the second paper says\n%s", said)
	}
	// A file that was kept goes the same way.
	kept, _, err := papers.Of(n.house).Print(w)
	n.must(err)
	third, err := papers.Of(n.house).PaperOf(filepath.Base(kept), "21", taken)
	n.must(err)
	if said := onPaper(t, third); !strings.Contains(said, "REPRINT, copy 3") {
		t.Errorf("the third paper says\n%s", said)
	}
	var by []string
	for e, err := range n.house.Store().Entries(record.HouseStream, before+1) {
		n.must(err)
		if f, ok := e.Fact.(record.ReportPrinted); ok && f.Printer == "office" {
			by = append(by, f.By)
		}
	}
	if strings.Join(by, " ") != "41 41 21" {
		t.Errorf("printed by %v", by)
	}
}

// Where the report was signed that is its file; a file that nobody signed lies behind all that somebody
// did, however new it is.
func TestTheSignedFileComesFirst(t *testing.T) {
	n := closedNight(t)
	w := papers.Wanted{Kind: reports.ShiftReport, Table: n.table.State.Name, Shift: 1, Lang: "en"}
	if file, err := papers.Of(n.house).SignedFile(w); err != nil || file != "" {
		t.Fatalf("nobody signed %q, %v", file, err)
	}
	signed, _, err := papers.Of(n.house).Signed(w, n.dealer(), n.dario)
	n.must(err)
	if file, err := papers.Of(n.house).SignedFile(w); err != nil || file != signed {
		t.Errorf("%q, want %q, %v", file, signed, err)
	}
	_, _, err = papers.Of(n.house).Print(w)
	n.must(err)
	files, err := papers.Of(n.house).ReportFiles()
	n.must(err)
	if len(files) != 2 || files[0].Path != signed || files[1].Name != "shift-LB1-1-unsigned.pdf" {
		t.Errorf("%+v", files)
	}
}

// Where a report was signed the signed one is printed: byte for byte the first time, then
// as a reprint that says who signed.
func TestTheSignedOneIsPrinted(t *testing.T) {
	n := closedNight(t)
	w := papers.Wanted{Kind: reports.ShiftReport, Table: n.table.State.Name, Shift: 1, Lang: "en"}
	_, signed, err := papers.Of(n.house).Signed(w, n.dealer(), n.dario)
	n.must(err)
	taken := func(context.Context, string) (string, error) { return "office", nil }
	file, err := papers.Of(n.house).Paper(w, taken)
	n.must(err)
	if paper, err := os.ReadFile(file); err != nil || string(paper) != string(signed) {
		t.Errorf("the paper is not the one that was signed: %v", err)
	}
	n.clock.Pass(24 * time.Hour) // the day is over
	house, _, err := papers.Of(n.house).Signed(papers.Wanted{Kind: reports.HouseReport, Item: n.table.State.Day, Lang: "en"}, n.elena)
	n.must(err)
	if said := onPaper(t, house); !strings.Contains(said, "Manager · "+n.elena.Number) {
		t.Errorf("the house's paper does not say in which role it was signed:\n%s", said)
	}
	file, err = papers.Of(n.house).Paper(w, taken)
	n.must(err)
	said := onPaper(t, file)
	for _, want := range []string{"REPRINT, copy 2", n.dealer().Name, "Croupier · " + n.dealer().Number, n.dario.Name, "Inspector · " + n.dario.Number, "signed electronically"} {
		if !strings.Contains(said, want) {
			t.Errorf("the reprint lacks %q:\n%s", want, said)
		}
	}
	if pdf, err := os.ReadFile(file); err != nil || papers.CheckReport(t.Context(), pdf, nil).Holds() {
		t.Errorf("a reprint passes as a signed report: %v", err)
	}
}

// A drop that was counted after the report was signed: the report holds, and it is said
// that it was overtaken and by what; printed it says so, and the next one is version 2, of
// which the first copy is no reprint.
func TestOvertakenReport(t *testing.T) {
	n := closedNight(t)
	w := papers.Wanted{Kind: reports.ShiftReport, Table: n.table.State.Name, Shift: 1, Lang: "en"}
	kept, signed, err := papers.Of(n.house).Signed(w, n.dealer(), n.dario)
	n.must(err)
	v, err := papers.Of(n.house).VerifyReport(signed)
	n.must(err)
	if !v.Holds() || v.Overtaken != nil {
		t.Fatalf("before the drop: %v, %+v", v.Faults, v.Overtaken)
	}
	n.must(n.table.CountDrop(50_000, n.dario, n.elena))
	v, err = papers.Of(n.house).VerifyReport(signed)
	n.must(err)
	if !v.Holds() || v.Overtaken == nil {
		t.Fatalf("after the drop: %v, %+v", v.Faults, v.Overtaken)
	}
	was, _, _ := v.Overtaken.Was.Outcome()
	is, _, _ := v.Overtaken.Is.Outcome()
	if !is.Known || was == is {
		t.Errorf("the result was %+v and is %+v", was, is)
	}
	taken := func(context.Context, string) (string, error) { return "office", nil }
	file, err := papers.Of(n.house).PaperOf(filepath.Base(kept), "41", taken)
	n.must(err)
	if said := onPaper(t, file); !strings.Contains(said, "OVERTAKEN") {
		t.Errorf("the paper of what was overtaken says\n%s", said)
	}
	e, err := papers.Of(n.house).Evidence(w)
	n.must(err)
	if e.Version != 2 || e.Copy != 1 || e.Before == 0 {
		t.Errorf("the next one is version %d, copy %d, replaces %d", e.Version, e.Copy, e.Before)
	}
	file, err = papers.Of(n.house).Paper(w, taken)
	n.must(err)
	if said := onPaper(t, file); !strings.Contains(said, "VERSION 2, replaces that of") || strings.Contains(said, "REPRINT") {
		t.Errorf("the new version says\n%s", said)
	}
	n.clock.Pass(time.Minute)
	_, again, err := papers.Of(n.house).Signed(w, n.dealer(), n.dario)
	n.must(err)
	if v, err := papers.Of(n.house).VerifyReport(again); err != nil || !v.Holds() || v.Overtaken != nil || v.Evidence.Copy != 1 {
		t.Errorf("the new version: %v, %v, %+v", err, v.Faults, v.Overtaken)
	}
	signedAt := n.house.State.Last
	n.must(n.table.Approve(n.dario, func(s *pit.Table, by *house.Staff) ([]record.Fact, error) {
		return s.IncidentBook().IncidentBy(record.IncidentOpened{Class: record.OtherIncident, Text: "a watch was lost"}, by)
	}))
	if e, err := papers.Of(n.house).Evidence(w); err != nil || e.Version != 3 || e.Before != signedAt.UnixMilli() {
		t.Errorf("version %d replaces that of %s, which was signed at %s: %v", e.Version, time.UnixMilli(e.Before), signedAt, err)
	}
}

// A shift whose first version was printed only, and whose second people signed, is signed.
func TestSignedInItsSecondVersion(t *testing.T) {
	n := closedNight(t)
	w := papers.Wanted{Kind: reports.ShiftReport, Table: n.table.State.Name, Shift: 1, Lang: "en"}
	signed := func() bool {
		t.Helper()
		lines, err := n.house.Sums().Shifts(sums.ShiftQuery{Table: w.Table})
		n.must(err)
		return lines[0].Signed
	}
	_, _, err := papers.Of(n.house).Print(w)
	n.must(err)
	if signed() {
		t.Error("a print that nobody signed makes it signed")
	}
	n.must(n.table.CountDrop(50_000, n.dario, n.elena))
	_, _, err = papers.Of(n.house).Signed(w, n.dealer(), n.dario)
	n.must(err)
	if !signed() {
		t.Error("its second version was signed, and it is not")
	}
}

// A paper of a shift that is open takes no number from the final one.
func TestProvisionalPaperIsNoCopy(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.money = opener.Value()
	w := papers.Wanted{Kind: reports.ShiftReport, Table: n.table.State.Name, Shift: 1, Lang: "en"}
	for range 3 {
		_, _, err := papers.Of(n.house).Print(w)
		n.must(err)
	}
	closer := count(n.money)
	n.must(n.table.Close(n.dealer(), n.dario, &closer))
	e, err := papers.Of(n.house).Evidence(w)
	n.must(err)
	if e.Copy != 1 || e.Version != 1 {
		t.Errorf("the first final one is version %d, copy %d", e.Version, e.Copy)
	}
}

// A list of who may do what that is printed again a minute later is a copy; once somebody was
// looked at or days have passed it is another version. What is signed is the paper.
func TestAccessListIsCopied(t *testing.T) {
	n := newNight(t)
	w := papers.Wanted{Kind: reports.AccessReport, Item: evening.Format(time.DateOnly), Lang: "en", By: "31"}
	_, signed, err := papers.Of(n.house).Signed(w, n.elena)
	n.must(err)
	want := func(version, copy int) reports.Evidence {
		t.Helper()
		e, err := papers.Of(n.house).Evidence(w)
		n.must(err)
		if e.Version != version || e.Copy != copy {
			t.Errorf("it is version %d, copy %d, and not %d, %d", e.Version, e.Copy, version, copy)
		}
		return e
	}
	first, err := reports.EvidenceOf(signed)
	n.must(err)
	n.clock.Pass(time.Minute)
	if e := want(1, 1); string(e.Figures) == string(first.Figures) {
		t.Error("it says another moment nowhere")
	}
	for copy := range 2 {
		file, err := papers.Of(n.house).Paper(w, func(context.Context, string) (string, error) { return "office", nil })
		n.must(err)
		if said := onPaper(t, file); !strings.Contains(said, "Elena Moser") || strings.Contains(said, "REPRINT") != (copy == 1) {
			t.Errorf("paper %d says\n%s", copy+1, said)
		}
		want(1, 1) // as a file
		n.clock.Pass(time.Minute)
	}
	for copy := range 2 {
		want(1, copy+1)
		_, _, err := papers.Of(n.house).Print(w)
		n.must(err)
	}
	n.must(n.house.Staff().ReviewAccess(n.elena))
	want(2, 1)
	_, _, err = papers.Of(n.house).Print(w)
	n.must(err)
	n.clock.Pass(40 * 24 * time.Hour)
	want(3, 1)
	v, err := papers.Of(n.house).VerifyReport(signed)
	if n.must(err); !v.Holds() || !v.Compared {
		t.Errorf("what was signed first: %v", v.Faults)
	}
}

// A person or a house that gets another name after a report was signed changes no report of before: the signed one holds, and the next print of each is
// the same version. What is done afterwards is done under the new name.
func TestAnotherNameIsNoOtherVersion(t *testing.T) {
	n := closedNight(t)
	n.must(n.table.CountDrop(50_000, n.dario, n.elena))
	if _, err := n.house.SignOn("110000"); err == nil {
		t.Fatal("a wrong PIN opens")
	}
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	n.clock.Pass(24 * time.Hour)
	wanted := []papers.Wanted{
		{Kind: reports.ShiftReport, Table: n.table.State.Name, Shift: 1, Lang: "en"},
		{Kind: reports.ReconstructionReport, Table: n.table.State.Name, Shift: 1, Lang: "en"},
		{Kind: reports.IncidentReport, Table: n.table.State.Name, Shift: 1, Lang: "en"},
		{Kind: reports.TableReport, Table: n.table.State.Name, Item: day + ".." + day, Lang: "en"},
		{Kind: reports.HouseReport, Item: day, Lang: "en"},
		{Kind: reports.ExceptionsReport, Item: day, Lang: "en"},
		{Kind: reports.ChangesReport, Item: day, Lang: "en"},
	}
	signed := map[reports.Kind][]byte{}
	for _, w := range wanted {
		by := []house.Badge{n.dealer(), n.dario}
		if w.Shift == 0 {
			by = []house.Badge{n.elena}
		}
		_, pdf, err := papers.Of(n.house).Signed(w, by...)
		if err != nil {
			t.Fatalf("%s: %v", w.Kind, err)
		}
		signed[w.Kind] = pdf
	}
	n.clock.Pass(time.Hour)
	for _, who := range []house.Staff{n.dealer().Staff, n.dario.Staff, n.elena.Staff} {
		who.Name = "Maria " + who.Number
		n.must(n.house.Staff().EnterStaff(house.NewStaff{Staff: who}, n.elena))
	}
	set := n.house.State.Particulars()
	set.Name = "Maria SA"
	n.must(n.house.SetHouse(set, n.elena))
	for _, w := range wanted {
		e, err := papers.Of(n.house).Evidence(w)
		if n.must(err); e.Version != 1 || strings.Contains(string(e.Figures), "Maria") {
			t.Errorf("%s is version %d: %s", w.Kind, e.Version, e.Figures)
		}
		if v, err := papers.Of(n.house).VerifyReport(signed[w.Kind]); err != nil || !v.Holds() || v.Overtaken != nil {
			t.Errorf("%s: %v, %v, %+v", w.Kind, err, v.Faults, v.Overtaken)
		}
	}
	n.clock.Pass(time.Hour)
	n.must(n.table.CountDrop(60_000, n.dario, n.elena))
	if e, err := papers.Of(n.house).Evidence(wanted[0]); err != nil || !strings.Contains(string(e.Figures), "Maria 21\u00a0(21), Maria 31\u00a0(31)") || e.Version != 2 {
		t.Errorf("counted after it: version %d, %s, %v", e.Version, e.Figures, err)
	}
}
