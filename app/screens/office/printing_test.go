package office

import (
	"context"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/printing"
	"sabot/app/screens/screentest"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// Every pair of roles tries to sign a closed shift: the croupier's place takes a
// croupier, the supervisor's an inspector or a manager.
func TestOfficeSigningByEachRole(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	s.Press(fyne.KeyEnd)
	for _, first := range record.Roles() {
		for _, second := range record.Roles() {
			o.notice.Text = ""
			s.Slowly("f" + screentest.Codes[first] + "\n")
			if !house.SignDealt.For(first) {
				s.Says("only a croupier may")
			} else {
				s.Slowly(screentest.Codes[second] + "\n")
			}
			signed := strings.HasPrefix(o.notice.Text, "✓ Signed: ")
			if want := house.SignDealt.For(first) && house.SignReports.For(second); signed != want {
				t.Errorf("%s and %s: signed %v, %q", first, second, signed, o.notice.Text)
			}
			if !signed {
				s.Press(fyne.KeyEscape)
			}
		}
	}
	// The report of a table over the month takes the supervisor alone, once its days are over.
	s.Slowly("5")
	w := o.shown
	w.Item = "2026-01-01..2999-12-31"
	o.people().showReport(w)
	s.Rest()
	s.Slowly("f")
	s.Says("the gaming day is over")
	line, _ := o.shift()
	w.Item = line.Day + ".." + line.Day
	o.people().showReport(w)
	s.Rest()
	s.Slowly("f" + screentest.Codes[record.Croupier] + "\n")
	s.Says("only an inspector or a manager may")
	s.Slowly(screentest.Codes[record.Inspector] + "\n")
	if !strings.HasPrefix(o.notice.Text, "✓ Signed: ") {
		t.Errorf("says %q", o.notice.Text)
	}
}

// What is signed already says before it is signed once more which copy that will be: its preview, and the page for the codes,
// also where it was signed since it is shown.
func TestSignedOnceMoreIsSaid(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	s.Press(fyne.KeyEnd)
	shown, evidence := o.shown, o.evidence
	sign := func() { s.Slowly("f" + screentest.CroupierCode + "\n" + screentest.InspectorCode + "\n") }
	s.Slowly("f")
	if strings.Contains(s.Over(), "REPRINT") {
		t.Error("what nobody has signed is a reprint")
	}
	s.Press(fyne.KeyEscape)
	sign()
	if o.evidence.Copy != 2 {
		t.Errorf("the preview is copy %d", o.evidence.Copy)
	}
	o.shown, o.evidence = shown, evidence // as it was before another program signed it
	s.Slowly("f")
	s.Shows("REPRINT, copy 2")
	s.Look("signed once more")
}

// The list follows the record while a report is signed, as its signature is news too. That it is signed is said all the same.
func TestSignedIsSaidWhateverIsRead(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	s.Press(fyne.KeyEnd)
	read := make(chan bool)
	o.work.Look(func(session.Work) func() { <-read; return func() {} }, func(int, int) {}) // what is read next waits for it
	s.Keys("f" + screentest.CroupierCode + "\n" + screentest.InspectorCode + "\n")
	for s.Shell.Overlay() != nil || o.work.Busy() {
		time.Sleep(time.Millisecond)
		s.Pass(0)
	}
	lines, err := shiftsOf(s.Shell.House, session.Work{Context: context.Background(), Progress: func(int, int) {}}, o.query)
	if err != nil {
		t.Fatal(err)
	}
	o.followed(o.query, lines, nil)
	close(read)
	s.Rest()
	if !strings.HasPrefix(o.notice.Text, "✓ Signed: ") {
		t.Errorf("says %q", o.notice.Text)
	}
	if line, _ := o.shift(); !line.Signed {
		t.Errorf("chosen is %+v", line)
	}
}

// Every kind of report is shown; where there is no slip a word says so.
func TestOfficeKinds(t *testing.T) {
	s := officeSeat(t, "it")
	o := s.enter(record.Inspector)
	for i, kind := range officeKinds {
		s.Slowly(string(rune('1' + i)))
		if kind == reports.SlipReport {
			if len(o.doc.Pages) != 0 {
				t.Error("a slip that is not there is shown")
			}
			s.Says("nessun reso")
			s.Slowly("p")
			s.Says("Prima scegli un rapporto")
			continue
		}
		if o.shown.Kind != kind || len(o.doc.Pages) == 0 {
			t.Errorf("%s: shown is %+v with %d pages", kind, o.shown, len(o.doc.Pages))
		}
	}
	s.Press(fyne.KeyTab)
	if o.query.Table != "LB1" || len(o.shifts) != 1 {
		t.Errorf("filter %q, %d shifts", o.query.Table, len(o.shifts))
	}
	s.Press(fyne.KeyTab) // PB1 had no shift
	if len(o.shifts) != 0 {
		t.Error("PB1 has shifts")
	}
	s.Says("Nessun turno corrisponde")
	s.Slowly("f")
	if s.Shell.Overlay() != nil {
		t.Error("nothing is to be signed")
	}
}

// fakePrinter notes what it is given, and answers as it is told.
type fakePrinter struct {
	files []string
	job   printing.Job
	err   error
}

func (p *fakePrinter) Print(_ context.Context, file string) (printing.Job, error) {
	p.files = append(p.files, file)
	return p.job, p.err
}

// What the printer did not take is no copy; the record says who had what printed, and where.
func TestOfficePrints(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	printer := &fakePrinter{err: printing.ErrNoPrinting}
	o.printer = printer
	counted := func() int {
		t.Helper()
		if _, err := papers.Of(o.shell.House).Evidence(o.shown); err != nil { // it takes in what was entered beside it
			t.Fatal(err)
		}
		return o.shell.House.State.Backups().Copies(record.ReportPrinted{Report: "shift" + record.PaperReport + "-provisional", Table: o.shown.Table, Shift: o.shown.Shift})
	}
	s.Slowly("p")
	s.Says("install CUPS")
	for why, says := range map[printing.Why]string{
		printing.NoDefault: "No default printer", printing.Rejects: "accepts no jobs", printing.NoServer: "does not run", printing.Hangs: "does not answer", printing.Otherwise: "(ink is out)",
	} {
		printer.err = &printing.RefusedError{Why: why, Says: "ink is out"}
		s.Slowly("p")
		s.Says(says)
	}
	if n := counted(); n != 0 {
		t.Errorf("%d papers were counted, none was printed", n)
	}
	printer.err, printer.job = nil, printing.Job{Queue: "office", Stopped: true, Waiting: 2}
	s.Slowly("p")
	s.Says("The printer office is stopped: 2 jobs wait")
	printer.job = printing.Job{Queue: "office"}
	s.Slowly("p")
	s.Says("Sent to the printer office.")
	if n := counted(); n != 2 {
		t.Errorf("%d papers were counted, two were printed", n)
	}
	by, queue := "", ""
	for e, err := range o.shell.House.Store().Entries(record.HouseStream, 1) {
		if f, ok := e.Fact.(record.ReportPrinted); err == nil && ok {
			by, queue = f.By, f.Printer
		}
	}
	if by != o.who.Number || queue != "office" {
		t.Errorf("the record says that %q printed on %q", by, queue)
	}
}

// hangingPrinter does not answer until nobody waits any more.
type hangingPrinter struct{ asked chan bool }

func (p hangingPrinter) Print(ctx context.Context, _ string) (printing.Job, error) {
	p.asked <- true
	<-ctx.Done()
	return printing.Job{}, &printing.RefusedError{Why: printing.Hangs}
}

// A printer that hangs keeps nobody: Esc ends it, and so does the window that closes, so that the table is free.
func TestPrinterThatHangsIsGivenUp(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	printer := hangingPrinter{make(chan bool, 1)}
	o.printer = printer
	before := s.Shell.House.State.Seq
	s.Keys("p")
	<-printer.asked
	s.Pass(2 * shell.LongAfter)
	s.Press("Escape")
	s.Says("The printer does not answer.")
	if s.office() == nil || o.work.Busy() {
		t.Errorf("office %v, busy %v", s.office(), o.work.Busy())
	}
	s.Keys("p")
	<-printer.asked
	s.Shell.Stop() // it waits for what is being printed
	if err := o.shell.House.Takeover().CatchUp(); err != nil || s.Shell.House.State.Seq != before {
		t.Errorf("%d entries were made, %v", s.Shell.House.State.Seq-before, err)
	}
}
