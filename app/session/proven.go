package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// proofs are the logs of tables as far as they were what their heads stand for when something that
// was derived from them was kept, by its file.
type proofs struct {
	mu    sync.Mutex
	trees map[string]seal.Tree
}

func (p *proofs) put(file string, tree seal.Tree) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.trees == nil {
		p.trees = map[string]seal.Tree{}
	}
	p.trees[file] = tree
}

// before is the log for a file that ends before an entry: the empty one where none is known.
func (p *proofs) before(file string, entry int64) seal.Tree {
	p.mu.Lock()
	defer p.mu.Unlock()
	if tree := p.trees[file]; tree.Size() < entry {
		return tree.Clone()
	}
	return seal.Tree{}
}

// provenAtOnce is how many entries are hashed at a time.
const provenAtOnce = 5000

// proven demands that the entries of a table from one on are those that its signed head stands for,
// and answers its log up to another one. What lies before them was proven when the file was kept last, or is
// read too. Errors: record.ErrChanged; of a record that cannot be read.
func (h *House) proven(file, table string, since, upTo int64) (at seal.Tree, err error) {
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
	tree := h.proofs.before(file, since)
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
