package tray

import (
	"sabot/games"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// A Desk is a tray with what it has to know of its table.
type Desk struct {
	*Tray
	Sheet     *pay.Sheet // of the open hand: what its acts have moved
	Empty     bool       // the open hand has no bet and no card
	Open      bool
	Name      string
	Day       string // gaming day of the shift
	Shift     int
	Croupier  string // who deals
	Boxes     int    // of its game; -1 where this program does not have it
	Settings  record.Settings
	CashLimit games.Amount // from what a buy-in takes an inspector; 0 for none
	Checks    int          // see record.Opened
}

// Coins returns the sum paid in coin since the table opened, less the sum that came in so.
func (d Desk) Coins() games.Amount { return d.now().coins }
