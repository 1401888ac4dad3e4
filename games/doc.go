// Package games holds the rules: what may happen next at a table and what is
// paid, and nothing else. It knows no clock, no disk, no screen and no chance.
//
// A hand is a [Round]: the bets, the cards as they left the shoe, the decisions
// in the order in which they were asked. A [Game] reads a round and answers two
// questions: what happens next ([Game.Next]) and what every bet is paid
// ([Game.Settle]). Buttons, validators, the hand file, reconstruction and tests
// all ask the same two.
//
// The words of the house, and the Italian of the sources beside them:
//
//	box        box           a place of the layout on which one plays, from 1, clockwise from the croupier's left
//	spot       casella       one of the bets of a box (59, PLAY, PAIR, +8, ...)
//	bet        puntata       what was put down on a spot
//	stake      posta         what of a bet stands once limits are applied
//	bank       banco         the house's own hand
//	player     punto         at punto banco the one side, banker (banco) the other
//	seat       box           a box of blackjack; behind (alle spalle) one bets on another's hand
//	hole card  carta coperta the dealer's second card, face down
//	road       strada        a scorecard of the shoe
//	shoe       sabot         the box the cards are drawn from
//	round      mano          one hand of the table, from the bets to the last payment
//	burn       bruciare      to put a card out of play
//	deal plan  distribuzione where each card of a correct deal goes
//	misdeal    errore        a card that lies where the deal does not have it
//	relay      ricostruzione laying the same cards again where they belong
package games
