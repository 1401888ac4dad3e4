package storage

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sabot/pit/record"
)

// layoutText is the layout of a record, in the order in which it is made and as SQLite keeps it. Of each object it
// has kind, name and table, and behind them its text.
//
// A stream is a table's entries, or the house's. Of entries a row is one, its bytes as they were encoded. The key
// is the stream and the sequence number in it, stream << 40 | seq. It keeps a table's entries together and in
// order. Two programs cannot both write a table's n-th entry. The mark is the first 32 bits of the entry's hash in
// the log. It names the entry that was changed; the head alone says only that one was. The openings have an index
// of their own, since they are asked for at every start. Of heads a row stands for all entries of a stream and
// their order. It has the log's size, its right edge, and its head as a signed note. The edge has 32 bytes a
// complete subtree, the largest first. The view has one statement write an entry and the head that it makes. Apart
// from the record are pins, sealed keys alone, replaced when a PIN is.
//
//go:embed layout.txt
var layoutText string

// layoutEnd ends an object in layoutText.
const layoutEnd = "\n;\n"

// An object is a table, an index, a view or a trigger of the record's file.
type object struct{ kind, name, table, text string }

func (o object) String() string {
	return fmt.Sprintf("%s %s %s\n%s%s", o.kind, o.name, o.table, o.text, layoutEnd)
}

// ofSabot returns the objects that a record has, and nothing else.
func ofSabot() (list []object) {
	for text := range strings.SplitSeq(strings.TrimSuffix(layoutText, layoutEnd), layoutEnd) {
		head, body, _ := strings.Cut(text, "\n")
		words := strings.Fields(head)
		list = append(list, object{words[0], words[1], words[2], body})
	}
	return list
}

// A querier is a connection, or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// objects returns the objects that a file has, in the order in which they were made.
func objects(ctx context.Context, q querier) ([]object, error) {
	rows, err := q.QueryContext(ctx, `SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY rowid`)
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
	return list, rows.Err()
}

// judgeLayout returns what in a file's layout is not as Sabot makes it. The error wraps record.ErrChanged.
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
