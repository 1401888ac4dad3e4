package storage

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// A columns is a pair of digests of the row cells from which the two indexes are made.
type columns struct {
	headlines, openings hash.Hash
	other               bool // a row has there what is no number
}

func newColumns() *columns { return &columns{headlines: sha256.New(), openings: sha256.New()} }

// add takes the next row in.
func (c *columns) add(key int64, headline any) {
	switch n := headline.(type) {
	case nil:
	case int64:
		b := binary.BigEndian.AppendUint64(nil, uint64(key))
		if n == opens {
			c.openings.Write(b)
		}
		c.headlines.Write(binary.BigEndian.AppendUint64(b, uint64(n)))
	default:
		c.other = true
	}
}

// same reports whether both indexes have what the rows had.
func (c *columns) same(ofHeadlines, ofOpenings *columns) bool {
	sum := func(h hash.Hash) [sha256.Size]byte { return [sha256.Size]byte(h.Sum(nil)) }
	return !ofHeadlines.other && sum(c.headlines) == sum(ofHeadlines.headlines) && sum(c.openings) == sum(ofOpenings.openings)
}

// saw keeps what all rows of a stream had, where they were read to the end.
func (r *Reader) saw(stream int64, c *columns) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen == nil {
		r.seen = map[int64]*columns{}
	}
	r.seen[stream] = c
}

// indexed reports whether both indexes have what the rows of a stream have. The rows of a stream that was read to its end are not
// read again.
func (r *Reader) indexed(ctx context.Context, stream int64) (right bool, err error) {
	from, to := key(stream, 0), key(stream+1, 0)
	r.mu.Lock()
	rows := r.seen[stream]
	r.mu.Unlock()
	if rows == nil || rows.other {
		err = r.tx.QueryRowContext(ctx, indexesRight, from, to).Scan(&right)
		return right, err
	}
	headlines, err := r.columns(ctx, `SELECT key, headline FROM entries INDEXED BY headlines WHERE key >= ? AND key < ? AND headline IS NOT NULL ORDER BY key`, from, to)
	if err != nil {
		return false, err
	}
	openings, err := r.columns(ctx, `SELECT key, 1 FROM entries INDEXED BY openings WHERE key >= ? AND key < ? AND headline = 1 ORDER BY key`, from, to)
	if err != nil {
		return false, err
	}
	return rows.same(headlines, openings), nil
}

// columns returns the columns of the rows that a query finds.
func (r *Reader) columns(ctx context.Context, query string, from, to int64) (*columns, error) {
	rows, err := r.tx.QueryContext(ctx, query, from, to)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := newColumns()
	for rows.Next() {
		var key int64
		var headline any
		if err := rows.Scan(&key, &headline); err != nil {
			return nil, err
		}
		found.add(key, headline)
	}
	return found, rows.Err()
}
