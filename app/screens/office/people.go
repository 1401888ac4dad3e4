package office

import (
	"slices"
	"strconv"
	"strings"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
)

// working returns those who work here, in the record's order.
func (o peoplePage) working() []house.Staff {
	h := &o.shell.House.State
	return slices.DeleteFunc(slices.Clone(h.Staff), func(s house.Staff) bool { return h.People().Left(s.Number) })
}

// openPeople lists who works here, with what a manager can do about them.
func (o peoplePage) openPeople() { o.peopleAt("") }

// peopleAt shows that list with somebody chosen; "" for the first.
func (o peoplePage) peopleAt(number string) {
	if err := o.who.Check(house.ChangeStaff); err != nil {
		o.say(err)
		return
	}
	h, staff := &o.shell.House.State, o.working()
	var rows [][]string
	for _, s := range staff {
		due := "–"
		if at := h.People().PINDue(s.Number); !at.IsZero() {
			due = h.Wall(at).Format("02.01.2006")
		}
		if h.People().Expired(s.Number, o.shell.House.Now()) {
			due = o.t("office_pin_expired")
		}
		rows = append(rows, []string{s.Number, s.Name, o.t("role_" + string(s.Role)), o.languageOf(s), due})
	}
	o.verifies().picker(controls.Picker{
		Title: o.t("office_people"), Rows: rows, At: slices.IndexFunc(staff, func(s house.Staff) bool { return s.Number == number }),
		Columns: []controls.Column{
			{Head: o.t("setup_number"), Width: 1}, {Head: o.t("setup_person"), Width: 3}, {Head: o.t("office_col_role"), Width: 1.7}, {Head: o.t("office_col_language"), Width: 1.4}, {Head: o.t("office_col_pin_due"), Width: 1.6, Align: 1},
		},
		Acts: []controls.PickerAct{
			{Label: o.t("office_change"), Key: "C", ForRow: true, Do: func(row int) { o.openPerson(staff[row], staff[row].Number) }},
			{Label: o.t("office_new_person"), Key: "N", Do: func(row int) {
				at := ""
				if row >= 0 && row < len(staff) {
					at = staff[row].Number
				}
				o.openPerson(house.Staff{Role: record.Croupier}, at)
			}},
			{Label: o.t("office_remove"), Key: "R", ForRow: true, Do: func(row int) { o.askRemove(staff[row]) }},
		},
	})
}

// openPerson shows the form for somebody new, or for another name, role and PIN of a person. On leaving, the
// list is shown with the person at chosen.
func (o peoplePage) openPerson(s house.Staff, at string) {
	title := o.t("office_new_person")
	if s.Number != "" {
		title = s.Number + " · " + s.Name
	}
	f := o.newForm(title, func() { o.peopleAt(at) })
	var number *controls.Field
	if s.Number == "" {
		number = f.Entry("")
		f.Add(o.t("setup_number"), number)
		f.Part("number", number)
	}
	name := f.Entry(s.Name)
	f.Add(o.t("setup_person"), name)
	f.Part("staff", name)
	role := f.Pick(o.roles(), slices.Index(record.Roles(), s.Role), nil)
	f.Add(o.t("office_col_role"), role)
	language := f.Pick(o.languages(), slices.Index(text.Languages(), s.Language)+1, nil)
	f.Add(o.t("office_col_language"), language)
	pin := f.Secret()
	if s.Number != "" {
		pin.SetPlaceHolder(o.t("office_pin_kept"))
	}
	f.Add(o.t("pin_title_new"), pin)
	f.Part("pin", pin)
	f.Note(o.shell.Viewer().PINDigits("pin_digits"))
	o.openForm(f, func() error {
		if number != nil {
			s.Number = number.Filled()
		}
		s.Name, s.Role, s.Language = name.Text, record.Roles()[max(0, role.SelectedIndex())], ""
		if i := language.SelectedIndex(); i > 0 {
			s.Language = text.Languages()[i-1]
		}
		return o.enter(house.NewStaff{Staff: s, PIN: pin.Text}, number != nil)
	})
}

// languages returns the words for the languages that somebody can have, the house's first.
func (o peoplePage) languages() []string {
	words := []string{o.t("office_house_language")}
	for _, lang := range text.Languages() {
		words = append(words, o.t("lang_"+lang))
	}
	return words
}

// languageOf returns the word for somebody's language, a dash where it is the house's.
func (o peoplePage) languageOf(s house.Staff) string {
	if s.Language == "" {
		return "–"
	}
	return o.t("lang_" + s.Language)
}

// roles returns the words for all roles.
func (o peoplePage) roles() []string {
	var words []string
	for _, role := range record.Roles() {
		words = append(words, o.t("role_"+string(role)))
	}
	return words
}

// enter enters somebody. A number that somebody has already is none for somebody new.
func (o peoplePage) enter(s house.NewStaff, fresh bool) error {
	if _, taken := o.shell.House.State.StaffBy(s.Number); fresh && taken && !o.shell.House.State.People().Left(s.Number) {
		return &house.Refusal{Why: house.BadSetting, What: "number"}
	}
	lead, err := o.leavesDuty(s.Staff)
	if err != nil {
		return err
	}
	if lead == "" {
		return o.enterNow(s)
	}
	list := func() { o.peopleAt(s.Number) }
	o.menuFrom(s.Name, lead, []controls.Choice{
		{Label: o.t("office_change_all_the_same"), Do: func() {
			if err := o.enterNow(s); err != nil {
				o.shell.CloseOverlay()
				o.say(err)
			}
		}},
		{Label: o.t("setup_back"), Do: list},
	}, list)
	return nil
}

func (o peoplePage) enterNow(s house.NewStaff) error {
	if err := o.shell.House.Staff().EnterStaff(s, o.who); err != nil {
		return err
	}
	said := "office_entered"
	if s.PIN == "" {
		said = "office_changed_person"
	}
	o.tell(o.t(said, text.Args{"Name": s.Name, "Number": s.Number}))
	o.peopleAt(s.Number)
	return nil
}

// leavesDuty returns a sentence about the tables at which somebody is on duty, where they may be so no more as what
// they are from now on. It returns "" where there is none. Nobody who has left is anything.
func (o peoplePage) leavesDuty(s house.Staff) (string, error) {
	duties, err := o.shell.House.Staff().OnDuty(s.Number)
	if err != nil {
		return "", err
	}
	var tables []string
	for _, d := range duties {
		switch {
		case d.Croupier == s.Number && !s.MayDeal():
			tables = append(tables, d.Table+" ("+o.t("role_"+string(record.Croupier))+")")
		case d.Inspector == s.Number && !s.MayInspect():
			tables = append(tables, d.Table+" ("+o.t("role_"+string(record.Inspector))+")")
		}
	}
	var says []string
	if len(tables) > 0 {
		says = append(says, o.t("office_on_duty", text.Args{"Name": s.Name, "Tables": strings.Join(tables, ", ")}))
	}
	if apart := o.dutyUnknown(s); len(apart) > 0 {
		says = append(says, o.t("office_on_duty_unknown", text.Args{"Name": s.Name, "Tables": strings.Join(apart, ", ")}))
	}
	return strings.Join(says, "\n"), nil
}

// dutyUnknown returns the tables at which somebody may be on duty, and may be so no more as what they are from now
// on. This machine does not know it, since other machines play them.
func (o peoplePage) dutyUnknown(s house.Staff) []string {
	house := &o.shell.House.State
	was, there := house.People().Working(s.Number)
	if !there || (s.MayDeal() || !was.MayDeal()) && (s.MayInspect() || !was.MayInspect()) {
		return nil
	}
	return slices.DeleteFunc(house.Apart(), house.Retired)
}

// askRemove asks once more before somebody's code opens nothing any longer.
func (o peoplePage) askRemove(s house.Staff) {
	list := func() { o.peopleAt(s.Number) }
	lead := o.t("office_remove_lead")
	duty, err := o.leavesDuty(house.Staff{Number: s.Number, Name: s.Name})
	if err != nil {
		o.say(err)
		return
	}
	if duty != "" {
		lead = duty + "\n" + lead
	}
	keys, err := o.shell.House.Staff().KeysWith(s.Number)
	if err != nil {
		o.say(err)
		return
	}
	if len(keys) > 0 {
		lead = o.t("keys_held_lead", text.Args{"Name": s.Name, "Item": strings.Join(keys, ", ")}) + "\n" + lead
	}
	o.menuFrom(o.t("office_remove")+" · "+s.Name, lead, []controls.Choice{
		{Label: o.t("office_remove"), Do: func() { o.remove(s) }},
		{Label: o.t("setup_back"), Do: list},
	}, list)
}

func (o peoplePage) remove(s house.Staff) {
	if err := o.shell.House.Staff().RemoveStaff(s.Number, o.who); err != nil {
		o.shell.CloseOverlay()
		o.say(err)
		return
	}
	o.tell(o.t("office_removed", text.Args{"Name": s.Name}))
	o.openPeople()
}

// openPINRules shows the form of the rules for PINs.
func (o peoplePage) openPINRules() {
	if err := o.who.Check(house.ChangeStaff); err != nil {
		o.say(err)
		return
	}
	rules := o.shell.House.State.Rules()
	_, back := o.wayBack(nil)
	f := o.newForm(o.t("office_pin_rules"), back)
	least, days := f.Entry(strconv.Itoa(rules.Least)), f.Entry(strconv.Itoa(rules.Days))
	f.Add(o.t("office_pin_least"), least)
	f.Part("pinrules", least)
	f.Add(o.t("office_pin_days"), days)
	o.openForm(f, func() error {
		n, err := whole(least, "pinrules")
		if err != nil {
			return err
		}
		m, err := whole(days, "pinrules")
		if err != nil {
			return err
		}
		if err := o.shell.House.Staff().SetPINRules(record.PINRules{Least: n, Days: m}, o.who); err != nil {
			return err
		}
		o.shell.CloseOverlay()
		o.tell(o.t("office_pin_rules_set"))
		return nil
	})
}

// changePIN asks somebody for a new PIN.
func (o peoplePage) changePIN() {
	o.shell.AskNewPIN("", "", func() {
		o.shell.CloseOverlay()
		o.tell(o.t("pin_changed"))
	})
	o.over(o.shell.Overlay())
}

// whole returns the number in a field; another text is refused as a part of the form.
func whole(f *controls.Field, part string) (int, error) {
	n, err := strconv.Atoi(f.Filled())
	if err != nil {
		return 0, &controls.Mistake{At: f, Err: &house.Refusal{Why: house.BadSetting, What: part}}
	}
	return n, nil
}
