package hand

import (
	"maps"
	"slices"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// ChooseEarly records the early decision of a bettor behind, as long as the rules let it
// be chosen. Refusals: TableClosed, NoShoe, NoSuchSpot where that bettor has
// no bet behind, TooLate.
func (t Bets) ChooseEarly(box int, bettor string, early games.Early) ([]record.Fact, error) {
	if err := t.shoeIsThere(); err != nil {
		return nil, err
	}
	at := t.EarlyBet(box, bettor)
	if at < 0 {
		return nil, &house.Refusal{Why: house.NoSuchSpot, Box: box}
	}
	if early.HasFunds { // what an insurance took of them is gone already
		early.Funds += t.Insured(at)
	}
	if game, ok := t.at.Game.(games.EarlyDecisions); ok && !game.MayChoose(t.Round, at, early) {
		return nil, &house.Refusal{Why: house.TooLate, Box: box}
	}
	bets := slices.Clone(t.Round.Bets)
	bets[at].Early = early
	if err := t.at.Game.CheckBet(nil, bets[at]); err != nil {
		return nil, &house.Refusal{Why: house.NotThatDecision, Box: box}
	}
	f := record.EarlyChosen{Box: box, Bettor: bettor, Choice: early.Choice, Then: early.Then}
	if early.HasFunds {
		f.Funds = &early.Funds
	}
	return []record.Fact{f}, nil
}

// DecideAhead records what the main player of a box will do at their decision; "" takes it back. The decision is offered then, and
// nothing is decided before. Refusals: as ChooseEarly, NotThatDecision for one that its hand cannot come to.
func (t Bets) DecideAhead(box int, do games.Action) ([]record.Fact, error) {
	if err := t.early(box); err != nil {
		return nil, err
	}
	if !t.Round.Has(box) {
		return nil, &house.Refusal{Why: house.NoSuchBox, Box: box}
	}
	if do != "" && !slices.Contains(t.mayAnswer(box), do) {
		return nil, &house.Refusal{Why: house.NotThatDecision, Box: box, What: string(do)}
	}
	return []record.Fact{record.EarlyChosen{Box: box, Do: do}}, nil
}

// SaidAhead returns what the main player of a box said that he will do; "" where he said nothing,
// or nothing that his cards still let him do.
func (t Bets) SaidAhead(box int) games.Action {
	if do := t.Ahead[box]; do != "" && slices.Contains(t.mayAnswer(box), do) {
		return do
	}
	return ""
}

// mayAnswer returns the answers that a box may still come to give.
func (t Bets) mayAnswer(box int) []games.Action {
	if game, ok := t.at.Game.(games.SaysAhead); ok {
		return game.MayAnswer(t.Round, box)
	}
	var all []games.Action
	for _, a := range t.at.Game.Layout().Asked() {
		all = append(all, a.Do)
	}
	return all
}

// earlyOf returns the early decision that a bet has when it is put down: its own, or what of
// its bettor's last one at the box goes on in the hands after.
func (t Bets) earlyOf(bet games.Bet) games.Early {
	if !t.IsEarly(bet.Spot) {
		return games.Early{}
	}
	if i := t.EarlyBet(bet.Box, bet.Bettor); i >= 0 {
		return t.Round.Bets[i].Early
	}
	for n := len(t.at.Past) - 1; n >= 0; n-- {
		if h := &t.at.Past[n]; h.EarlyBet(bet.Box, bet.Bettor) >= 0 {
			return h.Round.Bets[h.EarlyBet(bet.Box, bet.Bettor)].Early.Lasting()
		}
	}
	return games.Early{}
}

// early refuses an answer where it is too late for the main player of a box to decide ahead.
func (t Bets) early(box int) error {
	if err := t.shoeIsThere(); err != nil {
		return err
	}
	if t.HasBlackjack(box) { // it is asked nothing
		return &house.Refusal{Why: house.TooLate, Box: box}
	}
	for _, d := range t.Round.Decisions {
		if d.Box == box && d.Do != games.Insure {
			return &house.Refusal{Why: house.TooLate, Box: box}
		}
	}
	return nil
}

// EarlyBets returns the bets of a box that take an early decision, with the funds that their
// bettors have left: what an insurance took is gone.
func (t Bets) EarlyBets(box int) []games.Bet {
	var bets []games.Bet
	for i, b := range t.Round.Bets {
		if b.Box == box && t.IsEarly(b.Spot) {
			if b.Early.HasFunds {
				b.Early.Funds -= t.Insured(i)
			}
			bets = append(bets, b)
		}
	}
	return bets
}

func (h *Hand) EarlyBet(box int, bettor string) int {
	return slices.IndexFunc(h.Round.Bets, func(b games.Bet) bool { return b.Box == box && b.Bettor == bettor && h.IsEarly(b.Spot) })
}

// without returns what boxes said ahead without one of them: it has decided, or took it back.
func without(ahead map[int]games.Action, box int) map[int]games.Action {
	if _, said := ahead[box]; said {
		ahead = maps.Clone(ahead)
		delete(ahead, box)
	}
	return ahead
}

func (h *Hand) choose(f record.EarlyChosen) {
	switch {
	case f.Do != "":
		h.Ahead = maps.Clone(h.Ahead)
		if h.Ahead == nil {
			h.Ahead = map[int]games.Action{}
		}
		h.Ahead[f.Box] = f.Do
		return
	case h.EarlyBet(f.Box, f.Bettor) < 0:
		h.Ahead = without(h.Ahead, f.Box)
		return
	}
	early := games.Early{Choice: f.Choice, Then: f.Then}
	if f.Funds != nil {
		early.Funds, early.HasFunds = *f.Funds, true
	}
	bets := slices.Clone(h.Round.Bets)
	bets[h.EarlyBet(f.Box, f.Bettor)].Early = early
	h.Round.Bets = bets
}
