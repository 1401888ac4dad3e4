package pit

import (
	"slices"

	"sabot/games"
)

// chips are what of a bet lies on the felt, with what decisions put down; and all that did.
type chips struct{ lies, put games.Amount }

// lying are the chips of every bet, insurances with them.
func (h *Hand) lying() map[games.BetKey]chips {
	all := map[games.BetKey]chips{}
	s, err := h.game.Settle(h.Round)
	if err != nil {
		return all
	}
	gone := h.Gone()
	for i, p := range s.Payments {
		if put := p.Amount + p.Added; !h.unlaid(i) {
			all[p.Key()] = chips{max(0, put-gone[i]), put}
		}
	}
	return all
}

// handBack makes the acts by which chips go back that were put down by decisions which count
// no more, where those lay before: of a double or a split what still lies over the bet, of
// an insurance that is none any more also what was collected. What else was collected counts
// when the bet is settled anew. Those are what goes back of bets, beside all that was put down.
func (h *Hand) handBack(before map[games.BetKey]chips) map[games.BetKey]chips {
	now, given := h.lying(), map[games.BetKey]chips{}
	acts := slices.Clone(h.back)
	bet := 0 // of those that wait still some may be done already
	for _, a := range acts {
		bet = max(bet, -a.Bet)
	}
	add := func(a Act) {
		bet++
		a.Bet, a.Taken = -bet, true // it is none of the hand's bets any more
		acts = append(acts, a)
	}
	for key, was := range before {
		stays, paid := now[key].put, h.paidBefore[key]
		over := was.lies - stays
		switch {
		case paid < 0:
			over = min(was.lies, was.lies-paid-stays)
		case paid > 0:
			over = was.lies
		}
		a := Act{Box: key.Box, Bettor: key.Bettor, Spot: key.Spot, row: -1}
		if over > 0 {
			a.Do, a.Amount = GiveBack, over
			add(a)
			given[key] = chips{over, was.put}
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
	slices.SortStableFunc(acts, h.inTurn)
	h.setBack(acts)
	return given
}

// setBack begins what is settled with acts that are no row's.
func (h *Hand) setBack(acts []Act) {
	h.back, h.moments = acts, nil
	if len(acts) > 0 {
		h.moments = []moment{{}}
	}
}

// notBack are those of them that are not done.
func (h *Hand) notBack() []Act {
	if len(h.back) == 0 {
		return nil
	}
	return h.back[min(h.Done(), len(h.back)):]
}
