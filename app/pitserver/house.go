package pitserver

import (
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
