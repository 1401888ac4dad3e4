package central

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// A key is the list of columns by which the layout keeps a row of a table from standing twice. They say whose row
// it is.
type key struct {
	table           string
	columns         []string
	machine, stream string // columns; "" where the row is of neither
	counted         bool   // its rows are found by Counts
}

var keys = []key{
	{table: "machines", columns: []string{"name"}, machine: "name"},
	{table: "streams", columns: []string{"id"}, machine: "machine", stream: "name"},
	{table: "streams", columns: []string{"machine", "name"}, machine: "machine", stream: "name"},
	{table: "tables", columns: []string{"name"}, stream: "name"},
	{table: "moves", columns: []string{"name", "machine"}, machine: "machine", stream: "name"},
	{table: "gone", columns: []string{"machine", "stream"}, machine: "machine", stream: "stream"},
	{table: "refusals", columns: []string{"machine", "stream", "why"}, machine: "machine", stream: "stream"},
	{table: "heads", columns: []string{"machine", "stream"}, machine: "machine", stream: "stream"},
	{table: "wanted", columns: []string{"machine", "stream"}, machine: "machine", stream: "stream"},
	{table: "sealed", columns: []string{"number"}},
	{table: "readers", columns: []string{"login", "name"}, stream: "name"},
	{table: "house", columns: []string{"one"}},
	{table: "writer", columns: []string{"one"}},
	{table: "goose_db_version", columns: []string{"id"}},
	{table: "entries", columns: []string{"stream", "seq", "at"}, counted: true},
}

// A Doubled is a fault of the database. A row is there more than once, or the key is gone that prevents it. Or a
// table that is never empty has lost all its rows.
type Doubled struct {
	In              string // the table of the database
	Machine, Stream string // whose row it is; "" where it is of neither
	Differ          bool   // the rows do not say the same
	Keyless         bool   // no row need stand twice: the key is gone
	Lost            bool   // the table has none of the rows, or of the names, without which no server writes

	by    key
	house string // whose database it is
}

// what returns what stands more than once, and where.
func (d Doubled) what() string {
	of := strings.TrimSpace(d.Machine + " " + d.Stream)
	if of == "" {
		of = "a row"
	}
	return fmt.Sprintf("%s more than once in sabot.%s", of, d.In)
}

// String returns what is to be said of it, with the cure.
func (d Doubled) String() string {
	if d.Lost {
		for _, n := range neverEmpties {
			if n.table == d.In {
				return fmt.Sprintf("the database has lost %s. %s: %s", n.lost, n.when, strings.ReplaceAll(n.cure, "%s", "'"+strings.ReplaceAll(d.house, "'", "''")+"'"))
			}
		}
	}
	if d.Keyless {
		return fmt.Sprintf("the database has lost the key of sabot.%s that keeps rows from standing twice. Its owner puts it right: %s", d.In, d.by.again())
	}
	cure := "Restore a backup of the pit"
	if (!d.Differ || d.In == "writer") && d.In != "streams" { // who writes says so anew each second; nobody deletes a stream
		var same []string
		for _, column := range d.by.columns {
			same = append(same, fmt.Sprintf("a.%[1]s = b.%[1]s", column))
		}
		cure = fmt.Sprintf("Its owner puts it right: delete from sabot.%[1]s a using sabot.%[1]s b where a.ctid < b.ctid and %s", d.In, strings.Join(same, " and "))
	}
	return fmt.Sprintf("the database has %s: whoever administers it has doubled that row. %s", d.what(), cure)
}

// again returns the statement that makes a key again.
func (k key) again() string {
	kind := "primary key"
	if k.table == "streams" && len(k.columns) > 1 {
		kind = "unique"
	}
	return fmt.Sprintf("alter table sabot.%s add %s (%s)", k.table, kind, strings.Join(k.columns, ", "))
}

// A DoubledError is the error of a question to which a database has more than one answer, as rows stand twice in it.
type DoubledError struct{ Row Doubled }

func (e *DoubledError) Error() string {
	if e.Row.Keyless {
		return fmt.Sprintf("the pit's database has lost the key of sabot.%s: run sabotctl pit verify at the pit", e.Row.In)
	}
	return fmt.Sprintf("the pit's database has %s: run sabotctl pit verify at the pit", e.Row.what())
}

// A neverEmpty is a table that is never empty. It has the condition under which it is, what is lost then, when the owner fills it again, and by
// which statement. %s there is the name of the house.
type neverEmpty struct{ table, empty, lost, when, cure string }

var neverEmpties = []neverEmpty{
	{
		"house", `EXISTS (SELECT FROM house WHERE coalesce(name, '') = '')`, "the name of the house in sabot.house, by which a server knows whose database it is",
		"Its owner puts it right", `update sabot.house set name = %s`,
	},
	{"writer", `NOT EXISTS (SELECT FROM writer)`, "the row of sabot.writer, by which one server writes and no other", "Its owner puts it right", `insert into sabot.writer default values`},
	{
		"goose_db_version", `NOT EXISTS (SELECT FROM goose_db_version WHERE version_id > 0)`, "the rows of sabot.goose_db_version, which say which layout it has", "Where Sabot was not updated since, its owner puts it right",
		fmt.Sprintf(`insert into sabot.goose_db_version (version_id, is_applied) select n, true from generate_series(0, %d) n`, layout),
	},
}

// A LostError is the error of a table of the database that is never empty, and is.
type LostError struct{ In string }

func (e *LostError) Error() string {
	for _, n := range neverEmpties {
		if n.table == e.In {
			return fmt.Sprintf("the database has lost %s: run sabotctl pit status, which says how its owner puts that right", n.lost)
		}
	}
	return "the database has lost the rows of sabot." + e.In
}

// Doubled returns the rows of the database that stand more than once and the keys it has lost that keep rows from
// that. It also returns the tables that have lost the rows without which no server writes. Entries are counted by
// Counts.
func (q *Queries) Doubled(ctx context.Context) (list []Doubled, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		if list, err = doubled(ctx, c); err != nil {
			return err
		}
		lost, err := lostRows(ctx, c, q.house)
		list = append(list, lost...)
		return err
	})
	return list, err
}

// lostRows returns the tables of a house's database that are never empty, and are. One that is not there, or that the login may not see, is of another layout.
func lostRows(ctx context.Context, c *pgx.Conn, house string) (list []Doubled, err error) {
	for _, n := range neverEmpties {
		var seen, empty bool
		err := c.QueryRow(ctx, `SELECT coalesce(has_table_privilege(to_regclass($1), 'SELECT'), false)`, schema+"."+n.table).Scan(&seen)
		if err == nil && seen {
			err = c.QueryRow(ctx, `SELECT `+n.empty).Scan(&empty)
		}
		if err != nil {
			return nil, err
		}
		if empty {
			list = append(list, Doubled{In: n.table, Lost: true, house: house})
		}
	}
	return list, nil
}

func doubled(ctx context.Context, c *pgx.Conn) (list []Doubled, err error) {
	lost, err := lostKeys(ctx, c)
	if err != nil || len(lost) == 0 { // with its key no row stands twice
		return nil, err
	}
	for _, k := range lost {
		if k.counted {
			continue
		}
		some, err := k.doubled(ctx, c)
		if err != nil {
			return nil, err
		}
		for _, d := range some {
			if !slices.ContainsFunc(list, func(o Doubled) bool { return o.In == d.In && o.Machine == d.Machine && o.Stream == d.Stream }) {
				list = append(list, d)
			}
		}
	}
	for _, k := range lost {
		list = append(list, Doubled{In: k.table, Keyless: true, by: k})
	}
	return list, nil
}

// lostKeys returns the keys of the layout that no index of the database holds any more.
func lostKeys(ctx context.Context, c *pgx.Conn) (lost []key, err error) {
	rows, err := c.Query(ctx, `SELECT c.relname || ':' || string_agg(a.attname, ',' ORDER BY k.n) FROM pg_index i
		JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace s ON s.oid = c.relnamespace
		CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, n) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
		WHERE s.nspname = $1 AND i.indisunique AND i.indisvalid AND i.indpred IS NULL GROUP BY i.indexrelid, c.relname`, schema)
	if err != nil {
		return nil, err
	}
	has, err := pgx.CollectRows(rows, filled(pgx.RowTo[string]))
	for _, k := range keys {
		if !slices.Contains(has, k.table+":"+strings.Join(k.columns, ",")) {
			lost = append(lost, k)
		}
	}
	return lost, err
}

// doubled returns which rows of its table have a key that another one has.
func (k key) doubled(ctx context.Context, c *pgx.Conn) (list []Doubled, err error) {
	of := func(column string) string {
		if column == "" {
			return `''`
		}
		return "coalesce(min(t." + column + "), '')"
	}
	rows, err := c.Query(ctx, fmt.Sprintf(`SELECT %s, %s, count(DISTINCT (t.*)::text) > 1 FROM %s t GROUP BY %s HAVING count(*) > 1 ORDER BY 1, 2`,
		of(k.machine), of(k.stream), k.table, strings.Join(k.columns, ", ")))
	if err != nil {
		return nil, err
	}
	d := Doubled{In: k.table, by: k}
	_, err = pgx.ForEachRow(rows, []any{&d.Machine, &d.Stream, &d.Differ}, func() error {
		list = append(list, d)
		return nil
	})
	return list, err
}

// StandsTwice reports whether an error comes of more rows than there should be, or of a key that is gone. Such are
// a subquery that answers several rows, and ON CONFLICT without its key.
func StandsTwice(err error) bool {
	var pg *pgconn.PgError
	return errors.Is(err, pgx.ErrTooManyRows) || errors.As(err, &pg) && (pg.Code == "21000" || pg.Code == "42P10")
}

// named turns an error about double rows into a DoubledError that names such a row; it returns any other error as
// it is.
func named(ctx context.Context, c *pgx.Conn, err error) error {
	if !StandsTwice(err) {
		return err
	}
	list, wrong := doubled(ctx, c)
	if wrong != nil || len(list) == 0 {
		return err
	}
	return &DoubledError{list[0]}
}
