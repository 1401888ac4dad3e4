package floor

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games/roads"
)

// Typed handles a key that is a character.
func (f *Floor) Typed(r rune) bool {
	f.touch()
	if r >= '1' && r <= '9' {
		if tile, there := f.drawn.Numbered(int(r - '0')); there {
			f.chooseAt(tile)
		}
		f.update()
		return true
	}
	switch key := strings.ToUpper(string(r)); key {
	case "S":
		f.sortNext()
		return true
	case "A":
		f.openAlerts()
		return true
	case "G":
		f.openPatterns()
		return true
	case "V":
		f.openHidden()
		return true
	case "O":
		f.openAsked()
		return true
	default:
		for _, act := range f.acts() {
			if act.Key == key {
				act.Do()
				return true
			}
		}
	}
	f.notice = view.Notice{Text: f.shell.NoUseOf(string(r)), Bad: true}
	f.update()
	return true
}

// Key handles a key that is no character.
func (f *Floor) Key(name fyne.KeyName) bool {
	f.touch()
	switch name {
	case fyne.KeyTab:
		f.turnTo((f.tab + 1) % (goodRoads + 1))
	case fyne.KeyReturn, fyne.KeyEnter:
		f.openTable()
	case fyne.KeyF2:
		f.openLimits()
	case fyne.KeyF8:
		f.openHands()
	case fyne.KeyF10:
		f.openMenu()
	case fyne.KeyEscape:
		f.leave()
	default:
		tile, leads := f.drawn.Step(name)
		if !leads {
			return false
		}
		f.chooseAt(tile)
	}
	return true
}

// chooseAt chooses a tile of the tab.
func (f *Floor) chooseAt(i int) {
	if list := f.shown(); i >= 0 && i < len(list) {
		f.chosen, f.picked = list[i].Name, true
	}
	f.update()
}

func (f *Floor) turnTo(tab int) {
	f.tab = tab
	f.arrange()
	f.update()
}

// sortBy sorts the tiles anew, by that, and begins with the first of them.
func (f *Floor) sortBy(o order) {
	f.sort, f.kept.sort = o, o
	f.keep()
	f.arrange()
	if list := f.shown(); len(list) > 0 {
		f.chosen = list[0].Name
	}
	f.update()
}

// sortNext sorts anew: by the same where something new has come to the front, else by the next.
func (f *Floor) sortNext() {
	if len(f.fresh()) > 0 {
		f.sortBy(f.sort)
		return
	}
	f.sortBy((f.sort + 1) % orders)
}

// pin puts the chosen table first whatever the order, or undoes that.
func (f *Floor) pin() {
	if f.chosen == "" {
		return
	}
	if !slices.Contains(f.kept.pinned, f.chosen) && len(f.kept.pinned) >= mostPinned {
		f.notice = view.Notice{Text: f.t("floor_pinned_most", text.Args{"N": mostPinned}), Bad: true}
		f.update()
		return
	}
	f.kept.pinned = toggled(f.kept.pinned, f.chosen)
	f.keep()
	f.arrange()
	f.update()
}

// hide takes the chosen table out of the tiles until somebody shows it again.
func (f *Floor) hide() {
	if f.chosen == "" {
		return
	}
	name := f.chosen
	f.kept.hidden = append(slices.Clone(f.kept.hidden), name)
	f.kept.pinned = slices.DeleteFunc(slices.Clone(f.kept.pinned), func(n string) bool { return n == name })
	f.keep()
	f.notice = view.Notice{Text: f.t("floor_said_hidden", text.Args{"Table": name})}
	f.update()
}

// openPatterns switches Good Roads on and off, one by one.
func (f *Floor) openPatterns() {
	var choices []controls.Choice
	for _, p := range roads.Patterns() {
		sign := "✓ "
		if slices.Contains(f.kept.off, p.Name) {
			sign = "–  "
		}
		choices = append(choices, controls.Choice{Label: sign + f.t("good_"+p.Name), Do: func() {
			f.kept.off = toggled(f.kept.off, p.Name)
			f.keep()
			f.shell.Back()
			f.update()
			f.openPatterns()
		}})
	}
	f.menu(f.t("title_patterns"), "", choices)
}

// openHidden shows tables again that were hidden.
func (f *Floor) openHidden() {
	if len(f.kept.hidden) == 0 {
		f.notice = view.Notice{Text: f.t("floor_none_hidden")}
		f.update()
		return
	}
	var choices []controls.Choice
	for _, name := range f.kept.hidden {
		choices = append(choices, controls.Choice{Label: name, Do: func() {
			f.kept.hidden = toggled(f.kept.hidden, name)
			f.keep()
			f.shell.CloseOverlay()
			f.chosen = name
			f.arrange()
			f.update()
		}})
	}
	f.menu(f.t("floor_hidden"), "", choices)
}

// openTable shows what can be done with the chosen table; who is not signed on signs on first.
func (f *Floor) openTable() {
	if f.chosen == "" {
		return
	}
	if !f.signedOn() {
		f.signOn(nil)
		return
	}
	var choices []controls.Choice
	for _, act := range f.acts() {
		if act.Key != "M" {
			choices = append(choices, controls.Choice{Key: strings.ToLower(act.Key), Label: act.Label, Do: func() {
				f.shell.CloseOverlay()
				act.Do()
			}})
		}
	}
	f.menu(f.chosen, f.detail(f.tiles[f.chosen]), choices)
}

// openMenu shows what is not about one table.
func (f *Floor) openMenu() {
	closing := func(do func()) func() {
		return func() {
			f.shell.CloseOverlay()
			do()
		}
	}
	choices := []controls.Choice{
		{Label: f.t("floor_alerts"), Key: "a", Do: closing(f.openAlerts)},
		{Label: f.t("title_patterns"), Key: "g", Do: f.openPatterns},
		{Label: f.t("floor_hidden"), Key: "v", Off: len(f.kept.hidden) == 0, Do: f.openHidden},
		{Label: f.t("floor_sign_on"), Off: f.signedOn(), Do: closing(func() { f.signOn(nil) })},
		{Label: f.t("menu_language"), Do: func() { f.menu(f.t("menu_language"), "", f.shell.OwnChoices(closing(f.update))) }},
		{Label: f.t("office_leave"), Off: !f.signedOn(), Do: closing(f.leave)},
		{Label: f.t("menu_quit"), Do: f.shell.Exit},
	}
	f.menu(f.t("office_menu"), "", choices)
}

func (f *Floor) menu(title, lead string, choices []controls.Choice) {
	m := controls.NewMenu(controls.Menu{Title: title, Lead: lead, Choices: choices, OnClose: f.shell.Back})
	m.Close = f.t("close_overlay")
	if f.shell.Overlay() != nil {
		m.Close = f.t("back_overlay")
	}
	f.over(shell.PageOf(m.Drawn, m.Rune, m.Key))
}

// over shows a page over the floor; what is pressed there counts as use.
func (f *Floor) over(p shell.Page) { f.shell.Over(shell.Watched(p, f.touch)) }
