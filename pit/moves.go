package pit

import (
	"slices"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit/people"
	"sabot/pit/record"
)

// Move is something that happened between the hands of the shift: chips, cash,
// commission, a count, a wrong payout, a correction that was put right with the players.
type Move struct {
	Seq    int64     // of its entry: its name
	At     time.Time // UTC
	Hand   int       // that was open
	Fact   record.Fact
	Voided *record.MoveVoided // it was not so; nil where it counts
}

// AllMoves are those of the shift, the oldest first, also those that count no more.
func (t *Table) AllMoves() []Move {
	if len(t.Current.moves) == 0 {
		return slices.Clip(t.moves)
	}
	return slices.Concat(t.moves, t.Current.moves)
}

// Moves are what went in and out between the hands of the shift, the oldest first:
// counts, slips, commission taken, equal changes, buy-ins, tips, wrong payouts.
func (t *Table) Moves() []record.Fact {
	var moves []record.Fact
	for _, m := range t.AllMoves() {
		if _, passed := m.Fact.(record.BoxPassed); !passed && m.Voided == nil {
			moves = append(moves, m.Fact)
		}
	}
	return moves
}

// move adds an entry to the moves of the hand.
func (h *Hand) move(e record.Entry) {
	if f, ok := e.Fact.(record.MoveVoided); ok {
		h.moves = voided(h.moves, f)
	}
	h.moves = append(h.moves, Move{Seq: e.Seq, At: e.At, Hand: e.Hand, Fact: e.Fact})
}

// voided are moves in which one counts no more.
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
func (t *Table) applyVoided(e record.Entry, f record.MoveVoided) {
	for i := range t.slips {
		if m, ok := t.moveOf(f.Seq); ok && record.KindOf(m.Fact) == record.KindOf(record.SlipVerified{}) && t.slips[i].SlipID == m.Fact.(record.SlipVerified).SlipID {
			t.slips = slices.Clone(t.slips)
			t.slips[i].State, t.slips[i].Done, t.slips[i].Reason, t.slips[i].Inspector = Voided, e.At, f.Reason, f.Approver
		}
	}
	i := slices.IndexFunc(t.moves, func(m Move) bool { return m.Seq == f.Seq })
	if i < 0 {
		return
	}
	counted := slices.ContainsFunc(t.moves[i:], func(m Move) bool { _, ok := m.Fact.(record.Counted); return ok })
	before := t.tray.clone()
	t.tray = t.tray.clone()
	if t.tray.work(t.moves[i], -1, t.chips); counted { // the chips that were counted, and no coins
		before.coins = t.tray.coins
		t.tray = before
	}
	if taken, ok := t.moves[i].Fact.(record.CommissionTaken); ok {
		t.debts = owedAgain(t.debts, taken.Dues, t.moves[i+1:])
	}
	t.moves = voided(t.moves, f)
}

// owedAgain are debts with dues that are owed after all; of a box that has changed hands
// since they are owed by who has left.
func owedAgain(debts, dues []record.Debt, since []Move) []record.Debt {
	debts = slices.Clone(debts)
	for _, due := range dues {
		due.Gone = due.Gone || slices.ContainsFunc(since, func(m Move) bool { p, ok := m.Fact.(record.BoxPassed); return ok && leaves(p, due.Box, due.Bettor) })
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
func (t *Table) TrayByVoid(seq int64) games.Amount {
	by := tray{coinsOf: t.tray.coinsOf}
	for _, m := range t.AllMoves() {
		switch f := m.Fact.(type) {
		case record.Counted:
			by = tray{coinsOf: t.tray.coinsOf}
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

// moveOf is a move of the shift by its name.
func (t *Table) moveOf(seq int64) (Move, bool) {
	for _, m := range t.AllMoves() {
		if m.Seq == seq {
			return m, true
		}
	}
	return Move{}, false
}

// Voidable are the moves of the shift that an inspector can have put right, the oldest
// first.
func (t *Table) Voidable() []Move {
	var out []Move
	for _, m := range t.AllMoves() {
		if t.MayVoid(m.Seq) == nil {
			out = append(out, m)
		}
	}
	return out
}

// MayVoid says whether a move can still be one that was not so. Refusals: NoSuchMove,
// NotPossible for a wrong payout of which something came back.
func (t *Table) MayVoid(seq int64) error {
	m, ok := t.moveOf(seq)
	if !ok || m.Voided != nil || record.UndoOf(m.Fact) != record.ByVoid {
		return people.Refuse(people.NoSuchMove)
	}
	if p, ok := t.Payout(seq); ok && p.Back != 0 {
		return &people.Refusal{Why: people.NotPossible, What: "payout"}
	}
	return nil
}

// VoidMove says that a move of the shift was not so: a buy-in, an equal change, a tip,
// commission taken or given up, the chips of a slip, a wrong payout. Refusals:
// TableClosed, NoSuchMove, NotPossible, NeedsInspector, WrongRole, NeedsReason.
func (t *Table) VoidMove(seq int64, approver *people.Staff, reason string) ([]record.Fact, error) {
	if !t.Open {
		return nil, people.Refuse(people.TableClosed)
	}
	if err := t.MayVoid(seq); err != nil {
		return nil, err
	}
	if err := approver.MayApprove(people.PutRight, t.Croupier); err != nil {
		return nil, err
	}
	if strings.TrimSpace(reason) == "" {
		return nil, people.Refuse(people.NeedsReason)
	}
	return []record.Fact{record.MoveVoided{Seq: seq, Reason: strings.TrimSpace(reason), Approver: approver.Number}}, nil
}

// RedoMove puts a move right: as it was entered it was not so, and again says how it was.
// Refusals: those of VoidMove and of again.
func (t *Table) RedoMove(seq int64, again func(*Table) ([]record.Fact, error), approver *people.Staff, reason string) ([]record.Fact, error) {
	facts, err := t.VoidMove(seq, approver, reason)
	if err != nil {
		return nil, err
	}
	more, err := again(t.Would(facts...))
	for i, f := range more {
		if bought, is := f.(record.BoughtIn); is { // whoever approves that it was not so approves how it was
			bought.Replaces, bought.Approver = seq, approver.Number
			more[i] = bought
		}
	}
	return append(facts, more...), err
}

// boughtAgain is how a buy-in was that was voided with it: the last move before it. Refusals: NoSuchMove, those of BuyIn.
func (t *Table) boughtAgain(f record.BoughtIn, approver *people.Staff) ([]record.Fact, error) {
	moves := t.AllMoves()
	if len(moves) == 0 {
		return nil, people.Refuse(people.NoSuchMove)
	}
	void, is := moves[len(moves)-1].Fact.(record.MoveVoided)
	if !is || void.Seq != f.Replaces || void.Approver != f.Approver {
		return nil, people.Refuse(people.NoSuchMove)
	}
	facts, err := t.BuyIn(f.Box, f.Cash, f.Out, approver)
	if err != nil {
		return nil, err
	}
	bought := facts[0].(record.BoughtIn)
	bought.Replaces, bought.Approver = f.Replaces, f.Approver
	return []record.Fact{bought}, nil
}

// Payout is a wrong payout and what came back of it.
type Payout struct {
	Move
	record.WrongPayout
	Back games.Amount // of its Amount
}

// Left is what the player still has too much (more than 0) or too little.
func (p Payout) Left() games.Amount { return p.Amount - p.Back }

// Payouts are the wrong payouts of the shift that count, the oldest first.
func (t *Table) Payouts() []Payout {
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

// DueTo returns what the hand came to for a player by the cards by which it was paid last: more than 0 what they got, less than 0
// what they lost. Commission that is owed comes later.
func (h *Hand) DueTo(box int, bettor string) (due games.Amount) {
	for _, p := range h.PaidVersion().Payments() {
		if p.Box == box && p.Bettor == bettor {
			due += p.Net()
		}
	}
	return due
}

// DueOf returns what was due where somebody was paid wrong; unknown while the hand is open, and of one that was cancelled.
func (t *Table) DueOf(f record.WrongPayout) Sum {
	h, closed := t.ClosedHand(f.Hand)
	if !closed || h.Cancelled != nil {
		return Sum{}
	}
	return KnownSum(h.DueTo(f.Box, f.Bettor))
}

// PayoutsDue are those of them that are not put right yet.
func (t *Table) PayoutsDue() []Payout {
	return slices.DeleteFunc(t.Payouts(), func(p Payout) bool { return p.Left() == 0 })
}

// Payout is a wrong payout by its name.
func (t *Table) Payout(seq int64) (Payout, bool) {
	for _, p := range t.Payouts() {
		if p.Seq == seq {
			return p, true
		}
	}
	return Payout{}, false
}

// PayWrong records that a player of a hand was paid, or collected from, another sum than
// the hand came to: amount is what the player has too much by it, or with less than 0 too
// little. Refusals: TableClosed, NoSuchHand, NoSuchBox where that player had no bet in the
// hand, BadSetting, NeedsInspector, WrongRole, NeedsReason.
func (t *Table) PayWrong(p record.WrongPayout, approver *people.Staff) ([]record.Fact, error) {
	if !t.Open {
		return nil, people.Refuse(people.TableClosed)
	}
	if err := t.MayBeWrong(p); err != nil {
		return nil, err
	}
	if err := approver.MayApprove(people.PutRight, t.Croupier); err != nil {
		return nil, err
	}
	if p.Reason = strings.TrimSpace(p.Reason); p.Reason == "" {
		return nil, people.Refuse(people.NeedsReason)
	}
	p.Approver = approver.Number
	return []record.Fact{p}, nil
}

// MayBeWrong says whether a player of a hand can have been paid wrong.
func (t *Table) MayBeWrong(p record.WrongPayout) error {
	h, ok := t.ClosedHand(p.Hand)
	if !ok && p.Hand == t.Hand && t.Current.BetsClosed {
		h, ok = &t.Current, true
	}
	switch {
	case !ok:
		return people.Refuse(people.NoSuchHand)
	case !slices.ContainsFunc(h.Round.Bets, func(b games.Bet) bool { return b.Box == p.Box && b.Bettor == p.Bettor }):
		return &people.Refusal{Why: people.NoSuchBox, Box: p.Box}
	case p.Amount == 0 || max(p.Amount, -p.Amount) > games.MaxAmount:
		return &people.Refusal{Why: people.BadSetting, What: "amount"}
	}
	return nil
}

// SettlePayout records that so much of a wrong payout came back, or was given after all;
// the amount has the sign of what was wrong. Refusals: TableClosed, NoSuchMove, BadSetting
// for more than is left of it, NeedsInspector, WrongRole.
func (t *Table) SettlePayout(f record.PayoutSettled, approver *people.Staff) ([]record.Fact, error) {
	if !t.Open {
		return nil, people.Refuse(people.TableClosed)
	}
	if err := t.MaySettle(f); err != nil {
		return nil, err
	}
	if err := approver.MayApprove(people.PutRight, t.Croupier); err != nil {
		return nil, err
	}
	f.Approver, f.Reason = approver.Number, strings.TrimSpace(f.Reason)
	return []record.Fact{f}, nil
}

// payoutDone returns what Sabot before 0.10 entered of what is left of a wrong payout: the croupier alone said that it was given,
// or taken back. Refusals: TableClosed, NoSuchMove.
func (t *Table) payoutDone(seq int64) ([]record.Fact, error) {
	if !t.Open {
		return nil, people.Refuse(people.TableClosed)
	}
	p, ok := t.Payout(seq)
	if !ok || p.Left() == 0 {
		return nil, people.Refuse(people.NoSuchMove)
	}
	return []record.Fact{record.PayoutSettled{Payout: seq, Amount: p.Left()}}, nil
}

// MaySettle says whether so much of a wrong payout can have come back.
func (t *Table) MaySettle(f record.PayoutSettled) error {
	p, ok := t.Payout(f.Payout)
	switch left := p.Left(); {
	case !ok || left == 0:
		return people.Refuse(people.NoSuchMove)
	case f.Amount == 0 || f.Amount > 0 != (left > 0) || max(f.Amount, -f.Amount) > max(left, -left):
		return &people.Refusal{Why: people.BadSetting, What: "amount"}
	}
	return nil
}
