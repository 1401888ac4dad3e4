package view

import (
	"slices"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
)

// spot returns the bets on some spots of a box, and their outcome: of one bettor or, with nil, of all. What is
// won is never set against what is lost.
func (v FeltViewer) spot(l look, box int, spots []games.Spot, bettor *string) Spot {
	out := Spot{Name: spots[0].Name, Label: v.Text.T("spot_" + spots[0].Name)}
	var lies, put games.Amount
	var came outcome
	stands := 0
	var standing []int
	for i, b := range l.bets {
		if b.Box != box || bettor != nil && b.Bettor != *bettor || !slices.ContainsFunc(spots, func(s games.Spot) bool { return s.Name == b.Spot }) {
			continue
		}
		out.Count++
		put += b.Amount
		reason := l.stakes[i].Reason
		p, isSettled := l.rows[i]
		if isSettled && p.Outcome == games.Void || !l.stakes[i].Stands() {
			lies += l.lies(i, b.Amount+p.Added)
			if stands == 0 && reason != "" {
				out.Mark, out.Word = Inactive, v.Text.T("word_"+string(reason))
				if lacks := v.lacking(l, box); reason == games.MissingMandatory && lacks != "" {
					out.Word = v.Text.T("word_lacks", text.Args{"Spot": lacks})
				}
			}
			continue
		}
		if stands == 0 {
			out.Mark, out.Word = Plain, ""
		}
		stands++
		standing = append(standing, i)
		for _, net := range l.nets[i] {
			came.add(net)
		}
		stake := l.staked[i]
		if isSettled {
			stake = p.Staked
		}
		if reason == games.AboveMax {
			if stake == l.stakes[i].Amount && !l.hand.BetsClosed { // behind the call what lies is the bet
				out.Mark, out.Word = Warned, v.Text.T("word_above_max")
			}
			stake += min(l.gone[i], b.Amount-l.stakes[i].Amount) // that was handed back beside it
		}
		lies += l.lies(i, stake)
	}
	out.Put = v.amountOf(put)
	if lies > 0 {
		out.Amount = v.Text.Amount(lies)
	}
	out.Piles = l.piles(v.Viewer, standing, lies)
	switch nets := came.nets(v.Viewer); {
	case len(nets) == 1 && nets[0].Mark == Pushed:
		out.Mark, out.Word = Pushed, v.Text.T("word_push")
	case len(nets) > 0:
		all := inOne(nets)
		out.Mark, out.Word = all.Mark, all.Text
	}
	return out
}

// choose marks the chosen spot, with the amount that is typed for it and does not lie yet.
func (s *Spot) choose(c Cursor, chosen bool) {
	if s.Chosen = chosen; chosen {
		s.Pending = c.Typed
	}
}

// typedOver returns a sentence at once of an amount that is typed that it is over its spot's maximum: no further digit makes
// it less. So digits that were meant as boxes, or cards, are seen before they count. "" where it is not.
func (v FeltViewer) typedOver(t *pit.Table, c Cursor) string {
	amount, ok := text.ParseAmount(c.Typed)
	if t.Deal().Phase() != hand.Betting || t.Game == nil || !ok {
		return ""
	}
	most, over := t.Bets().OverMaximum(c.Spot, amount)
	if !over {
		return ""
	}
	return v.Text.T("typed_over", text.Args{"Amount": c.Typed, "Spot": v.NextAct().inHand(t, c), "Max": v.Text.Amount(most)})
}

// empty reports whether there is no bet and no outcome.
func (s Spot) empty() bool { return s.Amount == "" && s.Word == "" }

// lacking returns the spot that a box needs and has no valid bet on, "" if none.
func (v FeltViewer) lacking(l look, box int) string {
	if name := games.Lacking(l.spots, l.hand.Round.Bets, l.stakes, box); name != "" {
		return v.Text.T("spot_" + name)
	}
	return ""
}

func netMark(net games.Amount) Mark {
	switch {
	case net > 0:
		return Won
	case net < 0:
		return Lost
	}
	return Pushed
}
