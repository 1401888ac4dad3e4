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
