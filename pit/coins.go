package pit

import (
	"sabot/games"
	"sabot/pit/record"
)

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
		in = h.coinsBy(t.chips)
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

// coinsBy returns the sum that came in, in coin, by the last correction of a hand, each difference by itself; below 0 it was paid.
func (h *Hand) coinsBy(chips []games.Amount) (in games.Amount) {
	before := h.Was[len(h.Was)-1]
	before.Was = h.Was[:len(h.Was)-1]
	for _, d := range before.PaidVersion().Differences(&h.Sheet) {
		switch {
		case h.Corrected.Keyed:
			in += games.InCoin(d.Was, chips) - games.InCoin(d.Is, chips)
		case h.Corrected.Moved:
			in -= games.InCoin(d.Due(), chips)
		}
	}
	return in
}
