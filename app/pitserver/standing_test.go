package pitserver_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/pitserver"
	"sabot/reports/sign"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// A database's machine that was gone comes back by itself: the pit goes on with the one that took over, and says which is the old one. It
// remembers that over its own end, and takes the old one for none while the other is away.
func TestOldDatabaseOfAPit(t *testing.T) {
	t.Parallel()
	first, err := pgtest.Start()
	must(t, err)
	defer first.Stop()
	p := newPitOf(t, 1)
	owner, err := first.URL()
	must(t, err)
	alone, err := central.Init(t.Context(), owner, p.house.State.Name)
	must(t, err)
	second, err := first.Standby()
	must(t, err)
	defer second.Down(false)
	id := identity(t, sign.Post{Kind: sign.PitPost, Name: "pit", Hosts: []string{"127.0.0.1"}}, p.house)
	p.folder, err = pitserver.MakeFolder(filepath.Join(t.TempDir(), "pit"), nil, pitserver.Folder{
		House: p.house.State.Name, Addresses: p.folder.Addresses,
		Owner: first.Either(owner, second), Serve: first.Either(alone, second), Identity: id,
	})
	must(t, err)

	stop := p.serve(t, 0, time.Now)
	p.hasSaid(t, "writing: 0 machines", 1)
	must(t, first.Down(false))
	must(t, second.Promote())
	p.hasSaid(t, "writing: 0 machines", 2)
	stop()
	must(t, first.Up())
	stop = p.serve(t, 0, time.Now)
	p.hasSaid(t, "writing: 0 machines", 3)
	p.hasSaid(t, "is an old one: it was left at its timeline 1", 1)
	q := p.folder.Postgres().Read(p.folder.House)
	defer q.Close()
	status, err := pitserver.StatusOf(t.Context(), q, p.folder, time.Now())
	must(t, err)
	if len(status.Old) != 1 || status.Holds() {
		t.Errorf("the status says of the old one %q and holds: %v", status.Old, status.Holds())
	}
	stop()
	must(t, second.Down(false))
	stop = p.serve(t, 0, time.Now)
	defer stop()
	p.hasSaid(t, "went on with timeline 2: stop it, or set it up as a standby of that one; where that one is lost for good, delete ", 1)
	old := p.folder.Postgres().Read(p.folder.House)
	defer old.Close()
	if err := pitserver.Verify(t.Context(), old, p.folder, func(central.Stream, error) {}); err == nil || !strings.Contains(err.Error(), "is an old one") {
		t.Errorf("verifying the old one: %v", err)
	}
	if strings.Count(p.said.String(), "writing: 0 machines") != 3 {
		t.Errorf("the pit wrote to the old one:\n%s", p.said.String())
	}
}

// hasSaid waits until the log of the pit has some words so often.
func (p *pit) hasSaid(tb testing.TB, words string, times int) {
	tb.Helper()
	if err := pgtest.Seen(words, func() bool { return strings.Count(p.said.String(), words) >= times }); err != nil {
		tb.Fatalf("%v:\n%s", err, p.said.String())
	}
}

// No server of this Sabot writes to a database that has the layout of an older one: pit status says so, and does not hold.
func TestStatusSaysThatTheLayoutIsOlder(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	if s := p.status(t); !s.Holds() {
		t.Fatalf("of a new database it says %+v", s)
	}
	p.owned(t, `DELETE FROM sabot.goose_db_version WHERE version_id > 11`)
	s := p.status(t)
	if s.Holds() || len(s.Old) != 1 || !strings.Contains(s.Old[0], "no server of this Sabot writes: the database has the layout of an older Sabot: run sabotctl pit init") {
		t.Errorf("holds: %v, it says %q", s.Holds(), s.Old)
	}
}

// A database whose disk is full takes no entries, and all else: the log says once that the pit does not write, and once that it does, when it has taken some.
func TestFullDatabaseIsSaidOnce(t *testing.T) {
	t.Parallel()
	p, m := shippedHands(t, 1)
	const full = `could not extend file "base/1/2": No space left on device`
	p.owns(t, `CREATE FUNCTION sabot.no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '`+full+`' USING ERRCODE = 'disk_full'; END $$`)
	p.owns(t, `CREATE TRIGGER no_room BEFORE INSERT ON sabot.entries EXECUTE FUNCTION sabot.no_room()`)
	m.clock.Pass(20 * time.Hour)
	m.play(t, 1, 2)
	told := func() (stops, writes int) {
		said := p.said.String()
		stops = strings.Count(said, "not writing: ")
		return stops, strings.Count(said, "writing: ") - stops
	}
	for range 3 { // a window asks again each second
		must(t, pgtest.Seen("the pit leads again, and takes no entries", func() bool {
			_, err := m.ship()
			return err != nil && strings.Contains(err.Error(), full)
		}))
	}
	if stops, writes := told(); stops != 1 || writes != 1 {
		t.Errorf("it is said %d times that it stops, %d times that it writes:\n%s", stops, writes, p.said.String())
	}
	p.owns(t, `DROP TRIGGER no_room ON sabot.entries`)
	must(t, pgtest.Seen("what waited arrives", func() bool { _, err := m.ship(); return err == nil }))
	if stops, writes := told(); stops != 1 || writes != 2 {
		t.Errorf("after room was made it is said %d times that it stops, %d times that it writes:\n%s", stops, writes, p.said.String())
	}
}
