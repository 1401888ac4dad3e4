package derived

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// proofs are the logs of streams as far as they were what their heads stand for when something was derived
// from them, by its name.
type proofs struct {
	mu    sync.Mutex
	trees map[string]map[string]seal.Tree // by stream
}

func (p *proofs) put(name, stream string, tree seal.Tree) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.trees == nil {
		p.trees = map[string]map[string]seal.Tree{}
	}
	if p.trees[stream] == nil {
		p.trees[stream] = map[string]seal.Tree{}
	}
	p.trees[stream][name] = tree
}

func (p *proofs) forget(stream string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.trees, stream)
}

// upTo returns how far the logs of a stream reach that were proven for all of some names.
func (p *proofs) upTo(stream string, names ...string) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	shortest := int64(math.MaxInt64)
	for _, name := range names {
		tree := p.trees[stream][name]
		shortest = min(shortest, tree.Size())
	}
	return shortest
}

// before returns the longest log of a stream that ends before an entry: the empty one where none is known.
func (p *proofs) before(stream string, entry int64) (longest seal.Tree) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, tree := range p.trees[stream] {
		if tree.Size() < entry && tree.Size() > longest.Size() {
			longest = tree
		}
	}
	return longest.Clone()
}

// atOnce is how many entries are hashed at a time.
const atOnce = 5000

// proven demands that the entries of a stream from one on are those that its signed head stands for. It returns the
// log of the stream up to another entry. What lies before them was proven when the file was kept last, or is read
// too. Errors: record.ErrChanged; of a record that cannot be read.
func (s *Shelf) proven(src Source, stream string, since, upTo int64) (at seal.Tree, err error) {
	ctx := context.WithoutCancel(src.Context) // what was made before somebody gave up is kept
	snapshot, err := src.Store.Snapshot(ctx)
	if err != nil {
		return at, err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	stored, err := snapshot.Stored(ctx, stream)
	if err != nil {
		return at, err
	}
	changed := fmt.Errorf("%w: the entries of %s are not those that its head stands for: sabotctl verify names which", record.ErrChanged, stream)
	if stored == nil {
		return at, changed
	}
	head, _, err := seal.Open(stored.Note, slices.Concat(src.SealKeys, []string{src.Store.Verifier()})...)
	if err != nil || head.Size < upTo {
		return at, changed
	}
	tree := s.proofs.before(stream, since)
	for _, to := range []int64{upTo, head.Size} {
		for tree.Size() < to {
			texts, err := snapshot.Bytes(ctx, stream, tree.Size()+1, int(min(atOnce, to-tree.Size())))
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
	if seal.HeadOf(stream, &tree) != head {
		return at, changed
	}
	return at, nil
}

// Edges reports which of what is kept of a stream has the edge of the stream's log as its entries give it. Progress is
// told how far it has come; its error ends it.
func (src Source) Edges(stream string, kept map[string]Kept, progress func(done int64) error) (same map[string]bool, err error) {
	ctx := context.WithoutCancel(src.Context)
	snapshot, err := src.Store.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	same = map[string]bool{}
	var tree seal.Tree
	for {
		for name, k := range kept {
			if k.Seq == tree.Size() {
				same[name] = bytes.Equal(tree.Edge(), k.tree.Edge())
			}
		}
		to := int64(0) // the next at which something is kept
		for _, k := range kept {
			if k.Seq > tree.Size() && (to == 0 || k.Seq < to) {
				to = k.Seq
			}
		}
		if to == 0 {
			return same, nil
		}
		if err := progress(tree.Size()); err != nil {
			return nil, err
		}
		texts, err := snapshot.Bytes(ctx, stream, tree.Size()+1, int(min(atOnce, to-tree.Size())))
		if err != nil || len(texts) == 0 {
			return same, err
		}
		for _, text := range texts {
			tree.Add(text)
		}
	}
}
