package reports

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports/forms"
)

// namesPeople reports whether a field of a kind of entry is one of the house's people, or a list of them.
func namesPeople(kind string, path []string) bool {
	if len(path) == 0 {
		return false
	}
	if how := record.ToldOf(kind, path[0]); how != "" && len(path) == 1 {
		return how == record.Person
	}
	switch path[len(path)-1] {
	case "croupier", "inspector", "shuffler", "people", "access", "kept", "signed", "early", "waived", "with", "holder", "held":
		return true
	case "number":
		slips := []string{record.KindOf(record.SlipRequested{}), record.KindOf(record.SlipVerified{}), record.KindOf(record.SlipVoided{})}
		return len(path) == 1 && !slices.Contains(slips, kind) && kind != record.KindOf(record.StaffSet{}) // that has the name beside it
	case "from", "to":
		return kind == record.KindOf(record.Relieved{}) || kind == record.KindOf(record.InspectorChanged{})
	}
	return false
}

// named adds the names of the people whose numbers are in fields of a kind of entry.
func (l *NotedLine) named(kind string, fields []NotedField, house *house.House) {
	for _, f := range fields {
		if !namesPeople(kind, f.Path) {
			continue
		}
		for _, value := range []string{f.Was, f.Is} {
			for _, number := range numbersIn(value) {
				if name := house.NameAt(number, l.At); name != number {
					if l.Names == nil {
						l.Names = map[string]string{}
					}
					l.Names[number] = name
				}
			}
		}
	}
}

// NamedThen returns a line with the people in its former values under the names that they had at a time. It
// returns the line unchanged before form 7, and where there are no former values.
func (e Evidence) NamedThen(l NotedLine, at time.Time, house *house.House) NotedLine {
	if e.Form < forms.Seven || at.IsZero() {
		return l
	}
	l.NamesWas = l.otherwise(l.Kind, l.Fields, at, house)
	return l
}

// NamedOf returns the line with the people in the entry that it is about as they were called when that was entered.
func (l NotedLine) NamedOf(at time.Time, house *house.House) NotedLine {
	if l.Of == nil || l.Of.Kind == "" || at.IsZero() {
		return l
	}
	of := *l.Of
	of.Names = l.otherwise(of.Kind, of.Fields, at, house)
	l.Of = &of
	return l
}

// otherwise returns the names of people in fields of a kind of entry who were not called at a moment as the line has them.
func (l NotedLine) otherwise(kind string, fields []NotedField, at time.Time, house *house.House) map[string]string {
	then := NotedLine{At: at}
	then.named(kind, fields, house)
	for number, name := range then.Names {
		if name == l.Names[number] {
			delete(then.Names, number)
		}
	}
	if len(then.Names) == 0 {
		return nil
	}
	return then.Names
}

// namesBut returns names with others in the place of some.
func namesBut(names, others map[string]string) map[string]string {
	if len(others) == 0 {
		return names
	}
	all := map[string]string{}
	maps.Copy(all, names)
	maps.Copy(all, others)
	return all
}

// numbersIn returns the staff numbers of a value: one, a list, who may do what, or who has which keys.
func numbersIn(value string) []string {
	var list []struct{ Number, With string }
	if json.Unmarshal([]byte(value), &list) == nil {
		var all []string
		for _, a := range list {
			all = append(all, cmp.Or(a.Number, a.With))
		}
		return all
	}
	return strings.Split(value, ", ")
}

// person returns a member of the staff by name and number, as NotedLine.Who says it; the number alone of one who has no name.
func (w pen) person(number string) string {
	if name := w.staff[number]; name != "" {
		return name + " (" + number + ")"
	}
	return number
}

// persons returns a list of staff as person does each.
func (w pen) persons(list string) string {
	all := strings.Split(list, ", ")
	for i, number := range all {
		all[i] = w.person(number)
	}
	return strings.Join(all, ", ")
}
