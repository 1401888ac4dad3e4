package tray

import (
	"slices"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A Move is something that happened between the hands of the shift: chips, cash,
// commission, a count, a wrong payout, a correction that was put right with the players.
type Move struct {
	Seq    int64     // of its entry: its name
	At     time.Time // UTC
	Hand   int       // that was open
	Fact   record.Fact
	Voided *record.MoveVoided // it was not so; nil where it counts
}

// AllMoves returns those of the shift, the oldest first, also those that count no more.
func (t *Tray) AllMoves() []Move {
	if len(t.since) == 0 {
		return slices.Clip(t.behind)
	}
	return slices.Concat(t.behind, t.since)
}

// Moves returns what went in and out between the hands of the shift, the oldest first:
// counts, slips, commission taken, equal changes, buy-ins, tips, wrong payouts.
func (t *Tray) Moves() []record.Fact {
	var moves []record.Fact
	for _, m := range t.AllMoves() {
		if _, passed := m.Fact.(record.BoxPassed); !passed && m.Voided == nil {
			moves = append(moves, m.Fact)
		}
	}
	return moves
}

// voided returns moves in which one counts no more.
func voided(moves []Move, f record.MoveVoided) []Move {
	i := slices.IndexFunc(moves, func(m Move) bool { return m.Seq == f.Seq })
	if i < 0 {
		return moves
	}
	moves = slices.Clone(moves)
	moves[i].Voided = &f
	return moves
}

// applyVoided takes back what a move before the open hand did. What was counted after it
// was what was there, whatever had been entered.
func (t *Tray) applyVoided(e record.Entry, f record.MoveVoided) {
	for i := range t.slips {
		if m, ok := t.moveOf(f.Seq); ok && record.KindOf(m.Fact) == record.KindOf(record.SlipVerified{}) && t.slips[i].SlipID == m.Fact.(record.SlipVerified).SlipID {
			t.slips = slices.Clone(t.slips)
			t.slips[i].State, t.slips[i].Done, t.slips[i].Reason, t.slips[i].Inspector = Voided, e.At, f.Reason, f.Approver
		}
	}
	i := slices.IndexFunc(t.behind, func(m Move) bool { return m.Seq == f.Seq })
	if i < 0 {
		return
	}
	counted := slices.ContainsFunc(t.behind[i:], func(m Move) bool { _, ok := m.Fact.(record.Counted); return ok })
	before := t.stock.clone()
	t.stock = t.stock.clone()
	if t.stock.work(t.behind[i], -1, t.chips); counted { // the chips that were counted, and no coins
		before.coins = t.stock.coins
		t.stock = before
	}
	if taken, ok := t.behind[i].Fact.(record.CommissionTaken); ok {
		t.debts = owedAgain(t.debts, taken.Dues, t.behind[i+1:])
	}
	t.behind = voided(t.behind, f)
}

// owedAgain returns debts with dues that are owed after all; of a box that has changed hands
// since they are owed by who has left.
func owedAgain(debts, dues []record.Debt, since []Move) []record.Debt {
	debts = slices.Clone(debts)
	for _, due := range dues {
		due.Gone = due.Gone || slices.ContainsFunc(since, func(m Move) bool { p, ok := m.Fact.(record.BoxPassed); return ok && Leaves(p, due.Box, due.Bettor) })
		i := slices.IndexFunc(debts, func(d record.Debt) bool { return d.Box == due.Box && d.Bettor == due.Bettor && d.Gone == due.Gone })
		if i < 0 {
			debts = append(debts, due)
			continue
		}
		debts[i].Amount += due.Amount
	}
	slices.SortStableFunc(debts, func(a, b record.Debt) int { return a.Box - b.Box })
	return debts
}

// TrayByVoid returns by how much more the tray was worth once it was said that a move was not so; 0 where it was counted
// in between, and of a move that counts.
func (t *Tray) TrayByVoid(seq int64) games.Amount {
	by := stock{coinsOf: t.stock.coinsOf}
	for _, m := range t.AllMoves() {
		switch f := m.Fact.(type) {
		case record.Counted:
			by = stock{coinsOf: t.stock.coinsOf}
		case record.MoveVoided:
			if f.Seq == seq {
				return by.worth.Amount - by.coins
			}
		}
		if m.Seq == seq {
			by.work(m, -1, t.chips)
		}
	}
	return 0
}

// moveOf returns a move of the shift by its name.
func (t *Tray) moveOf(seq int64) (Move, bool) {
	for _, m := range t.AllMoves() {
		if m.Seq == seq {
			return m, true
		}
	}
	return Move{}, false
}

// Voidable returns the moves of the shift that an inspector can have put right, the oldest
// first.
func (t *Tray) Voidable() []Move {
	var out []Move
	for _, m := range t.AllMoves() {
		if t.MayVoid(m.Seq) == nil {
			out = append(out, m)
		}
	}
	return out
}

// MayVoid reports whether a move can still be one that was not so. Refusals: NoSuchMove,
// NotPossible for a wrong payout of which something came back.
func (t *Tray) MayVoid(seq int64) error {
	m, ok := t.moveOf(seq)
	if !ok || m.Voided != nil || record.UndoOf(m.Fact) != record.ByVoid {
		return house.Refuse(house.NoSuchMove)
	}
	if p, ok := t.Payout(seq); ok && p.Back != 0 {
		return &house.Refusal{Why: house.NotPossible, What: "payout"}
	}
	return nil
}

// VoidMove voids a move of the shift: a buy-in, an equal change, a tip, commission taken or waived, the chips of a slip, a wrong
// payout. Refusals: TableClosed, NoSuchMove, NotPossible, NeedsInspector, WrongRole, NeedsReason.
func (d Desk) VoidMove(seq int64, approver *house.Staff, reason string) ([]record.Fact, error) {
	if !d.Open {
		return nil, house.Refuse(house.TableClosed)
	}
	if err := d.MayVoid(seq); err != nil {
		return nil, err
	}
	if err := approver.MayApprove(house.PutRight, d.Croupier); err != nil {
		return nil, err
	}
	if strings.TrimSpace(reason) == "" {
		return nil, house.Refuse(house.NeedsReason)
	}
	return []record.Fact{record.MoveVoided{Seq: seq, Reason: strings.TrimSpace(reason), Approver: approver.Number}}, nil
}

// A Payout is a wrong payout and what came back of it.
type Payout struct {
	Move
	record.WrongPayout
	Back games.Amount // of its Amount
}

// Left returns what the player still has too much (more than 0) or too little.
func (p Payout) Left() games.Amount { return p.Amount - p.Back }

// Payouts returns the wrong payouts of the shift that count, the oldest first.
func (t *Tray) Payouts() []Payout {
	var out []Payout
	for _, m := range t.AllMoves() {
		switch f := m.Fact.(type) {
		case record.WrongPayout:
			if m.Voided == nil {
				out = append(out, Payout{Move: m, WrongPayout: f})
			}
		case record.PayoutSettled:
			for i := range out {
				if out[i].Seq == f.Payout && m.Voided == nil {
					out[i].Back += f.Amount
				}
			}
		}
	}
	return out
}

// PayoutsDue returns those of them that are not put right yet.
func (t *Tray) PayoutsDue() []Payout {
	return slices.DeleteFunc(t.Payouts(), func(p Payout) bool { return p.Left() == 0 })
}

// Payout returns a wrong payout by its name.
func (t *Tray) Payout(seq int64) (Payout, bool) {
	for _, p := range t.Payouts() {
		if p.Seq == seq {
			return p, true
		}
	}
	return Payout{}, false
}

// SettlePayout records that so much of a wrong payout came back, or was given after all;
// the amount has the sign of what was wrong. Refusals: TableClosed, NoSuchMove, BadSetting
// for more than is left of it, NeedsInspector, WrongRole.
func (d Desk) SettlePayout(f record.PayoutSettled, approver *house.Staff) ([]record.Fact, error) {
	if !d.Open {
		return nil, house.Refuse(house.TableClosed)
	}
	if err := d.MaySettle(f); err != nil {
		return nil, err
	}
	if err := approver.MayApprove(house.PutRight, d.Croupier); err != nil {
		return nil, err
	}
	f.Approver, f.Reason = approver.Number, strings.TrimSpace(f.Reason)
	return []record.Fact{f}, nil
}

// PayoutDone returns what Sabot before 0.10 entered of what is left of a wrong payout: the croupier alone said that it was given,
// or taken back. Refusals: TableClosed, NoSuchMove.
func (d Desk) PayoutDone(seq int64) ([]record.Fact, error) {
	if !d.Open {
		return nil, house.Refuse(house.TableClosed)
	}
	p, ok := d.Payout(seq)
	if !ok || p.Left() == 0 {
		return nil, house.Refuse(house.NoSuchMove)
	}
	return []record.Fact{record.PayoutSettled{Payout: seq, Amount: p.Left()}}, nil
}

// MaySettle reports whether so much of a wrong payout can have come back.
func (t *Tray) MaySettle(f record.PayoutSettled) error {
	p, ok := t.Payout(f.Payout)
	switch left := p.Left(); {
	case !ok || left == 0:
		return house.Refuse(house.NoSuchMove)
	case f.Amount == 0 || f.Amount > 0 != (left > 0) || max(f.Amount, -f.Amount) > max(left, -left):
		return &house.Refusal{Why: house.BadSetting, What: "amount"}
	}
	return nil
}
