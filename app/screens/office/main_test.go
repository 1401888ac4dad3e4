package office

import (
	"os"
	"testing"

	"sabot/pit/recordtest"
)

func TestMain(m *testing.M) {
	recordtest.Main(m)
	os.RemoveAll(playedIn)
}
