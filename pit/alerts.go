package pit

import (
	"slices"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// Conditions are how the table stands by the rules of alerts. Usual is how fast it uses to be; nil
// where that is not known.
func (t *Table) Conditions(now time.Time, usual *shifts.UsualPace) []house.Condition {
	var list []house.Condition
	if since, still := t.still(); still {
		list = append(list, house.Lasts(record.TroubleAlert, t.Name, since, now))
	} else if t.Open {
		list = append(list, house.Lasts(record.IdleAlert, t.Name, t.last, now))
		list = append(list, slower(usual, t, now)...)
	}
	if t.Open {
		list = append(list, house.Lasts(record.ReliefAlert, t.Name, t.OnDuty, now))
	}
	counted := func(rule record.AlertRule, times []time.Time) {
		if n := len(times); n > 0 {
			list = append(list, house.Condition{Rule: rule, Table: t.Name, Value: int64(n), Since: slices.MaxFunc(times, time.Time.Compare), Seq: t.Seq})
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
	switch {
	case !t.Open:
		return time.Time{}, false
	case t.Current.Paused != nil:
		if at, known := t.Current.pausedAt(); known {
			return at, true
		}
	case t.Phase() == Halted:
		if at, known := t.Current.lastAt(); known {
			return at, true
		}
	}
	return t.last, t.Current.Paused != nil
}

// slower returns by how much a table is slower than usual, once it has been dealt at for an hour.
func slower(u *shifts.UsualPace, t *Table, now time.Time) []house.Condition {
	pace, known := t.Pace(now)
	if !u.Known() || !known || now.Sub(t.Opened) < time.Hour {
		return nil
	}
	return []house.Condition{{
		Rule: record.PaceAlert, Table: t.Name, Value: int64(u.Median - pace), Since: t.Opened, Spread: int64(u.Spread),
	}}
}
