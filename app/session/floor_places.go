package session

import (
	"slices"
	"time"

	"sabot/pit/people"
	"sabot/pit/record"
)

// place is where a table of the floor is read.
type place struct {
	table   string
	machine string    // "" for this one
	size    int64     // of entries that are there, and
	heard   time.Time // when the machine was heard, where it is another one
}

// places are where the tables in use are read, those of this machine first.
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
		if f.elsewhere == nil || f.elsewhere.Here(set.Name) || len(streams) > 0 && !slices.ContainsFunc(elsewhere, there) {
			list = append(list, place{table: set.Name})
		}
	}
	return append(list, elsewhere...)
}

// ReadAt reports whether a table is read here as the machine of a name has it, this one or another.
func (f *Floor) ReadAt(table, machine string) bool {
	w := f.tables[table]
	own := f.elsewhere != nil && f.elsewhere.Machine() == machine
	return w != nil && (w.Machine == machine || w.Machine == "" && own)
}

// streams are those of the other machines.
func (f *Floor) streams() []record.HeardStream {
	if f.elsewhere == nil {
		return nil
	}
	return f.elsewhere.Heard()
}

// houseOf is the house to which a table of a machine belongs: this one where it knows the table, else as that machine has
// it; nil as long as that was not read.
func (f *Floor) houseOf(machine, table string) *people.House {
	if _, known := f.house.State.TableNamed(table); known || machine == "" {
		return &f.house.State
	}
	return f.houses[machine].state()
}

// HouseAt is the house to which a table that is shown belongs.
func (f *Floor) HouseAt(table string) *people.House {
	if w := f.tables[table]; w != nil {
		if house := f.houseOf(w.Machine, table); house != nil {
			return house
		}
	}
	return &f.house.State
}

// Tables are those of which something is known and that are in use, those of this machine first.
func (f *Floor) Tables() (names []string) {
	for _, p := range f.places() {
		if w := f.tables[p.table]; w != nil && w.Machine == p.machine {
			names = append(names, p.table)
		}
	}
	return names
}

// Judged returns how many alerts were acknowledged as real, and how many as false, of this machine and of all that are heard.
func (f *Floor) Judged() people.AlertsJudged {
	sum := f.house.State.Judged()
	for _, house := range f.houses {
		there := house.Judged()
		sum.Real, sum.False = sum.Real+there.Real, sum.False+there.False
	}
	return sum
}

// raisedElsewhere says whether an alert of this machine is of a table that another one plays, which has raised it too.
func (f *Floor) raisedElsewhere(a people.Alert) bool {
	return a.Table != "" && !f.house.State.Plays(a.Table) && slices.ContainsFunc(f.places(), func(p place) bool {
		house := f.houses[p.machine]
		if p.table != a.Table || p.machine == "" || house == nil {
			return false
		}
		there, was := house.LastAlert(a.Alerted)
		return was && (there.Open() || there.At.After(a.At))
	})
}

// AlertsElsewhere are the open alerts of tables of other machines, as those have entered them.
func (f *Floor) AlertsElsewhere() (list []AlertThere) {
	for _, p := range f.places() {
		if house := f.houses[p.machine]; p.machine != "" && house != nil {
			for _, a := range house.OpenAlerts() {
				if a.Table == p.table {
					list = append(list, AlertThere{a, p.machine, f.stands(a, p.machine)})
				}
			}
		}
	}
	return list
}
