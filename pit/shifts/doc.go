// Package shifts derives what a record tells of a table's shifts without playing their hands: their headlines, who is on duty, how fast the
// table uses to be, where the log has what. It reads journals alone, and knows no table.
package shifts
