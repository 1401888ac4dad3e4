package main

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"sabot/app/session"
	"sabot/storage"
)

// An empty folder, and the record of another machine, do not join under the name of a machine that has shipped: nothing is written
// there. The machine's own folder does, and what was enrolled for serves it.
func TestJoinIsOfTheMachineItself(t *testing.T) {
	c := newCommanded(t)
	c.at(c.other, opens("LB2"))
	c.ships(c.other)
	third := c.in("third")
	c.enroll("tavolo-3", "")
	c.says(done, "taken in", "", "pit", "join", c.in("tavolo-3.pit"), "--data", third)
	c.ships(third)

	must(t, os.Remove(c.in("tavolo-2.pit")))
	said := c.says(done, "tavolo-2 is enrolled", "", "pit", "enroll", "--data", c.data, "--pit", c.pit, "--machine", "tavolo-2", "--tables", "LB2", "-o", c.in("tavolo-2.pit"))
	if !strings.Contains(said, "tavolo-2 has shipped ") || strings.Index(said, "has shipped") > strings.Index(said, "tavolo-2 is enrolled") {
		t.Errorf("pit enroll says %s", said)
	}
	for _, words := range []string{"pit fetch --pit DIR --machine 'tavolo-2'", "sabotctl restore FILE --data DIR", "--machine 'tavolo-2-2' -o FILE", "--table LB2 --to 'tavolo-2-2' --over"} {
		c.says(unusable, words, "", "pit", "join", c.in("tavolo-2.pit"), "--data", c.in("empty"))
	}
	if _, err := os.Stat(c.in("empty")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder: %v", err)
	}
	c.enroll("tavolo-2-2", "")
	for _, words := range []string{"--machine 'tavolo-2-3' -o FILE", "--table LB2 --to 'tavolo-2-3' --over"} {
		c.says(unusable, words, "", "pit", "join", c.in("tavolo-2.pit"), "--data", c.in("empty"))
	}
	was, err := os.ReadFile(third + "/pit/machine.json")
	must(t, err)
	size := entriesIn(c, third)
	c.says(unusable, "nothing was written", "", "pit", "join", c.in("tavolo-2.pit"), "--data", third)
	if is, err := os.ReadFile(third + "/pit/machine.json"); err != nil || string(is) != string(was) || entriesIn(c, third) != size {
		t.Errorf("the other machine is enrolled otherwise: %v, %d entries, and it had %d", err, entriesIn(c, third), size)
	}
	c.ships(third)

	c.says(done, "taken in", "", "pit", "join", c.in("tavolo-2.pit"), "--data", c.other)
	c.at(c.other, closes("LB2"))
	c.ships(c.other)
	c.enroll("ufficio", "LB1", "--office")
	c.says(unusable, "pit fetch", "", "pit", "join", c.in("ufficio.pit"), "--data", c.other)
	c.says(done, "ufficio ships", "", "pit", "join", c.in("ufficio.pit"), "--data", c.data)
	c.ships(c.data)
	c.stop()
	c.says(done, "ufficio ships", "", "pit", "join", c.in("ufficio.pit"), "--data", c.data) // with the pit away too
	c.says(unusable, "does not answer", "", "pit", "join", c.in("tavolo-2.pit"), "--data", c.in("empty"))
	if _, err := os.Stat(c.in("empty") + "/" + storage.FileName); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder: %v", err)
	}
}

// A machine that ships stays what it is, whatever file it is given: one of a machine that never shipped, one that another enrolment has replaced,
// and its own while the pit is away.
func TestJoinTakesNoMachineItsName(t *testing.T) {
	c := newCommanded(t)
	c.at(c.other, opens("LB2"))
	c.ships(c.other)
	was, err := os.ReadFile(c.other + "/pit/machine.json")
	must(t, err)
	stays := func(words, file string) {
		t.Helper()
		c.says(unusable, words, "", "pit", "join", file, "--data", c.other)
		if is, err := os.ReadFile(c.other + "/pit/machine.json"); err != nil || string(is) != string(was) {
			t.Errorf("the machine is enrolled otherwise: %v", err)
		}
	}
	c.enroll("tavolo-9", "")
	stays("this folder is that of tavolo-2", c.in("tavolo-9.pit"))
	stays("tavolo-9 does not join here, and nothing was written", c.in("tavolo-9.pit"))
	c.ships(c.other)

	must(t, os.Rename(c.in("tavolo-2.pit"), c.in("before.pit")))
	enrolls := func() {
		c.says(done, "tavolo-2 is enrolled", "", "pit", "enroll", "--data", c.data, "--pit", c.pit, "--machine", "tavolo-2", "--tables", "LB2", "-o", c.in("tavolo-2.pit"))
	}
	enrolls()
	c.says(done, "taken in", "", "pit", "join", c.in("tavolo-2.pit"), "--data", c.other)
	was, err = os.ReadFile(c.other + "/pit/machine.json")
	must(t, err)
	stays("tavolo-2 stays enrolled as it was, and nothing was written", c.in("before.pit"))
	c.ships(c.other)

	must(t, os.Remove(c.in("tavolo-2.pit")))
	enrolls()
	c.stop()
	stays("does not answer", c.in("tavolo-2.pit"))
}

// entriesIn returns how many entries the house of a record has.
func entriesIn(c commanded, data string) (n int64) {
	c.at(data, func(h *session.House) error {
		n = h.State.Seq
		return nil
	})
	return n
}
