package corrections

import (
	"cmp"
	"slices"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/reports/forms"
)

// A TakenBack is the withdrawal of an approval: when, and with whom.
type TakenBack struct {
	At time.Time // UTC
	By string
}

// Said returns it in a sentence; where the croupier alone took something back, no approval ends by it.
func (b TakenBack) Said(w forms.Pen) string {
	if b.By == "" {
		return w.T("report_taken_back_alone", map[string]any{"At": w.Clock(b.At)})
	}
	return w.T("report_taken_back", map[string]any{"At": w.Clock(b.At), "By": b.By})
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

// A CardsGone is the cards of one hand that were taken back.
type CardsGone struct {
	Hand  int
	Cards []hand.Numbered
}

// Since returns the cards, each beside the one that lies in its place now.
func (g CardsGone) Since(t *pit.Table) (changes []Change) {
	var lie []games.Laid
	if closed, ok := t.ClosedHand(g.Hand); ok {
		if lie = closed.Round.Laid; len(closed.Was) > 0 { // as it was played
			lie = closed.Was[0].Round.Laid
		}
	} else if t.Current.Number == g.Hand {
		lie = t.Current.InShoeOrder()
	}
	for _, c := range g.Cards {
		x := Change{What: cardChanged, N: c.N + 1, Was: cardVersion([]games.Laid{c.Laid}, 0)}
		if c.N < len(lie) {
			x.Is = cardVersion(lie, c.N)
		}
		if x.Is == nil || *x.Is != *x.Was { // the same card was entered again
			changes = append(changes, x)
		}
	}
	return changes
}

// withTakenBack adds what somebody approved and had taken back: each where it was approved.
func (s *Reconstructions) withTakenBack(t *pit.Table, h forms.Roll, form int) {
	stand := len(s.List)
	s.withHoleSeen(t, h, form)
	for _, u := range t.TakenBack {
		if u.Was == nil {
			continue
		}
		played := u.Was
		if closed, ok := t.ClosedHand(u.Was.Number); ok {
			played = closed
		}
		for n := u.Stands; n < len(u.Was.Relays); n++ {
			x := relayed(forms.GameOf(t, u.Was, form), u.Was, n, h, "", form).dealt(played, h, form)
			x.TakenBack = &TakenBack{u.At.UTC(), h.Who(u.By(), u.At)}
			if u.Was.Number == t.Current.Number {
				KeepSecret(t, u.Was.Relays[n].Before, x.Cards)
				x.Surplus = surplus(x.Cards, len(x.Surplus))
			}
			s.List = append(s.List, x)
		}
	}
	if len(s.List) > stand {
		slices.SortStableFunc(s.List, func(a, b Reconstruction) int { return cmp.Or(cmp.Compare(a.Hand, b.Hand), a.At.Compare(b.At)) })
	}
}
