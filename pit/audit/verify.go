package audit

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// A Checked is the result of an audit of one stream.
type Checked struct {
	Name      string
	Entries   int64
	Hands     int64
	Approvals int64
	Unsigned  int64
	Others    []house.Stretch // of Entries, those of other machines that had the table before
	Unjudged  int64           // of Others, signatures and acts that no key, right or setting of this record's house bears out
	Joined    Joined          // of the house's own stream
	Overtaken int64           // of Entries, the last ones, without which another machine went on
	WentOn    string          // that machine
	CutOff    int64           // of Overtaken, those that the house's pit had countersigned, and the move does not say that it lacked them
	Head      string          // its signed head, "" where it has none
	Fault     *record.Fault   // the first thing that does not hold; nil where all does
	Came      bool            // Fault is of what another machine entered before the table came here, and all of the stream is as it was sealed
	// Beyond is the first entry for which the trusted keys do not vouch, because the record goes
	// on under another one since a restore; 0 where they vouch for all.
	Beyond int64
	// LostPapers are reports of entries that a restore lost, of the house's stream: they cannot be held against the record.
	LostPapers []LostPaper
	// Losses are the restores that were entered, of the house's stream.
	Losses []house.Loss
	// TakenTwice are entries of the house's stream with which two programs of Sabot 0.9 took in once more what its office
	// had entered, and for which no manager has signed at the office.
	TakenTwice []int64
	// SignedInVain are entries for which a manager has signed there as such, and which are none.
	SignedInVain []int64
	// Cosigned are the times of the heads kept elsewhere that Check.Witnesses have countersigned, the smallest head first.
	Cosigned []Cosigned
	// KeptFalse are the files of what was derived from the stream that say something else than it.
	KeptFalse []KeptFalse
	Machine   string // this machine's name in the pit, of the house's stream
	// Zone is the time zone of the house's clocks; nil of another stream than the house's.
	Zone *time.Location
}

// A KeptFalse is a file of what was derived from a stream that says something else than the stream: reports that were made of it may
// have been false.
type KeptFalse struct {
	Stream string
	File   string
	Left   error // why it lies there still; nil where it was thrown away
}

// LossOpen reports whether an inspector and a manager have yet to sign for what a restore has lost.
func (c Checked) LossOpen() bool { return slices.ContainsFunc(c.Losses, house.Loss.Open) }

// A Check is a set of the things with which a record is compared.
type Check struct {
	Trusted     string   // the verifier of the key that seals it
	Earlier     []string // of keys that sealed it once and are trusted too
	Checkpoints []string // signed heads that were kept elsewhere
	Kept        []Kept   // as Checkpoints, of which it is known where they were kept
	Witnesses   []string // verifiers of who must have countersigned each of Kept
	// Progress is told, now and then, how many entries were read, by one after the other but
	// of any goroutine; nil if nobody wants to know.
	Progress func(entries int64)
}

// Kept is a signed head that was kept elsewhere.
type Kept struct {
	Note   string
	Source string    // where, for who reads a fault
	At     time.Time // of a signed paper, when it was printed; else zero
	Pit    bool      // the house's pit has countersigned it
}

// Verify reads a whole record, the house's stream first, and answers for each stream what
// does not hold. The error is of a record that cannot be read at all, and ctx's.
func Verify(ctx context.Context, s record.Snapshot, c Check) ([]Checked, error) {
	w, err := NewWitness(c.Trusted, c.Checkpoints...)
	if err == nil {
		err = w.keep(c)
	}
	if err != nil {
		return nil, err
	}
	streams, err := s.Streams(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the record: %w", err)
	}
	return w.verify(ctx, s, c, streams, w.missed)
}

// VerifyOf does what Verify does for the house's stream and for those of some tables alone: the answer has the faults of these.
func VerifyOf(ctx context.Context, s record.Snapshot, c Check, tables []string) ([]Checked, error) {
	w, err := NewWitness(c.Trusted)
	if err != nil {
		return nil, err
	}
	streams, err := s.Streams(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the record: %w", err)
	}
	read := func(name string) bool { return name == record.HouseStream || slices.Contains(tables, name) }
	for _, name := range streams {
		if !read(name) {
			w.unread(name)
		}
	}
	streams = slices.DeleteFunc(streams, func(name string) bool { return !read(name) })
	return w.verify(ctx, s, c, streams, func(streams []string) []*record.Fault {
		return slices.Concat(w.dropsOfNone(), w.papersOfNone(streams))
	})
}

// verify reads some streams of a record; missed then returns the faults of what none of them shows.
func (w *Witness) verify(ctx context.Context, s record.Snapshot, c Check, streams []string, missed func([]string) []*record.Fault) (out []Checked, err error) {
	slices.SortStableFunc(streams, func(a, b string) int { return first(a) - first(b) })
	r := reading{s: s, w: w, progress: c.Progress}
	out = make([]Checked, len(streams))
	house := 0
	for ; house < len(streams) && first(streams[house]) == 0; house++ {
		if out[house], err = r.stream(ctx, w, streams[house]); err != nil {
			return nil, err
		}
	}
	if err := r.tables(ctx, streams[house:], out[house:]); err != nil {
		return nil, err
	}
	beside, err := r.missed(ctx, streams, missed(streams))
	return append(out, beside...), err
}

// first puts the house's stream before all others.
func first(stream string) int {
	if stream == record.HouseStream {
		return 0
	}
	return 1
}

// reading is the audit of a record as it goes on.
type reading struct {
	s        record.Snapshot
	w        *Witness
	mu       sync.Mutex // of what follows
	entries  int64
	progress func(int64)
}

// tables audits the streams of tables side by side, each by a witness of its own: what they tell of one another is put together in
// the order of the streams.
func (r *reading) tables(ctx context.Context, names []string, out []Checked) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	saw := make([]*Witness, len(names))
	for i := range saw {
		saw[i] = r.w.apart()
	}
	var taken atomic.Int64
	var working sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0)+2, len(names)) { // some wait for rows, or for the last signature
		working.Go(func() {
			for ctx.Err() == nil {
				n := int(taken.Add(1)) - 1
				if n >= len(names) {
					return
				}
				var err error
				if out[n], err = r.stream(ctx, saw[n], names[n]); err != nil {
					stop(err)
				}
			}
		})
	}
	working.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, w := range saw {
		r.w.join(w)
	}
	return nil
}

// missed returns the faults of streams that are not there, after some others.
func (r *reading) missed(ctx context.Context, names []string, faults []*record.Fault) ([]Checked, error) {
	if !slices.Contains(names, record.HouseStream) {
		faults = append(faults, &record.Fault{Table: record.HouseStream, Seq: 1, Code: record.Missing, What: "every record begins with the house"})
	}
	stray, err := r.s.Stray(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the record: %w", err)
	}
	var out []Checked
	for _, f := range append(faults, stray...) {
		out = append(out, Checked{Name: f.Table, Fault: f})
	}
	return out, nil
}

// stream audits one stream. A table's signatures are judged beside it; where one does not
// hold, all of it is judged once more as it comes, so that the first fault is told and nothing
// behind it counts.
func (r *reading) stream(ctx context.Context, w *Witness, name string) (checked Checked, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("reading the record of %s: %w", name, err)
		}
	}()
	if name == record.HouseStream {
		return r.judge(ctx, w, name, nil)
	}
	noted, b := *w, newBeside()
	checked, err = r.judge(ctx, &noted, name, b)
	if held := b.end(); held || err != nil {
		*w = noted
		return checked, err
	}
	again := &reading{s: r.s, w: r.w}
	return again.judge(ctx, w, name, nil)
}

// judge audits one stream; b judges its signatures, where they are not judged as they come.
func (r *reading) judge(ctx context.Context, w *Witness, name string, b *beside) (checked Checked, err error) {
	head, err := r.s.Stored(ctx, name)
	if err != nil {
		return Checked{}, err
	}
	a := w.Begin(name)
	a.beside = b
	if head != nil {
		a.claimed = head.Size
	}
	if err := r.walk(ctx, a, name); err != nil {
		return Checked{}, err
	}
	fault := a.End(head)
	if fault == nil {
		fault = w.judgeStream(name)
	}
	if fault != nil {
		w.unread(name)
	}
	checked = Checked{Name: name, Entries: a.Entries, Hands: a.Hands, Approvals: a.Approvals, Unsigned: a.Unsigned, Others: a.ofOthers(), Unjudged: a.unjudged, Fault: fault, Beyond: w.beyond(a)}
	if fault != nil && a.table != nil && a.anothers(fault.Seq) {
		if checked.Came, err = r.asSealed(ctx, w, name, head); err != nil {
			return Checked{}, err
		}
	}
	checked.Cosigned = a.cosignedTimes()
	here := w.house.Office().Here
	over, by := w.house.Moves().Overtaken(name, here, a.Entries)
	checked.Overtaken, checked.WentOn, checked.CutOff = over, by.To, house.CutOff(by, w.byPit(name))
	if name == record.HouseStream {
		checked.Losses, checked.LostPapers, checked.Zone = w.house.Backups().Losses(), w.lostPapers(), w.house.Zone()
		checked.TakenTwice, checked.SignedInVain = w.takenTwice()
		checked.Machine = w.house.Office().Here
		if o := w.office; o != nil && len(o.witness.seals) > 0 {
			checked.Joined = o.joined
			checked.Joined.Key = o.witness.seals[len(o.witness.seals)-1]
		}
	}
	if head != nil {
		checked.Head = head.Note
	}
	return checked, nil
}

// asSealed reports whether all entries of a stream are those of its signed head and of those that were kept elsewhere, whatever
// they say.
func (r *reading) asSealed(ctx context.Context, w *Witness, name string, head *record.StoredHead) (bool, error) {
	sealed := *w
	a := sealed.Begin(name)
	for line, broken := range r.s.Lines(ctx, name) {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if broken != nil {
			return false, nil
		}
		as := *line
		if as.Wrong != nil && as.Wrong.Code == record.Unreadable && a.anothers(as.Seq) {
			as.Wrong = nil // other bytes than Sabot writes, and those for which the head stands
		}
		if a.judgeLine(&as) != nil {
			return false, nil
		}
		a.read++
		a.Entries++
		a.tree.AddLeaf(line.Leaf)
		for len(a.expected) > 0 && a.expected[0].Size <= a.tree.Size() {
			if c := a.expected[0]; c.Size == a.tree.Size() && c.Root != a.tree.Root() {
				return false, nil
			}
			a.expected = a.expected[1:]
		}
	}
	a.expected = slices.DeleteFunc(a.expected, w.neverCame)
	_, fault := a.judgeSeal(head)
	return fault == nil && head != nil && len(a.expected) == 0, nil
}

// walk takes a stream's entries to its audit.
func (r *reading) walk(ctx context.Context, a *Run, name string) error {
	const pause = 512 // entries
	n := int64(0)
	for line, broken := range r.s.Lines(ctx, name) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if broken != nil {
			a.broken(broken)
			break
		}
		if fault := a.Add(line); fault != nil && name != record.HouseStream {
			return nil
		}
		if n++; n%pause == 0 {
			r.went(pause)
			if a.beside != nil && a.beside.broken.Load() {
				return nil
			}
		}
	}
	r.went(n % pause)
	return ctx.Err()
}

// went reports progress: so many entries more were read.
func (r *reading) went(entries int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.entries += entries; r.progress != nil && entries > 0 {
		r.progress(r.entries)
	}
}
