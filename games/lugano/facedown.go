package lugano

import "sabot/games"

// Opening is, with the cards in the hand, the bank's card, which lies face up, and
// then box by box the two cards that the player lays open (source 004, section 6).
func (g *Game) Opening(r games.Round) []games.Place {
	if g.options.Preset != HandHeld {
		return nil
	}
	places := []games.Place{games.Bank}
	for _, b := range inPlay(nil, r.Bets, g.Stakes(r)) {
		places = append(places, games.AtBox(b.n), games.AtBox(b.n))
	}
	return places
}

// Points returns the total of a hand (source 004, section 4).
func (g *Game) Points(cards []games.Card) int { return games.BaccaratTotal(cards) }

// Reveal returns nil: what is dealt face up is known as it is dealt.
func (g *Game) Reveal(games.Round) []games.Place { return nil }
