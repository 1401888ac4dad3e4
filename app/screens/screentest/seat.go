// Package screentest is a window for tests of what is shown in it: its keys, its taps, its
// time and what is written on it.
package screentest

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/theme"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/storage"
)

// A Seat is a person before a window, on a record of their own.
type Seat struct {
	T     *testing.T
	Shell *shell.Shell
	Dir   string // of the record

	Table  func() *pit.Table // that is open here, nil where none is
	Tapped fyne.Position     // the last tap
}

// Rest waits until what was begun beside the window is done and was seen.
func (s *Seat) Rest() {
	for ran := false; ; ran = true {
		s.Shell.Wait()
		if s.Clock().run() {
			continue
		}
		if ran {
			s.Pass(300 * time.Millisecond)
		}
		return
	}
}

// A roomy is a record on a disk with room, whatever the disk of the machine has: that it is
// nearly full is an alarm on every page.
type roomy struct{ *storage.Store }

func (roomy) Room() (free, all uint64, err error) { return free1000 * 1e6, 1000 * 1e6, nil }

// free1000 is how many thousandths of the disk are free, see WithRoom.
var free1000 uint64 = 1000

// WithRoom puts the records of a test on a disk with so many thousandths, and MB, free.
func WithRoom(t *testing.T, thousandths uint64) {
	free1000 = thousandths
	t.Cleanup(func() { free1000 = 1000 })
}

// lies is what the record lies on, see OnShare.
var lies string

func (roomy) Share() string { return lies }

// OnShare puts the records of a test on a network share.
func OnShare(t *testing.T, kind string) {
	lies = kind
	t.Cleanup(func() { lies = "" })
}

// app is the one app of all tests of a package, until a test keeps something in its preferences. A new app reads its fonts anew.
var (
	app  fyne.App
	kept atomic.Bool
)

// begin starts a test in an app that keeps nothing, in the theme of Fyne's tests.
func begin() {
	if app == nil || kept.Swap(false) {
		app = test.NewApp()
		app.Preferences().AddChangeListener(func() { kept.Store(true) })
	}
	fyne.SetCurrentApp(app)
	if _, ours := app.Settings().Theme().(theme.Theme); ours {
		app.Settings().SetTheme(test.Theme())
	}
}

// NewWindow returns a window of the test driver before the record of a directory, whose house goes by a clock.
func NewWindow(t *testing.T, dir string, now func() time.Time) (fyne.Window, *session.House) {
	t.Helper()
	begin()
	w := test.NewTempWindow(t, nil)
	w.Resize(fyne.NewSize(1024, 768))
	h := OpenHouse(t, dir, now)
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return w, h
}

// OpenHouse opens the record of a directory for a window of a test, on a disk that has the room of WithRoom; who asks closes it.
func OpenHouse(t *testing.T, dir string, now func() time.Time) *session.House {
	t.Helper()
	store, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	h, err := session.On(roomy{store}, now)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// Sit sits down before such a window, with nothing in it yet; the test moves the hands
// of its clock.
func Sit(t *testing.T, dir string) *Seat {
	t.Helper()
	return SitOn(t, dir, NewHandClock(time.Now()), time.Now)
}

// SitOn does, with the clocks of the window and of the house.
func SitOn(t *testing.T, dir string, clock *HandClock, now func() time.Time) *Seat {
	t.Helper()
	w, h := NewWindow(t, dir, now)
	s := shell.New(w, h, clock, nil)
	s.Broke = func(text string) { t.Error(text) }
	t.Cleanup(func() {
		s.Stop()
		s.Wait() // what only looks keeps in the test's folder what it derives
	})
	w.Resize(fyne.NewSize(1024, 768))
	return SeatBefore(t, s, dir)
}

// SeatBefore returns a seat before a shell that has its window already.
func SeatBefore(t *testing.T, s *shell.Shell, dir string) *Seat {
	return &Seat{T: t, Shell: s, Dir: dir}
}

// Counted are the keys that count the float which a table of the demo begins with.
const Counted = "20000\n20000\n10000\n3000\n2000\n1000\n"

// The codes of the house to try.
const (
	CroupierCode  = "114711\n"
	InspectorCode = "215821\n"
	ManagerCode   = "316931\n"
	OfficeCode    = "417041\n"
)

// Clock returns the clock that a test moves.
func (s *Seat) Clock() *HandClock { return s.Shell.Clock.(shell.ByItself).Clock.(*HandClock) }

// Pass lets time pass at the window.
func (s *Seat) Pass(d time.Duration) { s.Clock().pass(d) }

// Keys types: runes one by one, "\n" for Enter, "\t" for Tab, "\b" for Backspace.
func (s *Seat) Keys(typed string) {
	for _, r := range typed {
		s.Pass(2 * shell.TooFastForHands)
		switch r {
		case '\n':
			s.Shell.TypedKey(fyne.KeyReturn)
		case '\t':
			s.Shell.TypedKey(fyne.KeyTab)
		case '\x1b':
			s.Shell.TypedKey(fyne.KeyEscape)
		case '\b':
			s.Shell.TypedKey(fyne.KeyBackspace)
		default:
			s.Stroke(r)
		}
	}
	s.Pass(2 * shell.TooFastForHands)
}

// Tap touches the screen where a word stands.
func (s *Seat) Tap(o fyne.CanvasObject, p fyne.Position, there bool, what string) {
	s.T.Helper()
	if !there {
		s.T.Fatalf("there is no %q to touch", what)
	}
	s.Pass(300 * time.Millisecond) // a finger that taps the next place, not twice the same
	s.Tapped = fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Add(p)
	tapAt(s.Shell.Window, s.Tapped)
}

func tapAt(w fyne.Window, p fyne.Position) { test.TapCanvas(w.Canvas(), p) }

// TouchOn touches a word of the overlay.
func (s *Seat) TouchOn(d *controls.Drawn, word string) {
	s.T.Helper()
	p, there := d.Board.Where(word)
	s.Tap(d, p, there, word)
}

// Inside demands that every text is drawn within the window.
func Inside(t *testing.T, lang string, c fyne.Canvas) {
	t.Helper()
	size, texts := c.Size(), 0
	for _, o := range test.LaidOutObjects(c.Content()) {
		if DrawnText(o) != "" {
			texts++
		}
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
		if text := DrawnText(o); text != "" && (at.X < -1 || at.Y < -1 || at.X+o.Size().Width > size.Width+1 || at.Y+o.Size().Height > size.Height+1) {
			t.Errorf("%s: %q is drawn at %v, %v wide", lang, text, at, o.Size())
		}
	}
	if texts < 20 {
		t.Errorf("%s: only %d texts are drawn: the test sees nothing", lang, texts)
	}
}

// Press presses keys that are no characters, and waits for what each began.
func (s *Seat) Press(names ...fyne.KeyName) {
	for _, name := range names {
		s.Shell.TypedKey(name)
		s.Rest()
	}
}

// Slowly types and waits after each key for what it began.
func (s *Seat) Slowly(typed string) {
	s.T.Helper()
	for _, r := range typed {
		s.Keys(string(r))
		s.Rest()
	}
}

// Words returns all that is drawn.
func (s *Seat) Words() string {
	var all []string
	for _, o := range test.LaidOutObjects(s.Shell.Window.Canvas().Content()) {
		if w := DrawnText(o); w != "" {
			all = append(all, w)
		}
	}
	return strings.Join(all, "\n")
}

// Says demands that a sentence stands somewhere on the screen.
func (s *Seat) Says(want string) {
	s.T.Helper()
	if words := s.Words(); !Told(words, want) {
		s.T.Errorf("nowhere on the screen %q:\n%s", want, words)
	}
}

// Told reports whether a text has some words, wherever its lines are broken.
func Told(said, words string) bool {
	inOne := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	return strings.Contains(inOne(said), inOne(words))
}

// Codes are number and PIN of one of each role of the demo house.
var Codes = map[record.Role]string{record.Croupier: "114711", record.Inspector: "215821", record.Manager: "316931", record.BackOffice: "417041"}

// Over returns the texts of the overlay.
func (s *Seat) Over() string {
	s.T.Helper()
	if s.Shell.Overlay() == nil {
		s.T.Fatal("nothing lies over the page")
	}
	var all []string
	for _, o := range test.LaidOutObjects(s.Shell.Overlay().Content()) {
		if word := DrawnText(o); word != "" {
			all = append(all, word)
		}
	}
	return strings.Join(all, "\n")
}

// Shows demands that the overlay says all of these.
func (s *Seat) Shows(words ...string) {
	s.T.Helper()
	for _, word := range words {
		if said := s.Over(); !Told(said, word) {
			s.T.Errorf("it lacks %q:\n%s", word, said)
		}
	}
}

// Escape takes one step back.
func (s *Seat) Escape() { s.Shell.TypedKey(fyne.KeyEscape) }

// OverlayDrawn returns the overlay's drawing, for a finger.
func (s *Seat) OverlayDrawn() *controls.Drawn {
	s.T.Helper()
	drawn, ok := s.Shell.Overlay().Content().(*controls.Drawn)
	if !ok {
		s.T.Fatal("the overlay is no drawing")
	}
	return drawn
}

// Hold presses a key of the keyboard and holds it: the window hears it go down once, then
// the same character or key again and again.
func (s *Seat) Hold(name fyne.KeyName, r rune, d time.Duration) {
	s.Pass(2 * shell.TooFastForHands)
	s.Shell.KeyDown(&fyne.KeyEvent{Name: name})
	const delay, every = 250 * time.Millisecond, 33 * time.Millisecond
	for at := time.Duration(0); at <= d; {
		s.Shell.KeyCame(name)
		if r != 0 {
			s.Shell.RuneCame(r)
		}
		step := every
		if at == 0 {
			step = delay
		}
		s.Pass(step)
		at += step
	}
	s.Shell.KeyUp(&fyne.KeyEvent{Name: name})
	s.Pass(2 * shell.TooFastForHands)
}

// Burst types a card as a reader does, a few milliseconds apart.
func (s *Seat) Burst(card string) {
	s.Pass(2 * shell.TooFastForHands)
	for _, r := range card {
		s.Stroke(r)
		s.Pass(4 * time.Millisecond)
	}
	s.Pass(2 * shell.TooFastForHands)
}

// Stroke types one key as a window has it: the key by its name, and what it writes.
func (s *Seat) Stroke(r rune) {
	name := fyne.KeyName(unicode.ToUpper(r))
	if r == '\n' {
		name = fyne.KeyReturn
	}
	s.Shell.KeyDown(&fyne.KeyEvent{Name: name})
	s.Shell.KeyCame(name)
	if r != '\n' {
		s.Shell.RuneCame(r)
	}
	s.Shell.KeyUp(&fyne.KeyEvent{Name: name})
}

// TapAgain taps where the last tap was.
func (s *Seat) TapAgain() { tapAt(s.Shell.Window, s.Tapped) }

// Written returns all that is written on the page on top.
func (s *Seat) Written() string {
	var lines []string
	for _, o := range test.WidgetRenderer(s.Shell.Top().Content().(*controls.Drawn)).Objects() {
		if line := DrawnText(o); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// Reads checks that the page on top has these lines, and lacks those that begin with "!".
func (s *Seat) Reads(about string, lines ...string) {
	s.T.Helper()
	written := strings.ReplaceAll("\n"+s.Written()+"\n", "\n! ", "\n") // whatever is in the colour of a warning has that sign
	for _, line := range lines {
		without, not := strings.CutPrefix(line, "!")
		if strings.Contains(written, "\n"+without+"\n") == not {
			s.T.Errorf("%s: %q on\n%s", about, line, written)
		}
	}
}

// Silent demands that the overlay says none of these.
func (s *Seat) Silent(words ...string) {
	s.T.Helper()
	for _, word := range words {
		if said := s.Over(); Told(said, word) {
			s.T.Errorf("it says %q:\n%s", word, said)
		}
	}
}

// Choose touches the line of a menu that says what the key says.
func (s *Seat) Choose(key string, args ...map[string]any) {
	s.T.Helper()
	word := s.Shell.Text.T(key, args...)
	drawn := s.Shell.Overlay().Content().(*controls.Drawn)
	p, there := drawn.Board.Where(word)
	s.Tap(drawn, p, there, word)
}

// Words returns all that is drawn.
func Words(d *controls.Drawn) string {
	var all []string
	for _, o := range d.Board.Objects() {
		if text := DrawnText(o); text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, " | ")
}

// DrawnText returns the text of an object, "" for one that has none.
func DrawnText(o fyne.CanvasObject) string {
	if t, ok := o.(*canvas.Text); ok {
		return t.Text
	}
	return ""
}

// F4 opens the page of what went wrong, and types keys.
func (s *Seat) F4(keys string) {
	s.T.Helper()
	s.Shell.TypedKey(fyne.KeyF4)
	s.Keys(keys)
}

// Open counts the float, signs on and puts a shoe in place.
func (s *Seat) Open() {
	s.Keys("\n" + Counted + "114711\n215821\n\n")
	if s.Table().Deal().Phase() != hand.Betting {
		s.T.Fatalf("phase %v after the opening:\n%s", s.Table().Deal().Phase(), s.Words())
	}
}
