package session

import (
	"encoding/json"
	"sync"

	"sabot/pit"
	"sabot/pit/people"
	"sabot/reports"
)

// houseSums are what the shifts of every table add to the sums of the house, as far as
// somebody has asked for them: a year of hands is not folded twice. They can be made anew
// from the record at any time, so that all work on it shares them.
type houseSums struct {
	mu     sync.Mutex
	tables map[string]*tableSums
	edges  map[string]map[string]int64 // by the rules
}

// tableSums are those of a table, by the shift's number.
type tableSums struct {
	Shifts map[int]keptShift
	read   bool // what was kept of it
	fresh  int  // of Shifts that are not kept yet
}

// keptShift is what a shift adds, and what it is of: entries of its table, counts of the
// back office.
type keptShift struct {
	UpTo  int64 // the table's last entry that can say something of it
	Drops int
	Sum   reports.HouseShift
}

// edgesOf are the edges of a shift's rules.
func (s *houseSums) edgesOf(t *pit.Table) map[string]int64 {
	rules := reports.RulesOf(t)
	s.mu.Lock()
	edges, known := s.edges[rules]
	s.mu.Unlock()
	if known {
		return edges
	}
	edges = reports.Edges(t.Game) // may take half a second
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.edges == nil {
		s.edges = map[string]map[string]int64{}
	}
	s.edges[rules] = edges
	return edges
}

// kept is what was made of a shift before, if it is of the same entries.
func (h *House) kept(table string, n int, upTo int64, drops int) (reports.HouseShift, bool) {
	s := h.sums
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tables == nil {
		s.tables = map[string]*tableSums{}
	}
	t := s.tables[table]
	if t == nil {
		t = &tableSums{Shifts: map[int]keptShift{}}
		s.tables[table] = t
	}
	if !t.read {
		t.read = true
		if body, ok := h.derived(sumsName, table); ok {
			_ = json.Unmarshal(body, &t.Shifts) // what cannot be read is made anew
		}
	}
	k, ok := t.Shifts[n]
	return k.Sum, ok && k.UpTo == upTo && k.Drops == drops
}

// sumsName is what the file of a table's sums begins with. Another form of them has another
// name.
const sumsName = "sums1"

// keep keeps what a shift adds.
func (h *House) keep(table string, n int, k keptShift) {
	h.sums.mu.Lock()
	defer h.sums.mu.Unlock()
	t := h.sums.tables[table]
	t.Shifts[n] = k
	t.fresh++
}

// keepSums writes the sums of a table among the house's files, where there are new ones.
func (h *House) keepSums(table string, seq int64) {
	h.sums.mu.Lock()
	t := h.sums.tables[table]
	if t == nil || t.fresh == 0 {
		h.sums.mu.Unlock()
		return
	}
	t.fresh = 0
	body, err := json.Marshal(t.Shifts)
	h.sums.mu.Unlock()
	if err == nil {
		h.keepDerived(sumsName, table, seq, body)
	}
}

// streams are all tables that the house has had, and how far their records go.
func (h *House) streams() ([]reports.Stream, error) {
	var all []reports.Stream
	for _, name := range h.tableNames() {
		last, err := h.store.Last(name)
		if err != nil {
			return nil, err
		}
		if last == 0 {
			continue
		}
		head, err := h.store.Head(name)
		if err != nil {
			return nil, err
		}
		all = append(all, reports.Stream{Table: name, Seq: last, Checkpoint: head})
	}
	return all, nil
}

// houseFigures are the house's at the entries that evidence names; with kept, shifts of
// which nothing has changed since they were summed up are not read again.
func (h *House) houseFigures(e reports.Evidence, house *people.House, kept bool) (reports.Evidence, error) {
	type wanted struct {
		reports.Stream
		shift  headAndNext
		frozen bool // no later entry can say anything of it
	}
	var all []wanted
	for _, s := range e.Streams {
		heads, err := h.heads.between(h, s.Table, reports.YearOf(e.Item), e.Item)
		if err != nil {
			return reports.Evidence{}, err
		}
		for _, shift := range heads {
			if shift.Seq <= s.Seq {
				all = append(all, wanted{s, shift, shift.after > 0 && shift.after <= s.Seq})
			}
		}
	}
	var shifts []reports.HouseShift
	for i, w := range all {
		if err := h.progress(i, len(all)); err != nil {
			return reports.Evidence{}, err
		}
		upTo, drops := w.Seq, len(house.Drops(w.Table, w.shift.Number))
		if w.frozen {
			upTo = w.shift.after
		}
		if kept {
			if sum, ok := h.kept(w.Table, w.shift.Number, upTo, drops); ok {
				shifts = append(shifts, sum)
				continue
			}
		}
		t, err := h.fold(house, w.Table, w.shift, w.Seq)
		if err != nil {
			return reports.Evidence{}, err
		}
		sum := reports.HouseShiftOf(t, house, h.sums.edgesOf(t))
		shifts = append(shifts, sum)
		if kept {
			h.keep(w.Table, w.shift.Number, keptShift{upTo, drops, sum})
		}
	}
	if kept {
		for _, s := range e.Streams {
			h.keepSums(s.Table, s.Seq)
		}
	}
	return e.OfHouse(house.Name, shifts)
}
