package pit

import (
	"math"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// withSettled is facts, and with them what the rules decide by them: no amount is
// shown that the record does not hold.
func (t table) withSettled(facts []record.Fact, after *Hand) ([]record.Fact, error) {
	settlement, err := t.settle(after.Round)
	if err != nil {
		return nil, err
	}
	if s := after.NewlySettled(settlement); len(s.Rows)+len(s.Parts) > 0 {
		facts = append(facts, s)
	}
	return facts, nil
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
	if err := t.dealing(); err != nil {
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
