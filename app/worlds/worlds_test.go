package worlds

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Nothing that was acknowledged is lost, one machine plays a table, records hold unless somebody changed them, and a house comes
// to agree, whatever happens to it. SABOT_WORLDS is how many worlds are tried, SABOT_WORLD is the seed of one that is told.
func TestWorlds(t *testing.T) {
	h, err := setUp()
	if err != nil {
		t.Fatal(err)
	}
	first, many := uint64(1), 30
	if text := os.Getenv("SABOT_WORLDS"); text != "" {
		if many, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	one := os.Getenv("SABOT_WORLD")
	if one != "" {
		if first, err = strconv.ParseUint(one, 10, 64); err != nil {
			t.Fatal(err)
		}
		many = 1
	}
	if text := os.Getenv("SABOT_FIRST_WORLD"); text != "" {
		if first, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	began, steps := time.Now(), 0
	for seed := first; seed < first+uint64(many); seed++ {
		list := story(seed)
		e := live(t, h, list)
		steps += len(list)
		if one != "" && e.wrong == nil {
			t.Logf("world %d:\n%s", seed, strings.Join(e.told, "\n"))
		}
		if e.wrong != nil {
			t.Errorf("after %d worlds: %s", seed-first+1, tell(t, h, seed, list, e))
			break
		}
	}
	t.Logf("%d worlds, %d steps in %v", many, steps, time.Since(began).Round(time.Millisecond))
}

// tell tells the shortest story that ends as a world did: last is how the whole of it ended.
func tell(t *testing.T, h *wholeHouse, seed uint64, list []step, last end) string {
	list = shrunk(list, func(some []step) bool {
		e := live(t, h, some)
		if e.wrong != nil {
			last = e
		}
		return e.wrong != nil
	})
	again := ""
	if live(t, h, list).wrong == nil {
		again = "\nand when it was tried once more nothing was wrong"
	}
	return "world " + strconv.FormatUint(seed, 10) + " (SABOT_WORLD=" + strconv.FormatUint(seed, 10) + " tells it again):\n" +
		strings.Join(last.told, "\n") + "\n" + last.wrong.Error() + again + "\nthe pits said:\n" + last.pits
}
