package main

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/record"
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
	const again = "    sabotctl pit enroll --data DIR --pit DIR --machine 'ufficio' --tables LB1 --office"
	said = c.says(unusable, again+" -o FILE", "", "pit", "join", c.in("tavolo-3.pit"), "--data", c.data)
	if strings.Contains(said, "pit move") {
		t.Errorf("the office is to go on under another name: %s", said)
	}
	c.enroll("ufficio", "LB1", "--office", "--reads")
	said = c.says(unusable, again+" --reads -o FILE", "", "pit", "join", c.in("ufficio.pit"), "--data", c.other)
	if !strings.Contains(said, "pit fetch") {
		t.Errorf("it says %s", said)
	}
	c.says(done, "ufficio ships", "", "pit", "join", c.in("ufficio.pit"), "--data", c.data)
	c.says(unusable, again+" --reads -o FILE", "", "pit", "join", c.in("tavolo-3.pit"), "--data", c.data)
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

// A machine's record that was put back into an empty folder does not join under another name: its own word says whose it is. It says which tables
// are open there, and the way on. Under its own name it joins, and under the new one an empty folder does, to which the table goes.
func TestRestoredRecordKeepsItsName(t *testing.T) {
	c := newCommanded(t)
	c.at(c.data, opens("LB1"))
	c.at(c.data, closes("LB1"))
	c.ships(c.data)
	moves := []string{"pit", "move", "--data", c.data, "--pit", c.pit, "--table", "LB1", "--over", "--alive", "--to"}
	c.says(done, "LB1 goes from ufficio to tavolo-2", demoCode("31")+"\n", append(moves, "tavolo-2")...)
	c.ships(c.data)
	c.ships(c.other)
	c.at(c.other, opens("LB1"))
	c.ships(c.other)
	c.says(done, "", "", "backup", "--data", c.other, c.in("other.db"))
	c.enroll("tavolo-2-2", "")
	c.enroll("tavolo-2", "LB2")
	empty, back := c.in("empty"), c.in("back")
	c.says(done, "taken in", "", "pit", "join", c.in("tavolo-2-2.pit"), "--data", empty)
	t.Setenv(record.PepperEnv, c.in("pepper.key")) // of another account
	c.says(done, "", "", "restore", c.in("other.db"), "--data", back)
	size := entriesIn(c, back)
	said := c.says(unusable, "this folder is that of tavolo-2", "", "pit", "join", c.in("tavolo-2-2.pit"), "--data", back)
	for _, words := range []string{
		"The pit was not asked where its tables are. This record has the last entry of ufficio of 20",
		"LB1, which is open here, is played by tavolo-2: no other machine plays it before it is moved.",
		"LB2 is played by tavolo-2",
		"pit enroll --data DIR --pit DIR --machine 'tavolo-2' --tables LB1,LB2 -o FILE",
		"pit move --data DIR --pit DIR --table LB1 --to 'tavolo-2-2' --over",
		"tavolo-2-2 does not join here, and nothing was written",
	} {
		if !strings.Contains(said, words) {
			t.Errorf("%q is not in %s", words, said)
		}
	}
	if _, err := os.Stat(back + "/pit/machine.json"); !errors.Is(err, fs.ErrNotExist) || entriesIn(c, back) != size {
		t.Errorf("it is enrolled, or has %d entries where it had %d: %v", entriesIn(c, back), size, err)
	}
	c.says(done, "tavolo-2 ships", "", "pit", "join", c.in("tavolo-2.pit"), "--data", back)
}

// A machine that was switched off does not know that its table went elsewhere since. Where join says what it has of tables, it says of when that is, and
// that the pit was not asked.
func TestJoinSaysOfWhenItsTablesAre(t *testing.T) {
	c := newCommanded(t)
	c.enroll("tavolo-3", "")
	c.says(done, "taken in", "", "pit", "join", c.in("tavolo-3.pit"), "--data", c.in("third"))
	has, err := pitclient.AsOf(storage.FolderAt(c.other))
	must(t, err)
	c.says(done, "LB2 goes from tavolo-2 to tavolo-3", demoCode("31")+"\n", "pit", "move", "--data", c.data, "--pit", c.pit, "--table", "LB2", "--to", "tavolo-3", "--over", "--alive")
	c.enroll("tavolo-2-2", "")
	said := c.says(unusable, "this folder is that of tavolo-2", "", "pit", "join", c.in("tavolo-2-2.pit"), "--data", c.other)
	var wall string
	c.at(c.other, func(h *session.House) error { wall = h.State.Wall(has).Format(dated); return nil })
	asOf, played := "The pit was not asked where its tables are. This record has all that ufficio had entered until "+wall+":\n", "LB2 is played by tavolo-2"
	if !strings.Contains(said, asOf) || strings.Index(said, played) < strings.Index(said, asOf) {
		t.Errorf("join says %s, wanted %q before %q", said, asOf, played)
	}
}

// entriesIn returns how many entries the house of a record has.
func entriesIn(c commanded, data string) (n int64) {
	c.at(data, func(h *session.House) error {
		n = h.State.Seq
		return nil
	})
	return n
}
