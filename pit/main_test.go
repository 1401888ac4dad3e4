package pit_test

import (
	"os"
	"testing"
	"time"

	"sabot/pit/people"
)

var moment = time.UnixMilli(1_795_241_553_123).UTC()

// The keys of these tests are sealed cheaply; what a secret costs is tried in pit.
func TestMain(m *testing.M) {
	people.KeyCost = people.Cost{Memory: 8, Passes: 1}
	os.Exit(m.Run())
}
