package audit

import (
	"errors"
	"fmt"
	"time"

	"sabot/pit/people"
	"sabot/pit/record"
)

// duties is who dealt where and when, and what the record says of croupiers who dealt at two
// tables.
type duties struct {
	dealt  map[string][]dealing // by number
	claims []twoTables
}

// dealing is a time during which somebody dealt at a table; to is zero where they do still.
type dealing struct {
	table    string
	from, to time.Time
}

// twoTables is an incident that says that somebody dealt at another table too.
type twoTables struct {
	e     record.Entry
	other string
	who   string
}

// deals notes who deals at a table from an entry on, "" nobody.
func (w *Witness) deals(e *record.Entry, before, from string) {
	if w.duties.dealt == nil {
		w.duties.dealt = map[string][]dealing{}
	}
	if list := w.duties.dealt[before]; len(list) > 0 {
		for i := range list {
			if list[i].table == e.Table && list[i].to.IsZero() {
				list[i].to = e.At
			}
		}
	}
	if from != "" {
		w.duties.dealt[from] = append(w.duties.dealt[from], dealing{table: e.Table, from: e.At})
	}
}

// justNow is for how long a table may not know yet that somebody has left: another program enters it.
const justNow = 10 * time.Second

// judgeDuty demands that those on duty still worked there when something began between two hands, of a shift whose
// opening says that the table asks for it.
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
	refusal := &people.Refusal{}
	errors.As(wrong, &refusal)
	what, number := "the croupier on duty, %s (%s), worked here no more or might deal no more: hand %d was begun without a relief", t.Croupier
	if refusal.Right == people.AnswerFor {
		what, number = "the inspector on duty, %s (%s), worked here no more or might answer for a table no more: hand %d was begun without another", t.Inspector
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

// claimsOfNone are the incidents of people who did not deal at the other table then, as far
// as that was read without a fault.
func (w *Witness) claimsOfNone() []*record.Fault {
	var faults []*record.Fault
	for _, c := range w.duties.claims {
		holds := w.drops.broken[c.other]
		for _, d := range w.duties.dealt[c.who] {
			holds = holds || d.table == c.other && w.during(d, c.e.At)
		}
		if !holds {
			faults = append(faults, &record.Fault{
				Table: c.e.Table, Seq: c.e.Seq, Code: record.WrongPerson, Kind: record.KindOf(c.e.Fact),
				What: fmt.Sprintf("it says that %s dealt at %s too, and nobody says so there", c.who, c.other),
			})
		}
	}
	return faults
}

// during says whether somebody dealt at a time, as far as times can be compared.
func (w *Witness) during(d dealing, at time.Time) bool {
	return (!d.from.After(at) || w.twice(d.from)) && (d.to.IsZero() || !d.to.Before(at) || w.twice(at))
}
