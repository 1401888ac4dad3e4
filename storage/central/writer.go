package central

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"sabot/pit/record"
)

// Errors of a writer.
var (
	// ErrTaken is the error of a database to which another pit writes.
	ErrTaken = errors.New("another pit writes to the database")
	// ErrMoved is the error of a stream that has not the size that was expected. Somebody else wrote to it, and this
	// program is not the one writer any more.
	ErrMoved = errors.New("a stream has not the size that it should have")
)

// gone is after what time a writer of whom nothing is heard loses the right to write: it asks
// something more often than that (Alive). A test that asks nothing sets it higher.
var gone = 3 * time.Second

// lease returns for how long a writer keeps the right to write. The database ends its connection before another one gets the right.
func lease() time.Duration { return gone + time.Second }

// A Writer is the one that writes. All that it writes goes over the one connection that holds
// the right: who has lost it cannot write.
type Writer struct {
	conn   *pgx.Conn
	choice *choice
	months map[[2]int]bool // those that have a part
}

// Write takes the right to write. Errors: ErrTaken, ErrOtherHouse, ErrNoPit, ErrOlder, ErrNewer, ErrOld.
func Write(ctx context.Context, url, house string) (*Writer, error) {
	return Postgres{Serve: url}.write(ctx, house)
}

func (p Postgres) write(ctx context.Context, house string) (*Writer, error) {
	c, err := newChoice(p.Serve, p.Says)
	if err != nil {
		return nil, err
	}
	ms := fmt.Sprint(gone.Milliseconds())
	for _, name := range []string{"idle_session_timeout", "idle_in_transaction_session_timeout", "tcp_user_timeout"} {
		c.all.RuntimeParams[name] = ms
	}
	c.all.ConnectTimeout = gone
	conn, err := c.connect(ctx)
	if err != nil {
		return nil, err
	}
	if err = sameHouse(ctx, conn, house); err == nil {
		err = sameLayout(ctx, conn)
	}
	if err == nil {
		err = notOld(ctx, conn, p.Seen, true)
	}
	if err == nil {
		err = take(ctx, conn)
	}
	if err != nil {
		conn.Close(ctx)
		return nil, err
	}
	return &Writer{conn: conn, choice: c, months: map[[2]int]bool{}}, nil
}

// Close gives the right to write back.
func (w *Writer) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	w.conn.Close(ctx)
}

// holds keeps the right to write up, of who has it.
const holds = `UPDATE writer SET until = clock_timestamp() + $1::interval WHERE pid = pg_backend_pid()`

// Alive keeps the right to write up. Errors: ErrTaken; ErrOld, where another database goes on by now; of a database that does not answer.
func (w *Writer) Alive(ctx context.Context) error {
	if err := w.choice.still(w.conn); err != nil {
		return err
	}
	return stillOurs(w.conn.Exec(ctx, holds, lease()))
}

// stillOurs returns ErrTaken where nobody's right was kept up.
func stillOurs(done pgconn.CommandTag, err error) error {
	if err == nil && done.RowsAffected() == 0 {
		err = ErrTaken
	}
	return err
}

// take takes the right to write where nobody has it. No other login can: it is a row that none of them sees. Error: ErrTaken,
// with the host of the one that has it; *LostError.
func take(ctx context.Context, conn *pgx.Conn) error {
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	host = fmt.Sprintf("%s (PID %d)", host, os.Getpid()) // two may run on one
	done, err := conn.Exec(ctx, `UPDATE writer SET pid = pg_backend_pid(), host = $2, until = clock_timestamp() + $1::interval,
			began = (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid())
		WHERE until < clock_timestamp() OR NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = writer.pid AND a.backend_start = writer.began)`, lease(), host)
	if err != nil || done.RowsAffected() > 0 {
		return err
	}
	if err := conn.QueryRow(ctx, `SELECT host FROM writer`).Scan(&host); errors.Is(err, pgx.ErrNoRows) {
		return &LostError{"writer"}
	} else if err != nil {
		return err
	}
	return fmt.Errorf("%w: the one on %s", ErrTaken, host)
}

// A Piece is a run of entries that is added to a stream.
type Piece struct {
	Stream int32
	From   int64           // the size that the stream has
	Times  []int64         // of the entries
	Texts  [][]byte        // their bytes
	Edge   []byte          // of the log with them
	Note   string          // the head with them, signed and countersigned; "" where there is none
	Keys   []record.Secret // sealed keys that go with them, from the house's office
	Heads  []HeadAt        // that are in them, of a house at its group's server
}

// Append adds pieces, all or none: when it answers nil they survive. As long as it takes, nobody else gets the right to write. Errors:
// ErrTaken, ErrMoved; any error leaves open whether they were added, and the writer is not to be used any more.
func (w *Writer) Append(ctx context.Context, pieces []Piece, now int64) error {
	tx, err := w.conn.Begin(ctx)
	if err != nil {
		return err
	}
	batch := &pgx.Batch{}
	batch.Queue(holds, lease()) // its row is locked until the end
	for _, month := range w.unmade(pieces) {
		batch.Queue(`SELECT make_month($1)`, month)
	}
	months := batch.Len() - 1
	for _, p := range pieces {
		if len(p.Texts) == 0 { // a head or keys alone: a nil list would be NULL
			p.Times, p.Texts = []int64{}, [][]byte{}
		}
		batch.Queue(`SELECT append($1, $2, $3, $4, $5, $6, $7)`, p.Stream, p.From, p.Times, p.Texts, now, p.Edge, p.Note)
	}
	with := batch.Len()
	for _, p := range pieces {
		for _, h := range p.Heads {
			h.keep(batch)
		}
		for _, k := range p.Keys {
			batch.Queue(`SELECT keep_sealed($1, $2)`, k.Number, k.Sealed)
		}
	}
	with = batch.Len() - with
	results := tx.SendBatch(ctx, batch)
	failed := func(err error) error {
		_ = results.Close() // says the same once more
		return errors.Join(err, tx.Rollback(ctx))
	}
	if err := stillOurs(results.Exec()); err != nil {
		return failed(err)
	}
	for range months {
		if _, err := results.Exec(); err != nil {
			return failed(fmt.Errorf("making the part of a month: %w", err))
		}
	}
	for range pieces {
		var done bool
		err := results.QueryRow().Scan(&done)
		if err == nil && !done {
			err = ErrMoved
		}
		if err != nil {
			return failed(err)
		}
	}
	for range with {
		if _, err := results.Exec(); err != nil {
			return failed(fmt.Errorf("keeping what goes with the entries: %w", err))
		}
	}
	if err := results.Close(); err != nil {
		return failed(err)
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	w.made(pieces)
	return nil
}

func monthOf(ms int64) [2]int {
	at := time.UnixMilli(ms).UTC()
	return [2]int{at.Year(), int(at.Month())}
}

// unmade returns the months of entries that may have no part yet, each by its first day.
func (w *Writer) unmade(pieces []Piece) (list []time.Time) {
	seen := map[[2]int]bool{}
	for _, p := range pieces {
		for _, ms := range p.Times {
			m := monthOf(ms)
			if !w.months[m] && !seen[m] {
				seen[m] = true
				list = append(list, time.Date(m[0], time.Month(m[1]), 1, 0, 0, 0, 0, time.UTC))
			}
		}
	}
	return list
}

func (w *Writer) made(pieces []Piece) {
	for _, p := range pieces {
		for _, ms := range p.Times {
			w.months[monthOf(ms)] = true
		}
	}
}

// Begin makes a stream of a machine, of no entries, where there is none, and answers it.
func (w *Writer) Begin(ctx context.Context, machine, name string) (Stream, error) {
	_, err := w.conn.Exec(ctx, `INSERT INTO streams (machine, name) VALUES ($1, $2) ON CONFLICT DO NOTHING`, machine, name)
	if err != nil {
		return Stream{}, err
	}
	rows, err := w.conn.Query(ctx, streamsQuery+` WHERE machine = $1 AND name = $2`, machine, name)
	if err != nil {
		return Stream{}, err
	}
	return pgx.CollectExactlyOneRow(rows, filled(pgx.RowToStructByName[Stream]))
}

// Pin keeps by which keys a machine's heads are signed, apart by blanks. They are learned once, until the machine is enrolled anew.
func (w *Writer) Pin(ctx context.Context, machine, verifiers string) error {
	_, err := w.conn.Exec(ctx, `SELECT pin($1, $2)`, machine, verifiers)
	return err
}

// A Heard is a machine's last report of itself.
type Heard struct {
	Machine string
	At      int64
	Apart   int64
	Program string
	Own     map[int32]int64 // how many entries it says it has of its streams
	Whole   int64           // of the house's office, as in Stream; 0 where it did not say so
}

// Hear keeps what was heard of machines.
func (w *Writer) Hear(ctx context.Context, list []Heard) error {
	batch := &pgx.Batch{}
	for _, h := range list {
		batch.Queue(`UPDATE machines SET heard = $2, apart = $3, program = $4 WHERE name = $1`, h.Machine, h.At, h.Apart, h.Program)
		if h.Whole > 0 {
			batch.Queue(`UPDATE streams SET whole = $3 WHERE machine = $1 AND name = $2`, h.Machine, record.HouseStream, h.Whole)
		}
		for id, own := range h.Own {
			batch.Queue(`UPDATE streams SET own = $2, heard = $3 WHERE id = $1`, id, own, h.At)
		}
	}
	return w.conn.SendBatch(ctx, batch).Close()
}

// Refuse keeps what was refused.
func (w *Writer) Refuse(ctx context.Context, r Refusal) error {
	_, err := w.conn.Exec(ctx, `SELECT refuse($1, $2, $3, $4, $5, $6, $7)`,
		r.Machine, r.Stream, r.Why, r.Ours, r.Theirs, r.Says, r.Last)
	return err
}

// Notify wakes who reads the database: there is something new.
func (w *Writer) Notify(ctx context.Context) error {
	_, err := w.conn.Exec(ctx, `NOTIFY sabot`)
	return err
}
