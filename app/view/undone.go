package view

import (
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
)

// Undone is what an undo takes back, in a few words.
func (v Viewer) Undone(e pit.Fact) string {
	card := func(name string) string {
		return v.Text.T("undone_card", text.Args{"Card": v.cardWritten(name)})
	}
	switch f := e.(type) {
	case pit.BetsPlaced:
		return v.undoneBets(f)
	case pit.CardLaid:
		return card(f.Card)
	case pit.FirstBurned:
		return card(f.Card)
	case pit.CardCarried:
		return card(f.Card)
	case pit.CardHidden, pit.CardTurned:
		return v.Text.T("undone_hole")
	case pit.SuitRead:
		return v.Text.T("undone_suit", text.Args{"Card": v.cardWritten(f.Card)})
	case pit.Decided:
		if f.Do == games.Insure {
			return v.Text.T("undone_insured", boxArgs(f.Box))
		}
		return v.Text.T("undone_decide", boxArgs(f.Box))
	case pit.EarlyChosen:
		return v.Text.T("undone_early", boxArgs(f.Box))
	case pit.BoxPassed:
		return v.Text.T("undone_passed", boxArgs(f.Box))
	case pit.BoughtIn:
		return v.Text.T("undone_buy_in", text.Args{"Amount": v.Text.Amount(f.Cash)})
	case pit.ChipsChanged:
		return v.Text.T("undone_change", text.Args{"Amount": v.Text.Amount(f.In.Value())})
	case pit.Tipped:
		return v.Text.T("undone_tip", text.Args{"Amount": v.Text.Amount(f.Amount)})
	}
	key := "undone_entry"
	switch e.(type) {
	case pit.BetsClosed:
		key = "undone_nobets"
	case pit.DealtDry:
		key = "undone_dry"
	case pit.InsuranceOver:
		key = "undone_insurance_over"
	case pit.Looked:
		key = "undone_look"
	case pit.PaidOut:
		key = "undone_paid"
	case pit.CutCardOut:
		key = "undone_cut_card"
	case pit.CommissionTaken:
		key = "undone_commission"
	case pit.HandPaused:
		key = "undone_paused"
	case pit.LastBetsCalled:
		key = "announce_last"
	case pit.HandResumed:
		key = "undone_resumed"
	case pit.Relaid:
		key = "undone_relaid"
	case pit.PlayedOn:
		key = "undone_played_on"
	case pit.RelayRefused:
		key = "undone_refused"
	case pit.BetRuled:
		key = "undone_ruled"
	case pit.ShuffleDue:
		key = "undone_shuffle"
	}
	return v.Text.T(key)
}

// undoneBets names the one bet that is taken back, or says what was done with several.
func (v Viewer) undoneBets(f pit.BetsPlaced) string {
	switch {
	case f.How == pit.ByRepeat:
		return v.Text.T("undone_repeat")
	case f.How == pit.ByDouble:
		return v.Text.T("undone_double")
	case f.How == pit.ByClear:
		return v.Text.T("undone_clear")
	case len(f.Bets) != 1:
		return v.Text.T("undone_bets")
	}
	b := f.Bets[0]
	args := text.Args{"Box": b.Box, "Spot": v.Text.T("spot_" + b.Spot), "Amount": v.Text.Amount(b.Amount)}
	if b.Amount == 0 {
		return v.Text.T("undone_bet_away", args)
	}
	return v.Text.T("undone_bet", args)
}
