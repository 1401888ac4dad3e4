package pit_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// with has somebody approve a command who is no part of it.
func with(who house.Staff, c command) command {
	return func(t *pit.Table) ([]record.Fact, error) { return c(t.Approved(&who)) }
}

func reopened(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario) }

// unchecked opens a table as Sabot 0.9 did.
func unchecked(c command) command {
	return opened(c, func(o *record.Opened) { o.Checks, o.Uncounted = 0, false })
}

// opened changes what an opening says.
func opened(c command, change func(*record.Opened)) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		facts, err := c(t)
		for i := range facts {
			if o, ok := facts[i].(record.Opened); ok {
				change(&o)
				facts[i] = o
			}
		}
		return facts, err
	}
}

// hit is a hand of two boxes in which the first has hit and seen a four.
func hit(t *testing.T, opening command) *floor {
	t.Helper()
	f := newFloor(t)
	f.do(opening, shoe, put(1, "main", "", 10000), put(2, "main", "", 5000), closeBets)
	f.do(card("Th"), card("9h"), card("6c"), card("5d"), card("8d"), hide, decide(games.Hit), card("4c"))
	return f
}

// late are the late changes of the shift.
func (f *floor) late() (list []record.Alarmed) {
	for _, n := range slices.Concat(f.table.Notes, f.table.Alarms) {
		if n.Kind == record.LateChange {
			list = append(list, n.Alarmed)
		}
	}
	return list
}

func (f *floor) lately(want ...record.Alarmed) {
	f.t.Helper()
	for i := range want {
		want[i].Kind = record.LateChange
	}
	if got := f.late(); !slices.Equal(got, want) {
		f.t.Fatalf("late changes %+v, want %+v", got, want)
	}
}

// "by keyboard a croupier alone turns a hit into a double after the card": it takes the inspector, and is on the
// record by name.
func TestDecisionAfterItsCard(t *testing.T) {
	double := record.Alarmed{Box: 1, Was: "hit", What: "double", From: 10000, Amount: 20000, Card: "4c", Approver: dario.Number}
	t.Run("it takes the inspector", func(t *testing.T) {
		f := hit(t, openingUS)
		f.do(undo, undo)
		f.refused(house.SeenBefore, decide(games.Double))
		f.refused(house.WrongRole, with(anna, decide(games.Double)))
		f.refused(house.SeenBefore, decide(games.Stand))
		f.do(with(dario, decide(games.Double)), card("4c"))
		f.lately(double)
		f.holds()
		f.do(undo)
		f.refused(house.NeedsInspector, undo)
		f.do(reopened)
	})
	t.Run("the same answer is a slip of the card", func(t *testing.T) {
		f := hit(t, openingUS)
		f.do(undo, undo, decide(games.Hit), card("5c"), undo, undo, decide(games.Hit), card("4c"))
		f.lately()
		f.holds()
	})
	t.Run("a card that draws", func(t *testing.T) {
		f := hit(t, openingUS)
		f.do(undo, undo, with(dario, decide(games.Stand)), card("3c")) // box 2 draws it
		f.do(undo)
		f.refused(house.NeedsInspector, undo)
		f.do(reopened)
		f.refused(house.SeenBefore, card("4c"))
		f.do(with(dario, card("4c"))) // as it was before
		f.lately(
			record.Alarmed{Box: 1, Was: "hit", What: "stand", From: 10000, Amount: 10000, Card: "4c", Approver: dario.Number},
			record.Alarmed{Box: 1, Was: "stand", What: "hit", From: 10000, Amount: 10000, Card: "4c", Corrected: "3c", Approver: dario.Number},
		)
		f.do(reopened)
		f.refused(house.SeenBefore, decide(games.Double))
		f.holds()
	})
	t.Run("a card instead of a stand", func(t *testing.T) {
		f := hit(t, openingUS)
		f.do(decide(games.Stand), card("2c"), undo, undo) // box 2 drew it
		f.refused(house.SeenBefore, card("2c"))
		f.do(with(dario, card("2c")))
		f.lately(record.Alarmed{Box: 1, Was: "stand", What: "hit", From: 10000, Amount: 10000, Card: "2c", Approver: dario.Number})
		f.holds()
	})
	t.Run("another box first", func(t *testing.T) {
		f := hit(t, openingUS)
		f.do(decide(games.Stand), decide(games.Double), card("2c")) // of both
		f.do(undo, undo, undo, undo, undo)
		f.refused(house.SeenBefore, decide(games.Double))
		f.do(decide(games.Hit), card("4c"), decide(games.Stand))
		f.refused(house.SeenBefore, decide(games.Hit))
		f.do(with(dario, decide(games.Hit)))
		f.lately(record.Alarmed{Box: 2, Was: "double", What: "hit", From: 10000, Amount: 5000, Card: "2c", Approver: dario.Number})
		f.holds()
	})
	t.Run("in two steps", func(t *testing.T) {
		f := hit(t, openingUS)
		f.do(undo, undo, decide(games.Hit), undo)
		f.refused(house.SeenBefore, decide(games.Double))
		f.do(decide(games.Hit), card("5c"), undo, undo)
		f.refused(house.SeenBefore, decide(games.Double))
	})
	t.Run("the program was ended in between", func(t *testing.T) {
		f := hit(t, openingUS)
		f.do(undo, undo)
		again, err := pit.Resume(f.journal, "LB1")
		if err != nil {
			t.Fatal(err)
		}
		f.table = again
		f.refused(house.SeenBefore, decide(games.Double))
		f.do(with(dario, decide(games.Double)))
		f.lately(double)
	})
	t.Run("a house that lets croupiers change it alone", func(t *testing.T) {
		alone := func(t *pit.Table) ([]record.Fact, error) {
			return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: "blackjack", Rules: []byte(`{"preset":"bj-us","decks":4}`)}, Chips: theChips, Croupier: anna, Inspector: dario, LateAlone: true}, moment)
		}
		f := hit(t, alone)
		f.do(undo, undo, decide(games.Double), card("4c"))
		double.Approver = ""
		f.lately(double)
		if len(f.table.Alarms) != 1 {
			t.Error("no alarm waits for the inspector")
		}
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario) })
		if len(f.table.Alarms) != 0 {
			t.Error("the alarm waits although the inspector has seen it")
		}
	})
	t.Run("a table of Sabot 0.9", func(t *testing.T) {
		f := hit(t, unchecked(openingUS))
		f.do(undo, undo, decide(games.Double), card("4c"))
		f.lately()
		f.holds()
	})
	t.Run("cards of a hand that was paused", func(t *testing.T) {
		f := hit(t, openingUS)
		f.do(decide(games.Stand))
		laid := f.table.Felt().OnFelt()
		laid = append(laid, record.CardLaid{Card: "2c", At: "box:2"})
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Felt().LayOut(record.Irregularities()[0], 2, "", laid)
		}, undo, undo)
		f.refused(house.SeenBefore, decide(games.Hit))
	})
}

// Of a split box it says which hand, and what is decided on one hand is compared with what was decided on that one.
func TestDecisionOfASplitHandAfterItsCard(t *testing.T) {
	split := func(t *testing.T) *floor {
		f := newFloor(t)
		f.do(openingUS, shoe, put(1, "main", "", 10000), put(2, "main", "", 5000), closeBets)
		f.do(card("8h"), card("9h"), card("6c"), card("8d"), card("8c"), hide, decide(games.Split), card("3c"))
		return f
	}
	t.Run("the left hand", func(t *testing.T) {
		f := split(t)
		f.do(decide(games.Hit), card("2s"), decide(games.Stand), card("2d"), decide(games.Hit), card("9c"), undo, undo)
		f.refused(house.SeenBefore, decide(games.Double))
		f.do(with(dario, decide(games.Double)), card("9c"))
		f.lately(record.Alarmed{Box: 1, Split: 2, Was: "hit", What: "double", From: 10000, Amount: 20000, Card: "9c", Approver: dario.Number})
		f.holds()
	})
	t.Run("the left hand is not compared with the right", func(t *testing.T) {
		f := split(t)
		f.do(decide(games.Hit), card("2s"), decide(games.Hit), card("3s"), undo, undo, undo, undo)
		f.do(with(dario, decide(games.Stand)), card("2d"), decide(games.Stand))
		f.lately(record.Alarmed{Box: 1, Split: 1, Was: "hit", What: "stand", From: 10000, Amount: 10000, Card: "2s", Later: "3s", Approver: dario.Number})
		f.holds()
	})
}

// The amounts of a changed decision are those of the bets that it moves: at Lugano the 59 is decided by then, and was collected.
func TestLateChangeSaysTheBetThatItMoves(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe, bet(3, "59", 5000), bet(3, "play", 10000), closeBets, card("5"), card("K"), card("Q"))
	f.do(decide(games.Draw), card("2"), undo, undo)
	f.refused(house.SeenBefore, decide(games.Double))
	f.do(with(dario, decide(games.Double)))
	f.lately(record.Alarmed{Box: 3, Was: "draw", What: "double", From: 10000, Amount: 20000, Card: "2", Approver: dario.Number})
	f.holds()
}

// What was let pass by nobody, or by somebody else, does not hold.
func TestForgedLateChange(t *testing.T) {
	f := hit(t, openingUS)
	f.do(undo, undo, with(dario, decide(games.Double)), card("4c"))
	f.holds()
	f.lately(record.Alarmed{Box: 1, Was: "hit", What: "double", From: 10000, Amount: 20000, Card: "4c", Approver: dario.Number})
	for name, c := range map[string]struct {
		forge func(*record.Alarmed)
		said  string
	}{
		"nobody approved it": {func(a *record.Alarmed) { a.Approver = "" }, "refused: seen before"},
		"the croupier did":   {func(a *record.Alarmed) { a.Approver = anna.Number }, "refused: wrong role"},
		"less money":         {func(a *record.Alarmed) { a.Amount = 10000 }, `"amount":20000`},
		"another card":       {func(a *record.Alarmed) { a.Card = "9c" }, `"card":"4c"`},
		"left out":           {func(a *record.Alarmed) { a.Kind = "" }, "refused: seen before"},
	} {
		var forged []record.Entry
		for _, e := range f.entries() {
			if a, ok := e.Fact.(record.Alarmed); ok {
				if c.forge(&a); a.Kind == "" {
					continue
				}
				e.Fact = a
			}
			e.Seq = int64(len(forged) + 1)
			forged = append(forged, e)
		}
		if fault := faultOf(f, forged...); fault == nil || fault.Code != record.NotDone || !strings.Contains(fault.What, c.said) {
			t.Errorf("%s: %v, want that it says %s", name, fault, c.said)
		}
	}
}

// A card that was read wrong before the change is told as both, so that nobody doubts which one was seen.
func TestLateChangeNamesBothReadings(t *testing.T) {
	double := record.Alarmed{Box: 1, Was: "hit", What: "double", From: 10000, Amount: 20000, Card: "4c", Corrected: "5c", Approver: dario.Number}
	f := hit(t, openingUS)
	f.do(undo, card("5c"), undo, undo, with(dario, decide(games.Double)))
	f.lately(double)
	f.holds()

	f = hit(t, openingUS) // read wrong twice: the last reading is the card
	f.do(undo, card("7c"), undo, card("5c"), undo, undo, with(dario, decide(games.Double)))
	f.lately(double)

	f = hit(t, openingUS) // and back to the first
	f.do(undo, card("7c"), undo, card("4c"), undo, undo, with(dario, decide(games.Double)))
	f.lately(record.Alarmed{Box: 1, Was: "hit", What: "double", From: 10000, Amount: 20000, Card: "7c", Corrected: "4c", Approver: dario.Number})

	f = newFloor(t)
	f.do(opening, shoe, bet(1, "59", 2000), bet(1, "play", 4000), closeBets, card("7s"), undo, card("9s"))
	f.do(undo, reopened, bet(1, "play", 3000), with(dario, closeBets))
	f.lately(record.Alarmed{Box: 1, What: "play", From: 4000, Amount: 3000, Card: "7s", Corrected: "9s", Approver: dario.Number})
	f.holds()
}

// Bets that lie otherwise after an inspector had them opened again, who knew no amount then, take an inspector, also where no bet is left.
func TestBetsAfterACard(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe, bet(1, "59", 2000), bet(1, "play", 4000), closeBets, card("8h"), undo)
	f.do(reopened, bet(1, "play", 3000), bet(2, "59", 1000), bet(2, "play", 1000))
	f.refused(house.SeenBefore, closeBets)
	f.do(with(dario, closeBets))
	f.lately(
		record.Alarmed{Box: 1, What: "play", From: 4000, Amount: 3000, Card: "8h", Approver: dario.Number},
		record.Alarmed{Box: 2, What: "59", Amount: 1000, Card: "8h", Approver: dario.Number},
		record.Alarmed{Box: 2, What: "play", Amount: 1000, Card: "8h", Approver: dario.Number},
	)
	f.holds()

	f = newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 5000), closeBets, card("8h"), undo, reopened, pit.OfBets(hand.Bets.Clear))
	f.refused(house.SeenBefore, pit.OfBets(hand.Bets.DealDry))
	f.do(with(dario, pit.OfBets(hand.Bets.DealDry)))
	f.lately(record.Alarmed{Box: 1, What: "player", From: 5000, Card: "8h", Approver: dario.Number})
	f.holds()
	f.do(card("8h"), undo, reopened, put(2, "banker", "", 1000), with(dario, closeBets))
	f.lately(record.Alarmed{Box: 1, What: "player", From: 5000, Card: "8h", Approver: dario.Number}, record.Alarmed{Box: 2, What: "banker", Amount: 1000, Card: "8h", Approver: dario.Number})
	f.holds()
}

// An insurance that is bought or not after a card of the boxes takes the inspector.
func TestInsuranceAfterACard(t *testing.T) {
	f := newFloor(t)
	f.do(openingEU, shoe, put(1, "main", "", 10000), closeBets, card("Th"), card("Ac"), card("6c"), nobodyInsures, decide(games.Hit), card("4c"), undo, undo, undo)
	f.refused(house.SeenBefore, insure(1, ""))
	f.do(with(dario, insure(1, "")))
	f.lately(record.Alarmed{Box: 1, What: "insure", Amount: 5000, Card: "4c", Approver: dario.Number})
	f.holds()

	f = newFloor(t)
	f.do(openingEU, shoe, put(1, "main", "", 10000), closeBets, card("Th"), card("Ac"), card("6c"), insure(1, ""), decide(games.Hit), card("4c"), undo, undo, undo)
	f.refused(house.SeenBefore, nobodyInsures)
	f.do(insure(1, ""), undo, with(dario, nobodyInsures))
	f.lately(record.Alarmed{Box: 1, What: "insure", From: 5000, Card: "4c", Approver: dario.Number})
	f.holds()
}

// Of insurance only what one purchase has otherwise than before is a late change, and only that takes the inspector.
func TestEachInsuranceAfterACardIsOneChange(t *testing.T) {
	insured := func(before ...command) *floor {
		f := newFloor(t)
		f.do(openingEU, shoe)
		for box := 1; box <= 3; box++ {
			f.do(put(box, "main", "", 10000))
		}
		f.do(closeBets, card("Th"), card("9c"), card("8d"), card("Ac"), card("6c"), card("5s"), card("4d"))
		f.do(append(before, nobodyInsures, decide(games.Hit), card("2c"))...)
		f.do(undo, undo, undo)
		for range before {
			f.do(undo)
		}
		return f
	}
	late := func(box int) record.Alarmed {
		return record.Alarmed{Box: box, What: "insure", Amount: 5000, Card: "2c", Approver: dario.Number}
	}
	f := insured()
	f.do(with(dario, insure(1, "")), with(dario, insure(2, "")))
	f.lately(late(1), late(2))
	f.do(nobodyInsures)
	f.lately(late(1), late(2))
	f.holds()

	f = insured(insure(3, ""))
	f.do(with(dario, insure(1, "")), insure(3, ""), nobodyInsures) // box 3 as it was
	f.lately(late(1))
	f.holds()
}

// An early decision that is another once the bets are opened again and closed is told then, and once: not by each decision
// of the box that comes again too.
func TestEarlyDecisionAfterBetsWereOpenedAgain(t *testing.T) {
	changed := record.Alarmed{Box: 1, Bettor: "2", Was: "early_follow", What: "early_double", Card: "6h", Approver: dario.Number}
	double := early(1, "2", games.Early{Choice: games.ChooseDouble})
	f := seat(t, openingUS)
	f.do(early(1, "2", games.Early{Choice: games.Follow}), closeBets, card("6h"), undo, reopened, double, with(dario, closeBets))
	f.lately(changed)
	f.holds()

	f = seat(t, openingUS)
	f.do(early(1, "2", games.Early{Choice: games.Follow}), closeBets, card("6h"), card("Th"), card("5h"), hide, look(false))
	f.do(decide(games.Hit), card("2c"), decide(games.Hit), card("3c"))
	for len(f.table.Current.Round.Laid) > 0 || f.table.Current.BetsClosed {
		f.do(reopened)
	}
	f.do(double, with(dario, closeBets), card("6h"), card("Th"), card("5h"), hide, look(false), decide(games.Hit), card("2c"), decide(games.Hit))
	later := changed
	later.Later = "Th 5h 2c 3c"
	f.lately(later)
	f.holds()

	f = seat(t, openingUS) // changed between two decisions that come again
	f.do(early(1, "2", games.Early{Choice: games.Follow}), closeBets, card("6h"), card("Th"), card("5h"), hide, look(false))
	f.do(decide(games.Hit), card("2c"), decide(games.Hit), card("3c"), undo, undo, undo, undo, double)
	f.do(with(dario, decide(games.Hit)), card("2c"), decide(games.Hit))
	changed.Card, changed.Later = "2c", "3c"
	changed.From, changed.Amount = 1000, 1000
	f.lately(changed)
	f.holds()
}

// What a bettor behind had decided early changes no more than what a box did.
func TestEarlyDecisionAfterACard(t *testing.T) {
	f := seat(t, openingUS)
	f.do(early(1, "2", games.Early{Choice: games.Follow}), closeBets, card("6h"), card("Th"), card("5h"), hide, look(false))
	f.do(decide(games.Hit), card("9c"), undo, undo, early(1, "2", games.Early{Choice: games.ChooseDouble}))
	f.refused(house.SeenBefore, decide(games.Hit))
	f.do(with(dario, decide(games.Hit)))
	f.lately(record.Alarmed{Box: 1, Bettor: "2", Was: "early_follow", What: "early_double", From: 1000, Amount: 1000, Card: "9c", Approver: dario.Number})
	f.holds()
}

// What else a bettor behind has for a decision changes his stake as the decision does.
func TestFundsOfABettorAfterACard(t *testing.T) {
	poor := games.Early{Choice: games.Follow, HasFunds: true}
	for _, c := range []struct {
		before, after games.Early
		change        record.Alarmed
	}{
		{poor, games.Early{Choice: games.Follow}, record.Alarmed{Was: "early_follow/0", What: "early_follow", From: 1000, Amount: 2000}},
		{games.Early{Choice: games.Follow}, poor, record.Alarmed{Was: "early_follow", What: "early_follow/0", From: 2000, Amount: 1000}},
	} {
		f := seat(t, openingUS)
		f.do(early(1, "2", c.before), closeBets, card("6h"), card("Th"), card("5h"), hide, look(false))
		f.do(decide(games.Double), card("9c"), undo, undo, early(1, "2", c.after))
		f.refused(house.SeenBefore, decide(games.Double))
		f.do(with(dario, decide(games.Double)))
		c.change.Box, c.change.Bettor, c.change.Card, c.change.Approver = 1, "2", "9c", dario.Number
		f.lately(c.change)
		f.holds()
	}
}

// Even money was paid and nobody else insured; the dealer looked and has none. Taken back by the inspector, the
// insurance is bought after all: an exception by name. Nothing of the even money moves.
func TestInsuranceAfterTheLook(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2500), put(4, "main", "", 10000), closeBets)
	f.do(card("A"), card("5"), card("A"), card("K"), card("6"), hide, insure(1, ""), payNext, nobodyInsures, look(false), undo)
	f.refused(house.NeedsInspector, undo)
	undone, err := reopened(f.table)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.table.Current.Differences(&f.table.Would(undone...).Current.Sheet) {
		if !d.Nothing() {
			t.Errorf("the end of insurance taken back moves %+v", d)
		}
	}
	f.do(reopened)
	f.stillToDo()
	f.refused(house.SeenBefore, insure(4, ""))
	f.do(with(dario, insure(4, "")), look(false))
	f.lately(record.Alarmed{Box: 4, What: "insure", Amount: 5000, Approver: dario.Number})
	f.do(undo)
	f.refused(house.SeenBefore, look(true))
	f.do(with(dario, look(true)))
	f.lately(
		record.Alarmed{Box: 4, What: "insure", Amount: 5000, Approver: dario.Number},
		record.Alarmed{Was: "look_none", What: "look_blackjack", Approver: dario.Number},
	)
	f.do(card("Q"), payAll)
	f.agrees()
	f.holds()
	f.holdsAnew()
}

// Even money that is taken or not after the look names what it pays: no insurance is laid for it.
func TestEvenMoneyAfterTheLook(t *testing.T) {
	begin := func(first ...command) *floor {
		f := newFloor(t)
		f.do(openingUS, shoe, put(1, "main", "", 5000), put(4, "main", "", 10000), closeBets, card("A"), card("5"), card("A"), card("K"), card("6"), hide)
		f.do(append(first, nobodyInsures, look(false), undo, reopened)...)
		return f
	}
	f := begin()
	f.refused(house.SeenBefore, insure(1, ""))
	f.do(with(dario, insure(1, "")))
	f.lately(record.Alarmed{Box: 1, What: "even", Amount: 5000, Approver: dario.Number})
	f.holds()
	f = begin(insure(1, ""), payNext)
	f.do(reopened, reopened)
	f.refused(house.SeenBefore, nobodyInsures)
	f.do(with(dario, nobodyInsures))
	f.lately(record.Alarmed{Box: 1, What: "even", From: 5000, Approver: dario.Number})
	f.holds()
}

// Who has a decision taken back approves no other one: once the hole card was turned, what becomes of a stand takes an inspector by box
// and amount, and the same stand asks nobody.
func TestDecisionAfterTheHoleCard(t *testing.T) {
	begin := func() *floor {
		f := newFloor(t)
		f.do(openingUS, shoe, put(5, "main", "", 5000), closeBets, card("6h"), card("Qh"), card("5d"), hide, look(false), decide(games.Stand), card("8c"), undo)
		f.refused(house.NeedsInspector, undo)
		f.do(reopened)
		return f
	}
	f := begin()
	for _, do := range []games.Action{games.Double, games.Hit} {
		f.refused(house.SeenBefore, decide(do))
	}
	f.refused(house.SeenBefore, card("4c"))
	f.do(with(dario, decide(games.Double)))
	f.lately(record.Alarmed{Box: 5, Was: "stand", What: "double", From: 5000, Amount: 10000, Card: "8c", Approver: dario.Number})
	f.holds()
	f = begin()
	f.do(decide(games.Stand), card("8c"))
	f.lately()
	f.holds()
}

// What was entered otherwise and taken back again says so, with whom; a hole card that everybody saw too.
func TestTakenBackIsNoLateChangeThatStands(t *testing.T) {
	back := func(f *floor, want ...string) {
		t.Helper()
		var got []string
		for _, n := range slices.Concat(f.table.Notes, f.table.Alarms) {
			if !n.OfAnswer() || !n.Back.IsZero() != (n.BackBy != "") {
				t.Errorf("%+v", n)
			}
			got = append(got, n.What+n.BackBy)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	f := hit(t, openingUS)
	f.do(undo, undo, with(dario, decide(games.Stand)))
	back(f, "stand")
	f.do(reopened)
	back(f, "stand"+dario.Number)
	f.do(with(dario, decide(games.Double)), card("4c"))
	back(f, "stand"+dario.Number, "double")
	f.do(undo) // the card alone
	back(f, "stand"+dario.Number, "double")
	f.holds()

	f = newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 10000), closeBets, card("Th"), card("9c"), card("8d"), hide)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().ExposeHole("Kd", &dario, "seen by all") })
	back(f, "Kd")
	f.do(reopened)
	back(f, "Kd"+dario.Number)
	f.holds()
}

// A decision that moves the bets of several names each of them by itself, with its own amounts.
func TestLateChangeNamesEachBetThatItMoves(t *testing.T) {
	f := seat(t, openingUS)
	main := f.table.Current.Round.Bets[0].Amount
	f.do(early(1, "2", games.Early{Choice: games.Follow}), closeBets, card("6h"), card("Th"), card("5h"), hide, look(false))
	f.do(decide(games.Double), card("9c"), undo, undo, with(dario, decide(games.Hit)))
	change := record.Alarmed{Box: 1, Was: "double", What: "hit", From: 2 * main, Amount: main, Card: "9c", Approver: dario.Number}
	behind := change
	behind.Bettor, behind.From, behind.Amount = "2", 2000, 1000
	f.lately(change, behind)
	f.holds()
}
