package view

import (
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
)

// behindPanel returns every bet behind a seat, with its early decision.
func (v FeltViewer) behindPanel(t *pit.Table, l look, c Cursor, box int) []Spot {
	var list []Spot
	for _, b := range t.Bets().EarlyBets(box) {
		spot := v.spot(l, box, []games.Spot{{Name: b.Spot}}, &b.Bettor)
		spot.Name = b.Spot + "@" + b.Bettor
		spot.Label = v.Text.T("early_bettor", text.Args{"Bettor": b.Bettor, "What": v.earlyShort(b.Early)})
		spot.choose(c, c.Box == box && c.Bettor == b.Bettor)
		list = append(list, spot)
	}
	return list
}

// AsksEarly reports whether who decides early is asked by its key: after the call, as long as cards are due or a box is asked.
func AsksEarly(t *pit.Table) bool {
	switch t.Deal().Phase() {
	case hand.Dealing, hand.Insuring, hand.Looking, hand.Deciding, hand.Turning:
		_, early := games.EarlySpot(t.Game)
		return early
	}
	return false
}

// EarlyWord returns an early decision in words.
func (v Viewer) EarlyWord(e games.Early) string {
	word := v.Text.T("early_undecided")
	switch {
	case e.Choice == games.Right:
		word = v.Text.T("split_1")
	case e.Choice == games.Left:
		word = v.Text.T("split_2")
	case e.Choice == games.ChooseSplit && e.Then == games.Double:
		word = v.Text.T("early_split") + " + " + v.Text.T("early_double")
	case e.Choice != games.None:
		word = v.Text.T("early_" + string(e.Choice))
	}
	switch {
	case e.HasFunds && e.Funds == 0:
		word += ", " + v.Text.T("early_broke")
	case e.HasFunds:
		word += ", " + v.Felt().earlyFunds(e)
	}
	return word
}

// earlyShort returns an early decision, short enough for the felt.
func (v FeltViewer) earlyShort(e games.Early) string {
	word := v.EarlyWord(games.Early{Choice: e.Choice})
	switch {
	case e.Choice == games.ChooseSplit && e.Then == games.Double:
		word = v.Text.T("early_split_double")
	case e.Choice == games.Right, e.Choice == games.Left:
		word = v.Text.T("early_" + string(e.Choice))
	}
	switch {
	case e.HasFunds && e.Funds == 0:
		word += ", " + v.Text.T("early_broke_short")
	case e.HasFunds:
		word += " " + v.earlyFunds(e)
	}
	return word
}

func (v FeltViewer) earlyFunds(e games.Early) string {
	return v.Text.T("early_up_to", text.Args{"Amount": v.Text.Amount(e.Funds)})
}
