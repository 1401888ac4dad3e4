package pit

import (
	"slices"
	"strings"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// PassBox records that a box has another player from now on. Refusals: TableClosed, NoSuchBox, HandOpen while the box has a bet.
func (t *Table) PassBox(box int) ([]record.Fact, error) {
	return t.passes(record.BoxPassed{Box: box})
}

// PassBettor records that one of a box's places has another bettor from now on. Refusals: as PassBox, HandOpen while that bettor
// has a bet.
func (t *Table) PassBettor(box int, bettor string) ([]record.Fact, error) {
	return t.passes(record.BoxPassed{Box: box, Bettor: &bettor})
}

func (t *Table) passes(f record.BoxPassed) ([]record.Fact, error) {
	switch {
	case !t.Open:
		return nil, house.Refuse(house.TableClosed)
	case t.Game == nil || f.Box < 1 || f.Box > t.Game.Options().Boxes:
		return nil, &house.Refusal{Why: house.NoSuchBox, Box: f.Box}
	case slices.ContainsFunc(t.Current.Round.Bets, func(b games.Bet) bool { return tray.Leaves(f, b.Box, b.Bettor) }):
		return nil, &house.Refusal{Why: house.HandOpen, Box: f.Box}
	}
	return []record.Fact{f}, nil
}

// Bettors returns the bettors of a box that owe something, or bet in this hand or the one
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

// PayWrong records that a player of a hand was paid, or collected from, another sum than
// the hand came to: amount is what the player has too much by it, or with less than 0 too
// little. Refusals: TableClosed, NoSuchHand, NoSuchBox where that player had no bet in the
// hand, BadSetting, NeedsInspector, WrongRole, NeedsReason.
func (t *Table) PayWrong(p record.WrongPayout, approver *house.Staff) ([]record.Fact, error) {
	if !t.Open {
		return nil, house.Refuse(house.TableClosed)
	}
	if err := t.MayBeWrong(p); err != nil {
		return nil, err
	}
	if err := approver.MayApprove(house.PutRight, t.Croupier); err != nil {
		return nil, err
	}
	if p.Reason = strings.TrimSpace(p.Reason); p.Reason == "" {
		return nil, house.Refuse(house.NeedsReason)
	}
	p.Approver = approver.Number
	return []record.Fact{p}, nil
}

// MayBeWrong reports whether a player of a hand can have been paid wrong.
func (t *Table) MayBeWrong(p record.WrongPayout) error {
	h, ok := t.ClosedHand(p.Hand)
	if !ok && p.Hand == t.Hand && t.Current.BetsClosed {
		h, ok = &t.Current, true
	}
	switch {
	case !ok:
		return house.Refuse(house.NoSuchHand)
	case !slices.ContainsFunc(h.Round.Bets, func(b games.Bet) bool { return b.Box == p.Box && b.Bettor == p.Bettor }):
		return &house.Refusal{Why: house.NoSuchBox, Box: p.Box}
	case p.Amount == 0 || max(p.Amount, -p.Amount) > games.MaxAmount:
		return &house.Refusal{Why: house.BadSetting, What: "amount"}
	}
	return nil
}

// RedoMove corrects a move: it voids the entry, and again returns the move as it really was. Refusals: those of VoidMove and of
// again.
func (t *Table) RedoMove(seq int64, again func(*Table) ([]record.Fact, error), approver *house.Staff, reason string) ([]record.Fact, error) {
	facts, err := t.Desk().VoidMove(seq, approver, reason)
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

// BuyInAgain returns how a buy-in was that was voided with it: the last move before it. Refusals: NoSuchMove, those of BuyIn.
func (t *Table) BuyInAgain(f record.BoughtIn, approver *house.Staff) ([]record.Fact, error) {
	moves := t.AllMoves()
	if len(moves) == 0 {
		return nil, house.Refuse(house.NoSuchMove)
	}
	void, is := moves[len(moves)-1].Fact.(record.MoveVoided)
	if !is || void.Seq != f.Replaces || void.Approver != f.Approver {
		return nil, house.Refuse(house.NoSuchMove)
	}
	facts, err := t.Desk().BuyIn(f.Box, f.Cash, f.Out, approver)
	if err != nil {
		return nil, err
	}
	bought := facts[0].(record.BoughtIn)
	bought.Replaces, bought.Approver = f.Replaces, f.Approver
	return []record.Fact{bought}, nil
}

// DueOf returns what was due where somebody was paid wrong; unknown while the hand is open, and of one that was cancelled.
func (t *Table) DueOf(f record.WrongPayout) tray.Sum {
	h, closed := t.ClosedHand(f.Hand)
	if !closed || h.Cancelled != nil {
		return tray.Sum{}
	}
	return tray.KnownSum(h.DueTo(f.Box, f.Bettor))
}

// noteCoins notes the coins of a move that puts something right with players, before the move is made. Each player was paid one sum in
// all: no chips make its coins.
func (t *Table) noteCoins(e record.Entry) {
	if len(t.chips) == 0 || t.checks == 0 {
		return
	}
	in := games.Amount(0)
	paid := func(was, is games.Amount) { in += games.InCoin(was, t.chips) - games.InCoin(is, t.chips) }
	switch f := e.Fact.(type) {
	case record.HandCorrected:
		h, there := t.ClosedHand(f.Hand)
		if !there || !f.AsPaid() {
			return
		}
		in = h.CoinsBy(t.chips)
	case record.WrongPayout:
		due := t.DueOf(f).Amount
		paid(due, due+f.Amount)
	case record.PayoutSettled:
		p, there := t.Payout(f.Payout)
		if !there {
			return
		}
		due := t.DueOf(p.WrongPayout).Amount
		paid(due+p.Left(), due+p.Left()-f.Amount)
	default:
		return
	}
	t.Tray.NoteCoins(e.Seq, in)
}
