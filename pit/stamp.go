package pit

import (
	"time"

	"sabot/pit/record"
)

// Stamp makes the facts of one command the table's next entries: who, when, and
// which shift, shoe and hand they belong to.
func (t *Table) Stamp(now time.Time, facts ...record.Fact) []record.Entry {
	now = record.NotBefore(now, t.last)
	entries := make([]record.Entry, len(facts))
	s := t.stamp()
	for i, f := range facts {
		s = s.of(f)
		entries[i] = record.Entry{
			Table: t.Name, Seq: t.Seq + int64(i) + 1, At: now.UTC().Truncate(time.Millisecond), By: s.by,
			Shift: s.shift, Shoe: s.shoe, Hand: s.hand, Fact: f,
		}
	}
	return entries
}

// stamp is who answers for an entry, and which shift, shoe and hand it belongs to.
type stamp struct {
	by                string
	shift, shoe, hand int
}

func (t *Table) stamp() stamp { return stamp{t.Croupier, t.Shift, t.Shoe, t.Hand} }

// of is the stamp of a fact, where s is that of what went before it. The croupier who
// deals answers for it, for the opening the one whom it brings; for what needs no table
// that is open, who did it.
func (s stamp) of(f record.Fact) stamp {
	switch f.(type) {
	case record.Opened:
		s = stamp{s.by, s.shift + 1, 0, 0}
	case record.ShoeStarted:
		s.shoe, s.hand = s.shoe+1, max(s.hand, 1)
	}
	s.by = record.Answers(f, s.by)
	return s
}

// stampOf is what an entry carries of it.
func stampOf(e *record.Entry) stamp { return stamp{e.By, e.Shift, e.Shoe, e.Hand} }
