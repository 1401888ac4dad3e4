package audit

import (
	"sabot/pit/house"
	"sabot/pit/record"
)

// judgePeople demands of who signs on, off or reviews that they could: that they worked
// here, in a role that may, and of who left the office that they were in it.
func (a *Run) judgePeople(e *record.Entry) *record.Fault {
	house := &a.witness.house
	switch f := e.Fact.(type) {
	case record.SignedOn:
		if who, works := house.People().Working(f.Number); !works || who.MayEnter(f) != nil || f.Table == "" && !readsApart(f.For) {
			return a.fail(e.Seq, record.WrongPerson, "%s signs on, who does not work here or may not", f.Number)
		}
	case record.AccessReviewed:
		return a.judgeReview(e, f)
	case record.SignedOff:
		if house.People().InOffice(f.Number) == 0 {
			return a.fail(e.Seq, record.WrongPerson, "%s leaves the office and was not in it", f.Number)
		}
	}
	return nil
}

// readsApart reports whether somebody signs on with a right at no table: into the office, which names none, or to read
// the record with sabotctl.
func readsApart(with string) bool {
	return with == "" || with == string(house.ReadReports) || with == string(house.KeepBackups)
}

func (a *Run) judgeReview(e *record.Entry, f record.AccessReviewed) *record.Fault {
	house := &a.witness.house
	if by, works := house.People().Working(f.By); !works || by.MayEnter(f) != nil {
		return a.fail(e.Seq, record.WrongPerson, "%s reviews who may do what, and may not", f.By)
	}
	for _, one := range f.Access {
		if who, works := house.People().Working(one.Number); !works || who.Role != one.Role || one.Number == f.By {
			return a.fail(e.Seq, record.WrongPerson, "it reviews %s as %s, who is not that or reviews it", one.Number, one.Role)
		}
	}
	return nil
}
