// Package pay says what the bets of one hand came to, and what a croupier's hands do with their chips: which acts are due and in which
// order, which are done, what was done before a hand was put right, and what differs where another version of the hand takes its place.
// It knows a round, the rules that settle it and what the record says of it. Who may pay, and when, is the table's.
package pay
