package screens

import (
	"fmt"
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"sabot/app/text"
	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
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
	limits                         [4]*field // minimum, maximum of the main bets; minimum, maximum of the side bets
	commission                     *widget.Select
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
		commission: widget.NewSelect([]string{s.text.T("setup_commission_at_once"), s.text.T("setup_commission_tracked")}, nil),
		burn:       widget.NewCheck(s.text.T("setup_burn"), nil), lowRisk: widget.NewCheck(s.text.T("setup_low_risk"), nil),
		lateBets: widget.NewCheck(s.text.T("setup_late_bets"), nil), offer: widget.NewCheck(s.text.T("setup_offer"), nil),
		wrong: canvas.NewText("", theme.Warn),
	}
	f.currency.SetSelected("CHF")
	f.commission.SetSelectedIndex(0)
	f.preset.OnChanged = func(string) { f.presetChosen() }
	f.preset.SetSelectedIndex(0)
	f.chips.SetText("5 10 25 100 500 1000")
	f.tables.SetText("LB1")
	for i, value := range []string{"10", "500", "5", "100"} {
		f.limits[i] = s.field()
		f.limits[i].SetText(value)
	}
	for _, role := range []pit.Role{pit.Croupier, pit.Croupier, pit.Inspector, pit.Manager} {
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
	_, twoSided := g.(games.TwoSided)
	f.boxes.Options = []string{"7", "8", "9"}
	if twoSided {
		f.boxes.Options = []string{"7", "9", "14"}
	}
	f.boxes.SetSelected("9")
	enable := func(w fyne.Disableable, yes bool) {
		if yes {
			w.Enable()
		} else {
			w.Disable()
		}
	}
	ruled, has := g.(games.Ruled)
	enable(f.commission, has && tracks(ruled))
	enable(f.lowRisk, twoSided)
	_, seats := g.(games.HoleCard)
	f.burn.SetChecked(twoSided || seats)
	f.lowRisk.SetChecked(false)
}

// tracks says whether a table of the game can track commission.
func tracks(g games.Ruled) bool {
	with, ok := g.WithRule("commission", "tracked")
	t, tracking := with.(interface{ TracksCommission() bool })
	return ok && tracking && t.TracksCommission()
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
		label("setup_commission"), f.commission, label("setup_habits"), container.NewHBox(f.burn, f.lowRisk, f.lateBets, f.offer),
	)
	limits := container.NewGridWithColumns(4,
		label("setup_min"), f.limits[0], label("setup_max"), f.limits[1], label("setup_side_min"), f.limits[2], label("setup_side_max"), f.limits[3],
	)
	save := widget.NewButton(tx.T("setup_save"), func() { f.save() })
	save.Importance = widget.HighImportance
	back := widget.NewButton(tx.T("setup_back"), func() { f.shell.show(f.shell.firstPage()) })
	add := widget.NewButton(tx.T("setup_add"), func() { f.addPerson(pit.Croupier) })
	f.wrong.TextSize = 17
	return container.NewStack(canvas.NewRectangle(theme.Night), container.New(column{}, container.NewBorder(
		title, container.NewVBox(f.wrong, container.NewHBox(back, layout.NewSpacer(), save)), nil, nil,
		container.NewVScroll(container.NewVBox(house, limits, label("setup_staff"), f.people, container.NewHBox(add))),
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

func (f *setupForm) addPerson(role pit.Role) {
	tx := f.shell.text
	r := personRow{f.shell.field(), f.shell.field(), f.shell.field(), nil}
	r.pin.Password = true
	r.number.SetPlaceHolder(tx.T("setup_number"))
	r.name.SetPlaceHolder(tx.T("setup_person"))
	r.pin.SetPlaceHolder(tx.T("setup_pin"))
	var roles []string
	for _, role := range pit.Roles() {
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
		wrong = f.shell.text.T("setup_wrong_" + wrong)
	}
	f.wrong.Text = wrong
	f.wrong.Refresh()
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
	rules, ok := f.rules()
	if !ok {
		return plan, "limits"
	}
	for _, name := range strings.Fields(f.tables.Text) {
		plan.Tables = append(plan.Tables, pit.TableSet{Name: name, Game: rules.Name(), Rules: handfile.EncodeRules(rules), Settings: f.settings()})
	}
	for _, r := range f.rows {
		if r.number.Text+r.name.Text+r.pin.Text == "" {
			continue
		}
		plan.Staff = append(plan.Staff, pit.NewStaff{
			Staff: pit.Staff{Number: r.number.Text, Name: strings.TrimSpace(r.name.Text), Role: pit.Roles()[max(0, r.role.SelectedIndex())]},
			PIN:   r.pin.Text,
		})
	}
	return plan, ""
}

// settings are the habits that are ticked; nil where none is.
func (f *setupForm) settings() *pit.Settings {
	s := pit.Settings{Burn: f.burn.Checked, LowRisk: f.lowRisk.Checked && !f.lowRisk.Disabled(), LateBets: f.lateBets.Checked, OfferExposed: f.offer.Checked}
	if !s.Burn && !s.LowRisk && !s.LateBets && !s.OfferExposed {
		return nil
	}
	return &s
}

// rules is the preset with the limits that are filled in: those of the mandatory
// spots, and those of the others where the preset offers any.
func (f *setupForm) rules() (games.Game, bool) {
	var limits [4]games.Amount
	for i, entry := range f.limits {
		var ok bool
		if limits[i], ok = text.ParseAmount(entry.Text); !ok || limits[i] == 0 {
			return nil, false
		}
	}
	preset, ok := f.game()
	if !ok {
		return nil, false
	}
	var spots []string
	_, twoSided := preset.(games.TwoSided)
	for i, s := range games.PresetSpots(preset) {
		switch {
		case i == 0, twoSided && i < view.MainSpots:
			spots = append(spots, fmt.Sprintf(`%q:{"min":%d,"max":%d}`, s.Name, limits[0], limits[1]))
		case s.Mandatory: // how high it goes the rules say
			spots = append(spots, fmt.Sprintf(`%q:{"min":%d}`, s.Name, limits[0]))
		default:
			spots = append(spots, fmt.Sprintf(`%q:{"min":%d,"max":%d}`, s.Name, limits[2], limits[3]))
		}
	}
	own := ""
	if !f.commission.Disabled() && f.commission.Selected == f.shell.text.T("setup_commission_tracked") {
		own = `"commission":"tracked",`
	}
	rules := fmt.Sprintf(`{"preset":%q,"boxes":%s,%s"limits":{%s}}`, preset.Options().Preset, f.boxes.Selected, own, strings.Join(spots, ","))
	g, err := handfile.ParseRules(preset.Name(), []byte(rules))
	return g, err == nil
}
