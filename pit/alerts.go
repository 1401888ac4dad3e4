package pit

import (
	"iter"
	"slices"
	"time"

	"sabot/pit/people"
	"sabot/pit/record"
)

// Conditions are how the table stands by the rules of alerts. Usual is how fast it uses to be; nil
// where that is not known.
func (t *Table) Conditions(now time.Time, usual *UsualPace) []people.Condition {
	var list []people.Condition
	if since, still := t.still(); still {
		list = append(list, people.Lasts(record.TroubleAlert, t.Name, since, now))
	} else if t.Open {
		list = append(list, people.Lasts(record.IdleAlert, t.Name, t.last, now))
		list = append(list, slower(usual, t, now)...)
	}
	if t.Open {
		list = append(list, people.Lasts(record.ReliefAlert, t.Name, t.OnDuty, now))
	}
	counted := func(rule record.AlertRule, times []time.Time) {
		if n := len(times); n > 0 {
			list = append(list, people.Condition{Rule: rule, Table: t.Name, Value: int64(n), Since: slices.MaxFunc(times, time.Time.Compare), Seq: t.Seq})
		}
	}
	var alarms, differences, incidents []time.Time
	for _, a := range t.Alarms {
		alarms = append(alarms, a.At)
	}
	for _, i := range t.OpenDifferences() {
		differences = append(differences, i.At)
	}
	for _, i := range t.OpenIncidents() {
		if i.Class != record.DifferenceIncident {
			incidents = append(incidents, i.At)
		}
	}
	counted(record.AlarmAlert, alarms)
	counted(record.DifferenceAlert, differences)
	counted(record.IncidentAlert, incidents)
	return list
}

// Ended returns when what a rule of alerts looks at, and what began at a moment, was seen to at the table last: alarms, incidents and
// differences by a person, a duty by the relief or as the table closed; false where nothing of it is known.
func (t *Table) Ended(rule record.AlertRule, since time.Time) (at time.Time, known bool) {
	switch rule {
	case record.AlarmAlert:
		at = t.alarmsSeen
	case record.DifferenceAlert, record.IncidentAlert:
		for _, i := range t.Incidents {
			if (i.Class == record.DifferenceIncident) == (rule == record.DifferenceAlert) && i.ClosedAt.After(at) {
				at = i.ClosedAt
			}
		}
	case record.ReliefAlert:
		at = t.dutyEnded(since)
	}
	return at, !at.IsZero()
}

// dutyEnded returns when the duty of the shift ended that began at a moment; zero where none did, and where it lasts.
func (t *Table) dutyEnded(since time.Time) time.Time {
	began := slices.IndexFunc(t.Reliefs, func(r Relief) bool { return r.From.UnixMilli() == since.UnixMilli() })
	switch {
	case began < 0:
		return time.Time{}
	case began+1 < len(t.Reliefs):
		return t.Reliefs[began+1].From
	}
	return t.ShutAt
}

// still is since when the open hand, or the table, stands still until somebody puts it right.
func (t *Table) still() (since time.Time, still bool) {
	entries := t.Current.entries
	switch {
	case !t.Open:
		return time.Time{}, false
	case t.Current.Paused != nil:
		for _, e := range slices.Backward(entries) {
			if _, paused := e.Fact.(record.HandPaused); paused {
				return e.At, true
			}
		}
	case t.Phase() == Halted && len(entries) > 0:
		return entries[len(entries)-1].At, true
	}
	return t.last, t.Current.Paused != nil
}

// What is usual is told from the gaming days before, where there are enough of them.
const (
	daysLookedAt = 7
	// PaceDays is how many it takes.
	PaceDays = 3
)

// UsualPace is how many hands an hour a table has dealt on the gaming days before this one.
type UsualPace struct {
	Days   int // on which it was open, of the last seven; with fewer than three nothing is usual
	Median int // hands an hour
	Spread int // the median of how far the days are from it; a tenth of it where they are all alike
}

// Known says that there is ground to judge by.
func (u *UsualPace) Known() bool { return u != nil && u.Days >= PaceDays }

// mostShifts are read: nobody opens a table more often than four times a day.
const mostShifts = 4 * daysLookedAt

// lastShifts has the entries with which the last shifts of a table begin and end, and may have others.
func lastShifts(journal record.Journal, table string) (iter.Seq2[record.Entry, error], error) {
	if far, is := journal.(record.Shifts); is {
		list, err := far.LastShifts(table, 2*mostShifts)
		if len(list) > 0 && record.KindOf(list[0].Fact) == record.KindOf(record.Closed{}) { // of a shift that began before
			list = list[1:]
		}
		return func(yield func(record.Entry, error) bool) {
			for _, e := range list {
				if !yield(e, nil) {
					return
				}
			}
		}, err
	}
	openings, err := journal.Openings(table)
	if err != nil || len(openings) == 0 {
		return func(func(record.Entry, error) bool) {}, err
	}
	return journal.Headlines(table, openings[max(0, len(openings)-mostShifts)]), nil
}

// UsualPaceOf reads the shifts of the seven gaming days before one at which a table was open.
func UsualPaceOf(journal record.Journal, table, before string) (*UsualPace, error) {
	shifts, err := lastShifts(journal, table)
	if err != nil {
		return nil, err
	}
	type day struct {
		hands int
		open  time.Duration
	}
	days, at := map[string]*day{}, ""
	var opened time.Time
	for e, err := range shifts {
		if err != nil {
			return nil, err
		}
		switch f := e.Fact.(type) {
		case record.Opened:
			at, opened = f.Day, e.At
		case record.Closed:
			if at >= before {
				continue
			}
			if days[at] == nil {
				days[at] = &day{}
			}
			days[at].hands += max(0, e.Hand-1) // the one that was open never began
			days[at].open += e.At.Sub(opened)
		}
	}
	names := make([]string, 0, len(days))
	for name := range days {
		names = append(names, name)
	}
	slices.Sort(names)
	var paces []int
	for _, name := range names[max(0, len(names)-daysLookedAt):] {
		if d := days[name]; d.open >= time.Hour {
			paces = append(paces, int(time.Duration(d.hands)*time.Hour/d.open))
		}
	}
	u := &UsualPace{Days: len(paces)}
	if len(paces) == 0 {
		return u, nil
	}
	u.Median = median(paces)
	apart := make([]int, len(paces))
	for i, p := range paces {
		apart[i] = max(p-u.Median, u.Median-p)
	}
	u.Spread = max(median(apart), (u.Median+9)/10)
	return u, nil
}

func median(list []int) int {
	list = slices.Sorted(slices.Values(list))
	return (list[len(list)/2] + list[(len(list)-1)/2]) / 2
}

// slower returns by how much a table is slower than usual, once it has been dealt at for an hour.
func slower(u *UsualPace, t *Table, now time.Time) []people.Condition {
	pace, known := t.Pace(now)
	if !u.Known() || !known || now.Sub(t.Opened) < time.Hour {
		return nil
	}
	return []people.Condition{{
		Rule: record.PaceAlert, Table: t.Name, Value: int64(u.Median - pace), Since: t.Opened, Spread: int64(u.Spread),
	}}
}
