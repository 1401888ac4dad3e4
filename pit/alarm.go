package pit

import (
	"slices"
	"time"

	"sabot/games"
)

// AlarmKind is what was seen.
type AlarmKind string

// The kinds of alarm.
const (
	ImpossibleCard AlarmKind = "impossible_card" // a card of which the decks hold no more copy
	LowRiskBets    AlarmKind = "low_risk"        // one bettor on both sides
	LateBet        AlarmKind = "late_bet"        // a bet after the call
	ExposedCard    AlarmKind = "exposed_card"    // a card drawn in error and seen, which is offered
	SecondSeen     AlarmKind = "second_seen"     // a second card that was seen, which changes nothing
)

// AlarmKinds are all kinds, so that a test can ask for the sentence of each.
func AlarmKinds() []AlarmKind {
	return []AlarmKind{ImpossibleCard, LowRiskBets, LateBet, ExposedCard, SecondSeen}
}

// TakesInspector says whether an alarm stays until an inspector has seen it, and no
// further hand begins before; the others are notes.
func (k AlarmKind) TakesInspector() bool { return k == ImpossibleCard }

// Alarm is something that was seen at the table.
type Alarm struct {
	Seq int64 // of its entry
	At  time.Time
	Alarmed
	Hand int
}

func (t *Table) applyAlarm(e Entry, f Alarmed) {
	alarm := Alarm{Seq: e.Seq, At: e.At, Alarmed: f, Hand: e.Hand}
	if f.Kind.TakesInspector() {
		t.Alarms = append(t.Alarms, alarm)
	} else {
		t.Notes = append(t.Notes, alarm)
	}
}

func (t *Table) applyAcknowledged(e Entry, f Acknowledged) {
	i := slices.IndexFunc(t.Alarms, func(a Alarm) bool { return a.Seq == f.Seq })
	if i >= 0 {
		t.Notes = append(t.Notes, t.Alarms[i])
		t.Alarms = slices.Delete(slices.Clone(t.Alarms), i, i+1)
	}
}

// Acknowledge says that an inspector has seen every alarm there is. Refusals:
// TableClosed, NoAlarm, NeedsInspector, WrongRole.
func (t *Table) Acknowledge(approver *Staff) ([]Fact, error) {
	switch {
	case !t.Open:
		return nil, refuse(TableClosed)
	case len(t.Alarms) == 0:
		return nil, refuse(NoAlarm)
	}
	if err := t.mayApprove(approver, SeeAlarm); err != nil {
		return nil, err
	}
	var facts []Fact
	for _, a := range t.Alarms {
		facts = append(facts, Acknowledged{Seq: a.Seq, By: approver.Number})
	}
	return facts, nil
}

// Opposed are the bets of the open hand that bettors on both sides risk hardly anything of
// (source 000), where the house wants to know of them.
func (t *Table) Opposed() []games.Bet {
	game, ok := t.Game.(games.LowRisk)
	if !ok || !t.Settings.LowRisk {
		return nil
	}
	return game.Opposed(t.Current.Round)
}

// lowRisk are the notes on bettors on both sides.
func (t *Table) lowRisk() []Fact {
	var facts []Fact
	for _, b := range t.Opposed() {
		facts = append(facts, Alarmed{Kind: LowRiskBets, Box: b.Box, Bettor: b.Bettor, What: b.Spot, Amount: b.Amount})
	}
	return facts
}
