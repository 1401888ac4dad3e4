package audit

import (
	"fmt"
	"slices"

	"sabot/pit"
	"sabot/pit/people"
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
	w.checkpoints[f.Table] = append(w.checkpoints[f.Table], checkpoint{Head: head, source: fmt.Sprintf("what %s had shipped, %s/%d,", f.Machine, record.HouseStream, e.Seq), putBack: len(w.aheads), inherited: &f, heir: moved.To})
	return nil
}

// judgeInherited demands of a table that came here that its slips have the mark that the house says.
func (a *Run) judgeInherited(f *record.TableInherited) *record.Fault {
	if f == nil {
		return nil
	}
	if year, mark := pit.MarkOf(a.table.LastSlips()); year != f.Year || mark != f.Restores {
		return a.fail(f.Size, record.WrongSlip, "the house says that the last slips until here have the mark R%d of %d, and it is R%d of %d", f.Restores, f.Year, mark, year)
	}
	return nil
}

// takeHeld takes in that tables are played here: all entries of those are here.
func (w *Witness) takeHeld(f record.TablesHeld) {
	for _, table := range f.Tables {
		for i := range w.checkpoints[table] {
			w.checkpoints[table][i].heir = ""
		}
	}
}

// neverCame reports whether a table was moved on before all of its entries were taken over: its program died meanwhile, and the pit gives
// them to the next machine.
func (w *Witness) neverCame(c checkpoint) bool {
	moved, _, _ := w.house.Moved(c.Stream)
	return c.heir != "" && c.heir != moved.To
}

// anothers reports whether an entry of a table is another machine's. Who signed it and might is in that one's
// record, and in the pit's; here its root is held against what a manager signed for, and its hands are played again.
func (a *Run) anothers(seq int64) bool {
	return slices.ContainsFunc(a.others, func(s people.Stretch) bool { return s.From <= seq && seq <= s.To })
}

// changesHands reports whether an entry is another machine's than the one before it.
func (a *Run) changesHands(l *record.Line) bool { return a.anothers(l.Seq) != a.anothers(l.Seq-1) }

// foldAnothers folds an entry of another machine. What this one said of the table as it left it, it may have said until it
// heard that the table had been moved, whatever the other machine had entered by then.
func (a *Run) foldAnothers(e *record.Entry) {
	if len(a.claims) > 0 && !a.anothers(e.Seq-1) {
		a.bearOut(endOfTime)
	}
	a.apply(e)
}

// ofOthers returns the entries of other machines, of those that there are.
func (a *Run) ofOthers() (list []people.Stretch) {
	for _, s := range a.others {
		if s.From <= a.Entries {
			list = append(list, people.Stretch{From: s.From, To: min(s.To, a.Entries)})
		}
	}
	return list
}

// endsThere reports whether another machine's entries end with one: a pit may have got no more of its last command.
func (a *Run) endsThere(seq int64) bool {
	return slices.ContainsFunc(a.others, func(s people.Stretch) bool { return s.To == seq })
}

// judgeAnothers judges what another machine entered at a table, but for what that one's house knew and this one may not have known
// then: who works there and may, and the settings of the table. The commands of the hands and the chips are carried out again, as if
// whoever they name had the right to approve; of the others, and of what came at one moment with them, each fact is judged alone.
func (a *Run) judgeAnothers(e *record.Entry) *record.Fault {
	if _, copied := e.Fact.(record.Approved); copied || a.table == nil {
		return nil
	}
	if f := a.judgeStamp(e); f != nil {
		return f
	}
	m := &a.moment
	if m.alone = m.alone || len(m.rest) == 0 && !a.table.RedoneAlone(e.Fact); !m.alone {
		return a.judgeTable(e)
	}
	m.next++
	a.same(e.Fact, e.Fact) // and with it since when the record says more
	return a.judgeAlone(e)
}
