package pitserver_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// owned does something in the database by the login of its owner.
func (p *pit) owned(t *testing.T, statement string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), p.folder.Owner)
	must(t, err)
	_, err = conn.Exec(t.Context(), statement, args...)
	must(t, errors.Join(err, conn.Close(t.Context())))
}

// A database is put back to before a table was moved, which the office has not shipped, so that nobody knows it was. Its owner writes there
// where the table is played by now: that is right, and does not have the way there be known. The office says it as it ships.
func TestMoveWhoseTableStandsRightIsKept(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	had := p.forgetsMove(t, a, b)
	p.owned(t, `UPDATE sabot.tables SET machine = $1 WHERE name = 'LB1'`, b.name)
	p.again(t)
	p.ships(t, e)
	p.goesOn(t, had, a, b)
}

// forgetsMove moves LB1 from one machine to another and puts the database back to before; had is how many entries the first one had.
func (p *pit) forgetsMove(t *testing.T, a, b *machine) (had int64) {
	t.Helper()
	a.play(t, 2, 1)
	file := p.backedUp(t, a)
	had, err := a.house.Store().Last("LB1")
	must(t, err)
	_, err = p.moved(t, "LB1", b.name, true)
	must(t, err)
	p.putBack(t, file)
	return had
}

// goesOn demands that the second of two machines goes on with LB1, of which the first had so many entries, and that the pit holds all of it.
func (p *pit) goesOn(t *testing.T, had int64, a, b *machine) {
	t.Helper()
	b.goesOnWith(t, had, a)
	p.holdsAll(t, b)
	p.nothingRefused(t)
}

// goesOnWith plays a shift at LB1, of which the machine before had so many entries.
func (m *machine) goesOnWith(t *testing.T, had int64, before *machine) {
	t.Helper()
	before.hears(t)
	m.pull(t)
	m.opens(t, had, before)
	m.clock.Pass(time.Hour)
	m.night(t, 1, 2)
}

// Until the office ships, such a database takes what the machine before plays on. Once it has, another one goes on from less: what is behind
// was overtaken, and the table does not come back to where nobody could play it. The pit names that move: a dishonest one can have the same times.
func TestEntriesThatArrivedBehindAMoveAreOvertaken(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	had := p.forgetsMove(t, a, b)
	a.play(t, 2, 2)
	_, err := a.ship()
	must(t, err)
	p.ships(t, e)
	b.goesOnWith(t, had, a)
	_, err = b.ship()
	must(t, err)
	holds(t, b.house)
	p.nothingRefused(t)
	if _, err := p.moved(t, "LB1", a.name, true); !errors.Is(err, central.ErrHolds) {
		t.Errorf("it holds what was overtaken: %v", err)
	}
	wants := fmt.Sprintf("tavolo-1 LB1: manager 31 had it go to %s with its first %d entries", b.name, had)
	if found := p.faults(t); !strings.Contains(found, wants) {
		t.Errorf("pit verify: %q", found)
	}
}

// Whoever has the login that serves writes a row without a signature in the place of one for which a manager has signed. Once the owner
// has deleted it, as pit status has them do, the true one is there again.
func TestMoveUnderAnUnsignedRowComesBack(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	had := p.playedAndMoved(t, a, b)
	p.ships(t, e)
	f, size, _ := p.house.State.Moves().Moved("LB1")
	p.movedUnsigned(t, "LB1", a.name, "ufficio", 10, "nonsense", "ufficio")
	p.putRight(t, "LB1", b.name)
	must(t, pgtest.Seen("the signed row is there again", func() bool {
		m, is := p.rowOf(t, "LB1", a.name)
		return is && m == row{b.name, size, f.Head}
	}))
	if head, err := seal.ReadHead(f.Head); err != nil || head.Size != had {
		t.Fatal(head, err)
	}
	p.goesOn(t, had, a, b)
}

// Such a row that leaves the table where it is keeps nobody from what comes with it: the true one takes its place.
func TestUnsignedRowGivesWayWhereTheTableStandsRight(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	had := p.playedAndMoved(t, a, b)
	p.ships(t, e)
	f, size, _ := p.house.State.Moves().Moved("LB1")
	p.movedUnsigned(t, "LB1", a.name, "ufficio", 10, "nonsense", b.name)
	must(t, pgtest.Seen("the signed row is there again", func() bool {
		m, is := p.rowOf(t, "LB1", a.name)
		return is && m == row{b.name, size, f.Head}
	}))
	p.goesOn(t, had, a, b)
}

// A row is how a table was moved from a machine, as the database has it.
type row struct {
	heir string
	size int64
	note string
}

func (p *pit) rowOf(t *testing.T, table, from string) (r row, is bool) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), p.folder.Owner)
	must(t, err)
	err = conn.QueryRow(t.Context(), `SELECT heir, size, note FROM sabot.moves WHERE name = $1 AND machine = $2`, table, from).Scan(&r.heir, &r.size, &r.note)
	must(t, conn.Close(t.Context()))
	if errors.Is(err, pgx.ErrNoRows) {
		return r, false
	}
	must(t, err)
	return r, true
}
