package audit

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/pit/tray"
)

// takeInherited demands of a table that another machine played that a manager of the house had it moved here, with as many
// entries. The head that the manager signed for has their root. Again is true where this machine had entered so since the table
// was moved last. Two programs of Sabot 0.9 at once may both have entered that, without a mark of slips. Brings is true where entries come
// with it: by a move that was signed once more none do, and who stands at the table plays on meanwhile.
func (w *Witness) takeInherited(a *Run, e *record.Entry, f record.TableInherited, again, brings bool) *record.Fault {
	moved, size, is := w.house.Moves().Moved(f.Table)
	if !is || size != f.Size || moved.From != f.Machine || w.house.Office().Here != "" && w.house.Office().Here != moved.To {
		return a.fail(e.Seq, record.NotApproved, "nobody of the house had %s moved here from %s with %d entries", f.Table, f.Machine, f.Size)
	}
	head, err := seal.ReadHead(moved.Head)
	if err != nil || head.Stream != f.Table {
		return a.fail(e.Seq, record.NoCheckpoint, "it was moved with the head of something else")
	}
	w.checkpoints[f.Table] = append(w.checkpoints[f.Table], checkpoint{Head: head, source: fmt.Sprintf("the shipment of %s, %s/%d,", f.Machine, record.HouseStream, e.Seq), putBack: len(w.aheads), inherited: &f, heir: moved.To})
	if !again && brings { // two programs of Sabot 0.9 may have said it twice, the second one late
		if w.cameHere == nil {
			w.cameHere = map[string][]cameHere{}
		}
		w.cameHere[f.Table] = append(w.cameHere[f.Table], cameHere{e.Seq, e.At, f, len(w.aheads)})
	}
	if again && (f.Year > 0 || w.programs.areSince(0, 10, e.Seq)) {
		return a.fail(e.Seq, record.NotDone, "no Sabot enters that: %s had gone on with %s by its last move before", moved.To, f.Table)
	}
	return nil
}

// A cameHere is a table that this machine went on with.
type cameHere struct {
	seq int64 // the entry of the house
	at  time.Time
	record.TableInherited
	aheads int // how often the clock had been put back
}

// judgeCame demands of a table's entry of this machine that it is no older than the entry with which the table came here, unless the clock was put back
// since.
func (a *Run) judgeCame(e *record.Entry) *record.Fault {
	for _, c := range a.witness.cameHere[a.name] {
		again := func(d record.Ahead) bool { return !e.At.Before(d.Back) }
		if e.Seq > c.Size && e.At.Before(c.at) && !slices.ContainsFunc(a.witness.aheads[c.aheads:], again) {
			return a.fail(e.Seq, record.WrongTime, "it is older than %s/%d, with which the table came here from %s with %d entries", record.HouseStream, c.seq, c.Machine, c.Size)
		}
	}
	return nil
}

// judgeInherited demands of a table that came here that its slips have the mark that the house's entry has.
func (a *Run) judgeInherited(f *record.TableInherited) *record.Fault {
	if f == nil {
		return nil
	}
	if year, mark := tray.MarkOf(a.table.LastSlips()); year != f.Year || mark != f.Restores {
		return a.fail(f.Size, record.WrongSlip, "the house says that the last slips until here have the mark R%d of %d, and it is R%d of %d", f.Restores, f.Year, mark, year)
	}
	return nil
}

// takeLeft notes when this machine heard that a table went to another one, for where that one went on with it.
func (w *Witness) takeLeft(e *record.Entry) {
	if w.left == nil {
		w.left, w.wentOn = map[string]time.Time{}, map[leaving]time.Time{}
	}
	switch f := e.Fact.(type) {
	case record.TableMoved, record.HouseTaken:
		here := w.house.Office().Here
		for _, t := range w.house.Tables {
			if w.left[t.Name].IsZero() && w.house.Moves().WentOn(t.Name, here) {
				w.left[t.Name] = e.At
			}
		}
	case record.TableInherited:
		heard := w.left[f.Table]
		if heard.IsZero() { // with the move by which it came back
			heard = e.At
		}
		delete(w.left, f.Table)
		if others := w.house.Moves().Anothers(f.Table); len(others) > 0 {
			from := leaving{f.Table, others[len(others)-1].From}
			if w.wentOn[from].IsZero() {
				w.wentOn[from] = heard
			}
		}
	}
}

// A nameSince is this machine's name in the pit from an entry of the house on.
type nameSince struct {
	seq  int64
	at   time.Time
	name string
}

// calledBy returns the name in the pit that this machine had at an entry of the house; "" where it had none.
func (w *Witness) calledBy(seq int64) (name string) {
	for _, n := range w.names {
		if n.seq <= seq {
			name = n.name
		}
	}
	return name
}

// calledAt returns the name in the pit that this machine had at a time; "" where it had none.
func (w *Witness) calledAt(at time.Time) (name string) {
	for _, n := range w.names {
		if !n.at.After(at) {
			name = n.name
		}
	}
	return name
}

// takeHeld takes in that tables are played here, under the machine's name: all entries of those are here.
func (w *Witness) takeHeld(e *record.Entry, f record.TablesHeld) {
	w.names = append(w.names, nameSince{e.Seq, e.At, f.Machine})
	for _, table := range f.Tables {
		for i := range w.checkpoints[table] {
			w.checkpoints[table][i].heir = ""
		}
	}
}

// neverCame reports whether a table was moved on before all of its entries were taken over: its program died meanwhile, and the pit gives
// them to the next machine.
func (w *Witness) neverCame(c checkpoint) bool {
	moved, _, _ := w.house.Moves().Moved(c.Stream)
	return c.heir != "" && c.heir != moved.To
}

// anothers reports whether an entry of a table is another machine's. Who signed it and might is in that one's
// record, and in the pit's; here its root is held against what a manager signed for, and its hands are played again.
func (a *Run) anothers(seq int64) bool {
	return slices.ContainsFunc(a.others, func(s house.Stretch) bool { return s.From <= seq && seq <= s.To })
}

// changesHands reports whether an entry is another machine's than the one before it.
func (a *Run) changesHands(l *record.Line) bool { return a.anothers(l.Seq) != a.anothers(l.Seq-1) }

// foldAnothers folds an entry of another machine. What this one said of the table as it left it, it may have said until it
// heard that the table had been moved, whatever the other machine had entered by then. What it says of later is held against
// the table too: the other machine may be this record, under the name that it had in the pit before.
func (a *Run) foldAnothers(e *record.Entry) {
	begins := !a.anothers(e.Seq - 1)
	if len(a.claims) > 0 {
		until := e.At
		if begins {
			until = endOfTime
		}
		a.bearOut(until)
	}
	if begins {
		heard := a.witness.wentOn[leaving{a.name, e.Seq}]
		a.witness.duties.dealt.leave(a.name, heard)
		a.witness.duties.answered.leave(a.name, heard)
	}
	a.apply(e)
}

// ofOthers returns the entries of other machines, of those that there are.
func (a *Run) ofOthers() (list []house.Stretch) {
	for _, s := range a.others {
		if s.From <= a.Entries {
			list = append(list, house.Stretch{From: s.From, To: min(s.To, a.Entries)})
		}
	}
	return list
}

// endsThere reports whether another machine's entries end with one: a pit may have got no more of its last command.
func (a *Run) endsThere(seq int64) bool {
	return a.anothers(seq) && !a.anothers(seq+1)
}

// judgeAnothers judges what another machine entered at a table by all that this record's house ever was, since nobody here knows what
// that one knew of it then. What goes against the rules of the hand and the chips is a fault. What no key, right or setting of this
// house bears out is counted: a machine that had a house of its own before it joined entered such things too.
func (a *Run) judgeAnothers(l *record.Line) *record.Fault {
	if a.table == nil {
		return nil
	}
	e := &l.Entry
	if f, given := e.Fact.(record.Approved); given {
		a.judgeAnothersApproval(f)
		return nil
	}
	a.unjudged += int64(len(a.due))
	a.due = a.due[:0]
	if f := a.judgeStamp(e); f != nil {
		return f
	}
	m := &a.moment
	if !m.torn && !m.alone {
		if f := a.judgeTable(e); !m.alone {
			return f
		}
	} else if m.next++; !m.torn {
		a.unjudged++
	}
	a.same(e.Fact, e.Fact) // and with it since when the record says more
	return a.facts.judge(e)
}

// redoAnothers carries out the command of another machine by each house that there was here, the one of that time first. Where none
// comes to what was entered, it is carried out as if whoever is named might approve, or where it asks more of the house not at all.
func (a *Run) redoAnothers(e *record.Entry, facts []record.Fact) ([]record.Fact, error) {
	at, before := a.at(e.At), a.witness.dropCheck(a.name, a.table.Shift-1)
	for house := range a.witness.past.outwards(at[0]) {
		for _, signed := range []bool{true, false} {
			out, err := a.again.carriedOut(a.table, Then{House: house, At: e.At, Signed: func() bool { return signed }, Before: before}, facts)
			if err == nil && a.comesTo(out, facts) {
				return out, nil
			}
			if a.table.Open {
				break
			}
		}
	}
	if a.unjudged++; redoneAlone(a.table, e.Fact) {
		return a.again.carriedOut(a.table, Then{At: e.At}, facts)
	}
	a.moment.alone = true
	return nil, nil
}

// comesTo reports whether a command comes to what was entered, as far as the pit got it.
func (a *Run) comesTo(command, entered []record.Fact) bool {
	for i, want := range command[:min(len(command), len(entered))] {
		if !record.Same(want, entered[i]) && !record.Same(a.formerly(want, entered[i]), entered[i]) {
			return false
		}
	}
	return len(command) > 0
}

// judgeAnothersApproval checks a signature against every key that its signer ever had here.
func (a *Run) judgeAnothersApproval(f record.Approved) {
	if len(a.due) == 0 || f.Seq != a.asked.Seq || f.By != a.due[0] {
		a.unjudged++
		return
	}
	signed := signature{approval: f, entry: sha256.Sum256(a.bytes), held: a.witness.keys[f.By]}
	if _, may := signed.judge(); may {
		a.Approvals++
	} else {
		a.unjudged++
	}
	a.due = a.due[1:]
}

// askAnothers notes who signs what another machine entered; of its last entry the pit may have got no more.
func (a *Run) askAnothers(l *record.Line) {
	if _, given := l.Entry.Fact.(record.Approved); !given {
		a.asked, a.due, a.bytes = l.Entry, append(a.due[:0], record.Signers(l.Entry.Fact)...), append(a.bytes[:0], l.Bytes...)
	}
	if a.endsThere(l.Seq) {
		a.due = a.due[:0]
	}
}
