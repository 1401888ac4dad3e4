// Package audit says what of a record does not hold. It reads streams of entries as a table
// does, one by one, and asks of each what the rules, the keys of the house and the commands
// of the table would have given. It may know every other room of the pit; none knows it.
//
// A [Run] is the audit of one stream, judged by what the house's stream says (its
// [Witness]); [Verify] runs through a whole record.
package audit
