package pitserver_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"sabot/app/pitserver"
	"sabot/app/session/sums"
	"sabot/storage/central"
)

// owns does something in the database as its administrator, whom no trigger and no reference holds back.
func (p *pit) owns(t *testing.T, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), p.owner)
	must(t, err)
	_, err = conn.Exec(t.Context(), `SET session_replication_role = replica`)
	must(t, err)
	_, err = conn.Exec(t.Context(), sql)
	must(t, errors.Join(err, conn.Close(t.Context())))
}

// summed returns what the report of the house says of a day, and which tables it says that the database does not place.
func (p *pit) summed(t *testing.T, day string) (sum, unplaced string) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	h, err := pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	for _, d := range h.Doubts {
		unplaced += d.String() + "\n"
	}
	s, err := h.Sums().HouseSum(day)
	must(t, err)
	return fmt.Sprintf("%+v", s.Periods), unplaced
}

// stated returns what pit status says that is wrong.
func (p *pit) stated(t *testing.T) (found string) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	status, err := pitserver.StatusOf(t.Context(), q, p.folder, then())
	must(t, err)
	for _, l := range status.Lines {
		if l.Wrong != "" {
			found += l.Machine + " " + l.Stream + ": " + l.Wrong + "\n"
		}
	}
	for _, u := range status.Unsigned {
		found += u.Plays + " " + u.Table + ": " + u.Says + "\n"
	}
	if found != "" && status.Holds() {
		t.Error("pit status holds all the same")
	}
	return found
}

// Whoever administers the database deletes or changes rows that say which machine has a table. The report of the house counts each entry of a
// table once all the same, as managers signed that it moved; it, pit status and pit verify name what lacks its row.
func TestRowsDeletedDoubleNothing(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing moves meanwhile
	const noTable = "the database does not say on which machine LB1 is played"
	const noMachine = "the database has no row of the machine tavolo-2"
	const neverMoved = "one that never moved"
	for name, c := range map[string]struct{ sql, says string }{
		"all tables":        {`DELETE FROM sabot.tables`, noTable},
		"tables and moves":  {`DELETE FROM sabot.tables; DELETE FROM sabot.moves`, noTable},
		"the heir":          {`DELETE FROM sabot.machines WHERE name = 'tavolo-2'`, noMachine},
		"the office":        {`DELETE FROM sabot.machines WHERE name = 'ufficio'`, "the database has no row of the machine ufficio"},
		"who the office is": {`UPDATE sabot.machines SET voucher = ''`, "the database says of no machine that it is the house's office, and ufficio has entered that tables moved"},
		"where it is":       {`UPDATE sabot.tables SET machine = 'tavolo-1' WHERE name = 'LB1'`, "the database says that LB1 is played on tavolo-1, and the office has signed that it went to tavolo-2"},
		neverMoved:          {`UPDATE sabot.tables SET machine = 'tavolo-2' WHERE name = 'LB1'`, "the database says that LB1 is played on tavolo-2, which has shipped nothing of it; tavolo-1 has, and the office has signed no move of it"},
	} {
		t.Run(name, func(t *testing.T) {
			p, e, a, b := twoMembers(t)
			a.night(t, 3, 1)
			_, err := a.ship()
			must(t, err)
			_, err = b.ship()
			must(t, err)
			if name != neverMoved {
				p.handedOver(t, "LB1", b.name)
				p.ships(t, e)
				a.hears(t)
				b.pull(t)
				b.night(t, 4, 2)
				_, err = b.ship()
				must(t, err)
			}
			lines, err := a.house.Sums().Shifts(sums.ShiftQuery{})
			must(t, err)
			day := lines[0].Day
			before, unplaced := p.summed(t, day)
			if found := unplaced + p.stated(t) + p.faults(t); found != "" || !strings.Contains(before, "LB1") {
				t.Fatal(found, before)
			}
			p.stop()
			p.owns(t, c.sql)
			after, unplaced := p.summed(t, day)
			if after != before {
				t.Errorf("the report says\n%s\nbefore\n%s", after, before)
			}
			if !strings.Contains(unplaced, c.says) {
				t.Errorf("the report names %q", unplaced)
			}
			if found := p.stated(t); !strings.Contains(found, c.says) {
				t.Errorf("pit status: %q", found)
			}
			if found := p.faults(t); !strings.Contains(found, c.says) {
				t.Errorf("pit verify: %q", found)
			}
		})
	}
}

// A meddling is a reader beside which something happens once, right after it has read the streams.
type meddling struct {
	central.Reading
	once   *sync.Once
	meddle func()
}

func (m meddling) AtOnce(ctx context.Context, do func(central.Reading) error) error {
	return m.Reading.AtOnce(ctx, func(q central.Reading) error { return do(meddling{q, m.once, m.meddle}) })
}

func (m meddling) Streams(ctx context.Context) ([]central.Stream, error) {
	list, err := m.Reading.Streams(ctx)
	m.once.Do(m.meddle)
	return list, err
}

// A table that moves while pit verify or pit status reads is no row that nobody has signed.
func TestMoveBesideAReader(t *testing.T) {
	t.Parallel()
	for name, reads := range map[string]func(*testing.T, *pit, central.Reading) string{
		"verify": func(t *testing.T, p *pit, q central.Reading) (found string) {
			must(t, pitserver.Verify(t.Context(), q, p.folder, func(s central.Stream, wrong error) {
				if wrong != nil {
					found += s.Machine + " " + s.Name + ": " + wrong.Error() + "\n"
				}
			}))
			return found
		},
		"status": func(t *testing.T, p *pit, q central.Reading) string {
			status, err := pitserver.StatusOf(t.Context(), q, p.folder, then())
			must(t, err)
			return fmt.Sprint(status.Unsigned)
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, e, a, b := twoMembers(t)
			a.night(t, 3, 1)
			_, err := a.ship()
			must(t, err)
			q := central.Read(p.folder.Serve, p.folder.House)
			defer q.Close()
			moved := false
			found := reads(t, p, meddling{q, &sync.Once{}, func() {
				p.handedOver(t, "LB1", b.name)
				p.ships(t, e)
				moved = true
			}})
			if !moved || strings.Trim(found, "[]") != "" {
				t.Errorf("moved %v, %s", moved, found)
			}
		})
	}
}
