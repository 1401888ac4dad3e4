package pitserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// audited returns the faults of a machine's record, by the code with which the machine verifies it itself: an act of
// two people without their signatures is one, whoever has sealed it. What may still be on its way is no fault: a
// table or the house may have come further than the other, so what one says of the other counts where it does not
// hold when both are read once more. Vain are entries for which a manager has signed as taken in twice, and which are
// none. Error: of a database that does not answer.
func audited(ctx context.Context, q central.Reading, m central.Machine) (faults map[string]*record.Fault, vain []int64, err error) {
	found, vain, err := auditOnce(ctx, q, m)
	if err != nil || len(found) == 0 {
		return nil, vain, err
	}
	again, vain, err := auditOnce(ctx, q, m)
	faults = map[string]*record.Fault{}
	for stream, f := range found {
		if is := again[stream]; is != nil && is.Seq == f.Seq && is.Code == f.Code {
			faults[stream] = f
		}
	}
	return faults, vain, err
}

// auditOnce returns the first fault of each stream of a machine, as far as it has arrived, and what was signed in vain.
func auditOnce(ctx context.Context, q central.Reading, m central.Machine) (faults map[string]*record.Fault, vain []int64, err error) {
	snap, err := central.OpenSnapshot(ctx, q, m.Name)
	if err != nil {
		return nil, nil, err
	}
	snap = snap.Without(func(s central.Stream) bool { return s.Signed > s.Size }) // it has no such head, and is named
	keys, whole := strings.Fields(m.Verifier), !m.Moves                           // what it holds of a table that was moved from it never arrives
	arrived := map[string]bool{}
	check, house := audit.Check{}, false
	for _, s := range snap.All() {
		arrived[s.Name] = s.Signed == s.Size && s.Own <= s.Size
		whole = whole && arrived[s.Name]
		_, by, err := seal.Open(ownNote(s.Note), keys...)
		if err != nil {
			return nil, nil, nil // its head is no head of the machine's, and is named
		}
		if s.Name == record.HouseStream {
			house, check.Trusted = true, by
		}
	}
	if !house {
		return nil, nil, nil
	}
	check.Earlier = slices.DeleteFunc(keys, func(key string) bool { return key == check.Trusted })
	list, err := audit.Verify(ctx, snap, check)
	if err != nil {
		return nil, nil, fmt.Errorf("the record of %s: %w", m.Name, err)
	}
	streams, err := q.Streams(ctx)
	if err != nil {
		return nil, nil, err
	}
	moved, err := q.Moves(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, row := range moved {
		if row.From == m.Name && !slices.Contains(m.Tables, row.Table) {
			arrived[row.Table] = false
		}
	}
	machines, err := q.Machines(ctx)
	if err != nil {
		return nil, nil, err
	}
	before := called{m, machines, streams}
	faults = map[string]*record.Fault{}
	has := map[string]int64{}
	for i, c := range list {
		beside := i >= len(snap.All()) // of streams beside one another, once all of them were read
		if !beside {
			has[c.Name] = c.Entries
		}
		vain = append(vain, c.SignedInVain...)
		f := c.Fault
		if f == nil && c.Unjudged > 0 && !shippedElsewhere(streams, m.Name, c) {
			f = &record.Fault{Table: c.Name, Seq: c.Others[0].To, Code: record.NotApproved, What: "it says that another machine entered what lies before, and none has shipped that: who signed it is judged nowhere"}
		}
		if beside && f != nil && before.elsewhere(f) {
			continue
		}
		if f == nil || faults[c.Name] != nil || beside && !whole && !(arrived[f.Of] && arrived[record.HouseStream]) || f.Code == record.Missing && f.Seq > has[c.Name] { // it may yet come
			continue
		}
		faults[c.Name] = f
	}
	return faults, vain, nil
}

// A called is a machine, among what a pit has, whose record may have had another name there before: it was put back under this one.
type called struct {
	central.Machine
	machines []central.Machine
	streams  []central.Stream
}

// elsewhere reports whether a fault is of what the machine's record said of a table under another name, and the table never arrived under
// this one: what bears it out stands under that name, or nowhere. The name is none of another record.
func (c *called) elsewhere(f *record.Fault) bool {
	if f.Under == "" || f.Under == c.Name || slices.ContainsFunc(c.machines, func(m central.Machine) bool { return m.Name == f.Under && c.isAnother(m) }) {
		return false
	}
	has := func(table string) bool {
		return slices.ContainsFunc(c.streams, func(s central.Stream) bool { return s.Machine == c.Name && s.Name == table })
	}
	if f.Of != "" {
		return !has(f.Of)
	}
	return slices.ContainsFunc(c.streams, func(s central.Stream) bool { return s.Machine == f.Under && !has(s.Name) })
}

// isAnother reports whether a machine has shipped a record that none of this one's keys has signed.
func (c *called) isAnother(m central.Machine) bool {
	keys := strings.Fields(m.Verifier)
	return len(keys) > 0 && !slices.ContainsFunc(strings.Fields(c.Verifier), func(key string) bool { return slices.Contains(keys, key) })
}

// shippedElsewhere reports whether another machine shipped what a machine says that another one entered at a table: there it is judged.
func shippedElsewhere(streams []central.Stream, machine string, c audit.Checked) bool {
	return !slices.ContainsFunc(c.Others, func(others house.Stretch) bool {
		return !slices.ContainsFunc(streams, func(s central.Stream) bool { return s.Name == c.Name && s.Machine != machine && s.Size >= others.To })
	})
}

// ownNote returns a head without what others put under it.
func ownNote(note string) string {
	own, _, err := seal.Split(note)
	if err != nil {
		return note
	}
	return own
}
