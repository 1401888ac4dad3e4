package pitserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sabot/app/session"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/central"
)

// An Account is the house as a pit has it, and what the pit knows against that: figures go out with both.
type Account struct {
	*session.House
	Doubts []Doubt
}

// House returns the house as the pit has it, to be read: every table that machines have shipped, by the same
// code as on one machine. Its name, money and people are those of the house's office, else of the machine whose
// name comes first. Tables, and the office's counts of them, are their own machine's. It goes as far as
// machines have signed, and keeps derived data in the pit's folder. It leaves out tables of which nothing can
// be made; its doubts name them. Errors: of a database that cannot be read, and of one of which no machine's
// house can be read.
func House(ctx context.Context, reading central.Reading, f *Folder, now func() time.Time) (*Account, error) {
	q := central.ReadOnce(reading)              // what is held against heads is what figures are made of
	signed, err := f.signedBefore(ctx, reading) // first: a pit that serves goes on countersigning
	if err != nil {
		return nil, err
	}
	a, err := accountOf(ctx, q, f.ours(), signed, false, false)
	if err == nil {
		err = a.doubtsHidden(ctx, q, false, now())
	}
	if err != nil {
		return nil, err
	}
	r, state, says, err := a.read(ctx, q, f.Verifier())
	if err != nil {
		return nil, err
	}
	key, err := seal.ReadKey(f.Witness)
	if err != nil {
		return nil, err
	}
	for _, u := range a.unplaced() {
		says = append(says, Doubt{Machine: u.Machine, Stream: u.Table, Says: u.Says})
	}
	unsigned, err := unsignedOf(ctx, q, a.placed)
	if err != nil {
		return nil, err
	}
	for _, u := range unsigned {
		says = append(says, Doubt{Machine: u.Plays, Stream: u.Table, Says: u.Says})
	}
	all := &Account{session.Reading(&shelf{r, q, storage.FolderAt(f.dir), key}, state, now), says}
	return all, all.namesCutOff()
}

// namesCutOff adds to the doubts the counts of drop boxes of shifts that a table went on without. No sum has them. Error: of a database that cannot
// be read.
func (a *Account) namesCutOff() error {
	for _, c := range a.State.Boxes().CutOff() {
		shift, err := a.Derived().Head(c.Table, c.Shift)
		if a.Derived().AnothersFault(c.Table, err) { // its sums are left out, and say why
			continue
		}
		if err != nil {
			return err
		}
		if c.OfShift(shift.Shut) {
			continue
		}
		a.Doubts = append(a.Doubts, Doubt{Stream: c.Table, Says: fmt.Sprintf("%s and %s counted %d.%02d at %s in the drop box of a shift %d that the table went on without: it is in no sum. Look where that money is", c.By, c.With, c.Notes.Value()/100, c.Notes.Value()%100, c.At.Format(time.DateTime+" UTC"), c.Shift)})
	}
	return nil
}

// read returns what figures are made of: a record, each table from the machine that has it as managers have signed, and the state of the house. Says
// is what is known against that. Errors: errNothing, with what is known; of a database that does not answer.
func (a *account) read(ctx context.Context, q central.Reading, witness string) (r *central.Record, state *house.House, says []Doubt, err error) {
	for {
		streams, left := a.taken()
		if r, err = central.OpenRecord(ctx, q, streams, a.places(), a.office); err != nil {
			return nil, nil, nil, err
		}
		r = r.Signed()
		state, err = stateOf(ctx, q, r, witness)
		without, wrong := a.lacks(ctx, q, err)
		if wrong != nil {
			return nil, nil, nil, wrong
		}
		if without {
			continue
		}
		says = append(left, a.all()...)
		if errors.Is(err, errNothing) {
			if !a.shippedHere() && slices.ContainsFunc(a.streams, func(s central.Stream) bool { return s.Note != "" }) {
				err = errNoneCounts
			}
			for _, d := range says {
				err = fmt.Errorf("%w; %s", err, d)
			}
		}
		return r, state, says, err
	}
}

// KeptFalse deletes derived data in the pit's folder that do not match their tables, and returns which those were;
// nothing of a group's server, which keeps nothing. Errors: those of House, but for a database to which no machine
// has shipped yet.
func KeptFalse(ctx context.Context, q central.Reading, f *Folder, progress func(done, all int)) ([]audit.KeptFalse, error) {
	if f.Houses {
		return nil, nil
	}
	h, err := House(ctx, q, f, time.Now)
	if errors.Is(err, errNothing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	h.For(session.Work{Context: ctx, Progress: progress})
	return h.Sums().KeptFalse()
}

var (
	errNothing    = errors.New("nothing has arrived at the pit yet")
	errNoneCounts = noneCounts{} // is errNothing too
)

// A noneCounts is the error of a pit in which no machine's own stream counts, as none has shipped since its witness.key was made.
type noneCounts struct{}

func (noneCounts) Error() string {
	return "there are no figures: no machine's own stream counts as the pit has it"
}

// Is implements errors.Is.
func (noneCounts) Is(target error) bool { return target == errNothing }

// stateOf returns the house of a pit's record. Counts from before a table's move are those that the counting machine
// entered, whatever the next machine says that came.
func stateOf(ctx context.Context, q central.Reading, r *central.Record, witness string) (*house.House, error) {
	houses := map[string]*house.House{}
	for machine, entries := range r.Houses() {
		h := &house.House{}
		for e, err := range entries {
			if err != nil {
				return nil, &noHouse{machine, err}
			}
			h.Apply(e)
		}
		houses[machine] = h
	}
	if len(houses) == 0 {
		return nil, errNothing
	}
	first := houses[r.Office()]
	if first == nil {
		first = houses[slices.Min(slices.Collect(maps.Keys(houses)))]
	}
	state := first.Bare()
	pit, err := housesIn(ctx, q, witness, r.Office(), r.Streams())
	if err != nil {
		return nil, err
	}
	names, machine := r.Tables()
	for _, name := range names {
		other := houses[machine[name]]
		if other == nil {
			return nil, fmt.Errorf("the pit has %s of %s, and not its house", name, machine[name])
		}
		table, _, elsewhere := strings.Cut(name, "@")
		if !elsewhere {
			if other, err = withBoxes(ctx, pit, houses, table, machine[name]); err != nil {
				return nil, err
			}
		}
		state = state.With(other, table, name)
	}
	return state, nil
}

// Figures of a table are made by what the own stream of its machine says of it: its game, its rules, its currency. Of a table that this stream does not know none
// are made, and the report says so.

// unknown returns the doubts about tables that were opened, and that the own stream of the machine which shipped them does not know. What is a copy of what is read
// from another machine, and what is named as another one's record, is none of them. Judged says of which machines nothing is to be said. Error: of a database that
// does not answer.
func (p *placed) unknown(ctx context.Context, q central.Reading, judged func(machine string) bool) (list []Doubt, err error) {
	at := p.places()
	for _, own := range p.streams {
		if own.Name != record.HouseStream || own.Machine == central.Member || own.Signed == 0 || p.twins.of[own.Machine] != "" || judged(own.Machine) {
			continue
		}
		var shipped []central.Stream
		for _, s := range p.streams {
			if s.Machine == own.Machine && s.Name != record.HouseStream && s.Signed > 0 {
				shipped = append(shipped, s)
			}
		}
		if len(shipped) == 0 {
			continue
		}
		h, err := tablesIn(ctx, q, own)
		if errors.Is(err, errNotRead) || errors.Is(err, central.ErrMissing) || errors.Is(err, record.ErrChanged) {
			continue // the report makes nothing of that stream, and names it
		}
		if err != nil {
			return nil, err
		}
		for _, s := range shipped {
			if _, known := h.TableNamed(s.Name); known {
				continue
			}
			if left, err := p.isLeft(ctx, q, s, at[s.Name]); err != nil {
				return nil, err
			} else if left {
				list = append(list, Doubt{Machine: s.Machine, Stream: s.Name, Says: p.saysUnknown(s), out: true})
			}
		}
	}
	return list, nil
}

// errNotRead is the error of an entry that may say of a table, and cannot be read.
var errNotRead = errors.New("an entry cannot be read")

// tablesIn returns a house that has the tables which a machine's own stream says there are, as far as its machine has signed it. Errors: errNotRead; of a database
// that does not answer.
func tablesIn(ctx context.Context, q central.Reading, own central.Stream) (*house.House, error) {
	h := &house.House{}
	for from := int64(1); from > 0 && from <= own.Signed; {
		texts, next, err := q.EntriesOf(ctx, own.ID, from, own.Signed, boxesAmong, kindsOf(record.TableSet{}, record.HouseTaken{}))
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			e, err := record.Decode(text)
			if err != nil {
				return nil, errNotRead
			}
			h.Apply(e)
		}
		from = next
	}
	return h, nil
}

// isLeft reports whether a stream of a table has a shift that would be in figures: it is no copy of what is read from the machine which has the table. Error: of a
// database that does not answer.
func (p *placed) isLeft(ctx context.Context, q central.Reading, s central.Stream, at string) (bool, error) {
	if read, has := p.of(s.Name)[at]; has && at != s.Machine {
		first, err := q.Entries(ctx, s.ID, 1, 1)
		if err != nil {
			return false, err
		}
		others, err := q.Entries(ctx, read.ID, 1, 1)
		if err != nil || len(first) == 0 || len(others) == 0 || bytes.Equal(first[0], others[0]) {
			return false, err
		}
	}
	shifts, err := q.LastShifts(ctx, s, 1)
	return len(shifts) > 0, err
}

// saysUnknown returns what is said of such a table, and the way out.
func (p *placed) saysUnknown(s central.Stream) string {
	says := fmt.Sprintf("no figure is made of its %d entries: the own stream of %s, which shipped them, does not know such a table", s.Signed, s.Machine)
	if p.office == "" || p.office == s.Machine {
		return says + fmt.Sprintf(". Have it set up at %s under this name, and ship", s.Machine)
	}
	return says + fmt.Sprintf(". Where the house lacks it have %s set it up under this name. Have %s take in what %s enters, and ship. If it stays so keep its disk as evidence, and move the table to another machine with sabotctl pit move --over",
		p.office, s.Machine, p.office)
}
