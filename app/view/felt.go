package view

import (
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
)

// felt is the layout: every box of the table with what lies on it.
func (v Viewer) felt(t *pit.Table, c Cursor) Felt {
	f := Felt{Title: v.Text.T("bank")}
	game := v.game(t)
	if game == nil {
		return f
	}
	if t.Game == nil {
		t = &pit.Table{Game: game} // the empty layout of a table that never opened
	}
	h := &t.Current
	stakes := t.Game.Stakes(h.Round)
	staked := staked(t.Game, h.Round)
	step, paying := games.Step{}, v.payingBox(t)
	if phase := t.Phase(); paying == 0 && (phase == pit.Dealing || phase == pit.Deciding) {
		step = t.Next()
	}
	hands := map[games.Place]games.Hand{}
	for _, hand := range h.Hands() {
		hands[hand.At] = hand
	}
	offered := t.Game.Offered(h.Round)
	for n := 1; n <= t.Game.Options().Boxes; n++ {
		b := Box{Number: n, Chosen: c.Box == n, Lit: step.At.Box == n || paying == n, Out: h.BetsClosed}
		for _, s := range offered {
			spot := v.spot(h, stakes, staked, n, s)
			spot.Chosen = c.Box == n && c.Spot == s.Name
			if spot.Amount != "" && spot.Mark != Inactive {
				b.Out = false
			}
			b.Spots = append(b.Spots, spot)
		}
		b.Cards, b.Total = v.cards(t, hands[games.AtBox(n)])
		f.Boxes = append(f.Boxes, b)
	}
	f.Bank.Cards, f.Bank.Total = v.cards(t, hands[games.Bank])
	f.Bank.Lit = step.Kind == games.Deal && step.At == games.Bank
	return f
}

// game is the table's game; before its first opening, the one the house has set.
func (v Viewer) game(t *pit.Table) games.Game {
	if t.Game != nil {
		return t.Game
	}
	set, _ := v.House.TableNamed(t.Name)
	g, err := handfile.ParseRules(set.Game, set.Rules)
	if err != nil {
		return nil
	}
	return g
}

func (v Viewer) cards(t *pit.Table, h games.Hand) ([]Card, string) {
	var cards []Card
	for _, c := range h.Cards {
		card := Card{Rank: c.Rank().String(), Suit: c.Suit().String()}
		if card.Rank == "T" {
			card.Rank = "10"
		}
		if !t.Game.SuitsMatter() {
			card.Suit = ""
		}
		cards = append(cards, card)
	}
	if len(cards) == 0 {
		return nil, ""
	}
	return cards, v.Text.Amount(100 * games.Amount(h.Total))
}

// spot is what lies on one spot and what became of it.
func (v Viewer) spot(h *pit.Hand, stakes []games.Stake, staked map[int]games.Amount, box int, s games.Spot) Spot {
	out := Spot{Name: s.Name, Label: s.Label}
	for i, b := range h.Round.Bets {
		if b.Box != box || b.Spot != s.Name {
			continue
		}
		out.Amount = v.Text.Amount(staked[i])
		switch {
		case !stakes[i].Stands():
			out.Amount, out.Mark, out.Word = v.Text.Amount(b.Amount), Inactive, v.Text.T("word_"+string(stakes[i].Reason))
		case stakes[i].Reason == games.AboveMax:
			out.Mark, out.Word = Warned, v.Text.T("word_above_max")
		}
		for n, p := range h.Payments() {
			if h.Rows[n].Bet == i {
				v.outcome(&out, p)
			}
		}
	}
	return out
}

// staked is what lies on each bet now, doubling included.
func staked(g games.Game, r games.Round) map[int]games.Amount {
	out := map[int]games.Amount{}
	if s, err := g.Settle(r); err == nil {
		for i, p := range s.Payments {
			out[i] = p.Staked
		}
		return out
	}
	for i, s := range g.Stakes(r) {
		out[i] = s.Amount
	}
	return out
}

func (v Viewer) outcome(out *Spot, p games.Payment) {
	out.Amount = v.Text.Amount(p.Staked)
	switch p.Outcome {
	case games.Win:
		out.Mark, out.Word = Won, v.Text.Signed(p.Net())
	case games.Lose:
		out.Mark, out.Word = Lost, v.Text.Signed(p.Net())
	case games.Push:
		out.Mark, out.Word = Pushed, v.Text.T("word_push")
	case games.Void:
		out.Amount, out.Mark = v.Text.Amount(p.Returned), Inactive
		out.Word = v.Text.T("word_" + string(p.Reason))
	}
}
