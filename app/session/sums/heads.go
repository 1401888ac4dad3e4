package sums

import (
	"maps"
	"sync"
	"time"

	"sabot/pit/shifts"
	"sabot/reports"
)

// shiftHeads are the shifts of every table as far as somebody has asked for them. They can
// be read again from the record at any time, so that all that work on it share them.
type shiftHeads struct {
	mu     sync.Mutex
	tables map[string]*tableHeads
}

// A tableHeads is the list of a table's shifts, with how much of it is kept.
type tableHeads struct {
	shifts.Heads
	kept int   // how many shifts there were when they were kept last
	upTo int64 // the entry up to which they were then
	read bool  // they go on from what was kept
}

const (
	// headsName begins the name of the file of a table's shifts, another one wherever its bytes mean something else.
	headsName = "shifts4"
	// They are kept anew after so many shifts or entries more. That is what the first list of a program has to read
	// of each table at most. Of a pit's record headlines are not read without the rest.
	shiftsApart, entriesApart = 10, 1000
)

// of returns the shifts of a table, brought up to date. mu must be locked.
func (s *shiftHeads) of(h Sums, table string) (*shifts.Heads, error) {
	if s.tables == nil {
		s.tables = map[string]*tableHeads{}
	}
	heads := s.tables[table]
	if heads == nil {
		heads = &tableHeads{}
		heads.take(h, table)
		s.tables[table] = heads
	}
	if err := heads.follow(h, table); err != nil {
		return nil, err
	}
	if h.shelf.Files() && heads.toKeep() {
		if body, err := heads.MarshalBinary(); err == nil {
			if err := h.shelf.Keep(h.Source, headsName, table, heads.upTo+1, heads.Seq, body); err != nil {
				delete(s.tables, table) // they are of what was never sealed
				return nil, err
			}
		}
		heads.kept, heads.upTo = len(heads.List), heads.Seq
	}
	return &heads.Heads, nil
}

// prove checks the kept shifts of a table against its head, and keeps them. It reads them again, since somebody may
// have changed the record by now. An open table of this machine's own record is left as it is.
func (s *shiftHeads) prove(h Sums, table string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	heads, err := s.of(h, table)
	if err != nil || len(heads.List) == 0 || !h.Others && heads.List[len(heads.List)-1].Open() || h.shelf.Proven(table, headsName) >= heads.Seq {
		return err
	}
	delete(s.tables, table)
	again := &tableHeads{}
	again.take(h, table)
	if err := again.Follow(h.Store, table, func() error { return nil }); err != nil {
		return err
	}
	body, err := again.MarshalBinary()
	if err != nil {
		return err
	}
	if err := h.shelf.Keep(h.Source, headsName, table, again.upTo+1, again.Seq, body); err != nil {
		return err
	}
	again.kept, again.upTo = len(again.List), again.Seq
	s.tables[table] = again
	return nil
}

// take takes what was kept.
func (t *tableHeads) take(h Sums, table string) {
	body, ok := h.shelf.Of(h.Source, headsName, table)
	t.read = ok && t.UnmarshalBinary(body) == nil
	t.kept, t.upTo = len(t.List), t.Seq
}

// toKeep reports whether so much has come since they were kept that they are to be kept again.
func (t *tableHeads) toKeep() bool {
	more := len(t.List) - t.kept
	return more >= shiftsApart || more > 0 && t.Seq-t.upTo >= entriesApart
}

// follow brings them up to date; somebody who waits for years of them is told how far it has come.
func (t *tableHeads) follow(h Sums, table string) error {
	all := 0
	if t.Seq == 0 {
		openings, err := h.Store.Openings(table)
		if err != nil {
			return err
		}
		all = len(openings)
	}
	return t.Follow(h.Store, table, func() error {
		if all == 0 { // what came since
			return nil
		}
		return h.Progress(len(t.List), all)
	})
}

// seen returns when people last signed a headline of a table up to an entry, by their numbers.
func (s *shiftHeads) seen(h Sums, to reports.Stream) (map[string]time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	heads, err := s.of(h, to.Table)
	if err != nil {
		return nil, err
	}
	if heads.Seq <= to.Seq {
		return maps.Clone(heads.Seen), nil
	}
	return shifts.SeenUpTo(h.Store, to.Table, to.Seq)
}
