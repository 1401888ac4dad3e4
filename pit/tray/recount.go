package tray

import (
	"slices"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A Recount is a count of the float that a shift had left, in place of its closing count.
type Recount struct {
	At time.Time // UTC
	record.ClosingRecounted
}

// More returns how much more it has than the count that it puts right.
func (r Recount) More() games.Amount { return r.Float.Value() - r.Was }

// A closingCount is the count of the float at a shift's closing, with its recounts.
type closingCount struct {
	seq      int64         // of its entry; 0 where nobody counted
	before   []Move        // those of the hand before the count
	left     *record.Float // as it was counted last; nil where nobody counted
	recounts []Recount     // the oldest first
}

func (t *Tray) closingCount() (c closingCount) {
	for i, m := range t.AllMoves() {
		switch f := m.Fact.(type) {
		case record.Counted:
			if f.When == record.AtClosing {
				c.seq, c.before, c.left = m.Seq, t.since[:max(0, i-len(t.behind))], &f.Float
			}
		case record.ClosingRecounted:
			c.left, c.recounts = &f.Float, append(c.recounts, Recount{m.At, f})
		}
	}
	return c
}

// ClosingSeq returns the entry with the count at the closing; 0 where nobody counted.
func (t *Tray) ClosingSeq() int64 { return t.closingCount().seq }

// Recounts returns those of the shift, the oldest first: the last one holds.
func (t *Tray) Recounts() []Recount { return t.closingCount().recounts }

// Closer returns the float that the shift left, as it was counted last, from which the next opening rolls; nil where nobody counted
// it, and while the shift is open.
func (t *Tray) Closer() *record.Float { return t.closingCount().left }

// MayRecount reports whether the closing count can still be put right. Once the next shift has begun the chips have been in others'
// hands: what its opening finds is a difference of its own. Refusals: TableOpen, TableClosed where no shift ever was, NotPossible
// where nobody counted at the closing.
func (d Desk) MayRecount() error {
	switch {
	case d.Open:
		return house.Refuse(house.TableOpen)
	case d.Shift == 0:
		return house.Refuse(house.TableClosed)
	case d.Closer() == nil:
		return &house.Refusal{Why: house.NotPossible, What: "recount"}
	}
	return nil
}

// RecountClosing puts the closing count of the shift right: by has counted the float anew, approver has the right to count and was
// there. What the new count leaves unexplained is an incident, as it is at a closing. Refusals: those of MayRecount; BadSetting,
// NothingChanges, NeedsReason, SamePerson, WrongRole.
func (d Desk) RecountClosing(count record.Float, reason string, by, approver house.Staff) ([]record.Fact, error) {
	if err := d.MayRecount(); err != nil {
		return nil, err
	}
	closing := d.closingCount()
	was := closing.left
	switch reason = strings.TrimSpace(reason); {
	case !count.Sound(d.chips, true):
		return nil, &house.Refusal{Why: house.BadSetting, What: "float"}
	case slices.Equal(count, *was):
		return nil, house.Refuse(house.NothingChanges)
	case reason == "":
		return nil, house.Refuse(house.NeedsReason)
	}
	if err := TwoPeople(approver, by, house.CountFloatRight); err != nil {
		return nil, err
	}
	facts := []record.Fact{record.ClosingRecounted{Was: was.Value(), Float: count, Reason: reason, By: by.Number, Approver: approver.Number}}
	if should := d.with(closing.before).worth; should.Known && count.Value() != was.Value() {
		facts = append(facts, Difference(d.Settings, count.Value()-should.Amount)...)
	}
	return facts, nil
}
