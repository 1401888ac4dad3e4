package drill

import (
	"cmp"
	"maps"
	"slices"

	"sabot/games"
	"sabot/games/handfile"
)

// pays makes a task on what a bet of a spot comes to. It asks mostly about wins, the thing to reckon, however rare they are on
// that spot. Of several the odds are chosen first, so that a rare one, as a blackjack's, is asked as often as others.
func (m maker) pays(g games.Game, c Class) (Task, bool) {
	const tries, few, enough = 3000, 200, 10
	m.wins = m.odds(75)
	var found []Task
	var odds []games.Odds
	for n := range tries {
		if n > few && len(found) > 0 {
			break
		}
		t, ok := m.bet(g, c)
		if !ok {
			continue
		}
		if !m.wins {
			return t, true
		}
		found, odds = append(found, t), append(odds, t.odds())
		if len(found) == enough {
			break
		}
	}
	if len(found) == 0 { // nothing is ever won there
		m.wins = false
		return m.bet(g, c)
	}
	kinds := slices.Compact(slices.SortedFunc(slices.Values(odds), func(a, b games.Odds) int {
		return cmp.Or(cmp.Compare(a.Win, b.Win), cmp.Compare(a.Per, b.Per))
	}))
	wanted := kinds[m.IntN(len(kinds))]
	return found[slices.Index(odds, wanted)], true
}

// odds returns the odds at which the bet wins that is asked about.
func (t *Task) odds() games.Odds {
	v, err := t.asked(t.Questions[0])
	if err != nil {
		return games.Odds{}
	}
	return v.Part.Odds
}

// bet makes a task on what one bet comes to, or what it owes, as soon as that is decided.
func (m maker) bet(g games.Game, c Class) (Task, bool) {
	bets, ok := m.bets(g, 1+m.IntN(2), c.Of)
	if !ok {
		return Task{}, false
	}
	states, ok := m.deal(g, bets)
	if !ok {
		return Task{}, false
	}
	if last := states[len(states)-1]; c.Kind == Pays && m.wins && !wins(g, last, c.Of) {
		return Task{}, false
	}
	for _, r := range states {
		s, err := g.Settle(r)
		if err != nil {
			return Task{}, false
		}
		for i, p := range s.Payments {
			if c.Kind == Commission && p.Decided && p.Tracked {
				return Task{Game: g, Questions: []Question{{Owes, r, i, 0}}}, true
			}
			for _, part := range partsOf(s, r, i) {
				if c.Kind == Pays && p.Spot == c.Of && (part.Outcome == games.Win || !m.wins) {
					return Task{Game: g, Questions: []Question{{Comes, r, i, part.Hand}}}, true
				}
			}
		}
	}
	return Task{}, false
}

// wins reports whether a bet on a spot wins in a hand that is over. What is decided earlier stays so: where none does, none did.
func wins(g games.Game, r games.Round, spot string) bool {
	s, err := g.Settle(r)
	for i := range s.Payments {
		if err == nil && s.Payments[i].Spot == spot && slices.ContainsFunc(partsOf(s, r, i), func(part games.Part) bool { return part.Outcome == games.Win }) {
			return true
		}
	}
	return false
}

// partsOf returns the parts of the nth row of a settlement that are asked about once they are decided. A blackjack that is insured
// where that comes to even money is one payment, as at a table: nobody lays its insurance.
func partsOf(s games.Settlement, r games.Round, n int) []games.Part {
	if sure := s.Even[n]; sure > 0 {
		stake := s.Payments[n].Staked
		return []games.Part{{Hand: EvenMoney, Staked: stake, Outcome: games.Win, Odds: games.Odds{Win: 1, Per: 1}, Returned: stake + sure, Decided: true}}
	}
	if unlaid(s, r, n) {
		return nil
	}
	return decided(s.Payments[n])
}

// unlaid reports whether the nth row of a settlement is the insurance of a bet that takes even money.
func unlaid(s games.Settlement, r games.Round, n int) bool {
	if n < len(r.Bets) {
		return false
	}
	for bet := range s.Even {
		if b := r.Bets[bet]; b.Box == s.Payments[n].Box && b.Bettor == s.Payments[n].Bettor {
			return true
		}
	}
	return false
}

// decided returns the parts of a bet that nothing changes any more: all of it, or those on the hands of a split box. One that is
// lost in part is left out, as no answer can tell it: where a dealer's blackjack takes the first stake only, of one that was
// doubled.
func decided(p games.Payment) []games.Part {
	parts := slices.Clone(p.Parts)
	if len(parts) == 0 && p.Outcome != games.Void {
		parts = []games.Part{{Staked: p.Staked, Outcome: p.Outcome, Odds: p.Odds, Returned: p.Staked + p.Net(), Decided: p.Decided}}
	}
	return slices.DeleteFunc(parts, func(part games.Part) bool {
		return !part.Decided || part.Outcome == games.Lose && part.Returned > 0 && part.Returned < part.Staked
	})
}

// draws makes a task on who takes the next card, where that has to be known by heart.
func (m maker) draws(g games.Game, c Class) (Task, bool) {
	bets, ok := m.bets(g, 1+m.IntN(3), "")
	if !ok {
		return Task{}, false
	}
	states, ok := m.deal(g, bets)
	if !ok {
		return Task{}, false
	}
	for _, r := range states {
		if who, asked := next(g, r); asked && (who == c.Of || who == "" && c.Of == Nobody) {
			return Task{Game: g, Questions: []Question{{Ask: Who, Round: r}}}, true
		}
	}
	return Task{}, false
}

// next returns which of the house's hands takes the next card, "" for none. It is asked where each has the two cards that it has
// in any case and a rule has something to decide.
func next(g games.Game, r games.Round) (who string, asked bool) {
	step, err := g.Next(r)
	if err != nil || step.Kind != games.Finished && (step.Kind != games.Deal || step.At.Box > 0) {
		return "", false
	}
	cards := map[games.Place]int{}
	for _, l := range r.Laid {
		cards[l.At]++
	}
	const two = 2
	for _, side := range g.Layout().Sides {
		if cards[side.At] < two {
			return "", false
		}
	}
	reasoned, ok := g.(games.Reasoned)
	return step.At.Name, !ok || len(reasoned.DrawnBy(r)) > 0
}

// hand makes a task on all that a croupier has to know of a hand: each bet when it is decided, in the order in which one pays, and
// who takes the cards that nobody decides about.
func (m maker) hand(g games.Game) (Task, bool) {
	most := min(1+m.setting.Level, g.Options().Boxes)
	bets, ok := m.bets(g, 1+m.IntN(most), "")
	if !ok {
		return Task{}, false
	}
	states, ok := m.deal(g, bets)
	if !ok {
		return Task{}, false
	}
	t := Task{Game: g}
	type paid struct{ bet, hand int }
	done := map[paid]bool{}
	for _, r := range states {
		s, err := g.Settle(r)
		if err != nil {
			return Task{}, false
		}
		if _, asked := next(g, r); asked {
			t.Questions = append(t.Questions, Question{Ask: Who, Round: r})
		}
		for _, i := range s.PayOrder {
			for _, part := range partsOf(s, r, i) {
				if is := (paid{i, part.Hand}); !done[is] {
					done[is] = true
					t.Questions = append(t.Questions, Question{Comes, r, i, part.Hand})
				}
			}
		}
	}
	return t, len(t.Questions) > 1
}

// limits makes a task on how much of a bet stands: by the table's limits, and by made up ones on spots where none are known.
func (m maker) limits(g games.Game, c Class) (Task, bool) {
	limits := maps.Clone(g.Options().Limits)
	if limits == nil {
		limits = map[string]games.Limit{}
	}
	for _, s := range games.PresetSpots(g) {
		if _, own := limits[s.Name]; own {
			continue
		}
		low := m.amount()
		limits[s.Name] = games.Limit{Min: low, Max: low * games.Amount(5*(1+m.IntN(10)))}
		if s.Capped {
			limits[s.Name] = games.Limit{Min: low}
		}
	}
	g, ok := handfile.WithLimits(g, limits)
	if !ok {
		return Task{}, false
	}
	box := 1 + m.IntN(min(g.Options().Boxes, 9))
	r := games.Round{Number: 1}
	bet := -1
	for _, s := range m.spotsOf(g, true, c.Of) {
		if s.Name != c.Of && m.odds(5) {
			continue // a box may lack what it needs
		}
		l := limits[s.Name]
		b := m.onto(g, box, s, max(m.unit(), l.Min)*games.Amount(1+m.IntN(12)))
		switch {
		case m.odds(12):
			b.Amount = max(m.unit(), l.Min/2/m.unit()*m.unit())
		case l.Max > 0 && m.odds(40):
			b.Amount = l.Max + m.amount()
		}
		if s.Name == c.Of {
			bet = len(r.Bets)
		}
		r.Bets = append(r.Bets, b)
	}
	return Task{Game: g, Questions: []Question{{Stays, r, bet, 0}}}, bet >= 0
}
