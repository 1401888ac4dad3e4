package storage

import (
	"context"
	"fmt"

	"sabot/pit/record"
)

// indexes notes which of a stream's entries were found through an index that was compared with the table. Whoever
// writes the file can narrow an index, and a night is gone.
type indexes struct {
	openings  bool
	headlines int64 // from this entry on; 0: none yet
}

// compared asks whether the headlines of a range are in the index as in the table.
const compared = `SELECT
	(SELECT group_concat(key || ':' || headline) FROM (SELECT key, headline FROM entries NOT INDEXED WHERE key >= ?1 AND key < ?2 AND headline IS NOT NULL ORDER BY key)) IS
	(SELECT group_concat(key || ':' || headline) FROM (SELECT key, headline FROM entries INDEXED BY headlines WHERE key >= ?1 AND key < ?2 AND headline IS NOT NULL ORDER BY key))`

// indexesRight asks the same of both indexes, with the table read once.
const indexesRight = `SELECT
	(SELECT coalesce(group_concat(key || ':' || headline), '') || '#' || coalesce(group_concat(key) FILTER (WHERE headline = 1), '')
		FROM (SELECT key, headline FROM entries NOT INDEXED WHERE key >= ?1 AND key < ?2 AND headline IS NOT NULL ORDER BY key)) =
	(SELECT coalesce(group_concat(key || ':' || headline), '') FROM (SELECT key, headline FROM entries INDEXED BY headlines WHERE key >= ?1 AND key < ?2 AND headline IS NOT NULL ORDER BY key)) || '#' ||
	(SELECT coalesce(group_concat(key), '') FROM (SELECT key FROM entries INDEXED BY openings WHERE key >= ?1 AND key < ?2 AND headline = 1 ORDER BY key))`

// headlinesFrom demands that the index of the headlines is right from an entry on. What was
// looked at once is not again, until the layout has changed.
func (s *Store) headlinesFrom(table string, from int64) error {
	stream, err := s.stream(table, false)
	if err != nil || stream == 0 {
		return err
	}
	if err := s.sameLayout(); err != nil {
		return err
	}
	s.mu.Lock()
	done := s.indexes[stream]
	s.mu.Unlock()
	from, to := key(stream, max(from, 1)), key(stream+1, 0)
	if done.headlines > 0 {
		to = key(stream, done.headlines)
	}
	if from >= to {
		return nil
	}
	var right bool
	if err := s.db.QueryRow(compared, from, to).Scan(&right); err != nil {
		return err
	}
	if !right {
		return fmt.Errorf("%w: its index of the headlines of %s leaves some out: %w", record.ErrChanged, table, errChanged)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	done = s.indexes[stream]
	done.headlines = from - key(stream, 0)
	s.indexes[stream] = done
	return nil
}

// openingsOf demands that the shifts which an index names are all. Each entry names its shift: the first ones go from 1 without a
// gap, and the stream's last one is of the last shift.
func (s *Store) openingsOf(table string, stream int64, seqs []int64) error {
	s.mu.Lock()
	done := s.indexes[stream]
	s.mu.Unlock()
	if done.openings || stream == 0 {
		return nil
	}
	last, err := s.Last(table)
	if err != nil {
		return err
	}
	begun, err := s.shifts(stream, last)
	if err != nil {
		return err
	}
	for i, seq := range append(seqs, last) {
		is := begun[seq]
		if is.number != min(i+1, len(seqs)) || i < len(seqs) && !is.opens {
			return fmt.Errorf("%w: its index of the shifts of %s names %d of them, and entry %d is of shift %d: %w", record.ErrChanged, table, len(seqs), seq, is.number, errChanged)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	done = s.indexes[stream]
	done.openings = true
	s.indexes[stream] = done
	return nil
}

// A shiftOf is of which shift an entry is, and whether that begins with it.
type shiftOf struct {
	number int
	opens  bool
}

// shifts returns the shifts of the entries that the index of the shifts names, and of one other entry, by number. A
// year has 400 of them.
func (s *Store) shifts(stream, last int64) (map[int64]shiftOf, error) {
	rows, err := s.db.Query(`SELECT entry FROM entries WHERE key IN (SELECT key FROM entries INDEXED BY openings WHERE key >= ?1 AND key < ?2 AND headline = 1 UNION ALL SELECT ?3)`, key(stream, 0), key(stream+1, 0), key(stream, last))
	if err != nil {
		return nil, err
	}
	list, err := texts(rows)
	if err != nil {
		return nil, err
	}
	all := make(map[int64]shiftOf, len(list))
	for _, text := range list {
		e, kind, err := record.DecodeKind(text)
		if err != nil {
			return nil, err
		}
		all[e.Seq] = shiftOf{e.Shift, kind == record.KindOf(record.Opened{})}
	}
	return all, nil
}

// sameLayout judges the layout again where it was changed since it was judged, and has the
// indexes compared anew.
func (s *Store) sameLayout() error {
	var version int64
	if err := s.db.QueryRow(`PRAGMA schema_version`).Scan(&version); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if version == s.schema {
		return nil
	}
	if err := judgeLayout(context.Background(), s.db); err != nil {
		return err
	}
	s.schema, s.indexes = version, map[int64]indexes{}
	return nil
}
