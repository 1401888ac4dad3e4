package reports_test

import (
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
)

// dealt is a table with bets of 20 on the 59 and the PLAY of boxes 1 and 3, no card dealt.
func dealt(t *testing.T) *floor {
	f := opens(t, &opener)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
	for _, b := range []games.Bet{{Box: 1, Spot: "59"}, {Box: 1, Spot: "play"}, {Box: 3, Spot: "59"}, {Box: 3, Spot: "play"}} {
		b.Amount = 2000
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
	}
	f.do(pit.OfBets(hand.Bets.Close))
	return f
}

func (f *floor) cards(names ...string) {
	for _, name := range names {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
	}
}

// The stake of a bet that was doubled is what lay there; of a hand that was made void, or cancelled, none stands.
func TestStakesAreWhatDecisionsPutDownToo(t *testing.T) {
	for _, cancels := range []bool{false, true} {
		f := dealt(t)
		f.cards("8", "5", "K", "3", "2")
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Double) })
		f.cards("4")
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
		if cancels {
			f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "shoe") })
		} else {
			f.cards("7")
			f.do(
				pit.OfDeal(hand.Deal.PayAll),
				func(t *pit.Table) ([]record.Fact, error) {
					return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "shoe", Moved: true}, &elena)
				},
			)
		}
		for _, p := range reports.ReconstructionsOf(f.table, someHouse).List[0].Paid {
			want := games.Amount(2000)
			if p.Box == 1 && p.Spot == "play" {
				want = 4000
			}
			if p.Stood != want || p.Stands != 0 {
				t.Errorf("cancelled %v: %+v", cancels, p)
			}
		}
	}
}

// What is settled by a card that comes after a hand was put right is no money of that.
func TestAReconstructionHasNoMoneyOfLaterCards(t *testing.T) {
	f := dealt(t)
	f.cards("8")
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MisdealtCard("5", games.Bank) },
		func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "checked") },
	)
	f.cards("K", "3", "2")
	list := reports.ReconstructionsOf(f.table, someHouse).List
	if len(list) != 1 || len(f.table.Current.Rows) == 0 {
		t.Fatalf("%+v", list)
	}
	if len(list[0].Paid) > 0 {
		t.Errorf("%+v", list[0].Paid)
	}
}
