package drill

import (
	"slices"

	"sabot/games"
)

// unit returns the smallest chip.
func (m maker) unit() games.Amount {
	if len(m.setting.Values) > 0 {
		return m.setting.Values[0]
	}
	return 500
}

// amount returns a stake of the level: of the smallest chips, from a few to 10,000.00 and odd.
func (m maker) amount() games.Amount {
	unit := m.unit()
	plain := []games.Amount{1, 2, 4, 5, 10, 20}
	switch m.setting.Level {
	case 1:
		return unit * plain[m.IntN(len(plain))]
	case 2:
		return unit * games.Amount(1+m.IntN(60))
	case 3:
		return unit * games.Amount(1+m.IntN(400))
	}
	return unit * games.Amount(1+m.IntN(2000))
}

// within returns a stake of the level that the limits take, as far as chips make one.
func (m maker) within(l games.Limit) games.Amount {
	stake, unit := m.amount(), m.unit()
	if stake >= l.Min && (l.Max == 0 || stake <= l.Max) {
		return stake
	}
	low, high := max(unit, (l.Min+unit-1)/unit*unit), l.Max
	if high == 0 {
		high = 20 * low
	}
	return low + unit*games.Amount(m.IntN(int(max(0, high-low)/unit)+1))
}

// bets returns bets on so many boxes, or on all that there are, each with what a box needs and some of the rest. One of them is on
// the wanted spot, "" for none. All of them stand as they lie.
func (m maker) bets(g games.Game, boxes int, wanted string) ([]games.Bet, bool) {
	all := m.Perm(min(g.Options().Boxes, 9))
	all = all[:min(boxes, len(all))]
	slices.Sort(all)
	lucky := all[m.IntN(len(all))]
	var bets []games.Bet
	for _, i := range all {
		for _, s := range m.spotsOf(g, i == lucky, wanted) {
			bets = append(bets, m.onto(g, i+1, s, m.within(g.Options().Limits[s.Name])))
		}
	}
	return standing(g, bets)
}

// onto returns a bet on a spot; one behind another player's is somebody else's, with an early decision.
func (m maker) onto(g games.Game, box int, s games.Spot, amount games.Amount) games.Bet {
	b := games.Bet{Box: box, Spot: s.Name, Amount: amount}
	if s.Early {
		choices := games.EarlyChoices(g)
		b.Bettor, b.Early = "2", choices[m.IntN(len(choices))]
	}
	return b
}

// spotsOf returns the spots of a box that are bet on: all that are mandatory; where none is, one of the main bets.
func (m maker) spotsOf(g games.Game, lucky bool, wanted string) []games.Spot {
	all := games.PresetSpots(g)
	var mains []games.Spot
	for _, s := range all {
		if s.Main {
			mains = append(mains, s)
		}
	}
	main := mains[m.IntN(len(mains))]
	var list []games.Spot
	for _, s := range all {
		if s.Mandatory || s == main || lucky && s.Name == wanted || !s.Main && m.odds(30) {
			list = append(list, s)
		}
	}
	return list
}

// standing returns bets of which nothing is handed back: those that do not stand are left out, and what is too much of the others.
func standing(g games.Game, bets []games.Bet) ([]games.Bet, bool) {
	const rounds = 4 // what one bet loses another may need
	for range rounds {
		stakes := g.Stakes(games.Round{Number: 1, Bets: bets})
		if !slices.ContainsFunc(stakes, func(s games.Stake) bool { return s.Reason != "" }) {
			return bets, len(bets) > 0
		}
		var left []games.Bet
		for i, b := range bets {
			if b.Amount = stakes[i].Amount; stakes[i].Stands() {
				left = append(left, b)
			}
		}
		bets = left
	}
	return nil, false
}

// A shoe is a count of what has come out of one, in this task.
type shoe struct {
	out  games.Shoe
	seen []games.Card
}

// card returns a card that may still come. Pairs are commoner than in a casino: they are what is learnt.
func (m maker) card(s *shoe, decks int) games.Card {
	for {
		c := games.NewCard(games.Rank(1+m.IntN(int(games.King))), games.Suit(m.IntN(4)))
		if n := len(s.seen); n > 0 && m.odds(20) {
			like := s.seen[m.IntN(n)]
			if c = games.NewCard(like.Rank(), c.Suit()); m.odds(40) {
				c = like
			}
		}
		if s.out.Holds(c, decks) {
			s.out.Leave(c)
			s.seen = append(s.seen, c)
			return c
		}
	}
}

// deal plays a hand to its end. It answers every state that it was in, the whole hand last. Insurance
// is bought, and the dealer has looked at a card that lies face down, before anything is asked: of
// that moment there is one state.
func (m maker) deal(g games.Game, bets []games.Bet) ([]games.Round, bool) {
	r := games.Round{Number: 1, Bets: bets, Chips: m.setting.Values}
	var s shoe
	states := []games.Round{r}
	hole := -1
	for {
		step, err := g.Next(r)
		if err != nil {
			return nil, false
		}
		if len(step.Insurable) > 0 {
			if m.odds(50) {
				r = games.WithInsurance(g, r, step.Insurable[m.IntN(len(step.Insurable))])
			} else {
				r.InsuranceOver = true
			}
			states[len(states)-1] = r
			continue
		}
		switch step.Kind {
		case games.Deal:
			r = r.WithCard(games.Laid{Card: m.card(&s, g.Options().Decks), At: step.At})
		case games.Ask:
			if at := unlooked(g, r); at >= 0 {
				hole, r.Laid = at, slices.Clone(r.Laid)
				r.Laid[at].Looked = games.NoBlackjack // or no box would be asked
				states[len(states)-1] = r
				continue
			}
			r = r.WithDecision(games.Decision{Box: step.At.Box, Do: m.decision(step.Offers)})
		case games.Finished:
			if hole >= 0 { // one that was looked at and is read now would be one that was turned: where all are bust it is not
				r.Laid = slices.Clone(r.Laid)
				r.Laid[hole].Looked = ""
				states[len(states)-1] = r
			}
			return states, true
		default:
			return nil, false
		}
		states = append(states, r)
	}
}

// unlooked returns the index of the card that lies face down and of which the dealer has reported nothing; -1 for none.
func unlooked(g games.Game, r games.Round) int {
	nth := map[games.Place]int{}
	for i, l := range r.Laid {
		if games.Covered(g, r, l.At, nth[l.At]) && l.Looked == "" {
			return i
		}
		nth[l.At]++
	}
	return -1
}

// decision returns a box's answer.
func (m maker) decision(offers []games.Action) games.Action {
	var list []games.Action
	for _, do := range offers {
		switch do {
		case games.Insure:
		case games.Stand, games.Split:
			list = append(list, do, do, do)
		default:
			list = append(list, do)
		}
	}
	return list[m.IntN(len(list))]
}
