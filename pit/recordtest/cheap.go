package recordtest

import (
	"errors"
	"os"
	"path/filepath"
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
