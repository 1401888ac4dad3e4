package pitserver_test

import (
	"strings"
	"testing"

	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// A server whose database has no pit in it any more says so, and goes on by itself once a backup is put back there.
func TestServerWaitsForAPit(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.play(t, 2, 1)
	file := p.backedUp(t, m)
	p.owned(t, `DROP SCHEMA sabot CASCADE`)
	must(t, pgtest.Seen("it says what is wrong", func() bool {
		return strings.Contains(p.said.String(), "not writing: "+central.ErrNoPit.Error())
	}))
	m.play(t, 2, 2)
	if _, err := m.ship(); err == nil {
		t.Error("something was taken where there is no pit")
	}
	serve, err := central.Restore(t.Context(), p.folder.Owner, p.folder.House, p.folder.Serve, file)
	must(t, err)
	if serve != p.folder.Serve {
		t.Fatalf("it is served with %s now", serve)
	}
	must(t, pgtest.Seen("it takes what the machine has", func() bool {
		_, err := m.ship()
		return err == nil
	}))
	p.same(t, m)
}
