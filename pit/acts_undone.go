package pit

import (
	"cmp"
	"maps"
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// A withdrawal is what was said to have moved of a bet, of a split box of the bet on one of its hands, and was taken back.
type withdrawal struct {
	net  games.Amount // paid (more than 0), or collected
	back games.Amount // handed back as it lay
	put  games.Amount // put down by a decision
	// unsaid and unsaidBack are how much of net and back nobody ticked off: the hand went on behind it.
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
func (h *Hand) moved() (all map[ofHand]withdrawal, puts bool) {
	all = map[ofHand]withdrawal{}
	add := func(key games.BetKey, hand int, w withdrawal) {
		all[ofHand{key, hand}] = all[ofHand{key, hand}].plus(w, 1)
	}
	for key, net := range h.paidBefore {
		add(key, 0, withdrawal{net: net})
	}
	for of, net := range h.handBefore {
		add(of.BetKey, 0, withdrawal{net: -net})
		add(of.BetKey, of.hand, withdrawal{net: net})
	}
	for key, back := range h.backBefore {
		add(key, 0, withdrawal{back: back})
	}
	acts := h.Acts()
	for i, a := range acts[:h.doneOf(acts)] {
		w := withdrawal{net: a.Net()}
		if a.Do == GiveBack {
			w.back = a.Amount
		}
		if i >= h.ticked {
			w.unsaid, w.unsaidBack = w.net, w.back
		}
		add(a.Key(), a.Hand, w)
	}
	put, puts := h.putDown()
	for of, amount := range put {
		add(of.BetKey, of.hand, withdrawal{put: amount})
	}
	return all, puts
}

// putDown returns what decisions had players put down, by bet and on a split box by hand; false where the cards lie wrong.
func (h *Hand) putDown() (map[ofHand]games.Amount, bool) {
	s, err := h.game.Settle(h.Round)
	if err != nil {
		return nil, false
	}
	put := map[ofHand]games.Amount{}
	for i, p := range s.Payments {
		key, left := p.Key(), p.Added
		switch {
		case i >= len(h.Round.Bets) && !h.unlaid(i):
			put[ofHand{BetKey: key}] += p.Amount
			continue
		case i >= len(h.Round.Bets):
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

// withdraw keeps what was said to have moved in a hand as it was before an entry was taken back, and is due again. Nothing
// is reckoned with it: the croupier is told which chips go back where they had moved all the same. Digits of a code move none.
func (h *Hand) withdraw(was *Hand, f record.Undone) {
	seq := f.Seq
	stood := was.withdrawnBefore(seq)
	h.confirmed = slices.DeleteFunc(slices.Clone(was.confirmed), func(c confirmed) bool { return c.seq >= seq })
	if f.Code {
		if h.withdrawn, h.withdrawnAt = was.withdrawn, was.withdrawnAt; len(stood) > 0 {
			h.withdrawn = stood
		}
		return
	}
	before, putBefore := was.moved()
	now, puts := h.moved()
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
	h.keepWithdrawn(gone)
	if h.withdrawnAt = was.withdrawnAt; !maps.Equal(h.withdrawn, was.withdrawn) {
		h.withdrawnAt = seq
	}
}

// onlyChips reports whether a kind of entry matters, once it is taken back, by the chips that it had move alone: a payment, a decision.
func onlyChips(kind string) bool {
	return kind == record.KindOf(record.PaidOut{}) || kind == record.KindOf(record.Decided{})
}

// putDownBefore returns what decisions had players put down that is not put down in the hand any more, as it is now.
func (h *Hand) putDownBefore(now *Hand) (acts []Act) {
	if h.game == nil || !h.BetsClosed {
		return nil
	}
	before, known := h.putDown()
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

// wasPaid reports whether an entry that was taken back lay when chips were said to move that may have to come back. One that
// came since is a slip.
func (h *Hand) wasPaid(seq int64) bool { return len(h.withdrawn) > 0 && seq <= h.withdrawnAt }

func (h *Hand) keepWithdrawn(left map[ofHand]withdrawal) {
	maps.DeleteFunc(left, func(_ ofHand, w withdrawal) bool { return w == withdrawal{} })
	if h.withdrawn = nil; len(left) > 0 {
		h.withdrawn = left
	}
}

// confirming returns what takes an entry into what was taken back: it is called before the entry is folded, and what it
// returns after. An act that is done confirms what moved on its hand of the bet, a decision what it has put down, and what its player had
// put down beside it.
func (h *Hand) confirming(e record.Entry) func() {
	done, before := h.Done(), h.withdrawn
	put, _ := h.putDown()
	return func() {
		left, acts := maps.Clone(h.withdrawn), h.Acts()
		to := h.doneOf(acts)
		switch _, closed := e.Fact.(record.HandClosed); {
		case h.Cancelled != nil: // its acts bring back what had moved for sure
			return
		case closed:
			to = len(acts)
		}
		for i := done; i < to; i++ {
			if !acts[i].Nothing() {
				h.confirm(left, acts, i)
			}
		}
		now, _ := h.putDown()
		for of, amount := range now {
			if amount > put[of] {
				h.puts(left, of)
			}
		}
		if h.keepWithdrawn(left); !maps.Equal(left, before) {
			h.confirmed = append(slices.Clip(h.confirmed), confirmed{e.Seq, before})
		}
	}
}

// puts forgets of what was taken back what had been put down on a hand of a bet where chips are put down now, and beside it by the same
// player: whoever moves chips there again has seen those that were to come back.
func (h *Hand) puts(left map[ofHand]withdrawal, on ofHand) {
	for of, w := range left {
		if of == on || of.Box == on.Box && of.Bettor == on.Bettor && h.isRaise(of.Spot) {
			w.put = 0
			left[of] = w
		}
	}
}

// isRaise reports whether a spot is one on which decisions put chips down beside the bets.
func (h *Hand) isRaise(spot string) bool {
	return slices.ContainsFunc(games.RaiseSpots(h.game), func(s games.Spot) bool { return s.Name == spot })
}

// A confirmed is an entry that confirmed some of what was taken back, with all of that as it was before.
type confirmed struct {
	seq    int64
	before map[ofHand]withdrawal
}

// withdrawnBefore returns what was taken back before the first entry from seq on that confirmed some of it; nil where none did.
func (h *Hand) withdrawnBefore(seq int64) map[ofHand]withdrawal {
	for _, c := range h.confirmed {
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
func (h *Hand) confirm(left map[ofHand]withdrawal, acts []Act, n int) {
	a := acts[n]
	last := a.Hand == 0 || a.row >= 0 && !slices.ContainsFunc(acts[n+1:], func(b Act) bool { return b.Key() == a.Key() })
	for of, w := range left {
		switch {
		case a.Do == GiveBack && of.BetKey == a.Key():
			w.back, w.unsaidBack = 0, 0
		case a.Do == GiveBack:
		case of.BetKey == a.Key() && (of.hand == a.Hand || a.Hand == 0 || of.hand == 0 && last):
			w.net, w.unsaid, w.put = 0, 0, 0
		case h.isRaise(of.Spot) && last && h.isMain(a.Spot) && of.Box == a.Box && of.Bettor == a.Bettor:
			w.put = 0
		}
		left[of] = w
	}
}

// Unpaid returns the acts that are done, and are due again by an undo: none by digits of a code, which moved no chip.
func (h *Hand) Unpaid(f record.Undone) []Act {
	if f.Code {
		return nil
	}
	acts, again := h.Acts(), h.without(f)
	before := again.Acts()
	done, stands := acts[:h.doneOf(acts)], before[:again.doneOf(before)]
	n := 0
	for n < min(len(done), len(stands)) && done[n] == stands[n] {
		n++
	}
	return slices.DeleteFunc(slices.Clone(done[n:]), Act.Nothing)
}

// isMain reports whether a spot is one of a main bet, or of one that rides on the cards of a box.
func (h *Hand) isMain(spot string) bool {
	return h.isEarly(spot) || slices.ContainsFunc(h.game.Spots(), func(s games.Spot) bool { return s.Main && s.Name == spot })
}

// Withdrawn returns the acts that would bring back what was said to have moved and was taken back since, as long as
// nothing of that bet, on that hand of a split box, is confirmed again. With GiveBack a player gets what a decision had him
// put down; with Lay comes down what had gone back to him. They are none of the hand's acts.
func (h *Hand) Withdrawn() []Act {
	if len(h.withdrawn) == 0 {
		return nil
	}
	over, split := map[games.BetKey]chips{}, map[int]bool{}
	for of := range h.withdrawn {
		over[of.BetKey] = chips{}
	}
	for _, hand := range h.Hands() {
		split[hand.At.Box] = split[hand.At.Box] || hand.Number == 2
	}
	var acts []Act
	for _, key := range h.inPlace(over) {
		put := games.Amount(0) // of a box that is split no more: the hands are one
		for hand := range 3 {
			w := h.withdrawn[ofHand{key, hand}]
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
			case w.net != 0 && !h.lies(key): // it comes from the tray, or went with what was paid
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
func (h *Hand) lies(key games.BetKey) bool {
	return slices.ContainsFunc(slices.Concat(h.Round.Bets, games.Raised(h.game, h.Round)), func(b games.Bet) bool { return b.Key() == key })
}
