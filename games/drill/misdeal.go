package drill

import (
	"slices"

	"sabot/games"
)

// misdeal lays a deal, right or wrong, and asks what can be done about it.
func (m maker) misdeal(g games.Game, c Class) (Task, bool) {
	boxes := 2 + m.IntN(2+m.setting.Level)
	free := min(g.Options().Boxes, 9) - 1 // one is left that can be dealt to by mistake
	bets, ok := m.bets(g, max(1, min(boxes, free)), "")
	if !ok {
		return Task{}, false
	}
	r := games.Round{Number: 1, Bets: bets}
	if r.Laid, ok = m.laid(g, r, c.Of == Right); !ok {
		return Task{}, false
	}
	verdict, err := games.Relay(g, r)
	if err != nil || verdictOf(verdict) != c.Of {
		return Task{}, false
	}
	t := Task{Game: g, Questions: []Question{{Ask: Judge, Round: r}}}
	if c.Of == Mend && len(verdict.Moved) > 0 {
		t.Questions = append(t.Questions, Question{Ask: From, Round: r}, Question{Ask: To, Round: r})
	}
	return t, true
}

// verdictOf returns a reconstruction in a word.
func verdictOf(r games.Relaid) string {
	switch {
	case r.Matches:
		return Right
	case r.Reconstructable:
		return Mend
	}
	return Lost
}

// laid returns the first cards of a hand as somebody laid them: right, or with a box passed over or dealt to, or two of them the
// wrong way round (source 004, section 7).
func (m maker) laid(g games.Game, r games.Round, right bool) ([]games.Laid, bool) {
	as := r
	swap := false
	if !right {
		switch shared := g.Layout().Shared; {
		case shared || m.odds(25):
			swap = true
		case m.odds(50):
			as.Bets = m.passedOver(r.Bets)
		default:
			as.Bets = m.dealtTo(g, r.Bets)
		}
	}
	as.Laid = nil
	var s shoe
	for {
		step, err := g.Next(as)
		if err != nil {
			return nil, false
		}
		if step.Kind != games.Deal || !step.Opening {
			break
		}
		as = as.WithCard(games.Laid{Card: m.card(&s, g.Options().Decks), At: step.At})
	}
	laid := slices.Clone(as.Laid)
	if swap && len(laid) > 1 {
		if g.Layout().Shared && m.odds(40) { // one more than the deal has
			places := g.Places()
			laid = append(laid, games.Laid{Card: m.card(&s, g.Options().Decks), At: places[m.IntN(len(places))]})
		} else {
			i := m.IntN(len(laid) - 1)
			laid[i].At, laid[i+1].At = laid[i+1].At, laid[i].At
		}
	} else if m.odds(40) { // it was noticed before the deal was over
		laid = laid[:len(laid)/2+m.IntN(len(laid)-len(laid)/2+1)]
	}
	return laid, len(laid) > 1
}

// passedOver returns the bets without those of one box.
func (m maker) passedOver(bets []games.Bet) []games.Bet {
	box := bets[m.IntN(len(bets))].Box
	return slices.DeleteFunc(slices.Clone(bets), func(b games.Bet) bool { return b.Box == box })
}

// dealtTo returns the bets with some more, on a box that has none.
func (m maker) dealtTo(g games.Game, bets []games.Bet) []games.Bet {
	boxes := min(g.Options().Boxes, 9)
	box := 1 + m.IntN(boxes)
	for range boxes {
		if !slices.ContainsFunc(bets, func(b games.Bet) bool { return b.Box == box }) {
			break
		}
		box = box%boxes + 1
	}
	out := slices.Clone(bets)
	for _, b := range bets {
		if b.Box == bets[0].Box && box != b.Box {
			b.Box = box
			out = append(out, b)
		}
	}
	return out
}

// mostAtFirst is the largest number of chips in a payout of the first level.
const mostAtFirst = 5

// due returns an amount to be paid: of the first level up to 40 of the smallest chips, of the others as high as stakes are.
func (m maker) due() games.Amount {
	if m.setting.Level > 1 {
		return m.amount()
	}
	return m.unit() * games.Amount(2+m.IntN(39))
}

// chips makes a task on an amount in the fewest chips of a tray, which from the second level on lacks some. A single chip is
// nothing to be reckoned: from level to level it takes one more. False for chips that pay no amount.
func (m maker) chips() (Task, bool) {
	t := Tray{Values: m.setting.Values, Stock: map[games.Amount]int{}}
	const tries, most = 3000, 100_000 // the chips of some houses cannot be so many
	for n := range most {
		for _, v := range t.Values {
			t.Stock[v] = 20
			if m.setting.Level > 1 && m.odds(15*m.setting.Level) {
				t.Stock[v] = m.IntN(4)
			}
		}
		t.Amount = m.due()
		fewest, rest := games.FewestChips(t.Amount, t.Values, t.Stock)
		pieces := Pieces(fewest)
		if rest == 0 && pieces > 0 && (n > tries || pieces > m.setting.Level && (m.setting.Level > 1 || pieces <= mostAtFirst)) {
			return Task{Class: Class{Kind: Chips}, Tray: t, Questions: []Question{{Ask: Count}}}, true
		}
	}
	return Task{}, false
}
