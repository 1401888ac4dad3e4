package screens

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"sabot/app/controls"
	"sabot/app/screens/office"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/people"
	"sabot/pit/record"
)

// setupForm is the house as somebody fills it in.
type setupForm struct {
	*controls.Form
	station                        *Station
	name, chips, tables            *controls.Field
	currency, preset, boxes        *controls.Pick
	limits                         [4]*controls.Field // minimum, maximum of the main bets; minimum, maximum of the side bets
	rules                          *controls.Section
	own                            []*office.RuleField // the rules of the preset's own
	burn, lowRisk, lateBets, offer *controls.Tick
	rows                           []personRow
}

type personRow struct {
	number, name, pin *controls.Field
	role              *controls.Pick
}

func (s *Station) setupPage() shell.Page {
	f := s.newSetupForm()
	return shell.PageOf(f.Page(), nil, f.Key)
}

func (s *Station) newSetupForm() *setupForm {
	tx := s.Text
	f := &setupForm{Form: s.NewForm(tx.T("setup_title"), tx.T("setup_save"), func() { s.Show(s.firstPage()) }), station: s}
	add := func(key, part, value string) *controls.Field {
		e := f.Entry(value)
		f.Add(tx.T(key), e)
		f.Part(part, e)
		return e
	}
	pick := func(key string, words []string, then func()) *controls.Pick {
		p := f.Pick(words, 0, then)
		f.Add(tx.T(key), p)
		return p
	}
	f.name = add("setup_name", "name", "")
	f.currency = pick("setup_currency", []string{"CHF", "EUR"}, nil)
	f.chips, f.tables = add("setup_chips", "chips", "5 10 25 100 500 1000"), add("setup_tables", "tables", "LB1")
	f.preset = pick("setup_preset", presetLabels(tx), f.presetChosen)
	f.boxes = pick("setup_boxes", []string{"7", "8", "9"}, nil)
	f.rules = f.Section()
	f.burn, f.lowRisk = f.Tick(tx.T("setup_burn"), false), f.Tick(tx.T("setup_low_risk"), false)
	f.lateBets, f.offer = f.Tick(tx.T("setup_late_bets"), false), f.Tick(tx.T("setup_offer"), false)
	f.Add(tx.T("setup_habits"), container.NewHBox(f.burn, f.lowRisk, f.lateBets, f.offer))
	for i, value := range []string{"10", "500", "5", "100"} {
		f.limits[i] = f.Entry(value)
	}
	for i, keys := range [][2]string{{"setup_min", "setup_max"}, {"setup_side_min", "setup_side_max"}} {
		f.Add(tx.T(keys[0]), container.NewGridWithColumns(3, f.limits[2*i], trailing(tx.T(keys[1])), f.limits[2*i+1]))
		f.Named(f.limits[2*i+1], tx.T(keys[1]))
	}
	f.Part("limits", f.limits[0])
	f.Add("", widget.NewLabel(tx.T("setup_pins_note")))
	for _, role := range []record.Role{record.Croupier, record.Croupier, record.Inspector, record.Manager} {
		f.addPerson(role)
	}
	f.AddKey(tx.T("setup_add"), func() { f.Focus(f.addPerson(record.Croupier).number) })
	f.OnSave = f.enter
	f.presetChosen()
	return f
}

// trailing is a label that stands beside the field behind it.
func trailing(words string) *widget.Label {
	return widget.NewLabelWithStyle(words, fyne.TextAlignTrailing, fyne.TextStyle{})
}

// presetChosen offers what the preset has: its layouts, its own rules, and of the habits
// those of its game.
func (f *setupForm) presetChosen() {
	g, ok := f.game()
	if !ok {
		return
	}
	f.boxes.Options = nil
	for _, n := range g.Layout().Boxes {
		f.boxes.Options = append(f.boxes.Options, strconv.Itoa(n))
	}
	f.boxes.SetSelected(strconv.Itoa(g.Options().Boxes))
	f.rules.Clear()
	f.own = office.RuleFields(f.station.Text, g, f.Form)
	for _, rule := range f.own {
		f.rules.Add(office.RuleName(f.station.Text, rule.Rule.Key), rule.All)
	}
	enable := func(w fyne.Disableable, yes bool) {
		if yes {
			w.Enable()
		} else {
			w.Disable()
		}
	}
	_, risks := g.(games.LowRisk)
	enable(f.lowRisk, risks)
	enable(f.burn, !games.ShufflesEachHand(g))
	f.burn.SetChecked(g.Layout().Burns)
	f.lowRisk.SetChecked(false)
}

// game is the chosen preset.
func (f *setupForm) game() (games.Game, bool) {
	return handfile.Preset(handfile.Presets()[max(0, f.preset.SelectedIndex())])
}

// presetLabels are the presets as the form names them, in the order of handfile.Presets.
func presetLabels(tx *text.Catalogue) []string {
	var labels []string
	for _, p := range handfile.Presets() {
		labels = append(labels, tx.T("preset_"+p))
	}
	return labels
}

// addPerson puts a line for one more below the others: number, name, role and PIN.
func (f *setupForm) addPerson(role record.Role) personRow {
	tx := f.station.Text
	var roles []string
	for _, role := range record.Roles() {
		roles = append(roles, tx.T("role_"+string(role)))
	}
	r := personRow{f.Entry(""), f.Entry(""), f.Secret(), f.Pick(roles, slices.Index(record.Roles(), role), nil)}
	r.number.SetPlaceHolder(tx.T("setup_number"))
	r.name.SetPlaceHolder(tx.T("setup_person"))
	r.pin.SetPlaceHolder(tx.T("setup_pin"))
	f.rows = append(f.rows, r)
	f.Add(tx.T("setup_person_n", text.Args{"N": len(f.rows)}), controls.Beside([]float32{1.1, 3, 1.9, 1.4}, r.number, r.name, r.role, r.pin))
	return r
}

// enter sets the house up.
func (f *setupForm) enter() error {
	plan, err := f.plan()
	if err != nil {
		return err
	}
	return f.wrongRow(plan, f.station.setUp(plan))
}

// wrongRow says of a refusal that is about a person in which line they stand.
func (f *setupForm) wrongRow(plan people.Plan, err error) error {
	part := shell.PartOf(err)
	rows := f.filled()
	for i := range plan.Staff {
		some := plan
		some.Staff = plan.Staff[:i+1]
		if _, early := some.Facts(); part != "" && shell.PartOf(early) == part {
			r := rows[i]
			at := map[string]*controls.Field{"number": r.number, "staff": r.name, "pin": r.pin}[part]
			if at != nil {
				return &controls.Mistake{At: at, Err: err}
			}
		}
	}
	return err
}

// filled are the lines of people in which something stands.
func (f *setupForm) filled() []personRow {
	return slices.DeleteFunc(slices.Clone(f.rows), func(r personRow) bool { return r.number.Text+r.name.Text+r.pin.Text == "" })
}

// plan is what is filled in, or which field cannot be read. Whether the plan holds together
// is for the house to say.
func (f *setupForm) plan() (people.Plan, error) {
	plan := people.Plan{Name: f.name.Text, Currency: f.currency.Selected, Language: f.station.Text.Language}
	for _, field := range strings.Fields(f.chips.Text) {
		value, ok := text.ParseAmount(field)
		if !ok {
			return plan, mistaken(f.chips, "chips")
		}
		plan.Chips = append(plan.Chips, value)
	}
	rules, err := f.filledIn()
	if err != nil {
		return plan, err
	}
	for _, name := range strings.Fields(f.tables.Text) {
		plan.Tables = append(plan.Tables, record.TableSet{Name: name, Game: rules.Name(), Rules: handfile.EncodeRules(rules), Settings: f.settings()})
	}
	for _, r := range f.filled() {
		who := people.NewStaff{
			Staff: people.Staff{Number: r.number.Filled(), Name: r.name.Filled(), Role: record.Roles()[max(0, r.role.SelectedIndex())]},
			PIN:   r.pin.Text,
		}
		if plan.By == "" && who.May(people.ChangeStaff) { // the form says so
			plan.By = who.Number
		}
		plan.Staff = append(plan.Staff, who)
	}
	return plan, nil
}

// mistaken is a refusal of what stands in a field.
func mistaken(f *controls.Field, part string) error {
	return &controls.Mistake{At: f, Err: &people.Refusal{Why: people.BadSetting, What: part}}
}

// settings are the habits that are ticked; nil where none is.
func (f *setupForm) settings() *record.Settings {
	s := record.Settings{Burn: f.burn.Checked && !f.burn.Disabled(), LowRisk: f.lowRisk.Checked && !f.lowRisk.Disabled(), LateBets: f.lateBets.Checked, OfferExposed: f.offer.Checked}
	if !s.Burn && !s.LowRisk && !s.LateBets && !s.OfferExposed {
		return nil
	}
	return &s
}

// filledIn is the preset with the rules and the limits that are filled in: those of the
// main bets, and those of the others where the preset offers any.
func (f *setupForm) filledIn() (games.Game, error) {
	var limits [4]games.Amount
	for i, entry := range f.limits {
		var ok bool
		if limits[i], ok = text.ParseAmount(entry.Filled()); !ok || limits[i] == 0 {
			return nil, mistaken(entry, "amount")
		}
	}
	preset, ok := f.game()
	if !ok {
		return nil, &people.Refusal{Why: people.BadSetting, What: "limits"}
	}
	spots := map[string]map[string]games.Amount{}
	for _, s := range games.PresetSpots(preset) {
		least, most := limits[2], limits[3]
		if s.Main {
			least, most = limits[0], limits[1]
		}
		spots[s.Name] = map[string]games.Amount{"min": least, "max": most}
		if s.Capped {
			delete(spots[s.Name], "max")
		}
	}
	all := map[string]json.RawMessage{"boxes": json.RawMessage(f.boxes.Selected)}
	all["preset"], _ = json.Marshal(preset.Options().Preset)
	all["limits"], _ = json.Marshal(spots)
	if err := office.EnterRules(f.own, all); err != nil {
		return nil, err
	}
	rules, _ := json.Marshal(all)
	g, err := handfile.ParseRules(preset.Name(), rules)
	if err != nil {
		return nil, &people.Refusal{Why: people.BadSetting, What: "limits"}
	}
	return g, nil
}
