package pit_test

import (
	"reflect"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

var revealed = openingWith("puntobanco", `{"preset":"pb-speed"}`, &record.Settings{Reveal: true})

// Source 000: "1ª e 3ª carta sulla parte del Giocatore; 2ª e 4ª carta sulla parte del
// Banco", and they are revealed "iniziando dal Giocatore": entered player, player, banker,
// banker, they lie in the record as they left the shoe.
func TestRevealOrder(t *testing.T) {
	f := newFloor(t)
	f.do(revealed, shoe, put(1, "player", "", 2000), closeBets)
	for i, want := range []games.Place{games.Player, games.Player, games.Banker, games.Banker} {
		if step := f.table.Deal().Next(); step.Kind != games.Deal || step.At != want {
			t.Fatalf("card %d is asked of %s, want %s", i, step.At, want)
		}
		f.do(card([]string{"9s", "Kh", "7d", "2c"}[i]))
		if i == 1 { // the player's hand is known before the banker's
			hands := f.table.Current.Hands()
			if len(hands) != 1 || hands[0].Total != 9 {
				t.Errorf("after the player's two cards the hands are %+v", hands)
			}
			f.do(undo, card("Kh"))
		}
	}
	if got, want := laidOf(&f.table.Current), "9s@player 7d@banker Kh@player 2c@banker"; got != want {
		t.Errorf("in shoe order: %s, want %s", got, want)
	}
	if f.table.Deal().Phase() != hand.Paying { // 9 against 9: a natural each
		t.Errorf("phase %v", f.table.Deal().Phase())
	}
	f.do(payAll, again(0), closeBets, card("2s"), card("Kc"), card("3d"), card("Kd"))
	if step := f.table.Deal().Next(); step.At != games.Player {
		t.Errorf("the third card goes to %s, want the player", step.At)
	}
	f.do(card("5s"), card("9h"), payAll)
	audits(t, f)
}

// Cards that were drawn ahead lie where they open the hand; what is left of the four is
// revealed side by side.
func TestRevealOrderWithCardsDrawnAhead(t *testing.T) {
	f := newFloor(t)
	f.do(revealed, shoe, put(1, "player", "", 2000), closeBets, card("9s"), card("Ks"), card("7d"), card("Kd"))
	f.do(pit.OfDeal(hand.Deal.CarryUnseen), card("3c"), payAll, again(0), closeBets)
	if got := f.table.Current.Open; len(got) != 1 || got[0].At != games.Banker || got[0].Card.String() != "3c" {
		t.Fatalf("after the call there lies %+v", got)
	}
	for _, c := range []struct {
		name string
		at   games.Place
	}{{"8s", games.Player}, {"Ah", games.Player}, {"4c", games.Banker}} {
		if step := f.table.Deal().Next(); step.At != c.at {
			t.Fatalf("%s is asked of %s, want %s", c.name, step.At, c.at)
		}
		f.do(card(c.name))
	}
	if got, want := laidOf(&f.table.Current), "8s@player 3c@banker Ah@player 4c@banker"; got != want {
		t.Errorf("in shoe order: %s, want %s", got, want)
	}
	f.do(undo, undo, undo)
	if last, _ := f.table.Current.LastKeyed(); !reflect.DeepEqual(last.Fact, record.BetsClosed{}) {
		t.Errorf("the next undo takes %+v back, want the end of the bets", last.Fact)
	}
	audits(t, f)
}

// Where a bet looks at suits they are asked for as the cards are revealed; that of a card
// that was drawn ahead without one is read when all four lie.
func TestRevealOrderWithSuits(t *testing.T) {
	f := newFloor(t)
	f.do(revealed, shoe, put(1, "player", "", 2000), closeBets, card("9"), card("K"), card("7"), card("Q"), card("8"), payAll)
	f.do(put(1, "player", "", 2000), put(1, "perfect_pair", "", 500), closeBets)
	if step := f.table.Deal().Next(); step.At != games.Player || !step.Suits {
		t.Fatalf("after the call %+v", step)
	}
	f.refused(house.SuitIsDue, card("8"))
	f.do(card("8s"), card("As"), card("Ad"))
	if step := f.table.Deal().Next(); step.Kind != games.ReadSuit {
		t.Fatalf("with all four on the table %+v", step)
	}
	f.do(card("8h"))
	if got, want := laidOf(&f.table.Current), "8h@player As@banker 8s@player Ad@banker"; got != want {
		t.Errorf("in shoe order: %s, want %s", got, want)
	}
	for f.table.Deal().Next().Kind == games.Deal {
		f.do(card("Kc"))
	}
	f.do(payAll)
	audits(t, f)
}

// A pause that is taken back while a face-down deal is being revealed stops nothing: more cards lie there than are in the round.
func TestPauseTakenBackWhileRevealing(t *testing.T) {
	f := newFloor(t)
	f.do(revealed, shoe, put(1, "player", "", 2000), closeBets, card("9s"))
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Pause(record.DisputedBet, 1, "who") }, undoWith(&dario), card("Kh"))
	audits(t, f)
}
