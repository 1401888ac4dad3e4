package pit_test

import (
	"slices"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// Of a card that a shoe has read and that lies face down nobody says what it was entered as, also where the page of the hand has it no
// more. One that lay open is named.
func TestCardThatNobodyMaySeeIsNotNamed(t *testing.T) {
	for _, c := range []struct {
		gone  int
		named bool
	}{{3, false}, {2, true}} { // the hole card; the box's second card
		f := newFloor(t)
		f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets, card("9h"), card("6d"), card("8h"), readAs(card("Kd"), byShoe))
		var lie []games.Card
		for _, l := range f.table.Current.Round.Laid {
			lie = append(lie, l.Card)
		}
		if secret := f.table.Deal().Secret(lie); len(secret) != 4 || !secret[3] {
			t.Fatalf("the hole card is not covered: %v", secret)
		}
		lies := slices.Delete(f.table.Felt().OnFelt(), c.gone, c.gone+1)
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOut(record.WrongPlace, 0, "", lies) })
		entered, other := f.table.Current.AsEntered()
		compared := hand.Compare(f.table.Game, entered.Round, f.table.Current.Round)
		if named := slices.ContainsFunc(compared.Cards, compared.OtherCard); other != c.named || named != c.named {
			t.Errorf("without card %d: %v, %v", c.gone+1, other, named)
		}
	}
}
