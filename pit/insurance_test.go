package pit_test

import (
	"fmt"
	"slices"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// "È possibile acquistare un'assicurazione": in front and behind, in any order, each once,
// until nobody wants one any more. The round has them as the hand file wants them.
func TestInsurance(t *testing.T) {
	f := seat(t, openingUS)
	f.do(early(1, "3", games.Early{HasFunds: true, Funds: 400}), closeBets, card("9s"), card("Ah"), card("8d"), hide)
	if f.table.Deal().Phase() != hand.Insuring {
		t.Fatalf("phase %v, want the insurance", f.table.Deal().Phase())
	}
	if got := fmt.Sprint(f.table.Deal().Next().Insurable); got != "[{1  insure} {1 2 insure}]" {
		t.Fatalf("%s may be insured: bettor 3 has not the money", got)
	}
	if got := f.table.Bets().InsurancePrice(1, ""); got != 1000 {
		t.Errorf("the insurance costs %d", got)
	}
	f.refused(house.NoDecisionDue, decide(games.Stand))
	f.do(insure(1, "2"))
	f.refused(house.NotThatDecision, insure(1, "2"))
	if got := f.table.Bets().InsurancePrice(1, ""); got != 1000 {
		t.Errorf("after that of the bet behind it costs %d", got)
	}
	f.do(insure(1, ""))
	if got := fmt.Sprint(f.table.Current.Round.Decisions); got != "[{1  insure} {1 2 insure}]" {
		t.Errorf("the round has %s", got)
	}
	if f.table.Deal().Phase() != hand.Looking { // nobody is left who may
		t.Fatalf("phase %v, want the look", f.table.Deal().Phase())
	}
	f.do(look(false))
	if n := len(f.table.Current.Rows); n != 2 {
		t.Errorf("%d rows once the dealer has looked, want both insurances lost", n)
	}
	f.do(decide(games.Stand))
	f.refused(house.NotThatDecision, insure(1, "2"))
	f.do(card("7c"), payAll)
	f.agrees()
	if n := len(f.table.History[0].Rows); n != 5 {
		t.Errorf("%d rows, want three bets and two insurances", n)
	}
	f.do(pit.OfBets(hand.Bets.Repeat), closeBets, card("9s"), card("Ah"), card("8d"), hide, insure(1, "2"), nobodyInsures)
	f.refused(house.NotThatDecision, insure(1, ""))
	f.do(undo, insure(1, ""), undo, nobodyInsures, look(true), card("Kc"), payAll)
	f.agrees()
	f.holds()
}

// A shoe that reads its cards knows the hole card when it is dealt: insurance is bought
// before it is known at the table.
func TestInsuranceBeforeAHoleCardThatIsRead(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets, card("9s"), card("Ah"), card("8d"), card("Kd"))
	if f.table.Deal().Phase() != hand.Insuring || !games.Covered(f.table.Game, f.table.Current.Round, games.Dealer, 1) {
		t.Fatalf("phase %v", f.table.Deal().Phase())
	}
	f.do(insure(1, ""), payAll)
	f.agrees()
	if h := f.table.History[0]; h.House != 0 {
		t.Errorf("the house has %d, want the insurance to pay for the bet", h.House)
	} else if p := h.PaymentsOf(h.Round, h.Rows[:1]); len(p) != 1 || p[0].Key() != (games.BetKey{Box: 1, Spot: "insurance"}) {
		t.Errorf("its first row is of %+v, want the insurance", p)
	}
	f.do(pit.OfBets(hand.Bets.Repeat), closeBets, card("9s"), card("Ah"), card("8d"), card("7d"), nobodyInsures, decide(games.Stand), payAll)
	f.agrees()
	f.holds()
}

// A blackjack is insured too: "even money", paid 1:1 at once and in one act, also where
// nobody is asked anything, and where there is no hole card. No insurance is laid; the rows
// are those of a bet and its insurance, whatever the dealer has.
func TestEvenMoney(t *testing.T) {
	for _, opening := range []command{openingUS, openingEU} {
		for _, dealer := range []string{"Qc", "9c"} {
			f := newFloor(t)
			f.do(opening, shoe, put(1, "main", "", 2000), put(1, "behind", "2", 1000), closeBets, card("As"), card("Ah"), card("Kd"))
			if f.table.Deal().MayHide() {
				f.do(hide)
			}
			if f.table.Deal().Phase() != hand.Insuring || f.table.Bets().EvenMoney(1, "") != 2000 {
				t.Fatalf("phase %v, want the insurance; even money %d", f.table.Deal().Phase(), f.table.Bets().EvenMoney(1, ""))
			}
			f.do(insure(1, ""))
			f.acts("1 main pay 2000")
			if boxes, _ := f.table.Bets().Staked(); boxes[1] != 3000 || !f.table.Current.TookEven(1) {
				t.Errorf("%d is staked, want the two bets", boxes[1])
			}
			f.do(payNext)
			f.acts()
			if boxes, _ := f.table.Bets().Staked(); boxes[1] != 1000 {
				t.Errorf("%d is staked, want the bet behind", boxes[1])
			}
			f.do(nobodyInsures)
			if f.table.Deal().Phase() == hand.Looking {
				f.do(look(dealer == "Qc"))
			}
			behind := "1(2) behind leave 1000"
			if dealer != "Qc" {
				behind = "1(2) behind pay 1500"
			}
			if f.table.Deal().Phase() != hand.Paying {
				f.do(card(dealer))
			}
			f.acts(behind)
			f.do(payAll)
			f.agrees()
			f.holds()
		}
	}
}

// Even money is put right and cancelled as what it was: one payment, and no insurance laid.
func TestEvenMoneyPutRight(t *testing.T) {
	begin := func() *floor {
		f := newFloor(t)
		f.do(openingEU, shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), closeBets, card("As"), card("9s"), card("Ah"), card("Kd"), card("8d"))
		f.do(insure(1, ""), payNext)
		return f
	}
	f := begin()
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "rissa") })
	if got, want := actsOf(&f.table.History[0], 0), []string{"1 main collect 2000", "2 main give_back 2000"}; !slices.Equal(got, want) {
		t.Errorf("cancelled it is %q, want %q", got, want)
	}
	f.holds()
	f = begin()
	f.do(rule(1, "main", 4000))
	f.acts("1 main pay 2000")
	f.do(payNext, undo)
	f.acts("1 main pay 2000")
	f.do(nobodyInsures, decide(games.Stand), card("9c"), payAll)
	f.agrees()
	f.holds()
	if tray := f.table.Desk().Worth(); tray.Known {
		t.Errorf("nobody counted the tray, and it is %d", tray.Amount)
	}
}

// Where the payout is not the same with and without the dealer's blackjack, as at 6:5, it is
// an insurance like any other.
func TestNoEvenMoneyAtSixToFive(t *testing.T) {
	f := newFloor(t)
	f.do(openingSeats(`{"preset":"bj-us","blackjack":"6:5"}`), shoe, put(1, "main", "", 2000), closeBets, card("As"), card("Ah"), card("Kd"), hide)
	if got := f.table.Bets().EvenMoney(1, ""); got != 0 {
		t.Fatalf("even money of %d", got)
	}
	f.do(insure(1, ""))
	f.acts()
	f.do(look(false), payAll)
	f.agrees()
	f.holds()
}

// Insurances are bought while what the first cards decided waits to be collected and paid:
// nothing of that is done by it, and even money waits as well. The hand goes on with a card.
func TestInsuranceLeavesPaymentsOpen(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), put(1, "21+3", "", 1000), put(2, "main", "", 2000), put(3, "main", "", 2000), closeBets)
	f.do(card("9s"), card("Tc"), card("8d"), card("Ah"), card("2h"), card("Ad"), card("8c"), hide)
	f.acts("1 21+3 collect 1000")
	f.do(insure(1, ""))
	f.acts("1 21+3 collect 1000")
	f.do(insure(2, ""), insure(3, ""))
	f.acts("1 21+3 collect 1000", "2 main pay 2000")
	f.do(payNext)
	f.acts("2 main pay 2000")
	f.do(look(false))
	f.acts("2 main pay 2000", "1 insurance collect 1000", "3 insurance collect 1000")
	f.do(decide(games.Hit), card("Kd"))
	f.holds()
}

// Only an insurance leaves open what waits: whoever writes so of another answer is found out.
func TestAuditOfAnswersAside(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets)
	f.do(card("9s"), card("6h"), card("8d"), hide, decide(games.Stand))
	for _, aside := range []bool{false, true} {
		entries := f.entries(func(e *record.Entry) {
			if d, ok := e.Fact.(record.Decided); ok {
				d.Aside = aside
				e.Fact = d
			}
		})
		if _, fault := audited(t, nil, entries...); (fault != nil) != aside {
			t.Errorf("aside %v: %v", aside, fault)
		}
	}
}

// A bet that bought insurance cannot be ruled never to have lain: what was bought comes first.
func TestRulingOnAnInsuredBet(t *testing.T) {
	f := seat(t, openingUS)
	f.do(closeBets, card("9s"), card("Ah"), card("8d"), hide, insure(1, "2"))
	err := f.try(func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RuleBet(games.Bet{Box: 1, Spot: "behind", Bettor: "2"}, false, &dario, "video")
	})
	if got, ok := err.(*house.Refusal); !ok || got.Why != house.NotPossible || got.What != "ruling" {
		t.Errorf("%v", err)
	}
	f.holds()
}
