package datadir

import (
	"path/filepath"
	"testing"
)

// A directory that was named and is not there is told from the user's own, which is made
// the first time.
func TestMissing(t *testing.T) {
	there := t.TempDir()
	gone := filepath.Join(there, "sabto")
	t.Setenv("SABOT_DATA", "")
	for dir, want := range map[string]bool{there: false, gone: true, "": false} {
		if got := Missing(dir); got != want {
			t.Errorf("%q: missing %v", dir, got)
		}
	}
	t.Setenv("SABOT_DATA", gone)
	if !Missing("") || Missing(there) {
		t.Error("SABOT_DATA names a directory that is not there")
	}
}

// What is saved there is told by its whole name, wherever the program was started.
func TestFindIsWhole(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	for _, c := range [][2]string{{"house", ""}, {"", "house"}} {
		t.Setenv("SABOT_DATA", c[1])
		if dir, err := Find(c[0]); err != nil || dir != filepath.Join(here, "house") {
			t.Errorf("%q: %s, %v", c, dir, err)
		}
	}
}
