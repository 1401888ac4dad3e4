package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/app/session"
	"sabot/storage/central"
)

// has returns how many entries of a machine the pit has.
func (c commanded) has(machine string) (sum int64) {
	c.Helper()
	serve, err := os.ReadFile(filepath.Join(c.pit, "serve.url"))
	must(c.T, err)
	house := ""
	c.at(c.data, func(h *session.House) error { house = h.State.Name; return nil })
	q := central.Read(strings.TrimSpace(string(serve)), house)
	defer q.Close()
	list, err := q.Streams(c.Context())
	must(c.T, err)
	for _, s := range list {
		if s.Machine == machine {
			sum += s.Size
		}
	}
	return sum
}

// removes has the office remove somebody.
func (c commanded) removes(number string) {
	c.Helper()
	c.at(c.data, func(h *session.House) error {
		manager, err := h.SignOn(demoCode("31"))
		return errors.Join(err, h.Staff().RemoveStaff(number, manager))
	})
}

// What a machine has not taken in of the office is named by pit status there; pit ship takes it in, and counts all that it sent, whatever the
// stream: what it entered by that too, and a table that came with it.
func TestShipCountsAllThatItSent(t *testing.T) {
	c := newCommanded(t)
	c.at(c.data, opens("LB1"))
	c.ships(c.data)
	c.says(done, "equal, countersigned", "", "pit", "status", "--data", c.other)
	c.removes("12")
	c.says(done, "LB1 goes from ufficio to tavolo-2", demoCode("31")+"\n", "pit", "move", "--data", c.data, "--pit", c.pit, "--table", "LB1", "--to", "tavolo-2", "--over", "--alive")
	c.ships(c.data)
	c.says(notHeld, "the pit has more of ufficio: ", "", "pit", "status", "--data", c.other)
	for range 2 {
		had := c.has("tavolo-2")
		said := c.says(done, "shipped", "", "pit", "ship", "--data", c.other)
		var sent int64
		_, err := fmt.Sscanf(said, "%d", &sent)
		must(t, err)
		if has := c.has("tavolo-2"); has-had != sent || had == 0 {
			t.Errorf("the pit had %d entries and has %d: %s", had, has, said)
		}
	}
	c.says(done, "all that it had entered until", "", "pit", "status", "--data", c.other)
}

// A backup of a database that has less than the pit of its folder had countersigned says so.
func TestPitBackupSaysThatItHasLess(t *testing.T) {
	c := newCommanded(t)
	backup := func(file string) string {
		return c.says(done, "is in", "", "pit", "backup", "--pit", c.pit, c.in(file))
	}
	const less = "is less than this pit had countersigned"
	if said := backup("all.dump"); strings.Contains(said, less) {
		t.Error(said)
	}
	c.removes("12")
	c.ships(c.data)
	c.stop()
	url, err := aPostgres(t).URL()
	must(t, err)
	must(t, os.WriteFile(filepath.Join(c.pit, "owner.url"), []byte(url), 0o600))
	_, _, _ = ctl(t, "", "pit", "restore", c.in("all.dump"), "--pit", c.pit)
	if said := backup("less.dump"); !strings.Contains(said, less) {
		t.Error(said)
	}
}
