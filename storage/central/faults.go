package central

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// IsData reports whether PostgreSQL refused one statement because of its values. The connection and all earlier
// writes are unharmed. The classes of its error codes are 22 (data), 23 (constraints), 54 (limits) and P0
// (triggers of this layout).
func IsData(err error) bool {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || len(pg.Code) < 2 {
		return false
	}
	switch pg.Code[:2] {
	case "22", "23", "54", "P0":
		return true
	}
	return false
}

// IsFull reports whether PostgreSQL had no room for what was written, or could not write it: the classes 53 (resources) and 58 (its own system) of its error
// codes.
func IsFull(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (strings.HasPrefix(pg.Code, "53") || strings.HasPrefix(pg.Code, "58"))
}

// An Unwritten is PostgreSQL's answer to what it cannot write.
type Unwritten struct {
	Says string
	Last int64 // when the last entry arrived; 0 for never
}

// Unwritten returns why nothing can be written into the database; nil where it can, and where this login could not anyhow. So it is with a standby, and
// where temporary tables are nobody's. It has room taken for one beside the entries, and gives that back. Error: of a database that does not answer.
func (q *Queries) Unwritten(ctx context.Context) (is *Unwritten, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		wrong := tryToWrite(ctx, c)
		var pg *pgconn.PgError
		if !errors.As(wrong, &pg) {
			return wrong
		}
		is = &Unwritten{Says: Words(wrong)}
		return c.QueryRow(ctx, `SELECT coalesce(max(e.arrived), 0) FROM streams s JOIN entries e ON e.stream = s.id AND e.seq = s.size`).Scan(&is.Last)
	})
	return is, err
}

// tryToWrite writes a table of a few pages, where the login may, and takes it back. A single row could find place in a page that is there.
func tryToWrite(ctx context.Context, c *pgx.Conn) error {
	var may bool
	err := c.QueryRow(ctx, `SELECT has_database_privilege(current_database(), 'TEMP') AND NOT pg_is_in_recovery() AND NOT current_setting('transaction_read_only')::boolean`).Scan(&may)
	if err != nil || !may {
		return err
	}
	tx, err := c.Begin(ctx)
	if err != nil {
		return err
	}
	for _, does := range []string{`SET LOCAL temp_tablespaces = ''`, `CREATE TEMPORARY TABLE tried AS SELECT generate_series(1::bigint, 2000)`} {
		if _, err := tx.Exec(ctx, does); err != nil {
			return errors.Join(err, tx.Rollback(ctx))
		}
	}
	return tx.Rollback(ctx)
}

// An Idle is a database into which no server writes: its row of who does is of one that let go of it, or ended.
type Idle struct {
	Host  string // of the server that wrote last; "" where none ever did
	Until int64  // how long it had the right to write, at most
}

// Idle returns what the database has of the server that wrote last, where none writes now; nil where one does. So it is of a standby, which does not know
// that, and where the row of who writes is gone. Recent is true where a server may be about to write: one let go of it, or ended, some seconds ago.
// Error: of a database that does not answer.
func (q *Queries) Idle(ctx context.Context) (is *Idle, recent bool, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		var last Idle
		var writes bool
		err := c.QueryRow(ctx, `SELECT coalesce(host, ''), CASE WHEN isfinite(until) THEN (extract(epoch FROM until) * 1000)::bigint ELSE 0 END,
			coalesce(until >= clock_timestamp(), false) AND EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = writer.pid AND a.backend_start = writer.began),
			coalesce(isfinite(until) AND until > clock_timestamp() - $1::interval, false)
			FROM writer WHERE NOT pg_is_in_recovery() ORDER BY until DESC NULLS LAST LIMIT 1`, 2*lease()).Scan(&last.Host, &last.Until, &writes, &recent)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err == nil && !writes {
			is = &last
		}
		return err
	})
	return is, recent, err
}

// Words returns PostgreSQL's words for an error, for a reader who may not know where the database is and with which login it is
// used.
func Words(err error) string {
	var pg *pgconn.PgError
	var doubled *DoubledError
	var lost *LostError
	switch {
	case errors.As(err, &lost) && lost.In == "house":
		return "the pit's database has lost the name in sabot.house: run sabotctl pit status at the pit"
	case errors.As(err, &lost):
		return fmt.Sprintf("the pit's database has lost rows of sabot.%s: run sabotctl pit status at the pit", lost.In)
	case errors.As(err, &doubled):
		return doubled.Error()
	case StandsTwice(err):
		return "rows of its database stand twice, or the key that keeps them from that is gone: run sabotctl pit verify at the pit"
	}
	if errors.As(err, &pg) && !strings.HasPrefix(pg.Code, "28") { // of a login it names the login
		return strings.ToValidUTF8(pg.Message, "?")
	}
	return "it does not answer"
}
