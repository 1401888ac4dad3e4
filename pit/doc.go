// Package pit is the house: what happens at its tables, who did it, and what
// follows from it. It has no SQL, no window and no paper in it.
//
// Everything that happens is a [record.Entry], a fact in the past tense that is on disk
// before it is on screen and is never changed. A [Table] is a fold of its entries
// and nothing else, so resuming after a power cut, undoing a slip, a hand's
// history, the shift's report and the export all read the same fold.
//
//	command -> Table decides -> facts -> Stamp -> entries -> Journal.Append -> Table.Apply
//
// A command may be refused (a [Refusal] says why); a fact cannot: Apply never
// fails.
package pit
