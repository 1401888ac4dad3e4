package audit

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// An alertClaim is an alert's claim about a table, to be compared with that table.
type alertClaim struct {
	record.Alerted
	seq int64 // of the house
	at  time.Time
}

// A seenClaim is an alert of which somebody says that they saw, at its table and with their PIN, to what it tells of.
type seenClaim struct {
	rule     record.AlertRule
	by       string
	from, to time.Time // between which they did
	seq      int64     // of the house
	did      bool
}

// noteSeen keeps an answer to an alert that is seen to at its table, until that table is read.
func (w *Witness) noteSeen(e *record.Entry, f record.AlertSeen) {
	a, was := w.house.Alerts().AlertOf(f.Alert)
	if f.Verdict != record.TableAlert || !was {
		return
	}
	if w.seen == nil {
		w.seen = map[string][]*seenClaim{}
	}
	w.seen[a.Table] = append(w.seen[a.Table], &seenClaim{rule: a.Rule, by: f.By, from: a.First.Add(-alertSlack), to: e.At.Add(alertSlack), seq: e.Seq})
}

// sawTo notes that somebody saw at a table to what an alert tells of.
func (w *Witness) sawTo(e *record.Entry) {
	for _, c := range w.seen[e.Table] {
		c.did = c.did || c.rule.SawTo(e.Fact) == c.by && !e.At.Before(c.from) && !e.At.After(c.to)
	}
}

// seenByNone returns faults for answers to alerts that nobody gave at their tables, as far as these were read without a fault.
func (w *Witness) seenByNone() []*record.Fault {
	var faults []*record.Fault
	for table, claims := range w.seen {
		for _, c := range claims {
			if !c.did && !w.drops.broken[table] {
				faults = append(faults, &record.Fault{
					Table: record.HouseStream, Seq: c.seq, Code: record.NotDone, Kind: record.KindOf(record.AlertSeen{}), Of: table, Under: w.calledBy(c.seq),
					What: fmt.Sprintf("%s says that they saw to it at %s, and no entry there says so", c.by, table),
				})
			}
		}
	}
	slices.SortFunc(faults, func(a, b *record.Fault) int { return cmp.Compare(a.Seq, b.Seq) })
	return faults
}

// alertLag is the largest age of what the program that raised an alert had read of the table.
const alertLag = time.Minute

// endOfTime is later than any entry.
var endOfTime = time.Date(9999, time.January, 1, 0, 0, 0, 0, time.UTC)

// alertSlack is the time that may pass besides until an alert is on the record: entries wait for a clock that
// was put right.
const alertSlack = record.MostDrift + time.Minute

// judgeAlert demands that a program raised an alert when its rule calls for it, of something that there is.
func (a *Run) judgeAlert(e *record.Entry, f record.Alerted) *record.Fault {
	w := a.witness
	what := w.noTable(f.Table)
	over := slices.Contains([]record.AlertRule{record.UnheardAlert, record.ClockAlert, record.OvertakenAlert, record.StaleAlert}, f.Rule)
	switch {
	case what != "":
	case !slices.Contains(record.AlertRules(), f.Rule):
		what = "there is no such rule"
	case over != (f.Machine != "") || !over && f.Table == "", over && f.Table != "" && f.Rule != record.OvertakenAlert:
		what = "it does not say of which table or machine"
	case over: // what the pit said, by its own clock
	case f.Since > e.At.UnixMilli():
		what = "it tells of what had not begun"
	case house.Minutes(f.Rule) && (f.Since == 0 || !lasted(f, e.At)):
		what = "it has not lasted so long"
	}
	if what != "" {
		return a.fail(e.Seq, record.NotDone, "no Sabot enters that: %s", what)
	}
	facts := w.house.Alerts().Alert(w.house.Alerts().ConditionOf(f), e.At)
	if len(facts) == 1 && w.house.Particulars().Zone == "" { // which day it was only the machine knew
		again := facts[0].(record.Alerted)
		again.Day = f.Day
		facts[0] = again
	}
	if len(facts) != 1 || !record.Same(facts[0], f) {
		return a.fail(e.Seq, record.NotDone, "the house would have entered %s", told(facts))
	}
	if !over {
		if w.alerts == nil {
			w.alerts = map[string][]alertClaim{}
		}
		w.alerts[f.Table] = append(w.alerts[f.Table], alertClaim{f, e.Seq, e.At})
	}
	return nil
}

func lasted(f record.Alerted, at time.Time) bool {
	length, value := at.Sub(time.UnixMilli(f.Since)), time.Duration(f.Value)*time.Minute
	return length >= value && length < value+time.Minute+alertSlack
}

// bearOut notes which alerts tell of the table as it stands, until its next entry.
func (a *Run) bearOut(until time.Time) {
	from, list := a.table.Last(), a.claims
	first, _ := slices.BinarySearchFunc(list, from, func(c alertClaim, t time.Time) int { return c.at.Compare(t) })
	for _, c := range list[first:] {
		if from.Before(until) && !c.at.Add(-alertLag).Before(until) {
			break
		}
		if a.tells(c) {
			if a.witness.told == nil {
				a.witness.told = map[int64]bool{}
			}
			a.witness.told[c.seq] = true
		}
	}
}

// tells reports whether the table stands as an alert has it.
func (a *Run) tells(c alertClaim) bool {
	if c.Rule == record.PaceAlert { // how fast it used to be the index of its shifts says
		return a.table.Open && a.table.Opened.UnixMilli() == c.Since
	}
	return slices.ContainsFunc(a.table.Conditions(c.at, nil), func(is house.Condition) bool {
		return is.Rule == c.Rule && is.Since.UnixMilli() == c.Since && (house.Minutes(c.Rule) || is.Value == c.Value)
	})
}

// alertsOfNone returns faults for alerts of tables that did not stand so, as far as they were read without a fault.
func (w *Witness) alertsOfNone() []*record.Fault {
	var faults []*record.Fault
	for table, claims := range w.alerts {
		for _, c := range claims {
			if !w.told[c.seq] && !w.drops.broken[table] {
				faults = append(faults, &record.Fault{
					Table: record.HouseStream, Seq: c.seq, Code: record.NotDone, Kind: record.KindOf(c.Alerted), Of: table, Under: w.calledBy(c.seq),
					What: fmt.Sprintf("it tells of %s at %s, which did not stand so then", c.Rule, table),
				})
			}
		}
	}
	slices.SortFunc(faults, func(a, b *record.Fault) int { return cmp.Compare(a.Seq, b.Seq) })
	return faults
}
