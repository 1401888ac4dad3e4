package reports

import (
	"cmp"
	"slices"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
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
	return CardsGone{Hand: u.Hand, N: u.N, Cards: []games.Laid{*u.Card}}.Since(t)
}

// CardsGone are cards of a hand that were taken back.
type CardsGone struct {
	Hand  int
	N     int // of the first, from 0
	Cards []games.Laid
}

// CardsGoneBy has a table take an undo in, and returns the cards of its open hand that went by it. Which one lay face down nobody is told.
func CardsGoneBy(t *pit.Table, e record.Entry) CardsGone {
	lay := openly(t)
	t.Apply(e)
	n := min(len(t.Current.Round.Laid), len(lay))
	return CardsGone{Hand: e.Hand, N: n, Cards: lay[n:]}
}

// openly returns the cards of the open hand, those that are secret face down.
func openly(t *pit.Table) []games.Laid {
	laid := slices.Clone(t.Current.Round.Laid)
	cards := make([]games.Card, len(laid))
	for i, l := range laid {
		cards[i] = l.Card
	}
	for i, secret := range t.Secret(cards) {
		laid[i].Hidden = laid[i].Hidden || secret
	}
	return laid
}

// Since returns the cards, each beside the one that lies in its place now.
func (g CardsGone) Since(t *pit.Table) (changes []Change) {
	var lie []games.Laid
	if closed, ok := t.ClosedHand(g.Hand); ok {
		if lie = closed.Round.Laid; len(closed.Was) > 0 { // as it was played
			lie = closed.Was[0].Round.Laid
		}
	} else if t.Current.Number == g.Hand {
		lie = openly(t)
	}
	for i := range g.Cards {
		x := Change{What: cardChanged, N: g.N + i + 1, Was: cardVersion(g.Cards, i)}
		if g.N+i < len(lie) {
			x.Is = cardVersion(lie, g.N+i)
		}
		changes = append(changes, x)
	}
	return changes
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
