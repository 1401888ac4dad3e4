package torture

import (
	"fmt"
	"os"
	"testing"
)

// whole says that all is tried, and not a little of each.
var whole = os.Getenv("SABOT_TORTURE") != ""

// times is how often something is tried.
func times(all, some int) int {
	if whole {
		return all
	}
	return some
}

// count is what came of one way to torture a house.
type count struct {
	what    string
	tried   int
	entries int // that were acknowledged and looked for
	lost    int
	dead    int // that did not start, or did not go on
}

// counts are those of this run, in the order in which they came.
type counts struct{ list []*count }

var tally counts

func (c *counts) of(what string) *count {
	for _, have := range c.list {
		if have.what == what {
			return have
		}
	}
	c.list = append(c.list, &count{what: what})
	return c.list[len(c.list)-1]
}

// came enters what came of one more try: of so many acknowledged entries, which were lost, and
// why the house did not start or go on.
func (c *count) came(t *testing.T, entries int, lost, dead error, where string, args ...any) {
	t.Helper()
	c.tried++
	c.entries += entries
	if lost != nil {
		c.lost++
		t.Errorf("%s, %s: lost: %v", c.what, fmt.Sprintf(where, args...), lost)
	}
	if dead != nil {
		c.dead++
		t.Errorf("%s, %s: does not go on: %v", c.what, fmt.Sprintf(where, args...), dead)
	}
}

func (c *counts) print() {
	if !whole {
		return
	}
	fmt.Printf("\n%-48s %8s %16s %8s %12s\n", "", "tried", "acknowledged", "lost", "not started")
	for _, one := range c.list {
		fmt.Printf("%-48s %8d %16d %8d %12d\n", one.what, one.tried, one.entries, one.lost, one.dead)
	}
	fmt.Println()
}
