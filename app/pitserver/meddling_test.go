package pitserver_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"sabot/app/demo"
	"sabot/app/pitserver"
	"sabot/app/session/sums"
	"sabot/storage/central"
)

// A meddled pit is a small one whose database somebody changes who administers it, and which is as it was before each time.
type meddled struct {
	*pit
	conn   *pgx.Conn
	tables []string            // of the database
	of     map[string][]string // their columns that can be written
	day    string
}

// newMeddled has two machines and an office: one table that moved and is open again, and one at the office.
func newMeddled(t *testing.T) *meddled {
	t.Helper()
	p := newPitOf(t, 2)
	p.up(t)
	office := p.office(t, "LB2")
	p.ships(t, office)
	a, b := p.newMember(t, "tavolo-1", "LB1"), p.newMember(t, "tavolo-2", "LB9")
	a.pull(t)
	b.pull(t)
	b.table = "LB1"
	clock := demo.NewClock(a.clock.Now())
	must(t, demo.Play(t.Context(), p.house, clock, "LB2", 2, 1))
	_, err := demo.Close(p.house, clock, "LB2")
	must(t, err)
	a.night(t, 2, 1)
	must(t, a.countsBox(t, 40_000, "a note stuck"))
	for _, m := range []*machine{a, b} {
		_, err := m.ship()
		must(t, err)
	}
	p.handedOver(t, "LB1", b.name)
	p.ships(t, office)
	a.hears(t)
	b.hears(t)
	m := meddledOf(t, p)
	m.copies(t, "before")
	b.night(t, 2, 2)
	must(t, b.countsBoxOf(t, 2, 30_000, "a note stuck"))
	b.play(t, 1, 3)
	for _, m := range []*machine{a, b} {
		m.hears(t)
	}
	lines, err := a.house.Sums().Shifts(sums.ShiftQuery{})
	must(t, err)
	p.stop()
	m.day = lines[0].Day
	m.opens(t)
	m.queries = central.Read(p.folder.Serve, p.folder.House)
	t.Cleanup(m.queries.Close)
	return m
}

// meddledOf has the rows of a pit's database read and written by its owner.
func meddledOf(t *testing.T, p *pit) *meddled {
	t.Helper()
	m := &meddled{pit: p, of: map[string][]string{}}
	var err error
	m.conn, err = pgx.Connect(t.Context(), p.owner)
	must(t, err)
	t.Cleanup(func() { must(t, m.conn.Close(context.Background())) })
	const withoutParts = `SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'sabot' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`
	m.tables = m.list(t, withoutParts)
	return m
}

// fails is a test, or a check of one.
type fails interface {
	Helper()
	Fatal(args ...any)
}

// sql carries statements out.
func (m *meddled) sql(t fails, statements ...string) {
	t.Helper()
	for _, sql := range statements {
		if _, err := m.conn.Exec(context.Background(), sql); err != nil {
			t.Fatal(sql, err)
		}
	}
}

// list asks for texts.
func (m *meddled) list(t testing.TB, sql string, args ...any) []string {
	t.Helper()
	rows, err := m.conn.Query(context.Background(), sql, args...)
	must(t, err)
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	return list
}

// opens keeps a copy of all rows, and takes away what keeps an administrator from changing them.
func (m *meddled) opens(t *testing.T) {
	t.Helper()
	m.copies(t, "pristine")
	m.sql(t, `SET session_replication_role = replica`)
	for _, kind := range []string{"f", "p", "u", "c"} {
		m.sql(t, m.list(t, `SELECT format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I CASCADE', c.conrelid::regclass, c.conname) FROM pg_constraint c
			JOIN pg_class r ON r.oid = c.conrelid JOIN pg_namespace n ON n.oid = r.relnamespace WHERE n.nspname = 'sabot' AND c.conparentid = 0 AND c.contype = $1`, kind)...)
	}
	m.sql(t, `DROP INDEX IF EXISTS sabot.one_office`)
	for _, table := range m.tables {
		m.of[table] = m.list(t, `SELECT column_name::text FROM information_schema.columns WHERE table_schema = 'sabot' AND table_name = $1 ORDER BY ordinal_position`, table)
		m.sql(t, m.list(t, `SELECT format('ALTER TABLE sabot.%I ALTER COLUMN %I DROP NOT NULL', table_name, column_name) FROM information_schema.columns
			WHERE table_schema = 'sabot' AND table_name = $1 AND is_nullable = 'NO' AND is_identity = 'NO'`, table)...)
	}
	m.sql(t, `ALTER TABLE sabot.streams ALTER COLUMN id DROP IDENTITY IF EXISTS`)
}

// again puts all rows back.
func (m *meddled) again(t fails) { m.back(t, "pristine") }

// back puts the rows of a copy back.
func (m *meddled) back(t fails, schema string) {
	t.Helper()
	for _, table := range m.tables {
		m.sql(t, fmt.Sprintf(`DELETE FROM sabot.%[1]q`, table))
		if table == "entries" { // nothing else vacuums here, and each reading would go through all that was ever put back
			m.sql(t, `VACUUM sabot.entries`)
		}
		m.sql(t, fmt.Sprintf(`INSERT INTO sabot.%[1]q SELECT * FROM %[2]s.%[1]q`, table, schema))
	}
}

// copies keeps a copy of all rows.
func (m *meddled) copies(t fails, schema string) {
	t.Helper()
	m.sql(t, `CREATE SCHEMA `+schema)
	for _, table := range m.tables {
		m.sql(t, fmt.Sprintf(`CREATE TABLE %[2]s.%[1]q AS SELECT * FROM sabot.%[1]q`, table, schema))
	}
}

// A toldBy is what a command said: its figures, where it has some, its words against them, and whether its status is 0.
type toldBy struct {
	figures, words string
	holds          bool
}

// carriedOut carries a command out.
func carriedOut(command func() toldBy) (said toldBy, panicked any, stack string) {
	defer func() {
		if panicked = recover(); panicked != nil {
			stack = string(debug.Stack())
		}
	}()
	return command(), nil, ""
}

// demand reports it as an error where the report lacks some words, or has figures of other tables than those.
func (said toldBy) demand(t *testing.T, words []string, tables string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(said.words, w) {
			t.Errorf("the report says %q, wanted %q", said.words, w)
		}
	}
	for _, table := range []string{"LB1", "LB2"} {
		if has := strings.Contains(said.figures, table); has != strings.Contains(tables, table) {
			t.Errorf("the report has %s: %v", table, has)
		}
	}
}

// commands are those that say something of the pit's figures, by name.
func (m *meddled) commands(ctx context.Context) map[string]func() toldBy {
	asks := func(ask func(q central.Reading) (toldBy, error)) func() toldBy {
		return func() toldBy {
			said, err := ask(keyed{m.queries}) // the keys that opens took away are no meddling
			if err != nil {
				said.words, said.holds = said.words+err.Error(), false
			}
			return said
		}
	}
	return map[string]func() toldBy{
		"report": asks(func(q central.Reading) (said toldBy, err error) {
			h, err := pitserver.House(ctx, q, m.folder, then)
			if err != nil {
				return said, err
			}
			sum, err := h.Sums().HouseSum(m.day)
			said.figures = fmt.Sprintf("%+v, %d open: %+v", sum.Periods, sum.Open, sum.Running)
			for _, d := range h.Doubts {
				said.words += d.String() + "\n"
			}
			for _, left := range h.Derived().LeftOut() {
				said.words += left.Table + ": " + left.Why.Error() + "\n"
			}
			said.holds = said.words == ""
			return said, err
		}),
		"status": asks(func(q central.Reading) (said toldBy, err error) {
			status, err := pitserver.StatusOf(ctx, q, m.folder, then())
			if err != nil {
				return said, err
			}
			return toldBy{words: fmt.Sprintf("%+v", status), holds: status.Holds()}, nil
		}),
		"verify": asks(func(q central.Reading) (said toldBy, err error) {
			err = pitserver.Verify(ctx, q, m.folder, func(s central.Stream, wrong error) {
				if wrong != nil {
					said.words += s.Machine + " " + s.Name + ": " + wrong.Error() + "\n"
				}
			})
			said.holds = said.words == ""
			return said, err
		}),
		"gone": asks(func(q central.Reading) (toldBy, error) {
			list, err := pitserver.GoneFrom(ctx, q, m.folder)
			return toldBy{words: fmt.Sprint(list)}, err
		}),
		"fetch": asks(func(q central.Reading) (toldBy, error) {
			file := filepath.Join(m.dir, "fetched.db")
			defer os.Remove(file)
			_, err := pitserver.Fetch(ctx, q, m.folder, "tavolo-2", file)
			return toldBy{}, err
		}),
	}
}

// meddles draws what somebody does to some rows, as statements.
func (m *meddled) meddles(t *rapid.T) (list []string) {
	for range rapid.IntRange(1, 3).Draw(t, "acts") {
		table := rapid.SampledFrom(append([]string{"entries", "streams", "machines", "tables", "moves", "entries", "streams"}, m.tables...)).Draw(t, "table")
		// rows has one row, or some that lie together; other one more
		seed := rapid.IntRange(0, 1<<20)
		row := func(name string) string {
			return fmt.Sprintf(`(SELECT (tableoid, ctid) FROM (SELECT tableoid, ctid, row_number() OVER (ORDER BY tableoid, ctid) - 1 AS n, count(*) OVER () AS all FROM sabot.%[1]q) x WHERE n = %[2]d %% "all")`, table, seed.Draw(t, name))
		}
		where := fmt.Sprintf(`(tableoid, ctid) IN %s`, row("row"))
		switch rapid.SampledFrom([]string{"one", "some", "all", "stream"}).Draw(t, "which") {
		case "some":
			where = fmt.Sprintf(`hashtext(ctid::text || %d) %% 4 = 0`, seed.Draw(t, "some"))
		case "all":
			where = `true`
		case "stream":
			if table == "entries" {
				where = fmt.Sprintf(`stream = (SELECT id FROM pristine.streams ORDER BY id LIMIT 1 OFFSET %d)`, rapid.IntRange(0, 5).Draw(t, "stream"))
			}
		}
		column := rapid.SampledFrom(m.of[table]).Draw(t, "column")
		switch rapid.SampledFrom([]string{"delete", "double", "swap", "cut", "null", "middle"}).Draw(t, "act") {
		case "delete":
			list = append(list, fmt.Sprintf(`DELETE FROM sabot.%q WHERE %s`, table, where))
		case "null":
			list = append(list, fmt.Sprintf(`UPDATE sabot.%q SET %q = NULL WHERE %s`, table, column, where))
		case "middle":
			list = append(list, fmt.Sprintf(`DELETE FROM sabot.entries e WHERE stream = (SELECT id FROM pristine.streams ORDER BY id LIMIT 1 OFFSET %d)
				AND seq = (SELECT 2 + %d %% greatest(1, max(seq) - 2) FROM sabot.entries x WHERE x.stream = e.stream)`, rapid.IntRange(0, 5).Draw(t, "stream"), seed.Draw(t, "seq")))
		case "double":
			list = append(list, fmt.Sprintf(`INSERT INTO sabot.%[1]q SELECT * FROM sabot.%[1]q WHERE %[2]s`, table, where))
		case "swap":
			list = append(list, fmt.Sprintf(`WITH a AS (SELECT tableoid t, ctid c, %[2]q v FROM sabot.%[1]q WHERE (tableoid, ctid) IN %[3]s), b AS (SELECT tableoid t, ctid c, %[2]q v FROM sabot.%[1]q WHERE (tableoid, ctid) IN %[4]s)
				UPDATE sabot.%[1]q r SET %[2]q = CASE WHEN (r.tableoid, r.ctid) = (a.t, a.c) THEN b.v ELSE a.v END FROM a, b WHERE (r.tableoid, r.ctid) IN ((a.t, a.c), (b.t, b.c))`, table, column, row("one"), row("other")))
		case "cut":
			half := rapid.SampledFrom([]string{`left(%[1]q::text, length(%[1]q::text) / 2)`, `''`, `'0'`, `'1'`, `left(%[1]q::text, length(%[1]q::text) - 1)`}).Draw(t, "cut")
			list = append(list, fmt.Sprintf(`DO $x$ DECLARE k text := (SELECT data_type FROM information_schema.columns WHERE table_schema = 'sabot' AND table_name = %[4]s AND column_name = %[5]s);
				BEGIN EXECUTE format($y$ UPDATE sabot.%[1]q SET %[2]q = (%[3]s)::%%s WHERE %[6]s $y$, k); END $x$`, table, column, fmt.Sprintf(half, column), "'"+table+"'", "'"+column+"'", strings.ReplaceAll(where, "%", "%%")))
		}
	}
	return list
}
