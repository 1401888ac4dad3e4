package session

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// proofs are the logs of tables as far as they were what their heads stand for when something was derived
// from them, by its name.
type proofs struct {
	mu    sync.Mutex
	trees map[string]map[string]seal.Tree // by table
}

func (p *proofs) put(name, table string, tree seal.Tree) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.trees == nil {
		p.trees = map[string]map[string]seal.Tree{}
	}
	if p.trees[table] == nil {
		p.trees[table] = map[string]seal.Tree{}
	}
	p.trees[table][name] = tree
}

// upTo is how far the logs of a table reach that were proven for all of some names.
func (p *proofs) upTo(table string, names ...string) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	shortest := int64(math.MaxInt64)
	for _, name := range names {
		tree := p.trees[table][name]
		shortest = min(shortest, tree.Size())
	}
	return shortest
}

// before is the longest log of a table that ends before an entry: the empty one where none is known.
func (p *proofs) before(table string, entry int64) (longest seal.Tree) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, tree := range p.trees[table] {
		if tree.Size() < entry && tree.Size() > longest.Size() {
			longest = tree
		}
	}
	return longest.Clone()
}

// provenAtOnce is how many entries are hashed at a time.
const provenAtOnce = 5000

// proven demands that the entries of a table from one on are those that its signed head stands for,
// and answers its log up to another one. What lies before them was proven when the file was kept last, or is
// read too. Errors: record.ErrChanged; of a record that cannot be read.
func (h *House) proven(table string, since, upTo int64) (at seal.Tree, err error) {
	ctx := context.WithoutCancel(h.work.context()) // what was made before somebody gave up is kept
	snapshot, err := h.store.Snapshot(ctx)
	if err != nil {
		return at, err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	stored, err := snapshot.Stored(ctx, table)
	if err != nil {
		return at, err
	}
	changed := fmt.Errorf("%w: the entries of %s are not those that its head stands for: sabotctl verify names which", record.ErrChanged, table)
	if stored == nil {
		return at, changed
	}
	head, _, err := seal.Open(stored.Note, slices.Concat(h.State.SealKeys, []string{h.store.Verifier()})...)
	if err != nil || head.Size < upTo {
		return at, changed
	}
	tree := h.proofs.before(table, since)
	for _, to := range []int64{upTo, head.Size} {
		for tree.Size() < to {
			texts, err := snapshot.Bytes(ctx, table, tree.Size()+1, int(min(provenAtOnce, to-tree.Size())))
			if err != nil {
				return at, err
			}
			if len(texts) == 0 {
				return at, changed
			}
			for _, text := range texts {
				tree.Add(text)
			}
		}
		if to == upTo {
			at = tree.Clone()
		}
	}
	if seal.HeadOf(table, &tree) != head {
		return at, changed
	}
	return at, nil
}
