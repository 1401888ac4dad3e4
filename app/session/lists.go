package session

import "sabot/app/session/derived"

// A lists is a cache of what was derived from tables' entries, as far as it was wanted. All work on a record
// shares one.
type lists struct {
	heads shiftHeads
	sums  houseSums
	logs  logs
	shelf *derived.Shelf // where it is kept; in memory for what goes by the record alone
}

// source returns the record that something is derived from.
func (h *House) source() derived.Source {
	return derived.Source{Store: h.store, SealKeys: h.State.SealKeys, Context: h.work.context()}
}
