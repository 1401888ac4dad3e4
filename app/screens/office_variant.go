package screens

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2/widget"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
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
	f.preset = widget.NewSelect(names, func(string) { o.touch() })
	f.preset.SetSelectedIndex(slices.Index(presets, options.Preset))
	f.add(o.t("office_preset"), f.preset)
	f.boxes = f.entry(strconv.Itoa(options.Boxes))
	f.decks = f.entry(strconv.Itoa(options.Decks))
	f.add(o.t("setup_boxes"), f.boxes)
	f.add(o.t("office_decks"), f.decks)
	f.own = ruleFields(o.shell.text, f.game, f.entry, o.touch)
	for _, rule := range f.own {
		f.add(ruleName(o.shell.text, rule.rule.Key), rule.all)
	}
	f.rounding = f.entry(plain(options.Rounding.Unit))
	f.add(o.t("office_rounding"), f.rounding)
}

// size puts how many boxes and decks the table has among the rules, where they are not
// what they were.
func (f *tableForm) size(all map[string]json.RawMessage) error {
	was := f.game.Options()
	for _, n := range []struct {
		key   string
		entry *field
		was   int
		most  int
	}{{"boxes", f.boxes, was.Boxes, mostBoxes(f.game)}, {"decks", f.decks, was.Decks, 99}} {
		typed, err := strconv.Atoi(strings.TrimSpace(n.entry.Text))
		if err != nil || typed < 1 || typed > n.most {
			return &pit.Refusal{Why: pit.BadSetting, What: n.key}
		}
		if typed != n.was {
			all[n.key] = json.RawMessage(strconv.Itoa(typed))
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
	unit, ok := amountIn(f.rounding)
	if !ok || unit < 1 {
		return &pit.Refusal{Why: pit.BadSetting, What: "rounding"}
	}
	if unit == was.Unit {
		return nil
	}
	rounding, err := json.Marshal(map[string]any{"unit": unit, "mode": was.Mode})
	all["rounding"] = rounding
	return err
}
