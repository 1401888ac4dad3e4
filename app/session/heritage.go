package session

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/pit/tray"
)

// Heirlooms returns the tables that were moved to this machine, named as in the pit, and that still lack
// entries of the machine before. Errors: of a record that cannot be read.
func (h Takeover) Heirlooms(machine string) (list []house.Heirloom, err error) {
	if err := h.CatchUp(); err != nil {
		return nil, err
	}
	list = h.State.Moves().MovedTo(machine)
	for _, t := range h.State.Tables { // a program may have died on the way
		size := h.State.Moves().Inherited(t.Name)
		last, err := h.store.Last(t.Name)
		if err != nil {
			return nil, err
		}
		f, _, moved := h.State.Moves().Moved(t.Name)
		if one := (house.Heirloom{TableMoved: f, Retired: h.State.Retired(t.Name)}); moved && f.To == machine && last < size && !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list, nil
}

// Awaits reports whether this machine, by its name in the pit, has yet to take entries of a table that was moved to it, or to hear that
// nobody else plays it. Error: of a record that cannot be read.
func (h Takeover) Awaits(machine, table string) (bool, error) {
	if err := h.CatchUp(); err != nil {
		return false, err
	}
	last, err := h.store.Last(table)
	return h.State.Moves().Awaits(table, machine) || last < h.State.Moves().Inherited(table), err
}

// Handing returns the machines that have to let go of a table before this one plays it. Error: of a record that cannot be read.
func (h Takeover) Handing(table string) ([]house.Handing, error) {
	err := h.CatchUp()
	return h.State.Moves().Handing(table), err
}

// Formers returns the machines that had a table before the one to which it was moved last. Error: of a record that cannot be read.
func (h Takeover) Formers(table string) ([]string, error) {
	err := h.CatchUp()
	return h.State.Moves().Formers(table), err
}

// Comes returns the counts and signed reports that came with a table, by what the machines before have in their streams of the house. Error: of a record
// that cannot be read.
func (h Takeover) Comes(table string, formers map[string]*house.Former) ([]string, error) {
	err := h.CatchUp()
	return h.State.Moves().Comes(table, formers), err
}

// CameBy returns the office's entry by which a table was moved last. Error: of a record that cannot be read.
func (h Takeover) CameBy(table string) (int64, error) {
	err := h.CatchUp()
	return h.State.Moves().CameBy(table), err
}

// Given reports whether a table is a machine's, by its name in the pit, as a manager had it moved there last; of one that was never moved,
// whether entries of it are here. Errors: of a record that cannot be read.
func (h Takeover) Given(machine, table string) (bool, error) {
	if err := h.CatchUp(); err != nil {
		return false, err
	}
	if f, _, moved := h.State.Moves().Moved(table); moved {
		return f.To == machine, nil
	}
	last, err := h.store.Last(table)
	return last > 0, err
}

// Kept returns the tables that this machine plays, by its name in the pit, and that no manager had moved elsewhere. Error: of a record that
// cannot be read.
func (h Takeover) Kept(machine string) ([]string, error) {
	err := h.CatchUp()
	if held, said := h.State.Held(); said && h.State.Office().Here == machine {
		return h.State.Moves().Allotted(machine, held), err
	}
	return nil, err
}

// LogOf returns the log of a table as this machine has it. Error: of a record that cannot be read.
func (h Takeover) LogOf(table string) (seal.Tree, error) { return h.Past(table, math.MaxInt64) }

// Past returns the log of the first entries of a stream: of as many, or of all where it has fewer. Error: of a record that cannot be read.
func (h Takeover) Past(stream string, size int64) (log seal.Tree, err error) {
	snap, err := h.store.Snapshot(context.Background())
	if err != nil {
		return log, err
	}
	defer func() { err = errors.Join(err, snap.Close()) }()
	streams, err := snap.Streams(context.Background())
	if err != nil || !slices.Contains(streams, stream) {
		return log, err
	}
	for leaf, err := range snap.Leaves(context.Background(), stream) {
		if err != nil {
			return log, err
		}
		if log.Size() == size {
			break
		}
		log.AddLeaf(leaf)
	}
	return log, nil
}

// Inherit enters that this machine goes on with a table that was moved to it, and behind what it has of that
// the entries of the one before, bytes as they are: head is that of all of them, as the manager has signed
// for it, and the caller has held them against it. Beside are what the pit has of the drop boxes that were counted there, and of the
// reports of its shifts that were signed there. Errors: *record.HeldError where a program has the table open; of what is no entry. One of other bytes
// than Sabot writes comes as it is: verify names it.
func (h Takeover) Inherit(f record.TableMoved, entries [][]byte, beside []string) (err error) {
	head, err := seal.ReadHead(f.Head)
	if err != nil {
		return err
	}
	awaits, err := h.Awaits(f.To, f.Table)
	if err != nil {
		return err
	}
	if now, _, _ := h.State.Moves().Moved(f.Table); now != f {
		return fmt.Errorf("%s was moved on meanwhile: %w", f.Table, record.ErrConflict)
	}
	if awaits { // else it is played here, and nothing is entered at the table
		lease, err := h.store.Lease(f.Table, h.Whoami())
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, lease.Release()) }()
	}
	var list []record.Entry
	for _, text := range entries {
		e, err := record.DecodeAs(text)
		if err != nil {
			return err
		}
		list = append(list, e)
	}
	came := h.State.Boxes().TakeBoxes(f.Table, f.From, beside)
	slips, closed, err := h.broughtBy(f.Table, head.Size, list)
	if err != nil {
		return err
	}
	if !h.State.Moves().TookOver(f.Table) {
		inherited := record.TableInherited{Table: f.Table, Machine: f.From, Size: head.Size}
		inherited.Year, inherited.Restores = tray.MarkOf(slips)
		came = append(came, inherited)
	}
	came = append(came, h.State.Backups().TakePapers(f.Table, f.From, beside, closed)...)
	if len(came) > 0 {
		if err := h.Record("", came); err != nil {
			return err
		}
	}
	const page = 2000
	for len(list) > 0 {
		n := min(page, len(list))
		if err := h.store.Append(list[:n]...); err != nil {
			return err
		}
		list = list[n:]
	}
	return nil
}

// broughtBy returns the last slips of a table up to an entry, with those of entries that follow, and its shifts that had closed by then. Error: of a record
// that cannot be read.
func (h Takeover) broughtBy(table string, to int64, more []record.Entry) (slips []record.SlipID, closed map[int]bool, err error) {
	closed = map[int]bool{}
	note := func(e record.Entry) {
		if e.Seq > to {
			return
		}
		switch f := e.Fact.(type) {
		case record.SlipRequested:
			slips = tray.WithSlip(slips, f.SlipID)
		case record.Closed:
			closed[e.Shift] = true
		}
	}
	for e, err := range h.store.Headlines(table, 1) {
		if err != nil {
			return nil, nil, err
		}
		note(e)
	}
	for _, e := range more {
		note(e)
	}
	return slips, closed, nil
}
