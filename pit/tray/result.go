package tray

import "sabot/games"

// A Result is the result of a table's shift, counted and by its hands. Amounts are minor units.
type Result struct {
	Opening  Sum // what was counted
	Closing  Sum // as it was counted last: see Closer
	Fills    games.Amount
	Credits  games.Amount
	BoughtIn games.Amount // cash that players paid at the table: an estimate of the drop
	Drop     Sum          // the drop box as two people counted it
	Tips     games.Amount
	// Coins is the sum paid in coin, less the sum that came in so: no chips of the table make it, and no count has it.
	Coins games.Amount `json:",omitempty"`
	// ByCount is closing + credits + drop - opening - fills - coins; with the estimate of the
	// drop until it is counted. Unknown where a count is missing.
	ByCount   Sum
	Estimated bool // the drop of ByCount is an estimate
	// ByHands is the sum of every settlement, less commission that was given up, and with what
	// rounding it at the collection made of the rest.
	ByHands games.Amount
	// Waived is the commission that was given up: ByHands is without it.
	Waived games.Amount `json:",omitempty"`
	// Rounded is by how much more commission was collected than was owed, to the smallest chip.
	Rounded games.Amount `json:",omitempty"`
	// Wrong is the money that the tray has more (or less) by wrong payouts that did not come back.
	Wrong games.Amount `json:",omitempty"`
	// Unmoved is the money that the tray has more (or less) by hands that were corrected or voided in the record alone: the players
	// keep what they had got, and pay nothing back.
	Unmoved games.Amount `json:",omitempty"`
	// Difference is ByCount less ByHands, Wrong and Unmoved: what nobody can say why.
	Difference Sum
}

// Expected returns what the count should come to.
func (r Result) Expected() games.Amount { return r.ByHands + r.Wrong + r.Unmoved }

// DropDifference returns by how much the drop was counted more than was bought in; unknown until it is counted.
func (r Result) DropDifference() Sum { return r.Drop.Less(KnownSum(r.BoughtIn)) }
