package central

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Member is the machine under which a pit keeps what it ships to its group: no machine that is enrolled has
// such a name.
const Member = "~group"

// Join enters a group as a member in a pit's database, so that the pit stores what it ships to the group. That is a stream of that
// name, signed by the key of that verifier and countersigned by the group's. What it shipped under another name stays.
func Join(ctx context.Context, owner, house, stream, verifier, group string, now int64) error {
	return owned(ctx, owner, house, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO machines (name, serial, verifier, enrolled) VALUES ($1, '', $2, $3)
			ON CONFLICT (name) DO UPDATE SET verifier = excluded.verifier, enrolled = excluded.enrolled`, Member, verifier+" "+group, now)
		if err == nil {
			_, err = tx.Exec(ctx, `INSERT INTO streams (machine, name) VALUES ($1, $2) ON CONFLICT DO NOTHING`, Member, stream)
		}
		return err
	})
}

// TablesBy returns the tables of a machine, read with the login of the database's owner.
func TablesBy(ctx context.Context, owner, house, machine string) (list []string, err error) {
	err = owned(ctx, owner, house, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT name FROM tables WHERE machine = $1 ORDER BY name`, machine)
		if err == nil {
			list, err = pgx.CollectRows(rows, filled(pgx.RowTo[string]))
		}
		return err
	})
	return list, err
}

// A HeadAt is the last head that a house has shipped of one of its streams.
type HeadAt struct {
	Machine, Stream string
	Size            int64
	Note            string // signed by its machine, countersigned by the house's pit
	Said            string // the stream of the house in which it was
}

const headsQuery = `SELECT machine, stream, size, note, said FROM heads`

// ErrNoHead is the error of a stream of which a house has shipped no head.
var ErrNoHead = errors.New("the house has shipped no head of that stream")

// Want records that a group wants all entries of one of a house's streams, or no more of them. Error: ErrNoHead.
func Want(ctx context.Context, owner, group, house, stream string, wanted bool, now int64) error {
	return owned(ctx, owner, group, func(tx pgx.Tx) error {
		if !wanted {
			_, err := tx.Exec(ctx, `DELETE FROM wanted WHERE machine = $1 AND stream = $2`, house, stream)
			return err
		}
		done, err := tx.Exec(ctx, `INSERT INTO wanted (machine, stream, since) SELECT machine, stream, $3 FROM heads WHERE machine = $1 AND stream = $2
			ON CONFLICT (machine, stream) DO UPDATE SET since = wanted.since`, house, stream, now)
		if err == nil && done.RowsAffected() == 0 {
			err = fmt.Errorf("%w: %s of %s", ErrNoHead, stream, house)
		}
		return err
	})
}

// Heads returns the last heads that houses have shipped of their streams.
func (w *Writer) Heads(ctx context.Context) ([]HeadAt, error) { return heads(ctx, w.conn) }

// Heads returns the last heads that houses have shipped of their streams.
func (q *Queries) Heads(ctx context.Context) (list []HeadAt, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		list, err = heads(ctx, c)
		return err
	})
	return list, err
}

func heads(ctx context.Context, c *pgx.Conn) ([]HeadAt, error) {
	rows, err := c.Query(ctx, headsQuery+` ORDER BY machine, stream`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, filled(pgx.RowToStructByName[HeadAt]))
}

// keep puts heads into a batch, in place of those before.
func (h HeadAt) keep(batch *pgx.Batch) {
	batch.Queue(`INSERT INTO heads (machine, stream, size, note, said) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (machine, stream) DO UPDATE SET size = excluded.size, note = excluded.note, said = excluded.said`, h.Machine, h.Stream, h.Size, h.Note, h.Said)
}

// checkMachine refuses a name that no machine may have.
func checkMachine(name string) error {
	if strings.HasPrefix(name, "~") {
		return fmt.Errorf("%q is no name of a machine: it begins with no ~", name)
	}
	return nil
}
