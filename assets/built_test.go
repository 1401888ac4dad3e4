package assets

import "testing"

// A program says its version, and its commit where that is known.
func TestBuilt(t *testing.T) {
	was := commit
	defer func() { commit = was }()
	commit = ""
	if says, want := Built("sabot"), "sabot "+Version; stamped() == "" && says != want {
		t.Errorf("%q, not %q", says, want)
	}
	commit = "60045ba0b82f"
	if says, want := Built("sabot"), "sabot "+Version+", commit 60045ba0b82f"; says != want {
		t.Errorf("%q, not %q", says, want)
	}
}
