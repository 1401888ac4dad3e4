package pit

import (
	"slices"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

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

// placed reports whether an entry behind the note of a card has that card lie somewhere.
func (h *Hand) placed(n Alarm) bool {
	card := record.CardName(n.What).Card()
	is := func(c record.CardName) bool { return !c.Hidden() && c.Card().Is(card) }
	lay := 0 // as many cards of that name lay before
	for _, e := range h.entries {
		behind := e.Seq > n.Seq
		switch f := e.Fact.(type) {
		case record.CardLaid:
			if is(f.Card) {
				lay++
				if behind {
					return true
				}
			}
		case record.CardCarried:
			if behind && is(f.Card) {
				return true
			}
		case record.HandPaused: // with the cards as they lie
			if len(f.Laid) == 0 {
				break
			}
			lie := 0
			for _, c := range f.Laid {
				if is(c.Card) {
					lie++
				}
			}
			if behind && lie > lay {
				return true
			}
			lay = lie
		}
	}
	return false
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

// offeredBack takes the note of an exposed card back that was a slip; false where an entry is none.
func (t *Table) offeredBack(seq int64) bool {
	i := slices.IndexFunc(t.Notes, func(n Alarm) bool { return n.Seq == seq && n.Kind == record.ExposedCard })
	if i < 0 {
		return false
	}
	t.Notes = slices.Delete(slices.Clone(t.Notes), i, i+1)
	return true
}
