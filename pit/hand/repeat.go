package hand

import (
	"slices"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A Laying is the result of repeating or doubling bets: those that then lie on the spots, and those that came short of it.
type Laying struct {
	How   record.BetHow // ByRepeat or ByDouble
	Box   int           // of one box alone; 0 for the whole table
	Bets  []record.Put
	Short []Short
}

// Short is a bet that was not laid as it should have been: Bet is what it should have
// been, Stake what the limits leave of it, nothing where it was not laid at all.
type Short struct {
	Bet   games.Bet
	Stake games.Stake
}

// Facts returns what is recorded of it.
func (l Laying) Facts() []record.Fact {
	return []record.Fact{record.BetsPlaced{How: l.How, Bets: l.Bets}}
}

// Accepted returns a hand's bets as they were accepted, which is what is repeated: a bet that
// was reduced with what stood of it, without those that did not stand.
func (h *Hand) Accepted() []games.Bet {
	if h.Game == nil {
		return nil
	}
	var bets []games.Bet
	for i, s := range h.Game.Stakes(h.Round) {
		if s.Stands() {
			if bets == nil {
				bets = make([]games.Bet, 0, len(h.Round.Bets))
			}
			b := h.Round.Bets[i]
			b.Amount, b.Early = s.Amount, b.Early.Lasting()
			bets = append(bets, b)
		}
	}
	return bets
}

// Repeats returns a hand's bets that can be laid once more: those that were accepted, and those that went back to their players
// by the house's rule, who can lay them again.
func (h *Hand) Repeats(accepted []games.Bet) []games.Bet {
	if len(h.passed) == 0 {
		return accepted
	}
	return slices.Concat(accepted, h.passed)
}

// Repeating returns what lays the bets of the hand before once more, on one box or, with 0,
// on all: only on spots on which nothing lies, and no more than the limits let stand now.
// A bet that was repeated and taken away again does not come back while other bets lie.
// Refusals: those of Place, NothingToRepeat.
func (t Bets) Repeating(box int) (Laying, error) { return t.RepeatingOf(box, t.at.LastBets) }

func (t Bets) RepeatingOf(box int, before []games.Bet) (Laying, error) {
	if err := t.beginning(); err != nil {
		return Laying{}, err
	}
	h := t.Hand
	lies, again := h.Round.Bets, h.repeated(box)
	bets := slices.Clone(lies)
	for _, b := range before {
		is := func(other games.Bet) bool { return b.Key() == other.Key() }
		if box > 0 && b.Box != box || slices.ContainsFunc(lies, is) || slices.ContainsFunc(again, is) {
			continue
		}
		if t.takes(t.at.Game, bets, b) == nil {
			bets = append(bets, b)
		}
	}
	l := Laying{How: record.ByRepeat, Box: box}
	wanted := slices.Clone(bets[len(lies):])
	bets = t.fitting(bets, len(lies), &l)
	l.Bets = Puts(bets[len(lies):], 1)
	slices.SortStableFunc(l.Short, func(a, b Short) int {
		return slices.IndexFunc(wanted, func(w games.Bet) bool { return w.Key() == a.Bet.Key() }) - slices.IndexFunc(wanted, func(w games.Bet) bool { return w.Key() == b.Bet.Key() })
	})
	if len(l.Bets) == 0 {
		return Laying{}, &house.Refusal{Why: house.NothingToRepeat, Box: box}
	}
	return l, nil
}

// fitting makes bets from one on what the limits leave of them. One that does not stand
// may be what another needs, so it asks until nothing changes.
func (t Bets) fitting(bets []games.Bet, from int, l *Laying) []games.Bet {
	round := t.Round
	for changed := true; changed; {
		changed = false
		round.Bets = bets
		stakes := t.at.Game.Stakes(round)
		for i := len(bets) - 1; i >= from; i-- {
			if stakes[i].Amount == bets[i].Amount {
				continue
			}
			l.short(bets[i], stakes[i])
			changed = true
			if bets[i].Amount = stakes[i].Amount; !stakes[i].Stands() {
				bets = slices.Delete(bets, i, i+1)
			}
		}
	}
	return bets
}

// short notes that a bet came short; of one that came short before what it came to.
func (l *Laying) short(b games.Bet, s games.Stake) {
	i := slices.IndexFunc(l.Short, func(other Short) bool { return b.Key() == other.Bet.Key() })
	if i >= 0 {
		l.Short[i].Stake = s
		return
	}
	l.Short = append(l.Short, Short{b, s})
}

// repeated returns the bets of a box, or with 0 of all, that were repeated in this hand
// already; none where nothing lies there any more.
func (h *Hand) repeated(box int) []games.Bet {
	lies := slices.ContainsFunc(h.Round.Bets, func(b games.Bet) bool { return box == 0 || b.Box == box })
	if !lies {
		return nil
	}
	var bets []games.Bet
	for _, e := range h.entries {
		f, ok := e.Fact.(record.BetsPlaced)
		if !ok {
			continue
		}
		switch f.How {
		case record.ByClear:
			bets = nil
		case record.ByRepeat:
			for _, p := range f.Bets {
				bets = append(bets, games.Bet{Box: p.Box, Spot: p.Spot, Bettor: p.Bettor})
			}
		}
	}
	return bets
}

// Doubling returns what doubles the bets of one box or, with 0, of all: from what stands of
// them, and up to the limit where twice that is more. Refusals: those of Place,
// NothingToDouble where no bet stands, AtTheLimit where all that stand are there already.
func (t Bets) Doubling(box int) (Laying, error) {
	if err := t.beginning(); err != nil {
		return Laying{}, err
	}
	round := t.Round
	stakes := t.at.Game.Stakes(round)
	twice := func(i int) games.Amount { return min(2*stakes[i].Amount, games.MaxAmount) }
	doubles := func(i int) bool {
		return stakes[i].Stands() && (box == 0 || round.Bets[i].Box == box)
	}
	doubled := slices.Clone(round.Bets)
	any := false
	for i := range doubled {
		if doubles(i) {
			doubled[i].Amount, any = twice(i), true
		}
	}
	if !any {
		return Laying{}, &house.Refusal{Why: house.NothingToDouble, Box: box}
	}
	l := Laying{How: record.ByDouble, Box: box}
	bets := round.Bets
	round.Bets = doubled
	for i, s := range t.at.Game.Stakes(round) {
		if !doubles(i) {
			continue
		}
		if s.Amount > stakes[i].Amount {
			b := bets[i]
			b.Amount = s.Amount
			l.Bets = append(l.Bets, Puts([]games.Bet{b}, 1)...)
		}
		if s.Amount < twice(i) || twice(i) < 2*stakes[i].Amount {
			l.Short = append(l.Short, Short{doubled[i], s})
		}
	}
	if len(l.Bets) == 0 || !t.hasRoom(t.at.Game, doubled) {
		return Laying{}, &house.Refusal{Why: house.AtTheLimit, Box: box}
	}
	return l, nil
}

// Again returns Repeating or, where nothing is left to repeat and bets lie, Doubling: what the
// one key for both does (source 002, "Consente di ripetere la puntata più recente ... una
// seconda volta per raddoppiare"). Refusals: those of both.
func (t Bets) Again(box int) (Laying, error) {
	l, err := t.Repeating(box)
	if house.RefusedFor(err, house.NothingToRepeat) {
		if doubled, err := t.Doubling(box); !house.RefusedFor(err, house.NothingToDouble) {
			return doubled, err
		}
	}
	return l, err
}

// Repeat does what Again does for the whole table. Refusals: those of Again.
func (t Bets) Repeat() ([]record.Fact, error) {
	l, err := t.Again(0)
	if err != nil {
		return nil, err
	}
	return l.Facts(), nil
}
