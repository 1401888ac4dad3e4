package recordtest

import (
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"sabot/pit/house"
	"sabot/pit/record"
)

// Main runs the tests of a package in which people give PINs: with a pepper of their own, so
// that the one of the account stays untouched, and with keys that are sealed cheaply. What a
// key costs is tried in pit.
func Main(m *testing.M) {
	house.KeyCost = house.Cost{Memory: 8, Passes: 1}
	Apart(m)
}

// Apart runs the tests of a package with a pepper of their own, and with what a window keeps for its account.
func Apart(m *testing.M) {
	rarely()
	dir, err := os.MkdirTemp("", "sabot-pepper")
	if err == nil {
		err = errors.Join(os.Setenv(record.PepperEnv, filepath.Join(dir, "pepper.key")), os.Setenv("XDG_CONFIG_HOME", dir))
	}
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	m.Run()
}

// rarely has memory collected less often: that takes a tenth of the time of tests that draw. From two GiB on it is collected as ever.
// Programs that a test starts are not told.
func rarely() {
	const percent, room = 400, 2 << 30
	debug.SetGCPercent(percent)
	debug.SetMemoryLimit(room)
}
