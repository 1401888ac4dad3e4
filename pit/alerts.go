package pit

import (
	"slices"
	"time"

	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// Conditions returns the states of the table that the rules of alerts judge. Usual is its usual pace; nil where that is not known.
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
	for _, i := range t.IncidentBook().OpenDifferences() {
		differences = append(differences, i.At)
	}
	for _, i := range t.IncidentBook().OpenIncidents() {
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
// differences by a person, who is by, a duty by the relief or as the table closed; false where nothing of it is known.
func (t *Table) Ended(rule record.AlertRule, since time.Time) (at time.Time, by string, known bool) {
	switch rule {
	case record.AlarmAlert:
		at, by = t.seen, t.seenBy
	case record.DifferenceAlert, record.IncidentAlert:
		for _, i := range t.Incidents {
			if (i.Class == record.DifferenceIncident) == (rule == record.DifferenceAlert) && i.ClosedAt.After(at) {
				at, by = i.ClosedAt, i.ClosedBy
			}
		}
	case record.ReliefAlert:
		at = t.dutyEnded(since)
	}
	return at, by, !at.IsZero()
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

// still returns since when the open hand, or the table, stands still until somebody puts it right; false where it does not.
func (t *Table) still() (since time.Time, still bool) {
	switch {
	case !t.Open:
		return time.Time{}, false
	case t.Current.Paused != nil:
		if at, known := t.Current.PausedAt(); known {
			return at, true
		}
	case t.Deal().Phase() == hand.Halted:
		if at, known := t.Current.LastAt(); known {
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

// What somebody asks of a table who answers for many and stands at none.

// Pace returns how many hands an hour the table has closed within the last hour, or since it
// opened where that is less; of a shift that is over, in all of it. False within the first
// minute.
func (t *Table) Pace(now time.Time) (hands int, known bool) {
	from, to := t.Opened, now
	switch {
	case !t.Open:
		to = t.ShutAt
	case now.Sub(from) > time.Hour:
		from = now.Add(-time.Hour)
	}
	length := to.Sub(from)
	if t.Shift == 0 || length < time.Minute {
		return 0, false
	}
	n := 0
	for i := len(t.History) - 1; i >= 0 && !t.History[i].ClosedAt.Before(from); i-- {
		n++
	}
	return int((int64(n)*int64(time.Hour) + int64(length)/2) / int64(length)), true
}

// InPlay returns how many of its boxes have a bet in the open hand.
func (t *Table) InPlay() int {
	boxes := map[int]bool{}
	for _, b := range t.Current.Round.Bets {
		boxes[b.Box] = true
	}
	return len(boxes)
}

// Forgets reports whether an entry may change the result of a closed hand of the shift, or begins another shift. Sums over the
// shift's hands are to be made anew then.
func Forgets(f record.Fact) bool { return record.RealmOf(f) != record.OfHand }
