package office

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/demo"
	"sabot/app/printing"
	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/audit"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/reports"
)

// playedHouse is a house with a closed shift at LB1 and a later one at BJ1 that is open;
// it is made once and copied for every test.
var playedHouse = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "sabot-office")
	if err != nil {
		return "", err
	}
	playedIn = dir
	clock := demo.NewClock(time.Now().Add(-60 * time.Hour))
	h, err := session.Open(dir, clock.Now)
	if err != nil {
		return dir, err
	}
	defer h.Close()
	if err := h.SetUp(people.DemoPlan("en", "", 1)); err != nil {
		return dir, err
	}
	if err := demo.Play(context.Background(), h, clock, "LB1", 3, 1); err != nil {
		return dir, err
	}
	croupiers, inspector, err := demo.Crew(h)
	if err != nil {
		return dir, err
	}
	table, err := h.OpenTable("LB1")
	if err != nil {
		return dir, err
	}
	if err := errors.Join(table.Close(croupiers[0], inspector, demo.Counted(table.State, h.State.Chips)), table.Release()); err != nil {
		return dir, err
	}
	clock.Pass(48 * time.Hour)
	return dir, demo.Play(context.Background(), h, clock, "BJ1", 3, 1)
})

// playedIn is where playedHouse made its house; "" where no test asked for it.
var playedIn string

// Who may read reports comes in; a croupier is told who may.
func TestOfficeDoor(t *testing.T) {
	for _, role := range record.Roles() {
		s := officeSeat(t, "en")
		s.Keys("0" + screentest.Codes[role] + "\n")
		if came := s.office() != nil; came != people.ReadReports.For(role) {
			t.Errorf("%s: came in %v", role, came)
		}
		if o := s.office(); o != nil {
			s.Rest()
			s.Says(string(o.who.Name))
		} else {
			s.Says("only an inspector, a manager or the back office may")
		}
	}
}

// Each of the four roles tries what only some may.
func TestOfficeRightsOfEachRole(t *testing.T) {
	for _, role := range []record.Role{record.Inspector, record.Manager, record.BackOffice} {
		s := officeSeat(t, "en")
		o := s.enter(role)
		for _, c := range []struct {
			right people.Right
			open  func()
			word  string
		}{
			{people.ChangeStaff, o.openPeople, "PIN until"}, {people.ChangeStaff, o.openPINRules, "Digits at least"}, {people.ChangeTables, o.openTables, "LB1"},
			{people.VerifyRecord, o.openFiles, "Verify a signed report"}, {people.VerifyRecord, o.verifyRecord, "Approvals"},
		} {
			o.openMenu()
			c.open()
			s.Rest()
			opened := s.Shell.Overlay() != nil && !strings.Contains(s.Words(), "Change my PIN")
			if opened != c.right.For(role) {
				t.Errorf("%s, %s: opened %v", role, c.right, opened)
			}
			s.Shell.CloseOverlay()
		}
		// The menu's lines are off for who may not, and the house refuses in any case.
		seq, size := s.Shell.House.State.Seq, len(s.Shell.House.State.Staff)
		err := o.enterPerson("14", "Gina Sala", "8250")
		if (err == nil) != people.ChangeStaff.For(role) || (len(s.Shell.House.State.Staff) > size) != people.ChangeStaff.For(role) {
			t.Errorf("%s enters somebody: %v", role, err)
		}
		set := s.Shell.House.State.Tables[0]
		if err := s.Shell.House.SetTable(set, o.who); (err == nil) != people.ChangeTables.For(role) {
			t.Errorf("%s sets a table: %v", role, err)
		}
		if !people.ChangeStaff.For(role) && s.Shell.House.State.Seq != seq {
			t.Errorf("%s left %d entries", role, s.Shell.House.State.Seq-seq)
		}
		o.unlock()
		if want := map[bool]string{true: "No code is locked", false: "only a manager may"}[people.UnlockPINs.For(role)]; !strings.Contains(o.notice.Text, want) {
			t.Errorf("%s unlocks: %q", role, o.notice.Text)
		}
	}
}

func (o *Office) enterPerson(number, name, pin string) error {
	return o.enter(people.NewStaff{Staff: people.Staff{Number: number, Name: name, Role: record.Croupier}, PIN: pin}, true)
}

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
			if !people.SignDealt.For(first) {
				s.Says("only a croupier may")
			} else {
				s.Slowly(screentest.Codes[second] + "\n")
			}
			signed := strings.HasPrefix(o.notice.Text, "Signed: ")
			if want := people.SignDealt.For(first) && people.SignReports.For(second); signed != want {
				t.Errorf("%s and %s: signed %v, %q", first, second, signed, o.notice.Text)
			}
			if !signed {
				s.Press(fyne.KeyEscape)
			}
		}
	}
	// The report of a table over the month takes the supervisor alone.
	s.Slowly("5f" + screentest.Codes[record.Croupier] + "\n")
	s.Says("only an inspector or a manager may")
	s.Slowly(screentest.Codes[record.Inspector] + "\n")
	if !strings.HasPrefix(o.notice.Text, "Signed: ") {
		t.Errorf("says %q", o.notice.Text)
	}
}

// The whole way of back office: see, save, have it signed, verify; and a byte that was
// changed shows.
func TestOfficeWholeWay(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	if len(o.doc.Blocks) != 0 || o.shown.Table != "BJ1" || len(o.doc.Pages) == 0 {
		t.Fatalf("shown is %+v with %d pages", o.shown, len(o.doc.Pages))
	}
	s.Slowly("f")
	if s.Shell.Overlay() != nil || !strings.Contains(o.notice.Text, "provisional") {
		t.Fatalf("a report of an open shift is to be signed; %q", o.notice.Text)
	}
	s.Press(fyne.KeyDown)
	if o.shown.Table != "LB1" || len(o.doc.Blocks) != 2 {
		t.Fatalf("shown is %+v with %d blocks", o.shown, len(o.doc.Blocks))
	}
	for key, ending := range map[string]string{"d": ".pdf", "c": "-csv", "x": ".xlsx"} {
		s.Slowly(key)
		_, file, _ := strings.Cut(o.notice.Text, "Saved: ")
		if info, err := os.Stat(file); err != nil || info.Size() == 0 || !strings.HasSuffix(file, ending) {
			t.Errorf("%s: says %q, %v", key, o.notice.Text, err)
		}
	}
	s.Slowly("f" + screentest.Codes[record.Croupier] + "\n" + screentest.Codes[record.Inspector] + "\n")
	_, file, signed := strings.Cut(o.notice.Text, "Signed: ")
	if !signed {
		t.Fatalf("says %q", o.notice.Text)
	}
	s.Slowly("v\n")
	s.Says("The report holds")
	s.Says("Signed by Anna Rossi (11)")
	s.Says("Signed by Dario Bianchi (21)")
	s.Says("The figures are the record's.")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/3] ^= 1
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Press(fyne.KeyEscape)
	s.Slowly("v")
	s.Says("The report does NOT hold")
	s.Press(fyne.KeyEscape, fyne.KeyEscape)
	s.Slowly("mb")
	s.Says("The record holds")
	s.Press(fyne.KeyEscape, fyne.KeyEscape)
	if s.office() != nil || o.who.Number != "" {
		t.Error("nobody signed off")
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

func (p *fakePrinter) Print(file string) (printing.Job, error) {
	p.files = append(p.files, file)
	return p.job, p.err
}

// What the printer did not take is no copy; the record says who had what printed, and where.
func TestOfficePrints(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	printer := &fakePrinter{err: printing.ErrNoPrinting}
	o.printer = printer
	papers := func() int {
		t.Helper()
		if _, err := o.shell.House.Evidence(o.shown); err != nil { // it takes in what was entered beside it
			t.Fatal(err)
		}
		return o.shell.House.State.Copies(record.ReportPrinted{Report: "shift" + record.PaperReport + "-provisional", Table: o.shown.Table, Shift: o.shown.Shift})
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
	if n := papers(); n != 0 {
		t.Errorf("%d papers were counted, none was printed", n)
	}
	printer.err, printer.job = nil, printing.Job{Queue: "office", Stopped: true, Waiting: 2}
	s.Slowly("p")
	s.Says("The printer office is stopped: 2 jobs wait")
	printer.job = printing.Job{Queue: "office"}
	s.Slowly("p")
	s.Says("Handed to the printer office.")
	if n := papers(); n != 2 {
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

// Nobody touches anything: the office signs off, also with a page over it.
func TestOfficeSignsOff(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	o.openMenu()
	o.used = s.Clock().Time.Add(-patienceOfOffice + time.Minute)
	s.Keys("z") // that is use
	o.watch()
	if s.office() == nil {
		t.Fatal("signed off too early")
	}
	o.used = s.Clock().Time.Add(-patienceOfOffice)
	o.watch()
	if s.office() != nil || s.Shell.Overlay() != nil || o.who.Key() != nil {
		t.Error("nobody signed off")
	}
	s.Says("LB1")
}

// People: somebody new signs on with the PIN that was given; removed, they do not.
func TestOfficePeople(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	s.Slowly("mc")
	s.Says("Chiara Favre")
	for _, c := range []struct{ number, name, pin, word string }{
		{"14", "", "8250", "Everybody has a name"}, {"114", "Gina Sala", "8250", "a number of their own"}, {"11", "Gina Sala", "8250", "a number of their own"},
		{"14", "Gina Sala", "1234", "PIN too simple"},
	} {
		if err := o.enterPerson(c.number, c.name, c.pin); err == nil || !strings.Contains(s.Shell.Wording(err), c.word) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if err := o.enterPerson("14", "Gina Sala", "8250"); err != nil {
		t.Fatal(err)
	}
	s.Says("Gina Sala")
	if _, err := s.Shell.House.SignOn("148250"); !people.ChooseAnew(err) {
		t.Errorf("the PIN that was given is good: %v", err)
	}
	if err := s.Shell.House.ChangePIN("148250", "9346"); err != nil {
		t.Fatal(err)
	}
	if who, err := s.Shell.House.SignOn("149346"); err != nil || who.Name != "Gina Sala" {
		t.Fatal(who, err)
	}
	s.Press(fyne.KeyEnd)
	s.Slowly("ra")
	if _, err := s.Shell.House.SignOn("149346"); err == nil {
		t.Error("who was removed signs on")
	}
	o.remove(people.Staff{Number: "31", Name: "Elena Moser"})
	if !strings.Contains(o.notice.Text, "two different people") {
		t.Errorf("the manager removes herself: %q", o.notice.Text)
	}
	o.remove(people.Staff{Number: "21", Name: "Dario Bianchi"})
	if !strings.Contains(o.notice.Text, "the last in that role") {
		t.Errorf("the last inspector is removed: %q", o.notice.Text)
	}
}

// typeInto types into the nth field of the form that is open, and leaves it with Enter.
func (s *clerk) typeInto(values ...string) {
	s.T.Helper()
	var fields []*controls.Field
	for _, o := range test.LaidOutObjects(s.Shell.Overlay().Content()) {
		if f, ok := o.(*controls.Field); ok {
			fields = append(fields, f)
		}
	}
	if len(fields) < len(values) {
		s.T.Fatalf("%d fields", len(fields))
	}
	for i, v := range values {
		fields[i].SetText(v)
	}
	fields[0].TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
}

// A new person by the form, and Esc goes back to the list.
func TestOfficePersonForm(t *testing.T) {
	s := officeSeat(t, "en")
	s.enter(record.Manager)
	s.Slowly("mcn")
	s.typeInto("14", "Gina Sala", "82")
	s.Says("PIN too simple, too short")
	s.typeInto("14", "Gina Sala", "8250")
	s.given("14", "8250", "5937")
	s.Slowly("n")
	s.Shell.Window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.Says("Gina Sala")
	// Another PIN for who has forgotten theirs.
	s.Keys("\n")
	s.typeInto("Anna Rossi", "9174")
	s.given("11", "9174", "6283")
}

// given signs a croupier on whose PIN is the manager's: only to choose another.
func (s *clerk) given(number, pin, own string) {
	s.T.Helper()
	var refusal *people.Refusal
	if _, err := s.Shell.House.SignOn(number + pin); !errors.As(err, &refusal) || refusal.Why != people.PINGiven {
		s.T.Fatalf("signed on with a PIN that somebody else gave: %v", err)
	}
	if err := s.Shell.House.ChangePIN(number+pin, own); err != nil {
		s.T.Fatal(err)
	}
	if who, err := s.Shell.House.SignOn(number + own); err != nil || who.Role != record.Croupier {
		s.T.Fatal(who, err)
	}
}

// PINs expire: at the door a new one is asked for, and the rules say what it must be.
func TestOfficePINExpires(t *testing.T) {
	s := officeSeat(t, "en")
	s.enter(record.Manager)
	s.Slowly("md")
	s.typeInto("5", "x")
	s.Says("4 to 8 digits")
	s.typeInto("5", "1")
	s.Says("PIN rules entered")
	due := s.Shell.House.State.PINDue("41")
	if time.Until(due) > 24*time.Hour || due.IsZero() {
		t.Errorf("due %v", due)
	}
	s.Press(fyne.KeyEscape)
	s.Keys("0" + screentest.Codes[record.BackOffice] + "\n")
	s.Says("The PIN must be changed")
	s.Keys("7041\n7041\n") // four digits are too few now
	s.Says("PIN too simple, too short")
	s.Keys("70415\n70416\n")
	s.Says("The two PINs differ")
	s.Keys("70415\n70415\n")
	s.Says("Office: number and PIN")
	s.Keys("4170415\n")
	if s.office() == nil {
		t.Fatal("the new PIN does not open")
	}
	s.Rest()
}

// A table's limits and habits change, and what the form does not show stays.
func TestOfficeTable(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	before, _ := s.Shell.House.State.TableNamed("PB1")
	settings := *before.Settings
	settings.PatternsOff = []string{"dragon"}
	before.Settings = &settings
	if err := s.Shell.House.SetTable(before, o.who); err != nil {
		t.Fatal(err)
	}
	o.openTables()
	s.Press(fyne.KeyDown)
	s.Keys("\n")
	s.typeInto("500", "100")
	s.Says("a minimum is over its maximum")
	s.typeInto("50", "5000")
	after, _ := s.Shell.House.State.TableNamed("PB1")
	was, _ := handfile.ParseRules(before.Game, before.Rules)
	is, err := handfile.ParseRules(after.Game, after.Rules)
	if err != nil {
		t.Fatal(err)
	}
	spot := games.PresetSpots(is)[0].Name
	if l := is.Options().Limits[spot]; l.Min != 5000 || l.Max != 500000 {
		t.Errorf("limits of %s %+v", spot, l)
	}
	for name, l := range was.Options().Limits {
		if name != spot && is.Options().Limits[name] != l {
			t.Errorf("limits of %s changed to %+v", name, is.Options().Limits[name])
		}
	}
	if after.Settings.Reveal || after.Settings.Continuous || is.Options().Rounding != was.Options().Rounding || is.Options().Preset != was.Options().Preset {
		t.Errorf("what nobody touched changed: %s, %+v", after.Rules, after.Settings)
	}
	if !slices.Equal(after.Settings.PatternsOff, []string{"dragon"}) || after.Settings.CutCard != 14 || !after.Settings.Burn || !strings.Contains(string(after.Rules), "tracked") {
		t.Errorf("%s, %+v", after.Rules, after.Settings)
	}
}

// A manager gives a table another variant of its game, the habits of the shoe, and what
// winnings are rounded to; everything else stays. Cards in the hand are an option of a
// table (source 004, section 6).
func TestOfficeTableVariant(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	for _, c := range []struct {
		table, preset string
		fill          func(f *tableForm)
		reveal        bool
		unit          games.Amount
	}{
		{"LB1", "lugano-hand", func(f *tableForm) { f.preset.SetSelectedIndex(1) }, false, 1},
		{"PB1", "pb-speed-nc", func(f *tableForm) {
			f.preset.SetSelectedIndex(1)
			f.reveal.SetChecked(true)
			f.continuous.SetChecked(true)
			f.rounding.SetText("5")
		}, true, 500},
	} {
		set, _ := s.Shell.House.State.TableNamed(c.table)
		was, err := handfile.ParseRules(set.Game, set.Rules)
		if err != nil {
			t.Fatal(err)
		}
		f := o.tableForm(set, was)
		if f.reveal.Disabled() == c.reveal {
			t.Errorf("%s: revealing is off %v", c.table, f.reveal.Disabled())
		}
		c.fill(f)
		if err := f.enter(); err != nil {
			t.Fatal(err)
		}
		after, _ := s.Shell.House.State.TableNamed(c.table)
		is, err := handfile.ParseRules(after.Game, after.Rules)
		if err != nil {
			t.Fatal(err)
		}
		if got := is.Options(); got.Preset != c.preset || got.Rounding != (games.Rounding{Unit: c.unit, Mode: games.RoundDown}) || !reflect.DeepEqual(got.Limits, was.Options().Limits) || got.Boxes != was.Options().Boxes {
			t.Errorf("%s: %+v", c.table, got)
		}
		if after.Settings.Reveal != c.reveal || after.Settings.Continuous != c.reveal || after.Settings.CutCard != set.Settings.CutCard {
			t.Errorf("%s: %+v", c.table, after.Settings)
		}
	}
	set, _ := s.Shell.House.State.TableNamed("PB1")
	game, _ := handfile.ParseRules(set.Game, set.Rules)
	f := o.tableForm(set, game)
	f.rounding.SetText("0")
	if err := f.enter(); err == nil || s.Shell.Wording(err) != "An amount over 0, for example 5 or 0.50." {
		t.Errorf("rounded to 0: %v", err)
	}
}

// All of it by touch.
func TestOfficeByTouch(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	on := func(d *controls.Drawn, words ...string) {
		t.Helper()
		for _, w := range words {
			s.TouchOn(d, w)
			s.Rest()
		}
	}
	over := func() *controls.Drawn { return s.Shell.Overlay().Content().(*controls.Drawn) }
	on(o.desk.Drawn, "LB1 · shift 1", "Month", "Shift", "▼", "+", "−", "▲", "PDF", "Sign")
	for _, digit := range "114711" {
		on(over(), string(digit))
	}
	on(over(), "Confirm")
	for _, digit := range "215821" {
		on(over(), string(digit))
	}
	on(over(), "Confirm")
	on(o.desk.Drawn, "Verify")
	on(over(), "Verify")
	s.Says("The report holds")
	on(over(), "Close")
	on(over(), "Close")
	on(o.desk.Drawn, "Sign off")
	if s.office() != nil {
		t.Error("nobody signed off")
	}
}

// Every page of the office fits, in every language.
func TestOfficeFits(t *testing.T) {
	for _, lang := range []string{"it", "de", "fr", "en"} {
		s := officeSeat(t, lang)
		o := s.enter(record.Manager)
		s.Press(fyne.KeyEnd)
		screentest.Inside(t, lang, s.Shell.Window.Canvas())
		for _, open := range []func(){o.openMenu, o.openPeople, o.openTables, o.openFiles, o.sign} {
			open()
			screentest.Inside(t, lang, s.Shell.Window.Canvas())
			s.Press(fyne.KeyEscape)
		}
	}
}

// What an audit of the record came to is said: that it was stopped, and what does not hold.
func TestOfficeTellsOfTheRecord(t *testing.T) {
	s := officeSeat(t, "it")
	o := s.enter(record.Inspector)
	o.showRecord(nil, context.Canceled)
	if s.Shell.Overlay() != nil || !strings.Contains(o.notice.Text, "interrotta") {
		t.Errorf("stopped: %q", o.notice.Text)
	}
	o.showRecord([]audit.Checked{{Name: record.HouseStream, Entries: 9}, {Name: "LB1", Fault: &record.Fault{Table: "LB1", Seq: 7, Code: record.Changed, What: "it is not what was sealed"}}}, nil)
	s.Says("Il registro NON è integro")
	s.Says("LB1, registrazione 7: non è più ciò che è stato sigillato. (it is not what was sealed)")
	s.Press(fyne.KeyEscape)
	o.showRecord(nil, errors.New("no such file"))
	s.Says("Non è riuscito: no such file")
}

// While something that leaves a trace goes on nothing else of that kind begins, and what
// is done after signing off is told nobody.
func TestOfficeIsBusy(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	begun, go1 := make(chan bool), make(chan bool)
	told := false
	o.once("office_writing", func() func() {
		close(begun)
		<-go1
		return func() { told = true }
	})
	<-begun
	s.Keys("d")
	s.Says("One moment")
	s.Shell.TypedKey(fyne.KeyEscape)
	close(go1)
	s.Rest()
	if told || s.office() != nil {
		t.Error("who signed off is told")
	}
	if files, _ := filepath.Glob(filepath.Join(s.Dir, "reports", "*")); len(files) != 0 {
		t.Errorf("written %v", files)
	}
}

// A time to bet is 10 to 600 seconds, or none.
func TestTimeToBetAsItIsFilledIn(t *testing.T) {
	for typed, want := range map[string]int{"": 0, "0": 0, " 30 ": 30, "10": 10, "600": 600, "9": -1, "601": -1, "x": -1, "-5": -1} {
		n, err := seconds(typed)
		if err != nil {
			n = -1
		}
		if n != want {
			t.Errorf("%q is %d, want %d", typed, n, want)
		}
	}
}

// Every page of the office.
func TestOfficeIsReadable(t *testing.T) {
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		s := officeSeat(t, lang).inHouse()
		s.Look("which table")
		s.Keys("0")
		s.Look("the door")
		s.Keys(screentest.CroupierCode)
		s.Look("a croupier may not")
		s.Keys(screentest.ManagerCode)
		s.Rest()
		s.Look("provisional")
		s.Press(fyne.KeyDown)
		s.Look("shift")
		for _, kind := range "2345" {
			s.Slowly(string(kind))
			s.Look("report " + string(kind))
		}
		s.Slowly("1d")
		s.Look("saved")
		s.Slowly("f")
		s.Look("signing")
		s.Slowly(screentest.CroupierCode)
		s.Slowly(screentest.InspectorCode)
		s.Look("signed")
		s.Slowly("v")
		s.Look("reports")
		s.Slowly("\n")
		s.Look("holds")
		s.Press(fyne.KeyEscape, fyne.KeyEscape)
		for _, line := range "abcdfgh" {
			s.Slowly("m")
			if s.Shell.Overlay() == nil {
				t.Fatal("no menu")
			}
			if line == 'a' {
				s.Look("menu")
			}
			s.Slowly(string(line))
			if s.office() == nil || s.Shell.Overlay() == nil {
				if s.office() == nil {
					break
				}
				continue
			}
			s.Look("menu " + string(line))
			if line == 'c' {
				s.Slowly("n")
				s.Look("new person")
			}
			s.LeaveOverlays()
		}
		for table := range 3 {
			s.Slowly("mf")
			for range table {
				s.Press(fyne.KeyDown)
			}
			s.Slowly("\n")
			s.Look("a table")
			s.LeaveOverlays()
		}
	})
}

// The back office plans a backup and makes one, by keys alone; the desk has the last good
// one in view.
func TestOfficeBackup(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	o.update()
	if got := o.backupNotice().Text; got != "No backup yet" {
		t.Errorf("the desk says %q", got)
	}
	folder := t.TempDir()
	s.Slowly("mib")
	s.typeInto("no/folder")
	s.Says("There is no such folder")
	s.typeInto(folder)
	s.Rest()
	made, _, ok := s.Shell.House.State.LastBackup()
	if info, err := os.Stat(made.File); !ok || err != nil || info.Size() != made.Bytes || filepath.Dir(made.File) != folder || made.By != o.who.Number {
		t.Fatalf("%+v, %v", made, err)
	}
	s.Slowly("p")
	s.typeInto(folder, "25:00")
	s.Says("Write the hour like 05:00")
	s.typeInto(folder, "04:30")
	if plan, is := s.Shell.House.State.BackupPlan(); !is || plan != (record.BackupPlanned{Folder: folder, At: 270, By: o.who.Number}) {
		t.Errorf("%+v", plan)
	}
	if got := o.backupNotice(); got.Bad || !strings.HasPrefix(got.Text, "Last good backup: ") {
		t.Errorf("the desk says %q", got.Text)
	}
	s.Shell.CloseOverlay()
	other := officeSeat(t, "en")
	o = other.enter(record.Inspector)
	o.openBackup()
	if other.Shell.Overlay() != nil || !o.notice.Bad {
		t.Errorf("an inspector: %q", o.notice.Text)
	}
}
