package view

import (
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// shoe returns the state of the shoe. It has its number, the hand of the shift and of the shoe, how many cards are
// out and how many are left.
func (v ActViewer) shoe(t *pit.Table) string {
	if g := v.Felt().game(t); g != nil && games.ShufflesEachHand(g) {
		return v.Text.T("top_pack", text.Args{"Hand": t.Hand})
	}
	if t.ShuffledEachHand() {
		return v.Text.T("top_machine", text.Args{"Hand": t.Hand})
	}
	ahead := t.Deal().DrawnAhead()
	return v.Text.T("top_shoe", text.Args{
		"Shoe": t.Shoe, "Hand": t.Hand, "Round": t.Current.Round.Number, "Out": t.Deal().CardsOut() + ahead, "Left": t.Deal().CardsLeft() - ahead,
	})
}

// cutDue returns the notice that the cut card should be out, where nobody has entered it; "" elsewhere.
func (v ActViewer) cutDue(t *pit.Table) string {
	behind, passed := t.Deal().CutCardPassed()
	if !passed {
		return ""
	}
	return v.Text.T("said_cut_due", text.Args{"Left": t.Deal().CardsLeft() - t.Deal().DrawnAhead(), "Behind": behind})
}

// coming returns what the rules change by themselves after this hand, in a sentence.
func (v ActViewer) coming(t *pit.Table) string {
	c := t.Deal().Coming()
	var said []string
	if len(c.Ended) > 0 {
		said = append(said, v.Text.T("said_ending", text.Args{"Spots": v.spotNames(c.Ended)}))
	}
	if len(c.Lowered) > 0 {
		key := "said_lowered"
		if c.Cards > 0 {
			key = "said_lowered_soon"
		}
		said = append(said, v.Text.T(key, text.Args{"Spots": v.spotNames(c.Lowered), "Cards": c.Cards}))
	}
	return Sentences(said...)
}

func (v Viewer) spotNames(spots []games.Spot) string {
	names := make([]string, len(spots))
	for i, s := range spots {
		names[i] = v.Text.T("spot_" + s.Name)
	}
	return strings.Join(names, ", ")
}

// warning returns the notice of the bets or of the next hand, where nothing is more urgent. It is about a
// bettor on both sides before the call, a cut card that nobody declared, or what ends with this hand.
func (v ActViewer) warning(t *pit.Table) Notice {
	if opposed := t.Bets().Opposed(); !t.Current.BetsClosed && len(opposed) > 0 {
		b := opposed[len(opposed)-1]
		return Notice{Text: v.Text.T("said_low_risk", text.Args{"Box": b.Box, "What": v.spotLabel(t.Game, b.Spot), "Amount": v.Text.Amount(b.Amount)}), Bad: true}
	}
	if why := t.Stopped(); why != "" {
		return Notice{Text: v.Text.T("said_stopped", text.Args{"Why": v.Text.T("cards_" + string(why))}), Bad: true}
	}
	if due := v.cutDue(t); due != "" {
		return Notice{Text: due, Bad: true}
	}
	if coming := v.coming(t); coming != "" {
		return Notice{Text: coming, Bad: true}
	}
	return Notice{}
}

// spotIsOver reports whether a spot of the preset is past its cut-off.
func spotIsOver(t *pit.Table, name string) bool {
	is := func(s games.Spot) bool { return s.Name == name }
	return t.Open && !slices.ContainsFunc(t.Game.Offered(t.Current.Round), is) && slices.ContainsFunc(games.PresetSpots(t.Game), is)
}

// close marks a spot that is past its cut-off.
func (v ActViewer) close(s *Spot, over bool) {
	if s.Over = over; over && s.Amount == "" {
		s.Word = v.Text.T("spot_over")
	}
}

// over reports whether an alarm is of a past fault of an electronic shoe: its mark stays until it was seen.
func (v ActViewer) over(a hand.Alarm) bool {
	switch a.Kind {
	case record.ShoeFault, record.ShoeLost, record.ShoeSilent:
		return v.Read.On && v.Read.Line == NoLine
	}
	return false
}
