package office

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/record"
)

// another is a value of a rule that it does not have.
func another(f *RuleField) any {
	switch f.Rule.Kind {
	case games.YesNo:
		f.yes.SetChecked(!f.Rule.Value.(bool))
		return !f.Rule.Value.(bool)
	case games.OneOdds:
		f.Odds[0].SetText(" 6:5 ")
		return "6:5"
	case games.OddsEach:
		odds := make([]string, len(f.Odds))
		for i := range odds {
			odds[i] = "7:2"
			f.Odds[i].SetText(odds[i])
		}
		return odds
	case games.HowRounded:
		f.one.SetSelectedIndex(3)
		f.unit.SetText("0.05")
		return games.Rounding{Unit: 5, Mode: games.RoundNearest}
	}
	for i, value := range f.values() {
		if value != f.Rule.Value {
			f.one.SetSelectedIndex(i)
			return value
		}
	}
	return nil
}

// Another house has other rules: each that a game of the house takes has a field in the
// office, is entered from there, and goes back to the preset's without a word left in the
// record.
func TestEveryRuleHasAField(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	asked := 0
	for _, table := range []string{"LB1", "PB1", "BJ1"} {
		first, _ := s.Shell.House.State.TableNamed(table)
		first.Rules = []byte(`"` + presetOf(t, first) + `"`)
		formFor(t, o, first) // the preset's name alone is read too
		for _, rule := range handfile.RulesOf(ruledBy(t, first)) {
			asked++
			set, _ := s.Shell.House.State.TableNamed(table)
			f := formFor(t, o, set)
			want := another(fieldOf(t, f, rule.Key))
			f.rounding.SetText("5") // what the house's chips can pay
			if err := twice(f); err != nil {
				t.Fatalf("%s %s: %v", table, rule.Key, err)
			}
			after, _ := s.Shell.House.State.TableNamed(table)
			if got := ruledBy(t, after).(games.Ruled).Rules()[rule.Key]; !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %s is %v, want %v", table, rule.Key, got, want)
			}
			f = formFor(t, o, after)
			f.Own = RuleFields(s.Shell.Text, ruledBy(t, first), f.Form)
			if err := twice(f); err != nil {
				t.Fatal(err)
			}
			back, _ := s.Shell.House.State.TableNamed(table)
			keys := map[string]json.RawMessage{}
			if err := json.Unmarshal(back.Rules, &keys); err != nil || keys[rule.Key] != nil {
				t.Errorf("%s: %s stays in %s: %v", table, rule.Key, back.Rules, err)
			}
		}
	}
	if asked < 7 {
		t.Errorf("only %d rules are asked for", asked)
	}
}

func formFor(t *testing.T, o *Office, set record.TableSet) *tableForm {
	t.Helper()
	f, err := o.tables().tableForm(set, set.Name, set.Name == "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func fieldOf(t *testing.T, f *tableForm, key string) *RuleField {
	t.Helper()
	for _, field := range f.Own {
		if field.Rule.Key == key {
			return field
		}
	}
	t.Fatalf("the form asks for no %s", key)
	return nil
}

func ruledBy(t *testing.T, set record.TableSet) games.Game {
	t.Helper()
	g, err := handfile.ParseRules(set.Game, set.Rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func presetOf(t *testing.T, set record.TableSet) string { return ruledBy(t, set).Options().Preset }

// A rule that only another preset has is asked for as soon as that one is chosen, and what
// was filled in stays; what no rule can be is said with the rule's name.
func TestRulesFollowThePreset(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	set, _ := s.Shell.House.State.TableNamed("BJ1")
	f := formFor(t, o, set)
	for _, field := range f.Own {
		if field.Rule.Key == "enhc" {
			t.Error("with a hole card it is asked what its lack takes")
		}
	}
	fieldOf(t, f, "blackjack").Odds[0].SetText("6:5")
	f.rounding.SetText("5") // what the house's chips can pay
	f.Preset.SetSelectedIndex(1)
	if got := fieldOf(t, f, "blackjack").Odds[0].Text; got != "6:5" {
		t.Errorf("what was filled in is %q now", got)
	}
	fieldOf(t, f, "enhc").one.SetSelectedIndex(1)
	fieldOf(t, f, "blackjack").Odds[0].SetText("much")
	if err := f.enter(); err == nil || !strings.Contains(s.Shell.Wording(err), "Blackjack pays") {
		t.Errorf("odds that are none: %v", err)
	}
	fieldOf(t, f, "blackjack").Odds[0].SetText("6:5")
	if err := twice(f); err != nil {
		t.Fatal(err)
	}
	after, _ := s.Shell.House.State.TableNamed("BJ1")
	rules := ruledBy(t, after).(games.Ruled).Rules()
	if rules["enhc"] != "original" || rules["blackjack"] != "6:5" || presetOf(t, after) != "bj-eu" {
		t.Errorf("entered as %s", after.Rules)
	}
}
