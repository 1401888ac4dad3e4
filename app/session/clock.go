package session

import (
	"errors"
	"time"

	"sabot/pit/record"
)

// ClockBack enters that the clock was ahead, where it is behind the last entry by more than usual corrections
// of a clock. From there on time goes by the clock again. It does the same for a table whose last entry is at
// that time, where the house has not entered it yet.
func (h *House) ClockBack(table time.Time) error {
	const tries = 5
	for try := 1; ; try++ {
		last := h.State.Last
		if table.After(last) {
			last = table
		}
		f, drifted := record.Drifted(h.now(), last)
		if !drifted {
			return nil
		}
		entries := h.State.Stamp(h.now(), "", f)
		err := h.store.Append(entries...)
		if err == nil {
			h.Takeover().took(entries)
			return nil
		}
		if !errors.Is(err, record.ErrConflict) || try == tries {
			return err
		}
		if err := h.Takeover().CatchUp(); err != nil {
			return err
		}
	}
}

// tablesLast returns the time of the last entry that this record has of a table, by this machine's own clock;
// zero where it has none. The house's entries must not be older: readers of both go by their times. Error: of a
// record that cannot be read.
func (h *House) tablesLast() (last time.Time, err error) {
	if h.lasts == nil {
		h.lasts = map[string]lastEntry{}
	}
	for _, t := range h.State.Tables {
		seq, err := h.store.Last(t.Name)
		if err != nil {
			return last, err
		}
		known := h.lasts[t.Name]
		if seq != known.seq && seq > h.State.Moves().Inherited(t.Name) {
			for e, err := range h.store.Entries(t.Name, seq) {
				if err != nil {
					return last, err
				}
				known = lastEntry{e.Seq, e.At}
				break
			}
			h.lasts[t.Name] = known
		}
		if known.at.After(last) {
			last = known.at
		}
	}
	return last, nil
}

// A lastEntry is the number and the time of a table's last entry.
type lastEntry struct {
	seq int64
	at  time.Time
}

// ClockBack does the same for a table, after the house.
func (t *Table) clockBack() error {
	unsaid, last := time.Time{}, t.State.Last()
	if _, drifted := record.Drifted(t.Now(), last); drifted {
		said, err := t.houseSaid(last)
		if err != nil {
			return err
		}
		if !said {
			unsaid = last
		}
	}
	if err := t.house.ClockBack(unsaid); err != nil {
		return err
	}
	now := t.Now()
	if f, drifted := record.Drifted(now, t.State.Last()); drifted {
		return t.enter(now, []record.Fact{f})
	}
	return nil
}

// houseSaid reports whether the house says once more often than this table that the clock was ahead, up to a moment
// at least. It says so for each time that a table does. Error: of a record that cannot be read.
func (t *Table) houseSaid(ahead time.Time) (bool, error) {
	h := t.house
	said, err := h.aheads(record.HouseStream, 1)
	if err != nil {
		return false, err
	}
	told, err := h.aheads(t.State.Name, h.State.Moves().Inherited(t.State.Name)+1)
	if err != nil {
		return false, err
	}
	n := 0
	for _, t := range append(told, record.Ahead{Was: ahead}) {
		if n = record.HouseSaid(said, n, t.Was); n < 0 {
			return false, nil
		}
	}
	return true, nil
}

// aheads returns when a stream says that the clock was ahead, from an entry on, in its order. Error: of a record that cannot be read.
func (h *House) aheads(stream string, from int64) (list []record.Ahead, err error) {
	for e, err := range h.store.Entries(stream, from) {
		if err != nil {
			return nil, err
		}
		if f, told := e.Fact.(record.ClockDrifted); told {
			list = append(list, record.Ahead{Back: e.At, Was: time.UnixMilli(f.Was)})
		}
	}
	return list, nil
}
