package pit_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

func TestHandFromBetsToLastPayment(t *testing.T) {
	f := betting(t)
	f.do(bet(3, "59", 2000), bet(3, "play", 9000), bet(5, "59", 500))
	f.do(closeBets)
	if rows := f.table.Current.Payments(); len(rows) != 1 || rows[0].Box != 5 || rows[0].Outcome != games.Void {
		t.Fatalf("what does not stand goes back at once: %+v", rows)
	}
	f.do(card("8"), card("K"), card("3"), card("8"), card("5"))
	if h := &f.table.Current; len(h.Rows) != 3 || h.Paid != 1 {
		t.Fatalf("59 is settled by the second cards: %+v, %d paid", h.Rows, h.Paid)
	}
	f.do(payNext)
	if f.table.Current.Paid != 2 {
		t.Fatalf("%d rows paid, want 2", f.table.Current.Paid)
	}
	f.do(decide(games.Stand), decide(games.Double), card("4"), card("2"))
	if p := f.table.Deal().Phase(); p != hand.Paying {
		t.Fatalf("phase %v, want the payments", p)
	}
	f.do(payNext, payNext)
	// Box 1: 8-8 is 6 and wins 59 at 2:1, PLAY 6 against 5 wins. Box 3: K 5 4 is 9:
	// 59 wins, PLAY 9000 was reduced to 4000 and doubled, and wins.
	if got := f.table.History[0].House; got != -(4000 + 4000 + 2000 + 8000) {
		t.Errorf("house %d", got)
	}
	if f.table.Hand != 2 || f.table.Current.Begun() {
		t.Errorf("hand %d is open and begun %v, want a new hand 2", f.table.Hand, f.table.Current.Begun())
	}
	f.do(pit.OfBets(hand.Bets.Repeat))
	if got := f.table.Current.Round.On(3, "play", ""); got != 4000 || f.table.Current.Round.Has(5) {
		t.Errorf("repeated PLAY of box 3 is %d, want the 4000 that were accepted; box 5 has bets: %v", got, f.table.Current.Round.Has(5))
	}
	f.do(pit.OfBets(hand.Bets.Repeat))
	if got := f.table.Current.Round.On(3, "play", ""); got != 8000 {
		t.Errorf("repeated again it is %d, want 8000", got)
	}
}

func TestRefusals(t *testing.T) {
	f := newFloor(t)
	f.refused(house.TableClosed, bet(1, "59", 1000))
	f.refused(house.TableClosed, undo)
	f.refused(house.SamePerson, func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: record.TableSet{}, Croupier: anna, Inspector: anna}, moment)
	})
	f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: record.TableSet{}, Croupier: anna, Inspector: bruno}, moment)
	})
	f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: record.TableSet{}, Croupier: dario, Inspector: anna}, moment)
	})
	f.do(opening)
	f.refused(house.TableOpen, opening)
	f.refused(house.NoShoe, bet(1, "59", 1000))
	f.do(shoe)
	f.refused(house.NothingToUndo, undo)
	f.refused(house.NothingToRepeat, pit.OfBets(hand.Bets.Repeat))
	f.refused(house.NothingToClear, pit.OfBets(hand.Bets.Clear))
	f.refused(house.NothingToClear, bet(1, "59", 0))
	f.refused(house.NoSuchSpot, bet(10, "59", 1000))
	f.refused(house.NoSuchSpot, bet(1, "banker", 1000))
	f.refused(house.AmountTooLarge, bet(1, "59", games.MaxAmount+1))
	f.refused(house.BetsAreOpen, card("8"))
	f.refused(house.BetsAreOpen, decide(games.Stand))
	f.refused(house.NoBetStands, closeBets)
	f.do(bet(1, "59", 2000))
	var lacks *house.Refusal
	if err := f.try(closeBets); !errors.As(err, &lacks) || lacks.Why != house.NoBetStands || lacks.Box != 1 || lacks.What != "play" {
		t.Errorf("a 59 alone: %v, want that box 1 lacks its PLAY", err)
	}
	f.refused(house.HandOpen, closing)
	f.refused(house.HandOpen, shoe)
	f.do(bet(1, "play", 2000), closeBets)
	f.refused(house.BetsAreClosed, bet(1, "59", 1000))
	f.refused(house.BetsAreClosed, closeBets)
	f.refused(house.NoDecisionDue, decide(games.Stand))
	f.refused(house.NothingToPay, payNext)
	f.refused(house.NoSuchCard, card("X"))
	f.refused(house.NoSuchCard, card("!8h"))
	f.do(card("8"), card("8"), card("8"))
	f.refused(house.NotThatDecision, decide(games.Split))
	f.refused(house.OnDutyAlready, func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(anna) })
	f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(dario) })
	f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.ChangeInspector(bruno) })
}

// The composition is tracked over the shoe: a card that cannot exist is refused.
func TestImpossibleCard(t *testing.T) {
	f := betting(t)
	for n := 0; n < 6; n++ { // four eights a hand, twenty-four in six decks
		if n > 0 {
			f.do(pit.OfBets(hand.Bets.Repeat))
		}
		f.do(closeBets, card("8"), card("8"), card("8"), decide(games.Stand), card("8"), payAll)
	}
	f.do(pit.OfBets(hand.Bets.Repeat), closeBets)
	before := f.table.Current
	f.do(card("8"), card("8h"))
	if len(f.table.Alarms) != 2 || !reflect.DeepEqual(f.table.Current, before) {
		t.Fatalf("%d alarms; the hand went on with a card that cannot exist: %+v", len(f.table.Alarms), f.table.Current)
	}
	f.do(card("9"), card("K"), card("9"), decide(games.Stand), card("9"), payAll, pit.OfBets(hand.Bets.Repeat))
	f.refused(house.AlarmWaits, closeBets)
	f.refused(house.AlarmWaits, shutAfterClearing(f))
	f.refused(house.NeedsInspector, func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(nil) })
	f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&bruno) })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario) })
	f.refused(house.NoAlarm, func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario) })
	if len(f.table.Alarms) != 0 || len(f.table.Notes) != 2 {
		t.Errorf("%d alarms and %d notes", len(f.table.Alarms), len(f.table.Notes))
	}
}

// Entries say who, when, table, shift, shoe and hand.
func TestEveryEntrySaysWhereItBelongs(t *testing.T) {
	f := betting(t)
	f.do(closeBets, card("8"), func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(bruno) }, card("K"), card("8"))
	f.do(decide(games.Stand), card("9"), payAll, shoe, closing, opening, shoe)
	want := [][4]any{ // by whom, shift, shoe, hand
		{"11", 1, 0, 0}, {"11", 1, 1, 1}, {"11", 1, 1, 1}, {"11", 1, 1, 1}, // opened, shoe, 59, PLAY
		{"11", 1, 1, 1}, {"11", 1, 1, 1}, {"12", 1, 1, 1}, // no more bets, a card, relieved
		{"12", 1, 1, 1}, {"12", 1, 1, 1}, {"12", 1, 1, 1}, // two cards, the 59 settled
		{"12", 1, 1, 1}, {"12", 1, 1, 1}, {"12", 1, 1, 1}, {"12", 1, 1, 1}, // stand, the bank's card, PLAY settled, closed
		{"12", 1, 2, 2}, {"12", 1, 2, 2}, {"11", 2, 0, 0}, {"11", 2, 1, 1}, // shoe, table closed, opened again, shoe
	}
	last := time.Time{}
	for e, err := range f.journal.Entries("LB1", 1) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Table != "LB1" || e.At.Before(last) || int(e.Seq) > len(want) {
			t.Fatalf("entry %d of %q at %v", e.Seq, e.Table, e.At)
		}
		last = e.At
		if got := [4]any{e.By, e.Shift, e.Shoe, e.Hand}; got != want[e.Seq-1] {
			t.Errorf("entry %d (%T): by, shift, shoe, hand %v, want %v", e.Seq, e.Fact, got, want[e.Seq-1])
		}
	}
	if int(f.table.Seq) != len(want) {
		t.Errorf("%d entries, want %d", f.table.Seq, len(want))
	}
}

// Carte alla mano (source 004, section 6): the bank's card lies open, each box lays
// its two open when its turn comes; the record of the hand is in shoe order all the
// same.
func TestCardsInTheHand(t *testing.T) {
	f := newFloor(t)
	f.do(openingHandHeld, shoe, bet(2, "59", 2000), bet(2, "play", 4000), bet(7, "59", 2000), bet(7, "play", 2000))
	f.refused(house.SpotNotOffered, bet(2, "pair", 1000))
	f.do(closeBets)
	for i, want := range []games.Place{games.Bank, games.AtBox(2), games.AtBox(2), games.AtBox(7), games.AtBox(7)} {
		if step := f.table.Deal().Next(); step.Kind != games.Deal || step.At != want {
			t.Fatalf("card %d is asked of %s, want %s", i, step.At, want)
		}
		f.do(card([]string{"4", "8", "8", "K", "5"}[i]))
		if i == 2 { // a slip in the middle of the opening
			f.do(undo, card("8"))
		}
	}
	var got string
	for _, l := range f.table.Current.Round.Laid {
		got += l.At.String() + "=" + l.Card.Rank().String() + " "
	}
	if got != "box:2=8 box:7=K bank=4 box:2=8 box:7=5 " {
		t.Errorf("in shoe order the deal is %s", got)
	}
	if len(f.table.Current.Rows) != 2 {
		t.Errorf("%d bets are settled by the second cards, want both 59", len(f.table.Current.Rows))
	}
	f.do(decide(games.Stand), decide(games.Draw), card("2"), card("A"), payAll)
	hand := &f.table.History[0]
	settlement, err := games.Complete(f.table.Game, hand.Round)
	if err != nil {
		t.Fatal(err)
	}
	if settlement.House != hand.House {
		t.Errorf("the record says %d, the rules %d", hand.House, settlement.House)
	}
}

// A table is ready with its last two shoes; with the hands before put in their
// place it is what the whole fold makes.
func TestReady(t *testing.T) {
	f := betting(t)
	for n := range 5 {
		if n > 0 {
			f.do(shoe, pit.OfBets(hand.Bets.Repeat))
		}
		f.do(closeBets, card("8"), card("K"), card("8"), decide(games.Stand), card("9"), payAll)
		next := []house.Staff{bruno, anna}[n%2]
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(next) })
	}
	f.do(pit.OfBets(hand.Bets.Repeat), closeBets, card("7"))
	ready, whole, err := pit.Ready(f.journal, "LB1")
	if err != nil {
		t.Fatal(err)
	}
	if whole || len(ready.History) != 2 || ready.Croupier != f.table.Croupier || !reflect.DeepEqual(ready.Current, f.table.Current) {
		t.Errorf("ready with %d hands, croupier %s", len(ready.History), ready.Croupier)
	}
}
