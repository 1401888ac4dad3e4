package table

import (
	"testing"

	"sabot/app/screens/screentest"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports"
)

// A card that is burned has one place: the page on which it is typed shows it where record and report have it.
func TestABurnedCardHasOnePlace(t *testing.T) {
	for name, c := range map[string]struct {
		cards string
		phase pit.Phase
		place string
	}{
		"a box is asked":       {"346", pit.Deciding, "box:1"},
		"the bank's card":      {"346s", pit.Dealing, "bank"},
		"every card is out":    {"346s5", pit.Paying, "next"},
		"the first of a hand":  {"", pit.Dealing, "box:1"},
		"in the middle of one": {"3", pit.Dealing, "bank"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSeat(t, "LB1", "it")
			s.Open()
			s.Keys("125\t25\n\n" + c.cards)
			for s.Table().Current.ChipsDue() && c.phase != pit.Paying {
				s.Keys("\n")
			}
			if s.Table().Phase() != c.phase {
				t.Fatalf("phase %d", s.Table().Phase())
			}
			s.screen.layBurned(record.DrawnInError)
			s.Keys("7")
			cards := s.screen.laid.cards
			typed := cards[len(cards)-1]
			s.Keys("\nDi troppo\n" + screentest.InspectorCode)
			list := reports.ReconstructionsOf(s.Table(), &s.Shell.House.State).List
			if len(list) != 1 || len(list[0].Cards) != 1 {
				t.Fatalf("%+v", list)
			}
			if from := list[0].Cards[0].From; from != c.place || string(typed.At) != from && (typed.At != "" || from != "next") {
				t.Errorf("the page has it at %q, the report at %q", typed.At, from)
			}
		})
	}
}
