package pit_test

import (
	"testing"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A card that an inspector had burned plays no part: nobody says of the felt that it lies somewhere, or that it was none. Once
// the inspector takes that back it is a card as any other.
func TestABurnedCardLiesNowhere(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 3)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard("5", &dario, "seen") }, card("9"))
	for _, felt := range []string{"5@box:1 9@box:3", "5@box:7 9@box:1", "9@box:1", "!9@box:1 5@box:1", "9@box:2", "9@box:1 !8@box:1"} {
		f.refused(house.StaysBurned, layOut(felt))
	}
	f.refused(house.StaysBurned, func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().LayOut(record.DealtWithout, 2, "", laidOut("5@box:1 9@box:2"))
	})
	for _, felt := range []string{"!5@box:1 9@box:2", "!5@box:1 9@box:3 4@box:3", "!5 9@box:2"} {
		f.do(layOut(felt))
		f.refused(house.StaysBurned, layOut("5@box:1 9@box:3"))
		f.do(undo)
	}
	f.do(layOut("!5@box:1 9@box:3"), relay)
	if got := lying(f.table.Current.Round.Laid); got != "!5@box:1 9@box:1" {
		t.Errorf("laid again they lie %s", got)
	}
	f.refused(house.StaysBurned, layOut("5@box:1 9@box:3"))
}
