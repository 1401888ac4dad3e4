package audit

import (
	"fmt"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// takeInherited demands of a table that another machine played that a manager of the house had it
// moved here, with as many entries: of those the head that the manager signed for has the root.
func (w *Witness) takeInherited(a *Run, e *record.Entry, f record.TableInherited) *record.Fault {
	moved, size, is := w.house.Moved(f.Table)
	if !is || size != f.Size || moved.From != f.Machine || w.house.Office().Here != "" && w.house.Office().Here != moved.To {
		return a.fail(e.Seq, record.NotApproved, "nobody of the house had %s moved here from %s with %d entries", f.Table, f.Machine, f.Size)
	}
	head, err := seal.ReadHead(moved.Head)
	if err != nil || head.Stream != f.Table {
		return a.fail(e.Seq, record.NoCheckpoint, "it was moved with the head of something else")
	}
	w.checkpoints[f.Table] = append(w.checkpoints[f.Table], checkpoint{Head: head, source: fmt.Sprintf("what %s had shipped, %s/%d,", f.Machine, record.HouseStream, e.Seq), putBack: len(w.aheads)})
	return nil
}

// anothers says whether an entry of a table is another machine's. Who signed it and might is in that one's
// record, and in the pit's; here its root is held against what a manager signed for.
func (a *Run) anothers(l *record.Line) bool { return a.table != nil && l.Seq <= a.inherited }

// foldAnothers folds an entry of another machine, and notes what the house's own entries go by.
func (a *Run) foldAnothers(e *record.Entry) {
	a.witness.ran(e.At)
	a.table.Apply(*e)
	a.unsettle(e.Fact)
	switch e.Fact.(type) {
	case record.Closed:
		a.witness.closedShift(e, a.table)
	case record.HandClosed:
		a.Hands++
	}
}
