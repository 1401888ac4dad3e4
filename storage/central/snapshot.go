package central

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// A Snapshot is the record of one machine as far as it has arrived and the machine has signed it. It is what its
// own disk has, without sealed keys and files. It is safe for use by several goroutines.
type Snapshot struct {
	q       Reading
	streams []Stream
}

var _ record.Snapshot = (*Snapshot)(nil)

// OpenSnapshot reads what a pit has of a machine by now. Error: of a database that does not answer.
func OpenSnapshot(ctx context.Context, q Reading, machine string) (*Snapshot, error) {
	list, err := q.Streams(ctx)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(s Stream) bool { return s.Machine != machine || s.Signed == 0 })
	slices.SortFunc(list, func(a, b Stream) int { return cmp.Compare(a.ID, b.ID) })
	return &Snapshot{q, list}, nil
}

// Without returns the snapshot without the streams that are to be left out.
func (s *Snapshot) Without(left func(Stream) bool) *Snapshot {
	return &Snapshot{s.q, slices.DeleteFunc(slices.Clone(s.streams), left)}
}

// Close leaves the database to who opened it.
func (s *Snapshot) Close() error { return nil }

// All returns the streams that it has.
func (s *Snapshot) All() []Stream { return s.streams }

func (s *Snapshot) stream(name string) (Stream, bool) {
	i := slices.IndexFunc(s.streams, func(st Stream) bool { return st.Name == name })
	if i < 0 {
		return Stream{}, false
	}
	return s.streams[i], true
}

// Streams implements record.Snapshot.
func (s *Snapshot) Streams(context.Context) (names []string, err error) {
	for _, st := range s.streams {
		names = append(names, st.Name)
	}
	return names, nil
}

// Stored implements record.Snapshot: the head is the machine's own, without what others put under it.
func (s *Snapshot) Stored(ctx context.Context, name string) (*record.StoredHead, error) {
	st, there := s.stream(name)
	if !there {
		return nil, nil
	}
	note, _, err := seal.Split(st.Note)
	if err != nil {
		return nil, fmt.Errorf("the head of %s of %s: %w", st.Name, st.Machine, err)
	}
	h := &record.StoredHead{Size: st.Signed, Edge: st.Edge, Note: note}
	if st.Size == st.Signed {
		return h, nil
	}
	var log seal.Tree
	for leaf, err := range s.Leaves(ctx, name) {
		if err != nil {
			return nil, err
		}
		log.AddLeaf(leaf)
	}
	h.Edge = log.Edge()
	return h, nil
}

// texts returns the entries of a stream up to the last head of its machine.
func (s *Snapshot) texts(ctx context.Context, name string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		st, _ := s.stream(name)
		for from := int64(1); from <= st.Signed; {
			list, err := s.q.Entries(ctx, st.ID, from, int(min(pageEntries, st.Signed-from+1)))
			if err == nil && len(list) == 0 {
				err = fmt.Errorf("entry %d of %s of %s: %w", from, st.Name, st.Machine, ErrMissing)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for _, text := range list {
				if !yield(text, nil) {
					return
				}
			}
			from += int64(len(list))
		}
	}
}

// Lines implements record.Snapshot.
func (s *Snapshot) Lines(ctx context.Context, name string) iter.Seq2[*record.Line, error] {
	return func(yield func(*record.Line, error) bool) {
		exact, seq := &record.Exact{}, int64(0)
		for text, err := range s.texts(ctx, name) {
			if err != nil {
				yield(nil, err)
				return
			}
			seq++
			l := record.Line{Seq: seq, Bytes: text, Leaf: seal.Leaf(text)}
			if l.Entry, err = exact.Decode(text); err != nil {
				l.Wrong = &record.Fault{Code: record.Unreadable, What: err.Error()}
			}
			if !yield(&l, nil) {
				return
			}
		}
	}
}

// Leaves implements record.Snapshot.
func (s *Snapshot) Leaves(ctx context.Context, name string) iter.Seq2[[32]byte, error] {
	return func(yield func([32]byte, error) bool) {
		for text, err := range s.texts(ctx, name) {
			if !yield(seal.Leaf(text), err) || err != nil {
				return
			}
		}
	}
}

// Bytes implements record.Snapshot.
func (s *Snapshot) Bytes(ctx context.Context, name string, from int64, most int) ([][]byte, error) {
	st, _ := s.stream(name)
	if most = int(min(int64(most), st.Signed-from+1)); most <= 0 {
		return nil, nil
	}
	return s.q.Entries(ctx, st.ID, from, most)
}

// Stray implements record.Snapshot: what is of no stream Strays has.
func (s *Snapshot) Stray(context.Context) ([]*record.Fault, error) { return nil, nil }
