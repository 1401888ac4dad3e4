package puntobanco

import "sabot/games"

// Opening returns nil: no player takes the cards in his hand.
func (g *Game) Opening(games.Round) []games.Place { return nil }

// Reveal returns the places of the player's two cards, then the banker's: "Alla fine del periodo di puntata, il croupier dovrà
// scansionare/svelare le 4 carte iniziali assegnate al Giocatore e al Banco, iniziando dal Giocatore" (source 000).
func (g *Game) Reveal(games.Round) []games.Place {
	return []games.Place{games.Player, games.Player, games.Banker, games.Banker}
}

// Points returns the total of a side's cards.
func (g *Game) Points(cards []games.Card) int { return games.BaccaratTotal(cards) }
