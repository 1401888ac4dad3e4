package screens

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/storage/memory"
)

// Who learns needs neither a table nor a code: the drills are a line of the first page and of the
// page where a table is chosen, and Esc leads back there.
func TestPracticeFromTheMenus(t *testing.T) {
	for _, options := range []Options{{Language: "it"}, {Language: "it", Demo: true}} {
		options.Practice = filepath.Join(t.TempDir(), "practice")
		s := arrive(t, options)
		before := s.Written()
		s.Keys("8")
		if page := s.Words(); !strings.Contains(page, "ESERCITAZIONE") || !strings.Contains(page, "Pagamenti") {
			t.Fatalf("8 shows\n%s", page)
		}
		s.Press(fyne.KeyReturn)
		s.Press(fyne.KeyEscape, fyne.KeyEscape)
		if s.Written() != before || strings.Contains(s.Words(), "ESERCITAZIONE") {
			t.Errorf("Esc leads to\n%s", s.Words())
		}
	}
}

// A program for practice alone has a window with the drills and writes nothing but answers:
// no record is made where there is none.
func TestPracticeAlone(t *testing.T) {
	dir := t.TempDir()
	w, _ := screentest.NewWindow(t, t.TempDir(), time.Now)
	record, err := memory.New()
	if err != nil {
		t.Fatal(err)
	}
	clock := screentest.NewHandClock(time.Now())
	house, err := session.On(record, clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	s := screentest.SeatBefore(t, NewLearner(w, house, Options{Language: "en", Practice: filepath.Join(dir, "practice"), clock: clock}), dir)
	t.Cleanup(s.Shell.Stop)
	s.Says("PRACTICE")
	s.Press(fyne.KeyReturn)
	s.Keys("c")
	s.Press(fyne.KeyReturn, fyne.KeyEscape)
	s.Says("Again")
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 || files[0].Name() != "practice" {
		t.Errorf("the directory has %v: %v", files, err)
	}
}
