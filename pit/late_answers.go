package pit

import (
	"cmp"
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// answered returns which question a fact answers in the hand as it stands before it; false for any other.
func (h *Hand) answered(f record.Fact) (question, bool) {
	switch f := f.(type) {
	case record.Decided:
		if f.Do == games.Insure {
			return question{of: insuring}, true
		}
		if hand, cards := h.askedHand(f.Box); hand > 0 {
			return question{deciding, f.Box, hand, cards}, true
		}
		n := 0
		for _, d := range h.Round.Decisions {
			if d.Box == f.Box && d.Do != games.Insure {
				n++
			}
		}
		return question{deciding, f.Box, 0, n}, true
	case record.InsuranceOver:
		return question{of: insuring}, true
	case record.Looked:
		return question{of: looking}, true
	case record.BetsClosed, record.DealtDry:
		return question{of: bettors}, true
	}
	return question{}, false
}

// askedHand returns which hand of a split box is asked, and how many cards it has; 0 where the box is not split.
func (h *Hand) askedHand(box int) (hand, cards int) {
	if h.Game == nil {
		return 0, 0
	}
	step, err := h.Game.Next(h.Round)
	if err != nil || step.Hand == 0 || step.At.Box != box {
		return 0, 0
	}
	for _, of := range h.Hands() {
		if of.At == step.At && of.Number == step.Hand {
			cards = len(of.Cards)
		}
	}
	return step.Hand, cards
}

// LastDecidedOn returns which hand of a split box the entry decides on that an undo takes back; 0 of any other entry.
func (h *Hand) LastDecidedOn() int {
	last, _ := h.LastKeyed()
	f, decided := last.Fact.(record.Decided)
	if !decided {
		return 0
	}
	before := h.without(record.Undone{Seq: last.Seq})
	hand, _ := before.askedHand(f.Box)
	return hand
}

// answersTo returns what players have said once a fact has answered a question.
func (h *Hand) answersTo(q question, f record.Fact) answers {
	a := answers{bets: h.Round.Bets}
	if h.Game == nil {
		return a
	}
	for _, s := range h.Game.Stakes(h.Round) {
		a.stands = append(a.stands, s.Amount)
	}
	raised, even := games.Raised(h.Game, h.Round), h.evenPays()
	for _, d := range h.Round.Decisions {
		if d.Do != games.Insure {
			continue
		}
		bettor := cmp.Or(d.Bettor, h.Holder(d.Box))
		i := slices.IndexFunc(raised, func(b games.Bet) bool { return b.Box == d.Box && b.Bettor == bettor })
		bought := insured{BetKey: games.BetKey{Box: d.Box, Bettor: bettor}, price: even(d)}
		if bought.even = bought.price > 0; i >= 0 && !bought.even {
			bought.price = raised[i].Amount
		}
		a.insured = append(a.insured, bought)
	}
	switch f := f.(type) {
	case record.Decided:
		a.do, a.staked = f.Do, h.stakedOn(f.Box, q.hand)
	case record.Looked:
		a.looked = f
	}
	return a
}

// evenPays returns what a decision that insures a bet has it paid as even money; 0 where it takes none.
func (h *Hand) evenPays() func(games.Decision) games.Amount {
	s, _ := h.Game.Settle(h.Round)
	return func(d games.Decision) games.Amount {
		bet := slices.IndexFunc(h.Round.Bets, func(b games.Bet) bool { return h.Insures(d, b) })
		if part, settled := h.EvenPart(bet); bet >= 0 && settled {
			return part.Returned - part.Staked
		}
		return s.Even[bet]
	}
}

// stakedOn returns what is staked on a box, bet by bet; of a hand of a split box what rides on that one.
func (h *Hand) stakedOn(box, hand int) (bets []stakedBet) {
	s, err := h.Game.Settle(h.Round)
	if err != nil {
		return nil
	}
	for _, p := range s.Payments {
		if p.Box != box {
			continue
		}
		bet := stakedBet{p.Key(), p.Staked}
		for _, part := range p.Parts {
			if part.Hand == hand {
				bet.amount = part.Staked
			}
		}
		bets = append(bets, bet)
	}
	return bets
}

// amountOn returns what is staked on a bet, of those of its box; 0 where it is none of them.
func amountOn(staked []stakedBet, key games.BetKey) games.Amount {
	for _, b := range staked {
		if b.BetKey == key {
			return b.amount
		}
	}
	return 0
}

// A restake is what was and is staked by a bettor on a box.
type restake struct {
	bettor   string
	from, to games.Amount
}

// restaked returns by bettor the bets that another decision made another stake; where it made none, all of the box in one.
func restaked(was, is []stakedBet) (list []restake) {
	all := restake{}
	add := func(bet stakedBet, from, to games.Amount) {
		all.from, all.to = all.from+from, all.to+to
		if from == to {
			return
		}
		i := slices.IndexFunc(list, func(r restake) bool { return r.bettor == bet.Bettor })
		if i < 0 {
			list, i = append(list, restake{bettor: bet.Bettor}), len(list)
		}
		list[i].from, list[i].to = list[i].from+from, list[i].to+to
	}
	for _, bet := range was {
		add(bet, bet.amount, amountOn(is, bet.BetKey))
	}
	for _, bet := range is {
		if !slices.ContainsFunc(was, func(w stakedBet) bool { return w.BetKey == bet.BetKey }) {
			add(bet, 0, bet.amount)
		}
	}
	if list == nil {
		return []restake{all}
	}
	return list
}
