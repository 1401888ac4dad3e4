package session

import (
	"context"
	"fmt"
	"slices"

	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// Sealed builds the house from its sealed entries, and returns their log too. It rejects others: a changed file
// must give nobody a right. Errors: of reading; of entries that are not sealed.
func Sealed(store record.Keeper) (*house.House, seal.Tree, error) {
	ctx := context.Background()
	s, err := store.Snapshot(ctx)
	if err != nil {
		return nil, seal.Tree{}, err
	}
	defer s.Close()
	var state house.House
	tree, found := audit.FollowHouse(ctx, s, store.Verifier(), func(e record.Entry) { state.Apply(e) })
	if found == nil && (state.Older() || openedOlder(ctx, s, &state)) {
		return nil, seal.Tree{}, record.ErrOlderRecord
	}
	if found == nil {
		return &state, tree, nil
	}
	for _, err := range store.Entries(record.HouseStream, 1) { // one that a newer Sabot wrote says so
		if err != nil {
			return nil, seal.Tree{}, err
		}
	}
	return nil, seal.Tree{}, fmt.Errorf("the record of the house is not what was sealed: %w", found)
}

// openedOlder reports whether a Sabot of before 0.9 was the first to open a table of the house: it did not say as which house. What
// cannot be read there is told to whoever opens the table.
func openedOlder(ctx context.Context, s record.Snapshot, house *house.House) bool {
	const first = 4 // entries: before it the clock may have been put back
	for _, set := range house.Tables {
		lines, _ := s.Bytes(ctx, set.Name, 1, first)
		for _, line := range lines {
			e, err := record.Decode(line)
			opened, is := e.Fact.(record.Opened)
			if err == nil && is && opened.House == nil {
				return true
			}
			if err != nil || is {
				break
			}
		}
	}
	return false
}

// CatchUp takes in what other programs have entered of the house. Errors: of a record that
// cannot be read, or that somebody has changed.
func (h Takeover) CatchUp() error { return follow(&h.State, &h.tree, h.store) }

// follow folds what of the house's stream a state does not have yet, as sealedBehind has it. What somebody else
// wrote into the file gives nobody a right while Sabot runs either.
func follow(state *house.House, tree *seal.Tree, store record.Keeper) error {
	entries, log, err := sealedBehind(state.Seq, state.SealKey(), tree, store)
	if err != nil {
		return err
	}
	fold(state, tree, entries, log)
	return nil
}

// fold takes entries into a state together with the log that has them: neither is ever ahead of the other.
func fold(state *house.House, tree *seal.Tree, entries []record.Entry, log seal.Tree) {
	for _, e := range entries {
		state.Apply(e)
	}
	*tree = log
}

// sealedBehind returns what of the house's stream lies behind an entry up to which a log goes, and the log with it.
// Before that it demands that these entries are those that the record's key has signed. Errors: record.ErrChanged,
// and those of reading.
func sealedBehind(seq int64, sealKey string, tree *seal.Tree, store record.Keeper) (entries []record.Entry, log seal.Tree, err error) {
	log = tree.Clone()
	note, err := store.Head(record.HouseStream)
	if err != nil || note == "" {
		return nil, log, err
	}
	head, err := seal.ReadHead(note)
	if err != nil || head.Size <= seq {
		return nil, log, err
	}
	keys := slices.DeleteFunc([]string{store.Verifier(), sealKey}, func(key string) bool { return key == "" })
	if _, _, err := seal.Open(note, keys...); err != nil {
		return nil, log, fmt.Errorf("%w: the head of the house: %w", record.ErrChanged, err)
	}
	for e, err := range store.Entries(record.HouseStream, seq+1) {
		if err != nil {
			return nil, log, err
		}
		log.AddLeaf(leaf(e))
		if entries = append(entries, e); log.Size() == head.Size {
			break
		}
	}
	if seal.HeadOf(record.HouseStream, &log) != head {
		return nil, log, fmt.Errorf("%w: what was entered of the house behind entry %d is not what was sealed", record.ErrChanged, seq)
	}
	return entries, log, nil
}

// A HouseNews is a batch of entries of the house that was read and not yet taken in.
type HouseNews struct {
	seq     int64 // of the entry before them
	entries []record.Entry
	log     seal.Tree
}

// Look returns the work that reads what is new of the house, beside whoever uses it. Errors: of a record that
// cannot be read, or that somebody has changed.
func (h *House) Look() func() (HouseNews, error) {
	seq, sealKey, log := h.State.Seq, h.State.SealKey(), h.tree.Clone()
	return func() (n HouseNews, err error) {
		n.seq = seq
		n.entries, n.log, err = sealedBehind(seq, sealKey, &log, h.store)
		return n, err
	}
}

// TakeNews takes in what is new of the house, unless it went on by itself meanwhile: the next look then has the
// rest. It reports whether anything was new.
func (h *House) TakeNews(n HouseNews) (changed bool) {
	if n.seq != h.State.Seq {
		return false
	}
	fold(&h.State, &h.tree, n.entries, n.log)
	return len(n.entries) > 0
}

func leaf(e record.Entry) seal.Hash { return seal.Leaf(record.Encode(e)) }

// took takes in what this program has entered.
func (h Takeover) took(entries []record.Entry) {
	for _, e := range entries {
		h.State.Apply(e)
		h.tree.AddLeaf(leaf(e))
	}
}
