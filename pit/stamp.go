package pit

import (
	"time"

	"sabot/pit/record"
)

// Stamp makes the facts of one command the table's next entries: who, when, and
// which shift, shoe and hand they belong to.
func (t *Table) Stamp(now time.Time, facts ...record.Fact) []record.Entry {
	now = record.StampTime(now, t.last, facts)
	entries := make([]record.Entry, len(facts))
	s := t.Here()
	for i, f := range facts {
		s = t.StampAfter(s, f)
		entries[i] = record.Entry{
			Table: t.Name, Seq: t.Seq + int64(i) + 1, At: now.UTC().Truncate(time.Millisecond), By: s.By,
			Shift: s.Shift, Shoe: s.Shoe, Hand: s.Hand, Fact: f,
		}
	}
	return entries
}

// Last returns the time of the last entry; zero where there is none.
func (t *Table) Last() time.Time { return t.last }

// A Stamp is the place of an entry: who answers for it, and which shift, shoe and hand it belongs to.
type Stamp struct {
	By                string
	Shift, Shoe, Hand int
}

// Here returns the stamp of the table as it stands now.
func (t *Table) Here() Stamp { return Stamp{t.Croupier, t.Shift, t.Shoe, t.Hand} }

// StampAfter returns the stamp of a fact, where s is that of what went before it. The croupier who
// deals answers for it, for an opening or a relief, and what Sabot enters behind it, whoever comes with it; for what needs no
// table that is open, or two others sign, who did it.
func (t *Table) StampAfter(s Stamp, f record.Fact) Stamp {
	s = s.begun(f)
	s.By = record.Answers(f, s.By, t.checks > 0)
	return s
}

// begun returns a stamp with what a fact begins.
func (s Stamp) begun(f record.Fact) Stamp {
	switch f.(type) {
	case record.Opened:
		return Stamp{s.By, s.Shift + 1, 0, 0}
	case record.ShoeStarted:
		s.Shoe, s.Hand = s.Shoe+1, max(s.Hand, 1)
	}
	return s
}

// MayFollow reports whether the entry of a fact can have a stamp behind one with another, whatever else is known of the table.
// Shift and shoe are as the fact has them, and at most one hand has closed between the two.
func (s Stamp) MayFollow(before Stamp, f record.Fact) bool {
	want := before.begun(f)
	return s.Shift == want.Shift && s.Shoe == want.Shoe && (s.Hand == want.Hand || s.Hand == want.Hand+1)
}

// StampOf returns the stamp that an entry carries.
func StampOf(e *record.Entry) Stamp { return Stamp{e.By, e.Shift, e.Shoe, e.Hand} }

// Would returns the table as it would stand after facts. Nothing is recorded, and the table stays as it was: what is to be
// approved is shown by it.
func (t *Table) Would(facts ...record.Fact) *Table {
	after := *t
	after.Tray = t.Tray.Clone()
	for _, e := range t.Stamp(t.last, facts...) {
		after.Apply(e)
	}
	return &after
}
