package screens

import (
	"encoding/json"
	"image/color"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"sabot/app/text"
	"sabot/app/theme"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/record"
)

// setupForm is the house as somebody fills it in. It is the one page with
// ordinary fields: it is used once, with a keyboard and a mouse.
type setupForm struct {
	shell                          *Station
	name                           *field
	currency                       *widget.Select
	chips                          *field
	tables                         *field
	preset                         *widget.Select
	boxes                          *widget.Select
	limits                         [4]*field    // minimum, maximum of the main bets; minimum, maximum of the side bets
	own                            []*ruleField // the rules of the preset's own
	rules                          *fyne.Container
	burn, lowRisk, lateBets, offer *widget.Check
	people                         *fyne.Container
	rows                           []personRow
	wrong                          *canvas.Text
}

type personRow struct {
	number, name, pin *field
	role              *widget.Select
}

func (s *Station) setupPage() page { return pageOf(s.newSetupForm().content(), nil, nil) }

// field is an entry of the first page.
func (s *Station) field() *field {
	f := &field{left: func() {}, help: s.openHelp}
	f.ExtendBaseWidget(f)
	return f
}

func (s *Station) newSetupForm() *setupForm {
	f := &setupForm{
		shell: s, name: s.field(), chips: s.field(), tables: s.field(),
		currency: widget.NewSelect([]string{"CHF", "EUR"}, nil), boxes: widget.NewSelect([]string{"7", "8", "9"}, nil),
		preset: widget.NewSelect(presetLabels(s.text), nil), people: container.NewVBox(),
		rules: container.New(layout.NewFormLayout()),
		burn:  widget.NewCheck(s.text.T("setup_burn"), nil), lowRisk: widget.NewCheck(s.text.T("setup_low_risk"), nil),
		lateBets: widget.NewCheck(s.text.T("setup_late_bets"), nil), offer: widget.NewCheck(s.text.T("setup_offer"), nil),
		wrong: canvas.NewText("", theme.Warn),
	}
	f.currency.SetSelected("CHF")
	f.preset.OnChanged = func(string) { f.presetChosen() }
	f.preset.SetSelectedIndex(0)
	f.chips.SetText("5 10 25 100 500 1000")
	f.tables.SetText("LB1")
	for i, value := range []string{"10", "500", "5", "100"} {
		f.limits[i] = s.field()
		f.limits[i].SetText(value)
	}
	for _, role := range []record.Role{record.Croupier, record.Croupier, record.Inspector, record.Manager} {
		f.addPerson(role)
	}
	return f
}

// presetChosen offers what the preset has: its layouts, and of the habits those of its
// game.
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
	f.own = ruleFields(f.shell.text, g, f.entry, func() {})
	f.rules.RemoveAll()
	for _, rule := range f.own {
		f.rules.Add(widget.NewLabel(ruleName(f.shell.text, rule.rule.Key)))
		f.rules.Add(rule.all)
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

// entry is a field with a value in it.
func (f *setupForm) entry(value string) *field {
	e := f.shell.field()
	e.SetText(value)
	return e
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

func (f *setupForm) content() fyne.CanvasObject {
	tx := f.shell.text
	title := canvas.NewText(tx.T("setup_title"), theme.Text)
	title.TextSize, title.TextStyle.Bold = 26, true
	label := func(key string) *widget.Label { return widget.NewLabel(tx.T(key)) }
	house := container.New(layout.NewFormLayout(),
		label("setup_name"), f.name, label("setup_currency"), f.currency, label("setup_chips"), f.chips,
		label("setup_tables"), f.tables, label("setup_preset"), f.preset, label("setup_boxes"), f.boxes,
		label("setup_habits"), container.NewHBox(f.burn, f.lowRisk, f.lateBets, f.offer),
	)
	limits := container.NewGridWithColumns(4,
		label("setup_min"), f.limits[0], label("setup_max"), f.limits[1], label("setup_side_min"), f.limits[2], label("setup_side_max"), f.limits[3],
	)
	save := widget.NewButton(tx.T("setup_save"), func() { f.save() })
	save.Importance = widget.HighImportance
	back := widget.NewButton(tx.T("setup_back"), func() { f.shell.show(f.shell.firstPage()) })
	add := widget.NewButton(tx.T("setup_add"), func() { f.addPerson(record.Croupier) })
	f.wrong.TextSize = 17
	return container.NewStack(canvas.NewRectangle(theme.Night), container.New(column{}, container.NewBorder(
		title, container.NewVBox(f.wrong, container.NewHBox(back, layout.NewSpacer(), save)), nil, nil,
		container.NewVScroll(container.NewVBox(house, f.rules, limits, label("setup_staff"), f.people, container.NewHBox(add))),
	)))
}

// column keeps its content in the middle and no wider than reads well.
type column struct{}

func (column) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(600, 400) }

func (column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const widest, edge = 940, 20
	w := min(size.Width-2*edge, widest)
	for _, o := range objects {
		o.Move(fyne.NewPos((size.Width-w)/2, edge))
		o.Resize(fyne.NewSize(w, size.Height-2*edge))
	}
}

func (f *setupForm) addPerson(role record.Role) {
	tx := f.shell.text
	r := personRow{f.shell.field(), f.shell.field(), f.shell.field(), nil}
	r.pin.Password = true
	r.number.SetPlaceHolder(tx.T("setup_number"))
	r.name.SetPlaceHolder(tx.T("setup_person"))
	r.pin.SetPlaceHolder(tx.T("setup_pin"))
	var roles []string
	for _, role := range record.Roles() {
		roles = append(roles, tx.T("role_"+string(role)))
	}
	r.role = widget.NewSelect(roles, nil)
	r.role.SetSelected(tx.T("role_" + string(role)))
	f.rows = append(f.rows, r)
	narrow := func(o fyne.CanvasObject, w float32) fyne.CanvasObject {
		space := canvas.NewRectangle(color.Transparent)
		space.SetMinSize(fyne.NewSize(w, 1))
		return container.NewStack(space, o)
	}
	f.people.Add(container.NewBorder(nil, nil, narrow(r.number, 110), container.NewHBox(narrow(r.role, 190), narrow(r.pin, 140)), r.name))
}

// save sets the house up; it shows and answers what is wrong, "" where nothing is.
func (f *setupForm) save() string {
	plan, wrong := f.plan()
	if wrong == "" {
		wrong = f.shell.setUp(plan)
	} else {
		wrong = f.wording(wrong)
	}
	f.wrong.Text = wrong
	f.wrong.Refresh()
	return wrong
}

// wording is what is wrong with a part of the plan, in a sentence; a sentence stays.
func (f *setupForm) wording(wrong string) string {
	if key := "setup_wrong_" + wrong; f.shell.text.Has(key) {
		return f.shell.text.T(key)
	}
	return wrong
}

// plan is what is filled in; wrong names the part that cannot be read. Whether the
// plan holds together is for the house to say.
func (f *setupForm) plan() (plan pit.Plan, wrong string) {
	plan = pit.Plan{Name: f.name.Text, Currency: f.currency.Selected, Language: f.shell.text.Language}
	for _, field := range strings.Fields(f.chips.Text) {
		value, ok := text.ParseAmount(field)
		if !ok {
			return plan, "chips"
		}
		plan.Chips = append(plan.Chips, value)
	}
	rules, wrong := f.filledIn()
	if wrong != "" {
		return plan, wrong
	}
	for _, name := range strings.Fields(f.tables.Text) {
		plan.Tables = append(plan.Tables, record.TableSet{Name: name, Game: rules.Name(), Rules: handfile.EncodeRules(rules), Settings: f.settings()})
	}
	for _, r := range f.rows {
		if r.number.Text+r.name.Text+r.pin.Text == "" {
			continue
		}
		plan.Staff = append(plan.Staff, pit.NewStaff{
			Staff: pit.Staff{Number: r.number.Text, Name: strings.TrimSpace(r.name.Text), Role: record.Roles()[max(0, r.role.SelectedIndex())]},
			PIN:   r.pin.Text,
		})
	}
	return plan, ""
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
// main bets, and those of the others where the preset offers any; wrong names the part that
// cannot be read, or says what is wrong with it.
func (f *setupForm) filledIn() (g games.Game, wrong string) {
	var limits [4]games.Amount
	for i, entry := range f.limits {
		var ok bool
		if limits[i], ok = text.ParseAmount(entry.Text); !ok || limits[i] == 0 {
			return nil, "limits"
		}
	}
	preset, ok := f.game()
	if !ok {
		return nil, "limits"
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
	if err := enterRules(f.own, all); err != nil {
		return nil, f.shell.wording(err)
	}
	rules, _ := json.Marshal(all)
	g, err := handfile.ParseRules(preset.Name(), rules)
	if err != nil {
		return nil, "limits"
	}
	return g, ""
}
