package screens

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
)

// ruleField is a rule of a game's own as a form asks for it: what the game says of the
// rule makes the field.
type ruleField struct {
	rule handfile.Rule
	yes  *widget.Check  // of a rule that is or is not
	one  *widget.Select // of one of several
	odds []*field       // of odds
	all  fyne.CanvasObject
}

// ruleFields are the fields of a game's own rules, filled in with what it has; entry makes
// a field with a value in it, touched is called where one is changed.
func ruleFields(tx *text.Catalogue, g games.Game, entry func(value string) *field, touched func()) []*ruleField {
	var fields []*ruleField
	for _, rule := range handfile.RulesOf(g) {
		f := &ruleField{rule: rule}
		switch rule.Kind {
		case games.YesNo:
			f.yes = widget.NewCheck("", func(bool) { touched() })
			f.yes.SetChecked(rule.Value.(bool))
			f.all = f.yes
		case games.OneOf, games.Count:
			var names []string
			for _, value := range f.values() {
				names = append(names, ruleValue(tx, rule.Rule, value))
			}
			f.one = widget.NewSelect(names, func(string) { touched() })
			f.one.SetSelectedIndex(slices.Index(f.values(), rule.Value))
			f.all = f.one
		case games.OneOdds:
			f.odds = []*field{entry(rule.Value.(string))}
			f.all = f.odds[0]
		case games.OddsEach:
			var parts []fyne.CanvasObject
			for i, odds := range rule.Value.([]string) {
				e := entry(odds)
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
		value = strings.TrimSpace(f.odds[0].Text)
	case games.OddsEach:
		var odds []string
		for _, e := range f.odds {
			odds = append(odds, strings.TrimSpace(e.Text))
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

// enterRules puts what is filled in among the rules of a table; a rule that is as the
// preset has it is not written. Refusal: BadSetting with the rule's key.
func enterRules(fields []*ruleField, rules map[string]json.RawMessage) error {
	for _, f := range fields {
		value, ok := f.value()
		if !ok {
			return &pit.Refusal{Why: pit.BadSetting, What: f.rule.Key}
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
