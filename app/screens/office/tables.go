package office

import (
	"encoding/json"
	"maps"
	"reflect"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/people"
	"sabot/pit/record"
)

// openTables lists the tables, to be changed from their next opening on.
func (o *Office) openTables() {
	if err := o.who.Check(people.ChangeTables); err != nil {
		o.say(err)
		return
	}
	house := &o.shell.House.State
	tables := house.Tables
	var rows [][]string
	for _, t := range tables {
		game := t.Game
		if g, err := handfile.ParseRules(t.Game, t.Rules); err == nil {
			game = o.t("preset_" + g.Options().Preset)
		}
		if house.Retired(t.Name) {
			game += " · " + o.t("office_retired")
		}
		rows = append(rows, []string{t.Name, game})
	}
	o.picker(controls.Picker{
		Title: o.t("office_tables"), Rows: rows,
		Columns: []controls.Column{{Head: o.t("report_table"), Width: 1}, {Head: o.t("setup_preset"), Width: 4}},
		Acts: []controls.PickerAct{
			{Label: o.t("office_change"), Key: "C", ForRow: true, Do: func(row int) { o.openTable(tables[row]) }},
			{Label: o.t("office_new"), Key: "N", Do: func(int) { o.chooseGame() }},
			{Label: o.t("office_copy"), Key: "K", ForRow: true, Do: func(row int) { o.copyTable(tables[row]) }},
			{Label: o.t("office_retire"), Key: "R", ForRow: true, Do: func(row int) { o.askRetire(tables[row].Name) }},
		},
	})
}

// tableForm is a table as a manager changes it: its limits and its habits.
type tableForm struct {
	*controls.Form
	office *Office
	set    record.TableSet
	game   games.Game
	name   *controls.Field // of a table that is new; nil for one that there is
	spots  []string
	limits map[string][2]*controls.Field // least and most of a spot, in whole units

	burn, lowRisk, lateBets, offer, tips *controls.Tick
	timeEnds                             *controls.Tick
	cut, difference, betTime, notice     *controls.Field
	reveal, continuous                   *controls.Tick
	preset                               *controls.Pick
	boxes, decks                         *controls.Field
	own                                  []*RuleField      // the rules of the game's own
	ruled                                *controls.Section // where they are asked for
	rounding                             *controls.Field
	float                                []*controls.Field // pieces, by the house's chips
}

func (o *Office) openTable(set record.TableSet) {
	game, err := handfile.ParseRules(set.Game, set.Rules)
	if err != nil {
		o.shell.CloseOverlay()
		o.say(err)
		return
	}
	f := o.tableForm(set, game)
	o.openForm(f.Form, f.enter)
}

// tableForm is the form of a table, filled in with what it has.
func (o *Office) tableForm(set record.TableSet, game games.Game) *tableForm {
	title := set.Name
	if title == "" {
		title = o.t("office_new_table")
	}
	f := &tableForm{Form: o.newForm(title+" · "+o.t("preset_"+game.Options().Preset), o.openTables), office: o, set: set, game: game, limits: map[string][2]*controls.Field{}}
	if set.Name == "" {
		f.addName()
	}
	f.addLimits()
	f.addVariant()
	f.addHabits()
	f.addFloat()
	return f
}

// addLimits are the least and the most of every spot that the preset offers.
func (f *tableForm) addLimits() {
	o := f.office
	f.Add(" ", container.NewGridWithColumns(2, widget.NewLabel(o.t("setup_min")), widget.NewLabel(o.t("setup_max"))))
	for _, s := range games.PresetSpots(f.game) {
		limit := f.game.Options().Limits[s.Name]
		ends := [2]*controls.Field{f.Entry(typed(limit.Min)), f.Entry(typed(limit.Max))}
		f.spots, f.limits[s.Name] = append(f.spots, s.Name), ends
		name := o.t("spot_" + s.Name)
		f.Add(name, container.NewGridWithColumns(2, ends[0], ends[1]))
		f.Named(ends[0], name+", "+o.t("setup_min"))
		f.Named(ends[1], name+", "+o.t("setup_max"))
		f.Part(shell.LimitPart(s.Name, people.LeastEnd), ends[0])
		f.Part(shell.LimitPart(s.Name, people.MostEnd), ends[1])
	}
}

// addHabits are the settings that a house decides beside the rules.
func (f *tableForm) addHabits() {
	o, s := f.office, f.settings()
	check := func(key string, on bool) *controls.Tick { return f.Tick(o.t(key), on) }
	f.burn, f.lowRisk, f.lateBets = check("setup_burn", s.Burn), check("setup_low_risk", s.LowRisk), check("setup_late_bets", s.LateBets)
	f.offer, f.tips = check("setup_offer", s.OfferExposed), check("office_tips", s.Tips)
	f.reveal, f.continuous = check("office_reveal", s.Reveal), check("office_continuous", s.Continuous)
	if _, risks := f.game.(games.LowRisk); !risks {
		f.lowRisk.Disable()
	}
	if !games.Reveals(f.game) {
		f.reveal.Disable()
	}
	f.Add(o.t("setup_habits"), container.NewGridWithColumns(2, f.burn, f.lateBets, f.offer, f.tips, f.lowRisk, f.reveal, f.continuous))
	f.cut, f.difference = f.Entry(strconv.Itoa(s.CutCard)), f.Entry(typed(s.Difference))
	f.Add(o.t("office_cut_card"), f.cut)
	f.Part("cut", f.cut)
	f.Add(o.t("office_difference"), f.difference)
	f.betTime, f.timeEnds = f.Entry(""), check("office_bet_time_ends", s.BetTimeEnds)
	if s.BetTime > 0 {
		f.betTime.SetText(strconv.Itoa(s.BetTime))
	}
	f.Add(o.t("office_bet_time"), container.NewGridWithColumns(2, f.betTime, f.timeEnds))
	f.notice = f.Entry(strconv.Itoa(s.Notice))
	f.Part("notice", f.notice)
	f.Add(o.t("office_notice"), f.notice)
}

// addFloat is what the table is given for its first opening, in pieces of each chip.
func (f *tableForm) addFloat() {
	o, s := f.office, f.settings()
	var chips []fyne.CanvasObject
	for _, value := range o.shell.House.State.Chips {
		e := f.Entry("")
		if n := s.Float.Pieces(value); n > 0 {
			e.SetText(strconv.FormatInt(n, 10))
		}
		f.float = append(f.float, e)
		f.Named(e, o.t("office_float")+", "+o.shell.Text.Amount(value))
		label := widget.NewLabelWithStyle(o.shell.Text.Amount(value), fyne.TextAlignTrailing, fyne.TextStyle{})
		chips = append(chips, container.NewGridWithColumns(2, label, e))
	}
	f.Add(o.t("office_float"), container.NewGridWithColumns(3, chips...))
}

// settings are those that the table has.
func (f *tableForm) settings() record.Settings {
	if f.set.Settings == nil {
		return record.Settings{}
	}
	return *f.set.Settings
}

// typed is an amount as it is typed; nothing where there is none.
func typed(a games.Amount) string {
	if a == 0 {
		return ""
	}
	return text.Typed(a)
}

// enter enters the table as it is filled in.
func (f *tableForm) enter() error {
	set := f.set
	var err error
	if f.name != nil {
		if set.Name, err = f.fresh(); err != nil {
			return err
		}
	}
	if set.Rules, err = f.rules(); err != nil {
		return err
	}
	if set.Settings, err = f.habits(); err != nil {
		return err
	}
	if err := f.office.shell.House.SetTable(set, f.office.who); err != nil {
		return err
	}
	f.office.tell(f.office.t("office_table_set", text.Args{"Table": set.Name}))
	f.office.openTables()
	return nil
}

// rules are the table's own with other limits: whatever else stands there stays.
func (f *tableForm) rules() ([]byte, error) {
	all := f.written()
	limits := map[string]map[string]games.Amount{}
	if old, ok := all["limits"]; ok {
		if err := json.Unmarshal(old, &limits); err != nil {
			return nil, err
		}
	}
	for _, spot := range f.spots {
		if err := f.limit(spot, limits); err != nil {
			return nil, err
		}
	}
	all["preset"] = f.chosen()
	var err error
	if err = f.round(all); err != nil {
		return nil, err
	}
	if err = f.size(all); err != nil {
		return nil, err
	}
	if err = EnterRules(f.own, all); err != nil {
		return nil, err
	}
	for _, spot := range f.spots { // one at a time, so that the one that does not fit is named
		if rules, err := withLimits(all, nil); err != nil || !parses(f.game, rules) {
			break
		}
		rules, err := withLimits(all, map[string]map[string]games.Amount{spot: limits[spot]})
		if err != nil {
			return nil, err
		}
		if !parses(f.game, rules) {
			return nil, bad(f.limits[spot][0], "limits")
		}
	}
	return withLimits(all, limits)
}

// parses says whether a game can be played by rules.
func parses(g games.Game, rules []byte) bool {
	_, err := handfile.ParseRules(g.Name(), rules)
	return err == nil
}

// withLimits are rules with these limits, those of a spot that has none left out.
func withLimits(all map[string]json.RawMessage, limits map[string]map[string]games.Amount) (rules []byte, err error) {
	some := maps.Clone(limits)
	maps.DeleteFunc(some, func(_ string, l map[string]games.Amount) bool { return len(l) == 0 })
	if delete(all, "limits"); len(some) > 0 {
		if all["limits"], err = json.Marshal(some); err != nil {
			return nil, err
		}
	}
	return json.Marshal(all)
}

// limit puts a spot's limits among the others where they are not what they were.
func (f *tableForm) limit(spot string, limits map[string]map[string]games.Amount) error {
	before := f.game.Options().Limits[spot]
	for i, end := range []struct {
		name string
		was  games.Amount
	}{{"min", before.Min}, {"max", before.Max}} {
		value, err := amountIn(f.limits[spot][i], "amount")
		switch {
		case err != nil:
			return err
		case value == end.was:
			continue
		case limits[spot] == nil:
			limits[spot] = map[string]games.Amount{}
		}
		if value == 0 {
			delete(limits[spot], end.name)
		} else {
			limits[spot][end.name] = value
		}
	}
	if len(limits[spot]) == 0 {
		delete(limits, spot)
	}
	return nil
}

// amountIn is what stands in a field; nothing is 0. What is no amount is refused as a part
// of the form.
func amountIn(f *controls.Field, part string) (games.Amount, error) {
	if f.Filled() == "" {
		return 0, nil
	}
	a, ok := text.ParseAmount(f.Filled())
	if !ok {
		return 0, bad(f, part)
	}
	return a, nil
}

// bad is a refusal of what stands in a field.
func bad(f *controls.Field, part string) error {
	return &controls.Mistake{At: f, Err: &people.Refusal{Why: people.BadSetting, What: part}}
}

// habits are the table's settings with what is filled in; nil where there were none and
// none are set.
func (f *tableForm) habits() (*record.Settings, error) {
	s := f.settings()
	s.Burn, s.LateBets, s.OfferExposed, s.Tips = f.burn.Checked, f.lateBets.Checked, f.offer.Checked, f.tips.Checked
	if !f.lowRisk.Disabled() {
		s.LowRisk = f.lowRisk.Checked
	}
	if !f.reveal.Disabled() {
		s.Reveal = f.reveal.Checked
	}
	s.Continuous = f.continuous.Checked
	var err error
	if s.Difference, err = amountIn(f.difference, "amount"); err != nil {
		return nil, err
	}
	if s.CutCard, err = strconv.Atoi(f.cut.Filled()); err != nil || s.CutCard < 0 {
		return nil, bad(f.cut, "cut")
	}
	if s.Notice, err = strconv.Atoi(f.notice.Filled()); err != nil {
		return nil, &controls.Mistake{At: f.notice, Err: &people.Refusal{Why: people.BadSetting, What: "notice", N: people.LongestNotice}}
	}
	if s.BetTime, err = seconds(f.betTime.Text); err != nil {
		return nil, &controls.Mistake{At: f.betTime, Err: err}
	}
	s.BetTimeEnds = f.timeEnds.Checked && s.BetTime > 0
	if s.Float, err = f.stacks(); err != nil {
		return nil, err
	}
	if f.set.Settings == nil && reflect.ValueOf(s).IsZero() {
		return nil, nil
	}
	return &s, nil
}

// seconds is a time to bet as it is filled in; nothing is no clock. Refusal: BadSetting.
func seconds(typed string) (int, error) {
	const least, most = 10, 600
	typed = strings.TrimSpace(typed)
	if typed == "" || typed == "0" {
		return 0, nil
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < least || n > most {
		return 0, &people.Refusal{Why: people.BadSetting, What: "bettime"}
	}
	return n, nil
}

// stacks is the float as it is filled in.
func (f *tableForm) stacks() (record.Float, error) {
	var float record.Float
	for i, value := range f.office.shell.House.State.Chips {
		typed := f.float[i].Filled()
		if typed == "" || typed == "0" {
			continue
		}
		pieces, err := strconv.ParseInt(typed, 10, 64)
		if err != nil || pieces < 0 {
			return nil, bad(f.float[i], "float")
		}
		float = append(float, record.Stack{Value: value, Pieces: pieces})
	}
	return float, nil
}
