package session

import (
	"context"
	"fmt"
	"slices"

	"sabot/pit/audit"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// sealed is the house by its entries, which are those that were sealed, and their log: who
// wrote others into the file gave nobody a right. Errors: of reading; of what does not hold.
func sealed(store record.Keeper) (*people.House, seal.Tree, error) {
	ctx := context.Background()
	s, err := store.Snapshot(ctx)
	if err != nil {
		return nil, seal.Tree{}, err
	}
	defer s.Close()
	var state people.House
	tree, found := audit.FollowHouse(ctx, s, store.Verifier(), func(e record.Entry) { state.Apply(e) })
	if found == nil && state.Older() {
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

// catchUp reads what other programs have entered in the house's stream.
func (h *House) catchUp() error { return follow(&h.State, &h.tree, h.store) }

// follow folds what of the house's stream a state does not have yet, once its entries are
// those that the record's key has signed: what somebody else wrote into the file gives nobody
// a right while Sabot runs either. Errors: record.ErrChanged, and those of reading.
func follow(state *people.House, tree *seal.Tree, store record.Keeper) error {
	note, err := store.Head(record.HouseStream)
	if err != nil || note == "" {
		return err
	}
	head, err := seal.ReadHead(note)
	if err != nil || head.Size <= state.Seq {
		return err
	}
	keys := slices.DeleteFunc([]string{store.Verifier(), state.SealKey()}, func(key string) bool { return key == "" })
	if _, _, err := seal.Open(note, keys...); err != nil {
		return fmt.Errorf("%w: the head of the house: %w", record.ErrChanged, err)
	}
	var entries []record.Entry
	log := tree.Clone()
	for e, err := range store.Entries(record.HouseStream, state.Seq+1) {
		if err != nil {
			return err
		}
		log.AddLeaf(leaf(e))
		if entries = append(entries, e); log.Size() == head.Size {
			break
		}
	}
	if seal.HeadOf(record.HouseStream, &log) != head {
		return fmt.Errorf("%w: what was entered of the house behind entry %d is not what was sealed", record.ErrChanged, state.Seq)
	}
	for _, e := range entries {
		state.Apply(e)
	}
	*tree = log
	return nil
}

func leaf(e record.Entry) seal.Hash { return seal.Leaf(record.Encode(e)) }

// took takes in what this program has entered.
func (h *House) took(entries []record.Entry) {
	for _, e := range entries {
		h.State.Apply(e)
		h.tree.AddLeaf(leaf(e))
	}
}
