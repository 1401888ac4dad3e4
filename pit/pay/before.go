package pay

import (
	"maps"
	"slices"

	"sabot/games"
)

// BackBefore returns how much of a bet had gone back to its player before the hand was put right, or cancelled.
func (s *Sheet) BackBefore(key games.BetKey) games.Amount { return s.backBefore[key] }

// KeepDone keeps what was paid, collected or handed back by acts that count no more.
func (s *Sheet) KeepDone() {
	paid, back, hands := maps.Clone(s.paidBefore), maps.Clone(s.backBefore), maps.Clone(s.handBefore)
	acts := s.Acts()
	done := acts[:s.doneOf(acts)]
	count(done, &paid, &back, &hands)
	s.nets = slices.Clone(s.nets)
	for _, a := range done {
		s.nets = append(s.nets, a.Net())
	}
	s.doneBefore = s.wonAndLost()
	s.paidBefore, s.backBefore, s.handBefore = paid, back, hands
}

// count adds what acts paid, collected and handed back.
func count(acts []Act, paid, back *map[games.BetKey]games.Amount, hands *map[ofHand]games.Amount) {
	for _, a := range acts {
		key := a.Key()
		switch a.Do {
		case Pay, Collect:
			add(paid, key, a.Net())
			if a.Hand > 0 {
				add(hands, ofHand{key, a.Hand}, a.Net())
			}
		case GiveBack:
			if !a.Taken {
				add(back, key, a.Amount)
			}
		}
	}
}

// actsDone is a sum of acts on a bet that count no more: what was won and lost, hand by hand, and how much of its stake the player
// took with what was won.
type actsDone struct{ won, lost, took games.Amount }

// wonAndLost adds the acts that are done to those that count no more.
func (s *Sheet) wonAndLost() map[games.BetKey]actsDone {
	all := maps.Clone(s.doneBefore)
	if all == nil {
		all = map[games.BetKey]actsDone{}
	}
	acts := s.Acts()
	done := s.doneOf(acts)
	for i, a := range acts {
		d := all[a.Key()]
		switch {
		case i >= done:
			continue
		case a.Again && a.Do == Pay: // less was lost, and the rest is won
			less := min(d.lost, a.Amount)
			d.lost, d.won = d.lost-less, d.won+a.Amount-less
		case a.Again && a.Do == Collect:
			less := min(d.won, a.Amount)
			d.won, d.lost = d.won-less, d.lost+a.Amount-less
		case a.Do == Pay:
			d.won, d.took = d.won+a.Amount, d.took+a.Lay
		case a.Do == Collect:
			d.lost += a.Amount
		}
		all[a.Key()] = d
	}
	return all
}

// DoneByBet returns the sum of the acts that are done, by bet.
func (s *Sheet) DoneByBet() map[games.BetKey]games.Amount {
	then := map[games.BetKey]games.Amount{}
	acts := s.Acts()
	for _, a := range acts[:s.doneOf(acts)] {
		key := a.Key()
		if _, there := then[key]; !there {
			then[key] = s.paidBefore[key]
		}
		then[key] += a.Net()
	}
	return then
}

// GoneBack returns the void bets of which nothing is left to give back: all of it went before the hand was put right last.
func (s *Sheet) GoneBack() (bets []games.BetKey) {
	for _, r := range s.Rows {
		if key := s.Payment(r).Key(); r.Outcome == games.Void && r.Returned > 0 && s.backBefore[key] >= r.Returned {
			bets = append(bets, key)
		}
	}
	return bets
}

func add[K comparable](to *map[K]games.Amount, key K, amount games.Amount) {
	if *to == nil {
		*to = map[K]games.Amount{}
	}
	(*to)[key] += amount
}

// Unsettle takes back what was settled: it is settled anew.
func (s *Sheet) Unsettle() {
	back := s.notBack()
	s.Rows, s.Parts, s.Paid, s.ticked, s.gone, s.laidThen = nil, nil, 0, 0, 0, nil
	s.setBack(back)
}

// Before returns what a bet's player was paid (more than 0), or lost, before the hand was put right: only the rest is still to be
// paid, taken back or added.
func (s *Sheet) Before(p games.Payment) games.Amount { return s.paidBefore[p.Key()] }
