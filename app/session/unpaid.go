package session

import (
	"sabot/pit"
	"sabot/pit/record"
)

// An entryAt names an entry by its stream and number.
type entryAt struct {
	stream string
	seq    int64
}

// unpaid returns, for each entry of a table that took something back, the acts that were done and are due again by it. It
// folds the shifts of these entries. Error: of a record that cannot be read.
func (h *House) unpaid(entries []record.Entry) (map[entryAt][]pit.Act, error) {
	type shift struct {
		table  string
		number int
	}
	last := map[shift]int64{} // the last such entry of each shift
	for _, e := range entries {
		if _, undone := e.Fact.(record.Undone); undone {
			s := shift{e.Table, e.Shift}
			last[s] = max(last[s], e.Seq)
		}
	}
	due := map[entryAt][]pit.Act{}
	for s, to := range last {
		head, err := h.Head(s.table, s.number)
		if err != nil {
			return nil, err
		}
		if head.Number == 0 {
			continue // the audit says so of the entry
		}
		t := pit.NewTable(s.table)
		for e, err := range h.store.Entries(s.table, head.Seq) {
			if err != nil {
				return nil, err
			}
			if f, undone := e.Fact.(record.Undone); undone && t.Game != nil {
				due[entryAt{e.Table, e.Seq}] = t.Current.Unpaid(f.Seq)
			}
			if e.Seq >= to {
				break
			}
			t.Apply(e)
		}
	}
	return due, nil
}
