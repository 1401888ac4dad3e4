package screens

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/felt"
	"sabot/app/session"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/storage"
)

// seat is a shell in a window of the test driver, on a record of its own.
type seat struct {
	t     *testing.T
	shell *Station
	dir   string

	tapped fyne.Position // the last tap
}

func newSeat(t *testing.T, o Options) *seat {
	t.Helper()
	dir := t.TempDir()
	return seatAt(t, dir, o)
}

func seatAt(t *testing.T, dir string, o Options) *seat {
	t.Helper()
	test.NewTempApp(t)
	w := test.NewTempWindow(t, nil)
	w.Resize(fyne.NewSize(1024, 768))
	h, err := session.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	o.clock = &handClock{now: time.Now()}
	if o.Broke == nil {
		o.Broke = func(text string) { t.Error(text) }
	}
	s := NewStation(w, h, o)
	t.Cleanup(func() {
		if err := errors.Join(s.Release(), h.Close()); err != nil {
			t.Error(err)
		}
	})
	w.Resize(fyne.NewSize(1024, 768))
	return &seat{t: t, shell: s, dir: dir}
}

func (s *seat) table() *pit.Table { return s.shell.table.session.State }

// keys types: runes one by one, "\n" for Enter, "\t" for Tab, "\b" for Backspace.
func (s *seat) keys(typed string) {
	for _, r := range typed {
		s.pass(2 * tooFastForHands)
		switch r {
		case '\n':
			s.shell.typedKey(fyne.KeyReturn)
		case '\t':
			s.shell.typedKey(fyne.KeyTab)
		case '\x1b':
			s.shell.typedKey(fyne.KeyEscape)
		case '\b':
			s.shell.typedKey(fyne.KeyBackspace)
		default:
			s.stroke(r)
		}
	}
	s.pass(2 * tooFastForHands)
}

func (s *seat) said() string { return s.shell.table.notice.Text }

// counted are the keys that count the float which a table of the demo begins with.
const counted = "20000\n20000\n10000\n3000\n2000\n1000\n"

// open counts the float, signs on and puts a shoe in place.
func (s *seat) open() {
	s.keys("\n" + counted + "114711\n215821\n\n")
	if s.table().Phase() != pit.Betting {
		s.t.Fatalf("phase %v after the opening: %s", s.table().Phase(), s.said())
	}
}

func TestWholeHandByKeyboard(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	s.keys("1d\tdd") // 25 on 59, 50 on PLAY
	s.keys("340\t200\t10\n")
	s.keys("\n")
	if got := s.table().Current.Round.Bets; len(got) != 5 || got[3].Amount != 20000 {
		t.Fatalf("bets %+v", got)
	}
	s.keys("8k8")
	s.keys("80")     // second cards
	s.keys("\n")     // box 1 paid
	s.keys("sx5")    // box 1 stands, box 3 doubles
	s.keys("\b\bx4") // a slip: the card and the choice are taken back
	s.keys("q7")     // the bank
	s.keys(" ")      // all paid
	if n := len(s.table().History); n != 1 {
		t.Fatalf("%d hands closed, want 1; phase %v, %s", n, s.table().Phase(), s.said())
	}
	// The budget: a hand that repeats its bets takes one key a card, one a decision
	// and three more.
	before := s.table().Seq
	s.keys(" \n")
	s.keys("8k88" + "0")
	s.keys("ss")
	s.keys("7 ")
	if n := len(s.table().History); n != 2 {
		t.Fatalf("%d hands closed, want 2 (%d entries)", n, s.table().Seq-before)
	}
}

// tap touches the screen where a word stands.
func (s *seat) tap(o fyne.CanvasObject, p fyne.Position, there bool, what string) {
	s.t.Helper()
	if !there {
		s.t.Fatalf("there is no %q to touch; phase %v", what, s.table().Phase())
	}
	s.pass(300 * time.Millisecond) // a finger that taps the next place, not twice the same
	s.tapped = fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Add(p)
	tapAt(s.shell.window, s.tapped)
}

func tapAt(w fyne.Window, p fyne.Position) { test.TapCanvas(w.Canvas(), p) }

func (s *seat) touch(words ...string) {
	s.t.Helper()
	for _, word := range words {
		strip := s.shell.table.strip
		p, there := strip.Drawn.Board.Where(word)
		s.tap(strip.Drawn, p, there, word)
	}
}

func (s *seat) touchSpot(box int, spot string) {
	s.t.Helper()
	f := s.shell.table.felt
	p, there := f.Drawn.Board.Where(felt.SpotName(box, spot))
	s.tap(f.Drawn, p, there, spot)
}

// openByTouch signs croupier and inspector on with a finger.
func (s *seat) openByTouch() {
	s.t.Helper()
	s.touch("Apri il tavolo")
	page := s.shell.overlay.content().(*controls.Drawn)
	for i, worth := range strings.Fields(counted) {
		s.touchOn(page, "line "+[]string{"1’000", "500", "100", "25", "10", "5"}[i])
		for _, digit := range strings.Split(worth, "") {
			s.touchOn(page, digit)
		}
	}
	s.touchOn(page, "Avanti")
	pad := s.shell.overlay.content().(*controls.Drawn)
	for _, code := range []string{"114711", "215821"} {
		for _, digit := range strings.Split(code, "") {
			s.touchOn(pad, digit)
		}
		s.touchOn(pad, "Conferma")
	}
}

func TestWholeHandByTouch(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.openByTouch()
	s.touch("Nuovo sabot in posizione", "25")
	s.touchSpot(2, "59")
	s.touchSpot(2, "play")
	s.touch("100")
	s.touchSpot(9, "59")
	s.touchSpot(9, "play")
	s.touchSpot(9, "play")
	s.touch("Indietro", "Nulla va più")
	s.touch("8", "K", "3", "8", "5") // two boxes, the bank, two boxes
	s.touch("Fatto", "Fatto")
	s.touch("Resta", "Raddoppia", "4", "Q", "7")
	s.touch("Tutto pagato")
	if n := len(s.table().History); n != 1 {
		t.Fatalf("%d hands closed, want 1; phase %v, %s", n, s.table().Phase(), s.said())
	}
	if got := s.table().History[0].On(9, "play", ""); got != 10000 {
		t.Errorf("PLAY of box 9 is %d, want 100.00: the third chip was taken back", got)
	}
}

// touchOn touches a word of the overlay.
func (s *seat) touchOn(d *controls.Drawn, word string) {
	s.t.Helper()
	p, there := d.Board.Where(word)
	s.tap(d, p, there, word)
}

func TestKeyThatFitsNothingSaysSoAndRecordsNothing(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	for _, c := range []struct{ keys, word string }{
		{"z", "qui non serve"}, {"a", "Prima scegli un box"}, {"\n", "Nessuna puntata valida"}, {"\b", "Niente da riprendere"}, {" ", "Nessuna puntata"},
	} {
		seq := s.table().Seq
		s.keys(c.keys)
		if !strings.Contains(s.said(), c.word) || s.table().Seq != seq {
			t.Errorf("%q: says %q and records %d entries", c.keys, s.said(), s.table().Seq-seq)
		}
	}
}

// A card reader types like a keyboard: "10h", Enter, within milliseconds. Suits do
// not matter here, so S and D must not be taken for decisions.
func TestCardReader(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	s.keys("120\t20\n\n")
	for _, burst := range []string{"8s", "10h\n", "9d\n"} {
		s.pass(2 * tooFastForHands)
		for _, r := range burst {
			if r == '\n' {
				s.shell.typedKey(fyne.KeyReturn)
			} else {
				s.shell.typedRune(r)
			}
		}
	}
	if r := s.table().Current.Round; len(r.Laid) != 3 || len(r.Decisions) != 0 {
		t.Fatalf("%d cards and %d decisions, want 3 and none", len(r.Laid), len(r.Decisions))
	}
	s.pass(2 * tooFastForHands)
	s.shell.typedRune('s')
	if r := s.table().Current.Round; len(r.Decisions) != 1 {
		t.Error("a hand's S is no decision")
	}
}

func TestReliefAndUndoByInspector(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	s.shell.typedKey(fyne.KeyF9)
	s.keys("124700\n")
	if s.shell.overlay == nil || s.table().Croupier != "11" {
		t.Fatal("a wrong PIN was taken")
	}
	s.keys("124712\n")
	if s.shell.overlay != nil || s.table().Croupier != "12" {
		t.Fatal("the relief did not come")
	}
	s.keys("120\t20\n\n8\b\b")
	if s.shell.overlay == nil {
		t.Fatal("after a card the bets open without an inspector")
	}
	s.keys("114711\n")
	if s.shell.overlay == nil || s.table().Phase() == pit.Betting {
		t.Fatal("a croupier approved")
	}
	s.keys("215821\n")
	if s.shell.overlay != nil || s.table().Phase() != pit.Betting {
		t.Fatal("the inspector's approval did not open the bets")
	}
}

// What the disk refuses is not on the screen.
func TestRefusedByTheDisk(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	s.keys("120\t20\n")
	// Another program writes where this one would: the record has an entry that
	// the screen does not know.
	other, err := storage.Open(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Append(s.table().Stamp(time.Now(), record.BetsClosed{})...); err != nil {
		t.Fatal(err)
	}
	seq, bets := s.table().Seq, len(s.table().Current.Round.Bets)
	s.keys("1d")
	if !strings.Contains(s.said(), "Un altro programma") || s.table().Seq != seq || len(s.table().Current.Round.Bets) != bets {
		t.Errorf("says %q; entry %d, %d bets", s.said(), s.table().Seq, len(s.table().Current.Round.Bets))
	}
}

// Where the disk takes nothing any more, the screen says so in plain words and
// keeps what the record has.
func TestDiskIsGone(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	s.keys("120\t20\n")
	if err := s.shell.house.Store().Close(); err != nil {
		t.Fatal(err)
	}
	seq := s.table().Seq
	s.keys("\n")
	if !strings.Contains(s.said(), "Il disco rifiuta: niente è stato registrato") || s.table().Seq != seq || s.table().Current.BetsClosed {
		t.Errorf("says %q, entry %d", s.said(), s.table().Seq)
	}
}

func TestSecondProgramIsToldWhoHoldsTheTable(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	second := seatAt(t, s.dir, Options{Language: "it"})
	if second.shell.table != nil {
		t.Fatal("two programs stand at one table")
	}
}

func TestTableThatTheHouseLacksIsAskedFor(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	if err := s.shell.Release(); err != nil {
		t.Fatal(err)
	}
	other := seatAt(t, s.dir, Options{Language: "it", Table: "LB9"})
	if other.shell.table != nil {
		t.Fatal("a table that is not there opened")
	}
	other.keys("a")
	if other.shell.table == nil || other.table().Name != "LB1" {
		t.Fatal("the table that is there cannot be chosen")
	}
}

func TestSetUpForm(t *testing.T) {
	s := newSeat(t, Options{Language: "it"})
	f := s.shell.newSetupForm()
	if wrong := f.Entered(); !strings.Contains(wrong, "nome della casa") {
		t.Errorf("an empty form: %q", wrong)
	}
	f.name.SetText("Casinò Lugano")
	for i, person := range []struct{ number, name, pin string }{{"101", "Anna Rossi", "4711"}, {"102", "Bruno Keller", "4712"}, {"201", "Dario Bianchi", "58"}, {"301", "Elena Moser", "6931"}} {
		f.rows[i].number.SetText(person.number)
		f.rows[i].name.SetText(person.name)
		f.rows[i].pin.SetText(person.pin)
	}
	if wrong := f.Entered(); !strings.Contains(wrong, "PIN") {
		t.Errorf("a short PIN: %q", wrong)
	}
	f.rows[2].pin.SetText("5821")
	f.tables.SetText("LB1 LB2")
	if wrong := f.Entered(); wrong != "" {
		t.Fatal(wrong)
	}
	house := &s.shell.house.State
	if len(house.Tables) != 2 || house.Name != "Casinò Lugano" || len(house.Staff) != 4 {
		t.Fatalf("house %+v", house)
	}
	g, err := handfile.ParseRules("lugano", house.Tables[0].Rules)
	if err != nil || g.Options().Limits["play"].Max != 0 || g.Options().Limits["pair"].Max != 10000 || g.Options().Limits["59"].Min != 1000 {
		t.Errorf("rules %s, %v", house.Tables[0].Rules, err)
	}
	s.keys("b") // the second table of two
	if s.shell.table == nil || s.table().Name != "LB2" {
		t.Fatal("the second table did not open")
	}
	s.keys("\n" + counted + "1014711\n2015821\n\n")
	if s.table().Phase() != pit.Betting {
		t.Errorf("phase %v: %s", s.table().Phase(), s.said())
	}
}

func TestReportFromTheMenu(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "en"})
	s.open()
	s.shell.typedKey(fyne.KeyF10)
	s.keys("f" + croupierCode)
	written := func() []string {
		files, err := filepath.Glob(filepath.Join(s.dir, "reports", "*.pdf"))
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	if files := written(); len(files) != 0 {
		t.Fatalf("a croupier reads the report: %v", files)
	}
	s.keys(officeCode)
	if files := written(); len(files) != 1 || !strings.Contains(s.said(), "Report written") {
		t.Errorf("files %v, says %q", files, s.said())
	}
}

// The cloth of a table stays what it was made, also after a new start.
func TestFeltIsKept(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.shell.table.changeFelt()
	again := newTable(s.shell.Shell, s.shell.table.session, ways{})
	if again.cloth != 1 {
		t.Errorf("the table has cloth %d again", again.cloth)
	}
}

// Every page of every language fits: nothing is drawn beyond the window.
func TestNothingIsDrawnBeyondTheWindow(t *testing.T) {
	for _, lang := range []string{"it", "de", "fr", "en"} {
		s := newSeat(t, Options{Demo: true, Table: "LB1", Language: lang})
		s.open()
		s.keys("1500\t1000\t100\t100\n")
		for _, key := range []fyne.KeyName{fyne.KeyF1, fyne.KeyF2, fyne.KeyF4, fyne.KeyF5, fyne.KeyF8, fyne.KeyF9, fyne.KeyF10} {
			s.shell.typedKey(key)
			inside(t, lang, s.shell.window.Canvas())
			s.shell.typedKey(fyne.KeyEscape)
		}
		s.keys("\n")
		inside(t, lang, s.shell.window.Canvas())
		s.keys("9k9")
		inside(t, lang, s.shell.window.Canvas())
		s.keys("x5q9")
		inside(t, lang, s.shell.window.Canvas())
	}
}

func inside(t *testing.T, lang string, c fyne.Canvas) {
	t.Helper()
	size, texts := c.Size(), 0
	for _, o := range test.LaidOutObjects(c.Content()) {
		if drawnText(o) != "" {
			texts++
		}
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		if text := drawnText(o); text != "" && (at.X < -1 || at.Y < -1 || at.X+o.Size().Width > size.Width+1 || at.Y+o.Size().Height > size.Height+1) {
			t.Errorf("%s: %q is drawn at %v, %v wide", lang, text, at, o.Size())
		}
	}
	if texts < 20 {
		t.Errorf("%s: only %d texts are drawn: the test sees nothing", lang, texts)
	}
}
