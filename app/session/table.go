package session

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/pit/shifts"
	"sabot/pit/tray"
)

// A Table is a table that this program stands at, and alone may write to.
type Table struct {
	State   *pit.Table
	house   *House
	lease   record.Lease
	changed func([]record.Fact)

	doing time.Time // when the command that is carried out is entered; zero where none is
	whole bool      // the state has every hand of the shift
}

// OpenTable takes a table and resumes it exactly where its record stops. Errors:
// *record.HeldError where another program has it, record.ErrNewerRecord; the refusals TableRetired
// and TableElsewhere.
func (h *House) OpenTable(name string) (*Table, error) {
	if p := h.take(name); p != nil {
		return p.table, p.err
	}
	return h.openTable(name)
}

func (h *House) openTable(name string) (*Table, error) {
	if _, ok := h.State.TableNamed(name); !ok {
		return nil, fmt.Errorf("the house has no table %q", name)
	}
	if h.State.Retired(name) {
		return nil, &house.Refusal{Why: house.TableRetired, What: name}
	}
	if err := h.elsewhere(name); err != nil {
		return nil, err
	}
	lease, err := h.leaseSoon(name)
	if err != nil {
		return nil, err
	}
	if err = h.Takeover().CatchUp(); err == nil { // with the lease: as long as a program has that, this machine does not let go of the table
		err = h.elsewhere(name)
	}
	if err != nil {
		return nil, errors.Join(err, lease.Release())
	}
	state, whole, err := pit.Ready(h.store, name)
	if err != nil {
		return nil, errors.Join(err, lease.Release())
	}
	return &Table{State: state, house: h, lease: lease, changed: func([]record.Fact) {}, whole: whole}, nil
}

// The system takes a moment until it has let go of what a program held that was killed. Whoever opens a table waits
// so long, and looks so often.
const (
	dying      = time.Second
	dyingAgain = 20 * time.Millisecond
)

// leaseSoon takes a table, and waits a moment for who holds it. Error: *record.HeldError.
func (h *House) leaseSoon(name string) (record.Lease, error) {
	for began := time.Now(); ; time.Sleep(dyingAgain) {
		lease, err := h.store.Lease(name, h.Whoami())
		if err == nil || !errors.As(err, new(*record.HeldError)) || time.Since(began) > dying {
			return lease, err
		}
	}
}

// Whoami returns the words by which another program knows who holds a lease: machine, process and time.
func (h *House) Whoami() string {
	host, err := os.Hostname()
	if err != nil {
		host = "?"
	}
	return fmt.Sprintf("%s · PID %d · %s", host, os.Getpid(), h.State.Wall(h.now()).Format("02.01.2006 15:04"))
}

// Release lets another program have the table.
func (t *Table) Release() error { return t.lease.Release() }

// Whole sees to it that the state has every hand of the shift. At the start only those of the last shoes are read,
// which is all that it takes to show the table.
func (t *Table) Whole() error {
	if t.whole {
		return nil
	}
	state, err := pit.Resume(t.house.store, t.State.Name)
	if err != nil {
		return err
	}
	*t.State, t.whole = *state, true
	return nil
}

// Conditions returns the alert conditions of the table. usual is its usual pace, nil where it is unknown. It is
// not compared as long as not every hand of the last hour was read.
func (t *Table) Conditions(usual *shifts.UsualPace) []house.Condition {
	now := t.house.now()
	if list := t.State.History; !t.whole && (len(list) == 0 || now.Sub(list[0].ClosedAt) < time.Hour) {
		usual = nil
	}
	return t.State.Conditions(now, usual)
}

// Result returns the shift's result, by the office's count of the drop where there is one.
func (t *Table) Result() (tray.Result, error) {
	if err := t.house.Takeover().CatchUp(); err != nil {
		return tray.Result{}, err
	}
	if err := t.Whole(); err != nil {
		return tray.Result{}, err
	}
	state := *t.State
	state.CountedByOffice(t.house.State.Boxes().Drops(state.Name, state.Shift))
	return state.Result(), nil
}

// Reread makes the state anew from the record, and the house's with it. Where something broke on the way, nothing
// is left of what the record does not have.
func (t *Table) Reread() error {
	house, tree, err := Sealed(t.house.store)
	if err != nil {
		return err
	}
	state, whole, err := pit.Ready(t.house.store, t.State.Name)
	if err != nil {
		return err
	}
	house.Proof, house.Pit = t.house.State.Proof, t.house.State.Pit // no entry says them
	t.house.State, t.house.tree, *t.State, t.whole = *house, tree, *state, whole
	return nil
}

// OnChange sets the function that is called after every change of the table's state, with the facts of the
// command. It gets none for what happened by itself.
func (t *Table) OnChange(f func([]record.Fact)) { t.changed = f }

// Now returns the time of an entry that is made now. It is the house's clock, and never before the last entry
// unless that clock was ahead. It does not move while a command runs, so that the command and its entries go by
// one time.
func (t *Table) Now() time.Time {
	if !t.doing.IsZero() {
		return t.doing
	}
	now := t.house.now()
	for _, last := range []time.Time{t.house.State.Last, t.State.Last()} {
		if _, drifted := record.Drifted(now, last); !drifted {
			now = record.NotBefore(now, last)
		}
	}
	return now
}

// House returns the house that the table belongs to.
func (t *Table) House() *House { return t.house }

// A Command is a request to a table: it returns the facts that then happened, or a refusal.
type Command func(*pit.Table) ([]record.Fact, error)

// Approve carries out a command that somebody approves, who is named this once.
func (t *Table) Approve(who house.Badge, command func(*pit.Table, *house.Staff) ([]record.Fact, error)) error {
	return t.Do(func(s *pit.Table) ([]record.Fact, error) { return command(s, &who.Staff) }, who)
}

// Do carries a command out: decide, append, fold, notify. When it returns an error nothing has happened. A
// *house.Refusal says why the table refused. Any other error is the disk's, and the state is what the record has.
// The badges are of those who gave their PIN for it. A table that was moved to another machine refuses:
// TableElsewhere. One error comes after the fact: *NoCheckpointError.
func (t *Table) Do(command Command, badges ...house.Badge) error {
	if err := t.house.elsewhere(t.State.Name); err != nil {
		return err
	}
	if err := t.Whole(); err != nil {
		return err
	}
	if err := t.clockBack(); err != nil {
		return err
	}
	return t.doAt(t.Now(), command, badges...)
}

// doAt carries a command out at a time.
func (t *Table) doAt(now time.Time, command Command, badges ...house.Badge) error {
	t.doing = now
	defer func() { t.doing = time.Time{} }()
	if err := t.become(now); err != nil {
		return err
	}
	played := !t.State.Current.Empty()
	facts, err := t.carryOut(now, command, badges...)
	const tries = 5
	for try := 1; errors.Is(err, errBehindHouse) && try < tries; try++ {
		if err := errors.Join(t.house.Takeover().CatchUp(), t.house.elsewhere(t.State.Name)); err != nil {
			return err
		}
		facts, err = t.carryOut(now, command, badges...)
	}
	if err != nil {
		return err
	}
	if played && t.State.Current.Empty() {
		_ = t.house.Takeover().CatchUp() // who was removed meanwhile is relieved before the next hand; what fails here refuses that one
	}
	_ = t.become(now) // what the disk refuses now is due still: the next act and Due say so
	t.seeAlerts(facts, badges)
	t.changed(facts)
	return t.checkpoint(facts)
}

// errBehindHouse is the error of a command that goes by the house, which another program has gone on with: nothing was entered.
var errBehindHouse = errors.New("something of the house was entered meanwhile")

// carryOut decides and enters a command at a time.
func (t *Table) carryOut(now time.Time, command Command, badges ...house.Badge) ([]record.Fact, error) {
	facts, err := command(t.State)
	err = t.stillOnDuty(facts, err)
	if err == nil {
		err = t.house.roomFor(facts)
	}
	if err == nil {
		err = t.enter(now, facts, badges...)
	}
	return facts, err
}

// keep makes entries durable. A hand of a closed shift is corrected as long as nobody has signed its report: the house is as this program knows it,
// or nothing is entered.
func (t *Table) keep(facts []record.Fact, entries []record.Entry) error {
	corrects := func(f record.Fact) bool { _, is := f.(record.HandCorrected); return is }
	if t.State.Open || !slices.ContainsFunc(facts, corrects) {
		return t.house.store.Append(entries...)
	}
	err := t.house.store.AppendIf(record.HouseStream, t.house.State.Seq, entries...)
	if errors.Is(err, record.ErrConflict) {
		err = fmt.Errorf("%w: %w", errBehindHouse, err)
	}
	return err
}

// Due enters what happens by itself by now: limits whose time has come. A screen asks it
// while nobody does anything.
func (t *Table) Due() error {
	before := t.State.Seq
	err := t.clockBack()
	if err == nil {
		err = t.become(t.Now())
	}
	if t.State.Seq != before {
		t.changed(nil)
	}
	return err
}

// become enters what happens by itself at a time.
func (t *Table) become(now time.Time) error { return t.enter(now, t.State.ByItself(now)) }

// enter makes facts the table's next entries: on disk, then in its state.
func (t *Table) enter(now time.Time, facts []record.Fact, badges ...house.Badge) error {
	if len(facts) == 0 {
		return nil
	}
	before, err := t.stood(facts)
	if err != nil {
		return err
	}
	entries, err := house.Sign(before, t.State.Stamp(now, facts...), badges...)
	if err != nil {
		return err
	}
	if err := t.keep(facts, entries); err != nil {
		return err
	}
	for _, e := range entries {
		t.State.Apply(e)
	}
	return nil
}

// stood returns the head of the table's record before facts are entered, where somebody signs one of them; else
// zero. Error: record.ErrConflict where State is not at that head.
func (t *Table) stood(facts []record.Fact) (record.Stood, error) {
	if !slices.ContainsFunc(facts, func(f record.Fact) bool { return len(record.Signers(f)) > 0 }) {
		return record.Stood{}, nil
	}
	head := seal.HeadOf(t.State.Name, &seal.Tree{})
	note, err := t.house.store.Head(t.State.Name)
	if err == nil && note != "" {
		head, err = seal.ReadHead(note)
	}
	if err == nil && head.Size != t.State.Seq {
		err = fmt.Errorf("it has %d entries, and %d were read: %w", head.Size, t.State.Seq, record.ErrConflict)
	}
	if err != nil {
		return record.Stood{}, fmt.Errorf("reading how the record of %s stood: %w", t.State.Name, err)
	}
	return record.Stood{Size: head.Size, Root: head.Root.String()}, nil
}

// Would returns the facts that a command would make, and does nothing: they are shown to the person who is to
// approve it.
func (t *Table) Would(command Command) ([]record.Fact, error) {
	if err := t.Whole(); err != nil {
		return nil, err
	}
	facts, err := command(t.State)
	err = t.stillOnDuty(facts, err)
	return facts, err
}

// Open opens the table for a shift, with the float as croupier and inspector counted it;
// nil where nobody counted.
func (t *Table) Open(croupier, inspector house.Badge, count *record.Float, first ...games.Amount) error {
	if err := t.house.Takeover().CatchUp(); err != nil {
		return err
	}
	return t.Do(t.dealing(croupier.Staff, t.Opening(croupier.Staff, inspector.Staff, count, first...)), croupier, inspector)
}

// Opening returns the command that Open carries out.
func (t *Table) Opening(croupier, inspector house.Staff, count *record.Float, first ...games.Amount) Command {
	return func(s *pit.Table) ([]record.Fact, error) {
		set, _ := t.house.State.TableNamed(s.Name)
		if t.house.State.Retired(s.Name) {
			return nil, &house.Refusal{Why: house.TableRetired, What: s.Name}
		}
		return s.Opening(pit.Start{
			Set: set, Chips: t.house.State.ChipsOf(s.Name), Croupier: croupier, Inspector: inspector, Count: count, First: first, House: new(t.house.Stood()), Cash: t.house.State.Boxes().CashLimitAt(s.Name), Collect: t.house.State.CollectAt(s.Name),
			LateAlone: t.house.State.Boxes().LateAlone(),
			Day:       t.house.State.GamingDay(t.house.State.Wall(t.Now())),
		}, t.Now())
	}
}

// Close closes the table, with the float as both counted it; nil where nobody did.
func (t *Table) Close(croupier, inspector house.Badge, count *record.Float, first ...games.Amount) error {
	if err := t.CroupierStill(); err != nil {
		return err
	}
	return t.Do(t.Closing(croupier.Staff, inspector.Staff, count, first...), croupier, inspector)
}

// Closing returns the command that Close carries out.
func (t *Table) Closing(croupier, inspector house.Staff, count *record.Float, first ...games.Amount) Command {
	return func(s *pit.Table) ([]record.Fact, error) {
		return s.Closing(pit.End{Croupier: croupier, Inspector: inspector, Count: count, First: first})
	}
}

// VerifyingSlip returns the command that verifies a slip, by the people of the house as they are then.
func (t *Table) VerifyingSlip(id record.SlipID, cashier, runner string, croupier, inspector house.Staff, first ...games.Amount) Command {
	return func(s *pit.Table) ([]record.Fact, error) {
		if err := t.house.Takeover().CatchUp(); err != nil {
			return nil, err
		}
		return s.Desk().VerifySlip(&t.house.State, id, cashier, runner, croupier, inspector, first...)
	}
}

// TakeOver puts whoever signs on in their role at the table: the next croupier
// relieves, another inspector answers for it from now on.
func (t *Table) TakeOver(who house.Badge) error {
	if who.MayDeal() {
		return t.Do(t.dealing(who.Staff, func(s *pit.Table) ([]record.Fact, error) { return s.Relieve(who.Staff) }), who)
	}
	return t.Do(func(s *pit.Table) ([]record.Fact, error) { return s.ChangeInspector(who.Staff) }, who)
}
