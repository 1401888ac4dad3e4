package view

import (
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// Undone is what an undo takes back of a table as it stands before it, in a few words.
func (v Viewer) Undone(t *pit.Table, e record.Fact) string {
	if t.SaysSecret(e) {
		return v.Text.T("undone_secret")
	}
	card := func(name record.CardName) string {
		return v.Text.T("undone_card", text.Args{"Card": v.cardWritten(name)})
	}
	switch f := e.(type) {
	case record.BetsPlaced:
		return v.undoneBets(f)
	case record.CardLaid:
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
		return v.Text.T("undone_decide", boxArgs(f.Box))
	case record.EarlyChosen:
		return v.Text.T("undone_early", boxArgs(f.Box))
	case record.BoxPassed:
		return v.Text.T("undone_passed", boxArgs(f.Box))
	}
	return v.Fact(e)
}

// Back is the word after an undo: what was taken back, and which chips go back by it if they had moved.
func (v Viewer) Back(t *pit.Table, what string) Notice {
	said := Notice{Text: v.Text.T("said_undone", text.Args{"What": what})}
	if back := v.withdrawn(&t.Current); back != "" {
		said.Text, said.Bad = said.Text+" "+back, true
	}
	return said
}

// Withdrawn says which chips go back, if they had moved by what was taken back in the open hand; until the first bet of the
// next one lies, in the hand that closed with it. "" where there are none.
func (v Viewer) Withdrawn(t *pit.Table) string {
	if back := v.withdrawn(&t.Current); back != "" || !t.Current.Empty() || len(t.History) == 0 {
		return back
	}
	return v.withdrawn(&t.History[len(t.History)-1])
}

// withdrawn says of a hand which chips go back, if they had moved by payments or decisions that were taken back: player by
// player, of a split box hand by hand, of many players the boxes alone; "" where there are none.
func (v Viewer) withdrawn(h *pit.Hand) string {
	const most = 4
	var whose, sums []string
	for _, a := range h.Withdrawn() {
		who := strings.TrimSpace(Digit(a.Box) + " " + v.who(a))
		if n := len(whose); n == 0 || whose[n-1] != who {
			whose, sums = append(whose, who), append(sums, who)
		}
		sums[len(sums)-1] += " " + v.brief(a.Do, a.Amount)
	}
	switch {
	case len(sums) == 0:
		return ""
	case len(sums) > most:
		sums = whose
	}
	boxes := v.Text.T("withdrawn_boxes", text.Args{"Boxes": strings.Join(sums, ", ")})
	return v.Text.T("said_withdrawn", text.Args{"What": boxes})
}

// Fact is a kind of fact in a word.
func (v Viewer) Fact(f record.Fact) string { return v.Text.T("fact_" + record.KindOf(f)) }

// undoneBets names the one bet that is taken back, or says what was done with several.
func (v Viewer) undoneBets(f record.BetsPlaced) string {
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
