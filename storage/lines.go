package storage

import (
	"context"
	"database/sql"
	"fmt"
	"runtime"

	"sabot/pit"
	"sabot/pit/seal"
)

// batchRows is how many entries go from hand to hand at a time.
const batchRows = 512

// batch is some rows of a stream, read in one place, decoded in another and judged in a
// third.
type batch struct {
	rows  []row
	text  []byte // of all rows
	lines []pit.Line
	err   error         // after the last row
	ready chan struct{} // closed once the lines are there
}

// row is a row of entries.
type row struct {
	seq            int64
	from, to       int // of its text
	headline, mark sql.NullInt64
	wrong          error // it could not be read
}

// lines are a stream's entries in order, batch by batch, decoded ahead of who takes them.
// The channel is closed after the last; a batch's err ends them.
func (r *Reader) lines(ctx context.Context, stream int64) <-chan *batch {
	workers := max(1, runtime.GOMAXPROCS(0)-1)
	ordered, todo := make(chan *batch, 2*workers), make(chan *batch, 2*workers)
	for range workers {
		go func() {
			for b := range todo {
				b.decode()
				close(b.ready)
			}
		}()
	}
	go func() {
		defer close(ordered)
		defer close(todo)
		r.scan(ctx, stream, func(b *batch) bool {
			b.ready = make(chan struct{})
			select {
			case ordered <- b:
				todo <- b
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	return ordered
}

// scan reads a stream's rows and hands them on until it is told to stop.
func (r *Reader) scan(ctx context.Context, stream int64, next func(*batch) bool) {
	rows, err := r.tx.QueryContext(ctx, `SELECT key, headline, mark, entry FROM entries WHERE key >= ? AND key < ? ORDER BY key`, key(stream, 0), key(stream+1, 0))
	if err != nil {
		next(&batch{err: err})
		return
	}
	defer rows.Close()
	b := &batch{}
	for rows.Next() {
		b.add(rows, stream)
		if len(b.rows) == batchRows {
			if !next(b) {
				return
			}
			b = &batch{text: make([]byte, 0, len(b.text))}
		}
	}
	b.err = rows.Err()
	next(b)
}

func (b *batch) add(rows *sql.Rows, stream int64) {
	var at int64
	var text sql.RawBytes
	r := row{from: len(b.text)}
	r.wrong = rows.Scan(&at, &r.headline, &r.mark, &text)
	r.seq = at - key(stream, 0)
	b.text = append(b.text, text...)
	r.to = len(b.text)
	b.rows = append(b.rows, r)
}

// decode makes lines of the rows.
func (b *batch) decode() {
	b.lines = make([]pit.Line, len(b.rows))
	for i := range b.rows {
		r, l := &b.rows[i], &b.lines[i]
		l.Seq, l.Bytes = r.seq, b.text[r.from:r.to:r.to]
		l.Leaf = seal.Leaf(l.Bytes)
		var err error
		if l.Entry, err = pit.DecodeExact(l.Bytes); err == nil {
			err = r.wrong
		}
		l.Wrong = r.judge(l, err)
	}
}

// judge says what does not hold of a row by itself.
func (r *row) judge(l *pit.Line, err error) *pit.Fault {
	switch {
	case err != nil:
		return &pit.Fault{Code: pit.Unreadable, What: err.Error()}
	case !r.mark.Valid:
		return &pit.Fault{Code: pit.Unsealed, What: "it has no mark, so it was not written by Sabot"}
	case r.mark.Int64 != mark(l.Leaf):
		return &pit.Fault{Code: pit.Changed, What: fmt.Sprintf("it is not what was sealed: it has the mark %d, and its own is %d", r.mark.Int64, mark(l.Leaf))}
	case headline(l.Entry.Fact) != r.headline.Int64 || r.headline.Valid != (r.headline.Int64 != 0):
		return &pit.Fault{Code: pit.WrongColumn, What: fmt.Sprintf("the column beside it says %d, and it is %d", r.headline.Int64, headline(l.Entry.Fact))}
	}
	return nil
}
