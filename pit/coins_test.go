package pit_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// inCoin opens a blackjack table whose chips begin at 5 and whose winnings are not rounded: what no chips make goes in coin.
func inCoin(t *pit.Table) ([]record.Fact, error) {
	set := record.TableSet{Name: "LB1", Game: "blackjack", Rules: []byte(`"bj-us"`), Settings: &record.Settings{Difference: 100}}
	return t.Opening(pit.Start{Set: set, Chips: []games.Amount{500, 1000, 2500, 10_000}, Croupier: anna, Inspector: dario, Count: &tall}, moment)
}

// A blackjack on 25 is paid 37.50: 35 in chips and 2.50 in coin, each time. The count of the chips is then right, and no incident.
func TestPaidInCoin(t *testing.T) {
	f := newFloor(t)
	f.do(inCoin, shoe)
	for range 2 {
		f.do(put(1, "main", "", 2500), closeBets, card("Ah"), card("9d"), card("Kh"), hide, payAll)
	}
	if r := f.table.Result(); r.Coins != 500 || r.ByHands != -7500 || f.table.Desk().Worth() != tray.KnownSum(tall.Value()-7000) {
		t.Fatalf("%+v, tray %+v", r, f.table.Desk().Worth())
	}
	count := worth(tall.Value() - 7000)
	f.do(closeWith(&count, dario))
	if r := f.table.Result(); r.ByCount != tray.KnownSum(-7500) || r.Difference != tray.KnownSum(0) || len(f.table.IncidentBook().OpenIncidents()) > 0 {
		t.Errorf("counted right it is %+v, with %+v", r, f.table.IncidentBook().OpenIncidents())
	}
	f.holds()
}

// A correction moves coins too, box by box: of what was put right with the players, and of what they had been paid so all along.
func TestCorrectedInCoin(t *testing.T) {
	for _, c := range []struct {
		moved bool
		coins games.Amount
	}{{true, 500}, {false, 0}} { // 7.50 more to box 1, and 7.50 back from box 2; or 45 and 15 in the first place
		f := newFloor(t)
		f.do(inCoin, shoe, put(1, "main", "", 2500), put(2, "main", "", 1500), closeBets)
		f.do(card("Ah"), card("Ac"), card("9d"), card("Kh"), card("Tc"), hide, payAll)
		if r := f.table.Result(); r.Coins != 500 {
			t.Fatalf("%+v", r)
		}
		f.do(as(1, c.moved, func(r *games.Round) { r.Bets[0].Amount, r.Bets[1].Amount = 3000, 1000 }, true))
		r := f.table.Result()
		if r.Coins != c.coins || f.table.Desk().Worth().Amount != tall.Value()+r.ByHands+r.Coins {
			t.Errorf("moved %v: %+v, tray %+v", c.moved, r, f.table.Desk().Worth())
		}
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "two shoes were mixed", Moved: true}, &elena)
		})
		if r := f.table.Result(); r.ByHands != 0 || f.table.Desk().Worth().Amount != tall.Value()+r.Coins || f.table.Desk().Worth().Amount%500 != 0 {
			t.Errorf("void, moved %v: %+v, tray %+v", c.moved, r, f.table.Desk().Worth())
		}
		f.holds()
	}
}

// blackjackOf25 plays a hand in which a blackjack on 25 is paid 37.50: 35 in chips and 2.50 in coin.
func blackjackOf25(f *floor) {
	f.do(put(1, "main", "", 2500), closeBets, card("Ah"), card("9d"), card("Kh"), hide, payAll)
}

func wrong(amount games.Amount) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.PayWrong(record.WrongPayout{Hand: 1, Box: 1, Amount: amount, Reason: "miscounted"}, &elena)
	}
}

// What a correction moved in coin stays so when something later is taken back.
func TestCoinsOfACorrectionStandAnUndo(t *testing.T) {
	f := newFloor(t)
	f.do(inCoin, shoe)
	blackjackOf25(f)
	f.do(put(1, "main", "", 2500), as(1, true, func(r *games.Round) { r.Bets[0].Amount = 3000 }))
	was, tray := f.table.Result().Coins, f.table.Desk().Worth()
	f.do(put(3, "main", "", 2500), undo)
	if is := f.table.Result().Coins; is != was || f.table.Desk().Worth() != tray {
		t.Errorf("%d in coin, tray %+v; before the undo %d, %+v", is, f.table.Desk().Worth(), was, tray)
	}
	f.holdsAnew()
}

// Of a player who was paid wrong the chips and coins are those of the sum that he got. Once it was not so, or it came back, nothing of
// it moved, whatever was counted in between.
func TestCoinsOfAWrongPayout(t *testing.T) {
	f := newFloor(t)
	f.do(inCoin, shoe)
	blackjackOf25(f)
	f.do(wrong(250)) // 40 in chips
	if r := f.table.Result(); r.Coins != 0 || f.table.Desk().Worth() != tray.KnownSum(tall.Value()-4000) {
		t.Errorf("paid 40: %+v, tray %+v", r, f.table.Desk().Worth())
	}
	moves := f.table.AllMoves()
	seq := moves[len(moves)-1].Seq
	count := worth(f.table.Desk().Worth().Amount)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Count(record.AtCheck, count, anna, dario) })
	blackjackOf25(f)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().VoidMove(seq, &elena, "it was right") })
	if r := f.table.Result(); r.Coins != 500 || f.table.Desk().Worth() != tray.KnownSum(tall.Value()-7500) {
		t.Errorf("not so: %+v, tray %+v", r, f.table.Desk().Worth())
	}
	f.holdsAnew()

	f = newFloor(t)
	f.do(inCoin, shoe)
	blackjackOf25(f)
	f.do(wrong(250))
	payout := f.table.PayoutsDue()[0].Seq
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().SettlePayout(record.PayoutSettled{Payout: payout, Amount: 250}, &elena)
	})
	if r := f.table.Result(); r.Coins != 250 || f.table.Desk().Worth() != tray.KnownSum(tall.Value()-3500) {
		t.Errorf("it came back: %+v, tray %+v", r, f.table.Desk().Worth())
	}
	f.holdsAnew()
}

// A bet that two rulings raise is paid in chips and coin each time.
func TestCoinsOfRulings(t *testing.T) {
	f := newFloor(t)
	f.do(inCoin, shoe, put(1, "main", "", 2500), put(2, "main", "", 2000), closeBets)
	f.do(card("Ah"), card("Tc"), card("9d"), card("Kh"), card("8c"), hide)
	rule := func(amount games.Amount) command {
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Felt().RuleBet(games.Bet{Box: 1, Spot: "main", Amount: amount}, false, &dario, "video")
		}
	}
	waits := func() bool { return f.table.Current.Done() < len(f.table.Current.Acts()) }
	for i, amount := range []games.Amount{2500, 3000, 3500} { // 37.50, 7.50 more and 7.50 more: 2.50 in coin each time
		if i > 0 {
			f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Pause(record.DisputedBet, 1, "dice") }, rule(amount))
		}
		for waits() {
			f.do(payNext)
		}
		if r := f.table.Result(); r.Coins != games.Amount(i+1)*250 || f.table.Desk().Worth().Amount%500 != 0 {
			t.Fatalf("at %d: %+v, tray %+v", amount, r, f.table.Desk().Worth())
		}
	}
	f.holdsAnew()
}

// In a shift of 0.9 the coins came out of the float: what it recorded of its counts holds.
func TestCoinsOfAFormerShift(t *testing.T) {
	f := newFloor(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		facts, err := inCoin(t)
		if opened, is := facts[0].(record.Opened); is {
			opened.Checks = 0
			facts[0] = opened
		}
		return facts, err
	}, shoe)
	f.do(put(1, "main", "", 2500), closeBets, card("Ah"), card("9d"), card("Kh"), hide, payAll)
	if r := f.table.Result(); r.Coins != 0 || f.table.Desk().Worth() != tray.KnownSum(tall.Value()-3750) {
		t.Errorf("%+v, tray %+v", r, f.table.Desk().Worth())
	}
}

// However hands are played, corrected and voided, what a table's chips make is moved in chips and the rest in coin: the float stays
// one of chips, and counted so it leaves no difference.
func TestChipsAndCoinsAreAllThatMoves(t *testing.T) {
	coins, corrected := 0, 0
	seen := func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario) }
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		f.do(inCoin, shoe)
		for n := range 3 {
			for box := 1; box <= 3; box++ {
				f.do(put(box, "main", "", games.Amount(rapid.IntRange(5, 9).Draw(t, "stake"))*500))
			}
			f.do(closeBets)
			for names := []string{"Ah", "8h", "Ts", "6d", "Kh", "8d", "Tc"}; len(f.table.History) == n; {
				_ = f.try(seen) // of a card that the shoe cannot have
				if len(names) > 0 && f.table.Deal().Next().Kind == games.Deal && rapid.Bool().Draw(t, "usual") && f.try(card(names[0])) == nil {
					names = names[1:]
					continue
				}
				f.goOn(t)
			}
			_ = f.try(seen)
			for range rapid.IntRange(0, 3).Draw(t, "corrections") {
				moved, keyed := rapid.Bool().Draw(t, "moved"), rapid.Bool().Draw(t, "keyed")
				err := f.try(func(table *pit.Table) ([]record.Fact, error) {
					return as(1+n, moved, func(r *games.Round) {
						if rapid.Bool().Draw(t, "a bet") {
							r.Bets[rapid.IntRange(0, 2).Draw(t, "whose")].Amount = games.Amount(rapid.IntRange(5, 9).Draw(t, "was")) * 500
							return
						}
						i := rapid.IntRange(0, len(r.Laid)-1).Draw(t, "which")
						r.Laid[i].Card = at(rapid.SampledFrom([]string{"2c", "5c", "8c", "9c", "Tc", "Ac"}).Draw(t, "is"), r.Laid[i].At).Card
					}, keyed)(table)
				})
				if err == nil && (moved || keyed) {
					corrected++
				}
			}
			for range rapid.IntRange(0, 3).Draw(t, "moves") {
				number := rapid.IntRange(1, n+1).Draw(t, "hand")
				switch rapid.IntRange(0, 4).Draw(t, "move") {
				case 0:
					amount := games.Amount(rapid.IntRange(-20, 20).Draw(t, "too much")) * 250
					_ = f.try(func(t *pit.Table) ([]record.Fact, error) {
						return t.PayWrong(record.WrongPayout{Hand: number, Box: 1, Amount: amount, Reason: "miscounted"}, &elena)
					})
				case 1:
					f.do(func(t *pit.Table) ([]record.Fact, error) {
						return t.Desk().Count(record.AtCheck, worth(t.Desk().Worth().Amount), anna, dario)
					})
				case 2:
					moves := f.table.AllMoves()
					for i, m := range slices.Backward(moves) { // what was counted since is a difference of its own
						if record.KindOf(m.Fact) == record.KindOf(record.Counted{}) {
							moves = moves[i:]
							break
						}
					}
					seq := moves[rapid.IntRange(0, len(moves)-1).Draw(t, "which")].Seq
					_ = f.try(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().VoidMove(seq, &elena, "it was not so") })
				case 3:
					_ = f.try(func(t *pit.Table) ([]record.Fact, error) {
						return t.Corrections().VoidHand(hand.Correction{Hand: number, Reason: "two shoes were mixed", Moved: true}, &elena)
					})
				case 4:
					f.do(put(1, "main", "", 2500), undo)
				}
			}
		}
		if f.table.Desk().Worth().Amount%500 != 0 {
			t.Errorf("the float is %d", f.table.Desk().Worth().Amount)
		}
		f.holdsAnew()
		count := worth(f.table.Desk().Worth().Amount)
		f.do(closeWith(&count, dario))
		r := f.table.Result()
		if r.Difference != tray.KnownSum(0) {
			t.Errorf("%+v", r)
		}
		if r.Coins != 0 {
			coins++
		}
		f.holds()
	})
	if coins < 3 || corrected < 3 {
		t.Errorf("only %d shifts paid in coin, and %d hands were put right with the players", coins, corrected)
	}
}
