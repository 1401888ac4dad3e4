package demo_test

import (
	"os"
	"testing"

	"sabot/pit/people"
)

// The keys of these tests are sealed cheaply; what a secret costs is tried in pit.
func TestMain(m *testing.M) {
	people.KeyCost = people.Cost{Memory: 8, Passes: 1}
	os.Exit(m.Run())
}
