package view

import (
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
)

// call returns what the croupier calls on the cards as dealt, where player and banker have a hand each; ""
// elsewhere.
func (v FeltViewer) call(t *pit.Table) string {
	game, ok := t.Game.(games.TwoSided)
	if !ok || !t.Open || !t.Current.BetsClosed {
		return ""
	}
	c := game.Coup(t.Current.Round)
	args := text.Args{"Player": c.Player, "Banker": c.Banker}
	switch {
	case c.PlayerCards < 2 || c.BankerCards < 2:
		return ""
	case !c.Over && t.Deal().Next().At == games.Player:
		return v.Text.T("call_card_player", args)
	case !c.Over && c.PlayerCards == 2:
		return v.Text.T("call_player_stands", args)
	case !c.Over:
		return v.Text.T("call_card_banker", args)
	}
	sentence := v.outcome(c)
	switch {
	case c.Natural:
		return v.Text.T("call_natural") + " " + sentence
	case c.PlayerCards == 3 && c.BankerCards == 2:
		return v.Text.T("call_banker_stands") + " " + sentence
	}
	return sentence
}

// outcome returns who has won between player and banker, and with which totals.
func (v FeltViewer) outcome(c games.Coup) string {
	word := "call_tie"
	switch c.Winner() {
	case games.Player:
		word = "call_player_wins"
	case games.Banker:
		word = "call_banker_wins"
	}
	return v.Text.T(word, text.Args{"Player": c.Player, "Banker": c.Banker})
}
