package audit

import (
	"sabot/pit/people"
	"sabot/pit/record"
)

// judgePeople demands of who signs on, off or reviews that they could: that they worked
// here, in a role that may, and of who left the office that they were in it.
func (a *Run) judgePeople(e *record.Entry) *record.Fault {
	house := &a.witness.house
	switch f := e.Fact.(type) {
	case record.SignedOn:
		right := people.Right(f.For)
		if f.Table == "" {
			right = people.ReadReports
		}
		if who, works := house.Working(f.Number); !works || !who.May(right) || f.Table == "" && f.For != "" {
			return a.fail(e.Seq, record.WrongPerson, "%s signs on, who does not work here or may not", f.Number)
		}
	case record.SignedOff:
		if house.InOffice(f.Number) == 0 {
			return a.fail(e.Seq, record.WrongPerson, "%s leaves the office and was not in it", f.Number)
		}
	}
	return nil
}
