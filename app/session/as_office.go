package session

import (
	"context"
	"iter"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// OfficeEntries returns the entries of the house's office that came with an entry, behind the first so many.
func OfficeEntries(e record.Entry, behind int64) (list []record.Entry, err error) {
	f, taken := e.Fact.(record.HouseTaken)
	if !taken {
		return nil, nil
	}
	for _, line := range f.Entries {
		of, err := record.Decode([]byte(line))
		if err != nil {
			return nil, err
		}
		if of.Seq > behind { // Sabot 0.9 could take in some twice
			list = append(list, of)
		}
	}
	return list, nil
}

// AsOffice returns the house as its office has it, as far as that was taken in: to hold against it what was made there.
func (h Takeover) AsOffice() (*House, error) {
	store := &officeRecord{Keeper: h.store}
	var state house.House
	var tree seal.Tree
	had := map[string]bool{}
	for e, err := range h.store.Entries(record.HouseStream, 1) {
		var more []record.Entry
		if err == nil {
			more, err = OfficeEntries(e, state.Seq)
		}
		if err != nil {
			return nil, err
		}
		for _, of := range more {
			store.entries, store.leaves = append(store.entries, of), append(store.leaves, leaf(of))
			state.Apply(of)
			tree.AddLeaf(leaf(of))
			switch f := of.Fact.(type) {
			case record.TableInherited:
				had[f.Table] = true
			case record.Checkpointed: // at the closing of a shift
				if head, err := seal.ReadHead(f.Note); err == nil {
					had[head.Stream] = true
				}
			}
		}
	}
	office := newHouse(&state, tree, store, h.now)
	office.cache, office.work, office.had = office.alone, h.work, had
	return office, nil
}

// Had returns the tables of which the office had entries, where this house is the office's as AsOffice returns it; nil of any other.
func (h *House) Had() map[string]bool { return h.had }

// An officeRecord is a machine's record with what it took in of the office in the place of its own stream of the house.
type officeRecord struct {
	record.Keeper
	entries []record.Entry
	leaves  []seal.Hash
}

// Entries implements record.Journal.
func (o *officeRecord) Entries(stream string, from int64) iter.Seq2[record.Entry, error] {
	if stream != record.HouseStream {
		return o.Keeper.Entries(stream, from)
	}
	return func(yield func(record.Entry, error) bool) {
		for _, e := range o.entries[min(max(from, 1)-1, int64(len(o.entries))):] {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Last implements record.Keeper.
func (o *officeRecord) Last(stream string) (int64, error) {
	if stream != record.HouseStream {
		return o.Keeper.Last(stream)
	}
	return int64(len(o.entries)), nil
}

// Snapshot implements record.Keeper.
func (o *officeRecord) Snapshot(ctx context.Context) (record.Snapshot, error) {
	s, err := o.Keeper.Snapshot(ctx)
	return officeSnapshot{s, o}, err
}

type officeSnapshot struct {
	record.Snapshot
	of *officeRecord
}

// Leaves implements record.Snapshot.
func (s officeSnapshot) Leaves(ctx context.Context, stream string) iter.Seq2[[32]byte, error] {
	if stream != record.HouseStream {
		return s.Snapshot.Leaves(ctx, stream)
	}
	return func(yield func([32]byte, error) bool) {
		for _, l := range s.of.leaves {
			if !yield(l, nil) {
				return
			}
		}
	}
}
