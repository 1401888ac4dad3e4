package main

import (
	"os"
	"strings"
	"testing"

	"sabot/app/pitserver"
	"sabot/storage/central/pgtest"
)

// A pit begins anew in an empty database, and LB1 went from the office to tavolo-2 before. Who enrolls the office with LB1 is told that it went on and what brings it
// there. Until then pit ship says what waits, with status 1; then all arrives.
func TestFreshPitFollowsMovesOfBefore(t *testing.T) {
	c := newCommanded(t)
	c.at(c.data, opens("LB1"))
	c.at(c.data, closes("LB1"))
	c.ships(c.data)
	c.says(done, "LB1 goes from ufficio to tavolo-2", demoCode("31")+"\n", "pit", "move", "--data", c.data, "--pit", c.pit, "--over", "--alive", "--table", "LB1", "--to", "tavolo-2")
	c.ships(c.other)
	c.at(c.other, opens("LB1"))
	c.ships(c.other)

	folder, err := pitserver.ReadFolder(c.pit)
	must(t, err)
	c.stop()
	must(t, os.WriteFile(c.in("owner.url"), []byte(aDatabase(t)), 0o600))
	c.says(done, "pit of", "", "pit", "init", "--data", c.data, "--pit", c.in("anew"), "--address", folder.Addresses[0], "--database-file", c.in("owner.url"))
	enroll := func(machine, tables string, more ...string) string {
		t.Helper()
		return c.says(done, machine+" is enrolled with ", "", append([]string{"pit", "enroll", "--data", c.data, "--pit", c.in("anew"), "--machine", machine, "--tables", tables, "-o", c.in(machine + ".anew")}, more...)...)
	}
	const follows = "LB1 went to tavolo-2, as a manager signed, and the pit has it on ufficio: a server that writes follows that move once the office has shipped it and "
	if said := enroll("ufficio", "LB1", "--office"); !strings.Contains(said, follows+"tavolo-2 is enrolled\n") || !strings.Contains(said, "ufficio is enrolled with no table") {
		t.Errorf("of the office pit enroll says\n%s", said)
	}
	defer served(t, c.in("anew"), folder.Addresses[0])()
	c.says(done, "ufficio ships", "", "pit", "join", c.in("ufficio.anew"), "--data", c.data)
	c.says(notHeld, "6 entries of LB1 wait: LB1 waits for tavolo-2 to be enrolled", "", "pit", "ship", "--data", c.data)
	if said := enroll("tavolo-2", "LB2"); !strings.Contains(said, follows+"ufficio is enrolled\n") || !strings.Contains(said, "tavolo-2 is enrolled with LB2") {
		t.Errorf("of tavolo-2 pit enroll says\n%s", said)
	}
	c.says(done, "tavolo-2 ships", "", "pit", "join", c.in("tavolo-2.anew"), "--data", c.other)
	c.ships(c.other)
	c.ships(c.data)
	must(t, pgtest.Seen("all has arrived", func() bool {
		_, _, status := ctl(t, "", "pit", "status", "--pit", c.in("anew"))
		return status == done
	}))
}
