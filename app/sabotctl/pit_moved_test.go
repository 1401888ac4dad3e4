package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/storage/central/pgtest"
)

// The office is enrolled with one table, another machine with a second, which is moved to the office in the middle of a shift:
// from joining on the office plays it only once all of it is there, and every command says so until then, and why.
func TestTableMovesToTheOffice(t *testing.T) {
	postgres := aPostgres(t)
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	data, pit, other := in("data"), in("pit"), in("other")
	says := func(wanted int, words, stdin string, args ...string) {
		t.Helper()
		if out, problem, status := ctl(t, stdin, args...); status != wanted || !strings.Contains(out+problem, words) {
			t.Errorf("%v: status %d, %s%s, wanted %d and %q", args, status, out, problem, wanted, words)
		}
	}
	at := func(data string, do func(h *session.House) error) {
		t.Helper()
		h, err := session.Open(data, time.Now)
		must(t, err)
		must(t, errors.Join(do(h), h.Close()))
	}
	url, err := postgres.URL()
	must(t, err)
	must(t, os.WriteFile(in("owner.url"), []byte(url), 0o600))
	address := pgtest.Address(t)
	plan := people.DemoPlan("it", "lugano", 2)
	at(data, func(h *session.House) error { return h.SetUp(plan) })
	enroll := func(machine, tables string, more ...string) []string {
		return append([]string{"pit", "enroll", "--data", data, "--pit", pit, "--machine", machine, "--tables", tables, "-o", in(machine + ".pit")}, more...)
	}
	says(done, "pit of", "", "pit", "init", "--data", data, "--pit", pit, "--address", address, "--database-file", in("owner.url"))
	says(done, "is the house's office", "", enroll("ufficio", "LB1", "--office")...)
	says(done, "ufficio ships", "", "pit", "join", in("ufficio.pit"), "--data", data)
	stop := served(t, pit, address)
	defer stop()
	says(done, "entries shipped", "", "pit", "ship", "--data", data)
	says(unusable, `the house has no table "LB9"`, "", enroll("tavolo-2", "LB2,LB9")...)
	says(done, "is enrolled with LB2", "", enroll("tavolo-2", "LB2")...)
	says(done, "taken in", "", "pit", "join", in("tavolo-2.pit"), "--data", other)
	at(other, func(h *session.House) error {
		croupier, err := h.SignOn(plan.Staff[0].Number + plan.Staff[0].PIN)
		must(t, err)
		inspector, err := h.SignOn("215821")
		must(t, err)
		open, err := h.OpenTable("LB2")
		must(t, err)
		return errors.Join(open.Open(croupier, inspector, nil), open.Release())
	})
	says(done, "entries shipped", "", "pit", "ship", "--data", other)
	says(done, "LB2 goes from tavolo-2 to ufficio with ", "316931\n", "pit", "move", "--data", data, "--pit", pit, "--table", "LB2", "--to", "ufficio", "--over", "--alive")

	says(done, "tavolo-3 is enrolled with no table", "", enroll("tavolo-3", "")...) // by mistake
	says(notHeld, "nothing has arrived: have it join and ship; if it was enrolled by mistake, pit forget takes it out", "", "pit", "status", "--pit", pit)

	const waits = "LB2 was moved here from tavolo-2 and is not taken over yet"
	says(notHeld, waits, "", "pit", "status", "--data", data)
	at(data, func(h *session.House) error { // the window's first start
		if _, err := h.OpenTable("LB2"); !people.RefusedFor(err, people.TableElsewhere) {
			t.Errorf("it stands at a table of which it has nothing: %v", err)
		}
		lease, err := h.Store().Lease("LB2", "another program")
		must(t, err)
		says(unusable, "LB2 was moved to this machine, which has not taken it over: table LB2 is open in another program", "", "pit", "ship", "--data", data)
		says(notHeld, waits, "", "pit", "status", "--data", data)
		return lease.Release()
	})
	says(done, "entries shipped", "", "pit", "ship", "--data", data)
	at(data, func(h *session.House) error {
		open, err := h.OpenTable("LB2")
		must(t, err)
		if !open.State.Open || h.State.Inherited("LB2") != open.State.Seq {
			t.Errorf("it has %d entries of %d", open.State.Seq, h.State.Inherited("LB2"))
		}
		return open.Release()
	})
	says(done, "entries shipped", "", "pit", "ship", "--data", data)
	says(done, record.HouseStream, "", "pit", "status", "--data", data)
	says(done, "holds", "", "verify", "--data", data)

	says(notHeld, "played on ufficio now", "", "pit", "status", "--pit", pit) // nothing of tavolo-3 has arrived
	forget := func(machine string) []string { return []string{"pit", "forget", "--pit", pit, "--machine", machine} }
	says(unusable, "the pit knows no machine tavolo-9", "", forget("tavolo-9")...)
	says(unusable, "ufficio is the house's office", "", forget("ufficio")...)
	says(unusable, "tavolo-2 has shipped, and what has arrived stays", "", forget("tavolo-2")...)
	says(done, "tavolo-3 is enrolled no more", "", forget("tavolo-3")...)
	says(done, "entries shipped", "", "pit", "ship", "--data", other) // with what it took in
	must(t, pgtest.Seen("nothing is wrong any more", func() bool {
		_, _, status := ctl(t, "", "pit", "status", "--pit", pit)
		return status == done
	}))
	says(unusable, "", "", "pit", "join", in("tavolo-3.pit"), "--data", in("third"))

	fetch := func(machine string) []string {
		return []string{"pit", "fetch", "--pit", pit, "--machine", machine, "-o", in("fetched.db")}
	}
	says(unusable, "the pit knows no machine tavolo-9", "", fetch("tavolo-9")...)
	says(done, "LB2: ", "", fetch("ufficio")...)
	says(unusable, "is there already", "", fetch("ufficio")...)
	says(done, "restored into", "", "restore", in("fetched.db"), "--data", in("again"))
	stop()
	says(notHeld, "the pit does not answer at "+address, "", "pit", "status", "--data", data)
}
