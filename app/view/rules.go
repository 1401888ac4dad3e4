package view

import (
	"fmt"
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/record"
)

// RulesInWords returns the rules of the table, a sentence each: its boxes, the game's own rules, then its rules
// of the shoe. Of a closed table they are those of its next opening.
func (v Viewer) RulesInWords(t *pit.Table) []string {
	t = v.nextOpening(t)
	g := v.Felt().offered(t)
	if g == nil {
		return nil
	}
	lines := v.TableRules(g)
	if len(t.Current.Round.Chips) > 0 && slices.ContainsFunc(g.Layout().Answers, func(a games.Answer) bool { return a.Do == games.Insure }) {
		lines = append(lines, v.Text.T("rule_unhalved", text.Args{"Chip": v.Text.Amount(t.Current.Round.Chips[0])}))
	}
	if r, rounds := t.Desk().Collecting(); rounds {
		lines = append(lines, v.Text.T("rule_commission_collected", text.Args{"How": v.Rounds(r)}))
	}
	if settings := t.Settings; settings.BetTime > 0 {
		lines = append(lines, v.Text.T("rule_bet_time", text.Args{"Seconds": settings.BetTime}))
	}
	return append(lines, v.shoeRules(t)...)
}

// nextOpening returns a closed table as the house opens it next; one that is open, or that the house does not have, as it is.
func (v Viewer) nextOpening(t *pit.Table) *pit.Table {
	if t.Open || v.House == nil {
		return t
	}
	set, known := v.House.TableNamed(t.Name)
	if !known {
		return t
	}
	next := pit.NewTable(t.Name)
	next.Apply(record.Entry{Table: t.Name, Seq: 1, At: t.ShutAt, Shift: 1, Fact: record.Opened{
		Game: set.Game, Rules: set.Rules, Settings: set.Settings, Currency: set.Currency, Chips: v.House.ChipsOf(t.Name), Collect: v.House.CollectAt(t.Name),
	}})
	return next
}

// TitleOf returns the title of a page of limits or rules, by its key: of a table that is closed they are those of its next opening.
func (v Viewer) TitleOf(t *pit.Table, key string) string {
	title := v.Text.T(key)
	if !t.Open {
		title += " · " + v.Text.T("title_next_opening")
	}
	return title
}

// TableRules returns the rules by which a table plays its game, a sentence each: its decks and boxes, the
// game's own, how winnings are rounded.
func (v Viewer) TableRules(g games.Game) []string {
	o := g.Options()
	lines := append([]string{v.Text.T("rule_table", text.Args{"Decks": o.Decks, "Boxes": o.Boxes})}, v.gameRules(g)...)
	if o.Rounding.Unit > 1 {
		lines = append(lines, v.rounding(o.Rounding))
	}
	if r, tracked := games.CommissionRounding(g); tracked && r.Unit > games.ExactCommission.Unit {
		lines = append(lines, v.Text.T("rule_commission_rounded", text.Args{"How": v.Rounds(r)}))
	}
	return lines
}

// rounding returns how winnings are rounded, in a sentence.
func (v Viewer) rounding(r games.Rounding) string {
	return v.Text.T("rule_rounding_"+string(r.Mode), text.Args{"Unit": v.Text.Amount(r.Unit)})
}

// gameRules returns the rules of a game, a sentence each.
func (v Viewer) gameRules(g games.Game) []string {
	if worded, ok := g.(games.Worded); ok {
		return v.sentences(worded.Words())
	}
	return v.ownRules(g)
}

// sentences returns the texts of the sentences that a game gives.
func (v Viewer) sentences(said []games.Sentence) []string {
	var lines []string
	for _, s := range said {
		lines = append(lines, v.Text.T("rule_"+s.Key, s.Args))
	}
	return lines
}

// ownRules returns the rules of a game's own, each with its name and its value.
func (v Viewer) ownRules(g games.Game) []string {
	var lines []string
	for _, r := range handfile.RulesOf(g) {
		lines = append(lines, v.Text.T("rule_own", text.Args{"Rule": v.Text.T("rulename_" + r.Key), "Value": v.RuleValue(r)}))
	}
	return lines
}

// RuleValue returns the value of a rule in words.
func (v Viewer) RuleValue(r handfile.Rule) string {
	switch value := r.Value.(type) {
	case bool:
		if value {
			return v.Text.T("rulevalue_yes")
		}
		return v.Text.T("rulevalue_no")
	case []string:
		words := make([]string, len(value))
		for i, odds := range value {
			words[i] = v.Text.T("rulevalue_"+r.Key+"_"+r.Values[i]) + " " + odds
		}
		return strings.Join(words, ", ")
	case games.Rounding:
		if value == (games.Rounding{}) {
			return v.Text.T("rulevalue_rounding_same")
		}
		return v.Text.T("office_rounding_"+string(value.Mode)) + " " + v.Text.Amount(value.Unit)
	case string:
		if r.Kind == games.OneOf {
			return v.Text.T("rulevalue_" + r.Key + "_" + value)
		}
	}
	return fmt.Sprint(r.Value)
}

// rulesOf returns a game's own rules, as arguments of a sentence.
func rulesOf(g games.Game) text.Args {
	if ruled, ok := g.(games.Ruled); ok {
		return text.Args(ruled.Rules())
	}
	return text.Args{}
}
