package storage

import (
	"context"
	"database/sql"
	"fmt"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"sabot/pit/record"
)

// A written is the list of rows of entries and heads that SQLite itself reports as written. A trigger that somebody
// put into the file can leave out or change what SQLite was told to insert, or take it out again. It has the rows
// of one write at a time.
type written struct {
	mu   sync.Mutex
	rows []wrote
}

// A wrote is a row of a table as it was written: the text is an entry, or the note of a head.
type wrote struct {
	table string
	key   int64
	text  string
	mark  int64 // an entry's
}

var errUnwritten = fmt.Errorf("%w: what was written to it is not there", record.ErrChanged)

// watch makes the connection of a database report what it writes.
func (w *written) watch(db *sql.DB) error {
	conn, err := db.Conn(context.Background())
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(driver any) error {
		driver.(sqlite.HookRegisterer).RegisterPreUpdateHook(w.row)
		return nil
	})
}

// row notes each row before SQLite writes it. SQLite calls it. It also notes changed and deleted entries: nobody
// expects these rows.
func (w *written) row(d sqlite.SQLitePreUpdateData) {
	if d.TableName != "entries" && d.TableName != "heads" {
		return
	}
	row := wrote{table: d.TableName, key: d.NewRowID}
	var columns [4]any
	if d.Op == sqlite3.SQLITE_INSERT || d.Op == sqlite3.SQLITE_UPDATE && d.TableName == "heads" {
		if err := d.New(columns[:]...); err != nil {
			columns = [4]any{}
		}
	}
	if d.TableName == "entries" {
		row.text, _ = columns[2].(string)
		row.mark, _ = columns[3].(int64)
	} else {
		row.text, _ = columns[3].(string)
	}
	w.rows = append(w.rows, row)
}

// exec runs a statement that is to write those rows and no others of their kind.
func (w *written) exec(stmt *sql.Stmt, values []any, rows ...wrote) error {
	w.rows = w.rows[:0]
	if _, err := stmt.Exec(values...); err != nil {
		return err
	}
	if len(w.rows) != len(rows) {
		return errUnwritten
	}
	for i, row := range rows {
		if w.rows[i] != row {
			return errUnwritten
		}
	}
	return nil
}
