package office

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/record"
)

// newTable opens the form of a table that is new, of any game; left, it goes back to the table at.
func (o tablesPage) newTable(at string) {
	preset := handfile.Presets()[0]
	g, _ := handfile.Preset(preset)
	rules, _ := json.Marshal(preset)
	o.openTableForm(o.tableForm(record.TableSet{Game: g.Name(), Rules: rules}, at, true))
}

// copyTable shows the form of a new table with all that set has except its name and its float: those chips are
// at that table.
func (o tablesPage) copyTable(set record.TableSet) { o.openTableForm(o.copyForm(set)) }

// copyForm returns the form of a copy, with a name that is proposed.
func (o tablesPage) copyForm(set record.TableSet) (*tableForm, error) {
	fresh := set
	fresh.Name, fresh.By = "", ""
	if set.Settings != nil {
		settings := *set.Settings
		settings.Float = nil
		fresh.Settings = &settings
	}
	f, err := o.tableForm(fresh, set.Name, false)
	if err == nil {
		f.name.Propose(nextName(&o.shell.House.State, set.Name))
	}
	return f, err
}

// nextName returns the next free number behind the letters of a name: LB1, LB2.
func nextName(house *house.House, name string) string {
	letters := strings.TrimRight(name, "0123456789")
	n, _ := strconv.Atoi(name[len(letters):])
	for {
		n++
		next := letters + strconv.Itoa(n)
		if _, taken := house.TableNamed(next); !taken {
			return next
		}
	}
}

// addName asks for the name of a table that is new.
func (f *tableForm) addName() {
	f.name = f.Entry("")
	f.Part("tables", f.name)
	f.Add(f.office.t("office_table_name"), f.name)
}

// addCurrency asks in which of the house's currencies a new table plays, where it has chips of several. The chips
// that it is asked about are of that one.
func (f *tableForm) addCurrency() {
	house := &f.office.shell.House.State
	all := house.Currencies()
	if len(all) < 2 {
		return
	}
	now := max(0, slices.Index(all, f.set.Currency))
	f.currency = f.Pick(all, now, func() { f.SetChips(house.ChipsIn(f.inCurrency()).Values) })
	f.Part("currency", f.currency)
	f.Add(f.office.t("setup_currency"), f.currency)
}

// inCurrency returns the chosen currency.
func (f *tableForm) inCurrency() string {
	if f.currency == nil {
		return f.set.Currency
	}
	return f.currency.Selected
}

// freshName returns the name that is filled in, where no table has it. Refusal: BadSetting.
func (f *tableForm) freshName() (string, error) {
	name := f.name.Filled()
	if _, taken := f.office.shell.House.State.TableNamed(name); taken {
		return "", bad(f.name, "tables")
	}
	return name, nil
}

// askRetire asks once more before a table is opened no longer.
func (o tablesPage) askRetire(name string) {
	list := func() { o.tablesAt(name) }
	o.menuFrom(o.t("office_retire")+" · "+name, o.t("office_retire_lead"), []controls.Choice{
		{Label: o.t("office_retire"), Do: func() { o.retire(name) }},
		{Label: o.t("setup_back"), Do: list},
	}, list)
}

func (o tablesPage) retire(name string) {
	if err := o.shell.House.RetireTable(name, o.who); err != nil {
		o.shell.CloseOverlay()
		o.say(err)
		return
	}
	o.tell(o.t("office_table_retired", text.Args{"Table": name}))
	o.tablesAt(name)
}
