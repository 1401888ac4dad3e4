package pitserver_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/record"
	"sabot/storage"
	"sabot/storage/central"
)

// A record with another past, sealed with the machine's key, beside the logs that the machine kept of what it had shipped: those are not
// believed, so that the pit is told and the machine says that it has another past.
func TestKeptLogsAreHeldAgainstTheRecord(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.play(t, 2, 1)
	other := &machine{name: m.name, table: m.table, dir: copied(t, m.dir), clock: m.clock, enrolment: m.enrolment}
	m.play(t, 2, 2)
	_, err := m.ship()
	must(t, err)
	other.house, err = session.Open(other.dir, m.clock.Now)
	must(t, err)
	other.play(t, 6, 7)
	must(t, other.house.Close())
	for _, stream := range []string{record.HouseStream, "LB1"} {
		for _, ending := range []string{".edge", ".checkpoint"} {
			name := filepath.Join("pit", stream+ending)
			text, err := os.ReadFile(filepath.Join(m.dir, name))
			must(t, err)
			must(t, os.WriteFile(filepath.Join(other.dir, name), text, 0o600))
		}
	}
	store, err := storage.OpenExisting(other.dir)
	must(t, err)
	list, err := pitclient.Compare(t.Context(), store, m.enrolment, then)
	must(t, err)
	must(t, store.Close())
	for _, c := range list {
		if c.Stream == "LB1" && (c.Same || !strings.Contains(c.Says, "is not the past of this record")) {
			t.Errorf("it says of another past: %+v", c)
		}
	}
	_, err = other.ship()
	says(t, err, "they have not the same past")
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	refusals, err := q.Unseen(t.Context())
	must(t, err)
	if len(refusals) == 0 || refusals[0].Why != "forked" {
		t.Errorf("the pit is told %+v", refusals)
	}
}
