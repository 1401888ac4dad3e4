package central_test

import (
	"strings"
	"testing"

	"sabot/storage/central"
)

// What is said of an older layout names the command of a house's pit and that of a group.
func TestOlderLayoutNamesBothCommands(t *testing.T) {
	for _, command := range []string{"sabotctl pit init", "sabotctl group init"} {
		if !strings.Contains(central.ErrOlder.Error(), command) {
			t.Errorf("%q does not name %s", central.ErrOlder, command)
		}
	}
}
