package pay

import (
	"cmp"
	"maps"
	"slices"

	"sabot/games"
)

// Chips are the chips of a bet, with what decisions put down: those that lie on the felt, and all that did.
type Chips struct{ Lies, Put games.Amount }

// lying returns the chips of every bet, insurances with them; of a hand whose cards lie wrong,
// and of a game that this program lacks, what was put down before them.
func (s *Sheet) lying() map[games.BetKey]Chips {
	all := map[games.BetKey]Chips{}
	gone := s.Gone()
	var settled games.Settlement
	var err error
	if s.Game != nil {
		settled, err = s.Game.Settle(s.Round)
	}
	if s.Game == nil || err != nil {
		for i, b := range s.Round.Bets {
			all[b.Key()] = Chips{max(0, b.Amount-gone[i]), b.Amount}
		}
		return all
	}
	for i, p := range settled.Payments {
		if put := p.Amount + p.Added; !s.Unlaid(i) {
			all[p.Key()] = Chips{max(0, put-gone[i]), put}
		}
	}
	return all
}

// ChipsThen returns the chips as they lay when the hand was found wrong.
func (s *Sheet) ChipsThen() map[games.BetKey]Chips {
	if s.laidThen != nil {
		return s.laidThen
	}
	return s.lying()
}

// KeepChips keeps them as they lie, where they are not kept yet.
func (s *Sheet) KeepChips() { s.laidThen = s.ChipsThen() }

// HandBack makes the acts by which chips go back that were put down by decisions which count
// no more, or for a bet that is none any more or is less now, where those lay before: what
// still lies over the bet, of an insurance that is none any more also what was collected.
// What else was collected counts when the bet is settled anew. Those are what goes back of
// bets, beside all that was put down.
func (s *Sheet) HandBack(before map[games.BetKey]Chips) map[games.BetKey]Chips {
	now, given := s.lying(), map[games.BetKey]Chips{}
	acts := slices.Clone(s.back)
	bet := 0 // of those that wait still some may be done already
	for _, a := range acts {
		bet = max(bet, -a.Bet)
	}
	add := func(a Act) {
		bet++
		a.Bet, a.Taken = -bet, true // it is none of the hand's bets any more
		acts = append(acts, a)
	}
	for _, key := range s.inPlace(before) {
		was := before[key]
		stays, paid := now[key].Put, s.paidBefore[key]
		over := was.Lies - stays
		switch {
		case paid < 0:
			over = min(was.Lies, was.Lies-paid-stays)
		case paid > 0:
			over = was.Lies
		}
		a := Act{Box: key.Box, Bettor: key.Bettor, Spot: key.Spot, row: -1}
		if over > 0 {
			a.Do, a.Amount = GiveBack, over
			add(a)
			given[key] = Chips{over, was.Put}
		}
		if _, plays := now[key]; plays || paid == 0 {
			continue
		}
		if a.Do, a.Amount = Pay, -paid; paid > 0 {
			a.Do, a.Amount = Collect, paid
		}
		a.Again = true
		add(a)
	}
	slices.SortStableFunc(acts, s.inTurn)
	s.setBack(acts)
	return given
}

// inPlace returns bets in the order of the table's spots, what decisions put down after them.
func (s *Sheet) inPlace(bets map[games.BetKey]Chips) []games.BetKey {
	spot := func(name string) int {
		spots := s.Game.Spots()
		if i := slices.IndexFunc(spots, func(settled games.Spot) bool { return settled.Name == name }); i >= 0 {
			return i
		}
		return len(spots)
	}
	return slices.SortedFunc(maps.Keys(bets), func(a, b games.BetKey) int {
		return cmp.Or(cmp.Compare(a.Box, b.Box), cmp.Compare(spot(a.Spot), spot(b.Spot)), cmp.Compare(a.Spot, b.Spot), cmp.Compare(a.Bettor, b.Bettor))
	})
}

// setBack begins what is settled with acts that are no row's.
func (s *Sheet) setBack(acts []Act) {
	s.back, s.moments = acts, nil
	if len(acts) > 0 {
		s.moments = []moment{{}}
	}
}

// notBack returns those of them that are not done.
func (s *Sheet) notBack() []Act {
	if len(s.back) == 0 {
		return nil
	}
	return s.back[min(s.Done(), len(s.back)):]
}
