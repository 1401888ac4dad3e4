package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// machinesZone are the files that ask for the zone of a machine: a house that never said its own gets one.
var machinesZone = map[string]bool{"pit/house/house_set.go": true}

// Times are those of the house's clock, whatever zone the machine goes by.
func TestNobodyGoesByTheMachinesZone(t *testing.T) {
	found := map[string]bool{}
	for _, room := range []string{"app", "pit", "reports", "storage", "games"} {
		err := filepath.WalkDir(filepath.Join("../..", room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
			if strings.Contains(string(source), ".Local()") || strings.Contains(string(source), "time.Local\n") || strings.Contains(string(source), "time.Local)") {
				if found[name] = true; !machinesZone[name] {
					t.Errorf("%s asks for the machine's zone", name)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range machinesZone {
		if !found[name] {
			t.Errorf("%s asks no more: take it off the list", name)
		}
	}
}
