package pit_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/people"
	"sabot/pit/record"
)

func openingSeats(rules string) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: "blackjack", Rules: []byte(rules)}, Chips: theChips, Croupier: anna, Inspector: dario}, moment)
	}
}

var (
	openingUS = openingSeats(`{"preset":"bj-us","decks":4}`)
	openingEU = openingSeats(`{"preset":"bj-eu","decks":4,"enhc":"original"}`)

	hide command = (*pit.Table).HideCard
)

func insure(box int, bettor string) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Insure(box, bettor) }
}

func look(blackjack bool) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Look(blackjack) }
}

var nobodyInsures command = (*pit.Table).EndInsurance

func early(box int, bettor string, e games.Early) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.ChooseEarly(box, bettor, e) }
}

func ahead(box int, do games.Action) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.DecideAhead(box, do) }
}

// seat is a floor with a main bet on seat 1 and two bets behind it.
func seat(t failer, opening command) *floor {
	f := newFloor(t)
	f.do(opening, shoe, put(1, "main", "", 2000), put(1, "behind", "2", 1000), put(1, "behind", "3", 1000))
	return f
}

// agrees compares the last hand's rows with what the rules make of its cards.
func (f *floor) agrees() {
	f.t.Helper()
	h := f.table.History[len(f.table.History)-1]
	s, err := games.Complete(f.table.Game, h.Round)
	if err != nil {
		f.t.Fatal(err)
	}
	if got := h.Settlement(f.table.Game); !reflect.DeepEqual(got.Payments, s.Payments) || got.House != s.House || h.House != s.House {
		f.t.Fatalf("the record says\n%+v\nthe rules\n%+v", got, s)
	}
}

// The hole card: nobody knows it until it is turned, the record then has it in its
// place; it counts as out of the shoe from the first.
func TestHoleCard(t *testing.T) {
	f := seat(t, openingUS)
	f.do(closeBets, card("9s"), card("6h"), card("8d"))
	f.refused(people.NothingLiesWrong, func(t *pit.Table) ([]record.Fact, error) { return t.Relay(&dario, "") })
	if !f.table.MayHide() {
		t.Fatal("the next card does not lie face down")
	}
	f.do(hide)
	if out := f.table.CardsOut(); out != 4 || f.table.Hole() != 3 {
		t.Fatalf("%d cards out, hole %d", out, f.table.Hole())
	}
	f.refused(people.NothingToLookAt, look(false)) // under a six nobody looks
	f.do(decide(games.Stand))
	if f.table.Phase() != pit.Turning {
		t.Fatalf("phase %v, want the turn", f.table.Phase())
	}
	f.do(card("Tc"))
	if out := f.table.CardsOut(); out != 4 {
		t.Errorf("%d cards out after the turn, want 4", out)
	}
	f.do(undo, card("Td"), card("5c"), payAll)
	f.agrees()
	if got := f.table.History[0].Round.Laid[3].Card.String(); got != "Td" {
		t.Errorf("the hole card is %s in the record", got)
	}
}

// Under an ace or a ten the dealer looks before any seat acts (source 003, US): where he
// has a blackjack it is turned at once, and it must be one; a card that comes out later and
// makes one was not seen when he looked, and is not for the croupier alone.
func TestDealerLooks(t *testing.T) {
	f := seat(t, openingUS)
	f.do(closeBets, card("9s"), card("Th"), card("8d"), hide)
	if f.table.Phase() != pit.Looking {
		t.Fatalf("phase %v, want the look", f.table.Phase())
	}
	f.refused(people.NoDecisionDue, decide(games.Stand))
	f.refused(people.NoCardDue, card("Ac"))
	f.do(look(true))
	f.refused(people.NotBlackjack, card("9c"))
	f.do(undo, look(false), decide(games.Stand))
	f.refused(people.HoleIsBlackjack, card("Ac"))
	f.do(card("9c"), payAll)
	f.agrees()
	f.do((*pit.Table).RepeatBets, closeBets, card("9s"), card("Th"), card("8d"), hide, look(true), card("Ac"), payAll)
	f.agrees()
}

// A card that is burned while the dealer is to look, or somebody may insure, answers nothing.
func TestBurnedCardAnswersNothing(t *testing.T) {
	discard := func(t *pit.Table) ([]record.Fact, error) { return t.BurnCard("6", &dario, "too many") }
	f := seat(t, openingUS)
	f.do(closeBets, card("9"), card("A"), card("8"), hide, discard)
	if f.table.Phase() != pit.Insuring {
		t.Fatalf("phase %v, want the insurance", f.table.Phase())
	}
	f.do(nobodyInsures, discard)
	if f.table.Phase() != pit.Looking {
		t.Fatalf("phase %v, want the look", f.table.Phase())
	}
	f.do(look(false), decide(games.Stand), card("7"), payAll)
	f.agrees()
	f.audited()
}

// A record from before the dealer's answer was an entry: seats that acted say that he had
// no blackjack.
func TestOldRecordsHaveNoLook(t *testing.T) {
	f := seat(t, openingUS)
	f.do(closeBets, card("9s"), card("Ah"), card("8d"), hide)
	raw := func(facts ...record.Fact) command {
		return func(*pit.Table) ([]record.Fact, error) { return facts, nil }
	}
	f.do(raw(record.Decided{Box: 1, Do: games.Insure}, record.Decided{Box: 1, Bettor: "2", Do: games.Insure}))
	f.do(raw(record.Decided{Box: 1, Do: games.Stand}, record.Settled{Rows: []record.Row{
		{Bet: 3, Outcome: games.Lose, Staked: 1000}, {Bet: 4, Outcome: games.Lose, Staked: 500}}}))
	f.do(card("7c"), payAll)
	f.agrees()
	f.audited()
}

// audited has the audit read the whole record.
func (f *floor) audited() {
	f.t.Helper()
	w, err := audit.NewWitness("")
	if err != nil {
		f.t.Fatal(err)
	}
	w.Begin(record.HouseStream)
	a := w.Begin("LB1")
	for e, err := range f.journal.Entries("LB1", 1) {
		if err != nil {
			f.t.Fatal(err)
		}
		if fault := a.Add(line(e)); fault != nil {
			f.t.Fatalf("%v", fault)
		}
	}
}

// "È possibile acquistare un'assicurazione": in front and behind, in any order, each once,
// until nobody wants one any more. The round has them as the hand file wants them.
func TestInsurance(t *testing.T) {
	f := seat(t, openingUS)
	f.do(early(1, "3", games.Early{HasFunds: true, Funds: 400}), closeBets, card("9s"), card("Ah"), card("8d"), hide)
	if f.table.Phase() != pit.Insuring {
		t.Fatalf("phase %v, want the insurance", f.table.Phase())
	}
	if got := fmt.Sprint(f.table.Next().Insurable); got != "[{1  insure} {1 2 insure}]" {
		t.Fatalf("%s may be insured: bettor 3 has not the money", got)
	}
	if got := f.table.InsurancePrice(1, ""); got != 1000 {
		t.Errorf("the insurance costs %d", got)
	}
	f.refused(people.NoDecisionDue, decide(games.Stand))
	f.do(insure(1, "2"))
	f.refused(people.NotThatDecision, insure(1, "2"))
	if got := f.table.InsurancePrice(1, ""); got != 1000 {
		t.Errorf("after that of the bet behind it costs %d", got)
	}
	f.do(insure(1, ""))
	if got := fmt.Sprint(f.table.Current.Round.Decisions); got != "[{1  insure} {1 2 insure}]" {
		t.Errorf("the round has %s", got)
	}
	if f.table.Phase() != pit.Looking { // nobody is left who may
		t.Fatalf("phase %v, want the look", f.table.Phase())
	}
	f.do(look(false))
	if n := len(f.table.Current.Rows); n != 2 {
		t.Errorf("%d rows once the dealer has looked, want both insurances lost", n)
	}
	f.do(decide(games.Stand))
	f.refused(people.NotThatDecision, insure(1, "2"))
	f.do(card("7c"), payAll)
	f.agrees()
	if n := len(f.table.History[0].Rows); n != 5 {
		t.Errorf("%d rows, want three bets and two insurances", n)
	}
	f.do((*pit.Table).RepeatBets, closeBets, card("9s"), card("Ah"), card("8d"), hide, insure(1, "2"), nobodyInsures)
	f.refused(people.NotThatDecision, insure(1, ""))
	f.do(undo, insure(1, ""), undo, nobodyInsures, look(true), card("Kc"), payAll)
	f.agrees()
	f.audited()
}

// A shoe that reads its cards knows the hole card when it is dealt: insurance is bought
// before it is known at the table.
func TestInsuranceBeforeAHoleCardThatIsRead(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets, card("9s"), card("Ah"), card("8d"), card("Kd"))
	if f.table.Phase() != pit.Insuring || !games.Covered(f.table.Game, f.table.Current.Round, games.Dealer, 1) {
		t.Fatalf("phase %v", f.table.Phase())
	}
	f.do(insure(1, ""), payAll)
	f.agrees()
	if h := f.table.History[0]; h.House != 0 {
		t.Errorf("the house has %d, want the insurance to pay for the bet", h.House)
	} else if p := h.PaymentsOf(h.Round, h.Rows[:1]); len(p) != 1 || p[0].Key() != (games.BetKey{Box: 1, Spot: "insurance"}) {
		t.Errorf("its first row is of %+v, want the insurance", p)
	}
	f.do((*pit.Table).RepeatBets, closeBets, card("9s"), card("Ah"), card("8d"), card("7d"), nobodyInsures, decide(games.Stand), payAll)
	f.agrees()
	f.audited()
}

// A blackjack is insured too: "even money", paid 1:1 at once and in one act, also where
// nobody is asked anything, and where there is no hole card. No insurance is laid; the rows
// are those of a bet and its insurance, whatever the dealer has.
func TestEvenMoney(t *testing.T) {
	for _, opening := range []command{openingUS, openingEU} {
		for _, dealer := range []string{"Qc", "9c"} {
			f := newFloor(t)
			f.do(opening, shoe, put(1, "main", "", 2000), put(1, "behind", "2", 1000), closeBets, card("As"), card("Ah"), card("Kd"))
			if f.table.MayHide() {
				f.do(hide)
			}
			if f.table.Phase() != pit.Insuring || f.table.EvenMoney(1, "") != 2000 {
				t.Fatalf("phase %v, want the insurance; even money %d", f.table.Phase(), f.table.EvenMoney(1, ""))
			}
			f.do(insure(1, ""))
			f.acts("1 main pay 2000")
			if boxes, _ := f.table.Staked(); boxes[1] != 3000 || !f.table.Current.TookEven(1) {
				t.Errorf("%d is staked, want the two bets", boxes[1])
			}
			f.do(payNext)
			f.acts()
			if boxes, _ := f.table.Staked(); boxes[1] != 1000 {
				t.Errorf("%d is staked, want the bet behind", boxes[1])
			}
			f.do(nobodyInsures)
			if f.table.Phase() == pit.Looking {
				f.do(look(dealer == "Qc"))
			}
			behind := "1(2) behind leave 1000"
			if dealer != "Qc" {
				behind = "1(2) behind pay 1500"
			}
			if f.table.Phase() != pit.Paying {
				f.do(card(dealer))
			}
			f.acts(behind)
			f.do(payAll)
			f.agrees()
			f.audited()
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
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.CancelHand(&elena, "rissa") })
	if got, want := actsOf(&f.table.History[0], 0), []string{"1 main collect 2000", "2 main give_back 2000"}; !slices.Equal(got, want) {
		t.Errorf("cancelled it is %q, want %q", got, want)
	}
	f.audited()
	f = begin()
	f.do(rule(1, "main", 4000))
	f.acts("1 main pay 2000")
	f.do(payNext, undo)
	f.acts("1 main pay 2000")
	f.do(nobodyInsures, decide(games.Stand), card("9c"), payAll)
	f.agrees()
	f.audited()
	if tray := f.table.Tray(); tray.Known {
		t.Errorf("nobody counted the tray, and it is %d", tray.Amount)
	}
}

// Where the payout is not the same with and without the dealer's blackjack, as at 6:5, it is
// an insurance like any other.
func TestNoEvenMoneyAtSixToFive(t *testing.T) {
	f := newFloor(t)
	f.do(openingSeats(`{"preset":"bj-us","blackjack":"6:5"}`), shoe, put(1, "main", "", 2000), closeBets, card("As"), card("Ah"), card("Kd"), hide)
	if got := f.table.EvenMoney(1, ""); got != 0 {
		t.Fatalf("even money of %d", got)
	}
	f.do(insure(1, ""))
	f.acts()
	f.do(look(false), payAll)
	f.agrees()
	f.audited()
}

// "Se tutti i giocatori del tavolo sballano ... la mano si conclude. La seconda carta del
// banco non viene rivelata" (source 003): the hand closes, and what is exported of it
// settles to the same. It may be read as it is cleared away.
func TestHoleStaysUnrevealed(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets, card("Ts"), card("Th"), card("6d"), hide, look(false), decide(games.Hit), card("K"))
	if f.table.Phase() != pit.Paying || f.table.Hole() < 0 {
		t.Fatalf("phase %v, want the payment with the hole card unseen", f.table.Phase())
	}
	f.do(card("9c"), undo, payAll)
	h := f.table.History[0]
	if h.House != 2000 || !h.Round.Laid[3].Hidden {
		t.Errorf("house %d, cards %v", h.House, h.Round.Laid)
	}
	exported := h.Export(f.table.Game)
	s, err := games.Complete(exported.Game, exported.Round)
	if err != nil || s.House != h.House || fmt.Sprint(exported.Unseen) != "[3]" {
		t.Errorf("exported it settles to %d, %v; unseen %v", s.House, err, exported.Unseen)
	}
	if out := f.table.CardsOut(); out != 5 {
		t.Errorf("%d cards out, want five", out)
	}
	f.audited()

	g := newFloor(t) // a bet on the dealer's pair has to see it
	g.do(openingUS, shoe, put(1, "main", "", 2000), put(1, "dealer_pair", "", 1000), closeBets, card("T"), card("6h"), card("6"), hide, decide(games.Hit), card("K"))
	if g.table.Phase() != pit.Turning {
		t.Errorf("phase %v, want the turn", g.table.Phase())
	}
	g.refused(people.SuitIsDue, card("6"))
	g.do(card("6d"), payAll)
	g.agrees()
	g.audited()
}

// A seat with a blackjack is asked nothing, so nothing is said ahead for it.
func TestABlackjackDecidesNothingAhead(t *testing.T) {
	f := seat(t, openingUS)
	f.do(ahead(1, games.Hit), closeBets, card("As"), card("6h"), card("Kd"))
	f.refused(people.TooLate, ahead(1, games.Stand))
	f.refused(people.TooLate, early(1, "2", games.Early{Choice: games.Follow}))
}

// Early decisions are taken until the main player decides, and repeated with the
// bets; what he says ahead is only offered.
func TestEarlyDecisions(t *testing.T) {
	f := seat(t, openingEU)
	f.refused(people.NoSuchSpot, early(1, "9", games.Early{}))
	f.refused(people.NotThatDecision, early(1, "2", games.Early{Choice: "sleep"}))
	f.do(early(1, "2", games.Early{Choice: games.Follow}), closeBets, card("5s"), card("6h"), card("6d"))
	f.do(early(1, "3", games.Early{Choice: games.ChooseDouble}), ahead(1, games.Double))
	if f.table.Phase() != pit.Deciding || f.table.Current.Ahead[1] != games.Double {
		t.Fatal("what was said ahead decides nothing by itself")
	}
	f.do(decide(games.Double))
	f.refused(people.TooLate, early(1, "2", games.Early{}))
	f.refused(people.TooLate, ahead(1, games.Stand))
	f.do(card("9c"), card("Ts"), card("5h"), payAll)
	f.agrees()
	for _, p := range f.table.History[0].Payments() {
		if p.Added == 0 {
			t.Errorf("%+v was not doubled", p)
		}
	}
	f.do((*pit.Table).RepeatBets)
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
		for _, b := range f.table.EarlyBets(1) {
			if b.Bettor == bettor && b.Early != want {
				t.Errorf("bettor %s: %+v, want %+v", bettor, b.Early, want)
			}
		}
	}
	f.do((*pit.Table).RepeatBets)
	is("2", games.Early{Choice: games.Follow})
	is("3", games.Early{})
	f.do((*pit.Table).ClearBets, put(1, "main", "", 2000))
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
	f.refused(people.TooLate, early(1, "2", games.Early{Choice: games.Left}))
	f.refused(people.TooLate, early(1, "3", both))
	f.refused(people.TooLate, ahead(1, games.Stand))
	f.do(card("3"), early(1, "2", both), early(1, "2", games.Early{Choice: games.ChooseSplit}), early(1, "2", both), decide(games.Double))
	f.refused(people.TooLate, early(1, "2", games.Early{Choice: games.ChooseSplit}))
	f.do(card("T"), card("5"), decide(games.Stand), card("T"), card("K"), payAll)
	f.agrees()
	f.audited()
	for _, p := range f.table.History[0].Payments() {
		if want := map[string]games.Amount{"2": 2000, "3": 0}; p.Bettor != "" && p.Added != want[p.Bettor] {
			t.Errorf("bettor %s added %d", p.Bettor, p.Added)
		}
	}
	g := seat(t, openingEU) // not once a hand was doubled without him
	g.do(early(1, "2", games.Early{Choice: games.ChooseSplit}), closeBets, card("8"), card("6"), card("8"), decide(games.Split), card("3"), decide(games.Double), card("2"))
	g.refused(people.TooLate, early(1, "2", both))
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

// "La possibilità di selezionare l'opzione multihand e di giocare quindi più mani
// contemporaneamente (fino a 5)" (source 003): a player holds up to five seats, from hand to
// hand and after a restart, until he leaves one.
func TestPlayerHoldsUpToFiveSeats(t *testing.T) {
	hold := func(player string, boxes ...int) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.HoldSeats(player, boxes...) }
	}
	f := seat(t, openingEU)
	f.do(hold("A", 1, 3), hold("B", 2), hold("A", 4, 5, 7))
	f.refused(people.TooManySeats, hold("A", 6))
	f.refused(people.TooManySeats, hold("A", 2))
	f.refused(people.NothingChanges, hold("A", 3))
	f.refused(people.NoSuchBox, hold("A", 8))
	f.refused(people.BadSetting, hold("a", 6))
	f.refused(people.TooManySeats, hold("C", 1, 2, 3, 4, 5, 6))
	f.do(closeBets, card("9"), card("6"), card("9"), decide(games.Stand), card("T"), card("K"), payAll, (*pit.Table).RepeatBets)
	if got := fmt.Sprint(f.table.HeldBy("A"), f.table.HeldBy("B"), f.table.HeldBy("")); got != "[1 3 4 5 7] [2] []" {
		t.Errorf("held: %s", got)
	}
	again, err := pit.Resume(f.journal, "LB1")
	if err != nil || !reflect.DeepEqual(again.Seats, f.table.Seats) {
		t.Errorf("after a restart %v, %v", again.Seats, err)
	}
	f.do(hold("", 4), hold("A", 6))
	if got := fmt.Sprint(f.table.HeldBy("A")); got != "[1 3 5 6 7]" {
		t.Errorf("held: %s", got)
	}
	f.audited()
	l := betting(t)
	l.refused(people.NotPossible, hold("A", 1))
}

// A main player who leaves: the bet behind his empty seat is void, in view.
func TestBetBehindAnEmptySeat(t *testing.T) {
	f := seat(t, openingEU)
	f.do(put(2, "main", "", 1000), put(1, "main", "", 0), closeBets)
	for _, p := range f.table.Current.Payments() {
		if p.Outcome != games.Void || p.Reason != games.NoMainBet || p.Returned != p.Amount {
			t.Errorf("%+v", p)
		}
	}
	if n := len(f.table.Current.Rows); n != 2 {
		t.Errorf("%d rows are void, want both behind", n)
	}
}

// A card drawn in error and seen: where the house wants it, it is offered first; who
// takes it has it as his next card, else it is burned.
func TestExposedCardIsOffered(t *testing.T) {
	offer := func(name string) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.OfferCard(name) }
	}
	f := seat(t, openingEU)
	f.do(closeBets, card("5s"), card("6h"), card("8d"))
	f.refused(people.NotPossible, offer("4c"))
	g := newFloor(t)
	g.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: "blackjack", Rules: []byte(`"bj-eu"`), Settings: &record.Settings{OfferExposed: true}}, Chips: theChips, Croupier: anna, Inspector: dario}, moment)
	}, shoe, put(1, "main", "", 2000), closeBets, card("5s"), card("6h"), card("8d"))
	before := g.table.Current
	g.do(offer("4c"))
	if n := g.table.Notes; len(n) != 1 || n[0].Kind != record.ExposedCard || n[0].What != "4c" || !reflect.DeepEqual(g.table.Current, before) {
		t.Errorf("notes %+v", n)
	}
	g.do(decide(games.Hit), card("4c"))
}

// A card that is typed for a seat that is asked is the card that it draws: the decision
// and the card are one act, and one undo takes both back.
func TestCardDrawsForTheSeatThatIsAsked(t *testing.T) {
	f := seat(t, openingEU)
	f.do(closeBets, card("5"), card("6"), card("8"), card("4"))
	if r := f.table.Current.Round; len(r.Laid) != 4 || len(r.Decisions) != 1 || r.Decisions[0].Do != games.Hit {
		t.Fatalf("%+v", r)
	}
	f.do(undo)
	if r := f.table.Current.Round; len(r.Laid) != 3 || len(r.Decisions) != 0 {
		t.Fatalf("after one undo %+v", r)
	}
	f.do(decide(games.Hit), card("4"), undo)
	if r := f.table.Current.Round; len(r.Laid) != 3 || len(r.Decisions) != 1 {
		t.Fatalf("a decision of its own goes back by itself: %+v", r)
	}
	f.do(card("4"), decide(games.Stand), card("T"), card("5"), payAll)
	f.agrees()
	f.audited()

	l := betting(t)
	l.do(closeBets, card("8"), card("T"), card("8"), card("3"))
	if r := l.table.Current.Round; len(r.Decisions) != 1 || r.Decisions[0].Do != games.Draw {
		t.Fatalf("%+v", r)
	}
	l.do(card("6"), payAll)
	l.agrees()
	l.audited()
}

// Suits are asked where a bet that stands needs them, and nowhere else; a suit that comes
// all the same is kept. What nobody read is no suit in the record, and the shoe is counted
// by ranks and by what was read.
func TestSuitsWhereABetNeedsThem(t *testing.T) {
	f := newFloor(t)
	f.do(openingEU, shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), put(2, "player_pair", "", 1000), closeBets)
	wants := func(suits bool) {
		t.Helper()
		if got := f.table.Next().Suits; got != suits {
			t.Errorf("%s asks for a suit: %v", f.table.Next(), got)
		}
	}
	wants(false)
	f.do(card("8"))
	wants(true)
	f.refused(people.SuitIsDue, card("9"))
	f.do(card("9h"))
	wants(false)
	f.do(card("5c"), card("7")) // the suit of the dealer's five is typed though nobody asked
	wants(true)
	f.do(card("9d"))
	wants(false)
	var names []string
	for _, l := range f.table.Current.Round.Laid {
		names = append(names, l.Card.String())
	}
	if got := fmt.Sprint(names); got != "[8 9h 5c 7 9d]" {
		t.Errorf("the record has %s", got)
	}
	f.do(card("6"), decide(games.Stand), card("T"), card("6"), payAll)
	f.agrees()
	f.audited()
	exported := f.table.History[0].Export(f.table.Game)
	if s, err := games.Complete(exported.Game, exported.Round); err != nil || s.House != f.table.History[0].House {
		t.Errorf("exported it settles to %d, %v", s.House, err)
	}
}

// One copy too many: of a card whose suit was read, and of a rank.
func TestImpossibleCardsWithoutSuits(t *testing.T) {
	f := newFloor(t)
	f.do(openingSeats(`{"preset":"bj-eu","decks":1}`), shoe, put(1, "main", "", 2000), closeBets, card("2"), card("2"), card("2h"))
	for _, name := range []string{"2h"} {
		f.do(card(name))
		if n := len(f.table.Alarms); n != 1 {
			t.Fatalf("%d alarms after a second %s of one deck", n, name)
		}
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario) }, card("2"))
	if n := len(f.table.Alarms); n != 0 {
		t.Fatal("a fourth two of one deck is none too many")
	}
	f.do(card("2"))
	if n := len(f.table.Alarms); n != 1 {
		t.Fatal("a fifth two of one deck is one too many")
	}
}

// What is not legal there is refused.
func TestSeatsRefuse(t *testing.T) {
	f := seat(t, openingEU)
	f.refused(people.BoxIsTaken, put(1, "player_pair", "9", 500))
	f.do(closeBets, card("9s"), card("6h"), card("8d"))
	f.refused(people.NoInsuranceNow, nobodyInsures)
	f.refused(people.NoCardDue, hide)
	f.refused(people.NotThatDecision, decide(games.Split))
	f.refused(people.NotThatDecision, insure(1, ""))
	f.do(decide(games.Hit), card("2c"))
	f.refused(people.NotThatDecision, decide(games.Double))
	var refusal *people.Refusal
	if err := f.try(decide(games.Draw)); !errors.As(err, &refusal) {
		t.Errorf("a draw is no decision here: %v", err)
	}
}
