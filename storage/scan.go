package storage

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// A scanning is a reader of a stream's rows as the driver has them, a batch at a time. Through database/sql who reads another
// stream meanwhile would take turns with it at each row, and each cell would be looked at once more.
type scanning struct {
	conn    *sql.Conn
	rows    driver.Rows
	stream  int64
	cells   [4]driver.Value // of the row that was read last: what the file has there, of whatever type
	columns *columns        // of all rows so far
}

// rowsOf begins to read a stream's rows.
func (r *Reader) rowsOf(stream int64) (*scanning, error) {
	s := &scanning{conn: r.conn, stream: stream, columns: newColumns()}
	err := s.conn.Raw(func(conn any) (err error) {
		// Without a context: a query that can be cancelled costs more at every row.
		s.rows, err = conn.(driver.QueryerContext).QueryContext(context.Background(),
			`SELECT key, headline, mark, entry FROM entries NOT INDEXED WHERE key >= ? AND key < ? ORDER BY key`,
			[]driver.NamedValue{{Ordinal: 1, Value: key(stream, 0)}, {Ordinal: 2, Value: key(stream+1, 0)}})
		return err
	})
	return s, err
}

// fill reads rows until the batch is full; more is false after the last one.
func (s *scanning) fill(b *batch) (more bool, err error) {
	err = s.conn.Raw(func(any) error {
		for len(b.rows) < batchRows {
			if err := s.rows.Next(s.cells[:]); err != nil {
				return err
			}
			s.add(b)
		}
		return nil
	})
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	return err == nil, err
}

// add puts the row that was read last into a batch.
func (s *scanning) add(b *batch) {
	at, text := s.cells[0], s.cells[3]
	r := row{from: len(b.text), headline: number(s.cells[1], sql.NullInt64{Int64: -1, Valid: true}), mark: number(s.cells[2], sql.NullInt64{})}
	k, isKey := at.(int64)
	if !isKey {
		r.wrong = fmt.Errorf("its key is %v", at)
	}
	r.seq = k - key(s.stream, 0)
	if text, ok := text.(string); ok {
		b.text = append(b.text, text...)
	}
	r.to = len(b.text)
	b.rows = append(b.rows, r)
	s.columns.add(k, s.cells[1])
	s.columns.other = s.columns.other || !isKey
}

// close ends the reading.
func (s *scanning) close() {
	_ = s.conn.Raw(func(any) error { return s.rows.Close() }) // what could not be read was told
}

// number returns a cell that should be a number or nothing; other is returned for anything else.
func number(cell any, other sql.NullInt64) sql.NullInt64 {
	switch v := cell.(type) {
	case int64:
		return sql.NullInt64{Int64: v, Valid: true}
	case nil:
		return sql.NullInt64{}
	}
	return other
}
