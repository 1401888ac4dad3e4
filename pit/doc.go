// Package pit is a table of the house: what its entries say of it, and what may be done at
// it. It has no SQL, no window and no paper in it, and may know the record and the people.
//
// Everything that happens is a [record.Entry], a fact in the past tense that is on disk
// before it is on screen and is never changed. A [Table] is a fold of its entries
// and nothing else, so resuming after a power cut, undoing a slip, a hand's
// history, the shift's report and the export all read the same fold.
//
//	command -> Table decides -> facts -> Stamp -> entries -> Journal.Append -> Table.Apply
//
// A table composes a hand ([hand.Hand], behind the doors Bets, Deal and Felt) and a tray ([tray.Tray], behind its Desk). What it is
// asked of them itself is handed on.
//
// A command may be refused (a [house.Refusal] says why); a fact cannot: Apply never
// fails.
package pit
