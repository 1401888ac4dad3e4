package central

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// A Counted is how many entries the database has under the number of a stream, without a look at one of them.
type Counted struct {
	Stream      int32
	Entries     int64
	First, Last int64   // their lowest and highest number
	Sum         float64 // of all their numbers
}

// Whole reports whether these are the entries from 1 to a number, each once.
func (c Counted) Whole(size int64) bool {
	return c.Entries == size && (size == 0 || c.First == 1 && c.Last == size && c.Sum == float64(size)*float64(size+1)/2)
}

// Counts returns how many entries there are by stream, also of streams that have no row. It reads the index alone.
func (q *Queries) Counts(ctx context.Context) (list []Counted, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT stream, count(*), min(seq), max(seq), sum(seq::float8) FROM entries GROUP BY stream ORDER BY stream`)
		if err == nil {
			list, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Counted])
		}
		return err
	})
	return list, err
}
