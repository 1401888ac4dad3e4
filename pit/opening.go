package pit

import (
	"cmp"
	"slices"
	"time"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// A Start is the input of Opening: the table's settings, the two people who open it and their count.
type Start struct {
	Set       record.TableSet
	Chips     []games.Amount // the house's
	Croupier  house.Staff
	Inspector house.Staff
	Count     *record.Float      // of the float, by both; nil where nobody counted: it is unknown then
	First     []games.Amount     // what they had come to before they counted again
	Cash      games.Amount       // from what a buy-in takes an inspector; 0 for none
	Collect   games.RoundingMode // which way the house rounds commission when it is collected; "" where the table says it, or nobody
	LateAlone bool               // a croupier alone enters a decision otherwise after its card
	House     *record.Stood      // nil where nobody knows it
	Day       string             // the gaming day by the house's clock; "" for that of now, where nobody knows it
}

// checks is the Checks of the openings that this program enters: see record.Opened.
const checks = 1

// Opening opens the table for a shift: a croupier to deal and an inspector to answer
// for it, who have counted the float. The opener rolls from the last closer: a
// difference is an incident. Refusals: TableOpen, WrongRole, SamePerson, NotCounted
// without a count where the last closing left one, which only a manager may leave out,
// BadSetting where the table's game cannot be played by this program or the count has
// chips that the house has not.
func (t *Table) Opening(s Start, now time.Time) ([]record.Fact, error) {
	switch {
	case t.Open:
		return nil, house.Refuse(house.TableOpen)
	case s.Croupier.Number == s.Inspector.Number:
		return nil, house.Refuse(house.SamePerson)
	case !s.Croupier.MayDeal():
		return nil, &house.Refusal{Why: house.WrongRole, What: s.Croupier.Name, Right: house.DealTable}
	case !s.Inspector.MayInspect():
		return nil, &house.Refusal{Why: house.WrongRole, What: s.Inspector.Name, Right: house.AnswerFor}
	case s.Count == nil && t.Closer() != nil && !s.Inspector.May(house.CloseUncounted):
		return nil, house.Refuse(house.NotCounted)
	case s.Count != nil && !s.Count.Sound(s.Chips, true):
		return nil, &house.Refusal{Why: house.BadSetting, What: "float"}
	}
	if _, err := handfile.ParseRules(s.Set.Game, s.Set.Rules); err != nil {
		return nil, &house.Refusal{Why: house.BadSetting, What: s.Set.Name}
	}
	opened := t.opened(s, now)
	if s.Count == nil {
		return []record.Fact{opened}, nil
	}
	facts := []record.Fact{opened, tray.Counted(record.AtOpening, *s.Count, s.Croupier, s.Inspector, s.First)}
	if opened.Closer != nil {
		facts = append(facts, openingDifference(opened, s.Count.Value()-opened.Closer.Value())...)
	}
	return facts, nil
}

// opened carries over what outlives a shift.
func (t *Table) opened(s Start, now time.Time) record.Opened {
	opened := record.Opened{
		Day: cmp.Or(s.Day, house.GamingDay(now)), Game: s.Set.Game, Rules: s.Set.Rules,
		Croupier: s.Croupier.Number, Inspector: s.Inspector.Number, Settings: s.Set.Settings, Due: t.Due, Currency: s.Set.Currency,
		Chips: s.Chips, Closer: t.Closer(), Slips: t.LastSlips(), Incidents: t.IncidentBook().carried(), Held: t.KeysOut(), House: s.House, Cash: s.Cash, Collect: s.Collect,
		Checks: checks, LateAlone: s.LateAlone, Uncounted: s.Count == nil,
	}
	if opened.Closer == nil && t.Shift == 0 && s.Set.Settings != nil && len(s.Set.Settings.Float) > 0 {
		opened.Closer = &s.Set.Settings.Float
	}
	if off := t.Settings.PatternsOff; len(off) > 0 {
		settings := record.Settings{}
		if s.Set.Settings != nil {
			settings = *s.Set.Settings
		}
		settings.PatternsOff = off
		opened.Settings = &settings
	}
	if !t.Cards.IsZero() {
		opened.Cards = t.Cards.UnixMilli()
		if opened.Due == "" && now.Sub(t.ShutAt) >= IdleLong {
			opened.Due = record.IdleCards
		}
	}
	return opened
}

// openingDifference returns the incident for a difference of the count, if it is large enough to be one.
func openingDifference(f record.Opened, tooMuch games.Amount) []record.Fact {
	settings := record.Settings{}
	if f.Settings != nil {
		settings = *f.Settings
	}
	return tray.Difference(settings, tooMuch)
}

// An End is the input of closing a table: the two people who close it and their count.
type End struct {
	Croupier  house.Staff // who is on duty
	Inspector house.Staff
	Count     *record.Float  // of the float, by both; nil where nobody counted: the result is unknown then
	First     []games.Amount // what they had come to before they counted again
}

// Closing closes the table. A difference between the count and what it should be is
// an incident. Refusals: TableClosed, HandOpen, CommissionOwed, AlarmWaits, SlipIsOpen,
// WrongRole, SamePerson, BadSetting; NotCounted without a count, which only a manager
// may leave out.
func (t *Table) Closing(e End) ([]record.Fact, error) {
	switch {
	case !t.Open:
		return nil, house.Refuse(house.TableClosed)
	case !t.Current.Empty():
		return nil, house.Refuse(house.HandOpen)
	case len(t.Debts()) > 0:
		return nil, &house.Refusal{Why: house.CommissionOwed, Box: t.Debts()[0].Box}
	case len(t.Alarms) > 0:
		return nil, house.Refuse(house.AlarmWaits)
	case len(t.Slips(tray.Requested)) > 0:
		return nil, house.Refuse(house.SlipIsOpen)
	}
	closed := record.Closed{Croupier: e.Croupier.Number, Inspector: e.Inspector.Number, Uncounted: e.Count == nil, Held: t.KeysOut()}
	if e.Count != nil {
		counted, err := t.Desk().Count(record.AtClosing, *e.Count, e.Croupier, e.Inspector, e.First...)
		return append(counted, closed), err
	}
	if err := t.Desk().Both(e.Croupier, e.Inspector, house.CountFloatRight); err != nil {
		return nil, err
	}
	if t.Desk().Worth().Known && !e.Inspector.May(house.CloseUncounted) {
		return nil, house.Refuse(house.NotCounted)
	}
	return []record.Fact{closed}, nil
}

// Relieve hands the table to the next croupier, at any moment. Refusals:
// TableClosed, WrongRole, OnDutyAlready.
func (t *Table) Relieve(next house.Staff) ([]record.Fact, error) {
	switch {
	case !t.Open:
		return nil, house.Refuse(house.TableClosed)
	case !next.MayDeal():
		return nil, &house.Refusal{Why: house.WrongRole, What: next.Name, Right: house.DealTable}
	case next.Number == t.Croupier:
		return nil, &house.Refusal{Why: house.OnDutyAlready, What: next.Name}
	case next.Number == t.Inspector:
		return nil, house.Refuse(house.SamePerson)
	}
	return []record.Fact{record.Relieved{From: t.Croupier, To: next.Number}}, nil
}

// ChangeInspector makes another inspector answer for the table. Refusals as
// Relieve.
func (t *Table) ChangeInspector(next house.Staff) ([]record.Fact, error) {
	switch {
	case !t.Open:
		return nil, house.Refuse(house.TableClosed)
	case !next.MayInspect():
		return nil, &house.Refusal{Why: house.WrongRole, What: next.Name, Right: house.AnswerFor}
	case next.Number == t.Inspector:
		return nil, &house.Refusal{Why: house.OnDutyAlready, What: next.Name}
	case next.Number == t.Croupier:
		return nil, house.Refuse(house.SamePerson)
	}
	return []record.Fact{record.InspectorChanged{From: t.Inspector, To: next.Number}}, nil
}

// Checks returns how much the table asks of people in the shift: see record.Opened.
func (t *Table) Checks() int { return t.checks }

// Begins reports whether one of facts begins something under the name of whoever is on duty: a hand or a shoe, or, also during a
// hand, what is none of that hand's. Who works here no more finishes the open hand, and nothing else.
func (t *Table) Begins(facts []record.Fact) bool {
	return t.Open && slices.ContainsFunc(facts, func(f record.Fact) bool {
		switch f := f.(type) {
		case record.ShoeStarted, record.FirstBurned, record.BetsPlaced, record.BetsClosed, record.DealtDry:
			return t.Current.Empty()
		case record.BoughtIn, record.ChipsChanged, record.Tipped, record.CommissionTaken, record.SlipRequested, record.SlipVerified,
			record.SlipVoided, record.WrongPayout, record.PayoutSettled, record.HandCorrected, record.MoveVoided,
			record.LimitsAnnounced, record.LimitsWithdrawn, record.PatternsSet:
			return true
		case record.IncidentOpened:
			return f.Class != record.TwoTablesIncident // it comes with a relief
		}
		return false
	})
}

// OnDutyStill refuses to go on under the name of a person on duty who has left the house, or has lost the right to it:
// WorksNoMore, with the name and the right. The croupier comes first.
func (t *Table) OnDutyStill(h *house.House) error {
	if err := t.CroupierStill(h); err != nil {
		return err
	}
	return t.mayStill(h, t.Inspector, house.AnswerFor)
}

// CroupierStill refuses as OnDutyStill does, for the croupier alone.
func (t *Table) CroupierStill(h *house.House) error {
	return t.mayStill(h, t.Croupier, house.DealTable)
}

func (t *Table) mayStill(h *house.House, number string, right house.Right) error {
	if !t.Open {
		return nil
	}
	if who, works := h.People().Working(number); !works || !who.May(right) {
		return &house.Refusal{Why: house.WorksNoMore, What: h.NameOf(number), Right: right}
	}
	return nil
}
