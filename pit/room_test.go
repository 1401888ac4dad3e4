package pit_test

import (
	"math"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A table without maxima takes bets as long as a million such hands are an amount still, each by itself and all together, put down,
// repeated, doubled and put right.
func TestBetsHaveRoomInOneHand(t *testing.T) {
	const room, times, rounded = math.MaxInt64 / 1_000_000, 30 + 1 + 8, 8
	left := func(bets, lies games.Amount) games.Amount { // for one bet more, in chips
		return (room - bets*rounded - lies*times - rounded) / times / theChips[0] * theChips[0]
	}
	most := left(0, 0)
	fifth := most / 5 / theChips[0] * theChips[0]
	f := newFloor(t)
	f.do(openingWith("lugano", `"lugano"`, nil), shoe)
	f.refused(house.AmountTooLarge, bet(1, "59", most+theChips[0]))
	f.do(bet(1, "59", most), bet(1, "59", fifth), bet(1, "play", fifth))
	rest := left(2, 2*fifth)
	f.refused(house.AmountTooLarge, bet(2, "59", rest+theChips[0]))
	f.do(bet(2, "59", rest), bet(2, "59", 0))
	f.do(doubling(1))
	f.refused(house.AtTheLimit, doubling(0))

	f.do(closeBets, card("9"), card("K"), card("5"), decide(games.Stand), card("9"), payAll)
	f.refused(house.AmountTooLarge, as(1, false, func(r *games.Round) { r.Bets[0].Amount = most }))
	f.do(bet(3, "59", 2*fifth))
	f.refused(house.NothingToRepeat, func(t *pit.Table) ([]record.Fact, error) {
		_, err := t.Bets().Repeating(1)
		return nil, err
	})
	f.do(bet(3, "59", 0), pit.OfBets(hand.Bets.Repeat))
	if got := f.table.Current.Round.On(1, "59", ""); got != 2*fifth {
		t.Errorf("repeated alone it is %d of %d", got, 2*fifth)
	}
}
