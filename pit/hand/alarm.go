package hand

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
	// Back is the time at which the answer or the card that it is about was taken back, zero where it stands; BackBy had it taken back, "" where
	// the croupier alone did. Evidence before form 7 has neither.
	Back   time.Time `json:",omitzero"`
	BackBy string    `json:",omitempty"`
	// By entered it. It is no figure of a report.
	By string `json:"-"`
}

// OfAnswer reports whether it came with what was entered in the hand, and goes with it: an answer that is another one than before, a
// card that was seen before its turn. These are irregularities.
func (a Alarm) OfAnswer() bool { return a.Kind == record.LateChange || a.Kind == record.HoleSeen }

// AlarmStops reports whether no hand begins before an inspector has seen an alarm.
func (a At) AlarmStops() bool {
	return slices.ContainsFunc(a.Alarms, func(x Alarm) bool { return x.Kind.Stops() })
}

// Offered returns the note of a card of the open hand that was exposed in error and is offered, until it lies somewhere or is
// burned; false where there is none. Records of 0.9 may close a hand without that card.
func (t table) Offered() (Alarm, bool) {
	if !t.at.Open || t.at.Checks == 0 {
		return Alarm{}, false
	}
	for _, n := range slices.Backward(t.at.Notes) {
		if n.Kind != record.ExposedCard || n.Hand != t.at.Hand {
			continue
		}
		return n, !t.placed(n)
	}
	return Alarm{}, false
}

// offeredFirst refuses another card than the one that was exposed in error and lies nowhere yet: that one is the next from the shoe.
func (t table) offeredFirst(card games.Card) error {
	if open, ok := t.Offered(); ok && !card.Is(record.CardName(open.What).Card()) {
		return offeredFirst(open)
	}
	return nil
}

// noneOffered refuses what may not happen as long as a card that was exposed in error lies nowhere.
func (t table) noneOffered() error {
	if open, ok := t.Offered(); ok {
		return offeredFirst(open)
	}
	return nil
}

func offeredFirst(open Alarm) error {
	return &house.Refusal{Why: house.OfferedFirst, What: open.What}
}
