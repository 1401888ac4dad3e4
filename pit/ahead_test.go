package pit_test

import (
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A seat with a blackjack is asked nothing, so nothing is said ahead for it.
func TestABlackjackDecidesNothingAhead(t *testing.T) {
	f := seat(t, openingUS)
	f.do(ahead(1, games.Hit), closeBets, card("As"), card("6h"), card("Kd"))
	f.refused(house.TooLate, ahead(1, games.Stand))
	f.refused(house.TooLate, early(1, "2", games.Early{Choice: games.Follow}))
}

// Early decisions are taken until the main player decides, and repeated with the
// bets; what he says ahead is only offered.
func TestEarlyDecisions(t *testing.T) {
	f := seat(t, openingEU)
	f.refused(house.NoSuchSpot, early(1, "9", games.Early{}))
	f.refused(house.NotThatDecision, early(1, "2", games.Early{Choice: "sleep"}))
	f.do(early(1, "2", games.Early{Choice: games.Follow}), closeBets, card("5s"), card("6h"), card("6d"))
	f.do(early(1, "3", games.Early{Choice: games.ChooseDouble}), ahead(1, games.Double))
	if f.table.Deal().Phase() != hand.Deciding || f.table.Current.Ahead[1] != games.Double {
		t.Fatal("what was said ahead decides nothing by itself")
	}
	f.do(decide(games.Double))
	f.refused(house.TooLate, early(1, "2", games.Early{}))
	f.refused(house.TooLate, ahead(1, games.Stand))
	f.do(card("9c"), card("Ts"), card("5h"), payAll)
	f.agrees()
	for _, p := range f.table.History[0].Payments() {
		if p.Added == 0 {
			t.Errorf("%+v was not doubled", p)
		}
	}
	f.do(pit.OfBets(hand.Bets.Repeat))
	if e := f.table.Current.Round.Bets[1].Early; e.Choice != games.Follow {
		t.Errorf("the repeated bet has the early decision %+v", e)
	}
	f.do(put(1, "behind", "2", 3000))
	if e := f.table.Current.Round.Bets[1].Early; e.Choice != games.Follow {
		t.Errorf("with another amount the early decision is %+v", e)
	}
}

// Only Follow lasts: "rimarrà attiva anche nei turni di gioco successivi" (source 003). The
// other choices, and what else the bettor has, are about one hand; a bet that is typed anew
// follows still, after a hand without it too, until its bettor says otherwise.
func TestOnlyFollowLasts(t *testing.T) {
	f := seat(t, openingEU)
	f.do(early(1, "2", games.Early{Choice: games.Follow, HasFunds: true}), early(1, "3", games.Early{Choice: games.ChooseDouble}))
	cards := []command{closeBets, card("9"), card("6"), card("9"), decide(games.Stand), card("T"), card("K"), payAll}
	f.do(cards...)
	is := func(bettor string, want games.Early) {
		t.Helper()
		for _, b := range f.table.Bets().EarlyBets(1) {
			if b.Bettor == bettor && b.Early != want {
				t.Errorf("bettor %s: %+v, want %+v", bettor, b.Early, want)
			}
		}
	}
	f.do(pit.OfBets(hand.Bets.Repeat))
	is("2", games.Early{Choice: games.Follow})
	is("3", games.Early{})
	f.do(pit.OfBets(hand.Bets.Clear), put(1, "main", "", 2000))
	f.do(cards...)
	f.do(put(1, "main", "", 2000), put(1, "behind", "2", 1500))
	is("2", games.Early{Choice: games.Follow})
	f.do(early(1, "2", games.Early{}))
	f.do(cards...)
	f.do(put(1, "behind", "2", 1500))
	is("2", games.Early{})
}

// "Se tu e il giocatore principale decidete entrambi di dividere la puntata ... visualizzerai
// il pulsante Raddoppia": after the split the bettor behind may choose to double, and take
// it back, until the main player doubles a hand.
func TestDoubleIsChosenAfterTheSplit(t *testing.T) {
	both := games.Early{Choice: games.ChooseSplit, Then: games.Double}
	f := seat(t, openingEU)
	f.do(early(1, "2", games.Early{Choice: games.ChooseSplit}), early(1, "3", games.Early{Choice: games.Right}), closeBets)
	f.do(card("8"), card("6"), card("8"), decide(games.Split))
	f.refused(house.TooLate, early(1, "2", games.Early{Choice: games.Left}))
	f.refused(house.TooLate, early(1, "3", both))
	f.refused(house.TooLate, ahead(1, games.Stand))
	f.do(card("3"), early(1, "2", both), early(1, "2", games.Early{Choice: games.ChooseSplit}), early(1, "2", both), decide(games.Double))
	f.refused(house.TooLate, early(1, "2", games.Early{Choice: games.ChooseSplit}))
	f.do(card("T"), card("5"), decide(games.Stand), card("T"), card("K"), payAll)
	f.agrees()
	f.holds()
	for _, p := range f.table.History[0].Payments() {
		if want := map[string]games.Amount{"2": 2000, "3": 0}; p.Bettor != "" && p.Added != want[p.Bettor] {
			t.Errorf("bettor %s added %d", p.Bettor, p.Added)
		}
	}
	g := seat(t, openingEU) // not once a hand was doubled without him
	g.do(early(1, "2", games.Early{Choice: games.ChooseSplit}), closeBets, card("8"), card("6"), card("8"), decide(games.Split), card("3"), decide(games.Double), card("2"))
	g.refused(house.TooLate, early(1, "2", both))
}

// Who says that he has no other funds had those of his insurance.
func TestNoFundsAfterInsurance(t *testing.T) {
	f := seat(t, openingUS)
	f.do(closeBets, card("9"), card("A"), card("2"), hide, insure(1, "2"), nobodyInsures, look(false))
	f.do(early(1, "2", games.Early{Choice: games.Follow, HasFunds: true}), decide(games.Double), card("T"), card("7"), payAll)
	f.agrees()
	for _, p := range f.table.History[0].Payments() {
		if p.Bettor == "2" && p.Spot == "behind" && p.Added != 0 {
			t.Errorf("he doubled with nothing: %+v", p)
		}
	}
}

// He has nothing left but what the insurance took, however often he chooses anew: nobody asks
// a bet of him.
func TestNoFundsStayNoneWhateverIsChosen(t *testing.T) {
	f := seat(t, openingUS)
	f.do(closeBets, card("9"), card("A"), card("2"), hide, insure(1, "2"), nobodyInsures, look(false))
	f.do(early(1, "2", games.Early{Choice: games.Follow, HasFunds: true}))
	for _, choice := range []games.Choice{games.ChooseDouble, games.Right, games.Follow} {
		now := f.table.Bets().EarlyBets(1)[0].Early
		if !now.HasFunds || now.Funds != 0 {
			t.Fatalf("he has %+v", now)
		}
		now.Choice = choice
		f.do(early(1, "2", now))
	}
	f.do(decide(games.Double))
	f.laying("lay main/0 2000", "ride2 behind/0 0", "ride3 behind/0 0")
	f.do(card("T"), card("7"), payAll)
	f.agrees()
}

// After the last hand of a shoe no hand begins with its cards: none goes over.
func TestLastHandCarriesNothing(t *testing.T) {
	for _, last := range []command{pit.OfDeal(hand.Deal.CutCardOut), func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MoreExposed(&dario, "seen") }} {
		f := newFloor(t)
		f.do(openingSpeed, shoe, burnFirst("2c"), put(1, "player", "", 2000), closeBets)
		f.do(card("9"), card("7"), last, card("K"), card("Q"))
		f.refused(house.NoCardDue, card("4"))
		f.refused(house.NoCardDue, pit.OfDeal(hand.Deal.CarryUnseen))
	}
}
