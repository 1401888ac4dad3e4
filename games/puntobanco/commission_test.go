package puntobanco

import (
	"testing"

	"sabot/games"
)

// "Viene applicata una commissione del 5%" (source 002): a tracked one may be exact where winnings
// are rounded to what chips make, and what commission_rounding leaves out is as in rounding.
func TestCommissionRounding(t *testing.T) {
	for _, c := range []struct {
		rounding, commission games.Rounding
		stake, want          games.Amount
	}{
		{games.Rounding{Unit: 500, Mode: games.RoundDown}, games.Rounding{}, 9500, 0},
		{games.Rounding{Unit: 500, Mode: games.RoundDown}, games.Rounding{Unit: 1}, 9500, 475},
		{games.Rounding{Unit: 500, Mode: games.RoundDown}, games.Rounding{Unit: 1}, 9510, 475},
		{games.Rounding{Unit: 500, Mode: games.RoundDown}, games.Rounding{Unit: 1, Mode: games.RoundNearest}, 9510, 476},
		{games.Rounding{Unit: 500, Mode: games.RoundDown}, games.Rounding{Mode: games.RoundUp}, 9500, 500},
	} {
		g, _ := New(FirstPerson)
		var of games.Game = g
		for key, value := range map[string]any{ruleCommission: string(Tracked), ruleCommissionRounding: c.commission} {
			with, ok := of.(games.Ruled).WithRule(key, value)
			if !ok {
				t.Fatalf("%s is not taken as %v", key, value)
			}
			of = with
		}
		o := of.Options()
		o.Rounding = c.rounding
		if got := of.(*Game).With(o).(*Game).CommissionRounding().Winnings(c.stake, commission); got != c.want {
			t.Errorf("%+v: commission of %d is %d, want %d", c, c.stake, got, c.want)
		}
	}
}
