package office

import (
	"slices"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/record"
)

// openTables lists the tables, to be changed from their next opening on.
func (o tablesPage) openTables() { o.tablesAt("") }

// tablesAt shows that list with a table chosen; "" for the first.
func (o tablesPage) tablesAt(name string) {
	if err := o.who.Check(house.ChangeTables); err != nil {
		o.say(err)
		return
	}
	house := &o.shell.House.State
	tables := house.Tables
	var rows [][]string
	for _, t := range tables {
		game := t.Game
		if g, err := handfile.ParseRules(t.Game, t.Rules); err == nil {
			game = o.t("preset_" + g.Options().Preset)
		}
		if len(house.Currencies()) > 1 {
			game += " · " + house.CurrencyOf(t.Name)
		}
		if house.Retired(t.Name) {
			game += " · " + o.t("office_retired")
		}
		rows = append(rows, []string{t.Name, game})
	}
	o.verifies().picker(controls.Picker{
		Title: o.t("office_tables"), Rows: rows, At: slices.IndexFunc(tables, func(t record.TableSet) bool { return t.Name == name }),
		Columns: []controls.Column{{Head: o.t("report_table"), Width: 1}, {Head: o.t("setup_preset"), Width: 4}},
		Acts: []controls.PickerAct{
			{Label: o.t("office_change"), Key: "C", ForRow: true, Do: func(row int) { o.openTable(tables[row]) }},
			{Label: o.t("office_new_table"), Key: "N", Do: func(row int) { o.newTable(nameAt(tables, row)) }},
			{Label: o.t("office_copy"), Key: "K", ForRow: true, Do: func(row int) { o.copyTable(tables[row]) }},
			{Label: o.t("office_retire"), Key: "R", ForRow: true, Do: func(row int) { o.askRetire(tables[row].Name) }},
		},
	})
}

// nameAt returns the name of the nth table; "" where there is none.
func nameAt(tables []record.TableSet, n int) string {
	if n < 0 || n >= len(tables) {
		return ""
	}
	return tables[n].Name
}

// A tableForm is a table as a manager changes it, or one that is new.
type tableForm struct {
	*controls.Form
	*TableFields
	office   *Office
	set      record.TableSet
	name     *controls.Field // of a table that is new; nil for one that there is
	currency *controls.Pick  // of a new one where the house has several; nil where not
}

func (o tablesPage) openTable(set record.TableSet) {
	o.openTableForm(o.tableForm(set, set.Name, false))
}

// openTableForm shows the form of a table; what is wrong with its rules is said.
func (o tablesPage) openTableForm(f *tableForm, err error) {
	if err != nil {
		o.shell.CloseOverlay()
		o.say(err)
		return
	}
	o.openForm(f.Form, f.enter)
}

// tableForm returns the form of a table, filled in with what it has; one without a name is new. With proposes it is
// filled in with what the chips of the house make. Left, it goes back to the list with the table at chosen.
// Error: rules that no game here has.
func (o tablesPage) tableForm(set record.TableSet, at string, proposes bool) (*tableForm, error) {
	house, fresh := &o.shell.House.State, set.Name == ""
	title := set.Name
	if fresh {
		title = o.t("office_new_table")
	}
	if several := len(house.Currencies()) > 1; several && !fresh {
		title += " · " + house.CurrencyOf(set.Name)
	}
	f := &tableForm{Form: o.newForm(title, func() { o.tablesAt(at) }), office: o.Office, set: set}
	if fresh {
		f.addName()
		f.addCurrency()
	} else if others, err := o.shell.House.Sums().OtherLimitsToday(set.Name); err != nil {
		return nil, err
	} else if others {
		f.Note(o.t("office_other_limits", text.Args{"Table": set.Name}))
	}
	presets := handfile.PresetsOf(set.Game)
	if proposes {
		presets = handfile.Presets()
	}
	var err error
	f.TableFields, err = NewTableFields(f.Form, o.shell.Text, set, house.ChipsIn(set.Currency).Values, presets, proposes)
	if err == nil {
		f.Later = o.shell.Clock.Later
		f.Ask()
	}
	return f, err
}

// enter enters the table as it is filled in.
func (f *tableForm) enter() error {
	set, err := f.Filled()
	if err != nil {
		return err
	}
	if f.name != nil {
		if set.Name, err = f.freshName(); err != nil {
			return err
		}
		set.Currency = f.inCurrency()
	}
	if _, err := f.office.shell.House.State.SetTable(set, f.office.who.Staff); err != nil {
		return err
	}
	if err := f.Confirm(); err != nil {
		return err
	}
	if err := f.office.shell.House.Staff().SetTable(set, f.office.who); err != nil {
		return err
	}
	f.office.tell(f.office.t("office_table_set", text.Args{"Table": set.Name}))
	f.office.tables().tablesAt(set.Name)
	return nil
}
