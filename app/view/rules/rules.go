// Package rules puts the rules of a game into words: how a table plays it, what each spot takes and
// pays, and what is rounded. It knows no table: a game is enough.
package rules

import (
	"fmt"
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
)

// Of returns the rules by which a table plays its game, a sentence each: its decks and boxes, the
// game's own, how winnings are rounded.
func Of(tx *text.Catalogue, g games.Game) []string {
	o := g.Options()
	lines := append([]string{tx.T("rule_table", text.Args{"Decks": o.Decks, "Boxes": o.Boxes})}, ofGame(tx, g)...)
	if o.Rounding.Unit > 1 {
		lines = append(lines, Winnings(tx, o.Rounding))
	}
	if r, tracked := games.CommissionRounding(g); tracked && r.Unit > games.ExactCommission.Unit {
		lines = append(lines, tx.T("rule_commission_rounded", text.Args{"How": Rounds(tx, r)}))
	}
	return lines
}

// ofGame returns the rules of a game, a sentence each.
func ofGame(tx *text.Catalogue, g games.Game) []string {
	if worded, ok := g.(games.Worded); ok {
		return Sentences(tx, worded.Words())
	}
	return own(tx, g)
}

// Sentences returns the texts of the sentences that a game gives.
func Sentences(tx *text.Catalogue, said []games.Sentence) []string {
	var lines []string
	for _, s := range said {
		lines = append(lines, tx.T("rule_"+s.Key, s.Args))
	}
	return lines
}

// own returns the rules of a game's own, each with its name and its value.
func own(tx *text.Catalogue, g games.Game) []string {
	var lines []string
	for _, r := range handfile.RulesOf(g) {
		lines = append(lines, tx.T("rule_own", text.Args{"Rule": tx.T("rulename_" + r.Key), "Value": valueOf(tx, r)}))
	}
	return lines
}

// valueOf returns the value of a rule in words.
func valueOf(tx *text.Catalogue, r handfile.Rule) string {
	switch value := r.Value.(type) {
	case bool:
		if value {
			return tx.T("rulevalue_yes")
		}
		return tx.T("rulevalue_no")
	case []string:
		words := make([]string, len(value))
		for i, odds := range value {
			words[i] = tx.T("rulevalue_"+r.Key+"_"+r.Values[i]) + " " + odds
		}
		return strings.Join(words, ", ")
	case games.Rounding:
		if value == (games.Rounding{}) {
			return tx.T("rulevalue_rounding_same")
		}
		return tx.T("office_rounding_"+string(value.Mode)) + " " + tx.Amount(value.Unit)
	case string:
		if r.Kind == games.OneOf {
			return tx.T("rulevalue_" + r.Key + "_" + value)
		}
	}
	return fmt.Sprint(r.Value)
}
