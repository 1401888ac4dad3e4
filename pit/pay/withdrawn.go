package pay

import (
	"cmp"
	"maps"
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// A withdrawal is a movement of a bet's chips that was entered and taken back; of a split box it is of the bet on one of its
// hands.
type withdrawal struct {
	net  games.Amount // paid (more than 0), or collected
	back games.Amount // handed back as it lay
	put  games.Amount // put down by a decision
	// unsaid and unsaidBack are the parts of net and back that nobody ticked off: the hand went on behind it.
	unsaid, unsaidBack games.Amount
}

// plus returns both together, of the other times times as much.
func (w withdrawal) plus(other withdrawal, times games.Amount) withdrawal {
	return withdrawal{
		w.net + times*other.net, w.back + times*other.back, w.put + times*other.put,
		w.unsaid + times*other.unsaid, w.unsaidBack + times*other.unsaidBack,
	}
}

// moved returns what moved of each bet: by the acts that are done, by those that were before the hand was put right, and by
// decisions. Of cards that lie wrong nobody knows what decisions put down: false then.
func (s *Sheet) moved() (all map[ofHand]withdrawal, puts bool) {
	all = map[ofHand]withdrawal{}
	add := func(key games.BetKey, hand int, w withdrawal) {
		all[ofHand{key, hand}] = all[ofHand{key, hand}].plus(w, 1)
	}
	for key, net := range s.paidBefore {
		add(key, 0, withdrawal{net: net})
	}
	for of, net := range s.handBefore {
		add(of.BetKey, 0, withdrawal{net: -net})
		add(of.BetKey, of.hand, withdrawal{net: net})
	}
	for key, back := range s.backBefore {
		add(key, 0, withdrawal{back: back})
	}
	acts := s.Acts()
	for i, a := range acts[:s.doneOf(acts)] {
		w := withdrawal{net: a.Net()}
		if a.Do == GiveBack {
			w.back = a.Amount
		}
		if i >= s.ticked {
			w.unsaid, w.unsaidBack = w.net, w.back
		}
		add(a.Key(), a.Hand, w)
	}
	put, puts := s.putDown()
	for of, amount := range put {
		add(of.BetKey, of.hand, withdrawal{put: amount})
	}
	return all, puts
}

// putDown returns what decisions had players put down, by bet and on a split box by hand; false where the cards lie wrong.
func (s *Sheet) putDown() (map[ofHand]games.Amount, bool) {
	settled, err := s.Game.Settle(s.Round)
	if err != nil {
		return nil, false
	}
	put := map[ofHand]games.Amount{}
	for i, p := range settled.Payments {
		key, left := p.Key(), p.Added
		switch {
		case i >= len(s.Round.Bets) && !s.Unlaid(i):
			put[ofHand{BetKey: key}] += p.Amount
			continue
		case i >= len(s.Round.Bets):
			continue
		}
		for n, part := range p.Parts {
			more := part.Staked
			if n == 0 { // it bears what was put down first
				more -= p.Amount - p.Reduced()
			}
			if more = min(max(0, more), left); more > 0 {
				put[ofHand{key, part.Hand}] += more
				left -= more
			}
		}
		if left > 0 {
			put[ofHand{BetKey: key}] += left
		}
	}
	return put, true
}

// Withdraw keeps what was said to have moved in a hand as it was before an entry was taken back, and is due again. Nothing
// is reckoned with it: the croupier is told which chips go back where they had moved all the same. Digits of a code move none.
func (s *Sheet) Withdraw(was *Sheet, f record.Undone) {
	seq := f.Seq
	stood := was.withdrawnBefore(seq)
	s.confirmed = slices.DeleteFunc(slices.Clone(was.confirmed), func(c confirmed) bool { return c.seq >= seq })
	if f.Code {
		if s.withdrawn, s.withdrawnAt = was.withdrawn, was.withdrawnAt; len(stood) > 0 {
			s.withdrawn = stood
		}
		return
	}
	before, putBefore := was.moved()
	now, puts := s.moved()
	gone := maps.Clone(was.withdrawn)
	if gone == nil {
		gone = map[ofHand]withdrawal{}
	}
	for of, w := range before {
		gone[of] = gone[of].plus(w, 1)
	}
	for of, w := range now {
		gone[of] = gone[of].plus(w, -1)
	}
	for of := range stood {
		gone[of] = gone[of].plus(withdrawal{}, 0)
	}
	for of, g := range gone {
		if g.put = max(0, g.put); !putBefore || !puts {
			g.put = was.withdrawn[of].put
		}
		if g.back = max(0, g.back); g.back == 0 {
			g.unsaidBack = 0
		}
		if g.net == 0 {
			g.unsaid = 0
		}
		gone[of] = g.orBefore(stood[of], was.withdrawn[of])
	}
	s.keepWithdrawn(gone)
	if s.withdrawnAt = was.withdrawnAt; !maps.Equal(s.withdrawn, was.withdrawn) {
		s.withdrawnAt = seq
	}
}

// PutDownBefore returns what decisions had players put down that is not put down in the hand any more, as it is now.
func (s *Sheet) PutDownBefore(now *Sheet) (acts []Act) {
	if s.Game == nil || !s.BetsClosed {
		return nil
	}
	before, known := s.putDown()
	left, puts := now.putDown()
	if !known || !puts {
		return nil
	}
	for of, amount := range before {
		if amount -= left[of]; amount > 0 {
			acts = append(acts, Act{Do: Lay, Box: of.Box, Bettor: of.Bettor, Spot: of.Spot, Hand: of.hand, Amount: amount})
		}
	}
	slices.SortFunc(acts, func(a, b Act) int {
		return cmp.Or(cmp.Compare(a.Box, b.Box), cmp.Compare(a.Hand, b.Hand), cmp.Compare(a.Bettor, b.Bettor), cmp.Compare(a.Spot, b.Spot))
	})
	return acts
}

// AnyWithdrawn reports whether something of it was.
func (s *Sheet) AnyWithdrawn() bool { return len(s.withdrawn) > 0 }

// TakeWithdrawn takes over what was taken back of another sheet.
func (s *Sheet) TakeWithdrawn(was *Sheet) { s.withdrawn = was.withdrawn }

// WasPaid reports whether an entry that was taken back lay when chips were said to move that may have to come back. One that
// came since is a slip.
func (s *Sheet) WasPaid(seq int64) bool { return len(s.withdrawn) > 0 && seq <= s.withdrawnAt }

func (s *Sheet) keepWithdrawn(left map[ofHand]withdrawal) {
	maps.DeleteFunc(left, func(_ ofHand, w withdrawal) bool { return w == withdrawal{} })
	if s.withdrawn = nil; len(left) > 0 {
		s.withdrawn = left
	}
}

// Confirming returns what takes an entry into what was taken back: it is called before the entry is folded, and what it
// returns after. An act that is done confirms what moved on its hand of the bet, a decision what it has put down, and what its player had
// put down beside it.
func (s *Sheet) Confirming(e record.Entry) func() {
	done, before := s.Done(), s.withdrawn
	put, _ := s.putDown()
	return func() {
		left, acts := maps.Clone(s.withdrawn), s.Acts()
		to := s.doneOf(acts)
		switch _, closed := e.Fact.(record.HandClosed); {
		case s.Cancelled != nil: // its acts bring back what had moved for sure
			return
		case closed:
			to = len(acts)
		}
		for i := done; i < to; i++ {
			if !acts[i].Nothing() {
				s.confirm(left, acts, i)
			}
		}
		now, _ := s.putDown()
		for of, amount := range now {
			if amount > put[of] {
				s.puts(left, of)
			}
		}
		if s.keepWithdrawn(left); !maps.Equal(left, before) {
			s.confirmed = append(slices.Clip(s.confirmed), confirmed{e.Seq, before})
		}
	}
}

// puts forgets of what was taken back what had been put down on a hand of a bet where chips are put down now, and beside it by the same
// player: whoever moves chips there again has seen those that were to come back.
func (s *Sheet) puts(left map[ofHand]withdrawal, on ofHand) {
	for of, w := range left {
		if of == on || of.Box == on.Box && of.Bettor == on.Bettor && s.isRaise(of.Spot) {
			w.put = 0
			left[of] = w
		}
	}
}

// isRaise reports whether a spot is one on which decisions put chips down beside the bets.
func (s *Sheet) isRaise(spot string) bool {
	return slices.ContainsFunc(games.RaiseSpots(s.Game), func(settled games.Spot) bool { return settled.Name == spot })
}

// A confirmed is an entry that confirmed some of what was taken back, with all of that as it was before.
type confirmed struct {
	seq    int64
	before map[ofHand]withdrawal
}

// withdrawnBefore returns what was taken back before the first entry from seq on that confirmed some of it; nil where none did.
func (s *Sheet) withdrawnBefore(seq int64) map[ofHand]withdrawal {
	for _, c := range s.confirmed {
		if c.seq >= seq {
			return c.before
		}
	}
	return nil
}

// orBefore returns it with what was taken back before the entry that confirmed it and is taken back too, where nobody ticked anything
// off with it: left is what that entry left.
func (w withdrawal) orBefore(before, left withdrawal) withdrawal {
	if before.net != 0 && left.net == 0 && w.net == w.unsaid {
		w.net, w.unsaid = before.net, before.unsaid
	}
	if before.back != 0 && left.back == 0 && w.back == w.unsaidBack {
		w.back, w.unsaidBack = before.back, before.unsaidBack
	}
	if left.put == 0 && w.put == 0 {
		w.put = before.put
	}
	return w
}

// confirm forgets of what was taken back as much as the nth of acts confirms: on its hand of its bet. The last act of a bet
// confirms what was of the bet as a whole, and of a main bet also what decisions had its player put down beside it.
func (s *Sheet) confirm(left map[ofHand]withdrawal, acts []Act, n int) {
	a := acts[n]
	last := a.Hand == 0 || a.row >= 0 && !slices.ContainsFunc(acts[n+1:], func(b Act) bool { return b.Key() == a.Key() })
	for of, w := range left {
		switch {
		case a.Do == GiveBack && of.BetKey == a.Key():
			w.back, w.unsaidBack = 0, 0
		case a.Do == GiveBack:
		case of.BetKey == a.Key() && (of.hand == a.Hand || a.Hand == 0 || of.hand == 0 && last):
			w.net, w.unsaid, w.put = 0, 0, 0
		case s.isRaise(of.Spot) && last && s.isMain(a.Spot) && of.Box == a.Box && of.Bettor == a.Bettor:
			w.put = 0
		}
		left[of] = w
	}
}

// DoneBeside returns the acts that are done, from the first on that is not done of another sheet.
func (s *Sheet) DoneBeside(other *Sheet) []Act {
	acts, others := s.Acts(), other.Acts()
	done, stands := acts[:s.doneOf(acts)], others[:other.doneOf(others)]
	n := 0
	for n < min(len(done), len(stands)) && done[n] == stands[n] {
		n++
	}
	return slices.DeleteFunc(slices.Clone(done[n:]), Act.Nothing)
}

// isMain reports whether a spot is one of a main bet, or of one that rides on the cards of a box.
func (s *Sheet) isMain(spot string) bool {
	return s.IsEarly(spot) || slices.ContainsFunc(s.Game.Spots(), func(settled games.Spot) bool { return settled.Main && settled.Name == spot })
}

// WithdrawnActs returns the acts that would bring back what was said to have moved and was taken back since, as long as
// nothing of that bet, on that hand of a split box, is confirmed again. With GiveBack a player gets what a decision had him
// put down; with Lay comes down what had gone back to him. They are none of the hand's acts. split are the boxes that are split.
func (s *Sheet) WithdrawnActs(split map[int]bool) []Act {
	over := map[games.BetKey]Chips{}
	for of := range s.withdrawn {
		over[of.BetKey] = Chips{}
	}
	var acts []Act
	for _, key := range s.inPlace(over) {
		put := games.Amount(0) // of a box that is split no more: the hands are one
		for hand := range 3 {
			w := s.withdrawn[ofHand{key, hand}]
			a := Act{Box: key.Box, Bettor: key.Bettor, Spot: key.Spot, Hand: hand}
			say := func(do ActKind, amount games.Amount) {
				if a.Do, a.Amount = do, amount; amount > 0 {
					acts = append(acts, a)
				}
			}
			say(Collect, w.net)
			say(Pay, -w.net)
			say(Lay, w.back)
			switch {
			case w.net != 0 && !s.lies(key): // it comes from the tray, or went with what was paid
			case split[key.Box]:
				say(GiveBack, w.put)
			default:
				put += w.put
			}
		}
		if put > 0 {
			acts = append(acts, Act{Do: GiveBack, Box: key.Box, Bettor: key.Bettor, Spot: key.Spot, Amount: put})
		}
	}
	slices.SortStableFunc(acts, func(a, b Act) int {
		return cmp.Or(cmp.Compare(a.Box, b.Box), cmp.Compare(a.Hand, b.Hand), cmp.Compare(len(a.Bettor), len(b.Bettor)), cmp.Compare(a.Bettor, b.Bettor))
	})
	return acts
}

// lies reports whether a bet is one of the hand's.
func (s *Sheet) lies(key games.BetKey) bool {
	return slices.ContainsFunc(slices.Concat(s.Round.Bets, games.Raised(s.Game, s.Round)), func(b games.Bet) bool { return b.Key() == key })
}
