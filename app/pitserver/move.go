package pitserver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// A Move is a table that is to be played on another machine.
type Move struct {
	Table, To string
	Way       central.Way
	Lacking   bool // without entries that the pit had countersigned too
}

// A mover is the folder of a pit in which a table is moved, with the connections to its database.
type mover struct {
	*Folder
	owned central.Owning
	q     central.Reading
}

// MoveTable enters in the record of the house's office, signed by a manager, that a table is played on another machine, and has it be
// so: the other machine goes on from what the pit has of it. A record that the pit would take nothing of moves nothing. Errors: as
// central.Move; *GoneError; ErrNotOffice; refusals of house.House.MoveTable.
func MoveTable(ctx context.Context, h *session.House, f *Folder, move Move, by house.Badge) (central.Moved, error) {
	if err := by.MayEnter(record.TableMoved{}); err != nil {
		return central.Moved{}, err
	}
	if f.Owner == "" {
		return central.Moved{}, ErrNoOwner
	}
	in := mover{f, f.database().Owned(f.House), f.database().Read(f.House)}
	defer in.owned.Close()
	defer in.q.Close()
	if err := in.goesOnHere(ctx, h); err != nil {
		return central.Moved{}, err
	}
	handing, err := in.stillHanding(ctx, h, move.Table)
	if err != nil {
		return central.Moved{}, err
	}
	has, err := in.hasOf(ctx, move.Table)
	if err != nil {
		return central.Moved{}, err
	}
	m, err := in.owned.Move(ctx, move.Table, move.To, move.Way, handing, h.Now().UnixMilli(), func(plays string, m central.Moved) error {
		if err := has.bornOut(h, f.Verifier(), plays, m); err != nil {
			return err
		}
		gone, is := has.gone(plays, m)
		if is && !move.Lacking {
			return &GoneError{gone}
		}
		fact := record.TableMoved{Table: m.Table, From: m.From, To: m.To, Head: m.Note, Over: move.Way != central.InOrder}
		if is {
			fact.Lacking = gone.Had
		}
		if m.From != plays && m.To != plays {
			fact.Between = plays
		}
		was, _, moved := h.State.Moves().Moved(m.Table)
		if was.To != m.To && slices.Contains(handing, m.From) { // it is taken from the one between, that never had it: nobody asked this one
			fact.Over = false
		}
		again := moved && was.From == fact.From && was.To == fact.To && was.Head == fact.Head
		if again && (len(handing) == 0 || !fact.Over) {
			return nil // it was entered before
		}
		return h.MoveTable(fact, by)
	})
	if gone := (*GoneError)(nil); errors.As(err, &gone) {
		return central.Moved{}, err
	}
	return m, err
}

// ErrNotOffice is wrapped by the error of a record that is not the one of the house's office which the pit has: what a manager signs
// there would never arrive.
var ErrNotOffice = errors.New("the pit takes nothing of this record, which moves no table")

// goesOnHere demands that a record goes on from what the pit has of the house's office. Errors: ErrNotOffice; of a database that does not
// answer.
func (m mover) goesOnHere(ctx context.Context, h *session.House) (err error) {
	office, err := m.owned.OfficeBy(ctx)
	if err != nil || office == "" || h.State.Office().Machine != "" { // a member's record says where tables are moved
		return err
	}
	pit, err := m.q.Stream(ctx, office, record.HouseStream)
	if errors.Is(err, central.ErrNoStream) {
		return nil
	}
	if err != nil {
		return err
	}
	snap, err := h.Store().Snapshot(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, snap.Close()) }()
	want, err := seal.ReadTree(pit.Size, pit.Edge)
	if err != nil {
		return fmt.Errorf("what the pit has of %s: %w", office, err)
	}
	var log seal.Tree
	for leaf, err := range snap.Leaves(ctx, record.HouseStream) {
		if err != nil {
			return err
		}
		if log.Size() == pit.Size {
			break
		}
		log.AddLeaf(leaf)
	}
	switch {
	case log.Size() < pit.Size:
		return fmt.Errorf("%w: the pit has %d entries of %s, and here are %d; sabotctl pit fetch brings what is there", ErrNotOffice, pit.Size, office, log.Size())
	case log.Root() != want.Root():
		return fmt.Errorf("%w: it and the %d entries that the pit has of %s have not the same past", ErrNotOffice, pit.Size, office)
	}
	return nil
}
