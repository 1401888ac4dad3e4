package pit_test

import (
	"os"
	"testing"

	"sabot/pit"
)

// The keys of these tests are sealed cheaply; what a secret costs is tried in pit.
func TestMain(m *testing.M) {
	pit.KeyCost = pit.Cost{Memory: 8, Passes: 1}
	os.Exit(m.Run())
}
