package shifts

import (
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// A Duty is the pair of people on duty at a table that is open.
type Duty struct {
	Table     string
	Croupier  string
	Since     time.Time // the croupier deals; UTC
	Inspector string
}

// DutyAt returns who is on duty at a table by its headlines, of which it reads those of the last shift; false where it is closed.
func DutyAt(journal record.Journal, table string) (Duty, bool, error) {
	openings, err := journal.Openings(table)
	if err != nil || len(openings) == 0 {
		return Duty{}, false, err
	}
	d, open := Duty{Table: table}, false
	for e, err := range journal.Headlines(table, openings[len(openings)-1]) {
		if err != nil {
			return Duty{}, false, err
		}
		open = d.apply(e, open)
	}
	return d, open, nil
}

// apply takes a headline in, and reports whether the table is open then.
func (d *Duty) apply(e record.Entry, open bool) bool {
	switch f := e.Fact.(type) {
	case record.Opened:
		d.Croupier, d.Inspector, d.Since = f.Croupier, f.Inspector, e.At
		return true
	case record.Relieved:
		d.Croupier, d.Since = f.To, e.At
	case record.InspectorChanged:
		d.Inspector = f.To
	case record.Closed:
		return false
	}
	return open
}

// DealingToo returns what is recorded of somebody who comes to deal while they are on duty elsewhere: an incident for each other
// table, named in its text. An inspector may answer for several tables; a croupier deals at one.
func DealingToo(who house.Staff, elsewhere []Duty) []record.Fact {
	var facts []record.Fact
	for _, d := range elsewhere {
		if d.Croupier == who.Number {
			facts = append(facts, record.IncidentOpened{Class: record.TwoTablesIncident, Text: d.Table, People: []string{who.Number}})
		}
	}
	return facts
}
