package view_test

import (
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// The amounts of a hand's bets stand under each other by their point: where one has centimes all have them.
func TestAmountsOfAHandAreAlike(t *testing.T) {
	for first, cents := range map[games.Amount]bool{2000: false, 2050: true} {
		s := newSeat(t, "it")
		s.open()
		for box, stake := range []games.Amount{first, 3000} {
			s.bet(box+1, "59", stake)
			s.bet(box+1, "play", stake)
		}
		s.do(pit.OfBets(hand.Bets.Close))
		s.cards("9444T")
		for range 20 {
			switch s.table.Deal().Phase() {
			case hand.Deciding:
				s.decide(games.Stand)
			case hand.Dealing:
				s.cards("6")
			case hand.Paying:
				s.do(pit.OfDeal(hand.Deal.PayAll))
			}
		}
		page, _ := s.view.Log().HandShown(s.table, 1, 0)
		if len(page.Bets) != 4 {
			t.Fatalf("the page has %+v", page.Bets)
		}
		for _, b := range page.Bets {
			for _, amount := range []string{b.Put, b.Staked, b.Returned, b.Net} {
				if (len(amount) > 3 && amount[len(amount)-3] == '.') != cents {
					t.Errorf("beside %d it has %q", first, amount)
				}
			}
		}
	}
}

// A hand that is void in the record alone is said everywhere to have moved nothing: no stake of it is returned. The void is told once,
// at its own time; who played the hand had cancelled nothing.
func TestVoidHandIsToldAsItWas(t *testing.T) {
	for _, moved := range []bool{true, false} {
		s := newSeat(t, "it")
		elena, _ := s.view.House.StaffBy("31")
		s.playsBox5()
		s.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "scarpa sbagliata", Moved: moved}, &elena)
		})
		row := s.view.Log().History(s.table)[0]
		page, _ := s.view.Log().HandShown(s.table, 1, 1)
		word, not := "torna", "non mossa"
		if !moved {
			word, not = not, word
		}
		if nets := row.Places[len(row.Places)-1].Nets; len(nets) != 1 || nets[0].Text != word {
			t.Errorf("moved %v: the list says %+v", moved, nets)
		}
		for _, b := range page.Bets {
			if b.Outcome != word || (b.Returned != "") != moved {
				t.Errorf("moved %v: the page says %+v", moved, b)
			}
		}
		facts := strings.Join(page.Facts, "\n")
		if strings.Contains(facts, not) || strings.Contains(facts, "Al tavolo non si muove nulla") == moved || strings.Contains(facts, "non ritirati") == moved {
			t.Errorf("moved %v: %s", moved, facts)
		}
		if n := strings.Count(facts, "scarpa sbagliata"); n != 1 || strings.Contains(facts, "corretta") {
			t.Errorf("the void is told %d times: %s", n, facts)
		}
		if marks := strings.Join(row.Marks, " "); marks != "annullata" {
			t.Errorf("marks %s", marks)
		}
		if a := s.view.NextAct().Announce(s.table); (a.Text == s.view.Text.T("announce_cancelled")) != moved {
			t.Errorf("moved %v: announced %q", moved, a.Text)
		}
	}
}
