package central

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"github.com/jackc/pgx/v5"
)

// A Counted is a count of the entries that the database has under the number of a stream, without a look at one of them.
type Counted struct {
	Stream      int32
	Entries     int64
	First, Last int64   // their lowest and highest number
	Sum         float64 // of all their numbers
	Uneven      bool    // some numbers are missing and others stand more than once, though they come to as many
}

// Whole reports whether these are the entries from 1 to a number, each once.
func (c Counted) Whole(size int64) bool {
	return c.Entries == size && (size == 0 || c.First == 1 && c.Last == size && c.Sum == float64(size)*float64(size+1)/2 && !c.Uneven)
}

// Counts returns how many entries there are by stream, also of streams that have no row; of some streams alone where any are named. It reads the index
// alone: of 10,000,000 entries that takes seconds. Sums of numbers can be kept while entries are exchanged for others. So it compares the exclusive or of
// a hash of each, under a seed that nobody knows before: that of as many numbers is right only if each is there once.
func (q *Queries) Counts(ctx context.Context, of ...int32) (list []Counted, err error) {
	sums, by := `SELECT stream, count(*), min(seq), max(seq), sum(seq::float8), bit_xor(hashint8extended(seq, $1)) FROM entries `, `GROUP BY stream ORDER BY stream`
	seed := rand.Uint64() //nolint:gosec // it has to be another one each time, and is gone with the answer
	args := []any{int64(seed)}
	if len(of) > 0 {
		by, args = `WHERE stream = ANY($2) `+by, append(args, of)
	}
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, sums+by, args...)
		if err != nil {
			return err
		}
		mixed, err := pgx.CollectRows(rows, filled(pgx.RowToStructByPos[mixed]))
		list = nil
		for _, m := range mixed {
			c := Counted{Stream: m.Stream, Entries: m.Entries, First: m.First, Last: m.Last, Sum: m.Sum}
			c.Uneven = c.Entries != c.Last-c.First+1 || uint64(m.Mix) != mixOf(c.First, c.Last, seed)
			list = append(list, c)
		}
		return err
	})
	return list, err
}

// A mixed is a count as the database answers it.
type mixed struct {
	Stream      int32
	Entries     int64
	First, Last int64
	Sum         float64
	Mix         int64
}

// mixOf returns the exclusive or of the hashes of all numbers from one to another.
func mixOf(first, last int64, seed uint64) (mix uint64) {
	for n := first; n <= last; n++ {
		mix ^= hashOf(n, seed)
	}
	return mix
}

// hashOf returns what PostgreSQL's hashint8extended returns: by it partitions are chosen, so it stays as it is.
func hashOf(n int64, seed uint64) uint64 {
	low, high := uint32(n), uint32(n>>32)
	if n < 0 {
		high = ^high
	}
	const begin = 0x9e3779b9 + 4 + 3923095
	a, b, c := uint32(begin), uint32(begin), uint32(begin)
	if seed != 0 {
		a, b = a+uint32(seed>>32), b+uint32(seed)
		a, c = (a-c)^bits.RotateLeft32(c, 4), c+b
		b, a = (b-a)^bits.RotateLeft32(a, 6), a+c
		c, b = (c-b)^bits.RotateLeft32(b, 8), b+a
		a, c = (a-c)^bits.RotateLeft32(c, 16), c+b
		b, a = (b-a)^bits.RotateLeft32(a, 19), a+c
		c, b = (c-b)^bits.RotateLeft32(b, 4), b+a
	}
	a += low ^ high
	c = (c ^ b) - bits.RotateLeft32(b, 14)
	a = (a ^ c) - bits.RotateLeft32(c, 11)
	b = (b ^ a) - bits.RotateLeft32(a, 25)
	c = (c ^ b) - bits.RotateLeft32(b, 16)
	a = (a ^ c) - bits.RotateLeft32(c, 4)
	b = (b ^ a) - bits.RotateLeft32(a, 14)
	c = (c ^ b) - bits.RotateLeft32(b, 24)
	return uint64(b)<<32 | uint64(c)
}

// Ends returns what Counts returns of all streams, by their first and last entries: it takes those between for there. It takes as long as there are
// streams, not entries.
func (q *Queries) Ends(ctx context.Context) (list []Counted, err error) {
	const ends = `WITH RECURSIVE known (stream) AS (SELECT min(stream) FROM entries
			UNION ALL SELECT (SELECT min(stream) FROM entries WHERE stream > known.stream) FROM known WHERE known.stream IS NOT NULL),
		ends AS (SELECT stream, (SELECT min(seq) FROM entries WHERE stream = known.stream) AS first, (SELECT max(seq) FROM entries WHERE stream = known.stream) AS last
			FROM known WHERE stream IS NOT NULL)
		SELECT stream, last - first + 1, first, last, (first + last)::float8 * (last - first + 1) / 2, false FROM ends ORDER BY stream`
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, ends)
		if err == nil {
			list, err = pgx.CollectRows(rows, filled(pgx.RowToStructByPos[Counted]))
		}
		return err
	})
	return list, err
}
