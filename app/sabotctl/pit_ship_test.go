package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/storage"
	"sabot/storage/central/pgtest"
)

// A commanded is a house with a pit, its office, which has LB1, and the machine tavolo-2 with LB2, all of it set up by commands.
type commanded struct {
	*testing.T
	dir, data, pit, other string // the folders, of the office's record, of the pit and of the record of tavolo-2
	stop                  func() // ends the pit
}

func newCommanded(t *testing.T) commanded {
	t.Helper()
	dir := t.TempDir()
	c := commanded{t, dir, filepath.Join(dir, "data"), filepath.Join(dir, "pit"), filepath.Join(dir, "other"), nil}
	url := aDatabase(t)
	must(t, os.WriteFile(c.in("owner.url"), []byte(url), 0o600))
	address := pgtest.Address(t)
	c.at(c.data, func(h *session.House) error { return h.SetUp(house.DemoPlan("it", "lugano", 2)) })
	c.says(done, "pit of", "", "pit", "init", "--data", c.data, "--pit", c.pit, "--address", address, "--database-file", c.in("owner.url"))
	c.enroll("ufficio", "LB1", "--office")
	c.says(done, "ufficio ships", "", "pit", "join", c.in("ufficio.pit"), "--data", c.data)
	c.stop = served(t, c.pit, address)
	t.Cleanup(c.stop)
	c.ships(c.data)
	c.enroll("tavolo-2", "LB2")
	c.says(done, "taken in", "", "pit", "join", c.in("tavolo-2.pit"), "--data", c.other)
	c.ships(c.other)
	return c
}

func (c commanded) in(name string) string { return filepath.Join(c.dir, name) }

// says runs a command, which has to end so and to say that.
func (c commanded) says(wanted int, words, stdin string, args ...string) (said string) {
	c.Helper()
	out, problem, status := ctl(c.T, stdin, args...)
	if status != wanted || !strings.Contains(out+problem, words) {
		c.Errorf("%v: status %d, %s%s, wanted %d and %q", args, status, out, problem, wanted, words)
	}
	return out + problem
}

// enroll writes the certificate of a machine into a file of its name.
func (c commanded) enroll(machine, tables string, more ...string) {
	c.Helper()
	_ = os.Remove(c.in(machine + ".pit"))
	c.says(done, machine+" is", "", append([]string{"pit", "enroll", "--data", c.data, "--pit", c.pit, "--machine", machine, "--tables", tables, "-o", c.in(machine + ".pit")}, more...)...)
}

func (c commanded) ships(data string) {
	c.Helper()
	c.says(done, "entries shipped", "", "pit", "ship", "--data", data)
}

// at does something with a record that no other program has open.
func (c commanded) at(data string, do func(h *session.House) error) {
	c.Helper()
	h, err := session.Open(data, time.Now)
	must(c.T, err)
	must(c.T, errors.Join(do(h), h.Close()))
}

// opens opens a table at a record.
func opens(table string) func(h *session.House) error {
	return signed(table, func(open *session.Table, croupier, inspector house.Badge) error {
		return open.Open(croupier, inspector, nil)
	})
}

// closes closes it.
func closes(table string) func(h *session.House) error {
	return signed(table, func(open *session.Table, croupier, inspector house.Badge) error {
		return open.Close(croupier, inspector, nil)
	})
}

// signed does something at a table with the codes of a croupier and an inspector.
func signed(table string, do func(open *session.Table, croupier, inspector house.Badge) error) func(h *session.House) error {
	return func(h *session.House) error {
		croupier, err := h.SignOn(demoCode("11"))
		if err != nil {
			return err
		}
		inspector, err := h.SignOn(demoCode("21"))
		if err != nil {
			return err
		}
		open, err := h.OpenTable(table)
		if err != nil {
			return err
		}
		return errors.Join(do(open, croupier, inspector), open.Release())
	}
}

// demoCode is the code of somebody of the plan of a demo.
func demoCode(number string) string {
	for _, s := range house.DemoPlan("it", "lugano", 1).Staff {
		if s.Number == number {
			return s.Number + s.PIN
		}
	}
	return ""
}

// A pit that loses its database for a moment writes again by itself, and a command that ships waits for that.
func TestShipWaitsThroughAFailover(t *testing.T) {
	c := newCommanded(t)
	c.at(c.data, opens("LB1"))
	owner, err := os.ReadFile(c.in("owner.url"))
	must(t, err)
	conn, err := pgx.Connect(t.Context(), string(owner))
	must(t, err)
	defer conn.Close(context.Background())
	var ended bool
	must(t, conn.QueryRow(t.Context(), `SELECT pg_terminate_backend(pid) FROM sabot.writer`).Scan(&ended))
	if !ended {
		t.Fatal("the pit goes on writing")
	}
	c.ships(c.data)
}

// What is said of a pit without machines, and of a table that moves, is so at each step.
func TestPitSaysWhatIsSo(t *testing.T) {
	c := newCommanded(t)
	empty := c.in("empty")
	must(t, os.WriteFile(c.in("empty.url"), []byte(aDatabase(t)), 0o600))
	c.says(done, "next: give the account that serves its copy of this folder, without owner.url (docs/pit.md, step 3), and serve. Then sabotctl pit enroll, the office first\n", "", "pit", "init", "--data", c.data, "--pit", empty, "--address", "127.0.0.1:1", "--database-file", c.in("empty.url"))
	c.says(notHeld, "no machine is enrolled yet\nno server writes into this database: none has yet", "", "pit", "status", "--pit", empty)

	c.at(c.data, opens("LB1"))
	c.at(c.data, closes("LB1"))
	c.ships(c.data)
	move := []string{"pit", "move", "--data", c.data, "--pit", c.pit, "--table", "LB1", "--to"}
	const hears = " has to hear of it: a window there does within seconds; where none is open, run sabotctl pit ship there\n"
	c.says(done, "ufficio has let go of LB1. tavolo-2"+hears, demoCode("31")+"\n", append(move, "tavolo-2")...)
	says := func(words, but string) {
		t.Helper()
		if said, _, _ := ctl(t, "", "pit", "status", "--pit", c.pit); !strings.Contains(said, words) || strings.Contains(said, but) {
			t.Errorf("wanted %q, not %q: %s", words, but, said)
		}
	}
	const goes, plays = "goes to tavolo-2, which has not taken it over yet", "played on tavolo-2 now"
	says(goes, plays)
	c.says(done, "was moved to tavolo-2, and is not shipped from here any more", "", "pit", "status", "--data", c.data)
	c.ships(c.other)
	says(plays, goes)

	c.says(done, "tavolo-2 has to hear of it and let go of LB1, then ufficio has to hear of it: a window does within seconds; where none is open, run sabotctl pit ship there, in that order\n", demoCode("31")+"\n", append(move, "ufficio")...)
	says("goes to ufficio, which has not taken it over yet", "played on ufficio now")
	c.ships(c.other)
	says("goes to ufficio, which has not taken it over yet", "played on ufficio now")
	c.ships(c.data)
	says("played on ufficio now", "goes to ufficio")
	c.at(c.data, func(h *session.House) error {
		lease, err := h.Store().Lease("LB1", "another program")
		must(t, err)
		c.says(done, "ufficio lets go of LB1 once no program stands at it there. tavolo-2"+hears, demoCode("31")+"\n", append(move, "tavolo-2")...)
		return lease.Release()
	})

	c.stop()
	if said := c.says(unusable, "the pit does not answer at ", "", "pit", "join", c.in("tavolo-2.pit"), "--data", c.other); strings.Contains(said, "https:") {
		t.Errorf("no sentence: %s", said)
	}
}

// A table that was taken from a machine, and that the next one never took over, goes back: the command says with what, and what may bar it.
func TestMoveBackSaysWithWhat(t *testing.T) {
	c := newCommanded(t)
	c.at(c.other, opens("LB2"))
	c.ships(c.other)
	move := func(to, says string) string {
		return c.says(done, says, demoCode("31")+"\n", "pit", "move", "--data", c.data, "--pit", c.pit, "--table", "LB2", "--to", to, "--over", "--alive")
	}
	if there := move("ufficio", "LB2 goes from tavolo-2 to ufficio with 3 entries"); strings.Contains(there, "was taken from") {
		t.Error(there)
	}
	const untouched = "LB2 was taken from tavolo-2 before, whether that had sent all or not. Nothing was entered elsewhere since, as far as that was sent: it goes on with what it entered"
	back := move("tavolo-2", "LB2 goes back from ufficio, which took nothing over, to tavolo-2, which goes on with its own entries, at least 3, ")
	if !strings.Contains(back, untouched) {
		t.Error(back)
	}
	c.at(c.other, closes("LB2")) // it hears of neither move
	move("ufficio", "LB2 goes from tavolo-2 to ufficio with 3 entries")
	c.ships(c.data)
	if back := move("tavolo-2", "LB2 goes from ufficio to tavolo-2 with 3 entries"); !strings.Contains(back, untouched) {
		t.Error(back)
	}
	c.ships(c.other)
	if said := c.says(done, "equal, countersigned", "", "pit", "status", "--data", c.other); strings.Contains(said, "does not play it") {
		t.Error(said)
	}
	move("ufficio", "LB2 goes from tavolo-2 to ufficio with ")
	c.ships(c.data)
	c.at(c.data, opens("LB2"))
	c.ships(c.data)
	move("tavolo-2", "What it entered and has not sent bars it from the table: have it ship, and look at pit status")
}

// A table of which the pit refuses what a machine holds stops nothing but itself: the machine takes in what the office enters, as who
// was removed there, and says each time what is refused.
func TestRefusedTableKeepsNothingElseBack(t *testing.T) {
	c := newCommanded(t)
	c.at(c.other, opens("LB2"))
	c.ships(c.other)
	c.says(done, "LB2 goes from tavolo-2 to ufficio", demoCode("31")+"\n", "pit", "move", "--data", c.data, "--pit", c.pit, "--table", "LB2", "--to", "ufficio", "--over", "--alive")
	c.ships(c.data)
	c.at(c.other, closes("LB2")) // it has not heard of it
	c.at(c.data, func(h *session.House) error {
		manager, err := h.SignOn(demoCode("31"))
		return errors.Join(err, h.Staff().RemoveStaff("12", manager))
	})
	c.ships(c.data)
	const refused = "keep its disk as evidence"
	for _, taken := range []string{"entries of ufficio taken in", "0 entries of ufficio taken in"} {
		if said := c.says(unusable, refused, "", "pit", "ship", "--data", c.other); !strings.Contains(said, taken) {
			t.Errorf("wanted %q: %s", taken, said)
		}
	}
	c.at(c.other, func(h *session.House) error {
		if _, works := h.State.People().Working("12"); works {
			t.Error("who was removed at the office works here")
		}
		return nil
	})

	// Who goes on with the table, and whoever does after that, changes nothing of it.
	const overtaken = "its last 3 entries were overtaken: ufficio went on from the first 3; keep this disk as evidence"
	c.says(done, overtaken, "", "pit", "status", "--data", c.other)
	c.at(c.data, closes("LB2"))
	c.ships(c.data)
	c.enroll("tavolo-3", "")
	third := c.in("third")
	c.says(notHeld, "have it join and ship; if it was enrolled by mistake, pit forget takes it out", "", "pit", "status", "--pit", c.pit)
	c.says(done, "taken in", "", "pit", "join", c.in("tavolo-3.pit"), "--data", third)
	c.ships(third)
	c.says(done, "LB2 goes from ufficio to tavolo-3 with 6 entries, once that", demoCode("31")+"\n", "pit", "move", "--data", c.data, "--pit", c.pit, "--table", "LB2", "--to", "tavolo-3", "--over", "--alive")
	c.ships(third)
	c.says(unusable, refused, "", "pit", "ship", "--data", c.other)
	c.says(done, overtaken, "", "pit", "status", "--data", c.other)
	c.says(done, "the last 3 were overtaken: ufficio went on with the table without them", "", "verify", "--data", c.other)

	// Once somebody has looked at it nothing is wrong any more, also where that machine offers it again as it was.
	c.says(notHeld, refused, "", "pit", "status", "--pit", c.pit)
	c.says(done, refused, "", "pit", "seen", "--pit", c.pit)
	c.ships(c.data)
	c.ships(third)
	must(t, pgtest.Seen("nothing is wrong any more", func() bool {
		_, _, status := ctl(t, "", "pit", "status", "--pit", c.pit)
		return status == done
	}))
	c.says(unusable, refused, "", "pit", "ship", "--data", c.other)
	c.says(done, "its last 3 entries were refused, and somebody has looked at that", "", "pit", "status", "--pit", c.pit)

	// Enrolled once more without the table that came to it, it has that all the same.
	c.enroll("tavolo-3", "")
	c.says(done, "0 entries of ufficio taken in", "", "pit", "join", c.in("tavolo-3.pit"), "--data", third)
	c.at(third, opens("LB2"))
	c.ships(third)
	c.says(done, "equal, countersigned", "", "pit", "status", "--data", third)
}

// Once a command has a table be moved the pit has that, also where a window of the office ships: who is told to hear of it hears of it.
func TestMoveIsShippedOnceItIsSaid(t *testing.T) {
	c := newCommanded(t)
	ctx, end := context.WithCancel(t.Context())
	window, err := storage.OpenExisting(c.data)
	must(t, err)
	e, err := pitclient.Enrolled(window)
	must(t, err)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		pitclient.New(window, e, time.Now).Run(ctx)
	}()
	defer func() {
		end()
		<-ended
		must(t, window.Close())
	}()
	must(t, pgtest.Seen("the window ships", func() bool {
		_, problem, _ := ctl(t, "", "pit", "ship", "--data", c.data)
		return strings.Contains(problem, "ships already")
	}))
	if out, _, _ := ctl(t, "", "pit", "ship", "--data", c.data); out != "" {
		t.Errorf("it ships nothing, and says %q", out)
	}
	c.ships(c.other) // it is heard
	c.says(done, "tavolo-2 has to hear of it and let go of LB2, then ufficio has to hear of it: a window does within seconds; ", demoCode("31")+"\n", "pit", "move", "--data", c.data, "--pit", c.pit, "--table", "LB2", "--to", "ufficio")
	if said := c.says(done, " of ufficio taken in", "", "pit", "ship", "--data", c.other); strings.Contains(said, "0 entries of") {
		t.Errorf("the pit did not have it yet: %s", said)
	}
}

func TestEntriesInWords(t *testing.T) {
	for n, want := range []string{"0 entries", "1 entry", "2 entries"} {
		if got := someEntries(int64(n)); got != want {
			t.Errorf("%q", got)
		}
	}
}

// Who renews a pit with the URL of another database is told that it is one, and what it has less.
func TestInitNamesAnotherDatabase(t *testing.T) {
	c := newCommanded(t)
	url, err := aPostgres(t).URL()
	must(t, err)
	must(t, os.WriteFile(c.in("other.url"), []byte(url), 0o600))
	with := func(file string) string {
		return c.says(done, "pit of", "", "pit", "init", "--data", c.data, "--pit", c.pit, "--database-file", c.in(file))
	}
	const another, less = "the database is another one than before: ", "it has less than that one: 0 of "
	if said := with("owner.url"); strings.Contains(said, another) || strings.Contains(said, "pit restore") {
		t.Errorf("the same one: %s", said)
	}
	if said := with("other.url"); !strings.Contains(said, another) || !strings.Contains(said, less) || !strings.Contains(said, "and of more streams: 1") || !strings.Contains(said, "run sabotctl pit restore") {
		t.Errorf("an empty one: %s", said)
	}
	if said := with("owner.url"); !strings.Contains(said, another) || strings.Contains(said, less) {
		t.Errorf("the one of before: %s", said)
	}
}
