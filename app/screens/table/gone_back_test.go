package table

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports"
)

// Of a hand that was cancelled, in play was what played: not a void bet that its player had back at the call. The paper of what was
// put right in it before has no result of a bet that only the cancelling gave back.
func TestCancelledHandWithAVoidBet(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t20\n320\n\n\n8k")
	manager, err := s.Shell.House.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	run := func(command func(*pit.Table) ([]record.Fact, error)) {
		t.Helper()
		if err := s.screen.session.Do(command, manager); err != nil {
			t.Fatal(err)
		}
	}
	for _, amount := range []games.Amount{3000, 4000} {
		run(func(t *pit.Table) ([]record.Fact, error) {
			return t.Felt().RuleBet(games.Bet{Box: 1, Spot: "play", Amount: amount}, false, &manager.Staff, "video")
		})
	}
	run(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&manager.Staff, "buio") })
	s.Shell.TypedKey(fyne.KeyF8)
	s.Reads("the hand", "Mano 1", "annullata", "in gioco 60")
	for _, x := range reports.ReconstructionsOf(s.Table(), &s.Shell.House.State).List[:2] {
		if len(x.Paid) != 1 || x.Paid[0].Box != 3 || !x.Paid[0].WasPaid {
			t.Errorf("%s: %+v", x.What, x.Paid)
		}
	}
}

// A 59 that a ruling brings under its minimum goes back with PLAY, and the paper has both stakes go.
func TestRulingUnderTheMinimumOnPaper(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("125\t25\n225\t25\n\n8")
	inspector, err := s.Shell.House.SignOn("215821")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.screen.session.Do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RuleBet(games.Bet{Box: 2, Spot: "59", Amount: 500}, false, &inspector.Staff, "video")
	}, inspector); err != nil {
		t.Fatal(err)
	}
	paid := reports.ReconstructionsOf(s.Table(), &s.Shell.House.State).List[0].Paid
	var back games.Amount
	for _, l := range paid {
		if back += l.Back; l.Stands != 0 {
			t.Errorf("%+v still stands", l)
		}
	}
	if back != 3000 || len(paid) != 2 {
		t.Errorf("%d goes back: %+v", back, paid)
	}
}
