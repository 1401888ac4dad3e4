package session

import (
	"context"
	"encoding/base64"
	"iter"
	"time"

	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/pit/shifts"
	"sabot/reports"
)

// madeBy returns the house as the machine had it that made a paper: this one, or the house's office as far as it was taken in
// here; nil of another machine of the house. The key that sealed the head of the house in it says whose it is.
func (h Papers) madeBy(e reports.Evidence) (*House, error) {
	note := e.HouseCheckpoint
	if e.Kind.OfHouse() {
		note = e.Checkpoint
	}
	if _, err := seal.ReadHead(note); err != nil || !h.State.OfSeveral() || openedBy(note, h.State.SealKeys) {
		return h.House, nil
	}
	if h.State.Office().Machine == "" {
		return nil, nil
	}
	office, err := h.asOffice()
	if err != nil || openedBy(note, office.State.SealKeys) {
		return office, err
	}
	return nil, nil
}

// openedBy reports whether one of some keys has signed a head.
func openedBy(note string, keys []string) bool {
	_, _, err := seal.Open(note, keys...)
	return err == nil
}

// lacks returns what this record does not have of the entries of which a paper is: its heads are of tables that the office played
// before they were moved here, and of what the office has entered of the house.
func (h Papers) lacks(e reports.Evidence) (list []Failing) {
	for _, s := range heads(e) {
		if head, err := seal.ReadHead(s.Checkpoint); err == nil {
			s.Seq = max(s.Seq, head.Size)
		}
		key, has := "paper_lacks_table", h.State.Moves().Inherited(s.Table)
		if s.Table == record.HouseStream {
			key, has = "paper_lacks_office", h.State.Office().Size
		}
		if s.Seq > has {
			list = append(list, Failing{Key: key, Args: text.Args{"Table": s.Table, "N": has, "Of": s.Seq}})
		}
	}
	return list
}

// lacking judges a paper of which this record does not have all entries: who signed it, by what it has of people.
func (h Papers) lacking(v *Verdict, lacks []Failing) error {
	by := h.House
	if h.State.Office().Machine != "" {
		office, err := h.asOffice()
		if err != nil {
			return err
		}
		by = office
	}
	v.Lacking = lacks
	given, err := by.Papers().certificates()
	if err != nil {
		return err
	}
	for i, s := range v.Signatures {
		then, err := by.Papers().houseUntil(s.At)
		if err != nil {
			return err
		}
		if signedByKey(then, s) {
			v.byKey(i, time.Time{})
		}
		lostSigner(v, then, shifts.Head{}, s, i)
		_, named := given[base64.StdEncoding.EncodeToString(s.Certificate.Raw)]
		if _, byKey := v.ByKey[i]; named || byKey || !v.knows(i) {
			continue
		}
		if by != h.House {
			v.Lacking = append(v.Lacking, Failing{Key: "paper_lacks_certificate", Args: text.Args{"Name": s.Name}})
			continue
		}
		v.fault("paper_certificate", text.Args{"Name": s.Name})
	}
	return nil
}

// certificates returns those that the house's entries name, and when they came.
func (h Papers) certificates() (map[string]time.Time, error) {
	given := map[string]time.Time{}
	for e, err := range h.store.Entries(record.HouseStream, 1) {
		if err != nil {
			return nil, err
		}
		if f, is := e.Fact.(record.Certified); is {
			given[f.Certificate] = e.At
		}
	}
	return given, nil
}

// houseUntil returns the house as it was at a time.
func (h Papers) houseUntil(at time.Time) (*house.House, error) {
	house := &house.House{}
	for e, err := range h.store.Entries(record.HouseStream, 1) {
		if err != nil {
			return nil, err
		}
		if e.At.After(at) {
			break
		}
		house.Apply(e)
	}
	return house, nil
}

// officeEntries returns the entries of the house's office that came with an entry, behind the first so many.
func officeEntries(e record.Entry, behind int64) (list []record.Entry, err error) {
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

// asOffice returns the house as its office has it, as far as that was taken in: to hold against it what was made there.
func (h Papers) asOffice() (*House, error) {
	store := &officeRecord{Keeper: h.store}
	var state house.House
	var tree seal.Tree
	had := map[string]bool{}
	for e, err := range h.store.Entries(record.HouseStream, 1) {
		var more []record.Entry
		if err == nil {
			more, err = officeEntries(e, state.Seq)
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
	office.lists, office.work, office.had = office.alone, h.work, had
	return office, nil
}

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
