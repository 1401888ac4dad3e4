package practice

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/app/theme"
	"sabot/games/drill"
)

// Every page can be read, in each language and size.
func TestPracticeIsReadable(t *testing.T) {
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		l := sit(t)
		l.InHouse()
		l.Shell.Speak(lang)
		l.p.choose()
		l.Look("choose")
		l.Keys("g")
		l.Look("game")
		l.Escape()
		l.Keys("n")
		l.Look("name")
		l.Keys("Anna Chiara Ferrari von und zu Altenburg\n")
		l.Keys("t")
		l.Look("number")
		l.Keys("7\n")
		l.Look("who takes the test")
		l.Escape()
		l.Escape()
		for _, kind := range drill.Kinds() {
			l.drill(kind)
			seen := map[string]bool{}
			tasks := 9
			if testing.Short() {
				tasks = 4
			}
			for len(l.p.session.Done) < tasks && l.p.run != nil && !l.p.run.left {
				q, right := l.asked()
				look := string(q.Ask) + " " + l.p.run.task.Class.Rules.Preset()
				l.Pass(time.Second)
				if !seen[look] {
					l.Look(string(kind) + " " + look)
				}
				a := right
				if len(l.p.session.Done)%3 == 1 {
					a = otherwise(l.p.run.task.Game, q, right)
				}
				l.types(a)
				if l.p.run.verdict == nil {
					t.Fatalf("%s: the answer %+v was not taken", look, a)
				}
				if !seen[look] || len(l.p.session.Done)%3 == 1 {
					l.Look(string(kind) + " " + look + " verdict")
				}
				seen[look] = true
				l.Press(fyne.KeyReturn)
			}
			if kind == drill.Draws {
				l.Press(fyne.KeyF1)
				l.Look("help")
				l.Escape()
				_, right := l.asked()
				l.types(right)
				l.Press(fyne.KeyF2)
				l.Look("odds")
				l.Press(fyne.KeyReturn)
				l.Look("rules")
				l.Escape()
				l.Escape()
			}
			l.Press(fyne.KeyEscape)
			l.Keys("p")
			l.Look(string(kind) + " sheet")
			l.Keys("c")
			l.Look("sheet elsewhere")
			l.Escape()
			l.Keys("\n")
			l.Look(string(kind) + " results")
			l.Press(fyne.KeyEscape)
		}
		l.Keys("r")
		l.Look("all results")
	})
}

// Whatever is opened over a page of practice, and a word that a key means nothing, the word that
// nothing counts stands over it.
func TestPracticeStandsOverEverything(t *testing.T) {
	l := sit(t)
	over := func(key string) {
		t.Helper()
		if l.Shell.Overlay() == nil {
			t.Errorf("%s opens nothing", key)
		}
		l.banded()
		l.Escape()
		l.banded()
	}
	for _, key := range []string{"g", "n", "t"} {
		l.Keys(key)
		over(key)
	}
	l.Press(fyne.KeyF1)
	over("F1")
	l.Keys("z")
	l.Says("Z")
	l.banded()
	l.drill(drill.Misdeals)
	l.Press(fyne.KeyF1)
	over("F1")
	l.Press(fyne.KeyF2)
	if l.Shell.Overlay() != nil {
		t.Error("the rules are there before an answer")
	}
	l.Keys("z")
	l.banded()
	l.Keys("g\n")
	l.Press(fyne.KeyF2)
	l.Shows(l.Shell.Text.T("preset_" + l.p.run.task.Game.Options().Preset))
	over("F2")
}

// The pages with the most words, in every language.
func TestPracticeIsReadableInEachLanguage(t *testing.T) {
	l := sit(t)
	l.InHouse()
	for _, lang := range text.Languages() {
		l.Shell.Speak(lang)
		l.p.choose()
		l.Look("choose")
		for _, kind := range []drill.Kind{drill.Pays, drill.Misdeals, drill.Chips} {
			l.drill(kind)
			l.Look(string(kind))
			q, right := l.asked()
			l.types(otherwise(gameOf(l), q, right))
			l.Look(string(kind) + " verdict")
			l.Press(fyne.KeyReturn)
			for len(l.p.session.Done) == 0 { // a deal has more than one question
				_, right := l.asked()
				l.types(right)
				l.Press(fyne.KeyReturn)
			}
			l.Press(fyne.KeyEscape)
			l.Look("results")
			l.Press(fyne.KeyEscape)
		}
	}
}

// A word that is said over a page covers nothing that stands there: not the number and the time of a
// question, not the way out of a list.
func TestAWordCoversNothing(t *testing.T) {
	l := sit(t)
	l.InHouse()
	said := func(on string) {
		t.Helper()
		l.Keys("z")
		l.Picture("a word over " + on)
		drawn := test.LaidOutObjects(l.Shell.Window.Canvas().Content())
		at := -1
		for i, o := range drawn {
			if word, is := o.(*canvas.Text); is && word.Color == theme.Warn && strings.HasPrefix(word.Text, "! ") {
				at = i // the word is the uppermost: a page has warnings of its own
			}
		}
		if at < 0 {
			t.Fatalf("%s: nothing is said:\n%s", on, l.Words())
		}
		place := fyne.CurrentApp().Driver().AbsolutePositionForObject
		top, bottom := place(drawn[at]).Y, place(drawn[at]).Y+drawn[at].Size().Height
		for _, o := range drawn {
			if word := screentest.DrawnText(o); word != "" && o != drawn[at] && place(o).Y < bottom-1 && place(o).Y+o.MinSize().Height > top+1 {
				t.Errorf("%s: %q is covered", on, word)
			}
		}
	}
	said("the list")
	for _, kind := range drill.Kinds() {
		l.drill(kind)
		for range 6 {
			said(string(kind))
			_, right := l.asked()
			l.types(right)
			said(string(kind) + " verdict")
			l.Press(fyne.KeyReturn)
		}
		l.Press(fyne.KeyEscape)
		said("results")
		l.Press(fyne.KeyEscape)
	}
	l.Keys("g")
	said("a menu")
}

// Help says what the keys do with this question, and nothing of others; and none of its lines is set smaller.
func TestHelpIsOfThisQuestion(t *testing.T) {
	l := sit(t)
	l.InHouse()
	even := func(lang, on string) {
		t.Helper()
		for _, size := range []fyne.Size{{Width: 1280, Height: 800}, {Width: 1024, Height: 768}} {
			l.Shell.Window.Resize(size)
			var sizes []float32
			for _, o := range test.LaidOutObjects(l.Shell.Overlay().Content()) {
				if line, is := o.(*canvas.Text); is && line.Text != "" && line.Text != "Esc" { // the hint on the key that closes
					sizes = append(sizes, line.TextSize)
				}
			}
			slices.Sort(sizes)
			if len(sizes) < 8 || sizes[0] < sizes[len(sizes)/2] {
				t.Errorf("%s %s: letters are of %v:\n%s", lang, on, sizes, l.Over())
			}
		}
	}
	for _, lang := range text.Languages() {
		l.Shell.Speak(lang)
		l.p.choose()
		l.Press(fyne.KeyF1)
		even(lang, "the list")
		l.Escape()
		for kind, keys := range map[drill.Kind][2]string{drill.Commission: {"0–9 .", "C"}, drill.Pays: {"C", "G"}, drill.Draws: {"N", "0–9 ."}, drill.Misdeals: {"G", "N"}, drill.Chips: {"A F G J K L", "C"}} {
			l.drill(kind)
			l.Press(fyne.KeyF1)
			even(lang, string(kind))
			has := strings.Split(l.Over(), "\n")
			if !slices.ContainsFunc(has, func(line string) bool { return strings.HasPrefix(line, keys[0]) }) || slices.Contains(has, keys[1]) || slices.Contains(has, "F2") {
				t.Errorf("%s: the help of %s has\n%s", lang, kind, l.Over())
			}
			l.Escape()
			_, right := l.asked()
			l.types(right)
			l.Press(fyne.KeyF1)
			if has = strings.Split(l.Over(), "\n"); slices.Contains(has, keys[0]) || slices.Contains(has, "F2") == (kind == drill.Chips) {
				t.Errorf("%s: the help of an answer to %s has\n%s", lang, kind, l.Over())
			}
			l.Escape()
			l.Press(fyne.KeyEscape, fyne.KeyEscape)
		}
	}
}
