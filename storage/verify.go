package storage

import (
	"context"
	"fmt"
	"slices"

	"sabot/pit"
)

// Checked is what an audit of one stream came to.
type Checked struct {
	Name      string
	Entries   int64
	Hands     int64
	Approvals int64
	Unsigned  int64
	Head      string     // its signed head, "" where it has none
	Fault     *pit.Fault // the first thing that does not hold; nil where all does
}

// Check is what a record is held against.
type Check struct {
	Trusted     string   // the verifier of the key that seals it
	Checkpoints []string // signed heads that were kept elsewhere
	// Progress is told, now and then, how many entries were read; nil if nobody wants to
	// know.
	Progress func(entries int64)
}

// Verify reads the whole record, the house's stream first, and answers for each stream
// what does not hold. The error is of a record that cannot be read at all, and ctx's.
func (r *Reader) Verify(ctx context.Context, c Check) ([]Checked, error) {
	w, err := pit.NewWitness(c.Trusted, c.Checkpoints...)
	if err != nil {
		return nil, err
	}
	streams, err := streamNames(ctx, r.tx)
	if err != nil {
		return nil, fmt.Errorf("reading the record: %w", err)
	}
	slices.SortStableFunc(streams, func(a, b streamRow) int { return first(a) - first(b) })
	var out []Checked
	var names []string
	read := int64(0)
	for _, s := range streams {
		names = append(names, s.name)
		checked, err := r.verifyStream(ctx, w, s, func(n int) {
			if read += int64(n); c.Progress != nil {
				c.Progress(read)
			}
		})
		if err != nil {
			return nil, fmt.Errorf("reading the record of %s: %w", s.name, err)
		}
		out = append(out, checked)
	}
	missed, err := r.missed(ctx, w, names)
	return append(out, missed...), err
}

// first puts the house's stream before all others.
func first(s streamRow) int {
	if s.name == pit.HouseStream {
		return 0
	}
	return 1
}

// missed is what does not hold of streams that are not there.
func (r *Reader) missed(ctx context.Context, w *pit.Witness, names []string) ([]Checked, error) {
	faults := w.Missed(names)
	if !slices.Contains(names, pit.HouseStream) {
		faults = append(faults, &pit.Fault{Table: pit.HouseStream, Seq: 1, Code: pit.Missing, What: "every record begins with the house"})
	}
	at, there, err := r.stray(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading the record: %w", err)
	}
	if there {
		what := fmt.Sprintf("there is no stream %d, and entries or a head of it", at>>seqBits)
		faults = append(faults, &pit.Fault{Table: fmt.Sprintf("stream %d", at>>seqBits), Seq: at & (1<<seqBits - 1), Code: pit.Misplaced, What: what})
	}
	var out []Checked
	for _, f := range faults {
		out = append(out, Checked{Name: f.Table, Fault: f})
	}
	return out, nil
}

// verifyStream audits one stream.
func (r *Reader) verifyStream(ctx context.Context, w *pit.Witness, s streamRow, read func(int)) (Checked, error) {
	head, err := r.stored(ctx, s.id)
	if err != nil {
		return Checked{}, err
	}
	a := w.Audit(s.name)
	fault, err := r.walk(ctx, a, s, read)
	if err != nil {
		return Checked{}, err
	}
	if fault == nil {
		fault = a.End(head)
	}
	if fault == nil && s.name != pit.HouseStream && !pit.ValidTableName(s.name) {
		fault = &pit.Fault{Table: s.name, Code: pit.Misplaced, What: "no table can have this name"}
	}
	checked := Checked{Name: s.name, Entries: a.Entries, Hands: a.Hands, Approvals: a.Approvals, Unsigned: a.Unsigned, Fault: fault}
	if head != nil {
		checked.Head = head.Note
	}
	return checked, nil
}

// walk takes a stream's entries to its audit. Where the file itself cannot be read
// further, the entry that should come next is the fault.
func (r *Reader) walk(ctx context.Context, a *pit.Audit, s streamRow, read func(int)) (fault *pit.Fault, err error) {
	ctx, cancel := context.WithCancel(ctx)
	batches, free := r.lines(ctx, s.id)
	defer func() { // the rows are closed before anything else is asked of the file
		cancel()
		for b := range batches {
			<-b.ready
			free <- b
		}
	}()
	for b := range batches {
		<-b.ready
		fault, broken := takeAll(a, b), b.err
		n := len(b.lines)
		free <- b
		switch {
		case fault != nil && s.name != pit.HouseStream:
			return fault, nil
		case fault == nil && broken != nil:
			return &pit.Fault{Table: s.name, Seq: a.Entries + 1, Code: pit.Unreadable, What: broken.Error()}, nil
		case broken != nil:
			return fault, nil
		}
		read(n)
	}
	return a.Fault(), ctx.Err()
}

func takeAll(a *pit.Audit, b *batch) (fault *pit.Fault) {
	for i := range b.lines {
		fault = a.Add(&b.lines[i])
	}
	return fault
}
