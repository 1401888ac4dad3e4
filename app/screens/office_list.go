package screens

import (
	"slices"
	"strconv"

	"sabot/app/controls"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
	"sabot/reports"
)

// readShifts reads the shifts anew, beside the window.
func (o *Office) readShifts() {
	o.paper.Say(o.t("office_reading"))
	house := o.shell.house
	o.work.latest(func() func() {
		lines, err := shiftsOf(house)
		return func() {
			if err != nil {
				o.say(err)
				return
			}
			o.shifts = lines
			o.choose(o.chosen)
		}
	})
}

// shiftsOf are the house's shifts.
func shiftsOf(house *session.House) ([]session.ShiftLine, error) {
	house, err := house.Aside()
	if err != nil {
		return nil, err
	}
	return house.Shifts(session.ShiftQuery{})
}

// listed are the shifts of the table that is filtered for.
func (o *Office) listed() []session.ShiftLine {
	if o.filter == "" {
		return o.shifts
	}
	var some []session.ShiftLine
	for _, l := range o.shifts {
		if l.Table == o.filter {
			some = append(some, l)
		}
	}
	return some
}

// shift is the one that is chosen; false where there is none.
func (o *Office) shift() (session.ShiftLine, bool) {
	listed := o.listed()
	if o.chosen >= len(listed) {
		return session.ShiftLine{}, false
	}
	return listed[o.chosen], true
}

// choose shows another shift's report.
func (o *Office) choose(i int) {
	o.chosen, o.slip = max(0, min(i, len(o.listed())-1)), 0
	o.notice = view.Notice{}
	o.preview()
}

// chooseLine chooses by a line of the desk; a heading stands for the shift below it.
func (o *Office) chooseLine(line int) {
	_, shifts := o.lines()
	for line < len(shifts)-1 && shifts[line] < 0 {
		line++
	}
	o.choose(shifts[line])
}

// turnFilter lists the next table's shifts; after the last those of all.
func (o *Office) turnFilter(int) {
	names := []string{""}
	for _, t := range o.shell.house.State.Tables {
		names = append(names, t.Name)
	}
	o.filter = names[(slices.Index(names, o.filter)+1)%len(names)]
	o.choose(0)
}

// lines are the desk's list, and for each line the shift that it is, -1 for a day.
func (o *Office) lines() (lines []controls.DeskLine, shifts []int) {
	day := ""
	for i, l := range o.listed() {
		if i == 0 || l.Day != day {
			day = l.Day
			lines, shifts = append(lines, controls.DeskLine{Heading: true, Text: reports.Date(day)}), append(shifts, -1)
		}
		state := o.t("office_closed")
		if l.Open() {
			state = o.t("office_open")
		}
		name := o.t("office_shift", text.Args{"Table": l.Table, "N": l.Number})
		lines, shifts = append(lines, controls.DeskLine{Text: name, State: state, Waits: l.Open()}), append(shifts, i)
	}
	return lines, shifts
}

// update shows what there is on the desk.
func (o *Office) update() {
	if o.work.closed() {
		return
	}
	lines, shifts := o.lines()
	filter := o.filter
	if filter == "" {
		filter = o.t("office_all_tables")
	}
	place, notice := "", o.notice
	if notice.Text == "" {
		notice = o.backupNotice()
	}
	if page, of := o.paper.Place(); of > 0 {
		place = strconv.Itoa(page) + " / " + strconv.Itoa(of)
	}
	o.desk.Set(controls.DeskView{
		Title: o.t("office_title") + " · " + o.shell.house.State.Name, Who: o.who.Name + " · " + o.t("role_"+string(o.who.Role)),
		Leave:  controls.DeskKey{Label: o.t("office_leave"), Key: "Esc", Do: o.leave},
		Filter: filter, FilterKey: "Tab", Lines: lines, Chosen: max(0, slices.Index(shifts, o.chosen)), Empty: o.t("office_no_shift"),
		Kinds: o.kinds(), Kind: o.kind, Acts: o.acts(), Page: place, Notice: notice,
	})
}

// officeKinds are the reports of the office, in the order of its tabs.
var officeKinds = []reports.Kind{reports.ShiftReport, reports.ReconstructionReport, reports.IncidentReport, reports.SlipReport, reports.TableReport}

func (o *Office) kinds() []controls.DeskKey {
	var keys []controls.DeskKey
	for i, label := range []string{o.t("report_shift"), o.t("report_reconstructions"), o.t("report_incidents"), o.t("office_slips"), o.t("office_month")} {
		keys = append(keys, controls.DeskKey{Label: label, Key: strconv.Itoa(i + 1), Do: func() { o.chooseKind(i) }})
	}
	return keys
}

// acts are what can be done with the report that is shown, and the menu.
func (o *Office) acts() []controls.DeskKey {
	return []controls.DeskKey{
		{Label: o.t("office_print"), Key: "P", Do: o.print},
		{Label: "PDF", Key: "D", Do: o.savePDF},
		{Label: "CSV", Key: "C", Do: func() { o.saveSheet(session.CSV) }},
		{Label: "XLSX", Key: "X", Do: func() { o.saveSheet(session.XLSX) }},
		{Label: o.t("office_sign"), Key: "F", Do: o.sign},
		{Label: o.t("office_verify"), Key: "V", Do: o.openFiles},
		{Label: o.t("office_menu"), Key: "M", Do: o.openMenu},
	}
}

// openMenu is what is not about one report. What somebody may not is off; that they may
// not is for the house to say in any case.
func (o *Office) openMenu() {
	may := o.who.May
	choices := []controls.Choice{
		{Label: o.t("office_verify_report"), Do: o.openFiles},
		{Label: o.t("office_verify_record"), Off: !may(pit.VerifyRecord), Do: o.verifyRecord},
		{Label: o.t("office_people"), Off: !may(pit.ChangeStaff), Do: o.openPeople},
		{Label: o.t("office_pin_rules"), Off: !may(pit.ChangeStaff), Do: o.openPINRules},
		{Label: o.t("menu_unlock"), Off: !may(pit.UnlockPINs), Do: o.unlock},
		{Label: o.t("office_tables"), Off: !may(pit.ChangeTables), Do: o.openTables},
		{Label: o.t("office_change_pin"), Do: o.changePIN},
		{Label: o.t("menu_language"), Do: o.openLanguages},
		{Label: o.t("office_backup"), Off: !may(pit.KeepBackups), Do: o.openBackup},
		{Label: o.t("office_leave"), Do: o.leave},
	}
	o.menu(o.t("office_menu"), "", choices)
}

func (o *Office) menu(title, lead string, choices []controls.Choice) {
	m := controls.NewMenu(controls.Menu{
		Title: title, Lead: lead, Choices: choices, Close: o.t("close_overlay"), OnClose: o.shell.closeOverlay,
	})
	o.over(pageOf(m.Drawn, m.Rune, nil))
}

func (o *Office) openLanguages() {
	var choices []controls.Choice
	for _, lang := range text.Languages() {
		choices = append(choices, controls.Choice{Label: o.t("lang_" + lang), Do: func() {
			o.shell.speak(lang)
			o.shell.closeOverlay()
			o.choose(o.chosen)
		}})
	}
	o.menu(o.t("menu_language"), "", choices)
}

// unlock opens the codes that wrong PINs have shut.
func (o *Office) unlock() {
	o.shell.closeOverlay()
	if err := o.shell.house.Unlock(o.who); err != nil {
		o.say(err)
		return
	}
	o.tell(o.t("said_unlocked"))
}
