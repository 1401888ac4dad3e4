package tray

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A Custody is that keys or a badge changed hands, or that the box for tips was emptied.
type Custody struct {
	Name string // of its paper, in the shift: "K 1", "T 1"
	At   time.Time
	Item string // the keys or the badge; "" of tips
	Back bool   // it was returned
	// Unheld says that by the table's record nobody had it.
	Unheld bool
	// Holder is whoever had it by the table's record, where another returned it or handed it over.
	Holder string
	Cash   games.Amount
	Tips   games.Amount // of tips what was recorded since they were counted last
	By     string
	With   string
	Tronc  bool
}

// TroncOff returns the tips that the shift has recorded since the box for them was emptied last, and by how much such a count of
// it has more. There is no difference where no tip was recorded and the house records none.
func (d Desk) TroncOff(cash games.Amount) (tips, off games.Amount) {
	if _, tips = d.custodies(); tips == 0 && !d.Settings.Tips {
		return 0, 0
	}
	return tips, cash - tips
}

// Custodies returns what of keys, badges and tips two people have signed in the shift, the oldest first.
func (t *Tray) Custodies() []Custody {
	out, _ := t.custodies()
	return out
}

// custodies returns Custodies, and the tips that were recorded since they were counted last.
func (t *Tray) custodies() (out []Custody, tips games.Amount) {
	var keys, emptied int
	for _, m := range t.AllMoves() {
		switch f := m.Fact.(type) {
		case record.Tipped:
			if m.Voided == nil {
				tips += f.Amount
			}
		case record.KeysHanded:
			keys++
			out = append(out, Custody{Name: "K " + strconv.Itoa(keys), At: m.At, Item: f.Item, Back: f.Back, Unheld: f.Unheld, Holder: f.Holder, By: f.By, With: f.With})
		case record.TroncEmptied:
			emptied++
			out = append(out, Custody{Name: "T " + strconv.Itoa(emptied), At: m.At, Cash: f.Cash, Tips: tips, By: f.By, With: f.With, Tronc: true})
			tips = 0
		}
	}
	return out, tips
}

// KeysOut returns the keys and badges that were handed over at the table, in this shift or before, and did not come back, with
// whoever has them.
func (t *Tray) KeysOut() []record.HeldKeys {
	out := slices.Clone(t.held)
	for _, c := range t.Custodies() {
		if c.Tronc {
			continue
		}
		out = slices.DeleteFunc(out, func(k record.HeldKeys) bool { return sameItem(k.Item, c.Item) })
		if !c.Back {
			out = append(out, record.HeldKeys{Item: c.Item, With: c.With})
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// HandKeys records that somebody who has the right handed keys or a badge over to another person, or took them back, also at a
// table that has closed. Refusals: TableClosed, NeedsReason without what it is, SamePerson, WrongRole.
func (d Desk) HandKeys(item string, back bool, by, with house.Staff) ([]record.Fact, error) {
	item = strings.TrimSpace(item)
	switch {
	case !d.Open && (!back || d.Shift == 0):
		return nil, house.Refuse(house.TableClosed)
	case item == "":
		return nil, &house.Refusal{Why: house.NeedsReason, What: "item"}
	}
	if err := TwoPeople(by, with, house.KeepKeys); err != nil {
		return nil, err
	}
	held, out := d.KeysWith(item)
	f := record.KeysHanded{Item: d.firstWritten(item), Back: back, Unheld: back && !out, By: by.Number, With: with.Number}
	if held.With != by.Number && (!back || held.With != with.Number) {
		f.Holder = held.With
	}
	return []record.Fact{f}, nil
}

// KeysWith returns keys or a badge with whoever has them by the table's record; false where they are not out.
func (t *Tray) KeysWith(item string) (held record.HeldKeys, out bool) {
	for _, k := range t.KeysOut() {
		if sameItem(k.Item, item) {
			return k, true
		}
	}
	return record.HeldKeys{}, false
}

// firstWritten returns the name of keys or a badge as it was written when it was first handed over or returned, as far as the shift knows.
func (t *Tray) firstWritten(item string) string {
	for _, k := range t.held {
		if sameItem(k.Item, item) {
			return k.Item
		}
	}
	for _, c := range t.Custodies() {
		if !c.Tronc && sameItem(c.Item, item) {
			return c.Item
		}
	}
	return item
}

// sameItem reports whether two names are of the same keys or badge: people write them with other capitals and spaces.
func sameItem(a, b string) bool {
	bare := func(name string) string { return strings.Join(strings.Fields(name), "") }
	return strings.EqualFold(bare(a), bare(b))
}

// EmptyTronc records that somebody who has the right emptied the box for tips and counted it with another person. Refusals:
// TableClosed, BadSetting, SamePerson, WrongRole.
func (d Desk) EmptyTronc(cash games.Amount, by, with house.Staff) ([]record.Fact, error) {
	switch {
	case !d.Open:
		return nil, house.Refuse(house.TableClosed)
	case cash < 0 || cash > games.MaxAmount:
		return nil, &house.Refusal{Why: house.BadSetting, What: "cash"}
	}
	if err := TwoPeople(by, with, house.CountTronc); err != nil {
		return nil, err
	}
	f := record.TroncEmptied{Cash: cash, By: by.Number, With: with.Number}
	if _, off := d.TroncOff(cash); d.Settings.Tips {
		f.Difference = off
	}
	return []record.Fact{f}, nil
}

// TwoPeople demands two people of whom the first has a right. Refusals: SamePerson, WrongRole.
func TwoPeople(by, with house.Staff, do house.Right) error {
	switch {
	case by.Number == with.Number:
		return house.Refuse(house.SamePerson)
	case with.Role == "": // works here no more
		return &house.Refusal{Why: house.WrongRole, What: with.Number, Right: do}
	}
	return by.Check(do)
}
