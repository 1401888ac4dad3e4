package pit_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
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

	hide command = pit.OfDeal(hand.Deal.Hide)
)

func insure(box int, bettor string) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(box, bettor) }
}

func look(blackjack bool) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(blackjack) }
}

var nobodyInsures command = pit.OfBets(hand.Bets.EndInsurance)

func early(box int, bettor string, e games.Early) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Bets().ChooseEarly(box, bettor, e) }
}

func ahead(box int, do games.Action) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Bets().DecideAhead(box, do) }
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

// "La possibilità di selezionare l'opzione multihand e di giocare quindi più mani
// contemporaneamente (fino a 5)" (source 003): a player holds up to five seats, from hand to
// hand and after a restart, until he leaves one.
func TestPlayerHoldsUpToFiveSeats(t *testing.T) {
	hold := func(player string, boxes ...int) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.HoldSeats(player, boxes...) }
	}
	f := seat(t, openingEU)
	f.do(hold("A", 1, 3), hold("B", 2), hold("A", 4, 5, 7))
	f.refused(house.TooManySeats, hold("A", 6))
	f.refused(house.TooManySeats, hold("A", 2))
	f.refused(house.NothingChanges, hold("A", 3))
	f.refused(house.NoSuchBox, hold("A", 8))
	f.refused(house.BadSetting, hold("a", 6))
	f.refused(house.TooManySeats, hold("C", 1, 2, 3, 4, 5, 6))
	f.do(closeBets, card("9"), card("6"), card("9"), decide(games.Stand), card("T"), card("K"), payAll, pit.OfBets(hand.Bets.Repeat))
	if got := fmt.Sprint(f.table.Seats.HeldBy("A"), f.table.Seats.HeldBy("B"), f.table.Seats.HeldBy("")); got != "[1 3 4 5 7] [2] []" {
		t.Errorf("held: %s", got)
	}
	again, err := pit.Resume(f.journal, "LB1")
	if err != nil || !reflect.DeepEqual(again.Seats, f.table.Seats) {
		t.Errorf("after a restart %v, %v", again.Seats, err)
	}
	f.do(hold("", 4), hold("A", 6))
	if got := fmt.Sprint(f.table.Seats.HeldBy("A")); got != "[1 3 5 6 7]" {
		t.Errorf("held: %s", got)
	}
	f.holds()
	l := betting(t)
	l.refused(house.NotPossible, hold("A", 1))
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
	f := seat(t, openingEU)
	f.do(closeBets, card("5s"), card("6h"), card("8d"))
	f.refused(house.NotPossible, offer("4c"))
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

// offered is a hand of two boxes at blackjack, whose first is asked while a card that was exposed in error is offered.
func offered(t *testing.T, rules string) *floor {
	f := newFloor(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: "blackjack", Rules: []byte(rules), Settings: &record.Settings{OfferExposed: true}}, Chips: theChips, Croupier: anna, Inspector: dario}, moment)
	}, shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), closeBets, card("5s"), card("6s"), card("7h"), card("8d"), card("9d"), offer("4c"))
	return f
}

func offer(name string) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().OfferCard(name) }
}

// A card that was exposed in error is the next one from the shoe: it stays named, another is refused, and the hand does not close,
// until it lies at a box or at the dealer, or an inspector burned it.
func TestExposedCardComesFirst(t *testing.T) {
	opens := func(f *floor, want string) {
		t.Helper()
		open, ok := f.table.Deal().Offered()
		if ok != (want != "") || ok && open.What != want {
			t.Errorf("offered %q, %t, want %q", open.What, ok, want)
		}
	}
	burn := func(name string) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard(name, &dario, "exposed") }
	}
	cancel := func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "x") }

	f := offered(t, `"bj-eu"`)
	f.refused(house.OfferedFirst, card("5"))
	f.refused(house.OfferedFirst, card("4h"))
	f.refused(house.OfferedFirst, offer("5c"))
	f.refused(house.OfferedFirst, cancel)
	opens(f, "4c")
	f.do(decide(games.Stand)) // box 1 will not have it
	opens(f, "4c")
	f.do(card("4")) // box 2 draws it
	opens(f, "")
	f.do(undo)
	opens(f, "4c")
	f.do(card("4c"), decide(games.Stand), card("T"), payAll)
	f.agrees()
	f.holds()

	f = offered(t, `"bj-eu"`) // the dealer has it
	f.do(decide(games.Stand), decide(games.Stand))
	f.refused(house.OfferedFirst, card("T"))
	f.do(card("4c"), card("K"), payAll)
	f.agrees()
	f.holds()

	f = offered(t, `"bj-eu"`) // nobody has it
	f.do(burn("4c"))
	opens(f, "")
	f.do(decide(games.Stand), decide(games.Stand), card("T"), payAll)
	f.agrees()
	f.holds()

	f = offered(t, `"bj-eu"`) // nobody can have it any more
	f.do(undo, decide(games.Stand), decide(games.Hit), card("3c"), decide(games.Stand), card("2s"), offer("4c"), card("4c"), card("4h"), offer("4c"))
	f.refused(house.OfferedFirst, payAll)
	f.do(burn("4c"), payAll)
	f.agrees()
	f.holds()

	f = offered(t, `"bj-eu"`) // it was a slip
	f.do(undo)
	opens(f, "")
	f.do(card("5"), decide(games.Stand), decide(games.Stand), card("T"), payAll)
	f.agrees()
	f.holds()
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
	f.holds()

	l := betting(t)
	l.do(closeBets, card("8"), card("T"), card("8"), card("3"))
	if r := l.table.Current.Round; len(r.Decisions) != 1 || r.Decisions[0].Do != games.Draw {
		t.Fatalf("%+v", r)
	}
	l.do(card("6"), payAll)
	l.agrees()
	l.holds()
}

// Suits are asked where a bet that stands needs them, and nowhere else; a suit that comes
// all the same is kept. What nobody read is no suit in the record, and the shoe is counted
// by ranks and by what was read.
func TestSuitsWhereABetNeedsThem(t *testing.T) {
	f := newFloor(t)
	f.do(openingEU, shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), put(2, "player_pair", "", 1000), closeBets)
	wants := func(suits bool) {
		t.Helper()
		if got := f.table.Deal().Next().Suits; got != suits {
			t.Errorf("%s asks for a suit: %v", f.table.Deal().Next(), got)
		}
	}
	wants(false)
	f.do(card("8"))
	wants(true)
	f.refused(house.SuitIsDue, card("9"))
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
	f.holds()
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
	f.refused(house.BoxIsTaken, put(1, "player_pair", "9", 500))
	f.do(closeBets, card("9s"), card("6h"), card("8d"))
	f.refused(house.NoInsuranceNow, nobodyInsures)
	f.refused(house.NoCardDue, hide)
	f.refused(house.NotThatDecision, decide(games.Split))
	f.refused(house.NotThatDecision, insure(1, ""))
	f.do(decide(games.Hit), card("2c"))
	f.refused(house.NotThatDecision, decide(games.Double))
	var refusal *house.Refusal
	if err := f.try(decide(games.Draw)); !errors.As(err, &refusal) {
		t.Errorf("a draw is no decision here: %v", err)
	}
}

// "puoi pre-selezionare un'azione" (source 003): one that the hand has, or may still have
// while its cards do not lie. What was said before they came and they do not let is as if
// nothing had been said.
func TestOnlyWhatTheHandMayDoIsSaidAhead(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), put(3, "main", "", 2000), ahead(3, games.Split), closeBets)
	f.refused(house.NotThatDecision, ahead(2, games.Insure))
	f.refused(house.NotThatDecision, ahead(2, games.Draw))
	f.do(card("9s"), card("Th"), card("Tc"), ahead(2, games.Split), ahead(2, ""), card("6d"), card("5s"), card("9d"), card("9h"), hide)
	f.refused(house.NotThatDecision, ahead(2, games.Split)) // 10-9
	if f.table.Bets().SaidAhead(3) != "" {
		t.Errorf("box 3 splits a ten and a nine")
	}
	f.do(ahead(2, games.Double), ahead(3, games.Stand))
	if f.table.Bets().SaidAhead(2) != games.Double || f.table.Bets().SaidAhead(3) != games.Stand {
		t.Errorf("said: %v", f.table.Current.Ahead)
	}
	f.do(decide(games.Hit), card("2d"))
	f.refused(house.TooLate, ahead(1, games.Stand))
	g := newFloor(t)
	g.do(openingSeats(`{"preset":"bj-us","max_splits":0}`), shoe, put(1, "main", "", 2000))
	g.refused(house.NotThatDecision, ahead(1, games.Split))
}
