package storage

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sabot/pit/record"
)

// layoutText is what the migrations make, as SQLite keeps it: of each object its kind, its
// name and its table, behind them its text.
//
//go:embed layout.txt
var layoutText string

// layoutEnd ends an object in layoutText.
const layoutEnd = "\n;\n"

// object is a table, an index, a view or a trigger of the record's file.
type object struct{ kind, name, table, text string }

func (o object) String() string {
	return fmt.Sprintf("%s %s %s\n%s%s", o.kind, o.name, o.table, o.text, layoutEnd)
}

// ofSabot are the objects that a record has, and nothing else.
func ofSabot() (list []object) {
	for text := range strings.SplitSeq(strings.TrimSuffix(layoutText, layoutEnd), layoutEnd) {
		head, body, _ := strings.Cut(text, "\n")
		words := strings.Fields(head)
		list = append(list, object{words[0], words[1], words[2], body})
	}
	return list
}

// querier is a connection, or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// objects are those that a file has, by kind and name.
func objects(ctx context.Context, q querier) ([]object, error) {
	rows, err := q.QueryContext(ctx, `SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []object
	for rows.Next() {
		var o object
		if err := rows.Scan(&o.kind, &o.name, &o.table, &o.text); err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	slices.SortFunc(list, func(a, b object) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name)) })
	return list, rows.Err()
}

// judgeLayout says what of a file's layout is not as Sabot makes it. The error wraps
// record.ErrChanged.
func judgeLayout(ctx context.Context, q querier) error {
	there, err := objects(ctx, q)
	if err != nil {
		return err
	}
	for _, o := range ofSabot() {
		n := slices.IndexFunc(there, func(t object) bool { return t.kind == o.kind && t.name == o.name })
		if n < 0 {
			return fmt.Errorf("%w: its %s %s is missing", record.ErrChanged, o.kind, o.name)
		}
		if there[n] != o {
			return fmt.Errorf("%w: its %s %s is not as Sabot makes it", record.ErrChanged, o.kind, o.name)
		}
		there = slices.Delete(there, n, n+1)
	}
	if len(there) > 0 {
		return fmt.Errorf("%w: it has a %s %s that is not Sabot's", record.ErrChanged, there[0].kind, there[0].name)
	}
	var wrong string
	err = q.QueryRowContext(ctx, fmt.Sprintf(misfits, schemaVersion+1, schemaVersion, mostStreams)).Scan(&wrong)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("%w: %s", record.ErrChanged, wrong)
	}
	return err
}

// misfits asks for a row of the small tables that Sabot does not write; those of the entries
// are looked at where they are read. What could be found through an index is not.
const misfits = `
SELECT 'its layout was set back' WHERE (SELECT count(DISTINCT version_id) <> %d OR max(version_id) <> %d OR count(*) <> sum(is_applied) FROM goose_db_version)
UNION ALL SELECT 'the name of stream ' || id || ' is no text' FROM streams NOT INDEXED WHERE typeof(name) <> 'text'
UNION ALL SELECT 'no stream has the number ' || id FROM streams WHERE id < 1 OR id >= %d
UNION ALL SELECT 'two streams have the name ' || name FROM streams NOT INDEXED GROUP BY +name HAVING count(*) > 1
UNION ALL SELECT 'the index of the streams is not theirs' WHERE (SELECT count(*) FROM streams NOT INDEXED) <> (SELECT count(*) FROM streams INDEXED BY sqlite_autoindex_streams_1)
	OR EXISTS (SELECT 1 FROM streams s NOT INDEXED WHERE s.id IS NOT (SELECT i.id FROM streams i INDEXED BY sqlite_autoindex_streams_1 WHERE i.name = s.name))
UNION ALL SELECT 'the head of stream ' || stream || ' has values of another type' FROM heads WHERE typeof(size) <> 'integer' OR typeof(edge) <> 'blob' OR typeof(note) <> 'text'
UNION ALL SELECT 'the sealed key of ' || number || ' is no text' FROM pins WHERE typeof(number) <> 'text' OR typeof(hash) <> 'text'
LIMIT 1`
