package pit_test

import (
	"slices"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

func exposed(name string) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().ExposeHole(name, &dario, "seen by all") }
}

func burned(name string) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard(name, &dario, "drawn in error") }
}

// asked is a hand of two boxes against an ace in which nobody has said yet whether he insures; box 1 has blackjack.
func asked(t *testing.T) *floor {
	t.Helper()
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 10000), put(2, "main", "", 5000), closeBets)
	f.do(card("Th"), card("9h"), card("Ac"), card("Ad"), card("8d"), hide)
	if f.table.Deal().Phase() != hand.Insuring {
		t.Fatalf("phase %v", f.table.Deal().Phase())
	}
	return f
}

// A question that stood open when a card was seen is answered by the inspector once that card is taken back: whoever answers knows it.
func TestAnswerToWhatStoodOpenWhenACardWasSeen(t *testing.T) {
	t.Run("insurance, after the hole card", func(t *testing.T) {
		f := asked(t)
		f.do(exposed("Qs"), reopened)
		f.refused(house.SeenBefore, insure(1, ""))
		f.refused(house.SeenBefore, insure(2, ""))
		f.do(with(dario, insure(2, "")))
		f.lately(record.Alarmed{Box: 2, What: "insure", Amount: 2500, Card: "Qs", Approver: dario.Number})
		f.do(pit.OfBets(hand.Bets.EndInsurance))
		f.refused(house.SeenBefore, look(false))
		f.do(look(true), card("Qs"), payAll)
		f.agrees()
		f.holdsAnew()
	})
	t.Run("what was bought before it stays", func(t *testing.T) {
		f := asked(t)
		f.do(insure(2, ""), exposed("Qs"), reopened, pit.OfBets(hand.Bets.EndInsurance), look(true), card("Qs"), payAll)
		f.lately()
		f.agrees()
		f.holdsAnew()
	})
	t.Run("insurance, after a card that was burned", func(t *testing.T) {
		f := asked(t)
		f.do(burned("Qs"), reopened)
		f.refused(house.SeenBefore, insure(2, ""))
		f.do(pit.OfBets(hand.Bets.EndInsurance), look(false))
		f.lately()
		f.holdsAnew()
	})
	t.Run("the dealer's look", func(t *testing.T) {
		f := seat(t, openingUS)
		f.do(closeBets, card("9s"), card("Kh"), card("8d"), hide, exposed("Ad"), reopened)
		f.refused(house.SeenBefore, look(false))
		f.do(with(dario, look(false)))
		if late := f.late(); len(late) != 1 || !hand.OfTheDealer(late[0]) || late[0].Card != "Ad" {
			t.Errorf("late changes %+v", late)
		}
		f.holdsAnew()
	})
	t.Run("a decision, after a card that was burned", func(t *testing.T) {
		f := seat(t, openingUS)
		f.do(closeBets, card("5s"), card("6h"), card("6d"), hide, burned("Td"), reopened)
		f.refused(house.SeenBefore, decide(games.Double))
		f.refused(house.SeenBefore, card("Td"))
		f.do(burned("Tc"), decide(games.Double)) // it was read wrong, and lies burned
		f.lately()
		f.holdsAnew()
	})
	t.Run("a decision, after cards as they lie", func(t *testing.T) {
		f := seat(t, openingUS)
		f.do(closeBets, card("5s"), card("6h"), card("6d"), hide)
		lie := f.table.Felt().OnFelt()
		out := func(laid []record.CardLaid) command {
			return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOut(record.WrongPlace, 0, "", laid) }
		}
		moved := slices.Clone(lie)
		moved[0].Card = "4s"
		f.do(out(moved), reopened, decide(games.Hit), undo) // read otherwise, and no other card than was known
		f.do(out(append(slices.Clip(lie), record.CardLaid{Card: "Td", At: "box:1"})), reopened)
		f.refused(house.SeenBefore, decide(games.Double))
		f.do(with(dario, decide(games.Double)), card("Td"))
		f.lately(record.Alarmed{Box: 1, What: "double", From: 2000, Amount: 4000, Card: "Td", Approver: dario.Number})
		f.holdsAnew()
	})
	t.Run("a decision beside a hole card that lay face up", func(t *testing.T) {
		f := seat(t, openingUS)
		f.do(closeBets, card("5s"), card("6h"), card("6d"), hide, exposed("Td"), reopened, decide(games.Double))
		f.lately()
		f.holdsAnew()
	})
}

// A card that was laid out while a face-down deal lies, and was taken back, is looked for among those of the deal too.
func TestLaidOutBesideAFaceDownDealIsTakenBack(t *testing.T) {
	f := newFloor(t)
	f.do(revealed, shoe, put(1, "player", "", 2000), closeBets)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().LayOut(record.WrongPlace, 0, "", append(t.Felt().OnFelt(), record.CardLaid{Card: "9d", At: "player"}))
	}, undo)
	f.holdsAnew()
}

// Of what was changed after several cards the exception names them all, each as it was read last; which one lay face down nobody is told.
func TestLateChangeNamesEveryCard(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(7, "main", "", 3000), closeBets, card("5c"), card("9d"), card("4h"), undo, card("3h"), hide)
	f.do(undo, undo, undo, undo, reopened, put(7, "main", "", 10000), with(dario, closeBets))
	f.lately(record.Alarmed{Box: 7, What: "main", From: 3000, Amount: 10000, Card: "5c", Later: "9d 3h", Approver: dario.Number})
	f.holds()
}
