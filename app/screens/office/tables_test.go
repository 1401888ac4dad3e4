package office

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A table's limits and habits change, and what the form does not show stays.
func TestOfficeTable(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	before, _ := s.Shell.House.State.TableNamed("PB1")
	settings := *before.Settings
	settings.PatternsOff = []string{"dragon"}
	before.Settings = &settings
	if err := s.Shell.House.Staff().SetTable(before, o.who); err != nil {
		t.Fatal(err)
	}
	o.tables().openTables()
	s.Press(fyne.KeyDown)
	s.Keys("\n")
	s.Shell.Window.Canvas().FocusNext() // past the variant
	s.typeInto("500", "100")
	s.Says("a minimum is over its maximum")
	s.typeInto("50", "5000")
	after, _ := s.Shell.House.State.TableNamed("PB1")
	was, _ := handfile.ParseRules(before.Game, before.Rules)
	is, err := handfile.ParseRules(after.Game, after.Rules)
	if err != nil {
		t.Fatal(err)
	}
	spot := games.PresetSpots(is)[0].Name
	if l := is.Options().Limits[spot]; l.Min != 5000 || l.Max != 500000 {
		t.Errorf("limits of %s %+v", spot, l)
	}
	for name, l := range was.Options().Limits {
		if name != spot && is.Options().Limits[name] != l {
			t.Errorf("limits of %s changed to %+v", name, is.Options().Limits[name])
		}
	}
	if after.Settings.Reveal || after.Settings.Continuous || is.Options().Rounding != was.Options().Rounding || is.Options().Preset != was.Options().Preset {
		t.Errorf("what nobody touched changed: %s, %+v", after.Rules, after.Settings)
	}
	if !slices.Equal(after.Settings.PatternsOff, []string{"dragon"}) || after.Settings.CutCard != 14 || !after.Settings.Burn || !strings.Contains(string(after.Rules), "tracked") {
		t.Errorf("%s, %+v", after.Rules, after.Settings)
	}
}

// A manager gives a table another variant of its game, the habits of the shoe, and what
// winnings are rounded to; everything else stays. Cards in the hand are an option of a
// table (source 004, section 6).
func TestOfficeTableVariant(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	for _, c := range []struct {
		table, preset string
		fill          func(f *tableForm)
		reveal        bool
		unit          games.Amount
	}{
		{"LB1", "lugano-hand", func(f *tableForm) { f.Preset.SetSelectedIndex(1) }, false, 1},
		{"PB1", "pb-speed-nc", func(f *tableForm) {
			f.Preset.SetSelectedIndex(1)
			f.reveal.SetChecked(true)
			f.continuous.SetChecked(true)
			f.rounding.SetText("5")
		}, true, 500},
	} {
		set, _ := s.Shell.House.State.TableNamed(c.table)
		was, err := handfile.ParseRules(set.Game, set.Rules)
		if err != nil {
			t.Fatal(err)
		}
		f := formFor(t, o, set)
		if f.reveal.Disabled() == c.reveal {
			t.Errorf("%s: revealing is off %v", c.table, f.reveal.Disabled())
		}
		c.fill(f)
		err = f.enter()
		if c.unit > 1 { // half of 15 is no multiple of 5: that is asked
			if err == nil {
				t.Errorf("%s: what the rounding changes is entered unasked", c.table)
			}
			err = f.enter()
		}
		if err != nil {
			t.Fatal(err)
		}
		after, _ := s.Shell.House.State.TableNamed(c.table)
		is, err := handfile.ParseRules(after.Game, after.Rules)
		if err != nil {
			t.Fatal(err)
		}
		if got := is.Options(); got.Preset != c.preset || got.Rounding != (games.Rounding{Unit: c.unit, Mode: games.RoundDown}) || !keeps(got.Limits, was.Options().Limits) || got.Boxes != was.Options().Boxes {
			t.Errorf("%s: %+v", c.table, got)
		}
		if after.Settings.Reveal != c.reveal || after.Settings.Continuous != c.reveal || after.Settings.CutCard != set.Settings.CutCard {
			t.Errorf("%s: %+v", c.table, after.Settings)
		}
	}
	set, _ := s.Shell.House.State.TableNamed("PB1")
	f := formFor(t, o, set)
	f.rounding.SetText("0")
	if err := f.enter(); err == nil || s.Shell.Wording(err) != "An amount above 0, for example 5 or 0.50." {
		t.Errorf("rounded to 0: %v", err)
	}
}

// keeps says whether every spot has the limits that it had; a variant may have more spots.
func keeps(now, was map[string]games.Limit) bool {
	for spot, l := range was {
		if now[spot] != l {
			return false
		}
	}
	return true
}

// A time to bet is 10 to 600 seconds, or none.
func TestTimeToBetAsItIsFilledIn(t *testing.T) {
	for typed, want := range map[string]int{"": 0, "0": 0, " 30 ": 30, "10": 10, "600": 600, "9": -1, "601": -1, "x": -1, "-5": -1} {
		n, err := seconds(typed)
		if err != nil {
			n = -1
		}
		if n != want {
			t.Errorf("%q is %d, want %d", typed, n, want)
		}
	}
}

// A new table of any game has limits proposed for each spot, and is not saved with a spot
// that is offered without a maximum: a stake of any size would stand. Which one it is, it
// says; a spot that is not offered takes none.
func TestNewTableHasItsMaxima(t *testing.T) {
	s := officeSeat(t, "it")
	o := s.enter(record.Manager)
	for i, preset := range handfile.Presets() {
		g, _ := handfile.Preset(preset)
		f := formFor(t, o, record.TableSet{Game: g.Name(), Rules: []byte(`"` + preset + `"`)})
		f.name.SetText("T" + strconv.Itoa(i))
		for _, spot := range f.spots {
			if spot.least.Text == "" || spot.most.Text == "" && !spot.Capped {
				t.Errorf("%s, %s: proposed is %q to %q", preset, spot.Name, spot.least.Text, spot.most.Text)
			}
		}
		for _, spot := range f.spots {
			if spot.Capped {
				continue
			}
			was := spot.most.Text
			spot.most.SetText("")
			err := f.enter()
			if err == nil || s.Shell.Wording(err) != s.Shell.Text.T("spot_"+spot.Name)+": manca il massimo." || shell.PartOf(err) != shell.LimitPart(spot.Name, house.MostEnd) {
				t.Fatalf("%s, %s without a maximum: %v", preset, spot.Name, err)
			}
			if spot.on == nil {
				spot.most.SetText(was)
			} else {
				spot.on.SetChecked(false)
			}
		}
		if err := twice(f); err != nil {
			t.Errorf("%s: %v", preset, err)
		}
	}
}

// A copy of a table has every rule, limit and setting of that one, be they such as no new table is proposed. Its float is not that one's.
func TestCopyHasEverythingOfItsTable(t *testing.T) {
	s := officeSeat(t, "it")
	o := s.enter(record.Manager)
	for _, table := range []string{"LB1", "PB1", "BJ1"} {
		set, _ := s.Shell.House.State.TableNamed(table)
		if c, err := o.tables().copyForm(set); err != nil {
			t.Fatal(err)
		} else if g, err := c.rules(); err != nil || g.Options().Rounding != ruledBy(t, set).Options().Rounding {
			t.Errorf("%s as it is, copied, rounds %+v: %v", table, g.Options().Rounding, err)
		} else if err := twice(c); err != nil {
			t.Errorf("%s as it is, copied: %v", table, err)
		}
		f := formFor(t, o, set)
		for _, field := range f.Own {
			another(field)
		}
		f.rounding.SetText("10")
		f.mode.SetSelectedIndex(2)
		f.Boxes.SetText("2")
		f.decks.SetText("5")
		for _, spot := range f.spots {
			spot.least.SetText("15")
			spot.most.SetText("615")
		}
		for _, tick := range []*controls.Tick{f.burn, f.lateBets, f.offer, f.tips, f.lowRisk, f.reveal, f.continuous, f.payFromRight, f.timeEnds} {
			if !tick.Disabled() {
				tick.SetChecked(!tick.Checked)
			}
		}
		f.cut.SetText("33")
		f.difference.SetText("7")
		f.betTime.SetText("44")
		f.notice.SetText("55")
		for _, pieces := range f.float {
			pieces.SetText("12")
		}
		if err := twice(f); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
		want, _ := s.Shell.House.State.TableNamed(table)
		settings := *want.Settings
		settings.PatternsOff = []string{"dragon"}
		want.Settings = &settings
		if err := s.Shell.House.Staff().SetTable(want, o.who); err != nil {
			t.Fatal(err)
		}
		for value, n := reflect.ValueOf(settings), 0; n < value.NumField(); n++ {
			switch name := value.Type().Field(n).Name; name {
			case "Burn", "Reveal", "Continuous", "LowRisk", "LateBets", "OfferExposed", "Tips", "BetTimeEnds", "PayFromRight", "Collect":
			default:
				if value.Field(n).IsZero() {
					t.Errorf("%s is tried without %s", table, name)
				}
			}
		}
		name := nextName(&s.Shell.House.State, table)
		c, err := o.tables().copyForm(want)
		if err != nil {
			t.Fatal(err)
		}
		if err := twice(c); err != nil {
			t.Fatalf("%s copied: %v", table, err)
		}
		got, _ := s.Shell.House.State.TableNamed(name)
		if got.Settings == nil || len(got.Settings.Float) > 0 {
			t.Errorf("%s: the copy has the float %+v", table, got.Settings)
		}
		settings.Float = nil
		if string(got.Rules) != string(want.Rules) || got.Game != want.Game || got.Currency != want.Currency || !reflect.DeepEqual(got.Settings, want.Settings) {
			t.Errorf("%s: the copy has\n%s %+v, want\n%s %+v", table, got.Rules, got.Settings, want.Rules, want.Settings)
		}
	}
}

// Esc leaves a form for the list with what was chosen there, be the form of something new.
func TestEscLeavesTheCursorWhereItWas(t *testing.T) {
	s := officeSeat(t, "it")
	o := s.enter(record.Manager)
	for _, key := range []string{"c", "k", "n"} {
		o.tables().tablesAt("PB1")
		s.Keys(key)
		s.Press(fyne.KeyEscape)
		s.Keys("c")
		if words := s.Over(); !strings.Contains(words, "PB1") || strings.Contains(words, "LB1") {
			t.Errorf("after %q: %s", key, words)
		}
		s.Press(fyne.KeyEscape)
		s.Shell.CloseOverlay()
	}
	last := s.Shell.House.State.Staff[len(s.Shell.House.State.Staff)-1]
	o.people().peopleAt(last.Number)
	s.Keys("n")
	s.Press(fyne.KeyEscape)
	s.Keys("c")
	s.Says(last.Number + " · " + last.Name)
}

// A new table is one form: what is typed first is its name, and the list of games has all of them.
func TestNewTableByKeys(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	o.tables().openTables()
	s.Keys("n")
	window := s.Shell.Window.Canvas()
	typed := func(letters string) {
		for _, r := range letters {
			window.Focused().TypedRune(r)
		}
	}
	typed("BJ7")
	window.FocusNext()
	typed("b")
	typed("z")
	s.Says("Game: no choice begins with that")
	for range 2 { // its rounding changes the edge
		window.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	}
	set, there := s.Shell.House.State.TableNamed("BJ7")
	g, err := handfile.ParseRules(set.Game, set.Rules)
	if !there || err != nil || g.Options().Preset != "bj-us" || set.Settings == nil || set.Settings.Burn != g.Layout().Burns {
		t.Errorf("there %v: %s %s, %+v: %s", there, set.Game, set.Rules, set.Settings, s.Over())
	}
}

// The list that a tap opens stands at what is chosen: an arrow goes on from there.
func TestAListGoesOnFromWhatIsChosen(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	set, _ := s.Shell.House.State.TableNamed("PB1")
	f := formFor(t, o, set)
	o.openForm(f.Form, f.enter)
	pick := fieldOf(t, f, "commission").one
	pick.SetSelectedIndex(0)
	for n, arrow := range []fyne.KeyName{fyne.KeyDown, fyne.KeyUp} {
		pick.Tapped(&fyne.PointEvent{})
		list := s.Shell.Window.Canvas().Focused()
		list.TypedKey(&fyne.KeyEvent{Name: arrow})
		list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		if pick.SelectedIndex() != 1-n {
			t.Errorf("after %s it is %q", arrow, pick.Selected)
		}
	}
}
