package house

import (
	"cmp"
	"slices"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/record"
)

// usualCollect is the rounding of a tracked commission in a house that has said nothing of it.
const usualCollect = games.RoundNearest

// Collect returns which way the house rounds a tracked commission to the smallest chip, once for
// each player when it is collected.
func (h *House) Collect() games.RoundingMode { return cmp.Or(h.set.Collect, usualCollect) }

// CollectAt returns Collect where the house sets it. It returns "" for a table that tracks no commission, or whose own settings
// have it.
func (h *House) CollectAt(table string) games.RoundingMode {
	set, _ := h.TableNamed(table)
	if set.Settings != nil && set.Settings.Collect != "" {
		return ""
	}
	g, err := handfile.ParseRules(set.Game, set.Rules)
	if tracks, ok := g.(games.Tracker); err != nil || !ok || !tracks.TracksCommission() {
		return ""
	}
	return h.Collect()
}

func soundCollect(mode games.RoundingMode) bool {
	return mode == "" || slices.Contains(games.RoundingModes(), mode)
}

// UndecidedCommission returns the tables in use at which nobody has said how commission is rounded, so
// that each hand's goes by the rounding of winnings.
func (h *House) UndecidedCommission() []record.TableSet {
	return slices.DeleteFunc(h.InUse(), func(set record.TableSet) bool {
		g, err := handfile.ParseRules(set.Game, set.Rules)
		if err != nil {
			return true
		}
		_, undecided := games.UndecidedCommission(g)
		return !undecided
	})
}

// DecideCommission enters of a table whether the commission of each hand stays rounded as it is, or is
// noted exactly from its next opening on. Nothing else of the table is set, and so nothing else of it is
// judged anew. Refusals: WrongRole, BadSetting with "tables" or "rounding" as What.
func DecideCommission(set record.TableSet, exact bool, by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(set); err != nil {
		return nil, err
	}
	g, err := handfile.ParseRules(set.Game, set.Rules)
	if err != nil {
		return nil, &Refusal{Why: BadSetting, What: "tables"}
	}
	rounding := g.Options().Rounding
	if exact {
		rounding = games.ExactCommission
	}
	decided, ok := games.WithCommissionRounding(g, rounding)
	if !ok {
		return nil, &Refusal{Why: BadSetting, What: "rounding"}
	}
	set.Rules, set.By = handfile.EncodeRules(decided), by.Number
	return []record.Fact{set}, nil
}
