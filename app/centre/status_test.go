package centre

import (
	"strings"
	"testing"
	"time"
)

// A machine that was enrolled and has not shipped yet is said to be that, and not to have failed.
func TestAMachineThatHasNotShippedYet(t *testing.T) {
	for _, c := range []struct {
		line Line
		says string
	}{
		{Line{Pit: 3, Own: 0, Signed: 3}, "has not shipped yet"},
		{Line{Pit: 3, Own: 5, Signed: 3, Heard: time.Unix(1, 0)}, "not all has arrived"},
		{Line{Pit: 3, Own: 3, Signed: 2, Heard: time.Unix(1, 0)}, "not all has arrived"},
		{Line{Pit: 3, Own: 5, Signed: 3, Heard: time.Unix(95, 0)}, ""}, // it is on its way
		{Line{Pit: 5, Own: 3, Signed: 5, Heard: time.Unix(1, 0)}, ""},
		{Line{Pit: 3, Own: 3, Signed: 3, Heard: time.Unix(1, 0)}, ""},
	} {
		if says := c.line.missing(time.Unix(100, 0)); says != c.says && (c.says == "" || !strings.Contains(says, c.says)) {
			t.Errorf("%+v: %q", c.line, says)
		}
	}
}
