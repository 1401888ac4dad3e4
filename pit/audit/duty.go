package audit

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// duties is the audit's knowledge of who dealt where and when, with the record's claims of croupiers who dealt at two tables.
type duties struct {
	dealt    dutyTimes
	answered dutyTimes
	claims   []twoTables
	left     []leaver
}

// A dutyTimes is a list of the times during which people dealt, or answered for a table, by number.
type dutyTimes map[string][]dealing

// A leaver is somebody who worked there no more from an entry of the house on.
type leaver struct {
	seq  int64
	at   time.Time
	gone record.StaffLeft
}

// dealing is a time during which somebody dealt at a table; to is zero where they do still.
type dealing struct {
	table    string
	from, to time.Time
	// left is the time at which this machine heard that another one went on with the table: until then it knew them to deal, whatever that one had
	// entered by then. Zero where none went on.
	left time.Time
}

// A leaving is the point where another machine went on with a table, by its first entry there.
type leaving struct {
	table string
	seq   int64
}

// twoTables is an incident that says that somebody dealt at another table too.
type twoTables struct {
	e     record.Entry
	other string
	who   string
}

// turn notes who is on duty at a table from an entry on, "" nobody, and that another one was before.
func (d *dutyTimes) turn(e *record.Entry, before, from string) {
	if *d == nil {
		*d = dutyTimes{}
	}
	list := (*d)[before]
	for i := range list {
		if list[i].table == e.Table && list[i].to.IsZero() {
			list[i].to = e.At
		}
	}
	if from != "" {
		(*d)[from] = append((*d)[from], dealing{table: e.Table, from: e.At})
	}
}

// leave notes that another machine went on with a table, and when this one heard of it.
func (d dutyTimes) leave(table string, heard time.Time) {
	for _, list := range d {
		for i := range list {
			if list[i].table == table && list[i].to.IsZero() {
				list[i].left = heard
			}
		}
	}
}

// add takes in what was noted apart.
func (d *dutyTimes) add(own dutyTimes) {
	if *d == nil {
		*d = dutyTimes{}
	}
	for number, list := range own {
		(*d)[number] = append((*d)[number], list...)
	}
}

// justNow is the longest time until a program has what another one enters, and how much older the time of its own entry may be.
const justNow = 10 * time.Second

// judgeDuty demands that those on duty still worked there when something began between two hands. It applies to a shift whose
// opening has the table check it.
func (a *Run) judgeDuty(e *record.Entry, facts []record.Fact) *record.Fault {
	t := a.table
	if t.Checks() == 0 || !t.Begins(facts) {
		return nil
	}
	var wrong error
	for _, at := range []time.Time{e.At, e.At.Add(-justNow)} {
		for _, house := range a.at(at) {
			if err := t.OnDutyStill(house); err != nil {
				wrong = err
				continue
			}
			return nil
		}
	}
	refusal := &house.Refusal{}
	errors.As(wrong, &refusal)
	what, number := "the croupier on duty, %s (%s), worked here no more or might deal no more: in hand %d something was begun without a relief", t.Croupier
	if refusal.Right == house.AnswerFor {
		what, number = "the inspector on duty, %s (%s), worked here no more or might answer for a table no more: in hand %d something was begun without another", t.Inspector
	}
	return a.fail(e.Seq, record.WrongPerson, what, refusal.What, number, t.Hand)
}

// claim notes such an incident.
func (w *Witness) claim(e *record.Entry, f record.IncidentOpened) *record.Fault {
	if f.Class != record.TwoTablesIncident {
		return nil
	}
	if len(f.People) != 1 || f.Text == e.Table {
		return &record.Fault{Table: e.Table, Seq: e.Seq, Code: record.WrongPerson, What: "it does not say who deals at which other table"}
	}
	w.duties.claims = append(w.duties.claims, twoTables{*e, f.Text, f.People[0]})
	return nil
}

// claimsOfNone returns faults for incidents of people who did not deal at the other table then, as far as that was read without a
// fault.
func (w *Witness) claimsOfNone() []*record.Fault {
	var faults []*record.Fault
	for _, c := range w.duties.claims {
		holds := w.drops.broken[c.other]
		for _, d := range w.duties.dealt[c.who] {
			holds = holds || d.table == c.other && w.during(d, c.e.At)
		}
		if !holds {
			faults = append(faults, &record.Fault{
				Table: c.e.Table, Seq: c.e.Seq, Code: record.WrongPerson, Kind: record.KindOf(c.e.Fact), Of: c.other, Under: w.calledAt(c.e.At),
				What: fmt.Sprintf("it says that %s dealt at %s too, and nobody says so there", c.who, c.other),
			})
		}
	}
	return faults
}

// during reports whether somebody dealt at a time, as far as times can be compared and as another program of this machine may have
// known it then.
func (w *Witness) during(d dealing, at time.Time) bool {
	if d.left.After(d.to) && !d.to.IsZero() {
		d.to = d.left
	}
	return (!d.from.After(at.Add(justNow)) || w.twice(d.from)) && (d.to.IsZero() || !d.to.Before(at.Add(-justNow)) || w.twice(at))
}

// leaversOfNone returns faults for entries that have somebody leave a table at which they were not on duty, as far as the record
// has that table and it was read without a fault.
func (w *Witness) leaversOfNone(streams []string) []*record.Fault {
	var faults []*record.Fault
	for _, l := range w.duties.left {
		for _, table := range l.gone.Duty {
			holds := w.drops.broken[table] || !slices.Contains(streams, table)
			for _, times := range []dutyTimes{w.duties.dealt, w.duties.answered} {
				for _, d := range times[l.gone.Number] {
					holds = holds || d.table == table && w.during(d, l.at)
				}
			}
			if !holds {
				faults = append(faults, &record.Fault{
					Table: record.HouseStream, Seq: l.seq, Code: record.WrongPerson, Kind: record.KindOf(l.gone),
					What: fmt.Sprintf("it says that %s was on duty at %s, and nobody says so there", l.gone.Number, table),
				})
			}
		}
	}
	return faults
}
