// Package house is the house and who works in it: keys and PINs, rights, what their
// numbers are locked out of, and the house that they make together, which is a fold of its
// own stream (its name, chips, tables, the copies of its papers). It knows the record and
// no table.
//
// Whoever is refused something is told by a [Refusal], wherever in the pit it was asked
// for: it can name the right that was missing, and so who has it.
package house
