package view_test

import (
	"slices"
	"testing"

	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// A ruling on the 59 has another amount of PLAY play: who approves it is told which, and what goes back.
func TestRulingSaysWhatPlays(t *testing.T) {
	s := newSeat(t, "it")
	s.open()
	inspector, _ := s.view.House.StaffBy("21")
	s.bet(1, "59", 10_000)
	s.bet(1, "play", 20_000)
	s.do(pit.OfBets(hand.Bets.Close))
	for _, name := range []string{"4", "K", "4"} {
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
	}
	s.do(pit.OfDeal(hand.Deal.PayAll))
	facts, err := s.table.Felt().RuleBet(games.Bet{Box: 1, Spot: "59", Amount: 8000}, true, &inspector, "seen")
	if err != nil {
		t.Fatal(err)
	}
	lines := s.view.Approval(s.table, facts)
	if !slices.ContainsFunc(lines, func(l view.ApprovalLine) bool {
		return l.Text == "Box 1, PLAY, quanto gioca: 200 » 160, 40 da restituire"
	}) {
		t.Errorf("%+v", lines)
	}
}

// A ruling that brings a 59 under its minimum has neither it nor PLAY play: who approves it is told all that goes back.
func TestRulingUnderTheMinimumSaysAllThatGoesBack(t *testing.T) {
	s := newSeat(t, "it")
	s.open()
	inspector, _ := s.view.House.StaffBy("21")
	s.bet(1, "59", 2000)
	s.bet(1, "play", 2000)
	s.bet(2, "59", 2000)
	s.bet(2, "play", 2000)
	s.do(pit.OfBets(hand.Bets.Close))
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("4") })
	facts, err := s.table.Felt().RuleBet(games.Bet{Box: 2, Spot: "59", Amount: 500}, false, &inspector, "seen")
	if err != nil {
		t.Fatal(err)
	}
	lines := s.view.Approval(s.table, facts)
	for _, want := range []string{"Box 2, 59, quanto gioca: 20 » 0, 5 da restituire", "Box 2, PLAY, quanto gioca: 20 » 0, 20 da restituire"} {
		if !slices.ContainsFunc(lines, func(l view.ApprovalLine) bool { return l.Text == want }) {
			t.Errorf("not %q: %+v", want, lines)
		}
	}
}
