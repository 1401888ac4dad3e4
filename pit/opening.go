package pit

import (
	"time"

	"sabot/games/handfile"
)

// Opening opens the table for a shift: a croupier to deal and an inspector to
// answer for it. Refusals: TableOpen, WrongRole, SamePerson, BadSetting where the
// table's game cannot be played by this program.
func (t *Table) Opening(set TableSet, croupier, inspector Staff, now time.Time) ([]Fact, error) {
	switch {
	case t.Open:
		return nil, refuse(TableOpen)
	case croupier.Number == inspector.Number:
		return nil, refuse(SamePerson)
	case !croupier.Role.MayDeal():
		return nil, &Refusal{Why: WrongRole, What: croupier.Name}
	case !inspector.Role.MayInspect():
		return nil, &Refusal{Why: WrongRole, What: inspector.Name}
	}
	if _, err := handfile.ParseRules(set.Game, set.Rules); err != nil {
		return nil, &Refusal{Why: BadSetting, What: set.Name}
	}
	opened := Opened{
		Day: GamingDay(now), Game: set.Game, Rules: set.Rules,
		Croupier: croupier.Number, Inspector: inspector.Number, Settings: set.Settings, Due: t.Due,
	}
	if off := t.Settings.PatternsOff; len(off) > 0 {
		settings := Settings{}
		if set.Settings != nil {
			settings = *set.Settings
		}
		settings.PatternsOff = off
		opened.Settings = &settings
	}
	if !t.Cards.IsZero() {
		opened.Cards = t.Cards.UnixMilli()
		if opened.Due == "" && now.Sub(t.ShutAt) >= IdleLong {
			opened.Due = IdleCards
		}
	}
	return []Fact{opened}, nil
}

// GamingDay is the day that play at an hour belongs to: a night counts to the day
// on which it began, until six in the morning.
func GamingDay(now time.Time) string { return now.Add(-6 * time.Hour).Format(time.DateOnly) }

// Closing closes the table. Refusals: TableClosed, HandOpen, CommissionOwed,
// AlarmWaits.
func (t *Table) Closing() ([]Fact, error) {
	switch {
	case !t.Open:
		return nil, refuse(TableClosed)
	case !t.Current.Empty():
		return nil, refuse(HandOpen)
	case len(t.Debts()) > 0:
		return nil, &Refusal{Why: CommissionOwed, Box: t.Debts()[0].Box}
	case len(t.Alarms) > 0:
		return nil, refuse(AlarmWaits)
	}
	return []Fact{Closed{Croupier: t.Croupier, Inspector: t.Inspector}}, nil
}

// Relieve hands the table to the next croupier, at any moment. Refusals:
// TableClosed, WrongRole, OnDutyAlready.
func (t *Table) Relieve(next Staff) ([]Fact, error) {
	switch {
	case !t.Open:
		return nil, refuse(TableClosed)
	case !next.Role.MayDeal():
		return nil, &Refusal{Why: WrongRole, What: next.Name}
	case next.Number == t.Croupier:
		return nil, &Refusal{Why: OnDutyAlready, What: next.Name}
	}
	return []Fact{Relieved{From: t.Croupier, To: next.Number}}, nil
}

// ChangeInspector makes another inspector answer for the table. Refusals as
// Relieve.
func (t *Table) ChangeInspector(next Staff) ([]Fact, error) {
	switch {
	case !t.Open:
		return nil, refuse(TableClosed)
	case !next.Role.MayInspect():
		return nil, &Refusal{Why: WrongRole, What: next.Name}
	case next.Number == t.Inspector:
		return nil, &Refusal{Why: OnDutyAlready, What: next.Name}
	}
	return []Fact{InspectorChanged{From: t.Inspector, To: next.Number}}, nil
}
