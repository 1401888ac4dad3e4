package view

import (
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit/record"
)

// The rows of a count, that of what no chip makes with them, add up to what was counted and
// to what it should come to; a count that is right chip by chip has no row that differs.
func TestCountRowsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chips := []games.Amount{500, 1000, 2500, 10000}
		float := func(name string) record.Float {
			var f record.Float
			for _, value := range append([]games.Amount{200}, chips...) {
				if n := rapid.Int64Range(0, 30).Draw(t, name); n > 0 {
					f = append(f, record.Stack{Value: value, Pieces: n})
				}
			}
			return f
		}
		is, stock := float("is"), float("stock")
		should := stock.Value() + games.Amount(rapid.Int64Range(-3000, 3000).Draw(t, "rest"))
		var sum CountRow
		for i, r := range CountRows(chips, is, stock, should) {
			if r.Is == 0 && r.Want == 0 {
				t.Fatalf("row %d says nothing", i)
			}
			sum.Is, sum.Want = sum.Is+r.Is, sum.Want+r.Want
		}
		if sum.Is != is.Value() || sum.Want != should {
			t.Fatalf("the rows come to %d of %d, the count is %d of %d", sum.Is, sum.Want, is.Value(), should)
		}
	})
}
