package view

import (
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
)

// commission adds how a closed hand changes each player's commission. It adds how much of the shift's
// commission that player then owes, has paid and was let off.
func (a *approval) commission(hand int, after *pit.Table) {
	type player struct {
		box    int
		bettor string
	}
	var players []player
	was, is := map[player]games.Amount{}, map[player]games.Amount{}
	leaves := func(t *pit.Table, sums map[player]games.Amount) {
		h, ok := t.ClosedHand(hand)
		if !ok {
			return
		}
		for _, p := range h.Payments() {
			who := player{p.Box, p.Bettor}
			if _, there := was[who]; !there {
				players, was[who] = append(players, who), 0
			}
			sums[who] += p.Commission
		}
	}
	leaves(a.t, was)
	leaves(after, is)
	for _, who := range players {
		if was[who] == is[who] {
			continue
		}
		var owed, taken, waived games.Amount
		for _, d := range after.Debts() {
			if d.Box == who.box && d.Bettor == who.bettor && !d.Gone {
				owed += d.Amount
			}
		}
		for _, f := range after.AllTaken() {
			for i, d := range f.Dues {
				switch {
				case d.Box != who.box || d.Bettor != who.bettor:
				case f.Waived != "":
					waived += d.Amount
				default:
					taken += f.Paid(i)
				}
			}
		}
		args := text.Args{
			"Player": a.v.Player(who.box, who.bettor), "Was": a.v.Text.Amount(was[who]), "Is": a.v.Text.Amount(is[who]),
			"Owed": a.v.Text.Amount(owed), "Taken": a.v.Text.Amount(taken), "Waived": a.v.Text.Amount(waived), "Left": !a.t.Open,
		}
		a.say(Warned, "approve_commission", args)
		a.say(Plain, "approve_commission_now", args)
	}
}
