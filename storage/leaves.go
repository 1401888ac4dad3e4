package storage

import (
	"context"
	"database/sql"
	"fmt"
	"iter"

	"sabot/pit/seal"
)

// Leaves implements record.Snapshot.
func (r *Reader) Leaves(ctx context.Context, name string) iter.Seq2[[32]byte, error] {
	return func(yield func([32]byte, error) bool) {
		stream, err := r.id(ctx, name)
		if err == nil {
			err = r.leaves(ctx, stream, yield)
		}
		if err != nil {
			yield([32]byte{}, err)
		}
	}
}

// Bytes implements record.Snapshot.
func (r *Reader) Bytes(ctx context.Context, name string, from int64, most int) ([][]byte, error) {
	stream, err := r.id(ctx, name)
	if err != nil {
		return nil, err
	}
	rows, err := r.tx.QueryContext(ctx, `SELECT entry FROM entries WHERE key >= ? AND key < ? ORDER BY key LIMIT ?`, key(stream, from), key(stream+1, 0), most)
	if err != nil {
		return nil, fmt.Errorf("reading the record of %s: %w", name, err)
	}
	return texts(rows)
}

// leaves hands the hashes of a stream's rows on; its error is of a row that cannot be read, and
// ctx's.
func (r *Reader) leaves(ctx context.Context, stream int64, yield func([32]byte, error) bool) error {
	const often = 512 // rows
	// Without ctx: a query that can be cancelled costs more at every row.
	rows, err := r.tx.Query(`SELECT entry FROM entries WHERE key >= ? AND key < ? ORDER BY key`, key(stream, 0), key(stream+1, 0))
	if err != nil {
		return err
	}
	defer rows.Close()
	var text sql.RawBytes
	for n := 0; rows.Next(); n++ {
		if n%often == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := rows.Scan(&text); err != nil {
			return err
		}
		if !yield(seal.Leaf(text), nil) {
			return nil
		}
	}
	return rows.Err()
}
