package pit

import (
	"sabot/games"
)

// EvenMoney is what an insured blackjack would be paid at once, together with its insurance
// and whatever the dealer has: of the box's main bet where no bettor is named. 0 where the
// bet cannot be insured now, or its insurance is none of a blackjack. Minor units.
func (t Bets) EvenMoney(box int, bettor string) games.Amount {
	round, err := games.BuyInsurance(t.at.Game, t.Round, box, bettor)
	if err != nil {
		return 0
	}
	s, err := t.at.Game.Settle(round)
	if err != nil {
		return 0
	}
	for i, b := range round.Bets {
		if b.Box == box && t.Insures(games.Decision{Box: box, Bettor: bettor}, b) {
			return s.Even[i]
		}
	}
	return 0
}
