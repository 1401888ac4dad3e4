package pit

import (
	"slices"

	"sabot/games"
)

// Debts are what is owed now, by box. They are a fold of the settled rows and of what
// was taken.
func (t *Table) Debts() []Debt { return fold(t.debts, t.Current.moves) }

func fold(debts []Debt, moves []Move) []Debt {
	if len(moves) == 0 {
		return debts
	}
	debts = slices.Clone(debts)
	for _, m := range moves {
		if m.Voided != nil {
			continue
		}
		switch f := m.Fact.(type) {
		case BoxPassed:
			debts = pass(debts, f.Box)
		case CommissionTaken:
			for _, due := range f.Dues {
				for i := range debts {
					if d := &debts[i]; d.Box == due.Box && d.Bettor == due.Bettor && d.Gone == due.Gone {
						d.Amount -= min(d.Amount, due.Amount)
					}
				}
			}
		}
	}
	return slices.DeleteFunc(debts, func(d Debt) bool { return d.Amount == 0 })
}

// pass marks what a box owes as that of who has left; with what those before left
// behind it is one debt.
func pass(debts []Debt, box int) []Debt {
	var out []Debt
	for _, d := range debts {
		if d.Box == box {
			d.Gone = true
		}
		if i := slices.IndexFunc(out, func(o Debt) bool { return o.Box == d.Box && o.Bettor == d.Bettor && o.Gone == d.Gone }); i >= 0 {
			out[i].Amount += d.Amount
			continue
		}
		out = append(out, d)
	}
	return out
}

// settleMoves makes what happened between the hands part of what lies behind the open
// one.
func (t *Table) settleMoves() {
	t.debts = t.Debts()
	t.moves = t.AllMoves()
	for _, m := range t.Current.moves {
		t.tray.apply(m, t.chips)
	}
	t.Current.moves = nil
}

// owe adds what the rows of a closed hand leave owed.
func (t *Table) owe(h *Hand) {
	debts := slices.Clone(t.debts)
	for _, p := range h.Payments() {
		if p.Commission == 0 {
			continue
		}
		i := slices.IndexFunc(debts, func(d Debt) bool { return d.Box == p.Box && d.Bettor == p.Bettor && !d.Gone })
		if i < 0 {
			debts = append(debts, Debt{Box: p.Box, Bettor: p.Bettor})
			i = len(debts) - 1
		}
		debts[i].Amount += p.Commission
	}
	slices.SortStableFunc(debts, func(a, b Debt) int { return a.Box - b.Box })
	t.debts = debts
}

// OwedBy is what is owed at a box.
func (t *Table) OwedBy(box int) games.Amount {
	var sum games.Amount
	for _, d := range t.Debts() {
		if d.Box == box {
			sum += d.Amount
		}
	}
	return sum
}

// AllTaken is the commission that was taken or given up in the shift.
func (t *Table) AllTaken() []CommissionTaken {
	var all []CommissionTaken
	for _, f := range t.Moves() {
		if taken, ok := f.(CommissionTaken); ok {
			all = append(all, taken)
		}
	}
	return all
}

// TakeCommission takes all that is owed at a box; box 0 is every box. Refusals:
// TableClosed, NothingOwed.
func (t *Table) TakeCommission(box int) ([]Fact, error) { return t.clearDebts(box, "") }

// WaiveCommission gives up what is owed at a box whose player left without paying.
// Refusals: as TakeCommission, and NeedsInspector, WrongRole.
func (t *Table) WaiveCommission(box int, approver *Staff) ([]Fact, error) {
	if err := t.mayApprove(approver, GiveUpOwed); err != nil {
		return nil, err
	}
	return t.clearDebts(box, approver.Number)
}

func (t *Table) clearDebts(box int, waived string) ([]Fact, error) {
	if !t.Open {
		return nil, refuse(TableClosed)
	}
	taken := CommissionTaken{Waived: waived}
	for _, d := range t.Debts() {
		if box == 0 || d.Box == box {
			taken.Dues = append(taken.Dues, d)
		}
	}
	if len(taken.Dues) == 0 {
		return nil, &Refusal{Why: NothingOwed, Box: box}
	}
	return []Fact{taken}, nil
}

// PassBox says that a box has another player from now on. Refusals: TableClosed,
// NoSuchBox, HandOpen while the box has a bet.
func (t *Table) PassBox(box int) ([]Fact, error) {
	switch {
	case !t.Open:
		return nil, refuse(TableClosed)
	case t.Game == nil || box < 1 || box > t.Game.Options().Boxes:
		return nil, &Refusal{Why: NoSuchBox, Box: box}
	}
	if t.Current.Bets(box) {
		return nil, &Refusal{Why: HandOpen, Box: box}
	}
	return []Fact{BoxPassed{box}}, nil
}
