package office

import (
	"encoding/json"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
)

// A RuleField is a rule of a game's own as a form asks for it: what the game says of the
// rule makes the field.
type RuleField struct {
	Rule handfile.Rule
	yes  *controls.Tick    // of a rule that is or is not
	one  *controls.Pick    // of one of several
	Odds []*controls.Field // of odds
	unit *controls.Field   // beside one, of a rounding
	All  fyne.CanvasObject
}

// RuleFields returns the fields of a form for a game's own rules, filled in with its values.
func RuleFields(tx *text.Catalogue, g games.Game, form *controls.Form) []*RuleField {
	var fields []*RuleField
	for _, rule := range handfile.RulesOf(g) {
		f := &RuleField{Rule: rule}
		switch rule.Kind {
		case games.YesNo:
			f.yes = form.Tick("", rule.Value.(bool))
			f.All = f.yes
		case games.OneOf, games.Count:
			var names []string
			for _, value := range f.values() {
				names = append(names, ruleValue(tx, rule.Rule, value))
			}
			f.one = form.Pick(names, slices.Index(f.values(), rule.Value), nil)
			f.All = f.one
		case games.OneOdds:
			f.Odds = []*controls.Field{form.Entry(rule.Value.(string))}
			f.All = f.Odds[0]
		case games.OddsEach:
			var parts []fyne.CanvasObject
			for i, odds := range rule.Value.([]string) {
				e := form.Entry(odds)
				f.Odds = append(f.Odds, e)
				form.Named(e, RuleName(tx, rule.Key)+", "+ruleValue(tx, rule.Rule, rule.Values[i]))
				parts = append(parts, container.NewBorder(nil, nil, widget.NewLabel(ruleValue(tx, rule.Rule, rule.Values[i])), nil, e))
			}
			f.All = container.NewGridWithColumns(2, parts...)
		case games.HowRounded:
			rounding := rule.Value.(games.Rounding)
			names := []string{tx.T("rulevalue_rounding_same")}
			for _, mode := range roundings {
				names = append(names, tx.T("office_rounding_"+string(mode)))
			}
			f.one = form.Pick(names, 1+slices.Index(roundings, rounding.Mode), nil)
			f.unit = form.Entry(typed(rounding.Unit))
			f.All = controls.Beside([]float32{1, 1}, f.one, f.unit)
		}
		fields = append(fields, f)
	}
	return fields
}

// values returns all possible values of a rule with a choice.
func (f *RuleField) values() []any {
	var all []any
	for _, value := range f.Rule.Values {
		all = append(all, value)
	}
	for n := f.Rule.Least; f.Rule.Kind == games.Count && n <= f.Rule.Most; n++ {
		all = append(all, n)
	}
	return all
}

// value returns what is filled in; false where the rule does not take it.
func (f *RuleField) value() (any, bool) {
	var value any
	switch f.Rule.Kind {
	case games.YesNo:
		value = f.yes.Checked
	case games.OneOdds:
		value = f.Odds[0].Filled()
	case games.OddsEach:
		var odds []string
		for _, e := range f.Odds {
			odds = append(odds, e.Filled())
		}
		value = odds
	case games.HowRounded:
		unit, err := amountIn(f.unit, "rounding")
		if err == nil && f.one.SelectedIndex() < 1 {
			return games.Rounding{}, true
		}
		if err != nil || unit < 1 {
			return nil, false
		}
		value = games.Rounding{Unit: unit, Mode: roundings[f.one.SelectedIndex()-1]}
	default:
		if f.one.SelectedIndex() < 0 {
			return nil, false
		}
		value = f.values()[f.one.SelectedIndex()]
	}
	return value, f.Rule.Takes(value)
}

// wrong returns the field with the mistake.
func (f *RuleField) wrong() fyne.Focusable {
	switch {
	case f.yes != nil:
		return f.yes
	case f.unit != nil:
		return f.unit
	case f.one != nil:
		return f.one
	}
	for _, e := range f.Odds {
		if _, err := games.ParseOdds(e.Filled()); err != nil {
			return e
		}
	}
	return f.Odds[0]
}

// EnterRules puts what is filled in among the rules of a table; a rule that is as the
// preset has it is not written. Refusal: BadSetting with the rule's key.
func EnterRules(fields []*RuleField, rules map[string]json.RawMessage) error {
	for _, f := range fields {
		value, ok := f.value()
		if !ok {
			return &controls.Mistake{At: f.wrong(), Err: &house.Refusal{Why: house.BadSetting, What: f.Rule.Key}}
		}
		written, err := json.Marshal(value)
		if err != nil {
			return err
		}
		byDefault, err := json.Marshal(f.Rule.Default)
		if err != nil {
			return err
		}
		if delete(rules, f.Rule.Key); string(written) != string(byDefault) {
			rules[f.Rule.Key] = written
		}
	}
	return nil
}

// RuleName returns the name of a rule.
func RuleName(tx *text.Catalogue, key string) string { return tx.T("rulename_" + key) }

// ruleValue returns a value of a rule in words.
func ruleValue(tx *text.Catalogue, r games.Rule, value any) string {
	if n, is := value.(int); is {
		return strconv.Itoa(n)
	}
	return tx.T("rulevalue_" + r.Key + "_" + value.(string))
}
