package reports

import (
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// A Verdict is a judgement on the cards of a hand that was cancelled.
type Verdict struct {
	Possible bool     // they could be laid where they belong
	Surplus  []string `json:",omitempty"` // the cards that would have to be burned
}

// declared returns what was declared of a hand that was cancelled, and the verdict on its cards: nil where
// they lay right, or lay face down where they decide.
func declared(hand *hand.Hand, g games.Game) (record.Irregularity, int, *Verdict) {
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
	return kind, box, &Verdict{relaid.Reconstructable, surplus(moves(hand.Round.Laid, hand.Round.Laid), len(relaid.Surplus))}
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

// sentence returns the verdict in words.
func (v Verdict) sentence(w pen) string {
	switch {
	case v.Possible:
		return w.T("report_possible")
	case w.form < form7 || len(v.Surplus) == 0:
		return w.T("report_impossible", map[string]any{"Cards": len(v.Surplus)})
	}
	var names []string
	for _, c := range v.Surplus {
		names = append(names, cardName(c))
	}
	return w.T("report_impossible_cards", map[string]any{"Cards": len(v.Surplus), "Names": strings.Join(names, ", ")})
}

// allCards returns every card of a hand that was cancelled, each hand of cards in a line as cards has it, and counts nothing: the
// hand came to nothing. The rules know cards only as far as they lie right; where they do not, cards lie by their places.
func allCards(g games.Game, r games.Round) (boxes, bank string) {
	lie := slices.DeleteFunc(slices.Clone(r.Laid), func(l games.Laid) bool { return l.Burned || l.At == games.Place{} })
	known := 0
	for _, h := range g.Hands(r) {
		known += len(h.Cards)
	}
	if known == len(lie) {
		return inLine(g, r, cardsText)
	}
	layout := g.Layout()
	for _, at := range g.Places() {
		text := ""
		for _, l := range lie {
			switch {
			case l.At != at:
			case l.Hidden || !l.Card.Valid():
				text += " ?"
			default:
				text += " " + l.Card.Rank().String()
			}
		}
		into := &boxes
		switch {
		case text == "":
			continue
		case at.Box > 0:
			text = strconv.Itoa(at.Box) + ":" + text
		case !layout.Shared || at != layout.Sides[0].At:
			into = &bank
		}
		if *into != "" {
			*into += "   "
		}
		*into += strings.TrimSpace(text)
	}
	return boxes, bank
}
