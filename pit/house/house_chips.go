package house

import (
	"slices"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/record"
)

// Currencies returns the currencies of the house; the first is that of every amount that names none.
func (h *House) Currencies() []string { return h.Particulars().Currencies }

// CurrencyOf returns the currency of a table's amounts.
func (h *House) CurrencyOf(table string) string {
	if t, ok := h.TableNamed(table); ok && t.Currency != "" {
		return t.Currency
	}
	return h.Currency
}

// ChipsIn returns the chips of a currency, "" for the house's first; none where it has none.
func (h *House) ChipsIn(currency string) record.ChipsSet {
	if currency == "" || currency == h.Currency {
		return record.ChipsSet{Values: h.Chips, Colours: h.Colours}
	}
	return h.others[currency]
}

// ChipsOf returns the values of a table's chips, ascending.
func (h *House) ChipsOf(table string) []games.Amount { return h.ChipsIn(h.CurrencyOf(table)).Values }

// SetChips sets the chips of a currency that the house has from now on, with the colour of each; a table that is open goes on with
// those it has. Refusals: WrongRole; BadSetting with "chips", "colours" or "currency" as What; TableNeedsChips with a table whose
// limits or whose float they do not make, or whose winnings they no longer do.
func (h *House) SetChips(set record.ChipsSet, by Staff) ([]record.Fact, error) {
	if set.Currency == h.Currency {
		set.Currency = ""
	}
	if err := by.MayEnter(set); err != nil {
		return nil, err
	}
	switch {
	case set.Currency != "" && !slices.Contains(h.Currencies(), set.Currency):
		return nil, &Refusal{Why: BadSetting, What: "currency"}
	case !SoundChips(set.Values):
		return nil, &Refusal{Why: BadSetting, What: "chips", Currency: set.Currency}
	case len(set.Colours) > 0 && (len(set.Colours) != len(set.Values) || slices.ContainsFunc(set.Colours, badColour)):
		return nil, &Refusal{Why: BadSetting, What: "colours", Currency: set.Currency}
	}
	for _, t := range h.InUse() {
		if t.Currency != set.Currency {
			continue
		}
		g, err := handfile.ParseRules(t.Game, t.Rules)
		if err == nil && (CheckLimits(g, set.Values) != nil || unpayable(g, h.ChipsIn(set.Currency).Values, set.Values)) || t.Settings != nil && !t.Settings.Float.Sound(set.Values, true) {
			return nil, &Refusal{Why: TableNeedsChips, What: t.Name, Currency: set.Currency}
		}
	}
	set.By = by.Number
	return []record.Fact{set}, nil
}

// unpayable reports whether winnings, as a game rounds them, could be paid in the chips were and cannot in the chips are.
func unpayable(g games.Game, were, are []games.Amount) bool {
	unit := g.Options().Rounding.Unit
	return games.ChipsMake(unit, were) && !games.ChipsMake(unit, are)
}

func (h *House) applyChips(f record.ChipsSet) {
	if f.Currency == "" || f.Currency == h.Currency {
		h.Chips, h.Colours = f.Values, f.Colours
		return
	}
	if h.others == nil {
		h.others = map[string]record.ChipsSet{}
	}
	h.others[f.Currency] = f
}

// SoundChips reports whether values are those of chips: rising, none twice, at least one.
func SoundChips(values []games.Amount) bool {
	return len(values) > 0 && values[0] > 0 && slices.IsSorted(values) && len(slices.Compact(slices.Clone(values))) == len(values)
}

// badColour reports whether a colour is neither "" nor "#rrggbb".
func badColour(c string) bool {
	if c == "" {
		return false
	}
	if len(c) != 7 || c[0] != '#' {
		return true
	}
	for _, r := range c[1:] {
		if (r < '0' || r > '9') && (r < 'a' || r > 'f') {
			return true
		}
	}
	return false
}
