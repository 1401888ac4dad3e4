package central

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// A Gone is a stream of which the database lacked countersigned entries when it was put back and the pit went on: Size is the number that
// had been countersigned. The machine may have shipped them again since.
type Gone struct {
	Machine, Stream string
	Size            int64
}

// GoesWithout enters what is gone. Error: of a database that does not answer.
func (w *Writer) GoesWithout(ctx context.Context, list []Gone) error {
	for _, g := range list {
		if _, err := w.conn.Exec(ctx, `SELECT goes_without($1, $2, $3)`, g.Machine, g.Stream, g.Size); err != nil {
			return err
		}
	}
	return nil
}

// Gone returns what is gone, by machine and stream.
func (w *Writer) Gone(ctx context.Context) ([]Gone, error) { return allGone(ctx, w.conn) }

// Gone returns what Writer's Gone does.
func (q *Queries) Gone(ctx context.Context) (list []Gone, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		list, err = allGone(ctx, c)
		return err
	})
	return list, err
}

func allGone(ctx context.Context, c *pgx.Conn) ([]Gone, error) {
	rows, err := c.Query(ctx, `SELECT machine, stream, size FROM gone ORDER BY machine, stream`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, filled(pgx.RowToStructByPos[Gone]))
}
