package audit

import (
	"time"

	"sabot/pit/record"
)

// signedSetUp reports whether those who set the house up have signed for it, as every Sabot has them do since 0.8. Such a house
// never had anybody without a key, and no table that a Sabot of before played: what it asks of entries, it asks of all of them,
// whatever time they name. A machine that goes by an office goes by the set-up of both, or of the office alone where it had no house.
func (w *Witness) signedSetUp() bool {
	if w.office == nil {
		return w.keeper.signed
	}
	return (w.keeper.signed || !w.keeper.named) && w.office.witness.signedSetUp()
}

// judgeSetUp demands of a house that has people or tables that its set-up was signed: where it was not, the record is older than
// any that is read, or its first entries are not those that were written.
func (w *Witness) judgeSetUp() *record.Fault {
	if w.signedSetUp() || len(w.house.Staff)+len(w.house.Tables) == 0 {
		return nil
	}
	return &record.Fault{
		Table: record.HouseStream, Seq: 1, Code: record.NotApproved,
		What: "nobody signed how the house was set up: records from before Sabot 0.9 are read no more, verify it with the Sabot that wrote it",
	}
}

// judgeOpened demands of whoever opens a table that they said as which house it stood then, as all have signed since 0.9. Where the set-up
// was signed and that was not, the record is older than any that is read.
func (a *Run) judgeOpened(e *record.Entry) *record.Fault {
	if f, opened := e.Fact.(record.Opened); !opened || f.House != nil || !a.witness.signedSetUp() {
		return nil
	}
	return a.fail(e.Seq, record.NotApproved, "nobody signed as which house it was opened: records from before Sabot 0.9 are read no more, verify it with the Sabot that wrote it")
}

// begins notes when the house began, and which tables it has or had.
func (w *Witness) begins(e *record.Entry) {
	if w.begun.IsZero() {
		w.begun = e.At
	}
	switch e.Fact.(type) {
	case record.TableSet, record.HouseTaken:
		if w.tables == nil {
			w.tables = map[string]bool{}
		}
		for _, t := range w.house.Tables {
			w.tables[t.Name] = true
		}
	}
}

// earliest returns the first moment at which a table can have entered anything: the house began then, or its clock was put back.
func (w *Witness) earliest() time.Time {
	first := w.begun
	for _, a := range w.aheads {
		if a.Back.Before(first) {
			first = a.Back
		}
	}
	return first
}

// judgeStream demands of the stream of a table that a table can have its name, and that the house has or had one.
func (w *Witness) judgeStream(name string) *record.Fault {
	switch {
	case name == record.HouseStream:
		return w.judgeSetUp()
	case !record.ValidTableName(name):
		return &record.Fault{Table: name, Code: record.Misplaced, What: "no table can have this name"}
	case !w.tables[name]:
		return &record.Fault{Table: name, Seq: 1, Code: record.Misplaced, What: "the house has no table of this name, and never had one"}
	}
	return nil
}
