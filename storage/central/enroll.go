package central

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// ErrElsewhere is wrapped by the error of a table that is another machine's.
var ErrElsewhere = errors.New("the table is played on another machine")

// Enroll enters a machine with the serial number of its certificate. A certificate that it had before counts no
// more, and the key that signs its heads is learned anew. Now is a clock beside that of PutBack: a machine that is
// enrolled after a backup was put back was so by both. Its tables are those named; move takes them away from the
// machine that had them. In a house with an office a table of which something has arrived stays its own too, and is
// taken away from nobody: Move does that. The office alone takes a table back of which nothing has arrived, since
// until it ships nothing can be moved. Errors: ErrElsewhere.
func Enroll(ctx context.Context, url, house, machine, serial string, tables []string, move bool, now int64) error {
	o := &owner{of: Postgres{Owner: url}, house: house}
	defer o.Close()
	return o.Enroll(ctx, machine, serial, tables, move, now)
}

// Enroll implements Owning.
func (o *owner) Enroll(ctx context.Context, machine, serial string, tables []string, move bool, now int64) error {
	if err := checkMachine(machine); err != nil {
		return err
	}
	return o.do(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO machines (name, serial, enrolled) VALUES ($1, $2, greatest($3, (SELECT put_back + 1 FROM house)))
			ON CONFLICT (name) DO UPDATE SET serial = excluded.serial, verifier = '', enrolled = excluded.enrolled`, machine, serial, now)
		if err != nil {
			return fmt.Errorf("entering the machine %s: %w", machine, err)
		}
		var office, is bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM machines WHERE voucher <> ''), EXISTS (SELECT FROM machines WHERE voucher <> '' AND name = $1)`, machine).Scan(&office, &is); err != nil {
			return err
		}
		// where there is one a table moves with its record
		if _, err := tx.Exec(ctx, `DELETE FROM tables t WHERE t.machine = $1 AND (NOT $2 OR t.name <> ALL ($3) AND NOT EXISTS (SELECT FROM streams s WHERE s.name = t.name AND (s.size > 0 OR s.own > 0))
			AND NOT EXISTS (SELECT FROM moves m WHERE m.name = t.name))`, machine, office, append([]string{}, tables...)); err != nil {
			return err
		}
		for _, table := range tables {
			var had string
			err := tx.QueryRow(ctx, `SELECT machine FROM tables WHERE name = $1`, table).Scan(&had)
			if err == nil && office {
				if had == machine {
					continue
				}
				none, err := unplayed(ctx, tx, table)
				if err != nil {
					return err
				}
				if !is || !none {
					return fmt.Errorf("%w: %s is on %s; sabotctl pit move takes it from there, with its record", ErrElsewhere, table, had)
				}
			}
			if err == nil && !move {
				return fmt.Errorf("%w: %s is on %s; name --move to take it away from there", ErrElsewhere, table, had)
			}
			if err != nil && !errors.Is(err, pgx.ErrNoRows) {
				return err
			}
			_, err = tx.Exec(ctx, `INSERT INTO tables (name, machine) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET machine = excluded.machine`, table, machine)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// unplayed reports whether there is no record that would have to go with a table. Nothing of it has arrived, no
// machine has any of it by its own word, and it was never moved.
func unplayed(ctx context.Context, tx pgx.Tx, table string) (none bool, err error) {
	err = tx.QueryRow(ctx, `SELECT NOT EXISTS (SELECT FROM streams WHERE name = $1 AND (size > 0 OR own > 0))
		AND NOT EXISTS (SELECT FROM moves WHERE name = $1)`, table).Scan(&none)
	return none, err
}

// Forget takes a machine out that was enrolled by mistake, with the tables that it was given: its certificate counts no more. Of one
// whose streams the pit has, or that had or was to have another one's table, nothing is forgotten.
func Forget(ctx context.Context, owner, house, machine string) error {
	return owned(ctx, owner, house, func(tx pgx.Tx) error {
		var known, office, ships, moves bool
		err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM machines WHERE name = $1), EXISTS (SELECT FROM machines WHERE name = $1 AND voucher <> ''),
			EXISTS (SELECT FROM streams WHERE machine = $1), EXISTS (SELECT FROM moves WHERE machine = $1 OR heir = $1)`, machine).Scan(&known, &office, &ships, &moves)
		switch {
		case err != nil:
			return err
		case !known:
			return fmt.Errorf("the pit knows no machine %s", machine)
		case office:
			return fmt.Errorf("%s is the house's office", machine)
		case ships:
			return fmt.Errorf("%s has shipped, and what has arrived stays", machine)
		case moves:
			return fmt.Errorf("a table was moved from or to %s, and that stays", machine)
		}
		for _, from := range []string{"tables WHERE machine", "wanted WHERE machine", "machines WHERE name"} {
			if _, err := tx.Exec(ctx, "DELETE FROM "+from+" = $1", machine); err != nil {
				return err
			}
		}
		return nil
	})
}
