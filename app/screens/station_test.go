package screens

import (
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/screens/screentest"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// guest is somebody before a window that Sabot has just filled.
type guest struct {
	*screentest.Seat
	station *Station
	typed   int // keys, where a test counts them
}

// arrive starts Sabot on a record of its own.
func arrive(t *testing.T, o Options) *guest {
	t.Helper()
	return arriveAt(t, t.TempDir(), o)
}

// arriveAt starts it on one that may be there already.
func arriveAt(t *testing.T, dir string, o Options) *guest {
	t.Helper()
	w, h := screentest.NewWindow(t, dir, time.Now)
	o.clock = screentest.NewHandClock(time.Now())
	if o.Broke == nil {
		o.Broke = func(text string) { t.Error(text) }
	}
	s := NewStation(w, h, o)
	s.Begin()
	t.Cleanup(func() {
		if err := s.Release(); err != nil {
			t.Error(err)
		}
	})
	w.Resize(fyne.NewSize(1024, 768))
	return guestOf(t, s, dir)
}

// guestOf is a guest before a station that is there.
func guestOf(t *testing.T, s *Station, dir string) *guest {
	g := &guest{Seat: screentest.SeatBefore(t, s.Shell, dir), station: s}
	g.Table = func() *pit.Table {
		if s.open == nil {
			return nil
		}
		return s.open.State
	}
	return g
}

// inHouse has the window look as in the house.
func (s *guest) inHouse() *guest {
	s.Seat.InHouse()
	return s
}

// again starts the program once more on the same record.
func (s *guest) again() *guest {
	s.T.Helper()
	if err := errors.Join(s.station.Release(), s.Shell.House.Close()); err != nil {
		s.T.Fatal(err)
	}
	return arriveAt(s.T, s.Dir, s.station.options)
}

func TestSecondProgramIsToldWhoHoldsTheTable(t *testing.T) {
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	second := arriveAt(t, s.Dir, Options{Language: "it"})
	if second.Table() != nil {
		t.Fatal("two programs stand at one table")
	}
}

func TestTableThatTheHouseLacksIsAskedFor(t *testing.T) {
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	if err := s.station.Release(); err != nil {
		t.Fatal(err)
	}
	other := arriveAt(t, s.Dir, Options{Language: "it", Table: "LB9"})
	if other.Table() != nil {
		t.Fatal("a table that is not there opened")
	}
	other.Keys("a")
	if other.Table() == nil || other.Table().Name != "LB1" {
		t.Fatal("the table that is there cannot be chosen")
	}
}

// chosenPINs has people choose PINs of their own, by the codes that they were given; the
// manager with that code lets them be as short as those of the house to try.
func chosenPINs(t *testing.T, h *session.House, manager string, codes ...[2]string) {
	t.Helper()
	who, err := h.SignOn(manager)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Staff().SetPINRules(record.PINRules{Least: house.MinPIN}, who); err != nil {
		t.Fatal(err)
	}
	for _, c := range codes {
		if err := h.Staff().ChangePIN(c[0], c[1]); err != nil {
			t.Fatal(err)
		}
	}
}

// Who sets the house up has typed the PINs of others: those sign nothing until they are
// changed, their own does at once.
func TestPINsOfTheSetUpAreGiven(t *testing.T) {
	s := arrive(t, Options{Language: "it"})
	f := s.station.newSetupForm()
	f.name.SetText("Casinò Lugano")
	f.addPerson(record.Manager)
	for i, p := range []string{"11", "12", "21", "31", "32"} {
		f.rows[i].number.SetText(p)
		f.rows[i].name.SetText("Persona " + p)
		f.rows[i].pin.SetText("58" + p + "96")
	}
	if wrong := f.Entered(); wrong != "" {
		t.Fatal(wrong)
	}
	h := s.Shell.House
	for _, p := range []string{"11", "12", "21", "32"} {
		if _, err := h.SignOn(p + "58" + p + "96"); !house.ChooseAnew(err) {
			t.Errorf("%s signs with the PIN that was typed for them: %v", p, err)
		}
	}
	if _, err := h.SignOn("31583196"); err != nil {
		t.Errorf("who set the house up: %v", err)
	}
	s.Keys("\n" + "\n1000\n1000\n1000\n1000\n1000\n1000\n" + "11581196\n")
	s.Says("Il PIN va cambiato: un nuovo PIN")
}

func TestSetUpForm(t *testing.T) {
	s := arrive(t, Options{Language: "it"})
	f := s.station.newSetupForm()
	if wrong := f.Entered(); !strings.Contains(wrong, "nome della casa") {
		t.Errorf("an empty form: %q", wrong)
	}
	f.name.SetText("Casinò Lugano")
	for i, person := range []struct{ number, name, pin string }{{"101", "Anna Rossi", "471196"}, {"102", "Bruno Keller", "471296"}, {"201", "Dario Bianchi", "58"}, {"301", "Elena Moser", "693196"}} {
		f.rows[i].number.SetText(person.number)
		f.rows[i].name.SetText(person.name)
		f.rows[i].pin.SetText(person.pin)
	}
	if wrong := f.Entered(); !strings.Contains(wrong, "PIN") {
		t.Errorf("a short PIN: %q", wrong)
	}
	f.rows[2].pin.SetText("582196")
	f.tables.SetText("LB1 LB2")
	if wrong := f.Entered(); wrong != "" {
		t.Fatal(wrong)
	}
	house := &s.Shell.House.State
	if len(house.Tables) != 2 || house.Name != "Casinò Lugano" || len(house.Staff) != 4 {
		t.Fatalf("house %+v", house)
	}
	g, err := handfile.ParseRules("lugano", house.Tables[0].Rules)
	if err != nil || g.Options().Limits["play"].Max != 0 || g.Options().Limits["pair"].Max != 10000 || g.Options().Limits["59"].Min != 1000 {
		t.Errorf("rules %s, %v", house.Tables[0].Rules, err)
	}
	chosenPINs(t, s.Shell.House, "301693196", [2]string{"101471196", "917496"}, [2]string{"201582196", "928596"})
	s.Says("Ora il kit di recupero, per la cassaforte")
	s.Keys("b") // the second table of two
	if s.Table() == nil || s.Table().Name != "LB2" {
		t.Fatal("the second table did not open")
	}
	s.Says("Ora il kit di recupero, per la cassaforte")
	s.Keys("\n" + screentest.Counted + "101917496\n201928596\n\n")
	if s.Table().Deal().Phase() != hand.Betting {
		t.Errorf("phase %v", s.Table().Deal().Phase())
	}
}

// With several tables Sabot asks which one it stands at, and the house to try says its
// codes there and on the table.
func TestPickATable(t *testing.T) {
	s := arrive(t, Options{Demo: true, Language: "it"})
	if s.Table() != nil {
		t.Fatal("a table was opened unasked")
	}
	s.Keys("b")
	if s.Table() == nil || s.Table().Name != "PB1" {
		t.Fatal("the second table did not open")
	}
	s.Says("114711")
}

// A program that starts at a table that is open knows nobody: it asks for the PIN of who
// deals, and no key does anything before.
func TestOpenTableAsksWhoDeals(t *testing.T) {
	for _, c := range []struct {
		name, code, croupier string
	}{{"the croupier on duty", "114711\n", "11"}, {"another one, who relieves", "124712\n", "12"}} {
		s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
		s.Open()
		s.Keys("125\t25\n")
		next := s.again()
		seq := next.Table().Seq
		next.Keys("1g \n")
		next.Press(fyne.KeyF9, fyne.KeyF3)
		next.Keys("\b\b\b\b" + "215821\n") // the inspector deals no cards
		if next.Table().Seq != seq || next.Shell.Overlay() == nil {
			t.Fatalf("%s: %d entries before the PIN", c.name, next.Table().Seq-seq)
		}
		next.Keys(c.code)
		if next.Shell.Overlay() != nil || next.Table().Croupier != c.croupier || next.Table().Deal().Phase() != hand.Betting {
			t.Errorf("%s: %s deals", c.name, next.Table().Croupier)
		}
		if got := next.Table().Current.Round.On(1, "play", ""); got != 2500 {
			t.Errorf("%s: PLAY is %d", c.name, got)
		}
	}
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.Open()
	next := s.again()
	next.Keys("\x1b")
	if next.Table() != nil {
		t.Error("Esc lets whoever stands there in")
	}
}

// In an open shift closing Sabot is asked about.
func TestQuitAsks(t *testing.T) {
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.Open()
	closed := false
	s.Shell.Exit = func() { closed = true }
	s.Press(fyne.KeyF10)
	s.Keys("l")
	if closed || s.Shell.Overlay() == nil {
		t.Fatalf("closed %v without a question", closed)
	}
	s.Shows("Il tavolo LB1 è aperto")
	s.Keys("a")
	if closed {
		t.Fatal("who stays leaves")
	}
	s.Shell.CloseOverlay()
	s.station.quit()
	s.Keys("b")
	if !closed {
		t.Error("who leaves stays")
	}
}

// From a table the office leads back to it, and what is held at the keys there does not
// reach the table.
func TestOfficeFromTheTable(t *testing.T) {
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.Open()
	seq := s.Table().Seq
	s.station.openOffice(s.station.backToTable)
	s.Keys(screentest.Codes[record.Manager] + "\n")
	if s.Shell.Base() == shell.Page(s.station.table) {
		t.Fatal("the office did not open")
	}
	s.Keys("1g ")
	s.Press(fyne.KeyBackspace, fyne.KeyEscape)
	if s.Shell.Base() != shell.Page(s.station.table) || s.Table().Seq != seq {
		t.Errorf("the table has %d more entries", s.Table().Seq-seq)
	}
	s.Keys("1g")
	if s.Table().Seq == seq {
		t.Error("the table takes no keys")
	}
}

// F1 says on every page what the keys do there, and goes back to it.
func TestHelpIsEverywhere(t *testing.T) {
	s := arrive(t, Options{Language: "it"})
	help := func(about, word string) {
		t.Helper()
		before := s.Shell.Top().Content()
		s.Press(fyne.KeyF1)
		if !strings.Contains(s.Written(), word) {
			t.Errorf("%s: no %q in the help\n%s", about, word, s.Written())
		}
		s.Press(fyne.KeyF1)
		if s.Shell.Top().Content() != before {
			t.Errorf("%s: F1 does not go back", about)
		}
	}
	help("first page", "la riga che comincia con quel tasto")
	s.station.openSetup()
	form := s.station.newSetupForm()
	form.name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF1})
	s.Reads("a field", "il campo seguente")

	s = arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.Shell.Show(s.station.pickPage())
	help("choosing a table", "la riga che comincia con quel tasto")
	s.Shell.Show(s.station.table)
	help("closed table", "Apri il tavolo")
	s.Keys("\n")
	help("count", "importo del taglio scelto")
	s.Keys(screentest.Counted)
	help("PIN pad", "numero e PIN, di seguito")
	s.Keys("114711\n215821\n\n")
	for key, word := range map[fyne.KeyName]string{
		fyne.KeyF4: "Un box è stato saltato", fyne.KeyF8: "la mano con quel numero", fyne.KeyF2: "scorre", fyne.KeyF9: "numero e PIN, di seguito",
	} {
		s.Press(key)
		help(string(key), word)
		s.Escape()
	}
	s.station.openOffice(s.station.backToTable)
	s.Keys(screentest.ManagerCode)
	help("office", "un altro turno")
}

// The pages of the first start.
func TestFirstPagesAreReadable(t *testing.T) {
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		s := arrive(t, Options{Language: lang}).inHouse()
		s.Look("first start")
		s.Keys("b")
		s.Look("set up")
	})
}

// openStation is a guest at a demo table that stands open, with a clock that the test moves.
func openStation(t *testing.T, now *time.Time) *guest {
	t.Helper()
	began := *now
	s := station(t, t.TempDir(), now, func() time.Duration { return now.Sub(began) })
	s.Open()
	return s
}

// station is a guest at a demo table, on a record that may be there, with such a clock beside how long the machine has been on.
func station(t *testing.T, dir string, now *time.Time, ran func() time.Duration) *guest {
	t.Helper()
	test.NewTempApp(t)
	house := screentest.OpenHouse(t, dir, func() time.Time { return *now })
	w := test.NewTempWindow(t, nil)
	station := NewStation(w, house, Options{
		Demo: true, Table: "LB1", Language: "it", clock: &screentest.HandClock{Time: *now}, ran: ran, Broke: func(text string) { t.Error(text) },
	})
	w.Resize(fyne.NewSize(1024, 768))
	t.Cleanup(func() {
		if err := errors.Join(station.Release(), house.Close()); err != nil {
			t.Error(err)
		}
	})
	return guestOf(t, station, dir)
}
