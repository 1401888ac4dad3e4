package pay

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// EvenMoney is the Hand of a Part in which a blackjack is paid together with its insurance,
// 1:1 and at once: no insurance is laid for it. The rows of the two, which come once the
// dealer's cards are known, are together the same.
const EvenMoney = -1

// NewParts returns the parts that the rules have decided and the record does not have yet, in paying order.
func (s *Sheet) NewParts(settled games.Settlement) []record.Part {
	recorded := func(bet, hand int) bool {
		return slices.ContainsFunc(s.Parts, func(p record.Part) bool { return p.Bet == bet && p.Hand == hand })
	}
	var parts []record.Part
	for _, i := range settled.PayOrder {
		p := &settled.Payments[i]
		if over := p.Reduced(); over > 0 && i < len(s.Round.Bets) && !recorded(i, 0) {
			parts = append(parts, record.Part{Bet: i, Outcome: games.Void, Returned: over})
		}
		if len(settled.Even) > 0 && settled.Even[i] > 0 && !recorded(i, EvenMoney) {
			parts = append(parts, record.Part{Bet: i, Hand: EvenMoney, Outcome: games.Win, Staked: p.Staked, Returned: p.Staked + settled.Even[i], Odds: games.Odds{Win: 1, Per: 1}})
		}
		for _, part := range p.Parts {
			if part.Decided && !recorded(i, part.Hand) {
				parts = append(parts, record.Part{Bet: i, Hand: part.Hand, Outcome: part.Outcome, Staked: part.Staked, Returned: part.Returned, Odds: part.Odds})
			}
		}
	}
	return parts
}

// Split returns a function that gives the hands of a split box on which a settled bet rides, each with its result; none where the
// box is not split. A hand that was put right has rows only: the rules give the rest, where they come to the same.
func (s *Sheet) Split() func(games.Payment) []games.Part {
	var settled []games.Payment
	return func(p games.Payment) []games.Part {
		if len(p.Parts) > 0 || p.Outcome == games.Void || s.Cancelled != nil || s.Game == nil {
			return p.Parts
		}
		if settled == nil {
			all, err := s.Game.Settle(s.Round)
			if err != nil {
				return nil
			}
			settled = all.Payments
		}
		i := slices.IndexFunc(settled, func(by games.Payment) bool { return by.Key() == p.Key() })
		if i < 0 || settled[i].Returned != p.Returned {
			return nil
		}
		return settled[i].Parts
	}
}
