package windowtest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/storage"
	"sabot/storage/central/pgtest"
)

// house is one on many machines: each a data directory, joined by a pit with a PostgreSQL of its own.
type wholeHouse struct {
	t        *testing.T
	dir, pit string
}

// newHouse sets a house up at its office, and serves its pit.
func newHouse(t *testing.T) *wholeHouse {
	t.Helper()
	h := &wholeHouse{t: t, dir: t.TempDir()}
	h.pit = h.in("pit")
	postgres, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = postgres.Stop() })
	url, err := postgres.URL()
	h.must(err)
	h.must(os.WriteFile(h.in("owner.url"), []byte(url), 0o600))
	address := pgtest.Address(t)
	office, err := session.Open(h.in("ufficio"), time.Now)
	h.must(err)
	h.must(office.SetUp(house.DemoPlan("it", "lugano", 2)))
	h.must(office.Close())
	h.ctl("", "pit", "init", "--data", h.in("ufficio"), "--pit", h.pit, "--address", address, "--database-file", h.in("owner.url"))
	start(t, exec.Command(program(t, "sabotctl"), "pit", "serve", "--pit", h.pit, "--listen", address))
	h.joins("ufficio", "--office", "--reads")
	h.until("the office to ship", func() bool { return h.says("shipped", "pit", "ship", "--data", h.in("ufficio")) })
	return h
}

func (h *wholeHouse) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *wholeHouse) in(name string) string { return filepath.Join(h.dir, name) }

// said is what a command says, and whether it was done.
func (h *wholeHouse) said(stdin string, args ...string) (out string, err error) {
	cmd := exec.Command(program(h.t, "sabotctl"), args...)
	cmd.Stdin = strings.NewReader(stdin)
	text, err := cmd.CombinedOutput()
	return string(text), err
}

// ctl is what a command says that has to be done.
func (h *wholeHouse) ctl(stdin string, args ...string) string {
	h.t.Helper()
	out, err := h.said(stdin, args...)
	if err != nil {
		h.t.Fatalf("sabotctl %v: %v\n%s", args, err, out)
	}
	return out
}

// says tells whether a command was done and says some words.
func (h *wholeHouse) says(words string, args ...string) bool {
	out, err := h.said("", args...)
	return err == nil && strings.Contains(out, words)
}

// until waits for something to become true.
func (h *wholeHouse) until(what string, ok func() bool) {
	h.t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			h.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// joins enrolls a machine and has it join.
func (h *wholeHouse) joins(name string, options ...string) {
	h.t.Helper()
	file := h.in(name + ".pit")
	h.ctl("", append([]string{"pit", "enroll", "--data", h.in("ufficio"), "--pit", h.pit, "--machine", name, "-o", file}, options...)...)
	h.ctl("", "pit", "join", file, "--data", h.in(name))
}

// table opens the window of a machine at a table.
func (h *wholeHouse) table(machine, name string) *night {
	h.t.Helper()
	n := &night{dealer: &dealer{sabot: newDesk(h.t, "1024x768").open(h.in(machine), "it", "--table", name)}}
	n.name = name
	return n
}

// arrived waits until the pit has all that a machine has.
func (h *wholeHouse) arrived(machine string) {
	h.t.Helper()
	h.until("all of "+machine+" to arrive", func() bool { _, err := h.said("", "pit", "status", "--data", h.in(machine)); return err == nil })
}

// entries are the bytes of a table's record.
func (h *wholeHouse) entries(machine, table string) (list [][]byte) {
	h.t.Helper()
	store, err := storage.OpenExisting(h.in(machine))
	h.must(err)
	defer store.Close()
	for e, err := range store.Entries(table, 1) {
		h.must(err)
		list = append(list, record.Encode(e))
	}
	return list
}

// first opens the table and plays its first hand, with bets that the next ones repeat.
func (n *night) first() {
	n.t.Helper()
	n.openTable()
	for _, box := range []string{"1", "2"} {
		n.key(box)
		n.digits("25")
		n.press("Tab")
		n.digits("25")
		n.press("Return")
	}
	p := strings.Split(patterns[0], "")
	n.state = n.row([]string{"Return", p[0], p[1], p[2], p[3], p[4], "space", "s", "s", p[5], "space"}, "the first hand to close", func(t *pit.Table) bool { return len(t.History) == 1 })
	n.n++
}

// closes closes the table with its float counted.
func (n *night) closes() {
	n.t.Helper()
	n.key("F10", "k")
	n.countStock()
	n.digits(n.onDuty())
	n.key("Return")
	n.digits(dario)
	n.press("Return")
	if n.state.Open || n.state.Result().Difference != tray.KnownSum(0) {
		n.t.Errorf("%s open %v, %+v", n.name, n.state.Open, n.state.Result())
	}
}

// TestHouseOfThreeMachines plays a night in a house of an office, whose window is the floor, and two tables, each a machine
// of its own with its window, over a pit with a real PostgreSQL. One is killed in the middle of a hand and its disk is
// thrown away; a manager has a new machine take its table over, and the hand goes on there, with what the pit has.
// At the end every record holds, and the pit has what they have.
func TestHouseOfThreeMachines(t *testing.T) {
	leftOutInShort(t)
	const folder, hands = "house", 6
	h := newHouse(t)
	h.joins("tavolo-1", "--tables", "LB1")
	h.joins("tavolo-2", "--tables", "LB2")
	one, two := h.table("tavolo-1", "LB1"), h.table("tavolo-2", "LB2")
	floor := newDesk(t, "1024x768").open(h.in("ufficio"), "it", "--floor")
	floor.digits(elena)
	floor.key("Return")
	for _, n := range []*night{one, two} {
		n.first()
		n.hands(hands)
	}
	h.arrived("tavolo-1")
	h.arrived("tavolo-2")
	before := floor.pixels()
	one.relief(bruno)
	floor.until("the floor to show the relief", func() bool { return !bytes.Equal(before, floor.pixels()) })
	floor.shot(folder, "01-floor")

	p := strings.Split(patterns[one.n%len(patterns)], "")
	one.state = one.row([]string{"space", "Return", p[0], p[1], p[2], p[3]}, "four cards", func(t *pit.Table) bool { return len(t.Current.Round.Laid) == 4 })
	one.shot(folder, "02-a-hand-in-its-middle")
	h.arrived("tavolo-1")
	sure := int(one.state.Seq)
	one.press(p[4])
	one.kill() // what it held of the last card may be lost
	killed := h.entries("tavolo-1", "LB1")
	h.must(os.Rename(h.in("tavolo-1"), h.in("thrown-away")))
	two.hands(1) // the other table waits for nobody

	h.joins("tavolo-3")
	said := h.ctl(elena+"\n", "pit", "move", "--data", h.in("ufficio"), "--pit", h.pit, "--table", "LB1", "--to", "tavolo-3", "--over", "--alive")
	var inherited int
	if _, err := fmt.Sscanf(said[strings.Index(said, "LB1 goes"):], "LB1 goes from tavolo-1 to tavolo-3 with %d entries", &inherited); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	h.until("the table to come", func() bool {
		_, _ = h.said("", "pit", "ship", "--data", h.in("tavolo-3")) // refused as long as the office has not shipped who moved it
		return len(h.entries("tavolo-3", "LB1")) > 0
	})
	if has := h.entries("tavolo-3", "LB1"); len(has) != inherited || inherited < sure || !bytes.Equal(bytes.Join(has, nil), bytes.Join(killed[:inherited], nil)) {
		t.Fatalf("%d entries came, %d were moved, %d were on the disk that was thrown away; or they are others", len(has), inherited, len(killed))
	}
	three := h.table("tavolo-3", "LB1")
	three.shot(folder, "03-who-deals-at-the-new-machine")
	three.digits(bruno)
	three.key("Return")
	three.settle()
	three.state = three.record()
	three.seq, three.n = three.state.Seq, one.n
	three.shot(folder, "04-the-hand-taken-over")
	if laid := three.state.Current.Round.Laid; len(laid) < 4 || len(three.state.History) != one.n {
		t.Fatalf("%d hands, %d cards", len(three.state.History), len(laid))
	}
	if len(three.state.Current.Round.Laid) == 4 { // it never left the machine that broke: it is read on the felt
		three.press(p[4])
	}
	three.state = three.row([]string{"space", "s", "s", p[5], "space"}, "the hand to close", func(t *pit.Table) bool { return len(t.History) == one.n+1 })
	three.n++
	three.hands(2)
	h.arrived("tavolo-3")
	floor.settle()
	floor.shot(folder, "05-floor-after-it")
	floor.key("1", "f")
	floor.shot(folder, "06-felt-from-the-floor")
	floor.key("Escape", "r")
	floor.settle()
	floor.shot(folder, "07-report-from-the-floor")
	three.closes()
	two.closes()
	three.shot(folder, "08-closed")

	machines := []string{"ufficio", "tavolo-2", "tavolo-3"}
	for _, machine := range machines {
		h.arrived(machine)
	}
	for _, s := range []*sabot{floor, two.sabot, three.sabot} {
		s.kill()
	}
	for _, machine := range machines {
		if out := h.ctl("", "verify", "--data", h.in(machine)); !strings.HasSuffix(out, "holds\n") {
			t.Errorf("%s: %s", machine, out)
		}
	}
	if out := h.ctl("", "verify", "--data", h.in("tavolo-3")); !strings.Contains(out, "are those of a machine that had the table before") {
		t.Error(out)
	}
	if out := h.ctl("", "pit", "verify", "--pit", h.pit); !strings.Contains(out, "holds") {
		t.Error(out)
	}
	status, err := h.said("", "pit", "status", "--pit", h.pit)
	t.Logf("%d of %d entries taken over; pit status (%v):\n%s", inherited, len(killed), err, status)
	for _, machine := range machines {
		if !strings.Contains(status, machine) {
			t.Errorf("the pit does not know %s", machine)
		}
	}
	three.settledAsRecorded(h.in("tavolo-3"), three.n)
	two.settledAsRecorded(h.in("tavolo-2"), two.n)
}
