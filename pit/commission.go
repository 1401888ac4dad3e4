package pit

import (
	"slices"
	"strings"

	"sabot/games"
	"sabot/pit/people"
	"sabot/pit/record"
)

// Debts are what is owed now, by box. They are a fold of the settled rows and of what
// was taken.
func (t *Table) Debts() []record.Debt { return fold(t.debts, t.Current.moves) }

func fold(debts []record.Debt, moves []Move) []record.Debt {
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
				for i := range debts {
					if d := &debts[i]; d.Box == due.Box && d.Bettor == due.Bettor && d.Gone == due.Gone {
						d.Amount -= min(d.Amount, due.Amount)
					}
				}
			}
		}
	}
	return slices.DeleteFunc(debts, func(d record.Debt) bool { return d.Amount == 0 })
}

// pass marks what is owed as that of who has left; with what those before left behind it
// is one debt.
func pass(debts []record.Debt, f record.BoxPassed) []record.Debt {
	var out []record.Debt
	for _, d := range debts {
		if leaves(f, d.Box, d.Bettor) {
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
	for _, r := range h.Rows {
		if r.Commission == 0 {
			continue
		}
		p := h.Payment(r)
		i := slices.IndexFunc(debts, func(d record.Debt) bool { return d.Box == p.Box && d.Bettor == p.Bettor && !d.Gone })
		if i < 0 {
			debts = append(debts, record.Debt{Box: p.Box, Bettor: p.Bettor})
			i = len(debts) - 1
		}
		debts[i].Amount += p.Commission
	}
	slices.SortStableFunc(debts, func(a, b record.Debt) int { return a.Box - b.Box })
	t.debts = debts
}

// OwedBy is what is owed at a box; at all of them where it is 0.
func (t *Table) OwedBy(box int) games.Amount { return record.Owed(t.owedAt(box)) }

// AllTaken is the commission that was taken or given up in the shift.
func (t *Table) AllTaken() []record.CommissionTaken {
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
func (t *Table) TakeCommission(box int) ([]record.Fact, error) {
	return t.collect(box, t.owedAt(box))
}

// TakeDebt takes what one bettor owes. Refusals: as TakeCommission.
func (t *Table) TakeDebt(d record.Debt) ([]record.Fact, error) {
	return t.collect(d.Box, t.same(d))
}

// WaiveDebt gives up what one bettor owes who left without paying, and says why. Refusals:
// as TakeCommission, and NeedsInspector, WrongRole, NeedsReason.
func (t *Table) WaiveDebt(d record.Debt, approver *people.Staff, reason string) ([]record.Fact, error) {
	if err := approver.MayApprove(people.GiveUpOwed, t.Croupier); err != nil {
		return nil, err
	}
	if strings.TrimSpace(reason) == "" {
		return nil, people.Refuse(people.NeedsReason)
	}
	return t.clearDebts(d.Box, record.CommissionTaken{Dues: t.same(d), Waived: approver.Number, Reason: reason})
}

// collect clears debts by what chips make of each.
func (t *Table) collect(box int, dues []record.Debt) ([]record.Fact, error) {
	f := record.CommissionTaken{Dues: dues}
	for _, d := range dues {
		f.Taken = append(f.Taken, t.Collects(d))
	}
	if !slices.ContainsFunc(dues, func(d record.Debt) bool { return t.Collects(d) != d.Amount }) {
		f.Taken = nil
	}
	return t.clearDebts(box, f)
}

// Collects returns what a player is asked for who owes that: rounded to the smallest chip where
// the table's settings say so.
func (t *Table) Collects(d record.Debt) games.Amount {
	rounding, rounds := t.Collecting()
	if !rounds {
		return d.Amount
	}
	return rounding.Winnings(d.Amount, games.Odds{Win: 1, Per: 1})
}

// Collecting returns how a commission is rounded when it is collected; false where it is collected as it
// is owed.
func (t *Table) Collecting() (games.Rounding, bool) {
	if t.Settings.Collect == "" || len(t.chips) == 0 {
		return games.Rounding{}, false
	}
	return games.Rounding{Unit: t.chips[0], Mode: t.Settings.Collect}, true
}

// AllCollect returns what the players of a box are asked for; of every box where it is 0.
func (t *Table) AllCollect(box int) games.Amount {
	var sum games.Amount
	for _, d := range t.owedAt(box) {
		sum += t.Collects(d)
	}
	return sum
}

// owedAt are the debts of a box; of every box where it is 0.
func (t *Table) owedAt(box int) []record.Debt {
	return slices.DeleteFunc(slices.Clone(t.Debts()), func(d record.Debt) bool { return box != 0 && d.Box != box })
}

// same is a debt as it is now; none where nothing of it is owed any more.
func (t *Table) same(d record.Debt) []record.Debt {
	return slices.DeleteFunc(t.owedAt(d.Box), func(now record.Debt) bool { return now.Bettor != d.Bettor || now.Gone != d.Gone })
}

func (t *Table) clearDebts(box int, clears record.CommissionTaken) ([]record.Fact, error) {
	switch {
	case !t.Open:
		return nil, people.Refuse(people.TableClosed)
	case len(clears.Dues) == 0:
		return nil, &people.Refusal{Why: people.NothingOwed, Box: box}
	}
	return []record.Fact{clears}, nil
}

// PassBox says that a box has another player from now on. Refusals: TableClosed,
// NoSuchBox, HandOpen while the box has a bet.
func (t *Table) PassBox(box int) ([]record.Fact, error) {
	return t.passes(record.BoxPassed{Box: box})
}

// PassBettor says that one of a box's places has another bettor from now on. Refusals: as
// PassBox, HandOpen while that bettor has a bet.
func (t *Table) PassBettor(box int, bettor string) ([]record.Fact, error) {
	return t.passes(record.BoxPassed{Box: box, Bettor: &bettor})
}

func (t *Table) passes(f record.BoxPassed) ([]record.Fact, error) {
	switch {
	case !t.Open:
		return nil, people.Refuse(people.TableClosed)
	case t.Game == nil || f.Box < 1 || f.Box > t.Game.Options().Boxes:
		return nil, &people.Refusal{Why: people.NoSuchBox, Box: f.Box}
	case slices.ContainsFunc(t.Current.Round.Bets, func(b games.Bet) bool { return leaves(f, b.Box, b.Bettor) }):
		return nil, &people.Refusal{Why: people.HandOpen, Box: f.Box}
	}
	return []record.Fact{f}, nil
}

// Bettors are the bettors of a box that owe something, or bet in this hand or the one
// before, the first player first.
func (t *Table) Bettors(box int) []string {
	var names []string
	add := func(at int, bettor string) {
		if at == box && !slices.Contains(names, bettor) {
			names = append(names, bettor)
		}
	}
	for _, d := range t.Debts() {
		if !d.Gone {
			add(d.Box, d.Bettor)
		}
	}
	for _, bets := range [][]games.Bet{t.played, t.Current.Round.Bets} {
		for _, b := range bets {
			add(b.Box, b.Bettor)
		}
	}
	slices.Sort(names)
	return names
}

// leaves says whether a bettor of a box is gone with it.
func leaves(f record.BoxPassed, box int, bettor string) bool {
	return f.Box == box && (f.Bettor == nil || *f.Bettor == bettor)
}
