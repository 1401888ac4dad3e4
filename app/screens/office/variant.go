package office

import (
	"encoding/json"
	"slices"
	"strconv"

	"sabot/app/controls"
	"sabot/games"
	"sabot/games/handfile"
)

// addVariant is which of the game's presets the table plays, with which rules of its own,
// and how winnings are rounded.
func (f *tableForm) addVariant() {
	o, options := f.office, f.game.Options()
	var names []string
	presets := handfile.PresetsOf(f.game.Name())
	for _, preset := range presets {
		names = append(names, o.t("preset_"+preset))
	}
	f.preset = f.Pick(names, slices.Index(presets, options.Preset), f.variantChosen)
	f.Add(o.t("office_preset"), f.preset)
	f.boxes = f.Entry(strconv.Itoa(options.Boxes))
	f.decks = f.Entry(strconv.Itoa(options.Decks))
	f.Add(o.t("setup_boxes"), f.boxes)
	f.Add(o.t("office_decks"), f.decks)
	f.ruled = f.Section()
	f.askRules(f.game)
	unit, chips := options.Rounding.Unit, o.shell.House.State.Chips
	if f.name != nil && !games.ChipsMake(unit, chips) { // of a new table what no chip pays is proposed as what some do
		unit = chips[0]
	}
	f.rounding = f.Entry(typed(unit))
	f.Part("rounding", f.rounding)
	f.Add(o.t("office_rounding"), f.rounding)
}

// askRules asks for the rules of a game's own.
func (f *tableForm) askRules(g games.Game) {
	tx := f.office.shell.Text
	f.ruled.Clear()
	f.own = RuleFields(tx, g, f.Form)
	for _, rule := range f.own {
		f.ruled.Add(RuleName(tx, rule.Rule.Key), rule.All)
	}
}

// variantChosen asks for the rules of the preset that was chosen; what was filled in of
// those that it has too stays.
func (f *tableForm) variantChosen() {
	all := f.written()
	if err := EnterRules(f.own, all); err != nil {
		all = f.written() // what cannot be is forgotten
	}
	all["preset"] = f.chosen()
	rules, err := json.Marshal(all)
	if err != nil {
		return
	}
	if g, err := handfile.ParseRules(f.game.Name(), rules); err == nil {
		f.askRules(g)
	}
}

// chosen is the preset that was chosen, as the hand file writes it.
func (f *tableForm) chosen() json.RawMessage {
	name, _ := json.Marshal(handfile.PresetsOf(f.game.Name())[f.preset.SelectedIndex()])
	return name
}

// written are the table's rules by key, as they are entered now.
func (f *tableForm) written() map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(f.set.Rules, &all); err != nil { // the preset's name alone
		all = map[string]json.RawMessage{"preset": json.RawMessage(f.set.Rules)}
	}
	return all
}

// size puts how many boxes and decks the table has among the rules, where they are not
// what they were.
func (f *tableForm) size(all map[string]json.RawMessage) error {
	was := f.game.Options()
	for _, n := range []struct {
		key   string
		entry *controls.Field
		was   int
		most  int
	}{{"boxes", f.boxes, was.Boxes, mostBoxes(f.game)}, {"decks", f.decks, was.Decks, 99}} {
		size, err := strconv.Atoi(n.entry.Filled())
		if err != nil || size < 1 || size > n.most {
			return bad(n.entry, n.key)
		}
		if size != n.was {
			all[n.key] = json.RawMessage(strconv.Itoa(size))
		}
	}
	return nil
}

// mostBoxes is how many boxes a table of the game has at most: as many as are built, or as
// it has now.
func mostBoxes(g games.Game) int {
	built := g.Layout().Boxes
	return max(g.Options().Boxes, built[len(built)-1])
}

// round puts how winnings are rounded among the rules, where it is not what it was.
func (f *tableForm) round(all map[string]json.RawMessage) error {
	was := f.game.Options().Rounding
	unit, err := amountIn(f.rounding, "rounding")
	if err == nil && unit < 1 {
		err = bad(f.rounding, "rounding")
	}
	if err != nil {
		return err
	}
	if unit == was.Unit {
		return nil
	}
	rounding, err := json.Marshal(map[string]any{"unit": unit, "mode": was.Mode})
	all["rounding"] = rounding
	return err
}
