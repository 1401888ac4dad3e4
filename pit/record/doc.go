// Package record is what is kept for good: facts in the past tense, the bytes that they are
// on disk, and the words that they ride on (a float, a slip, the settings of a table, a
// role). It knows the seal of a record and the games' amounts, cards and decisions, and
// nothing of what follows from a fact: no table, no right, no rule.
//
// An [Entry] is one thing that happened. Which facts there are, and what the program must
// know of each kind, is one table, kinds.go. [Encode] gives an entry its one encoding and
// [Decode] reads it, with an error for whatever is damaged; a [Keeper] keeps them.
package record
