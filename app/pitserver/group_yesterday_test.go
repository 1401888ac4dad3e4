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

// The databases of a group and of a house are put back together. Once the house was enrolled anew, what is gone of its stream of before is still said, and is
// nothing that anybody has to do something about.
func TestGroupOfYesterdayAndAHouseEnrolledAnew(t *testing.T) {
	t.Parallel()
	g, p, clock, m, name := aToldHouse(t)
	files := map[*pit]string{g: t.TempDir() + "/group.dump", p: t.TempDir() + "/pit.dump"}
	for of, file := range files {
		must(t, central.Backup(t.Context(), of.folder.Owner, file))
	}
	m.night(t, 2, 2)
	m.arrives(t)
	clock.pass(time.Hour)
	g.reaches(t, p, []*machine{m})
	p.allSigned(t, name)
	for of, file := range files {
		of.putInPlace(t, file)
	}
	g.again(t)
	gone := func() (list []pitserver.Gone) {
		t.Helper()
		status := g.status(t)
		list = status.Gone
		if len(list) != 1 || list[0].Machine != p.folder.House || list[0].Stream != name {
			t.Fatalf("gone is %+v", list)
		}
		return list
	}
	if list := gone(); !pitserver.Unsettled(list) || !strings.Contains(list[0].String(), "ships them again if it still has them") {
		t.Errorf("before it is enrolled anew: %v", list)
	}
	if found := g.faults(t); !strings.Contains(found, name) {
		t.Errorf("before it is enrolled anew verify says %q", found)
	}
	g.join(t, p, true)
	p.again(t)
	m.arrives(t)
	clock.pass(time.Hour)
	g.reaches(t, p, []*machine{m}) // without a doubt of the group
	if list := gone(); pitserver.Unsettled(list) || !strings.Contains(list[0].String(), "was enrolled anew since, so this stream counts no more") {
		t.Errorf("enrolled anew: %v", list)
	}
	if found := g.faults(t); strings.Contains(found, name) {
		t.Errorf("enrolled anew verify says %q", found)
	}
}

// The pit of a house is set up anew, with another witness.key, on the database that it had, and the house joins a group. The stream of a table at a machine
// from which it was moved before is shipped no more, so nobody countersigns it with the new key. The group hears of that table by the machine that plays it.
func TestHouseWithAnotherKeyJoinsAGroup(t *testing.T) {
	t.Parallel()
	g, r := newGroup(t), newReturning(t)
	g.up(t)
	b := r.joins(t, "tavolo-4")
	r.goes(t, "LB2", r.a, b)
	r.plays(t, "LB2", b)
	r.stop()
	serve, err := central.Init(t.Context(), r.owner, r.folder.House)
	must(t, err)
	r.dir = t.TempDir()
	r.folder, err = pitserver.MakeFolder(r.dir, nil, pitserver.Folder{
		House: r.folder.House, Addresses: r.folder.Addresses, Owner: r.owner, Serve: serve, Identity: r.folder.Identity,
	})
	must(t, err)
	r.up(t)
	r.office = r.pit.office(t)
	r.ships(t, r.office)
	r.enrollsAgain(t, r.a, "LB1")
	r.enrollsAgain(t, b, "LB4")
	r.a.arrives(t)
	b.arrives(t)
	r.isWell(t, "LB2")
	g.join(t, r.pit, false)
	r.stop()
	r.up(t)
	g.reaches(t, r.pit, []*machine{r.a, b})
	r.allSigned(t, r.folder.Member.Tables[0])
	if found := r.faults(t); found != "" {
		t.Errorf("the house's pit says %q", found)
	}
}
