package floor

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// An AlertThere is an open alert of a table, with the present state of what it tells of. It has its machine, which
// has the alert on its own record.
type AlertThere struct {
	house.Alert
	There string // the machine; "" for this one
	Now   house.AlertNow
}

// OpenAlerts returns the open alerts of this machine and of other machines' tables: the gravest first, then the
// oldest, ended ones last. An alert about a machine stays until somebody has seen to it here. One of a table
// that moved stays until the table's new machine has raised the same since.
func (f *Floor) OpenAlerts() (list []AlertThere) {
	for _, a := range f.house.State.Alerts().OpenAlerts() {
		if a.Table == "" || a.Machine != "" || f.house.State.Plays(a.Table) || !f.raisedElsewhere(a, "") {
			list = append(list, AlertThere{Alert: a, Now: f.stands(a)})
		}
	}
	list = append(list, f.AlertsElsewhere()...)
	slices.SortStableFunc(list, func(a, b AlertThere) int {
		return cmp.Or(lastingFirst(a.Now.Ended, b.Now.Ended), cmp.Compare(b.Level, a.Level), a.First.Compare(b.First), cmp.Compare(a.Table, b.Table))
	})
	return list
}

// lastingFirst compares what lasts with what has ended.
func lastingFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// recounted returns how many of the open differences of a table were counted again; 0 of other rules.
func recounted(t *pit.Table, rule record.AlertRule) (n int) {
	for _, i := range t.IncidentBook().OpenDifferences() {
		if rule == record.DifferenceAlert && i.Recounted != nil {
			n++
		}
	}
	return n
}

// stands returns the present state of what an alert tells of, by its table as it was heard lately, wherever that is
// played now. Of a machine, and of a table that nobody hears, nothing is known.
func (f *Floor) stands(a house.Alert) house.AlertNow {
	w, now := f.tables[a.Table], f.house.Now()
	if a.Machine != "" || w == nil || now.Sub(w.Heard) > house.HeardLately {
		return house.AlertNow{}
	}
	h := f.houseOf(w.Machine, a.Table)
	if h == nil || a.Rule == record.PaceAlert && (!w.Whole || w.UsualOn != w.State.Day) {
		return house.AlertNow{}
	}
	for _, c := range w.State.Conditions(now, w.Usual) {
		others := a.Rule == record.ReliefAlert && c.Since.UnixMilli() != a.Since // who deals now is somebody else
		if c.Rule == a.Rule && h.Alerts().Reached(c) && !others {
			return house.AlertNow{Known: true, Value: c.Value, Since: c.Since, Recounted: recounted(w.State, a.Rule)}
		}
	}
	ended, by, known := w.State.Ended(a.Rule, time.UnixMilli(a.Since))
	if a.Rule == record.IdleAlert && w.stirred.since.UnixMilli() == a.Since {
		ended, by, known = w.stirred.at, "", true
	}
	if !known || ended.Before(a.First) {
		ended, by = time.Time{}, ""
	}
	return house.AlertNow{Known: true, Ended: true, At: ended, By: by}
}

// ErrOtherKey is the error of a signature with a key that the other machine does not have of who gives it. A new
// PIN has not come there yet.
var ErrOtherKey = errors.New("the machine has another key of who signs")

// SignSeen signs that somebody has seen to an alert of another machine, as that one would enter it next; their
// words may be missing. Refusals: those of house.House.AcknowledgeAlert on the house as that machine has it; error: ErrOtherKey.
func (f *Floor) SignSeen(who house.Badge, there string, seen record.AlertSeen) (signed []record.Entry, err error) {
	ofHouse := f.houses[there]
	if ofHouse == nil {
		return nil, &house.Refusal{Why: house.NoAlert}
	}
	staff, works := ofHouse.People().Working(who.Number)
	if !works || ofHouse.People().KeyOf(who.Number) != f.house.State.People().KeyOf(who.Number) {
		return nil, ErrOtherKey
	}
	facts, err := ofHouse.Alerts().AcknowledgeAlert(seen, staff)
	if err != nil {
		return nil, err
	}
	return house.Sign(session.StoodOf(&ofHouse.log), ofHouse.Stamp(f.house.Now(), who.Number, facts...), who)
}

// AlertOf returns alert seq of machine there, and the last entry of that machine's house stream that is known. It
// returns known as false where another alert has followed it.
func (f *Floor) AlertOf(there string, seq int64) (a house.Alert, known bool, upTo int64) {
	if house := f.houses[there]; house != nil {
		a, known = house.Alerts().AlertOf(seq)
		upTo = house.Seq
	}
	return a, known, upTo
}
