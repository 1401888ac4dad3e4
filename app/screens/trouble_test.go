package screens

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/pit/record"
	"sabot/storage"
)

// writes has another program, which is none of Sabot's age, write into a record.
func writes(t *testing.T, dir, statement string, args ...any) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, storage.FileName))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(statement, args...)
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// A record whose layout is a newer Sabot's is told in the window, in each language, with both versions; its key closes it.
func TestNewerLayoutIsToldInTheWindow(t *testing.T) {
	s := arrive(t, Options{Demo: true, Language: "it"})
	if err := errors.Join(s.station.Release(), s.Shell.House.Close()); err != nil {
		t.Fatal(err)
	}
	writes(t, s.Dir, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`)
	_, err := session.Open(s.Dir, time.Now)
	if !errors.Is(err, record.ErrNewerRecord) {
		t.Fatal(err)
	}
	for _, lang := range append(text.Languages(), "") { // none was named
		w, closed := test.NewWindow(nil), false
		w.SetOnClosed(func() { closed = true })
		w.Resize(fyne.NewSize(1024, 768))
		Trouble(w, lang, err)
		var all []string
		for _, o := range test.LaidOutObjects(w.Canvas().Content()) {
			all = append(all, screentest.DrawnText(o))
		}
		sentence, _, _ := strings.Cut(text.Open(lang, "CHF").T("trouble_newer"), "\n")
		if says := strings.Join(strings.Fields(strings.Join(all, " ")), " "); !strings.Contains(says, sentence) || !strings.Contains(says, "version 99") || !strings.Contains(says, "up to 4") {
			t.Errorf("%q: %s", lang, says)
		}
		if w.Canvas().OnTypedRune()('q'); !closed {
			t.Errorf("%q: its key closes nothing", lang)
		}
	}
}

// A table that a newer Sabot went on with is not opened, and not folded by the floor: the window says to install that one, with
// both versions, and nothing is written behind it.
func TestNewerEntryIsToldInTheWindow(t *testing.T) {
	const said = "Il registro è di un Sabot più nuovo: installa quello."
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.Open()
	last := s.Table().Seq
	if err := errors.Join(s.station.Release(), s.Shell.House.Close()); err != nil {
		t.Fatal(err)
	}
	writes(t, s.Dir, `INSERT INTO entries (key, entry) SELECT (id << 40) + ?1, '[9,"LB1",' || ?1 || ',0,"",1,1,1,"card",{}]' FROM streams WHERE name = 'LB1'`, last+1)
	s = arriveAt(t, s.Dir, Options{Table: "LB1", Language: "it"})
	s.Says(said)
	s.Says("version 9")
	if s.Table() != nil {
		t.Error("it opened")
	}
	s = arriveAt(t, s.Dir, Options{Floor: true, Language: "it"})
	s.Rest()
	s.Says(said)
	for e := range s.Shell.House.Store().Entries("LB1", last+2) {
		t.Errorf("behind it lies %+v", e)
	}
}

// A table that another program has is not opened: the window says whose it is and what to do, the office can be gone to, and
// once it is let go of it can be taken.
func TestTableThatIsHeldIsToldInTheWindow(t *testing.T) {
	s := arrive(t, Options{Demo: true, Table: "LB1", Language: "it"})
	second := arriveAt(t, s.Dir, Options{Table: "LB1", Language: "it"})
	second.Says("Il tavolo LB1 è aperto in un altro programma:")
	second.Says("Chiudilo lì e riapri Sabot.")
	if second.Table() != nil {
		t.Fatal("two programs stand at one table")
	}
	second.Keys("0" + screentest.Codes[record.Manager] + "\n")
	second.Rest()
	second.Says("Ufficio")
	second.Escape()
	second.Rest()
	second.Says("Chiudilo lì e riapri Sabot.")
	if err := s.station.Release(); err != nil {
		t.Fatal(err)
	}
	second.Keys("aa")
	if second.Table() == nil || second.Table().Name != "LB1" {
		t.Errorf("it was let go of and cannot be taken:\n%s", second.Words())
	}
}
