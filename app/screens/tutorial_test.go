package screens

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
)

// A lesson is a tutorial of docs that is done step by step, as its reader does it.
type lesson struct {
	*guest
	dir  string // of the record
	file string
}

// keysOf are the keys of a tutorial that have a name. Any other word in code is typed.
var keysOf = map[string]fyne.KeyName{
	"Enter": fyne.KeyReturn, "Tab": fyne.KeyTab, "Space": fyne.KeySpace, "Esc": fyne.KeyEscape, "Backspace": fyne.KeyBackspace, "↓": fyne.KeyDown, "↑": fyne.KeyUp,
	"→": fyne.KeyRight, "End": fyne.KeyEnd, "F1": fyne.KeyF1, "F5": fyne.KeyF5, "F8": fyne.KeyF8, "F10": fyne.KeyF10,
}

// The parts of a tutorial that the test does: a command that starts the program, a step, a picture.
var (
	startLine   = regexp.MustCompile(`^ {4,}make run ARGS="(.+)"$`)
	stepLine    = regexp.MustCompile(`^(\d+)\. (.+)$`)
	pictureLine = regexp.MustCompile(`^!\[.+\]\((.+)\.png\)$`)
	partOfStep  = regexp.MustCompile("`(?:Tab` until “([^”]+)”|([^`]+)`)|“([^”]+)”")
)

// followed does all that a tutorial says, from its start to its end.
func followed(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../docs", file))
	if err != nil {
		t.Fatal(err)
	}
	l := &lesson{dir: t.TempDir(), file: file}
	lines, steps := strings.Split(string(text), "\n"), 0
	for i := 0; i < len(lines); i++ {
		if m := startLine.FindStringSubmatch(lines[i]); m != nil {
			l.starts(t, m[1])
		} else if m := pictureLine.FindStringSubmatch(lines[i]); m != nil {
			l.PictureOfGuide(m[1], l.windowOf(m[1]))
		} else if m := stepLine.FindStringSubmatch(lines[i]); m != nil {
			says := m[2]
			for i+1 < len(lines) && strings.HasPrefix(lines[i+1], "   ") {
				i++
				says += " " + strings.TrimSpace(lines[i])
			}
			if steps++; m[1] != fmt.Sprint(steps) {
				t.Errorf("%s: step %s is the %dth", file, m[1], steps)
			}
			l.does(m[1], says)
		}
	}
	if steps < 20 {
		t.Errorf("%s has %d steps: the test sees nothing", file, steps)
	}
}

// starts opens the window as the command does, on the record of the one before if there was one.
func (l *lesson) starts(t *testing.T, command string) {
	t.Helper()
	o := Options{Language: "en"}
	if !strings.Contains(command, "--lang en") {
		t.Fatalf("%s: %q does not say in which language", l.file, command)
	}
	o.Demo = strings.Contains(command, "--demo")
	if l.guest != nil {
		l.leaves()
	} else if !o.Demo {
		o.NewData = regexp.MustCompile(`--data (\S+)`).FindStringSubmatch(command)[1]
	}
	l.guest = arriveAt(t, l.dir, o).inHouse()
	l.Rest()
}

// leaves closes the program.
func (l *lesson) leaves() {
	l.T.Helper()
	if err := l.station.Release(); err != nil {
		l.T.Fatal(err)
	}
	if err := l.Shell.House.Close(); err != nil {
		l.T.Fatal(err)
	}
}

// does presses the keys of a step and demands what it quotes, in their order. Some of what the screen says behind keys
// was not there before them: a key that does nothing is no step.
func (l *lesson) does(step, says string) {
	l.T.Helper()
	before, pressed, fresh := l.screen(), 0, false
	seen := func() {
		l.T.Helper()
		if pressed > 0 && !fresh {
			l.T.Fatalf("%s, step %s: nothing that it quotes came with its keys. The screen says\n%s", l.file, step, l.screen())
		}
	}
	quoted := false
	for _, part := range partOfStep.FindAllStringSubmatch(says, -1) {
		until, code, quote := part[1], part[2], part[3]
		if quote != "" {
			now := l.screen()
			if !strings.Contains(now, quote) {
				l.T.Fatalf("%s, step %s: the screen does not say “%s”, but\n%s", l.file, step, quote, now)
			}
			fresh, quoted = fresh || !strings.Contains(before, quote), true
			continue
		}
		if until != "" {
			l.tabsTo(until)
			pressed, fresh = pressed+1, true
			continue
		}
		if quoted {
			seen()
			before, fresh, quoted = l.screen(), false, false
		}
		l.presses(code)
		pressed++
	}
	if seen(); pressed == 0 {
		l.T.Errorf("%s, step %s has no key", l.file, step)
	}
}

// windowOf returns the window that a picture shows: that for the players where its name says so.
func (l *lesson) windowOf(picture string) fyne.Window {
	l.T.Helper()
	if picture != "players" {
		return l.Shell.Window
	}
	w := l.ofPlayers()
	if w == nil {
		l.T.Fatalf("%s: no window is open for the players", l.file)
	}
	return w
}

// ofPlayers returns the window for the players; nil while none is open.
func (l *lesson) ofPlayers() fyne.Window {
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		if l.Table() != nil && w.Title() == "Sabot "+l.Table().Name {
			return w
		}
	}
	return nil
}

// tabsTo presses Tab until the field with a label has the keys.
func (l *lesson) tabsTo(label string) {
	l.T.Helper()
	for range 90 {
		if at, ok := l.Shell.Window.Canvas().Focused().(*controls.Field); ok && (at.Label() == label || at.PlaceHolder == label) {
			return
		}
		l.press(fyne.KeyTab)
	}
	l.T.Fatalf("%s: Tab leads to no %s", l.file, label)
}

// screen returns all that is written on the page on top and in the window for the players, in one line.
func (l *lesson) screen() string {
	pages := []fyne.CanvasObject{l.Shell.Top().Content()}
	if w := l.ofPlayers(); w != nil {
		pages = append(pages, w.Content())
	}
	var all []string
	for _, page := range pages {
		for _, o := range test.LaidOutObjects(page) {
			all = append(all, screentest.DrawnText(o))
		}
	}
	return strings.Join(strings.Fields(strings.Join(all, " ")), " ")
}

// presses presses a key with a name, or types a text. A second goes by before each key, as with somebody who reads.
func (l *lesson) presses(code string) {
	l.T.Helper()
	if name, ok := keysOf[code]; ok {
		l.press(name)
		return
	}
	for _, r := range code {
		l.Pass(time.Second)
		if at := l.Shell.Window.Canvas().Focused(); at != nil {
			at.TypedRune(r)
		} else {
			l.Keys(strings.ToLower(string(r)))
		}
		l.Rest()
	}
}

// press presses a key that has a name: where a form is open, in its field.
func (l *lesson) press(name fyne.KeyName) {
	l.Pass(time.Second)
	canvas := l.Shell.Window.Canvas()
	switch at := canvas.Focused(); {
	case at == nil && name == fyne.KeySpace:
		l.Keys(" ")
	case at == nil:
		l.Press(name)
	case name == fyne.KeyTab:
		canvas.FocusNext()
	default:
		at.TypedKey(&fyne.KeyEvent{Name: name})
	}
	l.Rest()
}

// Whoever never saw Sabot deals a first hand by docs/first-hand.md: each key does what it says there.
func TestFirstHandOfTheTutorial(t *testing.T) { followed(t, "first-hand.md") }

// A manager who begins with an empty folder sets a house up by docs/first-house.md, to a signed report that holds.
func TestFirstHouseOfTheTutorial(t *testing.T) { followed(t, "first-house.md") }
