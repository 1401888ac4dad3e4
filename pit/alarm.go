package pit

import (
	"slices"

	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

func (t *Table) applyAlarm(e record.Entry, f record.Alarmed) {
	alarm := hand.Alarm{Seq: e.Seq, At: e.At, By: e.By, Alarmed: f, Hand: e.Hand, Between: e.Hand > 0 && t.Current.Empty(), Down: (f.Kind == record.ImpossibleCard || f.Kind == record.ShoeElsewhere) && t.Deal().MayHide()}
	if f.Kind == record.ShoeLeftOut {
		alarm.Until = t.Deal().CoveredUntil()
	}
	switch {
	case f.Kind == record.LateChange && f.Approver != "":
		t.Current.Agree()
	case f.Kind == record.HoleSeen:
		t.Current.AgreeTurned()
	}
	if f.TakesInspector() {
		t.Alarms = append(t.Alarms, alarm)
	} else {
		t.Notes = append(t.Notes, alarm)
	}
}

// alarmsBack marks what an undo takes back of answers that were entered otherwise, and of a card that was seen before its turn.
func (b *alarmBook) alarmsBack(e record.Entry, f record.Undone) {
	goes := func(a hand.Alarm) bool { return a.OfAnswer() && a.Hand == e.Hand && a.Seq > f.Seq && a.Back.IsZero() }
	mark := func(list []hand.Alarm) []hand.Alarm {
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
	b.Notes, b.Alarms = mark(b.Notes), mark(b.Alarms)
}

func (b *alarmBook) acknowledge(e record.Entry, f record.Acknowledged) {
	b.seen, b.seenBy = e.At, f.By
	i := slices.IndexFunc(b.Alarms, func(a hand.Alarm) bool { return a.Seq == f.Seq })
	if i >= 0 {
		b.Notes = append(b.Notes, b.Alarms[i])
		b.Alarms = slices.Delete(slices.Clone(b.Alarms), i, i+1)
	}
}

// Untold reports whether nobody may be told which card an alarm is about, since it may lie face down.
func (t *Table) Untold(a hand.Alarm) bool {
	return t.Open && (a.Down && a.Hand == t.Hand || a.Until > 0 && a.Until >= t.Hand)
}

// Acknowledge records that an inspector has seen every alarm there is. Refusals: TableClosed, NoAlarm, NeedsInspector, WrongRole.
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

// exposed returns the last entry by which a card was seen in a hand that lies nowhere; 0 where none was.
func (b *alarmBook) exposed(of int) int64 {
	for _, n := range slices.Backward(b.Notes) {
		if n.Hand == of && n.Kind == record.ExposedCard {
			return n.Seq
		}
	}
	return 0
}

// offeredBack takes the note of an exposed card back that was a slip; false where an entry is none.
func (b *alarmBook) offeredBack(seq int64) bool {
	i := slices.IndexFunc(b.Notes, func(n hand.Alarm) bool { return n.Seq == seq && n.Kind == record.ExposedCard })
	if i < 0 {
		return false
	}
	b.Notes = slices.Delete(slices.Clone(b.Notes), i, i+1)
	return true
}
