package central

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"sabot/pit/record"
)

// ErrNoStream is the error of a stream that nobody has shipped.
var ErrNoStream = errors.New("nobody has shipped that stream")

// Stream returns one of a machine's streams. Error: ErrNoStream.
func (q *Queries) Stream(ctx context.Context, machine, name string) (s Stream, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, streamsQuery+` WHERE machine = $1 AND name = $2`, machine, name)
		if err == nil {
			s, err = pgx.CollectExactlyOneRow(rows, filled(pgx.RowToStructByName[Stream]))
		}
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		err = ErrNoStream
	}
	return s, err
}

// A page of what is read at once; the first is smaller, as many callers want but one entry.
const (
	firstEntries = 20
	pageEntries  = 2000
	pageBytes    = 1 << 20
)

// Signed returns a page of a stream's entries as bytes, or of the headlines among them. The page begins at the
// entry from and ends at the last signed one. Next is the first entry of the next page, 0 after the last page.
func Signed(ctx context.Context, q Reading, s Stream, from int64, heads bool) (list [][]byte, next int64, err error) {
	var kinds map[string]bool
	if heads {
		kinds = headlines()
	}
	if list, next, err = q.EntriesOf(ctx, s.ID, from, s.Signed, pageEntries, kinds); err != nil {
		return nil, 0, err
	}
	bytes := 0
	for i, text := range list {
		if bytes += len(text); bytes > pageBytes && i > 0 {
			e, err := record.DecodeHead(text)
			return list[:i], e.Seq, err
		}
	}
	return list, next, nil
}

// LastOpening returns the entry that opened the last shift of a table, among the signed ones; 0 where no shift was
// opened.
func (q *Queries) LastOpening(ctx context.Context, s Stream) (seq int64, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		return c.QueryRow(ctx, `SELECT seq FROM entries WHERE stream = $1 AND seq <= $2 AND position('"opened",{'::bytea IN entry) > 0
			ORDER BY seq DESC LIMIT 1`, s.ID, s.Signed).Scan(&seq)
	})
	if errors.Is(err, pgx.ErrNoRows) { // it never was
		return 0, nil
	}
	return seq, err
}

var lastShiftsQuery = within(`stream = $1 AND seq <= $2 AND (position('"opened",{'::bytea IN entry) > 0 OR position('"closed",{'::bytea IN entry) > 0)`, `seq DESC`)

// LastShifts returns the entries that opened and closed the last shifts of a table, among the signed ones. The
// list has at most so many entries, and no more bytes than atOnce allows.
func (q *Queries) LastShifts(ctx context.Context, s Stream, most int) (list [][]byte, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, lastShiftsQuery, s.ID, s.Signed, most)
		if err == nil {
			list, err = pgx.CollectRows(rows, filled(entryOf))
		}
		return err
	})
	slices.Reverse(list)
	return list, err
}
