package recordtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"sabot/pit/record"
)

// Copied copies a data directory into another, with the tight rights that a house's files have.
func Copied(t testing.TB, to, from string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(to, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.Chmod(path, 0o700)
		}
		return os.Chmod(path, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Once is a data directory that is made for the first test of a package that asks for it and copied for each: what was played
// there is played once.
type Once struct {
	once sync.Once
	dir  string
}

// Copy returns a copy of the directory, which fill makes for the first caller, in a folder that Main removes.
func (o *Once) Copy(t testing.TB, fill func(dir string)) string {
	t.Helper()
	o.once.Do(func() {
		made, err := os.MkdirTemp(filepath.Dir(os.Getenv(record.PepperEnv)), "made")
		if err != nil {
			t.Fatal(err)
		}
		fill(filepath.Join(made, "data"))
		o.dir = filepath.Join(made, "data")
	})
	if o.dir == "" {
		t.Fatal("what is to be copied was not made")
	}
	dir := filepath.Join(t.TempDir(), "data")
	Copied(t, dir, o.dir)
	return dir
}
