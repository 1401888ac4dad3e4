package tray

import (
	"slices"
	"time"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A DropCount is a count of the drop box of a shift.
type DropCount struct {
	At       time.Time    // UTC
	Cash     games.Amount // minor units
	Notes    record.Float // by value of the note; nil where it was counted at the table, without them
	By, With string
	Reason   string // why it was counted again

	entry         int64 // of the table, where it was counted there; else 0
	after, before int64 // as house.DropCount has them
}

// countedEarlier reports whether one of two counts came before the other. Counts at a table go by its entries, those of the office
// by the moves of the table. The clock decides only within what one machine did.
func (d DropCount) countedEarlier(than DropCount) bool {
	switch {
	case d.entry > 0 && than.entry > 0:
		return d.entry < than.entry
	case d.entry == 0 && than.entry == 0: // they come in the order of the record
		return false
	case d.entry == 0:
		return d.after < than.entry && (d.before > 0 && than.entry >= d.before || d.At.Before(than.At))
	}
	return d.entry <= than.after || (than.before == 0 || d.entry < than.before) && d.At.Before(than.At)
}

// CountDrop records the cash of the drop box of the shift that closed last, counted by two people; counted again it is the
// later count. Refusals: TableOpen, TableClosed where no shift ever began, WrongRole, SamePerson, BadSetting.
func (d Desk) CountDrop(cash games.Amount, by, with house.Staff) ([]record.Fact, error) {
	switch {
	case d.Open:
		return nil, house.Refuse(house.TableOpen)
	case d.Shift == 0:
		return nil, house.Refuse(house.TableClosed)
	}
	return dropCounted(record.DropCounted{Cash: cash, Difference: d.DropCheck().Off(cash)}, by, with)
}

// CountDropBefore does what CountDrop does while the table is open for the next shift; check is of the shift before, whose
// hands the table does not know any more. Refusals: those of CountDrop; TableOpen where no shift has closed yet.
func (d Desk) CountDropBefore(check DropCheck, cash games.Amount, by, with house.Staff) ([]record.Fact, error) {
	switch {
	case !d.Open:
		return nil, house.Refuse(house.TableClosed)
	case d.Shift == 1:
		return nil, house.Refuse(house.TableOpen)
	}
	return dropCounted(record.DropCounted{Cash: cash, Shift: d.Shift - 1, Difference: check.Off(cash)}, by, with)
}

// dropCounted returns a count by two people. Refusals: BadSetting, SamePerson, WrongRole.
func dropCounted(f record.DropCounted, by, with house.Staff) ([]record.Fact, error) {
	switch {
	case f.Cash < 0 || f.Cash > games.MaxAmount:
		return nil, &house.Refusal{Why: house.BadSetting, What: "cash"}
	case by.Number == with.Number:
		return nil, house.Refuse(house.SamePerson)
	}
	for _, who := range []house.Staff{by, with} {
		if !who.May(house.CountDropRight) {
			return nil, &house.Refusal{Why: house.WrongRole, What: who.Name, Right: house.CountDropRight}
		}
	}
	f.By, f.With = by.Number, with.Number
	return []record.Fact{f}, nil
}

// A DropCheck is the demand of a closed shift on a count of its drop box; its zero value demands nothing.
type DropCheck struct {
	boughtIn Sum          // what went into the box
	least    games.Amount // of a difference that the house does not pass over
}

// DropCheck returns what the shift demands of a count of its drop box: nothing while it is open, or where an older Sabot opened it.
func (d Desk) DropCheck() DropCheck {
	if d.Open || d.Checks == 0 {
		return DropCheck{}
	}
	return DropCheck{KnownSum(d.boughtIn()), d.Settings.Difference}
}

// Off returns by how much such a count has more than was bought in; 0 where the house passes it over. What the float lacks is no
// part of it: the closing records that.
func (c DropCheck) Off(cash games.Amount) games.Amount {
	off := cash - c.boughtIn.Amount
	if !c.boughtIn.Known || len(Difference(record.Settings{Difference: c.least}, off)) == 0 {
		return 0
	}
	return off
}

// TakeDrop takes the count of the drop box of a shift in, where it is the shift of this tray.
func (t *Tray) TakeDrop(e record.Entry, f record.DropCounted, shift int) {
	if f.Shift == 0 {
		f.Shift = e.Shift
	}
	if f.Shift == shift {
		t.countedDrop(DropCount{At: e.At, Cash: f.Cash, By: f.By, With: f.With, entry: e.Seq})
	}
}

// CountedByOffice takes in what the back office counted of the shift's drop box; what it counted of another shift of that number it leaves out.
func (t *Tray) CountedByOffice(counts []house.DropCount) {
	for _, c := range counts {
		if !c.OfShift(t.closed) {
			continue
		}
		t.countedDrop(DropCount{At: c.At, Cash: c.Notes.Value(), Notes: c.Notes, By: c.By, With: c.With, Reason: c.Reason, after: c.After, before: c.Before})
	}
}

// countedDrop puts a count among the others: whichever came last holds.
func (t *Tray) countedDrop(c DropCount) {
	n := len(t.Drops)
	for n > 0 && c.countedEarlier(t.Drops[n-1]) {
		n--
	}
	t.Drops = slices.Insert(slices.Clone(t.Drops), n, c)
	t.Drop = KnownSum(t.Drops[len(t.Drops)-1].Cash)
}

// boughtIn returns the cash that players paid at the table in the shift.
func (t *Tray) boughtIn() games.Amount {
	var sum games.Amount
	for _, f := range t.Moves() {
		if f, ok := f.(record.BoughtIn); ok {
			sum += f.Cash
		}
	}
	return sum
}
