package corrections

import (
	"slices"
	"strings"

	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports/forms"
)

// A Verdict is a judgement on the cards of a hand that was cancelled.
type Verdict struct {
	Possible bool     // they could be laid where they belong
	Surplus  []string `json:",omitempty"` // the cards that would have to be burned
}

// Declared returns what was declared of a hand that was cancelled, and the verdict on its cards. The verdict is nil
// where they lay right, or lay face down where they decide.
func Declared(hand *hand.Hand, g games.Game) (record.Irregularity, int, *Verdict) {
	var kind record.Irregularity
	var box int
	if p := hand.Declared; p != nil {
		kind, box = p.Kind, p.Box
	}
	relaid, err := games.Relay(g, hand.Round)
	if err != nil || relaid.Matches {
		return kind, box, nil
	}
	if kind == "" {
		kind = record.WrongPlace
	}
	return kind, box, &Verdict{relaid.Reconstructable, surplus(Moves(hand.Round.Laid, hand.Round.Laid), len(relaid.Surplus))}
}

// surplus returns the names of the last n cards that lie, which the deal has left over.
func surplus(cards []CardMove, n int) []string {
	var names []string
	for _, c := range slices.Backward(cards) {
		if len(names) < n && c.From != "" {
			names = append(names, c.Card)
		}
	}
	slices.Reverse(names)
	return names
}

// Sentence returns the verdict in words.
func (v Verdict) Sentence(w forms.Pen) string {
	switch {
	case v.Possible:
		return w.T("report_possible")
	case w.Form < forms.Seven || len(v.Surplus) == 0:
		return w.T("report_impossible", map[string]any{"Cards": len(v.Surplus)})
	}
	var names []string
	for _, c := range v.Surplus {
		names = append(names, forms.CardName(c))
	}
	return w.T("report_impossible_cards", map[string]any{"Cards": len(v.Surplus), "Names": strings.Join(names, ", ")})
}
