package central

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// ErrElsewhere is wrapped by the error of a table that is another machine's.
var ErrElsewhere = errors.New("the table is played on another machine")

// Enroll enters a machine with the serial number of its certificate: one that it had before
// counts no more, and by which key its heads are signed is learned anew. Its tables are those
// named; move takes them away from the machine that had them. In a house with an office those named are its own too, and none is
// taken away from anybody: Move does that. Errors: ErrElsewhere.
func Enroll(ctx context.Context, owner, house, machine, serial string, tables []string, move bool, now int64) (err error) {
	if err := checkMachine(machine); err != nil {
		return err
	}
	return owned(ctx, owner, house, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO machines (name, serial, enrolled) VALUES ($1, $2, $3)
			ON CONFLICT (name) DO UPDATE SET serial = excluded.serial, verifier = '', enrolled = excluded.enrolled`, machine, serial, now)
		if err != nil {
			return fmt.Errorf("entering the machine %s: %w", machine, err)
		}
		var office bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM machines WHERE voucher <> '')`).Scan(&office); err != nil {
			return err
		}
		if !office { // where there is one a table moves with its record
			if _, err := tx.Exec(ctx, `DELETE FROM tables WHERE machine = $1`, machine); err != nil {
				return err
			}
		}
		for _, table := range tables {
			var had string
			err := tx.QueryRow(ctx, `SELECT machine FROM tables WHERE name = $1`, table).Scan(&had)
			if err == nil && office {
				if had != machine {
					return fmt.Errorf("%w: %s is on %s; sabotctl pit move takes it from there, with its record", ErrElsewhere, table, had)
				}
				continue
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
