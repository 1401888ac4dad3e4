package central

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"sabot/pit/record"
)

// ErrOfficeElsewhere is wrapped by the error of a house that has its office on another machine.
var ErrOfficeElsewhere = errors.New("the house has its office on another machine")

// SetOffice enters which machine is the house's office, with the authority's voucher for its key.
// Error: ErrOfficeElsewhere.
func SetOffice(ctx context.Context, url, house, machine, voucher string) error {
	o := &owner{of: Postgres{Owner: url}, house: house}
	defer o.Close()
	return o.SetOffice(ctx, machine, voucher)
}

// SetOffice implements Owning.
func (o *owner) SetOffice(ctx context.Context, machine, voucher string) error {
	err := o.do(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE machines SET voucher = $2 WHERE name = $1`, machine, voucher)
		return err
	})
	var pg *pgconn.PgError
	const taken = "23505"
	if errors.As(err, &pg) && pg.Code == taken {
		office, err := o.OfficeBy(ctx)
		return errors.Join(fmt.Errorf("%w: %s", ErrOfficeElsewhere, office), err)
	}
	return err
}

// OfficeBy returns the machine that is the house's office, read with the login of the database's owner; "" where the house has
// none.
func OfficeBy(ctx context.Context, url, house string) (machine string, err error) {
	o := &owner{of: Postgres{Owner: url}, house: house}
	defer o.Close()
	return o.OfficeBy(ctx)
}

// OfficeBy implements Owning.
func (o *owner) OfficeBy(ctx context.Context) (machine string, err error) {
	err = o.do(ctx, func(tx pgx.Tx) error {
		machine, _, err = officeOf(ctx, tx)
		return err
	})
	return machine, err
}

func officeOf(ctx context.Context, c querier) (machine, voucher string, err error) {
	err = c.QueryRow(ctx, `SELECT coalesce(name, ''), voucher FROM machines WHERE voucher <> ''`).Scan(&machine, &voucher)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", nil
	}
	return machine, voucher, err
}

// A HouseFor is the answer to a machine that asks for the house, without the entries.
type HouseFor struct {
	Serial  string   // of the certificate that the machine was given last
	Tables  []string // that are played on it
	Office  string   // "" where the house has none
	Voucher string
	Stream  int32 // the office's, of the house; 0 where nothing of it has arrived
	Signed  int64
	Note    string
	Whole   int64 // when the office last said that it has no more; 0 for never
	Own     int64 // how many entries it says it has
	Refused bool  // what it shipped of its house was refused since

	Restored bool // a backup was put back, and the office has not shipped all since
}

// HouseFor answers a machine; false for one that is not enrolled.
func (q *Queries) HouseFor(ctx context.Context, machine string) (h HouseFor, is bool, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT m.serial,
			(SELECT coalesce(array_agg(coalesce(t.name, '') ORDER BY t.name), '{}') FROM tables t WHERE t.machine = m.name) AS tables,
			coalesce(o.name, '') AS office, coalesce(o.voucher, '') AS voucher,
			coalesce(s.id, 0) AS stream, coalesce(s.signed, 0) AS signed, coalesce(s.note, '') AS note, coalesce(s.whole, 0) AS whole, coalesce(s.own, 0) AS own,
			EXISTS (SELECT FROM refusals r WHERE r.machine = o.name AND r.stream = $2 AND r.why <> 'replayed' AND r.last > coalesce(s.whole, 0)) AS refused,
			(SELECT coalesce(restored, 0) > 0 FROM house) AS restored
			FROM machines m LEFT JOIN machines o ON o.voucher <> '' LEFT JOIN streams s ON s.machine = o.name AND s.name = $2 WHERE m.name = $1`, machine, record.HouseStream)
		if err == nil {
			h, err = pgx.CollectExactlyOneRow(rows, filled(pgx.RowToStructByName[HouseFor]))
		}
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return h, false, nil
	}
	return h, err == nil, err
}

// Serial returns the serial of the certificate that a machine was given last; "" for one that is not enrolled.
func (q *Queries) Serial(ctx context.Context, machine string) (serial string, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		return c.QueryRow(ctx, `SELECT coalesce(serial, '') FROM machines WHERE name = $1`, machine).Scan(&serial)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return serial, err
}

// Sealed returns the sealed keys of the house's people, by number.
func (q *Queries) Sealed(ctx context.Context) (list []record.Secret, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT number, sealed FROM sealed ORDER BY number`)
		if err == nil {
			list, err = pgx.CollectRows(rows, filled(pgx.RowToStructByPos[record.Secret]))
		}
		return err
	})
	return list, err
}
