package pit

import (
	"errors"
	"fmt"
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

// A Place is where a stream stands, as far as that says which entries can come next. What commands enter always can: it is the least that they
// ask of a table, and no fold.
type Place struct {
	Stamp            // of the last entry, by nobody
	At     time.Time // of the last entry; zero where there is none
	Opened int64     // the entry with which the open shift began; 0 where the table is closed
}

// Behind returns where the stream stands behind an entry.
func (p Place) Behind(e *record.Entry) Place {
	p.Stamp, p.At = Stamp{Shift: e.Shift, Shoe: e.Shoe, Hand: e.Hand}, e.At
	switch e.Fact.(type) {
	case record.Opened:
		p.Opened = e.Seq
	case record.Closed:
		p.Opened = 0
	}
	return p
}

// Takes returns why an entry cannot come next, in words that go on from the name of the entry; nil where it can.
func (p Place) Takes(e *record.Entry) error {
	if err := p.takesFact(e); err != nil {
		return err
	}
	f, drifted := e.Fact.(record.ClockDrifted)
	switch {
	case p.InTime(e):
		return nil
	case drifted:
		return fmt.Errorf("says that the clock was ahead up to %s, and it was not", time.UnixMilli(f.Was).UTC().Format(time.DateTime))
	}
	return errors.New("is older than the entry before it")
}

func (p Place) takesFact(e *record.Entry) error {
	when := record.WhenOf(e.Fact)
	if e.Table == record.HouseStream {
		switch of := record.RealmOf(e.Fact); {
		case of != record.OfHouse && of != record.OfMachine:
			return errors.New("is an entry of a table")
		case StampOf(e) != Stamp{By: e.By}:
			return fmt.Errorf("says that it is of shift %d, shoe %d, hand %d, which the house has not", e.Shift, e.Shoe, e.Hand)
		}
		return nil
	}
	switch {
	case when == record.NeverAtTables:
		return errors.New("is an entry of the house")
	case !StampOf(e).MayFollow(p.Stamp, e.Fact):
		return fmt.Errorf("says that it is of shift %d, shoe %d, hand %d, and the one before is of %d, %d, %d", e.Shift, e.Shoe, e.Hand, p.Shift, p.Shoe, p.Hand)
	case when == record.WhileOpen && p.Opened == 0:
		return errors.New("comes while a table is open, and it is closed")
	case when == record.WhileClosed && p.Opened > 0:
		return errors.New("comes while a table is closed, and it is open")
	case when == record.SinceOpened && p.Shift == 0:
		return errors.New("comes at a table that was opened, and it never was")
	}
	if f, undone := e.Fact.(record.Undone); undone && (f.Seq <= p.Opened || f.Seq >= e.Seq) {
		return fmt.Errorf("takes back entry %d, which is none of its shift", f.Seq)
	}
	return nil
}

// InTime reports whether an entry can come next by its time. None is older than the one before it, but the one that says up to when the clock was
// ahead: at a table up to the entry before, and by more than entries wait for.
func (p Place) InTime(e *record.Entry) bool {
	f, drifted := e.Fact.(record.ClockDrifted)
	if !drifted {
		return !e.At.Before(p.At)
	}
	was := time.UnixMilli(f.Was)
	return was.Sub(e.At) > record.MostDrift && !was.Before(p.At) && (e.Table == record.HouseStream || was.Equal(p.At))
}

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
