package pit

import (
	"slices"
	"time"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Alarm is something that was seen at the table.
type Alarm struct {
	Seq int64 // of its entry
	At  time.Time
	record.Alarmed
	Hand int
	// Down says that the card was to lie face down: nobody is told which it is while the hand is
	// open.
	Down bool
	// Until is the last hand that may have the card which somebody left out, face down: before it is over
	// nobody is told which it is. 0 where it lay face up. It is no figure of a report.
	Until int `json:"-"`
	// Between says that no hand was open, and Hand was still to come; evidence before form 7 has none of it.
	Between bool `json:",omitempty"`
	// Back is when the answer or the card was taken back that it is about, zero where it stands; BackBy had it taken back, "" where
	// the croupier alone did. Evidence before form 7 has neither.
	Back   time.Time `json:",omitzero"`
	BackBy string    `json:",omitempty"`
	// By entered it. It is no figure of a report.
	By string `json:"-"`
}

func (t *Table) applyAlarm(e record.Entry, f record.Alarmed) {
	alarm := Alarm{Seq: e.Seq, At: e.At, By: e.By, Alarmed: f, Hand: e.Hand, Between: e.Hand > 0 && t.Current.Empty(), Down: (f.Kind == record.ImpossibleCard || f.Kind == record.ShoeElsewhere) && t.MayHide()}
	if f.Kind == record.ShoeLeftOut {
		alarm.Until = t.Deal().coveredUntil()
	}
	switch {
	case f.Kind == record.LateChange && f.Approver != "":
		t.Current.agree()
	case f.Kind == record.HoleSeen:
		t.Current.agreeTurned()
	}
	if f.TakesInspector() {
		t.Alarms = append(t.Alarms, alarm)
	} else {
		t.Notes = append(t.Notes, alarm)
	}
}

// alarmsBack marks what an undo takes back of answers that were entered otherwise, and of a card that was seen before its turn.
func (t *Table) alarmsBack(e record.Entry, f record.Undone) {
	goes := func(a Alarm) bool { return a.OfAnswer() && a.Hand == e.Hand && a.Seq > f.Seq && a.Back.IsZero() }
	mark := func(list []Alarm) []Alarm {
		if !slices.ContainsFunc(list, goes) {
			return list
		}
		list = slices.Clone(list)
		for i := range list {
			if goes(list[i]) {
				list[i].Back, list[i].BackBy = e.At, f.Approver
			}
		}
		return list
	}
	t.Notes, t.Alarms = mark(t.Notes), mark(t.Alarms)
}

// OfAnswer reports whether it came with what was entered in the hand, and goes with it: an answer that is another one than before, a
// card that was seen before its turn. These are irregularities.
func (a Alarm) OfAnswer() bool { return a.Kind == record.LateChange || a.Kind == record.HoleSeen }

// Untold says whether nobody may be told which card an alarm is about, since it may lie face down.
func (t *Table) Untold(a Alarm) bool {
	return t.Open && (a.Down && a.Hand == t.Hand || a.Until > 0 && a.Until >= t.Hand)
}

func (t *Table) applyAcknowledged(e record.Entry, f record.Acknowledged) {
	t.alarmsSeen = e.At
	i := slices.IndexFunc(t.Alarms, func(a Alarm) bool { return a.Seq == f.Seq })
	if i >= 0 {
		t.Notes = append(t.Notes, t.Alarms[i])
		t.Alarms = slices.Delete(slices.Clone(t.Alarms), i, i+1)
	}
}

// alarmStops says whether no hand begins before an inspector has seen an alarm.
func (a At) alarmStops() bool {
	return slices.ContainsFunc(a.Alarms, func(x Alarm) bool { return x.Kind.Stops() })
}

// Acknowledge says that an inspector has seen every alarm there is. Refusals:
// TableClosed, NoAlarm, NeedsInspector, WrongRole.
func (t *Table) Acknowledge(approver *house.Staff) ([]record.Fact, error) {
	switch {
	case !t.Open:
		return nil, house.Refuse(house.TableClosed)
	case len(t.Alarms) == 0:
		return nil, house.Refuse(house.NoAlarm)
	}
	if err := approver.MayApprove(house.SeeAlarm, t.Croupier); err != nil {
		return nil, err
	}
	var facts []record.Fact
	for _, a := range t.Alarms {
		facts = append(facts, record.Acknowledged{Seq: a.Seq, By: approver.Number})
	}
	return facts, nil
}

// Opposed are the bets of the open hand that bettors on both sides risk hardly anything of
// (source 000), where the house wants to know of them.
func (t Bets) Opposed() []games.Bet {
	game, ok := t.at.Game.(games.LowRisk)
	if !ok || !t.at.Settings.LowRisk {
		return nil
	}
	return game.Opposed(t.Round)
}

// lowRisk are the notes on bettors on both sides.
func (t Bets) lowRisk() []record.Fact {
	var facts []record.Fact
	for _, b := range t.Opposed() {
		facts = append(facts, record.Alarmed{Kind: record.LowRiskBets, Box: b.Box, Bettor: b.Bettor, What: b.Spot, Amount: b.Amount})
	}
	return facts
}
