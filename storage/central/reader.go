package central

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sabot/pit/record"
)

// A Stream is the part of a machine's stream that has arrived.
type Stream struct {
	ID      int32
	Machine string
	Name    string
	Size    int64
	Edge    []byte
	Signed  int64  // up to which entry a head was signed
	Note    string // that head, countersigned; "" where there is none
	Own     int64  // how many entries the machine says it has
	Heard   int64  // when it said so; 0 for never
	Whole   int64  // of the house's office: when it last said that it has what is here, and no more; 0 for never
}

const streamsQuery = `SELECT id, machine, name, size, edge, signed, note, own, heard, whole FROM streams`

// A Machine is a machine that may ship.
type Machine struct {
	Name     string
	Serial   string // of its certificate
	Verifier string // of the keys that its heads are signed with, apart by blanks; "" where that is not known yet
	Heard    int64  // 0 for never
	Apart    int64  // by how many milliseconds its clock is ahead of the pit's
	Program  string
	Enrolled int64    // when it was given its certificate
	Tables   []string // that are played on it
	Voucher  string   // of the machine that is the house's office; "" of all others
	Moves    bool     // a table was moved from it or to it: nobody forgets it
	Wanted   []string // of a house, at its group's server: streams of which all entries are asked for
}

// A Refusal is something of a machine's that was refused, with both sizes.
type Refusal struct {
	Machine, Stream, Why string
	Ours, Theirs         int64
	Says                 string
	First, Last          int64
	Times, Seen          int64 // how often it came, and how often by the time somebody looked at it
}

// A Queries is a reader of a pit's database. It is safe for use by several goroutines. A few are served at once; the
// others wait no longer than their context. A connection that broke is made anew.
type Queries struct {
	of    Postgres
	house string
	mu    sync.Mutex
	pool  *pgxpool.Pool // nil until something is asked
	among *choice       // of the pool
	one   *pgx.Conn     // on which all is of one moment; nil for any of the pool
}

// Bounds of what is asked at once: one that waits for a lock does not keep the others waiting.
const (
	mostAsking = 4
	connecting = 5 * time.Second
	idle       = 5 * time.Minute
)

// Read returns the questions to a pit's database. Nothing is connected yet.
func Read(url, house string) *Queries { return Postgres{Serve: url}.Queries(house) }

// Close closes the connections.
func (q *Queries) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.pool != nil {
		q.pool.Close()
		q.pool = nil
	}
}

// connected returns the connections, of which none may be open yet. Error: of a URL that is none.
func (q *Queries) connected() (*pgxpool.Pool, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.pool != nil {
		return q.pool, nil
	}
	among, err := newChoice(q.of.Serve, q.of.Says)
	if err != nil {
		return nil, err
	}
	c, err := pgxpool.ParseConfig(q.of.Serve)
	if err != nil {
		return nil, errNoURL // the error may have a password in it
	}
	c.ConnConfig, q.among = among.all, among
	c.ConnConfig.ConnectTimeout = connecting
	c.MaxConns, c.MinConns, c.MaxConnIdleTime = mostAsking, 0, idle
	c.BeforeConnect = func(ctx context.Context, conn *pgx.ConnConfig) error {
		one, err := among.now(ctx)
		if err == nil {
			conn.Host, conn.Port, conn.TLSConfig, conn.Fallbacks = one.Host, one.Port, one.TLSConfig, one.Fallbacks
		}
		return err
	}
	c.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		same := sameHouse(ctx, conn, q.house)
		if lost := (*LostError)(nil); errors.As(same, &lost) { // Doubled names it, and all else is there to be read
			same = nil
		}
		return errors.Join(same, notOld(ctx, conn, q.of.Seen, false))
	}
	c.PrepareConn = func(_ context.Context, conn *pgx.Conn) (bool, error) { return among.still(conn) == nil, nil }
	q.pool, err = pgxpool.NewWithConfig(context.Background(), c)
	return q.pool, err
}

// ask does something with a connection. Errors: of a database that does not answer; ErrOtherHouse, ErrNoPit, ErrOld; *DoubledError.
func (q *Queries) ask(ctx context.Context, do func(*pgx.Conn) error) error {
	if q.one != nil {
		q.mu.Lock()
		defer q.mu.Unlock()
		return named(ctx, q.one, do(q.one))
	}
	pool, err := q.connected()
	if err != nil {
		return err
	}
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return q.among.unreached(err)
	}
	defer conn.Release()
	return named(ctx, conn.Conn(), do(conn.Conn()))
}

// AtOnce runs do so that all it reads is of one moment, whoever writes meanwhile. Errors: do's; of a database that does not
// answer.
func (q *Queries) AtOnce(ctx context.Context, do func(Reading) error) error {
	return q.ask(ctx, func(c *pgx.Conn) error {
		return pgx.BeginTxFunc(ctx, c, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(pgx.Tx) error {
			return do(&Queries{of: q.of, house: q.house, one: c})
		})
	})
}

// Streams returns all streams, by machine and name: each once, though its row may be there twice (Doubled).
func (q *Queries) Streams(ctx context.Context) (list []Stream, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		list, err = streams(ctx, c)
		return err
	})
	return list, err
}

func streams(ctx context.Context, c *pgx.Conn) ([]Stream, error) {
	rows, err := c.Query(ctx, streamsQuery+` ORDER BY machine, name`)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, filled(pgx.RowToStructByName[Stream]))
	return slices.CompactFunc(list, func(a, b Stream) bool { return a.Machine == b.Machine && a.Name == b.Name }), err
}

// Machines returns the machines that may ship, by name: each once, also where its row stands twice (see Doubled).
func (q *Queries) Machines(ctx context.Context) (list []Machine, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		list, err = machines(ctx, c)
		return err
	})
	return list, err
}

func machines(ctx context.Context, c *pgx.Conn) ([]Machine, error) {
	rows, err := c.Query(ctx, `SELECT name, serial, verifier, heard, apart, program, enrolled, voucher,
		(SELECT coalesce(array_agg(coalesce(t.name, '') ORDER BY t.name), '{}') FROM tables t WHERE t.machine = m.name) AS tables,
		EXISTS (SELECT FROM moves v WHERE m.name IN (v.machine, v.heir)) AS moves,
		(SELECT coalesce(array_agg(coalesce(w.stream, '') ORDER BY w.stream), '{}') FROM wanted w WHERE w.machine = m.name) AS wanted FROM machines m ORDER BY name`)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, filled(pgx.RowToStructByName[Machine]))
	return slices.CompactFunc(list, func(a, b Machine) bool { return a.Name == b.Name }), err
}

// Unseen returns what was refused and nobody has looked at since, the newest first.
func (q *Queries) Unseen(ctx context.Context) (list []Refusal, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT machine, stream, why, ours, theirs, says, first, last, times, seen FROM refusals WHERE times > seen ORDER BY last DESC, machine, stream, why`)
		if err == nil {
			list, err = pgx.CollectRows(rows, filled(pgx.RowToStructByName[Refusal]))
		}
		return err
	})
	return list, err
}

// Refusals returns what was refused since a time, the newest first.
func (q *Queries) Refusals(ctx context.Context, since int64) (list []Refusal, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT machine, stream, why, ours, theirs, says, first, last, times, seen FROM refusals WHERE last >= $1 ORDER BY last DESC, machine, stream, why`, since)
		if err == nil {
			list, err = pgx.CollectRows(rows, filled(pgx.RowToStructByName[Refusal]))
		}
		return err
	})
	return list, err
}

// Entries returns the bytes of up to so many of a stream's entries, in order, from a sequence number on. It returns
// as many as atOnce allows, and one at least. Error: ErrMissing.
func (q *Queries) Entries(ctx context.Context, stream int32, from int64, most int) (list [][]byte, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		list, err = entries(ctx, c, stream, from, most)
		return err
	})
	return list, err
}

// Entries does the same as Entries of Queries, over the writer's connection.
func (w *Writer) Entries(ctx context.Context, stream int32, from int64, most int) (list [][]byte, err error) {
	return entries(ctx, w.conn, stream, from, most)
}

// Times returns the times of at most so many entries of a stream, in order, from the column beside them. Readers
// of the database go by that column.
func (q *Queries) Times(ctx context.Context, stream int32, from int64, most int) (list []int64, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT at FROM entries WHERE stream = $1 AND seq >= $2 ORDER BY seq LIMIT $3`, stream, from, most)
		if err == nil {
			list, err = pgx.CollectRows(rows, filled(pgx.RowTo[int64]))
		}
		return err
	})
	return list, err
}

// Arrived returns when an entry of a stream arrived, by the clock of the server that took it. Error: ErrMissing.
func (q *Queries) Arrived(ctx context.Context, stream int32, seq int64) (at int64, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		return c.QueryRow(ctx, `SELECT arrived FROM entries WHERE stream = $1 AND seq = $2`, stream, seq).Scan(&at)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, ErrMissing
	}
	return at, err
}

// ErrMissing is the error of an entry that is not where it should be.
var ErrMissing = errors.New("an entry is missing in the pit's database: restore it from the pit's backup")

// atOnce is behind how many bytes no further entry is read at once: whoever ships decides how long each is.
const atOnce = 4 << 20

// within returns a query for rows of an entry each that are read at once, in the order of a column.
func within(where, order string) string {
	return fmt.Sprintf(`SELECT seq, entry FROM (SELECT seq, entry, sum(length(entry)) OVER (ORDER BY %[2]s) - length(entry) AS before
		FROM (SELECT seq, coalesce(entry, '') AS entry FROM entries WHERE %[1]s ORDER BY %[2]s LIMIT $3) AS asked) AS page WHERE before < %[3]d ORDER BY %[2]s`, where, order, atOnce)
}

var pageQuery = within(`stream = $1 AND seq >= $2`, `seq`)

func entries(ctx context.Context, c *pgx.Conn, stream int32, from int64, most int) (list [][]byte, err error) {
	rows, err := c.Query(ctx, pageQuery, stream, from, most)
	if err != nil {
		return nil, err
	}
	var seq int64
	var text []byte
	_, err = pgx.ForEachRow(rows, []any{&seq, &text}, func() error {
		if want := from + int64(len(list)); seq != want {
			return &missing{seq: want, next: seq}
		}
		list = append(list, append([]byte(nil), text...))
		return nil
	})
	var gap *missing
	if errors.As(err, &gap) { // whose it is is asked once these rows are read
		err = c.QueryRow(ctx, `SELECT coalesce(machine, ''), coalesce(name, '') FROM streams WHERE id = $1 LIMIT 1`, stream).Scan(&gap.machine, &gap.stream)
		if err == nil || errors.Is(err, pgx.ErrNoRows) {
			err = gap
		}
	}
	return list, err
}

// A missing is the error of an entry that is not there, while a later one is: a fault of its stream. It wraps ErrMissing.
type missing struct {
	machine, stream string // "" where no row says whose it is
	seq, next       int64
}

func (m *missing) Error() string {
	of := strings.Trim(m.stream+" of "+m.machine, " ")
	if m.stream == "" && m.machine == "" {
		of = "a stream without a row"
	}
	return fmt.Sprintf("entry %d of %s, behind which the next is %d: %v", m.seq, of, m.next, ErrMissing)
}

func (m *missing) Unwrap() []error {
	return []error{ErrMissing, &record.Fault{Table: m.stream, Seq: m.seq, Code: record.Missing, What: m.Error()}}
}

// A sparse is a row in which NULL reads as empty. No column of the layout may have it, but whoever administers the database can
// allow that: then the checks name what they name of an empty value.
type sparse struct{ pgx.CollectableRow }

// Scan leaves what NULL is read into as it is.
func (r sparse) Scan(dest ...any) error {
	for i, value := range r.RawValues() {
		if value == nil && i < len(dest) {
			dest[i] = nil
		}
	}
	return r.CollectableRow.Scan(dest...)
}

// filled returns what reads a row, with NULL as empty.
func filled[T any](read pgx.RowToFunc[T]) pgx.RowToFunc[T] {
	return func(row pgx.CollectableRow) (T, error) { return read(sparse{row}) }
}

// State returns all that a writer begins with.
func (w *Writer) State(ctx context.Context) (list []Stream, all []Machine, err error) {
	if list, err = streams(ctx, w.conn); err == nil {
		all, err = machines(ctx, w.conn)
	}
	return list, all, err
}

// Open reports whether a table's stream ends in a shift that is open, as far as it has arrived.
func (q *Queries) Open(ctx context.Context, stream int32) (open bool, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) (err error) {
		open, err = openAt(ctx, c, stream)
		return err
	})
	return open, err
}

// A querier is a connection, or a transaction.
type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func openAt(ctx context.Context, c querier, stream int32) (open bool, err error) {
	err = c.QueryRow(ctx, `SELECT position('"opened",{'::bytea IN entry) > 0 FROM entries
		WHERE stream = $1 AND (position('"opened",{'::bytea IN entry) > 0 OR position('"closed",{'::bytea IN entry) > 0)
		ORDER BY seq DESC LIMIT 1`, stream).Scan(&open)
	if errors.Is(err, pgx.ErrNoRows) { // it never was
		return false, nil
	}
	return open, err
}

var pageUpToQuery = within(`stream = $1 AND seq >= $2 AND seq <= $4`, `seq`)

// entryOf returns the entry of a row of within.
func entryOf(row pgx.CollectableRow) (text []byte, err error) {
	var seq int64
	return text, row.Scan(&seq, &text)
}

// EntriesOf returns a stream's entries of some kinds between two sequence numbers, of every kind for nil. It looks
// at so many entries at most, and at no more than atOnce allows. PostgreSQL needs more time to find a kind than to
// send the entry. Next is the entry after those; 0 where there is none.
func (q *Queries) EntriesOf(ctx context.Context, stream int32, from, to int64, most int, kinds map[string]bool) (list [][]byte, next int64, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, pageUpToQuery, stream, from, most, to)
		if err != nil {
			return err
		}
		bytes, last := 0, from
		var text []byte
		_, err = pgx.ForEachRow(rows, []any{&last, &text}, func() error {
			list, bytes = append(list, append([]byte(nil), text...)), bytes+len(text)
			return nil
		})
		if len(list) == most || bytes >= atOnce && last < to {
			next = last + 1 // some before it may be missing, or stand twice
		}
		return err
	})
	return ofKinds(list, kinds), next, err
}

// ofKinds returns the entries of some kinds among others; of nil all.
func ofKinds(list [][]byte, kinds map[string]bool) [][]byte {
	if kinds == nil {
		return list
	}
	return slices.DeleteFunc(list, func(text []byte) bool {
		_, kind, wrong := record.DecodeKind(text)
		return wrong == nil && !kinds[kind] // what is wrong whoever reads it finds
	})
}
