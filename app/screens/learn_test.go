package screens

import (
	"fmt"
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
		before, heads := s.Written(), headsOf(t, s.Shell.House)
		s.Keys("8")
		if page := s.Words(); !strings.Contains(page, "ESERCITAZIONE") || !strings.Contains(page, "Pagamenti") {
			t.Fatalf("8 shows\n%s", page)
		}
		s.Press(fyne.KeyReturn)
		s.Keys("c\n")                                           // answered, and kept
		s.Press(fyne.KeyEscape, fyne.KeyEscape, fyne.KeyEscape) // the results, the drills, the menu
		if answers, err := os.ReadDir(options.Practice); err != nil || len(answers) != 1 {
			t.Errorf("the folder has %v: %v", answers, err)
		}
		if s.Written() != before || strings.Contains(s.Words(), "ESERCITAZIONE") {
			t.Errorf("Esc leads to\n%s", s.Words())
		}
		if after := headsOf(t, s.Shell.House); after != heads {
			t.Errorf("the heads of the record were\n%s\nand are\n%s", heads, after)
		}
	}
}

// headsOf are the signed heads of a record, stream by stream.
func headsOf(t *testing.T, h *session.House) string {
	t.Helper()
	snapshot, err := h.Store().Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	streams, err := snapshot.Streams(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var heads strings.Builder
	for _, s := range streams {
		head, err := snapshot.Stored(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&heads, "%s %+v\n", s, *head)
	}
	return heads.String()
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
