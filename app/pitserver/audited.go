package pitserver

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

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

// A hidden is a table of which the pit lacks what the own stream of its machine says that it had: that stream goes on from there, and the table's does
// not. Its machine may be about to ship it, or somebody cut it off.
type hidden struct {
	machine string
	fault   *record.Fault
}

func (h hidden) doubt() Doubt {
	return Doubt{Machine: h.machine, Stream: h.fault.Table, Says: h.fault.What}
}

// same reports whether both are of the same place, and say the same.
func (h hidden) same(other hidden) bool {
	return h.machine == other.machine && *h.fault == *other.fault
}

// hiddenOf returns the tables that are so still a moment later: a machine ships its own stream first. What is gone from the database, or what a pit that
// was restored waits for, is told as that. Error: of a database that does not answer.
func hiddenOf(ctx context.Context, q central.Reading, p placed, gone []Gone, now time.Time) (list []hidden, err error) {
	list, err = p.hidden(ctx, q, gone, now)
	sizes := p.tableSizes()
	for until := time.Now().Add(settling); err == nil && len(list) > 0 && time.Now().Before(until); {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(settling / 4):
		}
		if p, err = placesOf(ctx, q, p.witness); err != nil {
			return nil, err
		}
		var again []hidden
		if again, err = p.hidden(ctx, q, gone, now); err != nil {
			return nil, err
		}
		is := p.tableSizes()
		list = slices.DeleteFunc(list, func(h hidden) bool {
			return is[h.machine] != sizes[h.machine] || !slices.ContainsFunc(again, h.same) // it ships
		})
	}
	return list, err
}

// doubtsHidden adds the doubts about what machines say that they had of tables, and the pit lacks. A group's server is told what the pits of its
// houses say of that. Error: of a database that does not answer.
func (a *account) doubtsHidden(ctx context.Context, q central.Reading, houses bool, now time.Time) error {
	if houses {
		return nil
	}
	list, err := hiddenOf(ctx, q, a.placed, a.gone, now)
	for _, h := range list {
		if d := h.doubt(); a.doubtOf(d.Machine, d.Stream) == "" {
			a.doubts = append(a.doubts, d)
		}
	}
	return err
}

// tableSizes returns how many entries of tables each machine has shipped.
func (p *placed) tableSizes() map[string]int64 {
	sizes := map[string]int64{}
	for _, s := range p.streams {
		if s.Name != record.HouseStream {
			sizes[s.Machine] += s.Size
		}
	}
	return sizes
}

// hidden returns the tables that end before what the own stream of their machine says. It reads of that stream alone. Error: of a database that does
// not answer.
func (p *placed) hidden(ctx context.Context, q central.Reading, gone []Gone, now time.Time) (list []hidden, err error) {
	for _, own := range p.streams {
		if p.restored || own.Name != record.HouseStream || own.Machine == central.Member || p.arrives(own.Machine, now) {
			continue
		}
		entered, err := enteredIn(ctx, q, own)
		if err != nil {
			return nil, err
		}
		for _, table := range entered.Tables() {
			s, here := p.of(table)[own.Machine]
			if !p.hasNow(table, own.Machine, &entered) || slices.ContainsFunc(gone, func(g Gone) bool { return g.Machine == own.Machine && g.Stream == table && g.Signed == "" }) {
				continue
			}
			end, unread := seal.ReadHead(s.Note)
			if here && s.Signed > 0 && (unread != nil || end.Size != s.Signed) {
				continue // it is named
			}
			fault, err := entered.Short(table, end, func() (int, error) { return lastClosed(ctx, q, s) })
			if err != nil {
				return nil, err
			}
			if fault != nil {
				fault.What += fmt.Sprintf(". Have %s ship: sabotctl pit ship there. If that has no more of %s, it was cut off there or here: keep the disk of %s as evidence", own.Machine, table, own.Machine)
				list = append(list, hidden{own.Machine, fault})
			}
		}
	}
	return list, nil
}

// arrives reports whether a machine has said within moments that more of what it plays is to come.
func (p *placed) arrives(machine string, now time.Time) bool {
	return slices.ContainsFunc(p.streams, func(s central.Stream) bool {
		return s.Machine == machine && (s.Name == record.HouseStream || p.plays(s.Name) == machine) && (s.Own > s.Size || s.Size > s.Signed) && now.Sub(at(s.Heard)).Abs() < arriving
	})
}

// hasNow reports whether a table is a machine's now, and it has gone on with it since it came there. What a machine had of a table that went from it is
// given up by the move.
func (p *placed) hasNow(table, machine string, entered *audit.Entered) bool {
	if p.plays(table) != machine {
		return false
	}
	last, moved := p.signed.last(table)
	if !moved {
		return true
	}
	head, _ := seal.ReadHead(last.Head) // it may have had none
	came, is := entered.Came(table)
	return is && came.Machine == last.From && came.Size == head.Size
}

// enteredIn reads what a machine has entered of its tables, as far as it has signed that. Error: of a database that does not answer.
func enteredIn(ctx context.Context, q central.Reading, own central.Stream) (entered audit.Entered, err error) {
	for from := int64(1); from > 0 && from <= own.Signed; {
		texts, next, err := q.EntriesOf(ctx, own.ID, from, own.Signed, boxesAmong, enteredKinds)
		if err != nil {
			return entered, err
		}
		for _, text := range texts {
			if e, err := record.Decode(text); err == nil { // what is wrong whoever verifies the pit finds
				entered.Take(e)
			}
		}
		from = next
	}
	return entered, nil
}

var enteredKinds = kindsOf(audit.EnteredKinds()...)

// lastClosed returns the last shift of a table that closed; 0 for none. Error: of a database that does not answer.
func lastClosed(ctx context.Context, q central.Reading, s central.Stream) (shift int, err error) {
	texts, err := q.LastShifts(ctx, s, 2) // one of them may have opened
	for _, text := range texts {
		e, wrong := record.Decode(text)
		if _, closed := e.Fact.(record.Closed); wrong == nil && closed {
			shift = max(shift, e.Shift)
		}
	}
	return shift, err
}
