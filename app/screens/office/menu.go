package office

import (
	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/pit/house"
)

// openMenu shows what is not about one report. A choice without the right for it is off and names who has it.
// The house checks the right in any case.
func (o *Office) openMenu() {
	choices := []controls.Choice{
		{Label: o.t("office_verify_report"), Do: o.verifies().openFiles},
		o.needs(house.VerifyRecord, controls.Choice{Label: o.t("office_verify_record"), Do: o.verifies().verifyRecord}),
		o.needs(house.ChangeStaff, controls.Choice{Label: o.t("office_people"), Do: o.people().openPeople}),
		o.needs(house.ChangeStaff, controls.Choice{Label: o.t("office_pin_rules"), Do: o.people().openPINRules}),
		o.needs(house.UnlockPINs, controls.Choice{Label: o.t("menu_unlock"), Do: o.unlock}),
		o.needs(house.ChangeTables, controls.Choice{Label: o.t("office_tables"), Do: o.tables().openTables}),
		{Label: o.t("office_change_pin"), Do: o.people().changePIN},
		{Label: o.t("menu_language"), Do: o.openLanguages},
		o.needs(house.KeepBackups, controls.Choice{Label: o.t("office_backup"), Do: o.upkeep().openBackup}),
		o.needs(house.ChangeHouse, controls.Choice{Label: o.t("office_house"), Do: o.openHouse}),
		{Label: o.t("office_access"), Do: func() { o.people().openAccess(0) }},
		{Label: o.t("office_programs"), Do: o.upkeep().openPrograms},
		{Label: o.t("office_log"), Do: o.logs().openLogMenu},
		o.needs(house.ChangeHouse, controls.Choice{Label: o.t("office_alerts"), Do: o.openAlerts}),
		{Label: o.t("office_leave"), Do: o.leave},
	}
	for i, c := range choices {
		choices[i].Do = func() {
			o.from = o.openMenu
			c.Do()
		}
	}
	o.from = nil
	o.menu(o.t("office_menu"), "", choices)
}

// needs returns a choice that takes a right: off for who lacks it, with who has it.
func (o *Office) needs(right house.Right, c controls.Choice) controls.Choice {
	if err := o.who.Check(right); err != nil {
		c.Off, c.Why = true, func() { o.shell.Warn(o.shell.Wording(err)) }
	}
	return c
}

// straight returns the keys as keys of the office itself: Esc on a page that they open leads back to it.
func (o *Office) straight(keys []controls.DeskKey) []controls.DeskKey {
	for i, k := range keys {
		keys[i].Do = func() {
			o.from = nil
			k.Do()
		}
	}
	return keys
}

// menu shows choices over the office.
func (o *Office) menu(title, lead string, choices []controls.Choice) {
	o.menuFrom(title, lead, choices, nil)
}

// menuFrom shows a menu that was opened from another page, to which back leads; nil as in wayBack.
func (o *Office) menuFrom(title, lead string, choices []controls.Choice, back func()) {
	menu := controls.Menu{Title: title, Lead: lead, Choices: choices}
	menu.Close, menu.OnClose = o.wayBack(back)
	m := controls.NewMenu(menu)
	o.over(shell.PageOf(m.Drawn, m.Rune, escapes(menu.OnClose, nil)))
}

// escapes returns a handler of keys: Esc calls back, others go to key; nil for nothing.
func escapes(back func(), key func(fyne.KeyName) bool) func(fyne.KeyName) bool {
	return func(name fyne.KeyName) bool {
		if name == fyne.KeyEscape {
			back()
			return true
		}
		return key != nil && key(name)
	}
}

// wayBack returns what Esc does on a page, and the word on its key. With nil it leads back to the menu where that
// opened it, else to the office.
func (o *Office) wayBack(back func()) (word string, do func()) {
	if back == nil {
		back = o.from
	}
	if back == nil {
		return o.t("close_overlay"), o.shell.CloseOverlay
	}
	return o.t("back_overlay"), back
}

// openLanguages shows what is chosen of this window: its language, its look and its letters.
func (o *Office) openLanguages() {
	o.menu(o.t("menu_language"), "", o.shell.OwnChoices(func() {
		o.shell.CloseOverlay()
		o.choose(o.chosen)
	}))
}

// unlock opens the codes that wrong PINs have shut.
func (o *Office) unlock() {
	o.shell.CloseOverlay()
	if err := o.shell.House.Unlock(o.who); err != nil {
		o.say(err)
		return
	}
	o.tell(o.t("said_unlocked"))
}
