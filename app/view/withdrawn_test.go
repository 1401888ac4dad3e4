package view_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Whatever somebody approves of a hand while the line stands names the chips that go back, and so does the closing of the
// table where the bets of that hand were cleared.
func TestApprovalsCarryWhatWasTakenBack(t *testing.T) {
	const back = "Fiche già mosse? Riportale: box 1: 59 ↓25"
	s := newSeat(t, "it")
	s.open()
	manager, _ := s.view.House.StaffBy("31")
	inspector, _ := s.view.House.StaffBy("21")
	s.bet(1, "59", 2500)
	s.bet(1, "play", 2500)
	s.do(pit.OfBets(hand.Bets.Close))
	for _, name := range []string{"K", "5", "8"} {
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
	}
	s.do(pit.OfDeal(hand.Deal.PayAll))
	undo := func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&inspector) }
	carries := func(about string, command func(*pit.Table) ([]record.Fact, error)) {
		t.Helper()
		facts, err := command(s.table)
		if err != nil {
			t.Fatal(about, err)
		}
		if !slices.ContainsFunc(s.view.Approval(s.table, facts), func(l view.ApprovalLine) bool {
			return strings.HasPrefix(l.Text, "Fiche già mosse? Riportale: box 1") && strings.HasSuffix(l.Text, "↓25") && l.Mark == view.Warned
		}) {
			t.Errorf("%s is approved with %+v", about, s.view.Approval(s.table, facts))
		}
	}
	s.do(undo)
	carries("a ruling", func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RuleBet(games.Bet{Box: 1, Spot: "play", Amount: 5000}, true, &inspector, "seen")
	})
	carries("a hand that is cancelled", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&manager, "a quarrel") })
	lies := []record.CardLaid{{Card: "K", At: "box:1"}, {Card: "5", At: "box:1"}, {Card: "8", At: "bank"}}
	if money := s.view.Reconstruction().RelayOf(s.table, record.WrongPlace, 1, lies).Money; !slices.Contains(money, back) {
		t.Errorf("the page of the cards as they lie has %q", money)
	}
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOut(record.WrongPlace, 1, "", lies) })
	carries("a reconstruction that is refused", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().RefuseRelay("no", &inspector) })
	carries("a reconstruction", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&inspector, "seen") })
	s.do(undo)
	for s.table.Current.BetsClosed {
		if last, _ := s.table.Deal().LastKeyed(); record.KindOf(last.Fact) == "nobets" {
			carries("the bets that open again", undo)
		}
		s.do(undo)
	}
	s.do(pit.OfBets(hand.Bets.Clear))
	carries("the closing of the table", func(t *pit.Table) ([]record.Fact, error) {
		croupier, _ := s.view.House.StaffBy("11")
		return t.Closing(pit.End{Croupier: croupier, Inspector: inspector})
	})
}

// What an insurance had put down stands in the line until its bet is done: a hand that closes in the ordinary way keeps none.
func TestTakenBackInsuranceStandsUntilItsBetIsDone(t *testing.T) {
	const back = "Fiche già mosse? Riportale: box 1: ASSIC. ↩10"
	s := newSeat(t, "it")
	dario := s.opensBlackjack()
	s.bet(1, "main", 2000)
	s.do(pit.OfBets(hand.Bets.Close))
	for _, name := range []string{"9s", "Ah", "9d"} {
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
	}
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(1, "") })
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario) })
	if got := s.screen().Notice.Text; got != back {
		t.Errorf("it says %q", got)
	}
	s.do(pit.OfBets(hand.Bets.EndInsurance))
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("Kc") })
	s.do(pit.OfDeal(hand.Deal.PayAll))
	if old, _ := s.table.ClosedHand(1); len(old.Withdrawn()) != 0 {
		t.Errorf("its bet was collected, and it keeps %+v", old.Withdrawn())
	}
}

// opensBlackjack opens a table of blackjack with a shoe, and returns its inspector.
func (s *seat) opensBlackjack() house.Staff {
	s.t.Helper()
	anna, _ := s.view.House.StaffBy("11")
	dario, _ := s.view.House.StaffBy("21")
	set := record.TableSet{Name: "LB1", Game: "blackjack", Rules: []byte(`{"preset":"bj-eu"}`)}
	s.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: set, Chips: s.view.House.ChipsOf("LB1"), Croupier: anna, Inspector: dario}, time.Now())
	})
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, time.Now()) })
	return dario
}

// Of several cards that are burned at once the first alone was not dealt: each other one lay where it is named.
func TestApprovalOfSeveralBurnedCards(t *testing.T) {
	s := newSeat(t, "it")
	s.open()
	s.bet(1, "59", 2500)
	s.bet(1, "play", 2500)
	s.do(pit.OfBets(hand.Bets.Close))
	facts := []record.Fact{record.CardLaid{Card: "8", At: "box:1", Burned: true}, record.CardLaid{Card: "5", At: "box:1", Burned: true}}
	lines := s.view.Approval(s.table, facts)
	undealt := s.view.Text.T("place_undealt")
	if len(lines) != 2 || !strings.Contains(lines[0].Text, undealt) || strings.Contains(lines[1].Text, undealt) {
		t.Errorf("%+v", lines)
	}
}
