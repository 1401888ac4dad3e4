// Package tray says what moves between the hands of a table: the float and what it should be worth, buy-ins, changes and tips, slips,
// commission, wrong payouts, keys, counts of the float and of the drop box, and what a shift comes to. A [Tray] is a fold of entries; a
// [Desk] is that tray with what it has to know of its table, and has the commands. It knows no cards and no table.
package tray
