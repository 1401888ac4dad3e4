package reports_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// nobodys are the fields of entries that are texts, and no numbers of the staff. What has a type of its own is none either. Of a field that is
// new its tag says it (record.Told).
var nobodys = []string{
	"address", "backup", "bettor", "card", "cashier", "certificate", "corrected", "currencies", "currency", "day", "digest", "duty", "entries", "file", "folder",
	"game", "head", "heads", "item", "key", "language", "later", "licence", "machine", "name", "note", "player", "printer", "reason", "ref", "report",
	"runner", "said", "says", "sha256", "sig", "table", "tables", "telegram", "text", "unanswered", "version", "why", "zone",
	"service.who", "tablemoved.between", "tablemoved.from", "tablemoved.to", "alarm.what", "alarm.was", "service.what", "undone.what", "signedon.for", "patterns.off", "chips.colours",
	"staff.number", // its name is beside it
}

// A number of the staff never stands alone: it could be read as an amount.
func TestEveryPersonIsNamedBesideTheNumber(t *testing.T) {
	dario := record.StaffSet{Number: "2187", Name: "Dario Bianchi", Role: record.Inspector}
	house := &house.House{}
	house.Apply(house.Stamp(time.UnixMilli(0), "", dario)[0])
	w := text.Open("it", "CHF")
	named := 0
	for _, kind := range record.Kinds() {
		blank := record.Blank(kind)
		for _, f := range reflect.VisibleFields(reflect.TypeOf(blank)) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			person := any(dario.Number)
			if f.Type == reflect.TypeFor[[]string]() {
				person = []string{dario.Number}
			}
			if how := record.ToldOf(kind, name); how == record.Shown || how == record.Hidden {
				continue
			}
			if f.Type != reflect.TypeOf(person) || slices.Contains(nobodys, name) || slices.Contains(nobodys, kind+"."+name) {
				continue
			}
			fact := reflect.New(reflect.TypeOf(blank)).Elem()
			fill(fact, kind, "", 0)
			fact.FieldByIndex(f.Index).Set(reflect.ValueOf(person))
			said := reports.LineOf(reports.Form, record.Entry{Table: "LB1", Seq: 9, Hand: 2, Fact: fact.Interface().(record.Fact)}, nil, nil, house).Said(w)
			bare := strings.ReplaceAll(said, dario.Name+" ("+dario.Number+")", "")
			if strings.Contains(bare, dario.Number) {
				t.Errorf("%s.%s: %q: its tag log says whether it is a person", kind, name, said)
			}
			if bare != said {
				named++
			}
		}
	}
	if named < 20 {
		t.Errorf("%d fields name a person", named)
	}
}

// Whoever has keys is named, where another returns them and where the next shift opens with them out, and the other table of
// somebody who deals at two.
func TestLogNamesWhoHasTheKeysAndTheOtherTable(t *testing.T) {
	house := &house.House{Staff: []house.Staff{{Number: "11", Name: "Anna Rossi"}, {Number: "12", Name: "Bruno Keller"}, {Number: "21", Name: "Dario Bianchi"}}}
	for _, c := range []struct {
		fact record.Fact
		want string
	}{
		{record.KeysHanded{Item: "drop 7", Back: true, Holder: "11", By: "21", With: "12"}, "custody_back, drop 7, custody_from map[Name:Bruno Keller (12)], custody_holder map[Name:Anna Rossi (11)]"},
		{record.KeysHanded{Item: "drop 7", Holder: "11", By: "21", With: "12"}, "custody_over, drop 7, custody_to map[Name:Bruno Keller (12)], custody_held map[Name:Anna Rossi (11)]"},
		{record.Closed{Held: []record.HeldKeys{{Item: "drop 7", With: "11"}}}, "drop 7 (Anna Rossi (11))"},
		{record.Opened{Held: []record.HeldKeys{{Item: "drop 7", With: "11"}, {Item: "badge 3", With: "12"}}}, "drop 7 (Anna Rossi (11)), badge 3 (Bruno Keller (12))"},
		{record.IncidentOpened{Class: record.TwoTablesIncident, Text: "LB2", People: []string{"12"}}, "incident_twotables_at map[Table:LB2]"},
	} {
		if said := reports.LineOf(reports.Form, record.Entry{Seq: 8, By: "21", Fact: c.fact}, nil, nil, house).Said(words{}); !strings.Contains(said, c.want) {
			t.Errorf("%+v: %q", c.fact, said)
		}
	}
}
