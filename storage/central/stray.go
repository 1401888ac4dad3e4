package central

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"sabot/pit/record"
)

// A Stray is something of a stream that is in the database and belongs to none, or belongs there and is missing.
type Stray struct{ Machine, Name, Says string }

// Strays returns what no stream accounts for. Such are entries behind the end of a stream and entries of none. Such
// are also lost streams of which a head was signed or whose table was moved with entries. The machines of a group's
// server are houses, which have streams of other names.
func (q *Queries) Strays(ctx context.Context, houses bool) (list []Stray, err error) {
	for _, ask := range []struct {
		says, sql string
		args      []any
	}{
		{"%d entries lie behind its end", `SELECT coalesce(s.machine, ''), coalesce(s.name, ''), n FROM streams s,
			LATERAL (SELECT count(*) AS n FROM entries e WHERE e.stream = s.id AND e.seq > s.size) AS behind WHERE n > 0 ORDER BY 1, 2`, nil},
		{"%d entries are of no stream", `SELECT '', '', n FROM
			(SELECT count(*) AS n FROM entries e WHERE NOT EXISTS (SELECT FROM streams s WHERE s.id = e.stream)) AS strange WHERE n > 0`, nil},
		{"it is gone: heads of the machine were signed, and %d of its streams are left", `SELECT coalesce(m.name, ''), $1, (SELECT count(*) FROM streams s WHERE s.machine = m.name)
			FROM machines m WHERE NOT $2 AND m.verifier <> '' AND m.name <> $3
			AND NOT EXISTS (SELECT FROM streams s WHERE s.machine = m.name AND s.name = $1) ORDER BY 1`, []any{record.HouseStream, houses, Member}},
		{"it had %d entries when the table was moved, and not all of them are here", `SELECT coalesce(m.machine, ''), coalesce(m.name, ''), m.size FROM moves m LEFT JOIN streams s ON s.machine = m.machine AND s.name = m.name
			WHERE m.size > coalesce(s.size, 0) ORDER BY 1, 2`, nil},
	} {
		err := q.ask(ctx, func(c *pgx.Conn) error {
			rows, err := c.Query(ctx, ask.sql, ask.args...)
			if err != nil {
				return err
			}
			var s Stray
			var n int64
			_, err = pgx.ForEachRow(rows, []any{&s.Machine, &s.Name, &n}, func() error {
				list = append(list, Stray{s.Machine, s.Name, fmt.Sprintf(ask.says, n)})
				return nil
			})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// See enters that somebody has looked at all that was refused up to a time, and returns what that was.
func (q *Queries) See(ctx context.Context, until int64) (list []Refusal, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT machine, stream, why, ours, theirs, says, first, last, times, seen FROM see($1)`, until)
		if err == nil {
			list, err = pgx.CollectRows(rows, filled(pgx.RowToStructByName[Refusal]))
		}
		return err
	})
	return list, err
}
