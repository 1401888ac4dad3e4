package demo_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A manager's PIN and the key that seals enter nothing of the house that its office would refuse: least of all another first currency,
// in which all amounts so far would be read.
func TestNoSettingIsOneThatTheOfficeRefuses(t *testing.T) {
	f := recorded(t, "lugano")
	house := f.house()
	set, table, chips := house.Particulars(), house.Tables[0], record.ChipsSet{Values: house.Chips}
	at := len(f.streams[record.HouseStream])
	sets := func(change func(*record.HouseSet)) record.Fact { x := set; change(&x); x.By = "31"; return x }
	tables := func(change func(*record.TableSet)) record.Fact { x := table; change(&x); x.By = "31"; return x }
	valued := func(currency string, values ...games.Amount) record.Fact {
		return record.ChipsSet{Currency: currency, Values: values, By: "31"}
	}
	for name, c := range map[string]struct {
		fact  record.Fact
		holds bool
	}{
		"the house as it is":            {sets(func(*record.HouseSet) {}), true},
		"a second currency":             {sets(func(x *record.HouseSet) { x.Currencies = []string{"CHF", "EUR"} }), true},
		"another first currency":        {sets(func(x *record.HouseSet) { x.Currencies = []string{"EUR", "CHF"} }), false},
		"another currency":              {sets(func(x *record.HouseSet) { x.Currencies = []string{"EUR"} }), false},
		"no currency":                   {sets(func(x *record.HouseSet) { x.Currencies = nil }), false},
		"a zone that there is not":      {sets(func(x *record.HouseSet) { x.Zone = "Mars/Base" }), false},
		"a day that begins at 1666:39":  {sets(func(x *record.HouseSet) { x.Begins = 99999 }), false},
		"a blank name of the house":     {sets(func(x *record.HouseSet) { x.Name = "  " }), false},
		"a name that is turned round":   {sets(func(x *record.HouseSet) { x.Name = "Casin\u202eo" }), false},
		"the table as it is":            {tables(func(*record.TableSet) {}), true},
		"a table more":                  {tables(func(x *record.TableSet) { x.Name = "LB9" }), true},
		"a table without a name":        {tables(func(x *record.TableSet) { x.Name = "" }), false},
		"a table that is a path":        {tables(func(x *record.TableSet) { x.Name = "../../x" }), false},
		"a table that is a folder":      {tables(func(x *record.TableSet) { x.Name = ".." }), false},
		"the house's stream as a table": {tables(func(x *record.TableSet) { x.Name = record.HouseStream }), false},
		"a table with a NUL":            {tables(func(x *record.TableSet) { x.Name = "A\x00" }), false},
		"a table of two lines":          {tables(func(x *record.TableSet) { x.Name = "A\nB" }), false},
		"a table with a blank":          {tables(func(x *record.TableSet) { x.Name = table.Name + " " }), false},
		"a game that there is not":      {tables(func(x *record.TableSet) { x.Game = "poker" }), false},
		"another currency of a table":   {tables(func(x *record.TableSet) { x.Currency = "EUR" }), false},
		"limits below nothing":          {tables(func(x *record.TableSet) { x.Rules = limits(t, x.Rules, -500, 100) }), false},
		"a least above the most":        {tables(func(x *record.TableSet) { x.Rules = limits(t, x.Rules, 50000, 2000) }), false},
		"the chips as they are":         {valued("", chips.Values...), true},
		"no chips":                      {valued(""), false},
		"a chip of nothing":             {valued("", 0), false},
		"a chip below nothing":          {valued("", -500, 1000), false},
		"a chip twice":                  {valued("", 500, 500), false},
		"chips that fall":               {valued("", 1000, 500), false},
		"chips of a strange currency":   {valued("XXX", 500, 1000), false},
		"rules of PINs":                 {record.PINRules{Least: 6, By: "31"}, true},
		"PINs of -4 digits":             {record.PINRules{Least: -4, By: "31"}, false},
		"PINs of no digits":             {record.PINRules{By: "31"}, false},
		"PINs of -3 days":               {record.PINRules{Least: 6, Days: -3, By: "31"}, false},
	} {
		if fault := f.verified(record.HouseStream, at, f.behind(record.HouseStream, f.badges["31"], c.fact)...); (fault == nil) != c.holds {
			t.Errorf("%s: %v", name, fault)
		}
		if err := f.taken(f.behind(record.HouseStream, f.badges["31"], c.fact)...); (err == nil) != c.holds {
			t.Errorf("%s, taken in at another machine: %v", name, err)
		}
	}
}

// A house whose office has put right what it would refuse is joined by any machine. What nobody signed, or was not put right, bars it as before.
func TestSettingPutRightBarsNoMachine(t *testing.T) {
	f := recorded(t, "lugano")
	house := f.house()
	wrong, right := house.Tables[0], house.Tables[0]
	wrong.Settings, wrong.By, right.By = &record.Settings{CutCard: 9999}, "31", "31"
	set := house.Particulars()
	set.By = "31"
	signed := func(facts ...record.Fact) (list []record.Entry) {
		was := f.streams[record.HouseStream]
		defer func() { f.streams[record.HouseStream], f.logs = was, nil }()
		for _, fact := range facts {
			f.logs = nil
			more := f.behind(record.HouseStream, f.badges["31"], fact)
			f.streams[record.HouseStream] = append(slices.Clip(f.streams[record.HouseStream]), more...)
			list = append(list, more...)
		}
		return list
	}
	without := func(list []record.Entry, n int) []record.Entry { // the approval of one of them
		list = slices.Delete(slices.Clone(list), n, n+1)
		for i := n; i < len(list); i++ {
			list[i].Seq--
		}
		return list
	}
	for name, c := range map[string]struct {
		entries []record.Entry
		joins   bool
	}{
		"wrong":                           {signed(wrong), false},
		"put right":                       {signed(wrong, right), true},
		"wrong again":                     {signed(wrong, right, wrong), false},
		"another setting after it":        {signed(wrong, set), false},
		"put right, and nobody signed it": {without(signed(wrong, right), 3), false},
		"wrong, and nobody signed that":   {without(signed(wrong, right), 1), false},
	} {
		if err := f.taken(c.entries...); (err == nil) != c.joins {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// taken returns why another machine takes in no such entries behind those of the house.
func (f *forger) taken(entries ...record.Entry) error {
	office := audit.NewOffice("ufficio")
	for _, e := range f.streams[record.HouseStream] {
		office.Add(record.Encode(e))
	}
	office.Taken()
	for _, e := range entries {
		office.Add(record.Encode(e))
	}
	return office.Judge()
}

// A text that no paper can show, or that has others read in another order, is no reason of anything at a table.
func TestNoTextIsReadInAnotherOrder(t *testing.T) {
	f := recorded(t, "lugano")
	table := f.names[1]
	for i, e := range f.streams[table] {
		incident, is := e.Fact.(record.IncidentOpened)
		if !is || incident.Text == "" {
			continue
		}
		for text, holds := range map[string]bool{"Guasto": true, "Guasto\u202e(12)": false, "Guasto\x1b[2J": false} {
			incident.Text = text
			x := e
			x.Fact = incident
			fault := f.verified(table, i, x)
			if named := fault != nil && strings.Contains(fault.What, "which no paper can show"); named == holds {
				t.Errorf("%q: %v", text, fault)
			}
		}
		return
	}
	t.Fatal("no incident has a text")
}

// house returns the house as its stream has it.
func (f *forger) house() *house.House {
	h := &house.House{}
	for _, e := range f.streams[record.HouseStream] {
		h.Apply(e)
	}
	return h
}

// limits returns a table's rules with other limits of its first spot.
func limits(t *testing.T, rules json.RawMessage, least, most games.Amount) json.RawMessage {
	t.Helper()
	var all map[string]any
	must(t, json.Unmarshal(rules, &all))
	spots := all["limits"].(map[string]any)
	for spot := range spots {
		spots[spot] = map[string]any{"min": least, "max": most}
	}
	out, err := json.Marshal(all)
	must(t, err)
	return out
}
