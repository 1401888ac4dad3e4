package session

import (
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// Reading returns a house whose state was made elsewhere. Its keeper takes nothing and has no stream of the
// house.
func Reading(store record.Keeper, state *house.House, now func() time.Time) *House {
	h := newHouse(state, seal.Tree{}, store, now)
	h.others = true
	return h
}

// Onward returns a house that continues this one with a newer state, and keeps what was read of its tables. The
// store must have more of the same streams.
func (h *House) Onward(store record.Keeper, state *house.House) *House {
	on := newHouse(state, seal.Tree{}, store, h.now)
	on.cache, on.alone, on.others = h.cache, h.alone, h.others
	return on
}
