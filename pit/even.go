package pit

import (
	"sabot/games"
)

// EvenMoney is what an insured blackjack would be paid at once, together with its insurance
// and whatever the dealer has: of the box's main bet where no bettor is named. 0 where the
// bet cannot be insured now, or its insurance is none of a blackjack. Minor units.
func (t *Table) EvenMoney(box int, bettor string) games.Amount {
	round, err := games.BuyInsurance(t.Game, t.Current.Round, box, bettor)
	if err != nil {
		return 0
	}
	s, err := t.Game.Settle(round)
	if err != nil {
		return 0
	}
	for i, b := range round.Bets {
		if b.Box == box && t.Current.Insures(games.Decision{Box: box, Bettor: bettor}, b) {
			return s.Even[i]
		}
	}
	return 0
}
