package table

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/felt"
	"sabot/app/screens/screentest"
	"sabot/app/screens/shell"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/storage"
)

func TestWholeHandByKeyboard(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("1g\tgg") // 25 on 59, 50 on PLAY
	s.Keys("340\t200\t10\n")
	s.Keys("\n")
	if got := s.Table().Current.Round.Bets; len(got) != 5 || got[3].Amount != 20000 {
		t.Fatalf("bets %+v", got)
	}
	s.Keys("8k8")
	s.Keys("80")     // second cards
	s.Keys("\n")     // box 1 paid
	s.Keys("sx5")    // box 1 stands, box 3 doubles
	s.Keys("\b\bx4") // a slip: the card and the choice are taken back
	s.Keys("q7")     // the bank
	s.Keys(" ")      // all paid
	if n := len(s.Table().History); n != 1 {
		t.Fatalf("%d hands closed, want 1; phase %v, %s", n, s.Table().Deal().Phase(), s.said())
	}
	// The budget: a hand that repeats its bets takes one key a card, one a decision
	// and three more.
	before := s.Table().Seq
	s.Pass(controls.Rhythm)
	s.Keys(" \n")
	s.Keys("8k88" + "0")
	s.Keys("ss")
	s.Keys("7 ")
	if n := len(s.Table().History); n != 2 {
		t.Fatalf("%d hands closed, want 2 (%d entries)", n, s.Table().Seq-before)
	}
}

func (s *seat) touch(words ...string) {
	s.T.Helper()
	for _, word := range words {
		strip := s.screen.strip
		if word == s.Shell.Text.T("button_close_bets") { // people bet until then
			s.Pass(controls.Rhythm)
		}
		p, there := strip.Drawn.Board.Where(word)
		s.Tap(strip.Drawn, p, there, word)
	}
}

func (s *seat) touchSpot(box int, spot string) {
	s.T.Helper()
	f := s.screen.felt
	p, there := f.Drawn.Board.Where(felt.SpotName(box, spot))
	s.Tap(f.Drawn, p, there, spot)
}

// openByTouch signs croupier and inspector on with a finger.
func (s *seat) openByTouch() {
	s.T.Helper()
	s.touch("Apri il tavolo")
	page := s.Shell.Overlay().Content().(*controls.Drawn)
	for i, worth := range strings.Fields(screentest.Counted) {
		s.TouchOn(page, "line "+[]string{"1’000", "500", "100", "25", "10", "5"}[i])
		for _, digit := range strings.Split(worth, "") {
			s.TouchOn(page, digit)
		}
	}
	s.TouchOn(page, "Avanti")
	pad := s.Shell.Overlay().Content().(*controls.Drawn)
	for _, code := range []string{"114711", "215821"} {
		for _, digit := range strings.Split(code, "") {
			s.TouchOn(pad, digit)
		}
		s.TouchOn(pad, "Conferma")
	}
}

func TestWholeHandByTouch(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.openByTouch()
	s.touch("Nuovo sabot in posizione", "25")
	s.touchSpot(2, "59")
	s.touchSpot(2, "play")
	s.touch("100")
	s.touchSpot(9, "59")
	s.touchSpot(9, "play")
	s.touchSpot(9, "play")
	s.touch("Disfa", "Nulla va più")
	s.touch("8", "K", "3", "8", "5") // two boxes, the bank, two boxes
	s.touch("Fatto", "Fatto")
	s.touch("Resta", "Raddoppia", "4", "Q", "7")
	s.touch("Tutto pagato")
	if n := len(s.Table().History); n != 1 {
		t.Fatalf("%d hands closed, want 1; phase %v, %s", n, s.Table().Deal().Phase(), s.said())
	}
	if got := s.Table().History[0].Round.On(9, "play", ""); got != 10000 {
		t.Errorf("PLAY of box 9 is %d, want 100.00: the third chip was taken back", got)
	}
}

func TestKeyThatFitsNothingSaysSoAndRecordsNothing(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	for _, c := range []struct{ keys, word string }{
		{"z", "qui non serve"}, {"a", "Prima scegli un box"}, {"\n", "Scegli un box"}, {"\b", "Niente da riprendere"}, {" ", "Nessuna puntata"},
	} {
		seq := s.Table().Seq
		s.Keys(c.keys)
		if !strings.Contains(s.said(), c.word) || s.Table().Seq != seq {
			t.Errorf("%q: says %q and records %d entries", c.keys, s.said(), s.Table().Seq-seq)
		}
	}
}

// A card reader types like a keyboard: "10h", Enter, within milliseconds. Suits do
// not matter here, so S and D must not be taken for decisions.
func TestCardReader(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t20\n\n")
	for _, burst := range []string{"8s", "10h\n", "9d\n"} {
		s.Burst(burst)
	}
	if r := s.Table().Current.Round; len(r.Laid) != 3 || len(r.Decisions) != 0 {
		t.Fatalf("%d cards and %d decisions, want 3 and none", len(r.Laid), len(r.Decisions))
	}
	s.Pass(2 * shell.TooFastForHands)
	s.Shell.TypedRune('s')
	if r := s.Table().Current.Round; len(r.Decisions) != 1 {
		t.Error("a hand's S is no decision")
	}
}

func TestReliefAndUndoByInspector(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF9)
	s.Keys("124700\n")
	if s.Shell.Overlay() == nil || s.Table().Croupier != "11" {
		t.Fatal("a wrong PIN was taken")
	}
	s.Keys("124712\n")
	if s.Shell.Overlay() != nil || s.Table().Croupier != "12" {
		t.Fatal("the relief did not come")
	}
	s.Keys("120\t20\n\n8\b\b")
	if s.Shell.Overlay() == nil {
		t.Fatal("after a card the bets open without an inspector")
	}
	s.Keys("114711\n")
	if s.Shell.Overlay() == nil || s.Table().Deal().Phase() == hand.Betting {
		t.Fatal("a croupier approved")
	}
	s.Keys("215821\n")
	if s.Shell.Overlay() != nil || s.Table().Deal().Phase() != hand.Betting {
		t.Fatal("the inspector's approval did not open the bets")
	}
}

// What the disk refuses is not on the screen.
func TestRefusedByTheDisk(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t20\n")
	// Another program writes where this one would: the record has an entry that
	// the screen does not know.
	other, err := storage.Open(s.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Append(s.Table().Stamp(time.Now(), record.BetsClosed{})...); err != nil {
		t.Fatal(err)
	}
	seq, bets := s.Table().Seq, len(s.Table().Current.Round.Bets)
	s.Keys("1g")
	if !strings.Contains(s.said(), "Un altro programma") || s.Table().Seq != seq || len(s.Table().Current.Round.Bets) != bets {
		t.Errorf("says %q; entry %d, %d bets", s.said(), s.Table().Seq, len(s.Table().Current.Round.Bets))
	}
}

// Where the disk takes nothing any more, the screen says so in plain words and
// keeps what the record has.
func TestDiskIsGone(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t20\n")
	seq := s.Table().Seq
	refused := func(why string) {
		t.Helper()
		s.Keys("\n")
		if !strings.Contains(s.said(), why) || s.Table().Seq != seq || s.Table().Current.BetsClosed {
			t.Errorf("says %q, entry %d", s.said(), s.Table().Seq)
		}
	}
	db, err := sql.Open("sqlite", filepath.Join(s.Dir, storage.FileName))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'disk full'); END`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s.screen.say(fmt.Errorf("entry 9 of LB1 could not be written: %w", syscall.ENOSPC))
	if !strings.Contains(s.said(), "Il disco è pieno: niente è stato registrato") {
		t.Errorf("of a full disk: %q", s.said())
	}
	s.screen.say(fmt.Errorf("reading the house: %w", record.ErrNewerRecord)) // another program went on with it
	if !strings.Contains(s.said(), "Il registro è di un Sabot più nuovo: installa quello") {
		t.Errorf("of a newer record: %q", s.said())
	}
	refused("Il disco rifiuta: niente è stato registrato")
	if err := s.Shell.House.Store().Close(); err != nil { // what SQLite writes ahead goes with it
		t.Fatal(err)
	}
	refused("Il registro è stato tolto")
}

func TestReportFromTheMenu(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF10)
	s.Keys("f" + screentest.CroupierCode)
	written := func() []string {
		files, err := filepath.Glob(filepath.Join(s.Dir, "reports", "*.pdf"))
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	if files := written(); len(files) != 0 {
		t.Fatalf("a croupier reads the report: %v", files)
	}
	s.Keys(screentest.OfficeCode)
	if files := written(); len(files) != 1 || !strings.Contains(s.said(), "Report written") {
		t.Errorf("files %v, says %q", files, s.said())
	}
}

// The cloth of a table stays what it was made, also after a new start.
func TestFeltIsKept(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.screen.changeFelt()
	again := New(s.Shell, s.screen.session, Ways{})
	if again.cloth != 1 {
		t.Errorf("the table has cloth %d again", again.cloth)
	}
}

// Every page of every language fits: nothing is drawn beyond the window.
func TestNothingIsDrawnBeyondTheWindow(t *testing.T) {
	for _, lang := range []string{"it", "de", "fr", "en"} {
		s := newSeat(t, "LB1", lang)
		s.Open()
		s.Keys("1500\t1000\t100\t100\n")
		for _, key := range []fyne.KeyName{fyne.KeyF1, fyne.KeyF2, fyne.KeyF4, fyne.KeyF5, fyne.KeyF8, fyne.KeyF9, fyne.KeyF10} {
			s.Shell.TypedKey(key)
			screentest.Inside(t, lang, s.Shell.Window.Canvas())
			s.Shell.TypedKey(fyne.KeyEscape)
		}
		s.Keys("\n")
		screentest.Inside(t, lang, s.Shell.Window.Canvas())
		s.Keys("9k9")
		screentest.Inside(t, lang, s.Shell.Window.Canvas())
		s.Keys("x5q9")
		screentest.Inside(t, lang, s.Shell.Window.Canvas())
	}
}
