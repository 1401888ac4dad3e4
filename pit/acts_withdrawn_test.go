package pit_test

import (
	"testing"

	"sabot/games"
	"sabot/games/gametest/threecard"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

func cancelling(t *pit.Table) ([]record.Fact, error) {
	return t.Felt().CancelHand(&elena, "nobody plays")
}

// What was paid on one hand of a split box and taken back stands until that hand is confirmed again: the other hand
// confirms nothing of it.
func TestTakenBackPaymentsStandByHand(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(3, "main", "", 2000), put(3, "behind", "2", 1000), early(3, "2", games.Early{Choice: games.Follow}), closeBets)
	f.do(card("Ad"), card("9d"), card("As"), hide, decide(games.Split), card("9s"), card("Ks"), card("Ah"))
	f.stillToDo("3/1 main leave 2000", "3/1(2) behind leave 1000", "3/2 main pay 2000", "3/2(2) behind pay 1000")
	f.do(payNext, payNext, payNext, undo, undo, undo)
	f.withdrawn("3 main/2 collect 2000")
	f.do(payNext) // a push of the right hand
	f.withdrawn("3 main/2 collect 2000")
	f.do(payNext)
	f.withdrawn("3 main/2 collect 2000")
	f.do(payNext)
	f.withdrawn()
	f.holdsAnew()
}

// An entry that is taken back at once, as of the digits of a code, leaves what was to be brought back before it, whatever the hand
// had gone on after with it. What is ticked off again meanwhile comes back as it was ticked off.
func TestTakenBackPaymentStandsBehindATakenBackEntry(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe, bet(1, "59", 2000), bet(1, "play", 2000), bet(2, "59", 4000), bet(2, "play", 2000), closeBets)
	f.do(card("8"), card("2"), card("K"), card("3"), card("7"))
	f.stillToDo("1 59 collect 2000", "2 59 pay 4000")
	f.do(payNext, payNext, undo, undo)
	f.withdrawn("1 59 pay 2000", "2 59 collect 4000")
	f.do(decide(games.Draw))
	f.withdrawn()
	f.do(card("5"), decide(games.Draw), undo, undo, undo)
	f.withdrawn("1 59 pay 2000", "2 59 collect 4000")
	f.do(payNext)
	f.withdrawn("2 59 collect 4000")
	f.do(decide(games.Draw), undo)
	f.withdrawn("2 59 collect 4000")
	f.do(undo)
	f.withdrawn("1 59 pay 2000", "2 59 collect 4000")
	f.do(undo, card("2")) // the last card was a two, not a seven: nothing is paid
	f.stillToDo("1 59 collect 2000", "2 59 collect 4000")
	f.do(decide(games.Draw), undo)
	f.withdrawn("1 59 pay 2000", "2 59 collect 4000")
	f.do(payNext, payNext)
	f.withdrawn()
	f.holdsAnew()
}

// What was collected of the left hand stands while the right one is paid.
func TestTakenBackBustOfOneHandStands(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(6, "main", "", 2000), closeBets)
	f.do(card("Td"), card("Td"), card("Ts"), hide, look(false), decide(games.Split), card("Kd"), decide(games.Stand), card("5d"))
	f.do(decide(games.Hit), card("Tc"))
	f.stillToDo("6/2 main collect 2000")
	f.do(payNext, undo, undo)
	f.do(undoWith(&dario))
	f.withdrawn("6 main/2 pay 2000")
	f.do(with(dario, decide(games.Stand)), card("6d"), card("Th"))
	f.stillToDo("6/1 main pay 2000", "6/2 main pay 2000")
	f.do(payNext)
	f.withdrawn("6 main/2 pay 2000")
	f.do(payNext)
	f.withdrawn()
	f.holdsAnew()
}

// What a double, a split or an insurance had put down and was taken back goes back to each player, until it is put down
// again, or the hand of that bet is confirmed.
func TestTakenBackDecisionsGiveBackWhatTheyPut(t *testing.T) {
	begin := func(cards ...string) *floor {
		f := newFloor(t)
		f.do(openingUS, shoe, put(1, "main", "", 2000), put(1, "behind", "2", 1000))
		f.do(early(1, "2", games.Early{Choice: games.Follow, Then: games.Double}), put(2, "main", "", 2000), closeBets)
		for _, c := range cards {
			f.do(card(c))
		}
		f.do(hide)
		return f
	}
	f := begin("6d", "Ts", "5c", "5d", "9s")
	f.do(decide(games.Double), undo)
	f.withdrawn("1 main give_back 2000", "1 behind(2) give_back 1000")
	f.do(decide(games.Double))
	f.withdrawn()
	f.do(card("9d"), undo)
	f.withdrawn()
	f.do(undo, with(dario, decide(games.Hit)), card("9d"), decide(games.Stand))
	f.withdrawn("1 main give_back 2000", "1 behind(2) give_back 1000")
	f.do(decide(games.Stand), card("Kd"), card("Kc"))
	f.stillToDo("1 main pay 2000", "1(2) behind pay 1000", "2 main pay 2000")
	f.do(payNext)
	f.withdrawn("1 behind(2) give_back 1000")
	f.do(payNext)
	f.withdrawn()
	f.holdsAnew()

	f = begin("8d", "Ts", "5c", "8s", "9s")
	f.do(decide(games.Split), card("3d"), decide(games.Double), undo)
	f.withdrawn("1 main/1 give_back 2000", "1 behind(2)/1 give_back 1000")
	f.do(undo, undo)
	f.withdrawn("1 main give_back 4000", "1 behind(2) give_back 2000")
	f.do(decide(games.Split))
	f.withdrawn("1 main/1 give_back 2000", "1 behind(2)/1 give_back 1000")
	f.holdsAnew()

	f = begin("9s", "Ts", "Ad", "9d", "9h")
	f.do(insure(1, ""), insure(1, "2"), undo)
	f.withdrawn("1 insurance(2) give_back 500")
	f.do(undo)
	f.withdrawn("1 insurance give_back 1000", "1 insurance(2) give_back 500")
	f.do(insure(1, "2"))
	f.withdrawn("1 insurance give_back 1000")
	f.do(nobodyInsures, look(false), decide(games.Stand), decide(games.Stand))
	f.withdrawn("1 insurance give_back 1000")
	f.holdsAnew()
}

// An insurance that was collected and taken back, and that nobody bought after all, comes back once.
func TestTakenBackInsuranceComesBackOnce(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets, card("9s"), card("Ad"), card("9d"), hide, insure(1, ""), look(false))
	f.stillToDo("1 insurance collect 1000")
	f.do(payNext, undo)
	f.withdrawn("1 insurance pay 1000")
	f.do(undoWith(&dario), undoWith(&dario))
	f.withdrawn("1 insurance pay 1000")
	f.do(with(dario, nobodyInsures), look(false), decide(games.Stand), card("9c"))
	f.withdrawn("1 insurance pay 1000")
	f.do(payAll)
	if got := f.table.History[0].Withdrawn(); len(got) != 1 || got[0].Amount != 1000 {
		t.Errorf("the closed hand has %+v", got)
	}
	f.holdsAnew()
}

// An insurance that was taken back goes back until a player's chips are moved again: a double puts some down beside it. Those of the others
// stand.
func TestTakenBackInsuranceEndsWithTheNextChips(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), put(1, "behind", "2", 1000), early(1, "2", games.Early{Choice: games.Follow, Then: games.Double}), put(2, "main", "", 2000), closeBets)
	f.do(card("6d"), card("Ts"), card("Ad"), card("5d"), card("9s"), hide)
	f.do(insure(1, ""), insure(1, "2"), insure(2, ""), undo, undo, undo)
	back := []string{"1 insurance give_back 1000", "1 insurance(2) give_back 500", "2 insurance give_back 1000"}
	f.withdrawn(back...)
	f.do(nobodyInsures, look(false))
	f.withdrawn(back...)
	f.do(decide(games.Double))
	f.withdrawn(back[2])
	f.do(undo)
	f.withdrawn("1 main give_back 2000", back[0], "1 behind(2) give_back 1000", back[1], back[2])
	f.holdsAnew()
}

// Even money that was taken back is a payment: nothing lay of its insurance. What was confirmed after all is none as
// the hand closes.
func TestTakenBackEvenMoney(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets, card("As"), card("Ad"), card("Kd"), hide, insure(1, ""))
	f.do(payNext, undo)
	f.withdrawn("1 main collect 2000")
	f.do(undo)
	f.withdrawn("1 main collect 2000")
	f.do(nobodyInsures, look(false), payAll)
	if got := f.table.History[0].Withdrawn(); len(got) != 0 {
		t.Errorf("the closed hand has %+v", got)
	}
	f.holdsAnew()
}

// What had gone back as it lay and is due again, since that was taken back, comes down once more where it had gone.
func TestTakenBackStakeComesDown(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 4000), closeBets)
	f.do(card("5c"), card("6d"), card("6c"), hide, decide(games.Double), ruleLying(1, "main", "", 3000))
	f.stillToDo("1 main give_back 2000")
	f.do(payNext, undo)
	f.withdrawn("1 main lay 2000")
	f.do(payNext)
	f.withdrawn()
	f.do(undo, cancelling)
	if got := f.table.History[0].Withdrawn(); len(got) != 1 || withdrawnWord(got[0]) != "1 main lay 2000" {
		t.Errorf("the cancelled hand has %+v", got)
	}
	f.holdsAnew()
}

// A hand that is cancelled keeps what was taken back: it is on the record that chips may have moved. So it is with bets that
// are cleared, whatever shoe comes then.
func TestCancelledHandKeepsWhatWasTakenBack(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), put(2, "main", "", 4000), closeBets)
	f.do(card("As"), card("9d"), card("5d"), card("Ks"), card("9s"), hide, payNext, undo)
	f.withdrawn("1 main collect 3000")
	f.do(cancelling)
	if got := f.table.History[0].Withdrawn(); len(got) != 1 || withdrawnWord(got[0]) != "1 main collect 3000" {
		t.Errorf("the cancelled hand has %+v", got)
	}
	f.withdrawn()
	f.holdsAnew()

	f = paidThree(t)
	for f.table.Current.BetsClosed {
		f.do(undoWith(&dario))
	}
	f.do(pit.OfBets(hand.Bets.Clear), func(t *pit.Table) ([]record.Fact, error) {
		return t.StartShoe(asEnds(t, pit.NewShoe{Fresh: true}), moment)
	})
	f.withdrawn("1 59 pay 2000", "2 59 collect 2000", "3 59 pay 2000")
	f.holdsAnew()
}

// A hand that is put right, or of which a bet is ruled on, keeps what was taken back: none of it is reckoned with.
func TestHandPutRightKeepsWhatWasTakenBack(t *testing.T) {
	f := paidThree(t)
	f.do(undo, func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RuleBet(games.Bet{Box: 3, Spot: "59", Amount: 4000}, true, &dario, "seen on camera")
	})
	f.withdrawn("1 59 pay 2000", "2 59 collect 2000", "3 59 pay 2000")
	f.do(payNext)
	f.withdrawn("2 59 collect 2000", "3 59 pay 2000")
	f.holdsAnew()
}

// A bet that a decision puts down beside the first, as another game has it, goes back too.
func TestTakenBackPlayGoesBack(t *testing.T) {
	defer handfile.Register(handfile.Kind{Name: threecard.Name, Presets: threecard.Presets, Texts: threecard.Texts, Open: func(p string) (handfile.Configurable, bool) { return threecard.New(p) }})()
	f := newFloor(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		set := record.TableSet{Name: "LB1", Game: threecard.Name, Rules: []byte(`"` + threecard.Preset + `"`)}
		return t.Opening(pit.Start{Set: set, Chips: theChips, Croupier: anna, Inspector: dario}, moment)
	}, shoe, put(1, threecard.Ante, "", 5000), put(3, threecard.Ante, "", 5000), closeBets, hide)
	f.do(decide(threecard.Plays), undo)
	f.withdrawn("1 " + threecard.Play + " give_back 5000")
	f.do(decide(threecard.Plays))
	f.withdrawn()
	f.do(undo, decide(threecard.Folds))
	f.withdrawn("1 " + threecard.Play + " give_back 5000")
	f.do(payAll)
	f.withdrawn()
	f.holdsAnew()
}

// What counted as paid since the hand went on, and is taken back with the entry by which it did, comes back as what was ticked off
// does: while it is owed, whatever cards are entered, until it is confirmed again.
func TestTakenBackGoingOnIsNamed(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 2, 3)
	cards(f, "K 5 5 5 2 K 8")
	back := []string{"1 59 pay 2000", "2 59 collect 2000", "3 59 pay 2000"}
	f.do(decide(games.Stand), undo)
	f.withdrawn(back...)
	f.stillToDo("1 59 collect 2000", "2 59 pay 2000", "3 59 collect 2000")
	f.do(decide(games.Stand))
	f.withdrawn()
	f.do(undo)
	f.withdrawn(back...)
	f.do(undo, undo)
	f.withdrawn(back...)
	cards(f, "K 8")
	f.withdrawn(back...)
	f.do(payNext)
	f.withdrawn(back[1:]...)
	f.do(undo)
	f.withdrawn(back...)
	f.do(payAll)
	f.withdrawn()
	f.holdsAnew()

	f = newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), closeBets, card("9s"), card("8s"), card("6d"), card("9d"), card("8d"), hide)
	f.do(card("9c"), decide(games.Stand), undo)
	f.withdrawn("1 main pay 2000")
	f.stillToDo("1 main collect 2000")
	f.holdsAnew()
}

// Digits of a code move no chips: what they had the hand go on after is owed as before, and nothing comes back of it.
func TestCodeMovesNoChips(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 2, 3)
	cards(f, "K 5 5 5 2 K 8")
	f.do(decide(games.Stand), pit.OfDeal(hand.Deal.UndoCode))
	f.withdrawn()
	f.stillToDo("1 59 collect 2000", "2 59 pay 2000", "3 59 collect 2000")
	f.do(payNext, undo, decide(games.Stand))
	f.withdrawn()
	f.do(pit.OfDeal(hand.Deal.UndoCode))
	f.withdrawn("1 59 pay 2000")
	f.holdsAnew()
}

// What digits did that Sabot took for a code moved no chip: nothing comes back by it, nobody reads that something was taken back, and
// what was to come back before it still is.
func TestDigitsOfACodeMoveNoChip(t *testing.T) {
	code := pit.OfDeal(hand.Deal.UndoCode)
	alone := func(f *floor, want int) {
		t.Helper()
		if got := len(f.table.TakenBack); got != want {
			t.Errorf("the paper has %d taken back, want %d: %+v", got, want, f.table.TakenBack)
		}
	}
	f := newFloor(t)
	f.do(openingUS, shoe, put(5, "main", "", 2000), put(6, "main", "", 4000), put(7, "main", "", 1000), closeBets)
	f.do(card("9s"), card("8s"), card("7s"), card("Ad"), card("9d"), card("8d"), card("7d"), hide)
	f.do(insure(6, ""), insure(5, ""), insure(7, ""), code, code, code)
	f.withdrawn()
	alone(f, 0)
	f.do(insure(5, ""), undo, insure(6, ""), code)
	f.withdrawn("5 insurance give_back 1000")
	alone(f, 1)
	f.do(insure(5, ""), code)
	f.withdrawn("5 insurance give_back 1000")
	alone(f, 1)
	f.holdsAnew()

	f = newFloor(t)
	boxes(f, luganoSet, 1, 2)
	f.do(card("K"), card("5"), card("5"), card("5"), card("8"))
	f.stillToDo("1 59 pay 2000", "2 59 collect 2000")
	f.do(payNext, undo, card("3")) // the hand goes on: both are done
	f.withdrawn()
	last, _ := f.table.Current.LastKeyed()
	if said := f.table.Current.Unpaid(record.Undone{Seq: last.Seq, Code: true}); len(said) > 0 {
		t.Errorf("the log has %+v as due again", said)
	}
	alone(f, 1)
	f.do(code)
	f.stillToDo("1 59 pay 2000", "2 59 collect 2000")
	f.withdrawn("1 59 collect 2000")
	alone(f, 1)
	f.holdsAnew()
}
