package storage

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"runtime"
	"sync"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// batchRows is how many entries go from hand to hand at a time.
const batchRows = 512

// A batch is some rows of a stream, read in one place, decoded in another and judged in a
// third.
type batch struct {
	rows  []row
	text  []byte // of all rows
	lines []record.Line
	err   error         // after the last row
	ready chan struct{} // told once the lines are there
}

// What one stream was read with, and what was read of facts there, the next one has too.
var (
	spare  = sync.Pool{New: func() any { return &batch{} }}
	exacts = sync.Pool{New: func() any { return &record.Exact{} }}
)

// A row is a row of entries.
type row struct {
	seq            int64
	from, to       int // of its text
	headline, mark sql.NullInt64
	wrong          error // it could not be read
}

// Lines implements record.Snapshot.
func (r *Reader) Lines(ctx context.Context, name string) iter.Seq2[*record.Line, error] {
	return func(yield func(*record.Line, error) bool) {
		stream, err := r.id(ctx, name)
		if err != nil {
			yield(nil, err)
			return
		}
		r.all(ctx, stream, yield)
	}
}

// all hands a stream's lines on as they come.
func (r *Reader) all(ctx context.Context, stream int64, yield func(*record.Line, error) bool) {
	ctx, cancel := context.WithCancel(ctx)
	batches, free := r.lines(ctx, stream)
	defer func() { // the rows are closed before anything else is asked of the file
		cancel()
		for b := range batches {
			<-b.ready
			free <- b
		}
		for len(free) > 0 {
			spare.Put(<-free)
		}
	}()
	for b := range batches {
		<-b.ready
		going := b.hand(yield)
		free <- b
		if !going {
			return
		}
	}
}

// hand hands a batch's lines on; false where nobody wants more.
func (b *batch) hand(yield func(*record.Line, error) bool) bool {
	for i := range b.lines {
		if !yield(&b.lines[i], nil) {
			return false
		}
	}
	return b.err == nil || yield(nil, b.err)
}

// lines returns a stream's entries in order, batch by batch, decoded ahead of who takes them. The channel is closed after the
// last, and early where ctx ends; a batch's err ends them too. A batch goes back to free once it is done with.
func (r *Reader) lines(ctx context.Context, stream int64) (ordered chan *batch, free chan *batch) {
	workers := max(1, runtime.GOMAXPROCS(0)-1)
	ordered, free = make(chan *batch, 2*workers), make(chan *batch, 4*workers)
	for range cap(free) {
		b := spare.Get().(*batch)
		b.ready = make(chan struct{}, 1) // of this reading alone: a simulation's channels are of its own time
		free <- b
	}
	todo := make(chan *batch, cap(free))
	for range workers {
		go func() {
			exact := exacts.Get().(*record.Exact)
			defer exacts.Put(exact)
			for b := range todo {
				b.decode(exact)
				b.ready <- struct{}{}
			}
		}()
	}
	go func() {
		defer close(ordered)
		defer close(todo)
		r.scan(ctx, stream, free, func(b *batch) {
			todo <- b
			ordered <- b
		})
	}()
	return ordered, free
}

// scan reads a stream's rows into free batches and hands them on.
func (r *Reader) scan(ctx context.Context, stream int64, free <-chan *batch, next func(*batch)) {
	s, err := r.rowsOf(stream)
	if err != nil {
		b := <-free
		b.clear()
		b.err = err
		next(b)
		return
	}
	defer s.close()
	for more := true; more && ctx.Err() == nil; {
		b := <-free
		b.clear()
		if more, b.err = s.fill(b); !more && b.err == nil {
			r.saw(stream, s.columns)
		}
		next(b)
	}
}

func (b *batch) clear() { b.rows, b.text, b.lines, b.err = b.rows[:0], b.text[:0], b.lines[:0], nil }

// decode makes lines of the rows.
func (b *batch) decode(exact *record.Exact) {
	for i := range b.rows {
		r := &b.rows[i]
		l := record.Line{Seq: r.seq, Bytes: b.text[r.from:r.to]}
		l.Leaf = seal.Leaf(l.Bytes)
		var err error
		if l.Entry, err = exact.Decode(l.Bytes); err == nil {
			err = r.wrong
		}
		l.Wrong = r.judge(&l, err)
		b.lines = append(b.lines, l)
	}
}

// judge returns what is wrong with a row by itself.
func (r *row) judge(l *record.Line, err error) *record.Fault {
	switch {
	case err != nil:
		return &record.Fault{Code: record.Unreadable, What: err.Error()}
	case !r.mark.Valid:
		return &record.Fault{Code: record.Unsealed, What: "it has no mark, so it was not written by Sabot"}
	case r.mark.Int64 != mark(l.Leaf):
		return &record.Fault{Code: record.Changed, What: fmt.Sprintf("it is not what was sealed: it has the mark %d, and its own is %d", r.mark.Int64, mark(l.Leaf))}
	case headline(l.Entry.Fact) != r.headline.Int64 || r.headline.Valid != (r.headline.Int64 != 0):
		return &record.Fault{Code: record.WrongColumn, What: fmt.Sprintf("the column beside it says %d, and it is %d", r.headline.Int64, headline(l.Entry.Fact))}
	}
	return nil
}
