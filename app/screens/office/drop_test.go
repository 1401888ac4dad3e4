package office

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// The drop box of a closed shift is counted from the list, by keys alone; the mark goes, and
// counted again it asks why and both counts are on the report.
func TestOfficeCountsADrop(t *testing.T) {
	s := officeSeat(t, "en")
	s.inHouse()
	o := s.enter(record.BackOffice)
	s.Slowly("b") // the newest shift is open
	s.Says("The table is open")
	s.Press(fyne.KeyEnd)
	line, ok := o.shift()
	if !ok || line.Table != "LB1" || !line.Has(sums.MarkNoDrop) {
		t.Fatalf("%+v", line)
	}
	s.Slowly("b")
	s.Says("Drop box of LB1 · shift 1")
	s.Slowly("2000\n150")
	s.Says("200: the amount must be a multiple of 200. Type it again.") // 150 in notes of 200
	s.Press(fyne.KeyBackspace, fyne.KeyBackspace, fyne.KeyBackspace)
	s.Slowly("400\n")
	s.Press(fyne.KeyDown)
	s.Slowly("50\n")
	s.Picture("drop-count")
	s.Slowly("\n") // nothing is below
	s.Picture("drop-sign")
	s.Says("2 × 1,000 = 2,000.00")
	s.Says("2 × 200 = 400")
	s.Says("1 × 50 = 50")
	s.Slowly(screentest.Codes[record.Croupier] + "\n")
	s.Says("only an inspector, a manager or the back office may")
	s.Slowly(screentest.Codes[record.BackOffice] + "\n" + screentest.Codes[record.BackOffice] + "\n")
	s.Says("Two different people")
	s.Slowly(screentest.Codes[record.Manager] + "\n")
	s.Rest()
	if !strings.Contains(o.notice.Text, "2,450") || !strings.Contains(o.notice.Text, "difference: ") {
		t.Errorf("says %q", o.notice.Text)
	}
	if line, _ = o.shift(); line.Table != "LB1" || line.Has(sums.MarkNoDrop) {
		t.Errorf("%+v", line)
	}
	s.Slowly("b")
	s.Says("Already counted")
	s.Slowly("2000\n\n")
	s.Says("CHF 2,000.00. Why was it counted again?") // two quick Enters are seen before anybody signs
	s.Slowly("114711\n")                              // a code is no reason
	s.Picture("drop-reason")
	s.Slowly("A note was false\n")
	s.Says("A note was false")
	s.Slowly(screentest.Codes[record.BackOffice] + "\n" + screentest.Codes[record.Inspector] + "\n")
	s.Rest()
	s.Picture("drop-again")
	counts := s.Shell.House.State.Boxes().Drops("LB1", 1)
	if len(counts) != 2 || counts[1].Replaces != counts[0].Seq || counts[1].Reason != "A note was false" || counts[1].Notes.Value() != 200_000 {
		t.Errorf("%+v", counts)
	}
}

// Of a table that was taken away while a shift was open, the machine before knows no closing: the box is counted, and the report
// signed, where the table went.
func TestBoxOfMovedTableIsCountedThere(t *testing.T) {
	for lang, want := range map[string][2]string{
		"en": {"BJ1 was moved to tavolo-2: all its drop boxes are counted there", "BJ1 is played on tavolo-2 since"},
		"it": {"BJ1 è stato spostato su tavolo-2: tutte le sue cassette si contano là", "BJ1 si gioca su tavolo-2 da allora"},
	} {
		s := officeSeat(t, lang)
		o := s.enter(record.Manager)
		h := s.Shell.House
		if err := h.Takeover().HoldTables("tavolo-3", []string{"LB1", "BJ1"}); err != nil {
			t.Fatal(err)
		}
		if err := h.MoveTable(record.TableMoved{Table: "BJ1", From: "tavolo-3", To: "tavolo-2", Over: true}, o.who); err != nil {
			t.Fatal(err)
		}
		s.Pass(6 * time.Second)
		s.Rest()
		o.choose(slices.IndexFunc(o.shifts, func(l sums.ShiftLine) bool { return l.Table == "BJ1" && l.Open() }))
		s.Rest()
		if line, ok := o.shift(); !ok || !line.Apart {
			t.Fatalf("chosen is %+v", line)
		}
		s.Slowly("b")
		s.Says(want[0])
		s.Slowly("f")
		s.Says(want[1])
	}
}

// What was counted is said, whatever else is read of the list before that is done.
func TestCountedDropIsSaidWhateverIsRead(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	s.Press(fyne.KeyEnd)
	s.Slowly("b1000\n\n" + screentest.Codes[record.BackOffice] + "\n" + screentest.Codes[record.Inspector])
	s.Keys("\n")
	o.papers().preview() // as where another program has entered something
	s.Rest()
	s.Says("1,000")
	if !strings.Contains(o.notice.Text, "1,000") {
		t.Errorf("says %q", o.notice.Text)
	}
}

// A drop that is counted after the report was signed overtakes it: the list and the line under
// the paper say so, what is verified says so, and the new version is signed as one.
func TestOfficeSaysWhatWasOvertaken(t *testing.T) {
	s := officeSeat(t, "en")
	s.inHouse()
	o := s.enter(record.BackOffice)
	s.Press(fyne.KeyEnd)
	sign := func(said ...string) {
		s.Slowly("f")
		for _, want := range append(said, "Shift report · LB1", "Closing: ", "Drop", "Result by hands: ", "Difference: ") {
			if !strings.Contains(s.Over(), want) {
				t.Errorf("what is signed does not say %q: %s", want, s.Over())
			}
		}
		s.Look("signing")
		s.Slowly(screentest.Codes[record.Croupier] + "\n" + screentest.Codes[record.Inspector] + "\n")
		s.Rest()
		if !strings.HasPrefix(o.notice.Text, "✓ Signed: ") {
			t.Fatalf("says %q", o.notice.Text)
		}
	}
	sign("= Result with the drop estimated:")
	first := files(t, s)[0]
	s.Slowly("b1000\n\n" + screentest.Codes[record.BackOffice] + "\n" + screentest.Codes[record.Inspector] + "\n")
	s.Rest()
	s.Press(fyne.KeyHome, fyne.KeyEnd)
	s.Rest()
	s.Says("overtaken")
	s.Says("is overtaken: changed on")
	s.Picture("overtaken")
	s.Slowly("v\n")
	s.Rest()
	s.Says("Holds, but overtaken")
	s.Says("(House) changed it.")
	s.Says("Result with the drop estimated: was ")
	s.Says(". Result by count: ")
	s.Says("Print and sign the new version.")
	s.Says("The figures were the record’s when it was signed.")
	if strings.Contains(s.Over(), "The figures match the record.") {
		t.Errorf("the figures are and are not the record's: %s", s.Over())
	}
	s.Press(fyne.KeyEscape, fyne.KeyEscape)
	s.Slowly("1")
	s.Rest()
	sign("VERSION 2, replaces that of ", "= Result by count: ")
	s.Press(fyne.KeyHome, fyne.KeyEnd)
	s.Rest()
	if line, _ := o.shift(); line.Has(sums.MarkOvertaken) || !strings.Contains(strings.Join(files(t, s), " "), "shift-LB1-1-v2.pdf") {
		t.Errorf("%+v, %v", line, files(t, s))
	}
	verdict, err := verdictOn(o.shell.House, session.Work{}, func(h *session.House) ([]byte, error) { return papers.Of(h).ReportFile(first) })
	if err != nil || verdict.Overtaken == nil {
		t.Fatalf("%+v, %v", verdict, err)
	}
	o.verifies().showVerdict(first, verdict)
	s.Says("The new version is signed already.")
	if strings.Contains(s.Over(), "Print and sign") {
		t.Errorf("a version that is signed is asked for: %s", s.Over())
	}
}

// files are the names of the reports that the house keeps.
func files(t *testing.T, s *clerk) (names []string) {
	kept, err := papers.Of(s.Shell.House).ReportFiles()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range kept {
		names = append(names, f.Name)
	}
	return names
}

// The house's figures are a report of the office like any other, for the gaming day of the
// shift that is chosen: shown, saved and signed by the supervisor alone.
func TestOfficeShowsTheHouse(t *testing.T) {
	for _, lang := range []string{"en", "de", "fr", "it"} {
		s := officeSeat(t, lang)
		s.inHouse()
		o := s.enter(record.BackOffice)
		s.Press(fyne.KeyEnd)
		s.Slowly("6")
		s.Rest()
		line, _ := o.shift()
		if o.shown.Kind != reports.HouseReport || o.shown.Item != line.Day || len(o.doc.Pages) == 0 || len(o.doc.Blocks) != 1 {
			t.Fatalf("shown is %+v with %d pages", o.shown, len(o.doc.Pages))
		}
		s.Picture("house")
		s.Slowly("f" + screentest.Codes[record.Manager] + "\n")
		s.Rest()
		if !strings.Contains(o.notice.Text, "house-"+line.Day+".pdf") {
			t.Errorf("says %q", o.notice.Text)
		}
		for key, ending := range map[string]string{"d": line.Day + ".pdf", "c": "-csv", "x": ".xlsx"} {
			s.Slowly(key)
			s.Rest()
			if !strings.Contains(o.notice.Text, "house-"+line.Day) || !strings.HasSuffix(o.notice.Text, ending) {
				t.Errorf("%s: says %q", key, o.notice.Text)
			}
		}
		if kept := files(t, s); slices.Contains(kept, "house-"+line.Day+"-unsigned.pdf") {
			t.Errorf("beside the signed one lies another: %v", kept)
		}
	}
}

// Whose PIN somebody else gave chooses their own where two sign a count, as at a table, and goes on there.
func TestGivenPINIsChangedAtTheCount(t *testing.T) {
	s := officeSeat(t, "en")
	s.enter(record.BackOffice)
	manager, err := s.Shell.House.SignOn(screentest.Codes[record.Manager])
	if err != nil {
		t.Fatal(err)
	}
	gina := house.NewStaff{Staff: house.Staff{Number: "42", Name: "Gina Fermi", Role: record.BackOffice}, PIN: "583920"}
	if err := s.Shell.House.Staff().EnterStaff(gina, manager); err != nil {
		t.Fatal(err)
	}
	s.Press(fyne.KeyEnd)
	s.Slowly("b" + "2000\n\n")
	s.Slowly(screentest.Codes[record.BackOffice] + "\n" + "42583920\n")
	s.Says("Your PIN must be changed: new PIN")
	s.Slowly("719264\n719264\n")
	s.Says("PIN changed. Now enter your number and the new PIN.")
	s.Slowly("42719264\n")
	s.Rest()
	if counts := s.Shell.House.State.Boxes().Drops("LB1", 1); len(counts) != 1 || counts[0].With != "42" {
		t.Errorf("%+v", counts)
	}
}
