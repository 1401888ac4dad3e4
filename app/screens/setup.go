package screens

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/office"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A setupForm is the house as somebody fills it in.
type setupForm struct {
	*controls.Form
	station                   *Station
	name, zone, chips, tables *controls.Field
	currency                  *controls.Pick
	table                     *office.TableFields
	people                    *controls.Section
	rows                      []personRow
	phrase, again             *controls.Field
}

type personRow struct {
	number, name, pin *controls.Field
	role              *controls.Pick
}

// openSetup shows the form, with its first field ready to be typed into.
func (s *Station) openSetup() {
	f := s.newSetupForm()
	s.Show(shell.PageOf(f.Page(), nil, f.Key))
	f.Begin()
}

func (s *Station) newSetupForm() *setupForm {
	tx := s.Text
	f := &setupForm{station: s}
	f.Form = s.NewForm(tx.T("setup_title"), tx.T("setup_save"), f.leave)
	add := func(key, part, value string) *controls.Field {
		e := f.Entry(value)
		f.Add(tx.T(key), e)
		f.Part(part, e)
		return e
	}
	f.name = add("setup_name", "name", "")
	f.currency = f.Pick(house.Currencies(), 0, nil)
	f.Add(tx.T("setup_currency"), f.currency)
	f.zone = add("house_zone", "zone", session.MachineZone())
	f.chips, f.tables = add("setup_chips", "chips", "5 10 25 100 500 1000"), add("setup_tables", "tables", "LB1")
	f.addTable()
	f.Note(f.station.Viewer().PINDigits("pin_digits") + " " + tx.T("setup_pins_note"))
	f.people = f.Section()
	for _, role := range []record.Role{record.Croupier, record.Croupier, record.Inspector, record.Manager} {
		f.addPerson(role)
	}
	f.Note(tx.T("setup_passphrase_note"))
	f.phrase, f.again = f.Secret(), f.Secret()
	f.again.SetPlaceHolder(tx.T("office_passphrase_again"))
	f.Add(tx.T("setup_passphrase"), controls.Beside([]float32{1, 1}, f.phrase, f.again))
	f.Part("passphrase", f.phrase)
	f.Part("passphrase_again", f.again)
	f.AddKey(tx.T("setup_add"), func() { f.Focus(f.addPerson(record.Croupier).number) })
	f.OnSave = f.enter
	return f
}

// leave goes back to the first page; where something was typed it asks before all of it is gone.
func (f *setupForm) leave() {
	s := f.station
	first := func() { s.Show(s.firstPage()) }
	if !f.Typed() {
		first()
		return
	}
	form, at := s.Base(), s.Window.Canvas().Focused()
	stay := func() {
		s.Show(form)
		if at != nil {
			f.Focus(at)
		}
	}
	m := controls.NewMenu(controls.Menu{
		Title: s.Text.T("setup_leave"), Lead: s.Text.T("setup_leave_lead"),
		Choices: []controls.Choice{{Label: s.Text.T("setup_leave_stay"), Do: stay}, {Label: s.Text.T("setup_leave_all"), Do: first}},
	})
	s.Show(shell.PageOf(m.Drawn, m.Rune, func(name fyne.KeyName) bool {
		if name == fyne.KeyEscape {
			stay()
			return true
		}
		return m.Key(name)
	}))
}

// addTable asks for what all the tables are that are named: which game, by which rules,
// with which limits and habits. The office changes them one by one.
func (f *setupForm) addTable() {
	presets := handfile.Presets()
	g, _ := handfile.Preset(presets[0])
	name, _ := json.Marshal(presets[0])
	chips, _ := f.values()
	var err error
	f.table, err = office.NewTableFields(f.Form, f.station.Text, record.TableSet{Game: g.Name(), Rules: name}, chips, presets, true)
	if err != nil {
		panic(err) // the first preset of the catalogue
	}
	f.table.Later = f.station.Clock.Later
	f.table.Ask()
	used := f.chips.OnChanged
	f.chips.OnChanged = func(typed string) {
		used(typed)
		if chips, ok := f.values(); ok {
			f.table.SetChips(chips)
		}
	}
}

// values returns the values of the chips that are filled in; false where one is invalid.
func (f *setupForm) values() ([]games.Amount, bool) {
	var values []games.Amount
	for _, field := range strings.Fields(f.chips.Text) {
		value, ok := text.ParseAmount(field)
		if !ok || value == 0 {
			return nil, false
		}
		values = append(values, value)
	}
	return values, house.SoundChips(values)
}

// addPerson puts a line for one more below the others: number, name, role and PIN.
func (f *setupForm) addPerson(role record.Role) personRow {
	tx := f.station.Text
	var roles []string
	for _, role := range record.Roles() {
		roles = append(roles, tx.T("role_"+string(role)))
	}
	r := personRow{f.Entry(""), f.Entry(""), f.Secret(), f.Pick(roles, slices.Index(record.Roles(), role), nil)}
	r.number.SetPlaceHolder(tx.T("setup_number"))
	r.name.SetPlaceHolder(tx.T("setup_person"))
	r.pin.SetPlaceHolder(tx.T("setup_pin"))
	f.rows = append(f.rows, r)
	f.people.Add(tx.T("setup_person_n", text.Args{"N": len(f.rows)}), controls.Beside([]float32{1.1, 3, 1.9, 1.4}, r.number, r.name, r.role, r.pin))
	return r
}

// enter sets the house up.
func (f *setupForm) enter() error {
	plan, err := f.plan()
	if err != nil {
		return err
	}
	if _, err := plan.Facts(); err == nil {
		if err := f.table.Confirm(); err != nil {
			return err
		}
	}
	f.station.Waited(func() { err = f.station.setUp(plan) })
	return f.wrongRow(err)
}

// wrongRow adds to a refusal about a person the line of the form where they stand.
func (f *setupForm) wrongRow(err error) error {
	var refusal *house.Refusal
	switch {
	case !errors.As(err, &refusal):
		return err
	case refusal.Role != "":
		return &controls.Mistake{At: f.forRole(refusal.Role), Err: err}
	case refusal.Nth == 0:
		return err
	}
	r := f.filled()[refusal.Nth-1]
	if at := map[string]*controls.Field{"number": r.number, "staff": r.name, "pin": r.pin}[shell.PartOf(err)]; at != nil {
		return &controls.Mistake{At: at, Err: err}
	}
	return err
}

// forRole returns the field where somebody of a missing role would be entered: the first empty line, best one
// of that role. Where none is empty it is the last line's role.
func (f *setupForm) forRole(role record.Role) fyne.Focusable {
	var at fyne.Focusable = f.rows[len(f.rows)-1].role
	for _, r := range slices.Backward(f.rows) {
		if r.empty() {
			at = r.number
		}
	}
	for _, r := range f.rows {
		if r.empty() && r.is() == role {
			return r.number
		}
	}
	return at
}

// is the role that is chosen in a line.
func (r personRow) is() record.Role { return record.Roles()[max(0, r.role.SelectedIndex())] }

// empty reports whether a line is empty.
func (r personRow) empty() bool { return r.number.Text+r.name.Text+r.pin.Text == "" }

// filled returns the lines of people that are not empty.
func (f *setupForm) filled() []personRow {
	return slices.DeleteFunc(slices.Clone(f.rows), personRow.empty)
}

// plan returns the plan that is filled in, or an error with the field that cannot be read. It does not check
// the plan as a whole: the house does.
func (f *setupForm) plan() (house.Plan, error) {
	if err := f.wrongPassphrase(); err != nil {
		return house.Plan{}, err
	}
	plan := house.Plan{Name: f.name.Text, Passphrase: f.phrase.Text, Currency: f.currency.Selected, Zone: f.zone.Filled(), Language: f.station.Text.Language}
	var ok bool
	if plan.Chips, ok = f.values(); !ok {
		return plan, mistaken(f.chips, "chips")
	}
	set, err := f.table.Filled()
	if err != nil {
		return plan, err
	}
	for _, set.Name = range strings.Fields(f.tables.Text) {
		plan.Tables = append(plan.Tables, set)
	}
	for _, r := range f.filled() {
		who := house.NewStaff{
			Staff: house.Staff{Number: r.number.Filled(), Name: r.name.Filled(), Role: r.is()},
			PIN:   r.pin.Text,
		}
		if plan.By == "" && who.May(house.ChangeStaff) { // the form says so
			plan.By = who.Number
		}
		plan.Staff = append(plan.Staff, who)
	}
	return plan, nil
}

// wrongPassphrase returns the fault of the passphrase that was written twice; nil where there is none, or none
// was written.
func (f *setupForm) wrongPassphrase() error {
	switch typed := f.phrase.Text; {
	case typed != "" && house.CheckPassphrase(typed) != nil:
		return mistaken(f.phrase, "passphrase")
	case typed != f.again.Text:
		return mistaken(f.again, "passphrase_again")
	}
	return nil
}

// mistaken returns a refusal of what is in a field.
func mistaken(f *controls.Field, part string) error {
	return &controls.Mistake{At: f, Err: &house.Refusal{Why: house.BadSetting, What: part}}
}
