package screens

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/practice"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/record"
)

// firstPage returns the page shown with no data: a house to set up, or one to try.
func (s *Station) firstPage() shell.Page {
	tx := s.Text
	lead := tx.T("first_lead")
	if dir := s.options.NewData; dir != "" {
		lead = tx.T("first_new_data", text.Args{"Directory": dir}) + "\n" + lead
	}
	m := controls.NewMenu(controls.Menu{
		Title: tx.T("first_title"), Lead: lead,
		Choices: []controls.Choice{
			{Label: tx.T("first_demo"), About: tx.T("first_demo_lead"), Do: func() { s.Waited(s.setUpDemo) }},
			{Label: tx.T("first_setup"), About: tx.T("first_setup_lead"), Do: s.openSetup},
			{Label: languageNames(tx), Do: s.firstLanguage},
			s.practiceChoice(func() { s.Show(s.firstPage()) }),
		},
	})
	return shell.PageOf(m.Drawn, m.Rune, nil)
}

// languageNames returns the name of every language in itself: who reads none of the others finds their own.
func languageNames(tx *text.Catalogue) string {
	var names []string
	for _, lang := range text.Languages() {
		names = append(names, tx.T("lang_"+lang))
	}
	return strings.Join(names, " · ")
}

func (s *Station) firstLanguage() {
	m := controls.NewMenu(controls.Menu{Title: s.Text.T("menu_language"), Choices: s.OwnChoices(func() { s.Show(s.firstPage()) })})
	s.Show(shell.PageOf(m.Drawn, m.Rune, nil))
}

// setUpDemo sets up the house to try.
func (s *Station) setUpDemo() {
	if err := s.setUp(house.DemoPlan(s.Text.Language, "", 1)); err != nil {
		s.Show(s.troublePage(err))
	}
}

// setUp enters a house and goes to its first table. It answers what is refused of the plan.
func (s *Station) setUp(plan house.Plan) error {
	err := s.House.SetUp(plan)
	if errors.As(err, new(*house.Refusal)) {
		return err
	}
	if err != nil {
		s.Show(s.troublePage(err))
		return nil
	}
	s.Speak(s.options.Language)
	if plan.Name == house.DemoName {
		s.greeting = s.Text.T("demo_codes", text.Args{"Codes": demoCodes(plan)})
	} else {
		s.wantsKit = true
	}
	s.start()
	return nil
}

// greets returns the first notice after a house was set up. It has the codes of a house to try, or, by the key
// kit, the way to the recovery kit, until there is one.
func (s *Station) greets(kit string) string {
	if s.wantsKit && s.House.State.Backups().KitMade().IsZero() {
		return s.Text.T(kit)
	}
	return s.greeting
}

// pickPage asks which table this is; where another was named that the house has not, it
// says so.
func (s *Station) pickPage() shell.Page {
	lead := s.greets("setup_kit_pick")
	if name := s.options.Table; name != "" {
		if _, there := s.House.State.TableNamed(name); !there || s.House.State.Retired(name) {
			lead = s.Text.T("pick_unknown", text.Args{"Table": name})
		}
	}
	return s.pickSaying(lead)
}

// pickSaying returns pickPage with another lead.
func (s *Station) pickSaying(lead string) shell.Page {
	var choices []controls.Choice
	s.picks.offered = s.House.State.Playable()
	for _, t := range s.picks.offered {
		about := ""
		if g, err := handfile.ParseRules(t.Game, t.Rules); err == nil {
			about = s.Text.T("preset_" + g.Options().Preset)
		}
		choices = append(choices, controls.Choice{Label: t.Name, About: about, Do: func() { s.Waited(func() { s.openTable(t.Name) }) }})
	}
	choices = append(choices, s.officeChoice(func() { s.Show(s.pickPage()) }), s.floorChoice(func() { s.Show(s.pickPage()) }), s.practiceChoice(func() { s.Show(s.pickPage()) }))
	title := "pick_title"
	if len(s.picks.offered) == 0 {
		title = "pick_page"
	}
	m := controls.NewMenu(controls.Menu{Title: s.Text.T(title), Lead: lead, Choices: choices})
	s.picks.drawn = m.Drawn
	digits := &pickDigits{station: s, menu: m}
	return shell.PageOf(m.Drawn, digits.rune, digits.key)
}

// officeChoice opens the office, for which no table is taken; back is where one is.
func (s *Station) officeChoice(back func()) controls.Choice {
	return controls.Choice{Key: "0", Label: s.Text.T("office_title"), About: s.Text.T("office_about"), Do: func() { s.openOffice(back) }}
}

// floorChoice opens the floor, for which no table is taken either.
func (s *Station) floorChoice(back func()) controls.Choice {
	return controls.Choice{Key: "9", Label: s.Text.T("floor_title"), About: s.Text.T("floor_about"), Do: func() { s.openFloor(back) }}
}

// practiceChoice opens the drills, for which no table is taken and nobody signs on.
func (s *Station) practiceChoice(back func()) controls.Choice {
	return controls.Choice{Key: "8", Label: s.Text.T("practice_title"), About: s.Text.T("practice_menu_about"), Do: func() { practice.Open(s.Shell, s.options.Practice, "back_overlay", back, nil) }}
}

// troublePage shows what keeps Sabot from going on, and offers another table where that can help.
func (s *Station) troublePage(err error) shell.Page {
	var choices []controls.Choice
	var held *record.HeldError
	key, args := "trouble_disk", text.Args{"Error": err.Error()}
	var refused *house.Refusal
	var file *fs.PathError
	switch {
	case errors.As(err, &refused):
		return s.pickSaying(s.Viewer().Refused(refused, nil))
	case errors.As(err, &held):
		key, args = "trouble_held", text.Args{"Table": held.Table, "Holder": held.Holder}
		if len(s.House.State.InUse()) > 1 {
			choices = append(choices, controls.Choice{Label: s.Text.T("pick_title"), Do: func() { s.Show(s.pickPage()) }})
		}
		choices = append(choices, s.officeChoice(func() { s.Show(s.troublePage(err)) }))
	case errors.Is(err, record.ErrNewerRecord):
		key = "trouble_newer"
	case errors.Is(err, record.ErrOlderRecord):
		key = "trouble_older"
	case errors.Is(err, record.ErrProtected):
		key = "trouble_protected"
	case errors.Is(err, record.ErrKeyLost):
		key = "trouble_key"
	case errors.Is(err, record.ErrReplaced):
		key = "disk_replaced"
	case errors.Is(err, record.ErrChanged):
		key = "trouble_changed"
	case errors.Is(err, syscall.ENOSPC):
		key = "trouble_full"
	case errors.Is(err, fs.ErrPermission) && errors.As(err, &file):
		key, args = "trouble_closed", text.Args{"Path": file.Path}
	}
	choices = append(choices, controls.Choice{Key: "q", Label: s.Text.T("menu_quit"), Do: s.Window.Close})
	m := controls.NewMenu(controls.Menu{Title: s.Text.T("error_title"), Lead: s.Text.T(key, args), Choices: choices})
	return shell.PageOf(m.Drawn, m.Rune, nil)
}

// Trouble fills a window with why Sabot cannot even open its record.
func Trouble(window fyne.Window, lang string, err error) {
	s := &Station{Shell: &shell.Shell{Window: window, Text: text.Open(lang, "CHF")}}
	page := s.troublePage(err)
	window.SetContent(page.Content())
	window.Canvas().SetOnTypedRune(func(r rune) { page.Typed(r) })
}

// demoCodes returns the codes of the house to try, for its first screen.
func demoCodes(p house.Plan) string {
	line := ""
	for _, s := range p.Staff {
		if s.MayDeal() || s.Role == record.Inspector {
			line += "   " + s.Name + " " + s.Number + s.PIN
		}
	}
	return strings.TrimSpace(line)
}
