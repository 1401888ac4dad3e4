package pitserver_test

import (
	"strings"
	"testing"

	"sabot/storage/central/pgtest"
)

// Somebody takes the row of a machine out of the database. The server serves on, while it runs and started anew, and the other machines ship. Status and
// verify name what has no machine any more.
func TestMachineWhoseRowIsGone(t *testing.T) {
	t.Parallel()
	p := newPitOf(t, 2)
	p.up(t)
	lost, good := p.newMachine(t, 1), p.newMachine(t, 2)
	for _, m := range []*machine{lost, good} {
		m.night(t, 1, 1)
		_, err := m.ship()
		must(t, err)
	}
	p.does(t, `SET session_replication_role = replica; DELETE FROM sabot.machines WHERE name = 'tavolo-1'`)
	for n := range int64(2) {
		good.play(t, 1, 2+n)
		_, err := good.ship()
		must(t, err)
		must(t, pgtest.Seen("the pit has no such machine", func() bool {
			_, err = lost.ship()
			return err != nil && strings.Contains(err.Error(), "tavolo-1 is not enrolled in this pit")
		}))
		p.again(t)
	}
	for _, stream := range []string{"house", "LB1"} {
		if found := p.faults(t); !strings.Contains(found, "tavolo-1 "+stream+": the database has no row of the machine tavolo-1") {
			t.Errorf("pit verify: %s", found)
		}
		is := false
		for _, l := range p.status(t).Lines {
			is = is || l.Machine == "tavolo-1" && l.Stream == stream && strings.Contains(l.Wrong, "has no row of the machine tavolo-1")
		}
		if !is {
			t.Errorf("pit status does not name %s: %+v", stream, p.status(t).Lines)
		}
	}
	if said := p.said.String(); strings.Contains(said, "put back") {
		t.Error(said)
	}
}
