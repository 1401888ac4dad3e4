package central

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"sabot/pit/record"
)

// ErrOlder is the error of a database with the layout of an older Sabot.
var ErrOlder = errors.New("the database has the layout of an older Sabot: run sabotctl pit init, of a group sabotctl group init, with owner.url in its folder")

// sameLayout refuses a database whose layout is not that of this Sabot. Errors: ErrOlder, ErrNewer, *LostError.
func sameLayout(ctx context.Context, c querier) error {
	var version int64 // 0 where no step is entered, of which the first has the number 0
	err := c.QueryRow(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version`).Scan(&version)
	var pg *pgconn.PgError
	const mayNot = "42501" // up to layout 5 the server's login could not look
	switch {
	case errors.As(err, &pg) && pg.Code == mayNot:
		return ErrOlder
	case err != nil:
		return err
	case version == 0:
		return &LostError{"goose_db_version"}
	case version > layout:
		return newer(version)
	case version < layout:
		return fmt.Errorf("%w: it has version %d, this one needs %d", ErrOlder, version, layout)
	}
	return nil
}

// SameLayout refuses a database whose layout is not that of this Sabot, by the login that serves: no server writes there. Errors: ErrOlder, ErrNewer,
// *LostError; of a database that does not answer.
func (p Postgres) SameLayout(ctx context.Context) error {
	c, err := newChoice(p.Serve, nil)
	if err != nil {
		return err
	}
	conn, err := c.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return sameLayout(ctx, conn)
}

// Restored reports whether a backup was put in place of what was there, and the office has not shipped all that it has since.
func (w *Writer) Restored(ctx context.Context) (back bool, err error) { return restored(ctx, w.conn) }

// Restored returns what Writer's Restored does.
func (q *Queries) Restored(ctx context.Context) (back bool, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		back, err = restored(ctx, c)
		return err
	})
	return back, err
}

func restored(ctx context.Context, c querier) (back bool, err error) {
	return back, c.QueryRow(ctx, `SELECT coalesce(restored, 0) > 0 FROM house`).Scan(&back)
}

// Whole enters that the office has shipped all that it has since a backup was put back.
func (w *Writer) Whole(ctx context.Context) error {
	_, err := w.conn.Exec(ctx, `SELECT shipped_whole()`)
	return err
}

// PutBack enters that the database was found to have less than before, at a time: it is as after a restore. That is behind all enrolments, by
// whichever clock those were entered.
func (w *Writer) PutBack(ctx context.Context, at int64) error {
	_, err := w.conn.Exec(ctx, `SELECT found_put_back(greatest($1, (SELECT max(enrolled) FROM machines)))`, at)
	return err
}

// ofKind is the condition under which an entry is of a kind, with the bytes that it asks for.
const ofKind = `position($2::bytea IN entry) > 0`

func kindBytes(f record.Fact) []byte { return []byte(`"` + record.KindOf(f) + `",{`) }

// TableMoves returns the bytes of the entries of a stream by which tables were moved, in order.
func (w *Writer) TableMoves(ctx context.Context, stream int32) (list [][]byte, err error) {
	return tableMoves(ctx, w.conn, stream)
}

// TableMoves returns what Writer's TableMoves does.
func (q *Queries) TableMoves(ctx context.Context, stream int32) (list [][]byte, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		list, err = tableMoves(ctx, c, stream)
		return err
	})
	return list, err
}

func tableMoves(ctx context.Context, c *pgx.Conn, stream int32) ([][]byte, error) {
	rows, err := c.Query(ctx, `SELECT entry FROM entries WHERE stream = $1 AND `+ofKind+` ORDER BY seq`, stream, kindBytes(record.TableMoved{}))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, filled(pgx.RowTo[[]byte]))
}

// LastOf returns the bytes of the last entry of a stream that is of the kind of a fact; none where there is none.
func (q *Queries) LastOf(ctx context.Context, stream int32, f record.Fact) (text []byte, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		return c.QueryRow(ctx, `SELECT entry FROM entries WHERE stream = $1 AND `+ofKind+` ORDER BY seq DESC LIMIT 1`, stream, kindBytes(f)).Scan(&text)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return text, err
}

// A SignedMove is a move that a manager signed. Its size and note are those of the head that was signed with it.
type SignedMove struct {
	Moved
	At    int64  // when the manager did
	Plays string // the machine on which the table is played by now
}

// MovesSigned keeps how tables were moved, as managers signed for it. It has each be played on the machine where it
// is by now: all or none.
func (w *Writer) MovesSigned(ctx context.Context, list []SignedMove) error {
	return pgx.BeginFunc(ctx, w.conn, func(tx pgx.Tx) error {
		for _, m := range list {
			if _, err := tx.Exec(ctx, `SELECT move_signed($1, $2, $3, $4, $5, $6, $7)`, m.Table, m.From, m.To, m.Size, m.Note, m.At, m.Plays); err != nil {
				return err
			}
		}
		return nil
	})
}
