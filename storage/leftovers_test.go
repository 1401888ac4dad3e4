package storage_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Of files that a program was writing when it was killed a start takes those away that nobody can be
// writing any more, and nothing of anybody else's.
func TestLeftoversAreSwept(t *testing.T) {
	dir := t.TempDir()
	if err := begun(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "reports", "day"), 0o700); err != nil {
		t.Fatal(err)
	}
	const old, fresh = 25 * time.Hour, 23 * time.Hour
	for name, c := range map[string]struct {
		age   time.Duration
		stays bool
	}{
		"sabot.db.1234.part":             {old, false},
		"sabot.db.1234.part-journal":     {old, false},
		"seal.key.new.77.part":           {old, false},
		"reports/day/x.pdf.3141592.part": {old, false},
		"reports/x.pdf.27.part":          {fresh, true},
		"reports/mine.part":              {old, true},
		"reports/film.1.part.rar":        {old, true},
		"reports/1.part":                 {old, true},
		"reports/x.pdf":                  {old, true},
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(-c.age)
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
		if err := open(t, dir).Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(path); (err == nil) != c.stays {
			t.Errorf("%s after %v: %v", name, c.age, err)
		}
	}
}
