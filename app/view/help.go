package view

import (
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
)

// A HelpRow is a key and what it does.
type HelpRow struct{ Key, What string }

// Help returns what the keys do at the table. now has those of the present input strip, always those that do the
// same in every phase of this game.
func (v Viewer) Help(t *pit.Table, c Cursor) (now, always []HelpRow) {
	pad := v.NextAct().pad(t, c)
	rows := v.helpPad(t, pad)
	for _, b := range pad.Buttons {
		what := b.Label
		if key, more := helpOfButton[b.ID]; more {
			what = v.Text.T(key)
		}
		if b.Do != "" { // the word of the trade in plain ones
			what += " (" + v.Text.T("help_do_"+string(b.Do)) + ")"
		}
		if b.On && b.Key != "" {
			rows = append(rows, HelpRow{b.Key, what})
		}
	}
	if len(pad.Pays) > 0 {
		rows = append(rows, v.HelpPage("help_pays")...)
	}
	if AsksEarly(t) && t.Deal().Phase() != hand.Deciding { // there it is a button of the strip
		rows = append(rows, HelpRow{"E", v.Text.T("help_early")})
	}
	return rows, v.helpAlways(t)
}

// helpOfButton is what a button does where the strip has no room to say it.
var helpOfButton = map[ButtonID]string{
	ButtonEarly: "help_early", ButtonBettor: "help_bettor", ButtonClear: "help_clear", ButtonPaid: "help_paid", ButtonAll: "help_paid_all",
}

// helpPad returns the keys of a strip that are no buttons of it.
func (v Viewer) helpPad(t *pit.Table, pad Pad) []HelpRow {
	var rows []HelpRow
	add := func(keys, key string, args ...text.Args) { rows = append(rows, HelpRow{keys, v.Text.T(key, args...)}) }
	switch pad.Kind {
	case ChipPad:
		add("1–9", "help_box")
		if t.Game.Options().Boxes > 9 {
			add("0 1–9", "help_box_tens")
		}
		var keys []string
		for _, chip := range pad.Chips {
			keys = append(keys, chip.Key)
		}
		add(strings.Join(keys, " "), "help_chips")
		add("0–9 .", "help_amount")
		add("Tab", "help_tab")
		add("←→", "help_arrows")
		add("Shift", "help_shift_tap")
		if _, several := t.Game.(games.SeatsOfOne); several {
			add("P", "help_holders")
		}
	case ChoicePad, PayPad:
		if t.Deal().Phase() == hand.Deciding {
			add("A 2–9 0/T J Q K", "help_card_asked")
			for _, a := range t.Game.Layout().Asked() {
				key := "help_was"
				if a.WasAsks {
					key = "help_was_asks"
				}
				if a.Was != "" {
					add(a.Was, key, text.Args{"Key": a.Key, "What": v.Text.T("choice_" + string(a.Do))})
				}
			}
		}
	case CardPad:
		add("A 2–9 0/T J Q K", "help_card")
		if pad.Suits {
			add("S H C D", "help_suits")
		}
	}
	return rows
}

// helpAlways returns the keys that do the same in every phase.
func (v Viewer) helpAlways(t *pit.Table) []HelpRow {
	_, roads := v.Felt().game(t).(games.TwoSided)
	var rows []HelpRow
	for _, k := range []struct {
		key, what string
		on        bool
	}{
		{"⌫", "help_undo", t.Open},
		{"F1", "title_help", true},
		{"F2", "menu_limits", true},
		{"F3", "menu_cut_card", t.Open},
		{"F4", "title_irregularity", true},
		{"F5", "title_cash", true},
		{"F6", "menu_roads", roads},
		{"F7", "title_commission", v.OwesCommission(t)},
		{"F8", "menu_history", true},
		{"F9", "menu_relief", t.Open},
		{"F10", "title_menu", true},
		{"F11", "help_full_screen", true},
		{"F12", "title_reader", true},
		{"Esc", "help_escape", true},
	} {
		if k.on {
			rows = append(rows, HelpRow{k.key, v.Text.T(k.what)})
		}
	}
	return rows
}

// OwesCommission reports whether boxes of a table can owe commission.
func (v Viewer) OwesCommission(t *pit.Table) bool {
	tracks, ok := v.Felt().game(t).(games.Tracker)
	return ok && tracks.TracksCommission() || len(t.Debts()) > 0
}

// HelpPage returns what the keys do on another page than the table: a line each, the key and what it does.
func (v Viewer) HelpPage(key string, args ...text.Args) []HelpRow {
	var rows []HelpRow
	for _, line := range strings.Split(v.Text.T(key, args...), "\n") {
		k, what, split := strings.Cut(line, "|")
		if !split {
			k, what = "", line
		}
		rows = append(rows, HelpRow{k, what})
	}
	return rows
}

// HelpLaying returns what the keys do on the page of a hand's cards. Of the places it lists only those of the
// table's game.
func (v Viewer) HelpLaying(t *pit.Table) []HelpRow {
	var house []string
	boxes := false
	for _, at := range v.Felt().game(t).Places() {
		if at.Box > 0 {
			boxes = true
			continue
		}
		house = append(house, v.Place(at))
	}
	sides := "B"
	if len(house) > 1 {
		slices.Reverse(house) // the banker's key stands first
		sides = "B P"
	}
	return v.HelpPage("help_relay", text.Args{"Boxes": boxes, "Sides": sides, "House": strings.Join(house, ", ")})
}
