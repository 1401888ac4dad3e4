package session

import (
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// Reading is a house whose state was made elsewhere, over a keeper that takes nothing and has no stream of
// the house.
func Reading(store record.Keeper, state *house.House, now func() time.Time) *House {
	h := newHouse(state, seal.Tree{}, store, now)
	h.others = true
	return h
}

// Onward is a house that goes on from where this one stood, with what was read of its tables: over a keeper that
// has more of the same streams.
func (h *House) Onward(store record.Keeper, state *house.House) *House {
	on := newHouse(state, seal.Tree{}, store, h.now)
	on.lists, on.alone, on.others = h.lists, h.alone, h.others
	return on
}
