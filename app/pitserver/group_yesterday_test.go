package pitserver_test

import (
	"strings"
	"testing"
	"time"

	"sabot/app/pitserver"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// A pit that was restored from a backup has not what it said since, and is refused; enrolled anew it says all of it again,
// and counts once.
func TestGroupAndPitOfYesterday(t *testing.T) {
	t.Parallel()
	g := newGroup(t)
	g.up(t)
	p, clock, m := g.nightOf(t, "Casinò Uno", "CHF", 3, 1)
	file := t.TempDir() + "/pit.dump"
	must(t, central.Backup(t.Context(), p.folder.Owner, file))
	m.night(t, 3, 2)
	m.arrives(t)
	clock.pass(time.Hour)
	g.reaches(t, p, []*machine{m})
	before := g.of(t, p).Stream
	p.restored(t, file)
	p.stop = p.serve(t, 0, p.now)
	clock.pass(time.Hour)
	must(t, pgtest.Seen("both sides say that it is an older one", func() bool {
		return strings.Contains(p.said.String(), "its record is an older one") && strings.Contains(g.said.String(), "its record is an older one")
	}))
	if r := g.refusal(t, p.folder.House, before.Name, "behind"); r.Ours != before.Size || r.Theirs >= r.Ours {
		t.Errorf("both sizes: %+v", r)
	}
	p.stop()
	_, err := pitserver.MakeFolder(p.dir, p.folder, *p.folder)
	must(t, err)
	g.join(t, p, true)
	p.stop = p.serve(t, 0, p.now)
	m.arrives(t)
	clock.pass(time.Hour)
	g.reaches(t, p, []*machine{m})
	if after := g.of(t, p).Stream; after.Name == before.Name {
		t.Errorf("it goes on as %s", after.Name)
	}
}
