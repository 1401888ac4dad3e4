package pit_test

import (
	"slices"
	"testing"

	"sabot/pit"
	"sabot/pit/record"
)

// The groups name kinds that there are, each once, and none is in both.
func TestLogGroups(t *testing.T) {
	all := slices.Concat(pit.LogExceptions(), pit.LogChanges())
	for i, kind := range all {
		if !slices.Contains(record.Kinds(), kind) || slices.Contains(all[:i], kind) {
			t.Errorf("%q is no kind, or is named twice", kind)
		}
	}
}
