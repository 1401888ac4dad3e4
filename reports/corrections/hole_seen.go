package corrections

import (
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports/forms"
)

// holeSeen names the irregularity of a hole card that was seen before its turn. An inspector had it lie face up from then on.
const holeSeen = "hole_seen"

// withHoleSeen adds the hole cards that somebody approved to lie face up before their turn.
func (s *Reconstructions) withHoleSeen(t *pit.Table, h forms.Roll, form int) {
	for _, n := range t.Notes {
		if n.Kind != record.HoleSeen {
			continue
		}
		hand := &t.Current
		if closed, ok := t.ClosedHand(n.Hand); ok {
			hand = closed
		}
		x := Reconstruction{
			Hand: n.Hand, At: n.At.UTC(), What: holeSeen, Reason: n.Reason, Croupier: h.Who(n.By, n.At), By: h.Who(n.Approver, n.At),
			Cards: []CardMove{{Card: record.CardName(n.What).Card().String(), From: games.Dealer.String(), To: games.Dealer.String()}},
		}.dealt(hand, h, form)
		if !n.Back.IsZero() {
			x.TakenBack = &TakenBack{n.Back.UTC(), h.Who(n.BackBy, n.Back)}
		}
		s.List = append(s.List, x)
	}
}
