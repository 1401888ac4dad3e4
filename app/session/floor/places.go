package floor

import (
	"maps"
	"slices"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// A place is a table of the floor with the machine where it is read.
type place struct {
	table   string
	machine string    // "" for this one
	size    int64     // of entries that are there, and
	heard   time.Time // when the machine was heard, where it is another one
}

// places returns where the tables in use are read, those of this machine first.
func (f *Floor) places() []place {
	var list, elsewhere []place
	streams := f.streams()
	for _, s := range streams {
		if house := f.houseOf(s.Machine, s.Stream); s.Stream != record.HouseStream && house != nil && !house.Retired(s.Stream) {
			elsewhere = append(elsewhere, place{s.Stream, s.Machine, s.Size, s.At})
		}
	}
	for _, set := range f.house.State.InUse() {
		there := func(p place) bool { return p.table == set.Name }
		if f.readsHere(set.Name) || len(streams) > 0 && !slices.ContainsFunc(elsewhere, there) && !f.went(set.Name) {
			list = append(list, place{table: set.Name})
		}
	}
	return append(list, elsewhere...)
}

// readsHere reports whether a table is this machine's: by the pit's word too where it is heard, which may be a moment ahead.
func (f *Floor) readsHere(table string) bool {
	if f.elsewhere == nil {
		return f.house.State.Has(table)
	}
	return f.elsewhere.Here(table) && !f.went(table)
}

// went reports whether a manager had a table moved away from here: what this record has of it is not how it stands.
func (f *Floor) went(table string) bool {
	return f.house.State.Moves().WentOn(table, f.house.State.Office().Here)
}

// ReadAt reports whether a table is read here as the machine of a name has it, this one or another.
func (f *Floor) ReadAt(table, machine string) bool {
	w := f.tables[table]
	own := f.elsewhere != nil && f.elsewhere.Machine() == machine
	return w != nil && (w.Machine == machine || w.Machine == "" && own)
}

// streams returns the streams of the other machines; nil where there are none.
func (f *Floor) streams() []record.HeardStream {
	if f.elsewhere == nil {
		return nil
	}
	return f.elsewhere.Heard()
}

// houseOf returns the house to which a machine's table belongs. That is this one where it knows the table, else
// the house as that machine has it; nil as long as that was not read.
func (f *Floor) houseOf(machine, table string) *house.House {
	if _, known := f.house.State.TableNamed(table); known || machine == "" {
		return &f.house.State
	}
	return f.houses[machine].state()
}

// HouseAt returns the house to which a table that is shown belongs.
func (f *Floor) HouseAt(table string) *house.House {
	if w := f.tables[table]; w != nil {
		if house := f.houseOf(w.Machine, table); house != nil {
			return house
		}
	}
	return &f.house.State
}

// Tables returns the names of the tables in use of which something is known, those of this machine first.
func (f *Floor) Tables() (names []string) {
	for _, p := range f.places() {
		if w := f.tables[p.table]; w != nil && w.Machine == p.machine {
			names = append(names, p.table)
		}
	}
	return names
}

// Judged returns how many alerts were acknowledged as real, and how many as false, of this machine and of all that are heard.
func (f *Floor) Judged() house.AlertsJudged {
	sum := f.house.State.Alerts().Judged()
	for _, house := range f.houses {
		there := house.Alerts().Judged()
		sum.Real, sum.False = sum.Real+there.Real, sum.False+there.False
	}
	return sum
}

// lostAfter is how long a machine may be unheard. After that nobody waits for it to see to an alert of a table that
// went from it.
const lostAfter = 24 * time.Hour

// heardHouses returns this machine's house under "", and the houses of the machines that are heard under their
// names.
func (f *Floor) heardHouses() map[string]*house.House {
	houses := map[string]*house.House{"": &f.house.State}
	for _, s := range f.streams() {
		if house := f.houses[s.Machine].state(); house != nil && f.house.Now().Sub(s.At) < lostAfter {
			houses[s.Machine] = house
		}
	}
	return houses
}

// raisedElsewhere reports whether another machine has raised the same as an alert of one since. A machine that
// raised it in the same moment counts if it plays the table now. An older one of another machine tells of something
// else.
func (f *Floor) raisedElsewhere(a house.Alert, machine string) bool {
	places := f.places()
	for there, house := range f.heardHouses() {
		last, was := house.Alerts().LastAlert(a.Alerted)
		if there == machine || !was || last.At.Before(a.At) {
			continue
		}
		plays := slices.ContainsFunc(places, func(p place) bool { return p.table == a.Table && p.machine == there })
		if last.At.After(a.At) || plays {
			return true
		}
	}
	return false
}

// AlertsElsewhere returns the open alerts of other machines' tables, as those machines entered them. An alert
// stays, wherever its table went, until another machine has raised the same since. One about another machine is
// left out once this machine has raised it itself.
func (f *Floor) AlertsElsewhere() (list []AlertThere) {
	plays := map[string]string{}
	for _, p := range f.places() {
		plays[p.table] = p.machine
	}
	heard := f.heardHouses()
	for _, machine := range slices.Sorted(maps.Keys(f.houses)) {
		for _, a := range f.houses[machine].Alerts().OpenAlerts() {
			now, inUse := plays[a.Table]
			_, raised := f.house.State.Alerts().LastAlert(a.Alerted)
			stands := a.Machine == "" && now == machine || heard[machine] != nil && !f.raisedElsewhere(a, machine)
			if inUse && stands && !(a.Machine != "" && raised) {
				list = append(list, AlertThere{a, machine, f.stands(a)})
			}
		}
	}
	return list
}
