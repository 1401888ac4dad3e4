package pitserver_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"sabot/app/pitserver"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// loses takes the keys of a table of the database away, as its administrator does who doubles its rows.
func (p *pit) loses(t *testing.T, table string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), p.owner)
	must(t, err)
	defer func() { must(t, conn.Close(context.Background())) }()
	rows, err := conn.Query(t.Context(), `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', c.conrelid::regclass, c.conname) FROM pg_constraint c
		WHERE c.conrelid = ('sabot.' || $1)::regclass AND c.contype IN ('p', 'u') AND c.conparentid = 0`, table)
	must(t, err)
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	for _, sql := range append(list, `DROP INDEX IF EXISTS sabot.one_office`) {
		_, err := conn.Exec(t.Context(), sql)
		must(t, err)
	}
}

// told returns what pit status, pit verify and pit report say that is wrong, by command.
func (p *pit) told(t *testing.T) map[string]string {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	h, err := pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	report := ""
	for _, d := range h.Doubts {
		report += d.String() + "\n"
	}
	return map[string]string{"status": p.stated(t), "verify": p.faults(t), "report": report}
}

// Rows of any table of the database stand twice, as whoever administers it took its key away and entered them once more. Each command of the pit names
// the table and says how it is put right. A machine that ships is told whose row stands twice, and so is who moves a table.
func TestDoubledRowsAreNamed(t *testing.T) {
	t.Parallel()
	p, _, a, b := handedNight(t, 1)
	a.hears(t)
	b.hears(t)
	all := func(table string) string { return fmt.Sprintf(`sabot\.%s\b`, table) }
	cure := regexp.MustCompile(`Its owner puts it right: (.*)`)
	for _, c := range []struct {
		table string
		ships string // what a machine is told; "" where it ships
		moves string // and who moves a table
	}{
		{"machines", "more than once in sabot.machines: run sabotctl pit verify at the pit", ""},
		{"streams", "more than once in sabot.streams", "more than once in sabot.streams"},
		{"house", "a row more than once in sabot.house", ""},
		{"tables", "", ""},
		{"moves", "", "tavolo-1 LB1 more than once in sabot.moves"},
		{"sealed", "", ""},
	} {
		p.loses(t, c.table)
		for command, says := range p.told(t) {
			if !strings.Contains(says, "the database has lost the key of sabot."+c.table+" ") {
				t.Errorf("%s without its key, pit %s: %q", c.table, command, says)
			}
		}
		p.owns(t, fmt.Sprintf(`INSERT INTO sabot.%[1]s OVERRIDING SYSTEM VALUE SELECT * FROM sabot.%[1]s`, c.table))
		said := p.told(t)
		for command, says := range said {
			if !regexp.MustCompile(`more than once in ` + all(c.table)).MatchString(says) {
				t.Errorf("%s doubled, pit %s: %q", c.table, command, says)
			}
		}
		if err := b.puller().Once(t.Context()); c.ships == "" && err != nil || c.ships != "" && (err == nil || !strings.Contains(err.Error(), c.ships)) {
			t.Errorf("%s doubled, pit ship: %v", c.table, err)
		}
		if c.moves != "" {
			if _, err := p.moved(t, "LB1", a.name, true); err == nil || !strings.Contains(err.Error(), c.moves) {
				t.Errorf("%s doubled, pit move: %v", c.table, err)
			}
		}
		if c.table == "streams" {
			p.owns(t, `DELETE FROM sabot.streams a USING sabot.streams b WHERE a.ctid < b.ctid AND a.id = b.id`)
		}
		for range 2 { // the rows, then the key
			for _, found := range cure.FindAllStringSubmatch(p.told(t)["status"], -1) {
				p.owns(t, found[1])
			}
		}
		for command, says := range p.told(t) {
			if says != "" {
				t.Fatalf("%s put right, pit %s: %q", c.table, command, says)
			}
		}
		b.hears(t)
	}
}

// A keyed is a reader of a database that has all its keys.
type keyed struct{ central.Reading }

func (k keyed) AtOnce(ctx context.Context, do func(central.Reading) error) error {
	return k.Reading.AtOnce(ctx, func(q central.Reading) error { return do(keyed{q}) })
}

func (k keyed) Doubled(ctx context.Context) (list []central.Doubled, err error) {
	all, err := k.Reading.Doubled(ctx)
	for _, d := range all {
		if !d.Keyless {
			list = append(list, d)
		}
	}
	return list, err
}

// A table of the database that is never empty loses its rows: no server writes then, and the log, the machines and each command of the pit say why, with
// what puts it right.
func TestLostRowsAreNamed(t *testing.T) {
	t.Parallel()
	p, m := shippedHands(t, 1)
	cure := regexp.MustCompile(`puts it right: (.*)`)
	p.owns(t, `ALTER TABLE sabot.house ALTER COLUMN name DROP NOT NULL`)
	for i, c := range []struct{ table, meddles, log, ships string }{
		{"writer", `DELETE FROM sabot.writer`, "not writing: the database has lost the row", "rows of sabot.writer"},
		{"goose_db_version", `DELETE FROM sabot.goose_db_version`, "not writing: the database has lost the row", "rows of sabot.goose_db_version"},
		{"house", `UPDATE sabot.house SET name = NULL`, "not writing: the database has lost the name of the house", "the name in sabot.house"},
	} {
		table := c.table
		defer func() {
			if log := p.said.String(); strings.Contains(log, "insert into") || strings.Contains(log, "update sabot") || !strings.Contains(log, "run sabotctl pit status, which says how its owner puts that right") {
				t.Errorf("%s, the log has a statement, or not what to do: %s", table, log)
			}
		}()
		p.owns(t, c.meddles)
		p.stop()
		p.stop = p.serve(t, 0, p.now)
		p.hasSaid(t, c.log, i%2+1) // the second in the words of the first
		if _, err := m.ship(); err == nil || !strings.Contains(err.Error(), "the pit's database has lost "+c.ships+": run sabotctl pit status at the pit") {
			t.Errorf("%s, pit ship: %v", table, err)
		}
		if _, err := central.Init(t.Context(), p.owner, p.folder.House); table != "writer" && (err == nil || !strings.Contains(err.Error(), "has lost the ") || !strings.Contains(err.Error(), "sabot."+table)) {
			t.Errorf("%s, pit init: %v", table, err)
		}
		said := p.told(t)
		for command, says := range said {
			if !strings.Contains(says, "sabot."+table) || cure.FindString(says) == "" {
				t.Errorf("%s, pit %s: %q", table, command, says)
			}
		}
		for _, found := range cure.FindAllStringSubmatch(said["status"], -1) {
			p.owns(t, found[1])
		}
		must(t, pgtest.Seen("the pit writes", func() bool { _, err := m.ship(); return err == nil }))
		for command, says := range p.told(t) {
			if says != "" {
				t.Errorf("%s put right, pit %s: %q", table, command, says)
			}
		}
	}
}
