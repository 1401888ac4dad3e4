// Package hand says what one hand of a table is, and what may be done in it: bets, cards, decisions, wrong deals and how they are put
// right, payments, and the cards of the shoe that it is dealt from. A [Hand] is a fold of its own entries. What may be done is behind
// three doors, each of which is that hand with an [At], what it has to know of its table: [Bets], [Deal] and [Felt]. A door gives facts,
// or a refusal that says why not. It knows no tray, no shift and no table.
package hand
