package hand

import (
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit/record"
)

// LateSaid returns what the sentence of a late change is filled with, with its words by their keys and the names of its
// cards.
func LateSaid(f record.Alarmed, word, card func(string) string, money func(games.Amount) string) map[string]any {
	of := func(value string) string {
		if value == "" {
			return ""
		}
		value, funds, some := strings.Cut(value, fundsMark)
		said := word(lateWord(value))
		switch left, _ := strconv.ParseInt(funds, 10, 64); {
		case some && left == 0:
			said += ", " + word("early_broke")
		case some:
			said += ", " + word("field_funds") + " " + money(games.Amount(left))
		}
		return said
	}
	name := func(value string) string {
		if value == "" {
			return ""
		}
		return card(value)
	}
	var later []string
	for _, value := range strings.Fields(f.Later) {
		later = append(later, card(value))
	}
	return map[string]any{
		"Was": of(f.Was), "What": of(f.What), "Later": strings.Join(later, ", "), "Card": name(f.Card), "Corrected": name(f.Corrected), "Code": f.Code, "Money": f.From != f.Amount, "From": money(f.From), "To": money(f.Amount),
	}
}

// lateWord returns the key of what a late change was or is: a decision, an early one, an insurance, a bet or the
// dealer's answer.
func lateWord(value string) string {
	switch {
	case strings.HasPrefix(value, earlyPrefix):
		return value
	case value == lookedBlackjack:
		return "value_looked_blackjack"
	case value == lookedNone:
		return "value_looked_no"
	case value == string(games.Insure):
		return "spot_insurance"
	case value == tookEven:
		return "note_even"
	case slices.Contains(games.Actions(), games.Action(value)):
		return "choice_" + value
	}
	return "spot_" + value
}
