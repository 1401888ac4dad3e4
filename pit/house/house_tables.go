package house

import (
	"slices"
	"strings"
	"unicode"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/record"
)

const cardsInDeck = 52

// SetTable enters a table, or what it plays by from its next opening on; one that was
// retired is the house's again. Its currency stays. Refusals: WrongRole; BadSetting with
// "tables", "currency", "limits", "float", "cut", "notice" as What, or "rounding" with Unit where winnings rounded so
// cannot be paid in chips; TableAlike; those of CheckLimits and CheckMost.
func (h *House) SetTable(set record.TableSet, by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(set); err != nil {
		return nil, err
	}
	if set.Currency == h.Currency {
		set.Currency = ""
	}
	chips := h.ChipsIn(set.Currency).Values
	old, there := h.TableNamed(set.Name)
	if !there {
		if err := newTable(set.Name, h.Tables); err != nil {
			return nil, err
		}
	}
	if there && old.Currency != set.Currency || set.Currency != "" && (!slices.Contains(h.Currencies(), set.Currency) || len(chips) == 0) {
		return nil, &Refusal{Why: BadSetting, What: "currency"}
	}
	if err := checkTable(set, chips); err != nil {
		return nil, err
	}
	if err := h.checkRounding(set); err != nil {
		return nil, err
	}
	set.By = by.Number
	return []record.Fact{set}, nil
}

// newTable refuses a name for a table beside others: BadSetting with "tables" as What where one has it, TableAlike where one is read as it.
func newTable(name string, others []record.TableSet) error {
	for _, other := range others {
		switch {
		case other.Name == name:
			return &Refusal{Why: BadSetting, What: "tables"}
		case sameTable(other.Name, name):
			return &Refusal{Why: TableAlike, What: name, Other: other.Name}
		}
	}
	return nil
}

// sameTable reports whether names of two tables are one name as it is spoken, or look the same on paper.
func sameTable(a, b string) bool {
	small := func(name string) string {
		return strings.Map(func(r rune) rune {
			if r == 'L' { // a small one looks like 1
				return r
			}
			return unicode.ToLower(r)
		}, seenAs(name))
	}
	return strings.EqualFold(a, b) || small(a) == small(b)
}

// checkRounding demands of winnings that they are rounded to what chips make, unless the
// table has rounded them so until now: a change of something else is none of that. A new table may
// round as another of the house does that plays the same game in the same currency: a copy has all its rules.
func (h *House) checkRounding(set record.TableSet) error {
	g, err := handfile.ParseRules(set.Game, set.Rules)
	chips := h.ChipsIn(set.Currency).Values
	if err != nil || games.ChipsMake(g.Options().Rounding.Unit, chips) {
		return nil
	}
	_, there := h.TableNamed(set.Name)
	for _, old := range h.Tables {
		if there && old.Name != set.Name || !there && (old.Game != set.Game || old.Currency != set.Currency) {
			continue
		}
		was, err := handfile.ParseRules(old.Game, old.Rules)
		if err == nil && was.Options().Rounding == g.Options().Rounding {
			return nil
		}
	}
	return &Refusal{Why: BadSetting, What: "rounding", Unit: chips[0], Currency: set.Currency}
}

// checkTable refuses a table that cannot be played with chips of these values, ascending.
func checkTable(f record.TableSet, chips []games.Amount) error {
	bad := func(what string) error { return &Refusal{Why: BadSetting, What: what} }
	if !record.ValidTableName(f.Name) {
		return bad("tables")
	}
	g, err := handfile.ParseRules(f.Game, f.Rules)
	if err != nil {
		return bad("limits")
	}
	if err := CheckLimits(g, chips); err != nil {
		return err
	}
	if err := CheckMost(g); err != nil {
		return err
	}
	switch s := f.Settings; {
	case s == nil:
	case !s.Float.Sound(chips, true):
		return bad("float")
	case s.CutCard < 0 || s.CutCard >= cardsInDeck*g.Options().Decks:
		return &Refusal{Why: BadSetting, What: "cut", N: cardsInDeck*g.Options().Decks - 1}
	case !soundCollect(s.Collect):
		return bad("collect")
	case s.Notice < 0 || s.Notice > LongestNotice:
		return &Refusal{Why: BadSetting, What: "notice", N: LongestNotice}
	}
	return nil
}

// RetireTable records that a table is opened no more; what it has of shifts stays. Whether it is open now, the caller checks who
// has its record. Refusals: WrongRole, BadSetting for a table that there is not, LastTable.
func (h *House) RetireTable(name string, by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(record.TableRetired{}); err != nil {
		return nil, err
	}
	_, there := h.TableNamed(name)
	switch {
	case !there || h.Retired(name):
		return nil, &Refusal{Why: BadSetting, What: "tables"}
	case len(h.InUse()) == 1:
		return nil, Refuse(LastTable)
	}
	return []record.Fact{record.TableRetired{Name: name, By: by.Number}}, nil
}

// Retired reports whether a table is opened no more.
func (h *House) Retired(name string) bool { return h.retired[name] }

// InUse returns the tables that are opened, in the order in which they were set up.
func (h *House) InUse() []record.TableSet {
	return slices.DeleteFunc(slices.Clone(h.Tables), func(t record.TableSet) bool { return h.Retired(t.Name) })
}

func (h *House) applyRetired(name string, retired bool) {
	if h.retired == nil {
		h.retired = map[string]bool{}
	}
	h.retired[name] = retired
}
