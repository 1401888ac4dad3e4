package pitserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// A Move is a request to play a table on another machine.
type Move struct {
	Table, To string
	Way       central.Way
	Lacking   bool     // without entries that the pit had countersigned too
	Deaf      []string // machines of which who moves it was told that they never hear of it
}

// A mover is the folder of a pit in which a table is moved, with the connections to its database.
type mover struct {
	*Folder
	owned central.Owning
	q     central.Reading
}

// MoveTable enters in the record of the house's office, signed by a manager, that a table is played on another machine, and has it be
// so: the other machine goes on from what the pit has of it. A record that the pit would take nothing of moves nothing. Errors: as
// central.Move, also of a table that is played there; *GoneError; *RefusedError; ErrNotOffice; refusals of house.House.MoveTable.
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
	if err := in.takesFrom(ctx, move.To); err != nil {
		return central.Moved{}, err
	}
	if err := in.notThere(ctx, h, move); err != nil {
		return central.Moved{}, err
	}
	if back, is, err := in.bringsBack(ctx, h, move, by); is || err != nil {
		return back, err
	}
	if move.Way == central.InOrder {
		if err := in.allHere(ctx, move.Table); err != nil {
			return central.Moved{}, err
		}
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
		told := move.Way != central.InOrder && slices.Contains(move.Deaf, m.From)
		if was.To != m.To && slices.Contains(handing, m.From) && !told { // it is taken from the one between, that never had it: nobody asked this one
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

// bringsBack enters that a table comes back which stays where it is, as the pit holds aside the move with which it would have gone. It returns false
// for another table. Errors: of one that would go elsewhere; of a database that does not answer; refusals of house.House.MoveTable.
func (m mover) bringsBack(ctx context.Context, h *session.House, move Move, by house.Badge) (back central.Moved, is bool, err error) {
	if err := h.Takeover().CatchUp(); err != nil {
		return back, false, err
	}
	was, _, moved := h.State.Moves().Moved(move.Table)
	p, err := placesOf(ctx, m.q, m.Verifier())
	aside, waits := p.waiting[move.Table]
	if err != nil || !moved || !waits || aside.TableMoved != was {
		return back, false, err
	}
	keeper := p.keeper(move.Table)
	if p.row(move.Table) != keeper { // a server that writes has it stay there
		return back, false, nil
	}
	if move.To != keeper {
		var by []string
		for _, m := range p.course.standing(move.Table) {
			by = append(by, fmt.Sprintf("%s/%d", record.HouseStream, m.entry))
		}
		return back, true, fmt.Errorf("%w: %s is on %s. Nothing moves by %s of the office, which had it go on to %s with a head that is none of %s. Bring it back first: sabotctl pit move --table %s --to %s --over",
			ErrSaysOtherwise, move.Table, keeper, strings.Join(by, ", "), was.To, move.Table, move.Table, keeper)
	}
	back = central.Moved{Table: move.Table, From: was.To, To: keeper}
	switch s, err := m.q.Stream(ctx, was.To, move.Table); { // what it had of the table before stays with it
	case err == nil:
		back.Size, back.Note = s.Signed, s.Note
	case !errors.Is(err, central.ErrNoStream):
		return back, true, err
	}
	return back, true, h.MoveTable(record.TableMoved{Table: back.Table, From: back.From, To: back.To, Head: back.Note, Over: move.Way != central.InOrder}, by)
}

// allHere demands of a table that the pit lacks nothing of what the own stream of its machine says that it had. Errors: central.ErrNotHandedOver; of a
// database that does not answer.
func (m mover) allHere(ctx context.Context, table string) error {
	p, err := placesOf(ctx, m.q, m.Verifier())
	if err != nil {
		return err
	}
	list, err := hiddenOf(ctx, m.q, p, nil, time.Now())
	for _, h := range list {
		if h.fault.Table == table {
			return fmt.Errorf("%w: %s", central.ErrNotHandedOver, h.fault.What)
		}
	}
	return err
}

// notThere demands that a table is not played on the machine to which it would go. One that was moved there and that nobody has played yet may go
// once more. Errors: of a table that is; of a database that does not answer.
func (m mover) notThere(ctx context.Context, h *session.House, move Move) error {
	last, _, _ := h.State.Moves().Moved(move.Table)
	if last.To != move.To {
		return nil
	}
	machines, err := m.q.Machines(ctx)
	if err != nil || !slices.ContainsFunc(machines, func(on central.Machine) bool {
		return on.Name == move.To && slices.Contains(on.Tables, move.Table)
	}) {
		return err // a row says otherwise: the move puts it right
	}
	there, err := goesOnWith(ctx, m.q, m.Verifier(), &h.State, move.Table)
	if err == nil && there {
		err = fmt.Errorf("%s is played on %s already", move.Table, move.To)
	}
	return err
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

// A RefusedError is the error of a table that would go to a machine of whose house the pit takes nothing: what is dealt there never arrives.
type RefusedError struct{ central.Refusal }

func (e *RefusedError) Error() string {
	return fmt.Sprintf("the pit refuses the record of %s, and what is dealt there would never arrive: %s. Name another machine with --to", e.Machine, e.Says)
}

// takesFrom demands that the pit did not refuse a machine's house as it is now. Errors: *RefusedError; of a database that does not answer.
func (m mover) takesFrom(ctx context.Context, machine string) error {
	s, err := m.q.Stream(ctx, machine, record.HouseStream)
	if errors.Is(err, central.ErrNoStream) {
		return nil
	}
	if err != nil || s.Own == s.Size && s.Signed == s.Size {
		return err
	}
	refused, err := m.q.Refusals(ctx, 0)
	for _, r := range refused {
		why := pitclient.Why(r.Why)
		if r.Machine == machine && r.Stream == record.HouseStream && r.Theirs == s.Own && (why.Copied() || why == pitclient.OtherKey) {
			return &RefusedError{r}
		}
	}
	return err
}
