package pay

import (
	"cmp"
	"maps"
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// A Difference is a change of what a bet came to for a player, once another version of the hand takes its place. Was is what had
// been paid (more than 0) or lost, Is what the bet comes to then. Of a split box it is of the bet on one of its hands. Minor
// units.
type Difference struct {
	Box    int
	Bettor string // "" where a box has one
	Spot   string
	Hand   int // of a split box: 1 the right one, 2 the left; 0 where it is not split
	Was    games.Amount
	Is     games.Amount
	// Back is the money that goes back as it lies: a decision that counts no more had put it down.
	Back games.Amount
}

// Due returns what the player still gets (more than 0) or gives back by it; one is never set against another.
func (d Difference) Due() games.Amount { return d.Is - d.Was }

// Nothing reports whether nothing is to be done for it.
func (d Difference) Nothing() bool { return d.Due() == 0 && d.Back == 0 }

// Differences returns the differences of a hand where another version takes its place, by box, bettor, hand and spot, also those
// by which nothing changes. Of a hand that is closed they are what every player was paid. Of one that is open only what was paid
// or collected so far counts, since the rest is paid as ever.
func (s *Sheet) Differences(is *Sheet) []Difference {
	var was, now map[ofHand]games.Amount
	if s.ClosedAt.IsZero() {
		was, now = s.doneByHand(is)
	} else {
		was, now = byHand(s, is), byHand(is, s)
	}
	all := map[ofHand]*Difference{}
	of := func(k ofHand) *Difference {
		if all[k] == nil {
			all[k] = &Difference{Box: k.Box, Bettor: k.Bettor, Spot: k.Spot, Hand: k.hand}
		}
		return all[k]
	}
	for key, net := range was {
		of(key).Was = net
	}
	for key, net := range now {
		of(key).Is = net
	}
	for _, a := range is.notBack() {
		if a.Do == GiveBack {
			of(ofHand{BetKey: a.Key()}).Back += a.Amount
		}
	}
	out := make([]Difference, 0, len(all))
	for _, d := range all {
		out = append(out, *d)
	}
	slices.SortFunc(out, func(a, b Difference) int {
		return cmp.Or(cmp.Compare(a.Box, b.Box), cmp.Compare(a.Bettor, b.Bettor), cmp.Compare(a.Hand, b.Hand), cmp.Compare(a.Spot, b.Spot))
	})
	return out
}

// doneByHand returns what was paid or collected of the bets of an open hand, and what they come to
// where another version takes its place: on a split box hand by hand, where all of it was
// done so and the other version has it split too.
func (s *Sheet) doneByHand(is *Sheet) (was, now map[ofHand]games.Amount) {
	so := *s
	so.KeepDone()
	was, now = map[ofHand]games.Amount{}, map[ofHand]games.Amount{}
	whole := map[games.BetKey]bool{}
	for _, p := range is.Played() {
		whole[p.Key()] = len(p.Parts) == 0
	}
	for key, net := range so.paidBefore {
		right, left := ofHand{key, 1}, ofHand{key, 2}
		if so.handBefore[right]+so.handBefore[left] != net || whole[key] {
			was[ofHand{BetKey: key}] = net
			continue
		}
		for _, hand := range []ofHand{right, left} {
			if net, done := so.handBefore[hand]; done {
				was[hand] = net
			}
		}
	}
	for _, part := range is.Parts {
		p := is.Payment(record.Row{Bet: part.Bet})
		if _, done := was[ofHand{p.Key(), part.Hand}]; done && part.Hand > 0 {
			now[ofHand{p.Key(), part.Hand}] = part.Returned - part.Staked
		}
	}
	for _, p := range is.Played() {
		if _, done := was[ofHand{BetKey: p.Key()}]; done {
			now[ofHand{BetKey: p.Key()}] = p.Net()
		}
	}
	for _, part := range is.Parts { // it has its money before its bet has a row, and no other by that
		p := is.Payment(record.Row{Bet: part.Bet})
		if _, done := was[ofHand{BetKey: p.Key()}]; done && part.Hand == EvenMoney {
			now[ofHand{BetKey: p.Key()}] = part.Returned - part.Staked
		}
	}
	stands := is.lying()
	maps.DeleteFunc(was, func(k ofHand, _ games.Amount) bool { // it stays as paid until its bet is settled anew
		_, settled := now[k]
		_, kept := is.paidBefore[k.BetKey]
		_, plays := stands[k.BetKey]
		return !settled && kept && plays
	})
	return was, now
}

// ofHand is a bet on one hand of a split box; 0 where it is not split.
type ofHand struct {
	games.BetKey
	hand int
}

// byHand returns what the bets of a hand come to. It is hand by hand where the box is split, and the other version has it split
// too or has no such bet or a void one. Only then is there as much to set beside each of its hands.
func byHand(s, other *Sheet) map[ofHand]games.Amount {
	nets := map[ofHand]games.Amount{}
	mine, others := s.hands(), other.hands()
	payments := other.Played()
	for _, p := range s.Played() {
		parts := mine(p)
		i := slices.IndexFunc(payments, func(o games.Payment) bool { return o.Key() == p.Key() })
		switch {
		case i < 0, len(parts) > 0 && payments[i].Outcome == games.Void:
		case len(others(payments[i])) == 0:
			parts = nil
		case p.Outcome == games.Void:
			continue
		}
		for _, part := range parts {
			nets[ofHand{p.Key(), part.Hand}] += part.Returned - part.Staked
		}
		if len(parts) == 0 {
			nets[ofHand{BetKey: p.Key()}] += p.Net()
		}
	}
	return nets
}

// hands returns the parts of a bet on a split box where they are together what it came to.
func (s *Sheet) hands() func(games.Payment) []games.Part {
	split := s.Split()
	return func(p games.Payment) []games.Part {
		parts, rest := split(p), p.Net()
		for _, part := range parts {
			rest -= part.Returned - part.Staked
		}
		if rest != 0 {
			return nil
		}
		return parts
	}
}
