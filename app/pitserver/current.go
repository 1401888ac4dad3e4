package pitserver

import (
	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/storage/central"
)

// The other machines take the entries of the house's office from the pit. The office alone can say whether the pit
// has all of them, with each hello and with each piece that it ships. Where the pit lacks or refuses some, it tells
// the others that their house data stand still.

// An officeWord is the office's own report, since this pit began to write, of how much of its entries the pit
// has. The database has the same, and who has its login may write that there.
type officeWord struct {
	machine string
	whole   int64 // when the office last said that it has what is here, and no more; milliseconds of UTC, 0 for never
	own     int64 // how many entries it says it has
	refused bool  // what it shipped last of its house
}

// officeSays takes in how many entries of its house the office has; same reports whether those are here, and are all.
func (l *leader) officeSays(m *machine, own int64, same, refused bool) {
	s := m.streams[record.HouseStream]
	word := officeWord{machine: m.Name, whole: s.Whole, own: own, refused: refused}
	if was := l.word.Load(); was != nil && was.machine == m.Name {
		word.whole = was.whole
	}
	m.own[s.ID] = own
	if same {
		word.whole, m.allAt, m.heard = m.Heard, m.Heard, true
	}
	l.word.Store(&word)
}

// isOffice reports whether a machine is the one whose house is that of all.
func (l *leader) isOffice(m *machine) bool { return !l.server.Houses && m.Voucher != "" }

// officeGreets takes in what the office says of its house with a hello.
func (l *leader) officeGreets(m *machine, h *pitclient.Hello, refused *pitclient.Refusal) {
	s := m.streams[record.HouseStream]
	if !l.isOffice(m) || h.House == 0 || s == nil { // it says nothing of it, or nothing has arrived
		return
	}
	stands := l.officeRefused(m)
	same := refused == nil && s.wrong == nil && h.House == s.tree.Size() && s.Signed == s.tree.Size()
	if h.Root != "" {
		same = same && h.Root == s.tree.Root().String()
	} else {
		same = same && !stands
	}
	l.officeSays(m, h.House, same, stands && !same)
}

// officeShips takes in the outcome of a piece of its house that the office shipped; nil where it was added.
func (l *leader) officeShips(m *machine, a *pitclient.Append, refused *pitclient.Refusal) {
	s := m.streams[a.Stream]
	if !l.isOffice(m) || a.Stream != record.HouseStream || s == nil {
		return
	}
	same := refused == nil && s.Signed == a.Own && s.tree.Size() == a.Own
	l.officeSays(m, a.Own, same, refused != nil && (refused.Why.Lasting() || l.officeRefused(m)))
}

// officeRefused reports whether the office's house was refused, and nothing of it was added since.
func (l *leader) officeRefused(m *machine) bool {
	was := l.word.Load()
	return was != nil && was.machine == m.Name && was.refused
}

// current returns the answer to a machine, by the office's own word where this pit has heard it.
func (w *officeWord) current(h central.HouseFor) central.HouseFor {
	if w != nil && w.machine == h.Office {
		h.Whole, h.Own, h.Refused = w.whole, w.own, w.refused
	}
	return h
}

// lacks returns what the pit lacks of the office; nil for nothing.
func lacks(h central.HouseFor) *pitclient.Lacks {
	if h.Stream == 0 || !h.Refused && h.Own <= h.Signed {
		return nil
	}
	return &pitclient.Lacks{Own: h.Own, Refused: h.Refused}
}
