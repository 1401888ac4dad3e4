package pitserver_test

import (
	"slices"
	"testing"

	"sabot/storage/central"
)

// In a house with an office a machine that is enrolled again keeps the tables of which something has arrived, named or not; one that was
// given by mistake, of which nobody has anything, is let go of.
func TestEnrolledAgainWithoutATable(t *testing.T) {
	t.Parallel()
	p := newPitOf(t, 2)
	p.up(t)
	e := p.office(t, "LB1", "LB7")
	p.ships(t, e)
	p.office(t, "LB1")
	m := p.newMember(t, "tavolo-2", "LB2", "LB9")
	m.pull(t)
	m.play(t, 1, 1)
	if _, err := m.ship(); err != nil {
		t.Fatal(err)
	}
	p.enroll(t, m.house, "tavolo-2", "LB8")
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	machines, err := q.Machines(t.Context())
	must(t, err)
	has := func(name string) (tables []string) {
		for _, m := range machines {
			if m.Name == name {
				tables = m.Tables
			}
		}
		return tables
	}
	if got := has("tavolo-2"); !slices.Equal(got, []string{"LB2", "LB8"}) {
		t.Errorf("tavolo-2 has %v", got)
	}
	if got := has("ufficio"); !slices.Equal(got, []string{"LB1"}) {
		t.Errorf("the office has %v", got)
	}
}
