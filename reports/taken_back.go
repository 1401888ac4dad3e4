package reports

import (
	"cmp"
	"slices"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
)

// A TakenBack is when an approval was taken back, and with whom.
type TakenBack struct {
	At time.Time // UTC
	By string
}

// TakenBack returns how many approvals were taken back.
func (s *Reconstructions) TakenBack() int {
	n := 0
	for _, x := range s.List {
		if x.TakenBack != nil {
			n++
		}
	}
	return n
}

// cardSince returns a card that was taken back beside the one that lies in its place now; nothing where it was no card.
func cardSince(t *pit.Table, u pit.TakenBack) []Change {
	if u.Card == nil {
		return nil
	}
	x := Change{What: cardChanged, N: u.N + 1, Was: cardVersion([]games.Laid{*u.Card}, 0)}
	hand := &t.Current
	if closed, ok := t.ClosedHand(u.Hand); ok {
		hand = closed
		if len(closed.Was) > 0 { // as it was played
			hand = &closed.Was[0]
		}
	}
	if hand.Number != u.Hand || u.N >= len(hand.Round.Laid) {
		return []Change{x}
	}
	laid := slices.Clone(hand.Round.Laid[:u.N+1])
	cards := make([]games.Card, len(hand.Round.Laid))
	for i, l := range hand.Round.Laid {
		cards[i] = l.Card
	}
	laid[u.N].Hidden = laid[u.N].Hidden || hand == &t.Current && t.Secret(cards)[u.N]
	x.Is = cardVersion(laid, u.N)
	return []Change{x}
}

// withTakenBack adds what somebody approved and had taken back: each where it was approved.
func (s *Reconstructions) withTakenBack(t *pit.Table, h *people.House, form int) {
	stand := len(s.List)
	for _, u := range t.TakenBack {
		if u.Was == nil {
			continue
		}
		played := u.Was
		if closed, ok := t.ClosedHand(u.Was.Number); ok {
			played = closed
		}
		for n := u.Stands; n < len(u.Was.Relays); n++ {
			x := relayed(gameOf(t, u.Was, form), u.Was, n, h, "", form).dealt(played, h, form)
			x.TakenBack = &TakenBack{u.At.UTC(), h.NameAt(u.By(), u.At)}
			if u.Was.Number == t.Current.Number {
				keepSecret(t, u.Was.Relays[n].Before, x.Cards)
				x.Surplus = surplus(x.Cards, len(x.Surplus))
			}
			s.List = append(s.List, x)
		}
	}
	if len(s.List) > stand {
		slices.SortStableFunc(s.List, func(a, b Reconstruction) int { return cmp.Or(cmp.Compare(a.Hand, b.Hand), a.At.Compare(b.At)) })
	}
}
