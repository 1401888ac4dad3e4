package screens

import (
	"encoding/json"
	"slices"

	"fyne.io/fyne/v2/widget"

	"sabot/games/handfile"
	"sabot/pit"
)

// addVariant is which of the game's presets the table plays, and how winnings are rounded.
func (f *tableForm) addVariant() {
	o, options := f.office, f.game.Options()
	var names []string
	presets := handfile.PresetsOf(f.game.Name())
	for _, preset := range presets {
		names = append(names, o.t("preset_"+preset))
	}
	f.preset = widget.NewSelect(names, func(string) { o.touch() })
	f.preset.SetSelectedIndex(slices.Index(presets, options.Preset))
	f.rounding = f.entry(plain(options.Rounding.Unit))
	f.add(o.t("office_preset"), f.preset)
	f.add(o.t("office_rounding"), f.rounding)
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
