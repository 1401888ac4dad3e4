package session

import "sabot/app/session/derived"

// lists are what was derived from the entries of tables as far as somebody has asked for it. All work on a record shares them.
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
