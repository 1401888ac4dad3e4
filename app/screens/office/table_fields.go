package office

import (
	"encoding/json"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/record"
)

// TableFields are the fields of a form for all that a table is set up with but its name
// and its currency. What depends on the preset or on the chips is asked anew where those
// become others; what somebody filled in stays.
type TableFields struct {
	Preset *controls.Pick
	Boxes  *controls.Field
	Own    []*RuleField // the rules of the game's own
	Later  func(func()) // does something soon at the window; set before Ask

	form     *controls.Form
	text     *text.Catalogue
	fresh    bool // the table is new, and a copy of none
	was      record.TableSet
	chips    []games.Amount // ascending
	presets  []string
	had      []string // the spots that the table has had until now
	lines    *controls.Section
	game     games.Game // the preset that is chosen, with the table's rules
	settings record.Settings
	touched  map[string]func() string // what was filled in, by the name of its field
	proposed map[string]string        // and what stood there

	spots                                []spotFields
	decks                                *controls.Field
	rounding                             *controls.Field
	mode                                 *controls.Pick
	means                                *fyne.Container // what the rounding means, a line each
	tracks                               bool            // as it is filled in, commission is noted
	confirmed                            asked           // what somebody saves twice
	burn, lowRisk, lateBets, offer, tips *controls.Tick
	reveal, continuous, timeEnds         *controls.Tick
	payFromRight                         *controls.Tick
	cut, difference, betTime, notice     *controls.Field
	float                                []*controls.Field // pieces, by chips
}

// spotFields are the limits of a spot, and whether it is offered; nil for one that must be.
type spotFields struct {
	games.Spot
	on          *controls.Tick
	least, most *controls.Field
}

// NewTableFields adds such fields to a form, for a table as set with chips of these values, ascending. fresh is
// true for a new table that is no copy. presets are those to choose among. Error: rules that no game here has.
func NewTableFields(form *controls.Form, tx *text.Catalogue, set record.TableSet, chips []games.Amount, presets []string, fresh bool) (*TableFields, error) {
	f := &TableFields{form: form, text: tx, was: set, chips: chips, presets: presets, fresh: fresh, touched: map[string]func() string{}, proposed: map[string]string{}}
	game, err := handfile.ParseRules(set.Game, set.Rules)
	if err != nil {
		return nil, err
	}
	for _, s := range games.PresetSpots(game) {
		f.had = append(f.had, s.Name)
	}
	if set.Settings != nil {
		f.settings = *set.Settings
	}
	var names []string
	for _, preset := range presets {
		names = append(names, tx.T("preset_"+preset))
	}
	f.Preset = form.Pick(names, slices.Index(presets, game.Options().Preset), f.presetChosen)
	form.Add(tx.T("setup_preset"), f.Preset)
	f.lines = form.Section()
	f.game = game
	return f, nil
}

// Ask puts the fields below each other.
func (f *TableFields) Ask() { f.ask() }

// SetChips changes the values of the table's chips, ascending.
func (f *TableFields) SetChips(chips []games.Amount) {
	if !slices.Equal(f.chips, chips) {
		f.chips = chips
		f.ask()
	}
}

// presetChosen asks for what the preset takes that was chosen.
func (f *TableFields) presetChosen() {
	all := map[string]json.RawMessage{}
	preset := f.presets[max(0, f.Preset.SelectedIndex())]
	g, ok := handfile.Preset(preset)
	if !ok {
		return
	}
	if g.Name() == f.was.Game {
		_ = json.Unmarshal(f.was.Rules, &all) // a preset's name alone has no rules beside it
	}
	all["preset"], _ = json.Marshal(preset)
	if rules, err := json.Marshal(all); err == nil {
		if with, err := handfile.ParseRules(g.Name(), rules); err == nil {
			g = with
		}
	}
	f.game = g
	f.ask()
}

// ask asks for everything that depends on the preset and on the chips.
func (f *TableFields) ask() {
	kept := map[string]string{}
	for name, now := range f.touched {
		if value := now(); value != f.proposed[name] {
			kept[name] = value
		}
	}
	f.touched, f.proposed = map[string]func() string{}, map[string]string{}
	f.lines.Clear()
	f.askLimits(kept)
	f.askRules(kept)
	f.askMoney(kept)
	f.askHabits(kept)
	f.askFloat(kept)
	f.followPayments()
}

// field returns a field with a proposal, or with what somebody filled in there before.
func (f *TableFields) field(kept map[string]string, name, proposed string) *controls.Field {
	value, was := kept[name]
	if !was {
		value = proposed
	}
	e := f.form.Entry(value)
	f.proposed[name], f.touched[name] = proposed, func() string { return e.Text }
	return e
}

func (f *TableFields) tick(kept map[string]string, name, label string, proposed bool) *controls.Tick {
	on := proposed
	if value, was := kept[name]; was {
		on = value == "true"
	}
	t := f.form.Tick(label, on)
	f.proposed[name], f.touched[name] = strconv.FormatBool(proposed), func() string { return strconv.FormatBool(t.Checked) }
	return t
}

func (f *TableFields) pick(kept map[string]string, name string, words []string, proposed int) *controls.Pick {
	n := proposed
	if value, was := kept[name]; was && slices.Contains(words, value) {
		n = slices.Index(words, value)
	}
	p := f.form.Pick(words, n, nil)
	f.proposed[name], f.touched[name] = "", func() string { return p.Selected }
	if proposed >= 0 && proposed < len(words) {
		f.proposed[name] = words[proposed]
	}
	return p
}

// askRules asks for boxes, decks and the rules of the game's own.
func (f *TableFields) askRules(kept map[string]string) {
	tx, options := f.text, f.game.Options()
	f.Boxes = f.field(kept, "boxes", strconv.Itoa(options.Boxes))
	f.decks = f.field(kept, "decks", strconv.Itoa(options.Decks))
	f.lines.Add(tx.T("setup_boxes"), f.Boxes)
	f.lines.Add(tx.T("office_decks"), f.decks)
	f.Own = RuleFields(tx, f.game, f.form)
	for _, rule := range f.Own {
		f.lines.Add(RuleName(tx, rule.Rule.Key), rule.All)
		f.follow(kept, rule)
	}
}

// follow keeps what is filled in of a rule.
func (f *TableFields) follow(kept map[string]string, rule *RuleField) {
	name := "rule " + rule.Rule.Key
	for i, e := range rule.Odds {
		at := name + strconv.Itoa(i)
		f.proposed[at], f.touched[at] = e.Text, func() string { return e.Text }
		if value, was := kept[at]; was {
			e.SetText(value)
		}
	}
	if e := rule.unit; e != nil {
		at := name + " unit"
		f.proposed[at], f.touched[at] = e.Text, func() string { return e.Text }
		if value, was := kept[at]; was {
			e.SetText(value)
		}
	}
	switch {
	case rule.yes != nil:
		f.proposed[name], f.touched[name] = strconv.FormatBool(rule.yes.Checked), func() string { return strconv.FormatBool(rule.yes.Checked) }
		if value, was := kept[name]; was {
			rule.yes.SetChecked(value == "true")
		}
	case rule.one != nil:
		f.proposed[name], f.touched[name] = rule.one.Selected, func() string { return rule.one.Selected }
		if value, was := kept[name]; was {
			rule.one.SetSelected(value)
		}
	}
}

// typed returns an amount as it is typed; "" for 0.
func typed(a games.Amount) string {
	if a == 0 {
		return ""
	}
	return text.Typed(a)
}
