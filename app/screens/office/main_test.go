package office

import (
	"os"
	"testing"

	"sabot/pit/people"
)

func TestMain(m *testing.M) {
	people.KeyCost = people.Cost{Memory: 8, Passes: 1} // what a secret costs is tried in pit
	code := m.Run()
	os.RemoveAll(playedIn)
	os.Exit(code)
}
