package pitclient

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports/sign"
)

// Reads reports whether the machine may read at the pit what all have shipped.
func (e *Enrolment) Reads() bool {
	post, ok := sign.PostOf(e.id.Certificate)
	return ok && post.Reads
}

// Machines returns what the pit knows of the house's machines. Errors: of a pit that cannot be reached;
// *Refusal, of a machine that may not read too.
func (e *Enrolment) Machines(ctx context.Context, now func() time.Time) (list []MachineAt, err error) {
	c := newClient(e, now)
	defer c.close()
	for range c.addresses {
		if err = c.send(ctx, http.MethodGet, MachinesPath, nil, &list); err == nil {
			return list, nil
		}
		c.turn()
	}
	return nil, err
}

// Conditions returns the alert conditions of machines. They are those with an open table of which the pit hears
// nothing, those whose clock differs from the pit's, and those with overtaken entries. Times are by the pit's
// clock.
func Conditions(list []MachineAt) (stand []house.Condition) {
	for _, m := range list {
		if m.Open {
			heard := time.UnixMilli(m.Heard).UTC()
			stand = append(stand, unheard(m.Machine, heard, heard.Add(time.Duration(m.Quiet)*time.Millisecond)))
		}
		stand = append(stand, apart(m.Machine, time.Duration(m.Apart)*time.Millisecond))
		stand = append(stand, overtaken(m.Machine, m.Overtaken)...)
	}
	return stand
}

// Conditions returns the alert conditions of a machine by its own state.
func (s State) Conditions(machine string, now time.Time) (stand []house.Condition) {
	if !s.Since.IsZero() {
		stand = append(stand, unheard(machine, s.Since, now))
	}
	held := map[string]int64{}
	for table, r := range s.Refused {
		if r.Why == Overtaken && r.Pit != nil && r.Yours != nil {
			held[table] = r.Yours.Size - r.Pit.Size
		}
	}
	return append(append(stand, apart(machine, s.Apart)), overtaken(machine, held)...)
}

// Conditions returns the alert that the house's data stand still at a machine: the pit lacks some of what the
// office entered, waits for that since it was restored, or gives out what is not taken in. It returns none where
// they are current.
func (s HouseState) Conditions(machine string, now time.Time) []house.Condition {
	since := s.AsOf
	switch {
	case s.Wrong != "":
	case s.Lacks == nil:
		return nil
	case s.Lacks.Waits: // before that nothing was wrong, though the office may have been silent
		since = s.Lacked
	}
	if since.IsZero() {
		return nil
	}
	c := house.Lasts(record.StaleAlert, "", since, now)
	c.Machine = machine
	return []house.Condition{c}
}

// overtaken returns a condition of each table of which a machine holds entries that were overtaken.
func overtaken(machine string, held map[string]int64) (stand []house.Condition) {
	for _, table := range slices.Sorted(maps.Keys(held)) {
		stand = append(stand, house.Condition{Rule: record.OvertakenAlert, Table: table, Machine: machine, Value: held[table]})
	}
	return stand
}

func unheard(machine string, since, now time.Time) house.Condition {
	c := house.Lasts(record.UnheardAlert, "", since, now)
	c.Machine = machine
	return c
}

func apart(machine string, by time.Duration) house.Condition {
	return house.Condition{Rule: record.ClockAlert, Machine: machine, Value: int64(by.Abs() / time.Minute)}
}
