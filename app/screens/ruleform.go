package screens

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
	"sabot/pit/people"
)

// ruleField is a rule of a game's own as a form asks for it: what the game says of the
// rule makes the field.
type ruleField struct {
	rule handfile.Rule
	yes  *controls.Tick    // of a rule that is or is not
	one  *controls.Pick    // of one of several
	odds []*controls.Field // of odds
	all  fyne.CanvasObject
}

// ruleFields are the fields of a form for a game's own rules, filled in with what it has.
func ruleFields(tx *text.Catalogue, g games.Game, form *controls.Form) []*ruleField {
	var fields []*ruleField
	for _, rule := range handfile.RulesOf(g) {
		f := &ruleField{rule: rule}
		switch rule.Kind {
		case games.YesNo:
			f.yes = form.Tick("", rule.Value.(bool))
			f.all = f.yes
		case games.OneOf, games.Count:
			var names []string
			for _, value := range f.values() {
				names = append(names, ruleValue(tx, rule.Rule, value))
			}
			f.one = form.Pick(names, slices.Index(f.values(), rule.Value), nil)
			f.all = f.one
		case games.OneOdds:
			f.odds = []*controls.Field{form.Entry(rule.Value.(string))}
			f.all = f.odds[0]
		case games.OddsEach:
			var parts []fyne.CanvasObject
			for i, odds := range rule.Value.([]string) {
				e := form.Entry(odds)
				f.odds = append(f.odds, e)
				parts = append(parts, container.NewBorder(nil, nil, widget.NewLabel(ruleValue(tx, rule.Rule, rule.Values[i])), nil, e))
			}
			f.all = container.NewGridWithColumns(2, parts...)
		}
		fields = append(fields, f)
	}
	return fields
}

// values are all that a rule of one of several can be.
func (f *ruleField) values() []any {
	var all []any
	for _, value := range f.rule.Values {
		all = append(all, value)
	}
	for n := f.rule.Least; f.rule.Kind == games.Count && n <= f.rule.Most; n++ {
		all = append(all, n)
	}
	return all
}

// value is what is filled in; false where the rule does not take it.
func (f *ruleField) value() (any, bool) {
	var value any
	switch f.rule.Kind {
	case games.YesNo:
		value = f.yes.Checked
	case games.OneOdds:
		value = f.odds[0].Filled()
	case games.OddsEach:
		var odds []string
		for _, e := range f.odds {
			odds = append(odds, e.Filled())
		}
		value = odds
	default:
		if f.one.SelectedIndex() < 0 {
			return nil, false
		}
		value = f.values()[f.one.SelectedIndex()]
	}
	return value, f.rule.Takes(value)
}

// wrong is the field in which the mistake is.
func (f *ruleField) wrong() fyne.Focusable {
	switch {
	case f.yes != nil:
		return f.yes
	case f.one != nil:
		return f.one
	}
	return f.odds[0]
}

// enterRules puts what is filled in among the rules of a table; a rule that is as the
// preset has it is not written. Refusal: BadSetting with the rule's key.
func enterRules(fields []*ruleField, rules map[string]json.RawMessage) error {
	for _, f := range fields {
		value, ok := f.value()
		if !ok {
			return &controls.Mistake{At: f.wrong(), Err: &people.Refusal{Why: people.BadSetting, What: f.rule.Key}}
		}
		written, err := json.Marshal(value)
		if err != nil {
			return err
		}
		byDefault, err := json.Marshal(f.rule.Default)
		if err != nil {
			return err
		}
		if delete(rules, f.rule.Key); string(written) != string(byDefault) {
			rules[f.rule.Key] = written
		}
	}
	return nil
}

// ruleName is what a rule is called.
func ruleName(tx *text.Catalogue, key string) string { return tx.T("rulename_" + key) }

// ruleValue is a value of a rule in words.
func ruleValue(tx *text.Catalogue, r games.Rule, value any) string {
	if n, is := value.(int); is {
		return strconv.Itoa(n)
	}
	return tx.T("rulevalue_" + r.Key + "_" + value.(string))
}
