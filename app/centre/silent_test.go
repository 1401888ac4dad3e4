package centre_test

import (
	"errors"
	"strings"
	"testing"

	"sabot/app/centre"
	"sabot/app/ship"
	"sabot/storage"
	"sabot/storage/central"
)

// With the database away the pit answers and knows nothing: a machine says its own sizes all the same.
func TestOwnSizesWithTheDatabaseAway(t *testing.T) {
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.play(t, 1, 1)
	_, err := m.ship()
	must(t, err)
	p.stop()
	away := *p.folder
	away.Serve = "postgres://nobody@127.0.0.1:1/none"
	folder := p.folder
	p.folder = &away
	defer p.serve(t, 0, p.now)()
	p.folder = folder
	store, err := storage.OpenExisting(m.dir)
	must(t, err)
	defer store.Close()
	list, err := ship.Compare(t.Context(), store, m.enrolment, then)
	if silent := (*ship.NotHeardError)(nil); !errors.As(err, &silent) || !strings.Contains(err.Error(), "the pit answers at") {
		t.Errorf("%v", err)
	}
	for _, c := range list {
		if c.Own == 0 || c.Known {
			t.Errorf("%+v", c)
		}
	}
	if len(list) != 2 {
		t.Errorf("%+v", list)
	}
}

// Nobody is told to take out the house's office, which nobody can.
func TestNobodyForgetsTheOffice(t *testing.T) {
	p := newPit(t)
	p.office(t)
	p.newMember(t, "tavolo-1", "LB1")
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	status, err := centre.StatusOf(t.Context(), q, p.folder, then())
	must(t, err)
	for _, l := range status.Lines {
		if forgets := strings.Contains(l.Wrong, "pit forget"); forgets != (l.Machine == "tavolo-1") {
			t.Errorf("%+v", l)
		}
	}
}
