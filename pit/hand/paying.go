package hand

import (
	"cmp"
	"math"
	"slices"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// Laying returns the chips that come down by the decision that was made last, until its card
// lies: who lays how much, and which bets behind only go along, and on which hand.
func (t Deal) Laying() []pay.Act {
	h := t.Hand
	n := len(h.Round.Decisions)
	if t.at.Game == nil || n == 0 || !h.decidedLast() {
		return nil
	}
	do := h.Round.Decisions[n-1]
	if a, known := t.at.Game.Layout().Answer(do.Do); known && a.Bought { // it is paid for as it is bought
		return nil
	}
	without := h.Round
	without.Decisions = without.Decisions[:n-1]
	was, err := t.at.Game.Settle(without)
	is, errNow := t.at.Game.Settle(h.Round)
	if err != nil || errNow != nil {
		return nil
	}
	hand := t.Next().Hand
	var acts []pay.Act
	for i, p := range is.Payments {
		main := p.Spot == t.at.Game.Spots()[0].Name || len(p.Parts) > 0 || p.Added > 0
		if i >= len(was.Payments) { // a bet that the decision put down
			acts = append(acts, pay.Act{Do: pay.Lay, Box: p.Box, Bettor: p.Bettor, Spot: p.Spot, Bet: i, Amount: p.Amount})
			continue
		}
		if p.Box != do.Box || p.Decided || !main && !h.IsEarly(p.Spot) {
			continue
		}
		a := pay.Act{Do: pay.Ride, Box: p.Box, Bettor: p.Bettor, Spot: p.Spot, Bet: i, Hand: hand}
		if do.Do == games.Split {
			a.Hand = 0
		}
		if len(p.Parts) == 1 {
			a.Hand = p.Parts[0].Hand
		}
		if added := p.Added - was.Payments[i].Added; added > 0 {
			a.Do, a.Amount = pay.Lay, added
			if do.Do == games.Split {
				a.Hand = 2
			}
		}
		if a.Do == pay.Ride && (!h.IsEarly(p.Spot) || do.Do == games.Double && a.Hand != hand) {
			continue
		}
		acts = append(acts, a)
	}
	if !slices.ContainsFunc(acts, func(a pay.Act) bool { return a.Do == pay.Lay && !h.IsEarly(a.Spot) }) {
		return nil // nothing comes down that a bet could go along with
	}
	slices.SortStableFunc(acts, func(a, b pay.Act) int {
		return cmp.Or(cmp.Compare(len(a.Bettor), len(b.Bettor)), cmp.Compare(a.Bettor, b.Bettor))
	})
	return acts
}

// PayNext marks the acts of the next turn as done: one person, on one hand of one box.
// Refusals: TableClosed, BetsAreOpen, NothingToPay, OfferedFirst of the last turn.
func (t Deal) PayNext() ([]record.Fact, error) { return t.payUpTo(t.NextDone()) }

// PayAll marks every act that is settled as done. Refusals as PayNext.
func (t Deal) PayAll() ([]record.Fact, error) { return t.payUpTo(math.MaxInt) }

// PayUpTo marks the first acts of the hand as done. Refusals as PayNext.
func (t Deal) PayUpTo(acts int) ([]record.Fact, error) { return t.payUpTo(acts) }

// payUpTo does acts; with the last of a finished hand the hand closes.
func (t Deal) payUpTo(n int) ([]record.Fact, error) {
	if err := t.Dealing(); err != nil {
		return nil, err
	}
	h := t.Hand
	finished := t.Next().Kind == games.Finished
	if finished && n == math.MaxInt { // whatever its acts are
		return t.closing()
	}
	acts := h.Acts()
	n = min(n, len(acts))
	switch done := h.Done(); {
	case n <= done && !(finished && n == len(acts)):
		return nil, house.Refuse(house.NothingToPay)
	case finished && n == len(acts):
		return t.closing()
	}
	return []record.Fact{h.TickUpTo(acts, n)}, nil
}

// closing returns what closes a hand of which everything is done. Refusal: OfferedFirst.
func (t Deal) closing() ([]record.Fact, error) {
	if err := t.noneOffered(); err != nil {
		return nil, err
	}
	return []record.Fact{record.HandClosed{House: t.HouseNet()}}, nil
}
