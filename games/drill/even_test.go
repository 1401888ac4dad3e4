package drill_test

import (
	"slices"
	"testing"

	"sabot/games"
	"sabot/games/drill"
)

// An insured blackjack is asked about as a table plays it: paid 1:1 and at once, once, and nothing of an insurance that
// nobody lays. Where a blackjack pays 6:5 there is no even money, and its insurance is one like any other.
func TestEvenMoneyIsOnePayment(t *testing.T) {
	for rules, wants := range map[drill.Rules]bool{
		"bj-us": true, "bj-eu": true, `{"preset":"bj-us","blackjack":"6:5"}`: false,
		`{"preset":"bj-us","rounding":{"unit":500,"mode":"down"}}`: true,
	} {
		s := setting(2)
		s.Rules, s.Limits = []drill.Rules{rules}, nil
		even, apart, tasks := 0, 0, 900
		if testing.Short() {
			tasks = 210
		}
		for n := range tasks {
			c := drill.Class{Kind: drill.Hands, Rules: rules}
			if of := []string{"", "main", "insurance"}[n%3]; of != "" {
				c = drill.Class{Kind: drill.Pays, Rules: rules, Of: of}
			}
			task, err := drill.New(s, 11, n, c)
			if err != nil {
				t.Fatal(err)
			}
			asked := map[int][]int{} // of a bet on which hands
			for i, q := range task.Questions {
				if q.Ask != drill.Comes {
					continue
				}
				settled, err := task.Game.Settle(q.Round)
				if err != nil {
					t.Fatal(err)
				}
				asked[q.Bet] = append(asked[q.Bet], q.Hand)
				sure, of := settled.Even[q.Bet], settled.Payments[q.Bet]
				if insures := slices.IndexFunc(q.Round.Bets, func(b games.Bet) bool { return b.Box == of.Box && b.Bettor == of.Bettor && b.Spot != of.Spot }); of.Spot == "insurance" {
					if apart++; insures >= 0 && settled.Even[insures] > 0 {
						t.Errorf("%s, task %d asks about an insurance that even money is paid for", rules, n)
					}
				}
				if q.Hand != drill.EvenMoney {
					if sure > 0 {
						t.Errorf("%s, task %d asks about a bet that took even money: %+v", rules, n, q)
					}
					continue
				}
				even++
				if v, err := task.Verdict(i, drill.Answer{Say: drill.Pay, Amount: sure}); err != nil || v.Fault != "" || sure != of.Staked || v.Part.Staked != of.Staked {
					t.Errorf("%s, task %d: right is %+v, even money %d: %v", rules, n, v.Expected, sure, err)
				}
				if v, err := task.Verdict(i, drill.Answer{Say: drill.Take}); err != nil || v.Fault != drill.TookWinner {
					t.Errorf("%s, task %d: a blackjack is collected, and that is %q: %v", rules, n, v.Fault, err)
				}
				if step := len(q.Round.Decisions); q.Round.Decisions[step-1].Do != games.Insure {
					t.Errorf("%s, task %d asks about it after %v", rules, n, q.Round.Decisions)
				}
				for bet, p := range settled.Payments { // no chip of an insurance lies there
					if p.Spot == "insurance" && p.Box == of.Box && p.Bettor == of.Bettor && task.Gone(i)[bet] != p.Staked {
						t.Errorf("%s, task %d: of its insurance of %d lies %d less", rules, n, p.Staked, task.Gone(i)[bet])
					}
				}
			}
			for bet, hands := range asked {
				if slices.Contains(hands, drill.EvenMoney) && len(hands) > 1 {
					t.Errorf("%s, task %d asks %d times about bet %d", rules, n, len(hands), bet)
				}
			}
		}
		if (even > 0) != wants || apart < tasks/5 {
			t.Errorf("%s: even money was asked about %d times, an insurance %d times", rules, even, apart)
		}
	}
}
