package screens

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2/test"
)

// Programs of one account keep their choices in one file, and none loses what another one has kept.
func TestChoicesOfSeveralPrograms(t *testing.T) {
	a := test.NewTempApp(t)
	file := filepath.Join(t.TempDir(), "sabot", "window.json")
	before := a.Preferences()
	before.SetString("shoe", "COM1")
	before.SetInt("felt", 2)
	program := func() *choices { return &choices{Preferences: before, file: file} }
	one, two := program(), program()
	if one.String("shoe") != "COM1" || one.Int("felt") != 2 || len(one.StringList("pinned")) != 0 {
		t.Errorf("%q and %d are not those of before", one.String("shoe"), one.Int("felt"))
	}
	one.SetString("shoe", "")
	two.SetInt("felt", 0)
	one.SetStringList("pinned", []string{"LB1", "LB2"})
	for _, c := range []*choices{one, two, program()} {
		if c.String("shoe") != "" || c.Int("felt") != 0 || !slices.Equal(c.StringList("pinned"), []string{"LB1", "LB2"}) {
			t.Errorf("kept are %s", c.read())
		}
	}
	if before.String("shoe") != "COM1" {
		t.Error("Fyne’s own preferences changed")
	}
}

// Whoever reads the file while another program writes it reads it whole.
func TestChoicesAreWrittenWhole(t *testing.T) {
	c := &choices{Preferences: test.NewTempApp(t).Preferences(), file: filepath.Join(t.TempDir(), "window.json")}
	c.SetInt("n", 0)
	done := make(chan bool)
	go func() {
		defer close(done)
		for n := range 200 {
			c.SetString("long", fmt.Sprintf("%0*d", 20*n, n))
		}
	}()
	for reading := true; reading; {
		select {
		case <-done:
			reading = false
		default:
		}
		bytes, err := os.ReadFile(c.file)
		if err != nil || !json.Valid(bytes) {
			t.Fatalf("%v: %q", err, bytes)
		}
	}
}

// A file that nobody can read counts for nothing, and the next choice is kept all the same.
func TestUnreadableChoicesAreReplaced(t *testing.T) {
	c := &choices{Preferences: test.NewTempApp(t).Preferences(), file: filepath.Join(t.TempDir(), "window.json")}
	if err := os.WriteFile(c.file, []byte(`{"felt":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if c.Int("felt") != 0 {
		t.Error("half a file counts")
	}
	if c.SetInt("felt", 3); c.Int("felt") != 3 {
		t.Errorf("kept are %s", c.read())
	}
}
