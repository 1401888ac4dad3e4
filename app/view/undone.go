package view

import (
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// Undone returns what an undo takes back, in a few words; t is the table before it.
func (v LogViewer) Undone(t *pit.Table, e record.Fact) string {
	if t.Deal().SaysSecret(e) {
		return v.Text.T("undone_secret")
	}
	card := func(name record.CardName) string {
		return v.Text.T("undone_card", text.Args{"Card": v.cardWritten(name)})
	}
	switch f := e.(type) {
	case record.BetsPlaced:
		return v.undoneBets(f)
	case record.CardLaid:
		if f.Burned {
			return card(f.Card) + ", " + v.Text.T("report_burned")
		}
		return card(f.Card)
	case record.FirstBurned:
		return card(f.Card)
	case record.CardCarried:
		return card(f.Card)
	case record.SuitRead:
		return v.Text.T("undone_suit", text.Args{"Card": v.cardWritten(f.Card)})
	case record.Decided:
		if f.Do == games.Insure {
			return v.Text.T("undone_insured", boxArgs(f.Box))
		}
		said := v.Text.T("undone_decide", boxArgs(f.Box))
		if hand := t.Current.LastDecidedOn(); hand > 0 {
			said += ", " + v.Text.T("split_"+Digit(hand))
		}
		return said
	case record.EarlyChosen:
		return v.Text.T("undone_early", boxArgs(f.Box))
	case record.Alarmed: // of a card that is offered
		return v.Text.T("undone_offered", text.Args{"Card": v.cardWritten(record.CardName(f.What))})
	case record.BoxPassed:
		return v.Text.T("undone_passed", boxArgs(f.Box))
	}
	return v.Fact(e)
}

// Back returns the notice after an undo: what was taken back. Which chips go back stands beside it, as beside
// every notice. Where that is fuller alone it is zero, since the felt shows what was taken back.
func (v LogViewer) Back(t *pit.Table, what string) Notice {
	said := v.Text.T("said_undone", text.Args{"What": what})
	if v.withdrawnBeside(t, said) != v.Withdrawn(t) {
		return Notice{}
	}
	return Notice{Text: said}
}

// Fact returns a word for a kind of fact.
func (v LogViewer) Fact(f record.Fact) string { return v.Text.T("fact_" + record.KindOf(f)) }

// undoneBets names the one bet that is taken back, or says what was done with several.
func (v LogViewer) undoneBets(f record.BetsPlaced) string {
	switch {
	case f.How == record.ByRepeat:
		return v.Text.T("undone_repeat")
	case f.How == record.ByDouble:
		return v.Text.T("undone_double")
	case f.How == record.ByClear:
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
