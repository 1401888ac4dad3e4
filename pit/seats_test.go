package pit_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"sabot/games"
	"sabot/pit"
)

func openingSeats(rules string) command {
	return func(t *pit.Table) ([]pit.Fact, error) {
		return t.Opening(pit.Start{Set: pit.TableSet{Name: "LB1", Game: "blackjack", Rules: []byte(rules)}, Chips: theChips, Croupier: anna, Inspector: dario}, moment)
	}
}

var (
	openingUS = openingSeats(`{"preset":"bj-us","decks":4}`)
	openingEU = openingSeats(`{"preset":"bj-eu","decks":4,"enhc":"original"}`)

	hide command = (*pit.Table).HideCard
)

func insure(box int, bettor string) command {
	return func(t *pit.Table) ([]pit.Fact, error) { return t.Insure(box, bettor) }
}

func early(box int, bettor string, e games.Early) command {
	return func(t *pit.Table) ([]pit.Fact, error) { return t.ChooseEarly(box, bettor, e) }
}

func ahead(box int, do games.Action) command {
	return func(t *pit.Table) ([]pit.Fact, error) { return t.DecideAhead(box, do) }
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
	f.refused(pit.NothingLiesWrong, func(t *pit.Table) ([]pit.Fact, error) { return t.Relay(&dario, "") })
	if !f.table.MayHide() {
		t.Fatal("the next card does not lie face down")
	}
	f.do(hide)
	if out := f.table.CardsOut(); out != 4 || f.table.Hole() != 3 {
		t.Fatalf("%d cards out, hole %d", out, f.table.Hole())
	}
	f.refused(pit.NoCardDue, card("Ts")) // under a six nobody looks
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

// Under an ace or a ten the dealer looks: he turns a blackjack at once and nothing
// else, and a blackjack that comes out later should have been seen.
func TestDealerLooks(t *testing.T) {
	f := seat(t, openingUS)
	f.do(closeBets, card("9s"), card("Th"), card("8d"), hide)
	f.refused(pit.NotBlackjack, card("9c"))
	f.do(decide(games.Stand))
	f.refused(pit.HoleIsBlackjack, card("Ac"))
	f.do(card("9c"), payAll)
	f.agrees()
	f.do((*pit.Table).RepeatBets, closeBets, card("9s"), card("Th"), card("8d"), hide, card("Ac"), payAll)
	f.agrees()
}

// Insurance: in front and behind, in turn, each once, until somebody decides.
func TestInsurance(t *testing.T) {
	f := seat(t, openingUS)
	f.do(early(1, "3", games.Early{HasFunds: true, Funds: 400}), closeBets, card("9s"), card("Ah"), card("8d"), hide)
	if got := fmt.Sprint(f.table.Next().Insurable); got != "[{1  insure} {1 2 insure}]" {
		t.Fatalf("%s may be insured: bettor 3 has not the money", got)
	}
	if got := f.table.InsurancePrice(1, ""); got != 1000 {
		t.Errorf("the insurance costs %d", got)
	}
	f.do(insure(1, "2"))
	f.refused(pit.NotThatDecision, insure(1, ""))
	f.do(undo, insure(1, ""), insure(1, "2"), decide(games.Stand))
	f.refused(pit.NotThatDecision, insure(1, "2"))
	f.do(card("7c"), payAll)
	f.agrees()
	if n := len(f.table.History[0].Rows); n != 5 {
		t.Errorf("%d rows, want three bets and two insurances", n)
	}
}

// Early decisions are taken until the main player decides, and repeated with the
// bets; what he says ahead is only offered.
func TestEarlyDecisions(t *testing.T) {
	f := seat(t, openingEU)
	f.refused(pit.NoSuchSpot, early(1, "9", games.Early{}))
	f.refused(pit.NotThatDecision, early(1, "2", games.Early{Choice: "sleep"}))
	f.do(early(1, "2", games.Early{Choice: games.Follow}), closeBets, card("5s"), card("6h"), card("6d"))
	f.do(early(1, "3", games.Early{Choice: games.ChooseDouble}), ahead(1, games.Double))
	if f.table.Phase() != pit.Deciding || f.table.Current.Ahead[1] != games.Double {
		t.Fatal("what was said ahead decides nothing by itself")
	}
	f.do(decide(games.Double))
	f.refused(pit.TooLate, early(1, "2", games.Early{}))
	f.refused(pit.TooLate, ahead(1, games.Stand))
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
		return func(t *pit.Table) ([]pit.Fact, error) { return t.OfferCard(name) }
	}
	f := seat(t, openingEU)
	f.do(closeBets, card("5s"), card("6h"), card("8d"))
	f.refused(pit.NotPossible, offer("4c"))
	g := newFloor(t)
	g.do(func(t *pit.Table) ([]pit.Fact, error) {
		return t.Opening(pit.Start{Set: pit.TableSet{Name: "LB1", Game: "blackjack", Rules: []byte(`"bj-eu"`), Settings: &pit.Settings{OfferExposed: true}}, Chips: theChips, Croupier: anna, Inspector: dario}, moment)
	}, shoe, put(1, "main", "", 2000), closeBets, card("5s"), card("6h"), card("8d"))
	before := g.table.Current
	g.do(offer("4c"))
	if n := g.table.Notes; len(n) != 1 || n[0].Kind != pit.ExposedCard || n[0].What != "4c" || !reflect.DeepEqual(g.table.Current, before) {
		t.Errorf("notes %+v", n)
	}
	g.do(decide(games.Hit), card("4c"))
}

// What is not legal there is refused.
func TestSeatsRefuse(t *testing.T) {
	f := seat(t, openingEU)
	f.refused(pit.BoxIsTaken, put(1, "player_pair", "9", 500))
	f.do(closeBets, card("9s"), card("6h"), card("8d"))
	f.refused(pit.NoCardDue, hide)
	f.refused(pit.NotThatDecision, decide(games.Split))
	f.refused(pit.NotThatDecision, insure(1, ""))
	f.do(decide(games.Hit), card("2c"))
	f.refused(pit.NotThatDecision, decide(games.Double))
	var refusal *pit.Refusal
	if err := f.try(decide(games.Draw)); !errors.As(err, &refusal) {
		t.Errorf("a draw is no decision here: %v", err)
	}
}
