package pit_test

import (
	"slices"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
)

// Who has something taken back is told the cards that lie nowhere by it: none that lies again, none twice, and none of a deal before.
func TestCardsTakenLieNowhere(t *testing.T) {
	f := newFloor(t)
	takenBack := func(want ...string) {
		t.Helper()
		cards, codes := f.table.Deal().CardsTaken()
		var got []string
		for _, c := range cards {
			got = append(got, c.String())
		}
		if !slices.Equal(got, want) || codes {
			t.Errorf("taken back are %v, a code %t, want %v", got, codes, want)
		}
	}
	f.do(openingUS, shoe, put(5, "main", "", 5000), closeBets, card("7h"), undo, card("6h"))
	takenBack()
	f.do(card("Qh"), card("5d"), hide, look(false), decide(games.Stand), card("9c"), undo, card("8c"), undo)
	takenBack("8c")
	f.do(reopened)
	takenBack("8c")
	f.do(reopened, undo, undo, undo, undo) // the look, the hole card, and three that lay open
	takenBack("6h", "Qh", "5d", "8c")
	f.do(reopened, put(3, "main", "", 1000), with(dario, closeBets), card("4h"))
	takenBack("Qh", "5d", "8c")
	f.do(pit.OfDeal(hand.Deal.UndoCode))
	if cards, codes := f.table.Deal().CardsTaken(); len(cards) != 4 || !codes {
		t.Errorf("taken back are %v, a code %t", cards, codes)
	}
}
