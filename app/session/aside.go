package session

import (
	"context"
	"sync"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// Aside returns the house as the record has it now, for long work beside the screens. It shares the record with
// h, and what can be read again from it, so that h may go on meanwhile. It may be called from any goroutine.
func (h *House) Aside() (*House, error) {
	state, tree, err := h.aside.now(h.store)
	if err != nil {
		return nil, err
	}
	aside := newHouse(state, tree, h.store, h.now)
	aside.cache, aside.alone, aside.program, aside.others = h.cache, h.alone, h.program, h.others
	return aside, nil
}

// A Work is long work for somebody who waits for it.
type Work struct {
	Context context.Context // ends it; nil for never
	// Progress is told how much of it is done; nil if nobody wants to know.
	Progress func(done, all int)
	// Entries is told, now and then, how many entries of the record were judged; nil if nobody wants to know.
	Entries func(n int64)
}

// context returns the context that ends the work; never nil.
func (w Work) context() context.Context {
	if w.Context == nil {
		return context.Background()
	}
	return w.Context
}

// Context returns the context that ends the long work of this house; never nil.
func (h *House) Context() context.Context { return h.work.context() }

// AsideFor returns Aside for long work w. Work that its context ends leaves nothing behind, and returns the
// context's error.
func (h *House) AsideFor(w Work) (*House, error) {
	aside, err := h.Aside()
	if err == nil {
		aside.work = w
	}
	return aside, err
}

// ByRecord does what AsideFor does, for a house that goes by the record alone and uses no derived data.
func (h *House) ByRecord(w Work) (*House, error) {
	by, err := h.AsideFor(w)
	if err == nil {
		by.cache = by.alone
	}
	return by, err
}

// For sets the long work that this house is used for: its context and its progress.
func (h *House) For(w Work) { h.work = w }

// Work returns the long work that this house is used for.
func (h *House) Work() Work { return h.work }

// Progress reports to who waits how far long work has come. Its error is that of the work's context.
func (h *House) Progress(done, all int) error {
	if h.work.Progress != nil {
		h.work.Progress(done, all)
	}
	if h.work.Context != nil {
		return h.work.Context.Err()
	}
	return nil
}

// A replica is a fold of the house's entries for work beside the window. That work neither touches the window's
// fold nor reads the house's whole life again.
type replica struct {
	mu    sync.Mutex
	state *house.House
	tree  seal.Tree
}

// now takes in what was entered since, and answers a clone.
func (r *replica) now(store record.Keeper) (*house.House, seal.Tree, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := follow(r.state, &r.tree, store); err != nil {
		return nil, seal.Tree{}, err
	}
	return r.state.Clone(), r.tree.Clone(), nil
}
