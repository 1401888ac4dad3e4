package view

import (
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
)

func boxArgs(box int) text.Args { return text.Args{"Box": box} }

// act is the next physical act, in one sentence.
func (v Viewer) act(t *pit.Table, c Cursor) string {
	switch t.Phase() {
	case pit.Shut:
		return v.Text.T("act_open")
	case pit.Shoeless:
		return v.Text.T("act_shoe", text.Args{"Decks": t.Game.Options().Decks})
	case pit.Halted:
		return v.Text.T("act_halted")
	case pit.Betting:
		return v.bettingAct(t, c)
	}
	if box := v.payingBox(t); box > 0 {
		return v.payAct(t)
	}
	step := t.Next()
	if step.Kind == games.Ask {
		return v.Text.T("act_ask", boxArgs(step.At.Box))
	}
	return v.dealAct(t, step)
}

func (v Viewer) bettingAct(t *pit.Table, c Cursor) string {
	switch {
	case c.Box > 0 && c.Typed != "":
		return v.Text.T("act_typing", text.Args{"Box": c.Box, "Spot": spotLabel(t.Game, c.Spot), "Amount": c.Typed})
	case c.Box > 0 && c.Fresh:
		return v.Text.T("act_spot", text.Args{"Box": c.Box, "Spot": spotLabel(t.Game, c.Spot)})
	}
	return v.Text.T("act_bets")
}

// dealAct says which card goes where; of cards that were dealt face down, which is
// laid open.
func (v Viewer) dealAct(t *pit.Table, step games.Step) string {
	n := 1
	for _, h := range t.Current.Hands() {
		if h.At == step.At {
			n += len(h.Cards)
		}
	}
	dealt, opening := t.FaceDown()
	key := "act_card_"
	switch {
	case opening:
		key = "act_open_"
	case dealt && step.At.Box > 0:
		key = "act_down_"
	}
	if step.At == games.Bank {
		key += "bank_"
	} else {
		key += "box_"
	}
	return v.Text.T(key+Digit(n), boxArgs(step.At.Box))
}

// payAct says what to do on the box whose turn it is.
func (v Viewer) payAct(t *pit.Table) string {
	for _, p := range v.payPad(t, Button{}).Pays {
		if !p.Now {
			continue
		}
		switch p.Mark {
		case Won:
			return v.Text.T("act_pay", text.Args{"Box": p.Box, "Amount": trimSign(p.Net)})
		case Lost:
			return v.Text.T("act_collect", text.Args{"Box": p.Box, "Amount": trimSign(p.Net)})
		}
		if p.Lines[0].Mark == Inactive {
			return v.Text.T("act_give_back", text.Args{"Box": p.Box})
		}
		return v.Text.T("act_leave", text.Args{"Box": p.Box})
	}
	return ""
}

func trimSign(s string) string {
	for _, sign := range []string{"+", "−"} {
		if len(s) > len(sign) && s[:len(sign)] == sign {
			return s[len(sign):]
		}
	}
	return s
}

// standing is the word that stays while nothing else is said: the last bet that
// does not stand, or was reduced in view of everyone.
func (v Viewer) standing(t *pit.Table) Notice {
	if t.Game == nil || !t.Open || len(t.Current.Round.Laid) > 0 {
		return Notice{}
	}
	h := &t.Current
	stakes := t.Game.Stakes(h.Round)
	for i := len(stakes) - 1; i >= 0; i-- {
		reason := stakes[i].Reason
		if reason != "" && (reason != games.MissingMandatory || h.BetsClosed) {
			return Notice{Text: v.reason(t.Game, h.Round.Bets[i], stakes[i]), Bad: true}
		}
	}
	return Notice{}
}

// reason is why a bet does not stand or was reduced, with its amounts.
func (v Viewer) reason(g games.Game, b games.Bet, s games.Stake) string {
	limit := g.Options().Limits[b.Spot]
	args := text.Args{
		"Box": b.Box, "Spot": spotLabel(g, b.Spot), "Amount": v.Text.Amount(b.Amount), "Stake": v.Text.Amount(s.Amount),
		"Min": v.Text.Amount(limit.Min),
	}
	key := "reason_" + string(s.Reason)
	if s.Reason == games.AboveMax && limit.Max != s.Amount {
		// Reduced by another bet, not by the spot's own maximum.
		key, args["Half"] = "reason_cap_"+b.Spot, v.Text.Amount(s.Amount/2)
	}
	return v.Text.T(key, args)
}
