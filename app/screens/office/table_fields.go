package office

import (
	"encoding/json"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/people"
	"sabot/pit/record"
)

// TableFields are the fields of a form for all that a table is set up with but its name
// and its currency. What depends on the preset or on the chips is asked anew where those
// become others; what somebody filled in stays.
type TableFields struct {
	Preset *controls.Pick
	Boxes  *controls.Field
	Own    []*RuleField // the rules of the game's own

	form     *controls.Form
	text     *text.Catalogue
	fresh    bool // the table is new
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
	burn, lowRisk, lateBets, offer, tips *controls.Tick
	reveal, continuous, timeEnds         *controls.Tick
	cut, difference, betTime, notice     *controls.Field
	float                                []*controls.Field // pieces, by chips

}

// spotFields are the limits of a spot, and whether it is offered; nil for one that must be.
type spotFields struct {
	games.Spot
	on          *controls.Tick
	least, most *controls.Field
}

// NewTableFields are such fields of a form, for a table as it is set with chips of these
// values, ascending; fresh is a table that there is not yet. Presets are those to choose
// among. Error: rules that no game here has.
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

// SetChips says that the table has other chips, of these values, ascending.
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
}

// field is one with a proposal, or with what somebody filled in there before.
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

// askLimits asks of every spot that the preset has whether it is offered, and for its least
// and its most.
func (f *TableFields) askLimits(kept map[string]string) {
	tx, options := f.text, f.game.Options()
	head := func(key string) fyne.CanvasObject { return widget.NewLabel(tx.T(key)) }
	f.lines.Add(" ", container.New(spotLine{}, head("office_offered"), head("setup_min"), head("setup_max")))
	f.spots = nil
	preset, _ := handfile.Preset(options.Preset)
	for i, s := range games.PresetSpots(preset) {
		limit := options.Limits[s.Name]
		if limit == (games.Limit{}) && (f.fresh || !slices.Contains(f.had, s.Name)) {
			limit = proposed(s, f.chips)
		}
		row := spotFields{Spot: s}
		first := fyne.CanvasObject(layout.NewSpacer())
		if s.Optional() {
			row.on = f.tick(kept, "on "+s.Name, "", !slices.Contains(options.Off, s.Name))
			first = row.on
		}
		row.least, row.most = f.field(kept, "min "+s.Name, typed(limit.Min)), f.field(kept, "max "+s.Name, typed(limit.Max))
		f.spots = append(f.spots, row)
		name := tx.T("spot_" + s.Name)
		f.lines.Add(name, container.New(spotLine{}, first, row.least, row.most))
		f.form.Named(row.least, name+", "+tx.T("setup_min"))
		f.form.Named(row.most, name+", "+tx.T("setup_max"))
		f.form.Part(shell.LimitPart(s.Name, people.LeastEnd), row.least)
		f.form.Part(shell.LimitPart(s.Name, people.MostEnd), row.most)
		if i == 0 {
			f.form.Part("limits", row.least)
		}
	}
}

// proposed are the limits of a spot that is new to a table to begin with: such as chips of these
// values make, ascending, and half of its most too, where that is halved in a shoe.
func proposed(s games.Spot, chips []games.Amount) games.Limit {
	limit := games.Limit{Min: 500, Max: 10_000}
	if s.Main {
		limit = games.Limit{Min: 1000, Max: 50_000}
	}
	if s.Capped {
		limit.Max = 0
	}
	if len(chips) > 0 && !games.ChipsMake(limit.Min, chips) {
		limit.Min = upTo(limit.Min, chips[0])
	}
	if len(chips) > 0 && !games.ChipsMake(limit.Max/2, chips) {
		limit.Max = upTo(limit.Max, 2*chips[0])
	}
	return limit
}

// upTo is the next multiple of a unit, an amount that is one as it is.
func upTo(a, unit games.Amount) games.Amount { return (a + unit - 1) / unit * unit }

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

// roundings are the ways to round, as the form names them.
var roundings = []games.RoundingMode{games.RoundDown, games.RoundUp, games.RoundNearest}

// askMoney asks how winnings and commission are rounded. Of a new table it proposes the
// smallest chip, so that chips pay everything.
func (f *TableFields) askMoney(kept map[string]string) {
	tx, rounding := f.text, f.game.Options().Rounding
	if f.fresh && len(f.chips) > 0 && !games.ChipsMake(rounding.Unit, f.chips) {
		rounding.Unit = f.chips[0]
	}
	var modes []string
	for _, mode := range roundings {
		modes = append(modes, tx.T("office_rounding_"+string(mode)))
	}
	f.mode = f.pick(kept, "mode", modes, slices.Index(roundings, rounding.Mode))
	f.rounding = f.field(kept, "rounding", typed(rounding.Unit))
	f.form.Part("rounding", f.rounding)
	f.lines.Add(tx.T("office_rounding"), controls.Beside([]float32{1, 1}, f.mode, f.rounding))
}

// askHabits asks for what a house decides beside the rules.
func (f *TableFields) askHabits(kept map[string]string) {
	tx, s := f.text, f.settings
	if f.fresh && f.was.Settings == nil {
		s.Burn = f.game.Layout().Burns
	}
	check := func(key string, on bool) *controls.Tick { return f.tick(kept, key, tx.T(key), on) }
	f.burn, f.lateBets, f.offer, f.tips = check("setup_burn", s.Burn), check("setup_late_bets", s.LateBets), check("setup_offer", s.OfferExposed), check("office_tips", s.Tips)
	f.lowRisk, f.reveal, f.continuous = check("setup_low_risk", s.LowRisk), check("office_reveal", s.Reveal), check("office_continuous", s.Continuous)
	if _, risks := f.game.(games.LowRisk); !risks {
		f.lowRisk.Disable()
	}
	if !games.Reveals(f.game) {
		f.reveal.Disable()
	}
	if games.ShufflesEachHand(f.game) {
		f.burn.Disable()
		f.continuous.Disable()
	}
	f.lines.Add(tx.T("setup_habits"), container.NewGridWithColumns(2, f.burn, f.lateBets, f.offer, f.tips, f.lowRisk, f.reveal, f.continuous))
	line := func(key, part, proposed string) *controls.Field {
		e := f.field(kept, key, proposed)
		f.form.Part(part, e)
		f.lines.Add(tx.T(key), e)
		return e
	}
	f.cut = line("office_cut_card", "cut", strconv.Itoa(s.CutCard))
	f.difference = line("office_difference", "difference", typed(s.Difference))
	seconds := ""
	if s.BetTime > 0 {
		seconds = strconv.Itoa(s.BetTime)
	}
	f.betTime, f.timeEnds = f.field(kept, "office_bet_time", seconds), check("office_bet_time_ends", s.BetTimeEnds)
	f.form.Part("bettime", f.betTime)
	f.lines.Add(tx.T("office_bet_time"), controls.Beside([]float32{1, 2.2}, f.betTime, f.timeEnds))
	f.notice = line("office_notice", "notice", strconv.Itoa(s.Notice))
}

// askFloat asks what the table is given for its first opening, in pieces of each chip.
func (f *TableFields) askFloat(kept map[string]string) {
	tx := f.text
	var chips []fyne.CanvasObject
	f.float = nil
	for _, value := range f.chips {
		pieces := ""
		if n := f.settings.Float.Pieces(value); n > 0 {
			pieces = strconv.FormatInt(n, 10)
		}
		e := f.field(kept, "float "+typed(value), pieces)
		f.float = append(f.float, e)
		if len(f.float) == 1 {
			f.form.Part("float", e)
		}
		f.form.Named(e, tx.T("office_float")+", "+tx.Amount(value))
		label := widget.NewLabelWithStyle(tx.Amount(value), fyne.TextAlignTrailing, fyne.TextStyle{})
		chips = append(chips, container.NewGridWithColumns(2, label, e))
	}
	f.lines.Add(tx.T("office_float"), container.NewGridWithColumns(3, chips...))
}

// spotLine lays what stands of a spot beside each other: whether it is offered, its least,
// its most.
type spotLine struct{}

func (spotLine) MinSize(objects []fyne.CanvasObject) fyne.Size {
	high := float32(0)
	for _, o := range objects {
		high = max(high, o.MinSize().Height)
	}
	return fyne.NewSize(300, high)
}

func (spotLine) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const gap = 6
	offered := size.Width * 0.21
	wide := (size.Width - offered - 2*gap) / 2
	for i, o := range objects {
		x, w := float32(0), offered
		if i > 0 {
			x, w = offered+gap+float32(i-1)*(wide+gap), wide
		}
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(w, size.Height))
	}
}

// typed is an amount as it is typed; nothing where there is none.
func typed(a games.Amount) string {
	if a == 0 {
		return ""
	}
	return text.Typed(a)
}
