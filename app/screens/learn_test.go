package screens

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/games/drill"
	"sabot/pit/house"
	"sabot/storage"
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
	t.Cleanup(func() { s.Shell.Stop(); s.Shell.Wait() })
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

// Every byte of a house's files is what it was once somebody has learnt there, by `sabot --practice` and
// by keys, drill after drill: the record's, what lies beside it, and of a house whose machine lost its
// current in the middle that which is not in the record's own file yet. Only the answers are new.
func TestPracticeLeavesEveryByteOfTheHouse(t *testing.T) {
	closed, killed := filepath.Join(t.TempDir(), "closed"), filepath.Join(t.TempDir(), "killed")
	store, err := storage.Open(closed)
	if err != nil {
		t.Fatal(err)
	}
	h, err := session.On(store, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.SetUp(house.DemoPlan("it", "", 1)); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(killed, os.DirFS(closed)); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	wal := storage.FileName + "-wal"
	for dir, open := range map[string]bool{closed: false, killed: true} {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			before := bytesOf(t, dir)
			if _, there := before[wal]; there != open || before[storage.FileName] == "" {
				t.Fatalf("the house's files are %v", before)
			}
			tasks := learn(t, dir)
			if after := bytesOf(t, dir); !maps.Equal(after, before) {
				t.Errorf("the house's files were\n%v\nand are\n%v", before, after)
			}
			t.Logf("%d files of a house are what they were after %d tasks by keys", len(before), tasks)
		})
	}
}

// bytesOf are the files of a directory with what is in them. Practice has a folder of its own there; what
// SQLite's readers share while they read (-shm) has nothing of the record, and it makes it anew.
func bytesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == "practice":
			return fs.SkipDir
		case d.IsDir():
			all[path] = "a folder"
			return nil
		case path == storage.FileName+"-shm":
			return nil
		}
		content, err := os.ReadFile(filepath.Join(dir, path))
		all[path] = fmt.Sprintf("%d bytes %x", len(content), sha256.Sum256(content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// learn answers some tasks of every drill of the house of a directory by keys, right or wrong, and says
// how many.
func learn(t *testing.T, dir string) int {
	t.Helper()
	clock := screentest.NewHandClock(time.Now())
	house, unread, err := session.Learning(dir, clock.Now)
	if err != nil || unread != nil {
		t.Fatal(err, unread)
	}
	w, _ := screentest.NewWindow(t, t.TempDir(), time.Now)
	folder := filepath.Join(dir, "practice")
	s := screentest.SeatBefore(t, NewLearner(w, house, Options{Language: "it", Practice: folder, clock: clock}), dir)
	each := 50
	if testing.Short() {
		each = 5
	}
	for i, kind := range drill.Kinds() {
		s.Press(fyne.KeyHome)
		for range i {
			s.Press(fyne.KeyDown)
		}
		s.Press(fyne.KeyReturn)
		for rounds := 0; answered(t, folder)[kind] < each; rounds++ {
			if rounds > 20*each {
				t.Fatalf("%s: %v are answered\n%s", kind, answered(t, folder), s.Words())
			}
			s.Keys("ncb1a\n\n") // one of them answers each question, Enter goes on
		}
		for n := 0; !strings.Contains(s.Words(), s.Shell.Text.T("practice_about")); n++ {
			if n > 3 {
				t.Fatalf("Esc leads to\n%s", s.Words())
			}
			s.Press(fyne.KeyEscape)
		}
	}
	s.Shell.Stop()
	if err := house.Close(); err != nil {
		t.Fatal(err)
	}
	all := 0
	for _, n := range answered(t, folder) {
		all += n
	}
	return all
}

// answered are the tasks that a folder has, by drill.
func answered(t *testing.T, folder string) map[drill.Kind]int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.practice.json"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[drill.Kind]int{}
	for _, f := range files {
		var s struct {
			Kind drill.Kind        `json:"kind"`
			Done []json.RawMessage `json:"done"`
		}
		text, err := os.ReadFile(f)
		if err == nil {
			err = json.Unmarshal(text, &s)
		}
		if err != nil {
			t.Fatal(f, err)
		}
		all[s.Kind] += len(s.Done)
	}
	return all
}
