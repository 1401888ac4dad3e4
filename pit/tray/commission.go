package tray

import (
	"slices"
	"strings"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Debts returns what is owed now, by box. They are a fold of the settled rows and of what
// was taken.
func (t *Tray) Debts() []record.Debt { return fold(t.debts, t.since, t.stock.former) }

// fold returns debts after moves. Former is a shift of Sabot 0.9: a pass that was taken back left owed again there what had been taken of who had left.
func fold(debts []record.Debt, moves []Move, former bool) []record.Debt {
	if len(moves) == 0 {
		return debts
	}
	debts = slices.Clone(debts)
	for _, m := range moves {
		if m.Voided != nil {
			continue
		}
		switch f := m.Fact.(type) {
		case record.BoxPassed:
			debts = pass(debts, f)
		case record.CommissionTaken:
			for _, due := range f.Dues {
				take(debts, due, former)
			}
		}
	}
	return slices.DeleteFunc(debts, func(d record.Debt) bool { return d.Amount == 0 })
}

// take takes a due from what is owed. Where it is of somebody who had left, and that was taken back since, the one who is there again has paid it.
func take(debts []record.Debt, due record.Debt, former bool) {
	for _, gone := range []bool{due.Gone, !due.Gone} {
		for i := range debts {
			if d := &debts[i]; d.Box == due.Box && d.Bettor == due.Bettor && d.Gone == gone {
				paid := min(d.Amount, due.Amount)
				d.Amount -= paid
				due.Amount -= paid
			}
		}
		if former {
			return
		}
	}
}

// pass marks what is owed as that of who has left; with what those before left behind it
// is one debt.
func pass(debts []record.Debt, f record.BoxPassed) []record.Debt {
	var out []record.Debt
	for _, d := range debts {
		if Leaves(f, d.Box, d.Bettor) {
			d.Gone = true
		}
		if i := slices.IndexFunc(out, func(o record.Debt) bool { return o.Box == d.Box && o.Bettor == d.Bettor && o.Gone == d.Gone }); i >= 0 {
			out[i].Amount += d.Amount
			continue
		}
		out = append(out, d)
	}
	return out
}

// OwedBy returns what is owed at a box; at all of them where it is 0.
func (t *Tray) OwedBy(box int) games.Amount { return record.Owed(t.owedAt(box)) }

// AllTaken returns the commission that was taken or given up in the shift.
func (t *Tray) AllTaken() []record.CommissionTaken {
	var all []record.CommissionTaken
	for _, f := range t.Moves() {
		if taken, ok := f.(record.CommissionTaken); ok {
			all = append(all, taken)
		}
	}
	return all
}

// TakeCommission takes all that is owed at a box; box 0 is every box. Refusals:
// TableClosed, NothingOwed.
func (d Desk) TakeCommission(box int) ([]record.Fact, error) {
	return d.collect(box, d.owedAt(box))
}

// TakeDebt takes what one bettor owes. Refusals: as TakeCommission.
func (d Desk) TakeDebt(due record.Debt) ([]record.Fact, error) {
	return d.collect(due.Box, d.same(due))
}

// WaiveDebt waives what one bettor owes who left without paying, for a reason. Refusals: as TakeCommission, and NeedsInspector,
// WrongRole, NeedsReason.
func (d Desk) WaiveDebt(due record.Debt, approver *house.Staff, reason string) ([]record.Fact, error) {
	if err := approver.MayApprove(house.GiveUpOwed, d.Croupier); err != nil {
		return nil, err
	}
	if strings.TrimSpace(reason) == "" {
		return nil, house.Refuse(house.NeedsReason)
	}
	return d.clearDebts(due.Box, record.CommissionTaken{Dues: d.same(due), Waived: approver.Number, Reason: reason})
}

// collect clears debts by what chips make of each.
func (d Desk) collect(box int, dues []record.Debt) ([]record.Fact, error) {
	f := record.CommissionTaken{Dues: dues}
	for _, due := range dues {
		f.Taken = append(f.Taken, d.Collects(due))
	}
	if !slices.ContainsFunc(dues, func(due record.Debt) bool { return d.Collects(due) != due.Amount }) {
		f.Taken = nil
	}
	return d.clearDebts(box, f)
}

// Collects returns what is collected for a debt: rounded to the smallest chip where the table's settings have it so.
func (d Desk) Collects(due record.Debt) games.Amount {
	rounding, rounds := d.Collecting()
	if !rounds {
		return due.Amount
	}
	return rounding.Winnings(due.Amount, games.Odds{Win: 1, Per: 1})
}

// Collecting returns how a commission is rounded when it is collected; false where it is collected as it
// is owed.
func (d Desk) Collecting() (games.Rounding, bool) {
	if d.Settings.Collect == "" || len(d.chips) == 0 {
		return games.Rounding{}, false
	}
	return games.Rounding{Unit: d.chips[0], Mode: d.Settings.Collect}, true
}

// AllCollect returns what the players of a box are asked for; of every box where it is 0.
func (d Desk) AllCollect(box int) games.Amount {
	var sum games.Amount
	for _, due := range d.owedAt(box) {
		sum += d.Collects(due)
	}
	return sum
}

// owedAt returns the debts of a box; of every box where it is 0.
func (t *Tray) owedAt(box int) []record.Debt {
	return slices.DeleteFunc(slices.Clone(t.Debts()), func(d record.Debt) bool { return box != 0 && d.Box != box })
}

// same returns a debt as it is now; none where nothing of it is owed any more.
func (t *Tray) same(d record.Debt) []record.Debt {
	return slices.DeleteFunc(t.owedAt(d.Box), func(now record.Debt) bool { return now.Bettor != d.Bettor || now.Gone != d.Gone })
}

func (d Desk) clearDebts(box int, clears record.CommissionTaken) ([]record.Fact, error) {
	switch {
	case !d.Open:
		return nil, house.Refuse(house.TableClosed)
	case len(clears.Dues) == 0:
		return nil, &house.Refusal{Why: house.NothingOwed, Box: box}
	}
	return []record.Fact{clears}, nil
}

// Leaves reports whether a bettor of a box is gone with it.
func Leaves(f record.BoxPassed, box int, bettor string) bool {
	return f.Box == box && (f.Bettor == nil || *f.Bettor == bettor)
}
