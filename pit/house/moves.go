package house

import (
	"fmt"
	"slices"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// MoveTable records that a table is played on another machine from now on. What the pit has of the table, the caller asks the pit.
// Refusals: WrongRole; BadSetting with "tables" for a table that there is not; NothingChanges. Error: of a table that would not go
// from where it is.
func (h Moves) MoveTable(f record.TableMoved, by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(f); err != nil {
		return nil, err
	}
	_, there := h.TableNamed(f.Table)
	switch {
	case !there || h.Retired(f.Table):
		return nil, &Refusal{Why: BadSetting, What: "tables"}
	case f.From == f.To:
		return nil, Refuse(NothingChanges)
	}
	if !OfItsTable(f) {
		return nil, fmt.Errorf("%s would go from %s with a head that is none of %s", f.Table, f.From, f.Table)
	}
	if err := h.goesFrom(f); err != nil {
		return nil, err
	}
	f.By = by.Number
	return []record.Fact{f}, nil
}

// goesFrom demands of a move that the table goes from the machine to which it was moved last, with no fewer entries than had been
// signed for. A move may say that this machine took nothing over: then the table goes from the one before, or back to that.
func (h Moves) goesFrom(f record.TableMoved) error {
	was, size, moved := h.Moved(f.Table)
	switch {
	case !moved || f.From == was.From && f.Head == was.Head && f.Between == was.To:
		return nil
	case f.From == was.From && f.Head == was.Head && f.Between == "" && f.To == was.To:
		if h.papers && (!f.Over || len(h.handing[f.Table]) == 0) { // an older Sabot may have had it signed once more
			return fmt.Errorf("%s went from %s to %s last with that very head, and waits for nobody", f.Table, was.From, was.To)
		}
		return nil
	}
	if f.From != was.To || f.Between != "" {
		return fmt.Errorf("%s went to %s last, and would go from %s", f.Table, was.To, f.From)
	}
	head, _ := seal.ReadHead(f.Head) // it may have had none
	stands, back := h.standing(f.Table).with(moveAt{from: f.From, to: f.To, size: head.Size})
	if had := max(stands.leftWith(f.From), size); head.Size < had && f.To != was.From && !back && f.Lacking == 0 {
		return fmt.Errorf("%s had %d entries as a manager had it moved, and would go from %s with %d", f.Table, had, f.From, head.Size)
	}
	return nil
}

// A standing is the moves of a table that did not come to nothing, in order.
type standing []moveAt

// standing returns the moves of a table without those that came to nothing: another one brought the table back with no more than the machine had before, as it
// does where the heads of those moves were false.
func (h Moves) standing(table string) (list standing) {
	for _, m := range h.moves[table] {
		list, _ = list.with(m)
	}
	return list
}

// with returns the moves with one more; back reports whether that brings the table back to where it had been.
func (list standing) with(m moveAt) (_ standing, back bool) {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].from == m.to {
			if m.size <= list[:i].leftWith(m.from) {
				return list[:i], true
			}
			break
		}
	}
	return append(list, m), false
}

// leftWith returns how many entries a table had when it left a machine last; 0 where it did not.
func (list standing) leftWith(machine string) (size int64) {
	for _, m := range list {
		if m.from == machine {
			size = m.size
		}
	}
	return size
}

// GoesOn reports whether a table moves by what a manager signed, where it was moved before: it goes from the machine that has it. Where
// that one took nothing over it goes from the one before, with the same head; Sabot 0.9 does not say so in the move.
func GoesOn(was, f record.TableMoved) bool {
	return f.From == was.To || f.From == was.From && f.Head == was.Head
}

// OfItsTable reports whether a move is with a head of its table, or without one. Nothing moves by the head of something else.
func OfItsTable(f record.TableMoved) bool {
	head, err := seal.ReadHead(f.Head)
	return f.Head == "" || err == nil && head.Stream == f.Table
}

// Moved returns the last move of a table, and how many entries it had then; false where it never moved.
func (h Moves) Moved(table string) (f record.TableMoved, size int64, moved bool) {
	if f, moved = h.moved[table]; !moved {
		return f, 0, false
	}
	head, err := seal.ReadHead(f.Head)
	if err != nil {
		return f, 0, true // it had none
	}
	return f, head.Size, true
}

// Elsewhere returns the machine to which a table went from this one, by its last move; "" where it went nowhere else.
func (h Moves) Elsewhere(table string) string {
	if f, _, moved := h.Moved(table); moved && f.To != h.office.Here {
		return f.To
	}
	return ""
}

// CameBy returns the office's entry by which a table was moved last; 0 where it never was.
func (h Moves) CameBy(table string) int64 { return h.movedBy[table] }

// MovedFrom returns how a table was moved from a machine last, and how many entries it had then; false where it never was.
func (h Moves) MovedFrom(table, machine string) (f record.TableMoved, size int64, moved bool) {
	if f, moved = h.movedFrom[[2]string{table, machine}]; !moved {
		return f, 0, false
	}
	head, _ := seal.ReadHead(f.Head) // it may have had none
	return f, head.Size, true
}

// Overtaken returns how many of the entries of a table that a machine has another one went on without, and by which move; none where it has the table.
func (h Moves) Overtaken(table, machine string, entries int64) (n int64, by record.TableMoved) {
	f, taken := h.takenFrom[[2]string{table, machine}]
	head, _ := seal.ReadHead(f.Head) // it may have had none
	if !taken || h.moved[table].To == machine || entries <= head.Size {
		return 0, record.TableMoved{}
	}
	return entries - head.Size, f
}

// TakenFrom reports whether a manager had a table be taken from a machine when it left that last, whether all had been sent or not.
func (h Moves) TakenFrom(table, machine string) bool {
	f, _, moved := h.MovedFrom(table, machine)
	return moved && f.Over
}

// CutOff returns how many entries of a table a move that took it from a machine left out although the pit had countersigned them there.
// It is 0 where the move says that the pit lacked them.
func CutOff(by record.TableMoved, countersigned int64) int64 {
	if by.Table == "" || by.Lacking >= countersigned { // of no move, in a house without an office too
		return 0
	}
	head, _ := seal.ReadHead(by.Head) // it may have had none
	return max(0, countersigned-head.Size)
}

// WentOn reports whether a manager had another machine go on with a table that a machine had.
func (h Moves) WentOn(table, machine string) bool {
	_, _, moved := h.MovedFrom(table, machine)
	return moved && h.moved[table].To != machine
}

// PlayedOn returns the machines between which a table was moved, by their names in the pit; none of one that never was.
func (h Moves) PlayedOn(table string) []string { return slices.Clone(h.played[table]) }

// A Heirloom is the last move of a table to this machine, which has yet to take what came with it.
type Heirloom struct {
	record.TableMoved
	Retired bool // nobody opens the table any more: nothing waits for it
}

// MovedTo returns the tables of which this machine, by its name in the pit, has yet to take what came with their last move: the entries of
// the one before, or what was counted there. They are in the order in which they were set up.
func (h Moves) MovedTo(machine string) (list []Heirloom) {
	for _, t := range h.Tables {
		f, awaited := h.awaited(t.Name, machine)
		if awaited || f.To == machine && f.Head != "" && !h.TookOver(t.Name) {
			list = append(list, Heirloom{f, h.Retired(t.Name)})
		}
	}
	return list
}

// TookOver reports whether this machine has entered that it goes on with a table since that was moved last. Sabot 0.9 enters it only where
// entries came with the move.
func (h Moves) TookOver(table string) bool { return h.tookOver[table] == h.movedBy[table] }

// Awaits reports whether this machine, by its name in the pit, has yet to take entries of a table that was moved to it, or to hear that
// nobody else plays it.
func (h Moves) Awaits(table, machine string) bool {
	_, awaited := h.awaited(table, machine)
	return awaited
}

// awaited returns the move of a table to a machine that has yet to take its entries, or to hear that nobody else plays it; false where there
// is none.
func (h Moves) awaited(table, machine string) (record.TableMoved, bool) {
	f, size, moved := h.Moved(table)
	return f, moved && f.To == machine && (h.Inherited(table) < size || len(h.handing[table]) > 0)
}

// A Handing is a machine from which a table was moved in order, and that may play it until it has heard of that.
type Handing struct {
	Machine string
	Entry   int64 // the number of the office's entry by which it was moved
}

// Handing returns the machines that have to let go of a table, each by the office's entry that it has to hear, before the machine to which
// it was moved plays it; none where a manager has it be taken from all of them, whether they answer or not.
func (h Moves) Handing(table string) []Handing { return slices.Clone(h.handing[table]) }

// Allotted returns the tables that a machine plays, of those that the pit calls its own. A table that a manager had moved to
// another machine is left out, whatever the pit sends: nobody signs that.
func (h Moves) Allotted(machine string, tables []string) []string {
	return slices.DeleteFunc(slices.Clone(tables), func(table string) bool {
		f, _, moved := h.Moved(table)
		return moved && f.To != machine
	})
}

// Inherited returns how many entries a table had when this machine went on with it last, as it was moved here; its own of before are
// among them.
func (h Moves) Inherited(table string) int64 { return h.inherited[table].Size }

// SlipMark returns the mark that the last slips of a year have which came with a table from another machine; 0 where they have none.
func (h Moves) SlipMark(table string, year int) int {
	if f := h.inherited[table]; f.Year == year {
		return f.Restores
	}
	return 0
}

// A Stretch is some entries of a table, one after the other.
type Stretch struct{ From, To int64 }

// Anothers returns which entries of a table are another machine's, by their numbers: those that this one did not enter itself, before
// the table was moved from here.
func (h Moves) Anothers(table string) []Stretch { return slices.Clone(h.anothers[table]) }

// GoOnWithout records that a manager at the office has the pit go on without the last entries of a machine's own stream, which are lost for good.
// Refusals: WrongRole; BadSetting with "machine" or "entries".
func (h Moves) GoOnWithout(f record.OwnLost, by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(f); err != nil {
		return nil, err
	}
	if f.Machine == "" {
		return nil, &Refusal{Why: BadSetting, What: "machine"}
	}
	if f.Lacking < 1 {
		return nil, &Refusal{Why: BadSetting, What: "entries"}
	}
	f.By = by.Number
	return []record.Fact{f}, nil
}

func (h Moves) applyMoved(seq int64, f record.TableMoved) {
	if f.Table == record.HouseStream { // no table: only a dishonest program enters that, and it moves nothing
		return
	}
	if was, moved := h.moved[f.Table]; moved && !GoesOn(was, f) || !OfItsTable(f) { // only a dishonest program enters that, and it moves nothing
		return
	}
	if h.moved == nil {
		h.moved, h.handing, h.movedBy = map[string]record.TableMoved{}, map[string][]Handing{}, map[string]int64{}
		h.movedFrom, h.takenFrom = map[[2]string]record.TableMoved{}, map[[2]string]record.TableMoved{}
	}
	had := h.moved[f.Table].To
	again := f.Over && had == f.To                  // it waits there, and a manager says that it does no more
	for _, machine := range []string{f.From, had} { // where the last that had it has shipped nothing of it, it goes on from the one before
		if machine != "" && machine != f.To {
			h.takenFrom[[2]string{f.Table, machine}] = f
		}
	}
	h.moved[f.Table], h.movedFrom[[2]string{f.Table, f.From}], h.movedBy[f.Table] = f, f, seq
	head, _ := seal.ReadHead(f.Head) // it may have had none
	if h.moves == nil {
		h.moves = map[string][]moveAt{}
	}
	between := had
	if had == f.From || had == f.To {
		between = ""
	}
	h.moves[f.Table] = append(slices.Clip(h.moves[f.Table]), moveAt{seq, f.From, f.To, between, head.Size})
	h.Backups().goneWithout(f.Table, f.From, head.Size)
	h.handing[f.Table] = slices.DeleteFunc(h.Handing(f.Table), func(g Handing) bool { // who had it before may not have heard either
		return again || g.Machine == f.From || g.Machine == f.To
	})
	if !f.Over {
		h.handing[f.Table] = append(h.handing[f.Table], Handing{f.From, seq})
	}
	if h.played == nil {
		h.played = map[string][]string{}
	}
	for _, machine := range []string{f.From, f.To} {
		if list := h.played[f.Table]; !slices.Contains(list, machine) {
			h.played[f.Table] = append(slices.Clip(list), machine)
		}
	}
}

// applyHeld folds which tables this machine plays: those that others have let go of.
func (h Moves) applyHeld(f record.TablesHeld) {
	h.office.Here, h.held = f.Machine, f.Tables
	for _, table := range f.Tables {
		if h.moved[table].To == f.Machine {
			delete(h.handing, table)
		}
		if !h.Awaits(table, f.Machine) {
			h.holds(table)
		}
	}
}

// holds notes that this machine plays tables, since it was put back from a backup.
func (h Moves) holds(tables ...string) {
	for _, table := range tables {
		if h.putBack != nil {
			h.heldSince[table] = true
		}
	}
}

// applyPutBack notes how many entries of each stream were here when the record was put back from a backup, by their heads.
func (h Moves) applyPutBack(heads []string) {
	h.putBack, h.heldSince = map[string]int64{}, map[string]bool{}
	for _, note := range heads {
		if head, err := seal.ReadHead(note); err == nil {
			h.putBack[head.Stream] = head.Size
		}
	}
	h.holds(h.held...)
}

// had returns how many entries this machine has of a table that was moved here last, before it goes on with it.
func (h Moves) had(table string) int64 {
	_, had, _ := h.MovedFrom(table, h.moved[table].To)
	if h.putBack != nil && !h.heldSince[table] { // its own entries are lost: they come back as they were shipped
		had = min(had, h.putBack[table])
	}
	return max(had, h.Inherited(table))
}

// Brings reports whether entries come to this machine as it goes on with a table, to be asked before that is entered. None come with a
// move that was signed once more, or back to where nobody dealt meanwhile.
func (h Moves) Brings(f record.TableInherited) bool { return h.had(f.Table) < f.Size }

func (h Moves) applyInherited(f record.TableInherited) {
	if h.inherited == nil {
		h.inherited, h.anothers, h.tookOver = map[string]record.TableInherited{}, map[string][]Stretch{}, map[string]int64{}
	}
	h.tookOver[f.Table] = h.movedBy[f.Table]
	had := h.had(f.Table)
	h.holds(f.Table)
	list := slices.Clone(h.anothers[f.Table])
	switch n := len(list); {
	case had >= f.Size:
	case n > 0 && list[n-1].To == had:
		list[n-1].To = f.Size
	default:
		list = append(list, Stretch{had + 1, f.Size})
	}
	if had < f.Size {
		h.Boxes().countedBefore(f.Table, had+1)
	}
	h.anothers[f.Table] = list
	h.inherited[f.Table] = f
}
