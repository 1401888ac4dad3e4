package view_test

import (
	"slices"
	"testing"
	"time"

	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// A blackjack that took even money shows what it was paid, 1:1, before its hand is corrected and after: no card of the
// dealer's changes it, and neither the felt nor the approval has anything paid for it.
func TestFeltOfEvenMoneyThatWasCorrected(t *testing.T) {
	for _, to := range []string{"8c", "Kc"} {
		s := newSeat(t, "en")
		anna, _ := s.view.House.StaffBy("11")
		dario, _ := s.view.House.StaffBy("21")
		set := record.TableSet{Name: "LB1", Game: "blackjack", Rules: []byte(`{"preset":"bj-eu"}`)}
		deal := func(names ...string) {
			for _, name := range names {
				s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
			}
		}
		s.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Opening(pit.Start{Set: set, Chips: s.view.House.ChipsOf("LB1"), Croupier: anna, Inspector: dario}, time.Now())
		})
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, time.Now()) })
		for box := 1; box <= 2; box++ {
			s.do(func(t *pit.Table) ([]record.Fact, error) {
				return t.Bets().Place(games.Bet{Box: box, Spot: "main", Amount: 2500})
			})
		}
		s.do(pit.OfBets(hand.Bets.Close))
		deal("As", "Ts", "Ah", "Kd", "Td")
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(1, "") })
		s.do(pit.OfBets(hand.Bets.EndInsurance))
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
		deal("9c")
		s.do(pit.OfDeal(hand.Deal.PayAll))
		shows := func() {
			t.Helper()
			box := s.screen().Felt.Boxes[0]
			if main := box.Spots[slices.IndexFunc(box.Spots, func(s view.Spot) bool { return s.Name == "main" })]; main.Word != "↑25" || box.Beside != nil {
				t.Errorf("dealer %s: the felt has %+v, beside it %+v", to, main, box.Beside)
			}
		}
		shows()
		old, _ := s.table.ClosedHand(1)
		c := hand.Correction{Hand: 1, Round: old.Round, Reason: "r"}
		c.Round.Laid = slices.Clone(old.Round.Laid)
		c.Round.Laid[len(c.Round.Laid)-1].Card, _ = games.ReadCard(to)
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().CorrectHand(c, &dario) })
		shows()
		is, _ := s.table.ClosedHand(1)
		for _, d := range old.Differences(&is.Sheet) {
			if d.Box == 1 && (!d.Nothing() || d.Spot != "main" || d.Is != 2500) {
				t.Errorf("dealer %s: box 1 has a difference of %+v", to, d)
			}
		}
	}
}

// Even money is called so on the felt and in the list of the hands, and by whose bet: one of a bettor behind is none of the
// main bet.
func TestEvenMoneySaysWhoseItIs(t *testing.T) {
	for want, takes := range map[string][]string{"EVEN MONEY": {""}, "EVEN MONEY (2)": {"2"}, "EVEN MONEY + (2)": {"2", ""}} {
		s := newSeat(t, "it")
		s.opensBlackjack()
		s.bet(1, "main", 2000)
		s.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 1, Spot: "behind", Bettor: "2", Amount: 2000})
		})
		s.do(pit.OfBets(hand.Bets.Close))
		for _, name := range []string{"As", "Ah", "Kd"} {
			s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
		}
		for _, bettor := range takes {
			s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(1, bettor) })
		}
		if got := s.screen().Felt.Boxes[0].Note; got != want {
			t.Errorf("the felt says %q, want %q", got, want)
		}
		if len(takes) < 2 {
			s.do(pit.OfBets(hand.Bets.EndInsurance))
		}
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("9c") })
		s.do(pit.OfDeal(hand.Deal.PayAll))
		want = map[string]string{"EVEN MONEY + (2)": "EVEN MONEY · EVEN MONEY (2)"}[want] + map[bool]string{true: want}[len(takes) < 2]
		hand, _ := s.view.Log().HandShown(s.table, 1, 0)
		i := slices.IndexFunc(hand.Places, func(l view.Lay) bool { return l.Box == 1 })
		if got := hand.Places[i].Said; got != want {
			t.Errorf("the list says %q, want %q", got, want)
		}
	}
}
