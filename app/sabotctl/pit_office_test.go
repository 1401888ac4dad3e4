package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/storage/central/pgtest"
)

// A house is set up with an office and a machine that has nothing yet: it becomes one of the house by one command, a manager
// moves a table to it in the middle of a shift, and every command says so.
func TestHouseByCommands(t *testing.T) {
	postgres := aPostgres(t)
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	data, pit, other := in("data"), in("pit"), in("other")
	said := func(stdin string, args ...string) string {
		t.Helper()
		out, problem, status := ctl(t, stdin, args...)
		if status != done {
			t.Fatalf("%v: status %d, %s%s", args, status, out, problem)
		}
		return out
	}
	must := func(words string, args ...string) {
		t.Helper()
		if out := said("", args...); !strings.Contains(out, words) {
			t.Errorf("%v: %s, wanted %q", args, out, words)
		}
	}
	refused := func(words, stdin string, args ...string) {
		t.Helper()
		if out, problem, status := ctl(t, stdin, args...); status == done || !strings.Contains(out+problem, words) {
			t.Errorf("%v: status %d, %s%s, wanted %q", args, status, out, problem, words)
		}
	}
	url, err := postgres.URL()
	if err == nil {
		err = os.WriteFile(in("owner.url"), []byte(url), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	address := pgtest.Address(t)

	must("2 table(s)", "demo", "--at", "2026-01-10T19:00", "--data", data, "--hands", "3", "--tables", "2")
	must("pit of", "pit", "init", "--data", data, "--pit", pit, "--address", address, "--database-file", in("owner.url"))
	must("ufficio is the house's office", "pit", "enroll", "--data", data, "--pit", pit, "--machine", "ufficio", "--office", "-o", in("slip.pit")) // its tables were forgotten
	refused("and ufficio is enrolled without it", "", "pit", "join", in("slip.pit"), "--data", data)
	must("tavolo-2 is enrolled with LB2", "pit", "enroll", "--data", data, "--pit", pit, "--machine", "tavolo-2", "--tables", "LB2", "--move", "-o", in("slip-2.pit"))
	office := []string{"pit", "enroll", "--data", data, "--pit", pit, "--machine", "ufficio", "--tables", "LB1,LB2", "--office", "-o", in("ufficio.pit")}
	refused("LB2 is on tavolo-2; name --move", "", office...)
	must("ufficio is the house's office", append(office, "--move")...)
	must("ufficio ships", "pit", "join", in("ufficio.pit"), "--data", data)
	must("takes in the people, tables and rules of ufficio", "pit", "enroll", "--data", data, "--pit", pit, "--machine", "tavolo-2", "-o", in("tavolo-2.pit"))
	refused("pit move takes it from there", "", "pit", "enroll", "--data", data, "--pit", pit, "--machine", "tavolo-3", "--tables", "LB1", "--move", "-o", in("tavolo-3.pit"))
	refused("another machine: ufficio", "", "pit", "enroll", "--data", data, "--pit", pit, "--machine", "tavolo-2", "--office", "-o", in("twice.pit"))
	stop := served(t, pit, address)
	defer stop()
	refused("nothing of ufficio has arrived", "", "pit", "join", in("tavolo-2.pit"), "--data", other)
	refused("ships to no pit", "", "pit", "ship", "--data", other)
	must("entries shipped", "pit", "ship", "--data", data)
	must("entries of ufficio taken in: people, tables and rules are those of the house", "pit", "join", in("tavolo-2.pit"), "--data", other)
	must("tavolo-4 is enrolled", "pit", "enroll", "--data", data, "--pit", pit, "--machine", "tavolo-4", "-o", in("tavolo-4.pit"))
	must("1 table(s)", "demo", "--at", "2026-01-10T19:00", "--data", in("past"), "--hands", "2", "--close")
	refused("entries of LB1, and tavolo-4 is enrolled without it", "316931\n", "pit", "join", in("tavolo-4.pit"), "--data", in("past"))
	h, err := session.Open(in("own"), time.Now)
	if err == nil {
		err = errors.Join(h.SetUp(house.DemoPlan("it", "lugano", 1)), h.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	join := []string{"pit", "join", in("tavolo-4.pit"), "--data", in("own")}
	refused("a manager who works here has the record go by", "", join...)
	refused("only a manager may", "215821\n", join...)
	if out := said("316931\n", join...); !strings.Contains(out, "entries of ufficio taken in") {
		t.Error(out)
	}
	must("holds", "verify", "--data", in("own"))
	must("entries of ufficio taken in", "pit", "ship", "--data", other)
	must("entries of ufficio, the last of", "pit", "status", "--data", other)
	if out, _, _ := ctl(t, "", "pit", "status", "--pit", pit); !strings.Contains(out, "people, tables and rules are those of ufficio") {
		t.Error(out)
	}

	move := []string{"pit", "move", "--data", data, "--pit", pit, "--table", "LB1", "--to", "tavolo-2"}
	refused("a manager of the house moves a table", "", move...)
	refused("only a manager may", "215821\n", move...)
	err = pgtest.Seen("the pit knows that LB1 is open", func() bool { // that a machine was heard is kept a second later
		_, problem, status := ctl(t, "316931\n", move...)
		if status == done {
			t.Fatal("an open table moves in order")
		}
		return strings.Contains(problem, "LB1 is open at ufficio")
	})
	if err != nil {
		t.Fatal(err)
	}
	if out := said("316931\n", append(move, "--over", "--alive")...); !strings.Contains(out, "LB1 goes from ufficio to tavolo-2 with ") {
		t.Error(out)
	}
	must("entries shipped", "pit", "ship", "--data", data)
	must("entries of ufficio taken in", "pit", "ship", "--data", other)
	must("are those of a machine that had the table before", "verify", "--data", other)
	must("entries shipped", "pit", "ship", "--data", other)
	must("holds", "verify", "--data", data)
	must("holds", "pit", "verify", "--pit", pit)

	h, err = session.Open(in("past"), time.Now) // an older Sabot let it join
	if err == nil {
		var text []byte
		text, err = os.ReadFile(in("tavolo-4.pit"))
		_, joined := pitclient.Join(h.Store(), h.State.Name, text)
		err = errors.Join(err, joined, h.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	unshipped := regexp.MustCompile(`LB1 +- +[1-9]\d* .*is not shipped`)
	if out, _, _ := ctl(t, "", "pit", "status", "--data", in("past")); !unshipped.MatchString(out) {
		t.Errorf("its own entries of a table that it does not ship are not counted:\n%s", out)
	}
	stop() // what lies here, and of when the house is, a machine says without its pit
	out, problem, status := ctl(t, "", "pit", "status", "--data", other)
	own := regexp.MustCompile(`LB1 +- +[1-9]\d* +[1-9]\d* +the pit was not heard`)
	if status != notHeld || !own.MatchString(out) || !strings.Contains(out, "entries of ufficio, the last of") || !strings.Contains(problem, "the pit does not answer at "+address) || strings.Contains(problem, "https://") {
		t.Errorf("with the pit away: status %d\n%s%s", status, out, problem)
	}
}

// A pit is set up anew in an empty database, and a machine is enrolled there without the tables that managers had moved to it. The command says which the pit
// has, and pit ship how many entries wait and why: the office's too.
func TestWhatWaitsForATableOfNobodyIsSaid(t *testing.T) {
	c := newCommanded(t)
	c.says(done, "LB1 goes", demoCode("31")+"\n", "pit", "move", "--data", c.data, "--pit", c.pit, "--over", "--alive", "--table", "LB1", "--to", "tavolo-2")
	c.ships(c.other)
	c.at(c.other, opens("LB1"))
	c.ships(c.other)
	defer c.anew("")()
	c.ships(c.data)

	enroll := func(tables, words string) {
		t.Helper()
		_ = os.Remove(c.in("tavolo-2.pit"))
		said := c.says(done, words, "", "pit", "enroll", "--data", c.data, "--pit", c.pit, "--machine", "tavolo-2", "--tables", tables, "--whole", "-o", c.in("tavolo-2.pit"))
		if asks := strings.Contains(said, "LB1 went to tavolo-2"); asks == strings.Contains(tables, "LB1") {
			t.Errorf("enrolled with %q: %s", tables, said)
		}
		c.says(done, "tavolo-2 ships", "", "pit", "join", c.in("tavolo-2.pit"), "--data", c.other)
	}
	enroll("LB2", "LB1 went to tavolo-2, as a manager signed, and the pit has it on no machine: what is dealt there waits. Run sabotctl pit enroll once more, with --tables LB1,LB2\ntavolo-2 is enrolled with LB2: ")
	said := c.says(notHeld, "entries of LB1 wait: the database does not say on which machine LB1 is played, and the office has signed that it went to tavolo-2: see sabotctl pit status", "", "pit", "ship", "--data", c.other)
	if !strings.Contains(said, "entries shipped") {
		t.Error(said)
	}
	enroll("LB1,LB2", "tavolo-2 is enrolled with LB1, LB2: ")
	c.ships(c.other)
	c.says(done, "equal, countersigned", "", "pit", "status", "--data", c.other)
}

// A database is set up anew, and tables are the office's there as before they were moved. One pit ship of the office ships all once the machine to
// which a table went is enrolled, and says until then what waits for that.
func TestOfficeShipsAllAtOnce(t *testing.T) {
	c := newCommanded(t)
	c.at(c.data, opens("LB1"))
	c.ships(c.data)
	c.says(done, "LB1 goes", demoCode("31")+"\n", "pit", "move", "--data", c.data, "--pit", c.pit, "--over", "--alive", "--table", "LB1", "--to", "tavolo-2")
	c.ships(c.other)
	defer c.anew("LB1,LB2")()
	c.says(notHeld, "of LB1 wait: LB1 waits for tavolo-2 to be enrolled", "", "pit", "ship", "--data", c.data)
	c.enroll("tavolo-2", "", "--whole")
	c.ships(c.data)
	c.says(done, "equal, countersigned", "", "pit", "status", "--data", c.data)
}

// anew sets the pit up anew in an empty database, with the office and those tables of it, and serves it until what it returns is called.
func (c commanded) anew(tables string) (stop func()) {
	t := c.T
	t.Helper()
	c.stop()
	must(t, os.RemoveAll(c.pit))
	must(t, os.WriteFile(c.in("fresh.url"), []byte(aDatabase(t)), 0o600))
	address := pgtest.Address(t)
	c.says(done, "pit of", "", "pit", "init", "--data", c.data, "--pit", c.pit, "--address", address, "--database-file", c.in("fresh.url"))
	c.enroll("ufficio", tables, "--office", "--whole")
	c.says(done, "ufficio ships", "", "pit", "join", c.in("ufficio.pit"), "--data", c.data)
	return served(t, c.pit, address)
}
