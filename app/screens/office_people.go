package screens

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2/widget"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/record"
)

// working are those who work here, as they stand in the record.
func (o *Office) working() []pit.Staff {
	house := &o.shell.house.State
	return slices.DeleteFunc(slices.Clone(house.Staff), func(s pit.Staff) bool { return house.Left(s.Number) })
}

// openPeople lists who works here, with what a manager can do about them.
func (o *Office) openPeople() {
	if err := o.who.Check(pit.ChangeStaff); err != nil {
		o.say(err)
		return
	}
	house, staff := &o.shell.house.State, o.working()
	var rows [][]string
	for _, s := range staff {
		due := "–"
		if at := house.PINDue(s.Number); !at.IsZero() {
			due = at.Local().Format("02.01.2006")
		}
		if house.Expired(s.Number, o.shell.house.Now()) {
			due = o.t("office_pin_expired")
		}
		rows = append(rows, []string{s.Number, s.Name, o.t("role_" + string(s.Role)), due})
	}
	o.picker(controls.Picker{
		Title: o.t("office_people"), Rows: rows,
		Columns: []controls.Column{
			{Head: o.t("setup_number"), Width: 1}, {Head: o.t("setup_person"), Width: 3}, {Head: o.t("office_col_role"), Width: 2}, {Head: o.t("office_col_pin_due"), Width: 1.6, Align: 1},
		},
		Acts: []controls.PickerAct{
			{Label: o.t("office_change"), Key: "C", ForRow: true, Do: func(row int) { o.openPerson(staff[row]) }},
			{Label: o.t("office_new"), Key: "N", Do: func(int) { o.openPerson(pit.Staff{Role: record.Croupier}) }},
			{Label: o.t("office_remove"), Key: "R", ForRow: true, Do: func(row int) { o.askRemove(staff[row]) }},
		},
	})
}

// openPerson is the form for somebody new, or for another name, role and PIN of who is
// there.
func (o *Office) openPerson(s pit.Staff) {
	title := o.t("office_new_person")
	if s.Number != "" {
		title = s.Number + " · " + s.Name
	}
	f := o.newForm(title, o.openPeople)
	number, name := (*field)(nil), (*field)(nil)
	if s.Number == "" {
		number = f.entry("")
		f.add(o.t("setup_number"), number)
	}
	name = f.entry(s.Name)
	f.add(o.t("setup_person"), name)
	var roles []string
	for _, role := range record.Roles() {
		roles = append(roles, o.t("role_"+string(role)))
	}
	role := widget.NewSelect(roles, func(string) { o.touch() })
	role.SetSelectedIndex(slices.Index(record.Roles(), s.Role))
	f.add(o.t("office_col_role"), role)
	pin := f.secret()
	f.add(o.t("pin_title_new"), pin)
	f.show(func() error {
		if number != nil {
			s.Number = number.Text
		}
		s.Name, s.Role = name.Text, record.Roles()[max(0, role.SelectedIndex())]
		return o.enter(pit.NewStaff{Staff: s, PIN: pin.Text}, number != nil)
	})
}

// enter enters somebody. A number that somebody has already is none for somebody new.
func (o *Office) enter(s pit.NewStaff, fresh bool) error {
	if _, taken := o.shell.house.State.StaffBy(s.Number); fresh && taken && !o.shell.house.State.Left(s.Number) {
		return &pit.Refusal{Why: pit.BadSetting, What: "number"}
	}
	if err := o.shell.house.EnterStaff(s, o.who); err != nil {
		return err
	}
	o.tell(o.t("office_entered", text.Args{"Name": s.Name, "Number": s.Number}))
	o.openPeople()
	return nil
}

// askRemove asks once more before somebody's code opens nothing any longer.
func (o *Office) askRemove(s pit.Staff) {
	o.menu(o.t("office_remove")+" · "+s.Name, o.t("office_remove_lead"), []controls.Choice{
		{Label: o.t("office_remove"), Do: func() { o.remove(s) }},
		{Label: o.t("setup_back"), Do: o.openPeople},
	})
}

func (o *Office) remove(s pit.Staff) {
	if err := o.shell.house.RemoveStaff(s.Number, o.who); err != nil {
		o.shell.closeOverlay()
		o.say(err)
		return
	}
	o.tell(o.t("office_removed", text.Args{"Name": s.Name}))
	o.openPeople()
}

// openPINRules is the form for what PINs must be.
func (o *Office) openPINRules() {
	if err := o.who.Check(pit.ChangeStaff); err != nil {
		o.say(err)
		return
	}
	rules := o.shell.house.State.Rules()
	f := o.newForm(o.t("office_pin_rules"), o.shell.closeOverlay)
	least, days := f.entry(strconv.Itoa(rules.Least)), f.entry(strconv.Itoa(rules.Days))
	f.add(o.t("office_pin_least"), least)
	f.add(o.t("office_pin_days"), days)
	f.show(func() error {
		n, err := strconv.Atoi(least.Text)
		m, other := strconv.Atoi(days.Text)
		if err != nil || other != nil {
			return &pit.Refusal{Why: pit.BadSetting, What: "pin"}
		}
		if err := o.shell.house.SetPINRules(record.PINRules{Least: n, Days: m}, o.who); err != nil {
			return err
		}
		o.shell.closeOverlay()
		o.tell(o.t("office_pin_rules_set"))
		return nil
	})
}

// changePIN has somebody choose a new PIN.
func (o *Office) changePIN() {
	o.shell.askNewPIN("", func() {
		o.shell.closeOverlay()
		o.tell(o.t("pin_changed"))
	})
	o.over(o.shell.overlay)
}
