package pitserver_test

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/app/pitserver"
)

// held are how many entries lie in a database, their bytes as they were written, and those that the database takes for them.
func held(t *testing.T, owner string) (entries, written, taken float64) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), owner)
	must(t, err)
	defer c.Close(t.Context())
	must(t, c.QueryRow(t.Context(), `SELECT count(*), sum(length(entry)) FROM sabot.entries`).Scan(&entries, &written))
	must(t, c.QueryRow(t.Context(), `SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname ~ '^entries_\d' AND relkind = 'r'`).Scan(&taken))
	return entries, written, taken
}

// What an entry takes on the way and at the pit, and an hour of a table at the group; how long the pit and the group take
// for it. SABOT_BENCH_BYTES is how many hands.
func TestBytesAtThePit(t *testing.T) {
	t.Parallel()
	hands, err := strconv.Atoi(os.Getenv("SABOT_BENCH_BYTES"))
	if err != nil {
		t.Skip("a bench: make bench WHAT=pit")
	}
	const anHour = 60 // hands
	g := newGroup(t)
	g.up(t)
	p, clock := g.member(t, "Casinò Uno", "CHF")
	m := p.newMachine(t, 1)
	p.up(t)
	hours := hands / anHour
	for n := range hours {
		m.play(t, anHour, int64(n)+1)
		m.arrives(t)
		clock.pass(time.Hour)
		g.reaches(t, p, []*machine{m})
	}
	snap, err := m.house.Store().Snapshot(t.Context())
	must(t, err)
	stored, err := snap.Stored(t.Context(), m.table)
	must(t, err)
	must(t, snap.Close())
	entries, written, taken := held(t, p.owner)
	t.Logf("%d hands, %.1f entries a hand; an entry has %.0f bytes and takes %.0f at the pit", hours*anHour, float64(stored.Size)/float64(hours*anHour), written/entries, taken/entries)
	entries, written, taken = held(t, g.owner)
	begun := time.Now()
	_, err = pitserver.HousesOf(t.Context(), g.asked(t), g.folder, "", then(), func(pitserver.HouseAt, error) {})
	must(t, err)
	t.Logf("%d hours: %.0f entries at the group, of %.0f bytes, which take %.0f there; read in %v", hours, entries, written/entries, taken/entries, time.Since(begun))
}
