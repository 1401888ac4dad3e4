package central

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/pit/record"
)

// A Database is a pit's store of what machines have shipped. Postgres is one; package twin has another in memory, for simulations.
// centraltest is the contract of both.
type Database interface {
	// Write takes the right to write. Errors: as of the function of that name.
	Write(ctx context.Context, house string) (Writing, error)
	// Read returns the questions to it. Nothing is connected yet.
	Read(house string) Reading
	// Owned sets it up, by the login of its owner. Nothing is connected yet.
	Owned(house string) Owning
}

// A Writing is the interface of the one program that writes: see Writer.
type Writing interface {
	Close()
	Alive(ctx context.Context) error
	State(ctx context.Context) ([]Stream, []Machine, error)
	Heads(ctx context.Context) ([]HeadAt, error)
	Begin(ctx context.Context, machine, name string) (Stream, error)
	Append(ctx context.Context, pieces []Piece, now int64) error
	Pin(ctx context.Context, machine, verifiers string) error
	Hear(ctx context.Context, list []Heard) error
	Refuse(ctx context.Context, r Refusal) error
	Notify(ctx context.Context) error
	Entries(ctx context.Context, stream int32, from int64, most int) ([][]byte, error)
	Moved(ctx context.Context, table, machine string) (Moved, bool, error)
	Restored(ctx context.Context) (bool, error)
	Whole(ctx context.Context) error
	PutBack(ctx context.Context, at int64) error
	Gone(ctx context.Context) ([]Gone, error)
	GoesWithout(ctx context.Context, list []Gone) error
	TableMoves(ctx context.Context, stream int32) ([][]byte, error)
	MovesSigned(ctx context.Context, list []SignedMove) error
}

// A Reading is the interface of every program that reads: see Queries.
type Reading interface {
	Close()
	AtOnce(ctx context.Context, do func(Reading) error) error
	Streams(ctx context.Context) ([]Stream, error)
	Stream(ctx context.Context, machine, name string) (Stream, error)
	Machines(ctx context.Context) ([]Machine, error)
	Heads(ctx context.Context) ([]HeadAt, error)
	Unseen(ctx context.Context) ([]Refusal, error)
	Refusals(ctx context.Context, since int64) ([]Refusal, error)
	Entries(ctx context.Context, stream int32, from int64, most int) ([][]byte, error)
	Times(ctx context.Context, stream int32, from int64, most int) ([]int64, error)
	Arrived(ctx context.Context, stream int32, seq int64) (int64, error)
	Counts(ctx context.Context, of ...int32) ([]Counted, error)
	Ends(ctx context.Context) ([]Counted, error)
	EntriesOf(ctx context.Context, stream int32, from, to int64, most int, kinds map[string]bool) ([][]byte, int64, error)
	LastOpening(ctx context.Context, s Stream) (int64, error)
	LastShifts(ctx context.Context, s Stream, most int) ([][]byte, error)
	LastOf(ctx context.Context, stream int32, f record.Fact) ([]byte, error)
	Open(ctx context.Context, stream int32) (bool, error)
	HouseFor(ctx context.Context, machine string) (HouseFor, bool, error)
	Serial(ctx context.Context, machine string) (string, error)
	Sealed(ctx context.Context) ([]record.Secret, error)
	Heritage(ctx context.Context, table, heir string) (m Moved, stream int32, is bool, err error)
	Restored(ctx context.Context) (bool, error)
	TableMoves(ctx context.Context, stream int32) ([][]byte, error)
	Gone(ctx context.Context) ([]Gone, error)
	Strays(ctx context.Context, houses bool) ([]Stray, error)
	Doubled(ctx context.Context) ([]Doubled, error)
	Moves(ctx context.Context) ([]Moved, error)
	Otherwise(ctx context.Context) ([]string, error)
	Unwritten(ctx context.Context) (*Unwritten, error)
}

// An Owning is a connection by the login of a database's owner, made once something is done by it. The functions of these names say what its methods do.
type Owning interface {
	Close()
	Enroll(ctx context.Context, machine, serial string, tables []string, move bool, now int64) error
	SetOffice(ctx context.Context, machine, voucher string) error
	OfficeBy(ctx context.Context) (machine string, err error)
	Move(ctx context.Context, table, to string, way Way, waits []string, now int64, enter func(plays string, m Moved) error) (Moved, error)
}

var (
	_ Writing  = (*Writer)(nil)
	_ Reading  = (*Queries)(nil)
	_ Database = Postgres{}
)

// A Postgres is a Database by the URLs of its two logins.
type Postgres struct {
	Owner, Serve string
	Seen         Seen        // nil where nobody remembers
	Says         func(error) // is told of each other database of the URL that is an old one and can be written to; nil where nobody is
}

// Write implements Database.
func (p Postgres) Write(ctx context.Context, house string) (Writing, error) {
	w, err := p.write(ctx, house)
	if err != nil {
		return nil, err
	}
	return w, nil
}

// Read implements Database.
func (p Postgres) Read(house string) Reading { return p.Queries(house) }

// Queries returns what Read does.
func (p Postgres) Queries(house string) *Queries { return &Queries{of: p, house: house} }

// Owned implements Database.
func (p Postgres) Owned(house string) Owning { return &owner{of: p, house: house} }

// OwnerURL returns Owner, once its database is found to be no old one: whatever writes there by that login asks it first. Errors:
// ErrOld; of a database that does not answer.
func (p Postgres) OwnerURL(ctx context.Context) (string, error) {
	conn, err := p.owned(ctx)
	if err != nil {
		return "", err
	}
	return p.Owner, conn.Close(ctx)
}

// owned connects by the login of the owner to a database that is no old one, and has that one remembered.
func (p Postgres) owned(ctx context.Context) (*pgx.Conn, error) {
	choice, err := newChoice(p.Owner, p.Says)
	if err != nil {
		return nil, err
	}
	conn, err := choice.connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := notOld(ctx, conn, p.Seen, true); err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return conn, nil
}

// An owner is the login of a database's owner. All that is done by it goes over one connection. So the database
// that was found to be no old one is the one that is written to.
type owner struct {
	of    Postgres
	house string
	mu    sync.Mutex
	conn  *pgx.Conn // nil until something is done
}

// owned does something by the login of a database's owner, of whom nobody remembers which database was the last.
func owned(ctx context.Context, url, house string, do func(pgx.Tx) error) error {
	o := &owner{of: Postgres{Owner: url}, house: house}
	defer o.Close()
	return o.do(ctx, do)
}

// Close closes the connection.
func (o *owner) Close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.close()
}

func (o *owner) close() {
	if o.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = o.conn.Close(ctx) // what was done by it is done
	o.conn = nil
}

// do does something in a transaction. Errors: do's; ErrOld, ErrOtherHouse, ErrNoPit; of a database that does not answer.
func (o *owner) do(ctx context.Context, do func(pgx.Tx) error) (err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.conn != nil && errors.Join(notOld(ctx, o.conn, o.of.Seen, true), sameHouse(ctx, o.conn, o.house)) != nil { // it broke, or another database goes on by now
		o.close()
	}
	if o.conn == nil {
		if o.conn, err = o.of.owned(ctx); err != nil {
			return err
		}
		if err := sameHouse(ctx, o.conn, o.house); err != nil {
			return err
		}
	}
	return named(ctx, o.conn, pgx.BeginFunc(ctx, o.conn, do))
}
