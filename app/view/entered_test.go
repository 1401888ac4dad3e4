package view_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// Two cards that change places on the page of a hand are others than had been entered, and the money that moves by it is named.
func TestCardsThatChangePlacesAreNamed(t *testing.T) {
	s := newSeat(t, "en")
	s.open()
	s.stakes(1, 4)
	s.cards("946K8") // box 1 wins by its 59, box 4 loses
	s.do(pit.OfDeal(hand.Deal.PayAll))
	lies := s.table.Felt().OnFelt()
	lies[0].Card, lies[1].Card = lies[1].Card, lies[0].Card
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOut(record.WrongPlace, 0, "", lies) })
	dario, _ := s.view.House.StaffBy("21")
	facts, err := s.table.Resume(&dario, "seen")
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, l := range s.view.Approval(s.table, facts) {
		said = append(said, strings.ReplaceAll(l.Text, "\u00a0", " "))
	}
	for _, want := range []string{"Card 1: 9, Box 1 » 4, Box 1", "Card 2: 4, Box 4 » 9, Box 4", "Box 1: gives 40 back", "Box 4: gets 40 more"} {
		if !slices.Contains(said, want) {
			t.Errorf("no %q in %q", want, said)
		}
	}
}
