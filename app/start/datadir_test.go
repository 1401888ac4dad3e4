package start

import (
	"os"
	"path/filepath"
	"testing"
)

// A directory that was named and is not there is made, and told from one that was there and from
// the user's own, which is made the first time.
func TestMakeData(t *testing.T) {
	there := t.TempDir()
	gone, other := filepath.Join(there, "sabto"), filepath.Join(there, "other")
	t.Setenv("SABOT_DATA", "")
	for _, c := range []struct {
		dir  string
		want bool
	}{{there, false}, {gone, true}, {gone, false}, {"", false}} {
		if got := MakeData(c.dir); got != c.want {
			t.Errorf("%q: made %v", c.dir, got)
		}
	}
	t.Setenv("SABOT_DATA", other)
	if !MakeData("") || MakeData(there) {
		t.Error("SABOT_DATA names a directory that is not there")
	}
	for _, dir := range []string{gone, other} {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			t.Errorf("%s is said to be made: %v", dir, err)
		}
	}
}

// Of a directory that cannot be made nobody says that it is.
func TestNotMade(t *testing.T) {
	link := filepath.Join(t.TempDir(), "disk")
	if err := os.Symlink(filepath.Join(t.TempDir(), "away"), link); err != nil {
		t.Skip(err)
	}
	if dir := filepath.Join(link, "sabot"); MakeData(dir) {
		t.Errorf("%s is said to be made", dir)
	}
}

// What is saved there is told by its whole name, wherever the program was started.
func TestDataIsWhole(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	for _, c := range [][2]string{{"house", ""}, {"", "house"}} {
		t.Setenv("SABOT_DATA", c[1])
		if dir, err := FindData(c[0]); err != nil || dir != filepath.Join(here, "house") {
			t.Errorf("%q: %s, %v", c, dir, err)
		}
	}
}
