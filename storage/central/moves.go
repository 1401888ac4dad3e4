package central

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// ErrNotHandedOver is wrapped by the error of a table that the machine which has it has not handed over.
var ErrNotHandedOver = errors.New("it is not handed over")

// ErrAnswers is wrapped by the error of a table that would be taken from a machine which answers.
var ErrAnswers = errors.New("it answers")

// An AnswersError is the error of a table that would be taken from a machine which was heard a moment ago. It wraps ErrAnswers.
type AnswersError struct {
	Table, Machine string
	Ago            int64 // seconds
}

func (e *AnswersError) Error() string {
	return fmt.Sprintf("%v: %s was heard %d seconds ago and may be in the middle of a hand. Close %s there and move it in order. To take it away all the same, add --alive: what is entered there until it hears of it is off the record of the table", ErrAnswers, e.Machine, e.Ago, e.Table)
}

func (e *AnswersError) Unwrap() error { return ErrAnswers }

// ErrRestored is wrapped by the error of a table that would be moved before a restored pit knows where it is played.
var ErrRestored = errors.New("the pit was restored from a backup, and its office has not shipped all since")

// A Way is the manner in which a table comes to another machine.
type Way int

// Ways.
const (
	InOrder    Way = iota // the machine that had it has closed it and shipped all
	FromSilent            // it is taken from a machine of which nothing is heard
	FromAny               // it is taken from a machine, whether that answers or not
)

// A Moved is a table's move, with what the pit had of the table.
type Moved struct {
	Table, From, To string
	Size            int64
	Note            string // the head of so many entries, countersigned; "" where there are none
	Gone            int64  // so many had been countersigned, and the pit was put back; 0 where all of them are there
	Held            int64  // so many it has to which it goes, as it was told last that some are overtaken; 0 where it never was
}

// Move moves a table to another machine, once enter has entered a manager's word on it. Nothing moves where that
// fails, and nothing is added to the table meanwhile. Enter is told which machine plays the table by the database;
// the login that serves may have written that. A table that was moved there already gives the same answer again. So
// does one that may not be taken from the machine before, or from one of those for which it waits there. What the
// machine that had it enters until it hears of it is overtaken. Errors: ErrNotHandedOver; ErrAnswers; ErrRestored;
// of a table or a machine that the pit does not know; enter's.
func Move(ctx context.Context, url, house, table, to string, way Way, waits []string, now int64, enter func(plays string, m Moved) error) (Moved, error) {
	o := &owner{of: Postgres{Owner: url}, house: house}
	defer o.Close()
	return o.Move(ctx, table, to, way, waits, now, enter)
}

// Move implements Owning.
func (o *owner) Move(ctx context.Context, table, to string, way Way, waits []string, now int64, enter func(plays string, m Moved) error) (m Moved, err error) {
	err = o.do(ctx, func(tx pgx.Tx) error {
		plays, err := playsNow(ctx, tx, table)
		if err != nil {
			return err
		}
		if m, err = move(ctx, tx, Moved{Table: table, From: plays, To: to}, way, waits, now); err != nil {
			return err
		}
		return enter(plays, m)
	})
	return m, err
}

// playsNow returns the machine that plays a table, which nobody changes meanwhile. Errors: ErrRestored; of a table that no machine plays.
func playsNow(ctx context.Context, tx pgx.Tx, table string) (machine string, err error) {
	var restored bool
	if err := tx.QueryRow(ctx, `SELECT coalesce(restored, 0) > 0 FROM house`).Scan(&restored); err != nil {
		return "", err
	}
	if restored {
		return "", fmt.Errorf("%w: where %s is played is not known until then", ErrRestored, table)
	}
	err = tx.QueryRow(ctx, `SELECT coalesce(machine, '') FROM tables WHERE name = $1 FOR UPDATE`, table).Scan(&machine)
	if errors.Is(err, pgx.ErrNoRows) {
		err = fmt.Errorf("no machine plays %s: enroll one with it", table)
	}
	return machine, err
}

// move moves a table from the machine that has it.
func move(ctx context.Context, tx pgx.Tx, m Moved, way Way, waits []string, now int64) (Moved, error) {
	table, to := m.Table, m.To
	var has had
	if err := tx.QueryRow(ctx, `SELECT coalesce(put_back, 0) FROM house`).Scan(&has.putBack); err != nil {
		return m, err
	}
	var known bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM machines WHERE name = $1)`, to).Scan(&known); err != nil || !known {
		return m, errors.Join(fmt.Errorf("the pit knows no machine %s: enroll it", to), err)
	}
	if m.From == to {
		err := tx.QueryRow(ctx, `SELECT coalesce(machine, ''), coalesce(size, 0), coalesce(note, '') FROM moves WHERE name = $1 AND heir = $2 ORDER BY at DESC, size DESC LIMIT 1`, table, to).Scan(&m.From, &m.Size, &m.Note)
		if errors.Is(err, pgx.ErrNoRows) {
			err = fmt.Errorf("%s is played on %s already", table, to)
		}
		for _, machine := range append([]string{m.From}, waits...) { // it was moved in order, and where it was nobody hears of that
			if err == nil && way == FromSilent && machine != to {
				err = mayGo(ctx, tx, Moved{Table: table, From: machine, To: to}, way, has, now)
			}
		}
		return m, err
	}
	err := tx.QueryRow(ctx, `SELECT id, coalesce(size, 0), coalesce(signed, 0), coalesce(note, ''), coalesce(own, 0) FROM streams WHERE machine = $1 AND name = $2 FOR UPDATE`, m.From, table).Scan(&has.stream, &has.size, &m.Size, &m.Note, &has.own)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return m, err
	}
	if err = tx.QueryRow(ctx, `SELECT coalesce(max(size), 0) FROM gone WHERE machine = $1 AND stream = $2 AND size > $3`, m.From, table, m.Size).Scan(&m.Gone); err != nil {
		return m, err
	}
	awaited, is, err := heritage(ctx, tx, m)
	if err == nil {
		m.Held, err = heldAt(ctx, tx, m)
	}
	if err == nil && way != FromAny {
		if is {
			has.awaited = awaited
		}
		err = mayGo(ctx, tx, m, way, has, now)
	}
	if err != nil {
		return m, err
	}
	if _, err := tx.Exec(ctx, `UPDATE tables SET machine = $2 WHERE name = $1`, table, to); err != nil {
		return m, err
	}
	if err := m.keep(ctx, tx, now); err != nil || !is || awaited.From == to {
		return m, err
	}
	awaited.Gone, awaited.Held = m.Gone, m.Held
	m = awaited
	return m, m.keep(ctx, tx, now)
}

// heritage returns how a table that was moved goes on from the machine before. It is false where the machine which has it now has
// shipped as much as it was to take over. The table may never have come over.
func heritage(ctx context.Context, tx pgx.Tx, m Moved) (awaited Moved, is bool, err error) {
	awaited = Moved{Table: m.Table, To: m.To}
	err = tx.QueryRow(ctx, `SELECT coalesce(machine, ''), coalesce(size, 0), coalesce(note, '') FROM moves WHERE name = $1 AND heir = $2 ORDER BY at DESC, size DESC LIMIT 1`, m.Table, m.From).Scan(&awaited.From, &awaited.Size, &awaited.Note)
	if errors.Is(err, pgx.ErrNoRows) {
		return m, false, nil
	}
	return awaited, awaited.Size > m.Size, err
}

// keep enters a move, in place of one of before from that machine.
func (m Moved) keep(ctx context.Context, tx pgx.Tx, now int64) error {
	_, err := tx.Exec(ctx, `INSERT INTO moves (name, machine, heir, size, note, at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (name, machine) DO UPDATE SET heir = excluded.heir, size = excluded.size, note = excluded.note, at = excluded.at`, m.Table, m.From, m.To, m.Size, m.Note, now)
	return err
}

// heardLately is how long ago, in milliseconds, a machine that hands a table over may have been heard. Nobody knows
// what one that is cut off has entered since.
const heardLately = 60_000

// A had is the pit's part of a table that moves; its stream is 0 where it has none.
type had struct {
	stream    int32
	size, own int64
	putBack   int64 // when a backup of the pit was put back last; 0 for never
	awaited   Moved // what its machine has yet to take over; none where it has
}

// ErrHolds is wrapped by the error of a machine that holds entries of a table with which another one went on. It
// could never play that table.
var ErrHolds = errors.New("it holds entries that were overtaken")

// heldAt returns how many entries of a table the machine has to which it is to go, as it was told last that some are overtaken; 0 where
// it never was. Under its name no other record ships, so that it holds them for ever. Whether another one went on without them, the office's
// record says.
func heldAt(ctx context.Context, tx pgx.Tx, m Moved) (held int64, err error) {
	err = tx.QueryRow(ctx, `SELECT coalesce(max(theirs), 0) FROM refusals WHERE machine = $1 AND stream = $2 AND why = 'overtaken'`, m.To, m.Table).Scan(&held)
	return held, err
}

// mayGo returns why a table does not go to another machine. Something is missing for it to go in order, or the
// machine that has it answers.
func mayGo(ctx context.Context, tx pgx.Tx, m Moved, way Way, has had, now int64) error {
	var heard int64
	var since bool // it was enrolled since a backup was put back, and nothing is gone that it had shipped before
	if err := tx.QueryRow(ctx, `SELECT heard, enrolled > $2 AND NOT EXISTS (SELECT FROM gone WHERE machine = name) FROM machines WHERE name = $1`, m.From, has.putBack).Scan(&heard, &since); errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("the pit's database has no row of the machine %s, on which %s is played: whoever administers it has deleted that. Restore a backup of the pit", m.From, m.Table)
	} else if err != nil {
		return err
	}
	began := has.stream != 0 || has.own != 0 || has.awaited.Size > 0
	if way == FromSilent {
		if heard == 0 && has.putBack > 0 && now-has.putBack <= heardLately {
			return fmt.Errorf("%w: the pit was restored a moment ago, and %s may not have been heard yet. Wait a minute", ErrAnswers, m.From)
		}
		if ago := now - heard; ago <= heardLately {
			return &AnswersError{m.Table, m.From, max(0, ago/1000)}
		}
		return nil
	}
	if heard == 0 && has.putBack > 0 && (began || !since) {
		return fmt.Errorf("%w: nothing was heard of %s since the pit was restored, and it may have more of %s than the pit", ErrNotHandedOver, m.From, m.Table)
	}
	if heard == 0 && !began {
		return nil
	}
	if now-heard > heardLately {
		return fmt.Errorf("%w: %s was not heard in the last minute, and may have more of %s than the pit", ErrNotHandedOver, m.From, m.Table)
	}
	if has.awaited.Size > has.size {
		return fmt.Errorf("%w: %s is to take over %d entries of %s from %s, and has shipped %d of them", ErrNotHandedOver, m.From, has.awaited.Size, m.Table, has.awaited.From, has.size)
	}
	if has.own > has.size || m.Size < has.size {
		return fmt.Errorf("%w: %s has %d entries of %s, and the pit was sent %d, %d of them signed", ErrNotHandedOver, m.From, has.own, m.Table, has.size, m.Size)
	}
	open, err := openAt(ctx, tx, has.stream)
	if err == nil && open {
		err = fmt.Errorf("%w: %s is open at %s; close it there first", ErrNotHandedOver, m.Table, m.From)
	}
	return err
}

// moved returns the move of a table from a machine that had it; false where it was not moved from there.
func moved(ctx context.Context, c *pgx.Conn, table, machine string) (m Moved, is bool, err error) {
	m = Moved{Table: table, From: machine}
	err = c.QueryRow(ctx, `SELECT coalesce(heir, ''), coalesce(size, 0), coalesce(note, '') FROM moves WHERE name = $1 AND machine = $2`, table, machine).Scan(&m.To, &m.Size, &m.Note)
	if errors.Is(err, pgx.ErrNoRows) {
		return m, false, nil
	}
	return m, err == nil, err
}

// Moved returns the move of a table from a machine; false where it was not moved from there.
func (w *Writer) Moved(ctx context.Context, table, machine string) (Moved, bool, error) {
	return moved(ctx, w.conn, table, machine)
}

// Heritage returns how a table was moved to a machine, and the stream of the one before; false where it was not. The stream is 0 where
// nothing of it has arrived.
func (q *Queries) Heritage(ctx context.Context, table, heir string) (m Moved, stream int32, is bool, err error) {
	m = Moved{Table: table, To: heir}
	err = q.ask(ctx, func(c *pgx.Conn) error {
		return c.QueryRow(ctx, `SELECT coalesce(m.machine, ''), coalesce(m.size, 0), coalesce(m.note, ''), coalesce(s.id, 0) FROM moves m LEFT JOIN streams s ON s.machine = m.machine AND s.name = m.name
			WHERE m.name = $1 AND m.heir = $2 AND EXISTS (SELECT FROM tables t WHERE t.name = m.name AND t.machine = m.heir) ORDER BY m.at DESC, m.size DESC LIMIT 1`, table, heir).Scan(&m.From, &m.Size, &m.Note, &stream)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return Moved{}, 0, false, nil
	}
	return m, stream, err == nil, err
}

// Moves returns how tables were moved, as the database has it. The login that serves may have written any of it: see the office's stream.
func (q *Queries) Moves(ctx context.Context) (list []Moved, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT name, machine, heir, size, note, 0, 0 FROM moves ORDER BY name, machine`)
		if err == nil {
			list, err = pgx.CollectRows(rows, filled(pgx.RowToStructByPos[Moved]))
		}
		return err
	})
	return list, err
}
