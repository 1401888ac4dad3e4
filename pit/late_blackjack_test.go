package pit_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// late has the card that the dealer had denied be a blackjack, and an inspector rule on it.
func late(f *floor, name string) {
	f.t.Helper()
	f.refused(house.HoleIsBlackjack, card(name))
	laid := f.table.Felt().OnFelt()
	f.refused(house.HoleUnsaid, func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOut(record.LateBlackjack, 0, "", laid) })
	laid[f.table.Deal().Hole()].Card = record.CardName(name)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOut(record.LateBlackjack, 0, "", laid) })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "he looked wrong") })
}

// "bj-us: a dealer blackjack ends the hand there: players' blackjacks push, other main and
// behind bets lose, side bets and insurance settle" (hand file): nobody would have been
// asked, so what was laid since goes back, and only then the hand is settled.
func TestLateBlackjackGivesBackWhatWasLaidSince(t *testing.T) {
	t.Run("double", func(t *testing.T) {
		f := seat(t, openingUS)
		f.do(early(1, "2", games.Early{Choice: games.ChooseDouble}), closeBets, card("6h"), card("Th"), card("5h"), hide, look(false))
		f.do(decide(games.Double), card("8c"))
		late(f, "Ad")
		f.acts("1 main give_back 2000", "1(2) behind give_back 1000", "1 main collect 2000", "1(2) behind collect 1000", "1(3) behind collect 1000")
		f.do(payAll)
		f.agrees()
		f.holds()
	})
	t.Run("split, a hand bust and collected", func(t *testing.T) {
		f := seat(t, openingUS)
		f.do(early(1, "3", games.Early{Choice: games.Follow}), closeBets, card("9h"), card("Th"), card("9d"), hide, look(false))
		f.do(decide(games.Split), card("5h"), decide(games.Double), card("Kc"))
		f.acts("1/1 main collect 4000", "1/1(2) behind collect 1000", "1/1(3) behind collect 2000")
		f.do(payAll, card("9c"), decide(games.Stand))
		late(f, "Ad")
		// Of the doubled hand 20 comes out of the tray, the stake of the left hand goes back.
		f.acts("1 main give_back 2000", "1(3) behind give_back 1000", "1 main pay 2000", "1(2) behind leave 0", "1(3) behind pay 1000")
		f.do(payAll)
		f.agrees()
		f.holds()
	})
	t.Run("insurance collected and a blackjack paid", func(t *testing.T) {
		f := newFloor(t)
		f.do(openingUS, shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), put(3, "main", "", 2000), closeBets)
		f.do(card("Ah"), card("9h"), card("8c"), card("Ad"), card("Kh"), card("8d"), card("8h"), hide, insure(2, ""), nobodyInsures, look(false))
		f.acts("1 main pay 3000", "2 insurance collect 1000")
		f.do(decide(games.Stand), decide(games.Split), card("2c"), decide(games.Stand), card("3c"), decide(games.Stand))
		late(f, "Kd")
		// The insurance of 10 comes back with 20; of the blackjack what it was paid.
		f.acts("3 main give_back 2000", "1 main collect 3000", "2 main collect 2000", "2 insurance pay 3000", "3 main collect 2000")
		f.do(payAll)
		f.agrees()
		f.holds()
	})
	t.Run("the hand is cancelled before what goes back was given", func(t *testing.T) {
		f := seat(t, openingUS)
		f.do(closeBets, card("6h"), card("Th"), card("5h"), hide, look(false), decide(games.Double), card("8c"))
		late(f, "Ad")
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "rissa") })
		want := []string{"1 main give_back 2000", "1 main give_back 2000", "1(2) behind give_back 1000", "1(3) behind give_back 1000"}
		if got := actsOf(&f.table.History[0], 0); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// However the seats played before: at the end each player has what the rules give for a
// dealer's blackjack that was seen when he looked, and no chip of theirs lies on the felt
// but those that push.
func TestLateBlackjackLeavesNoChip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		f.do(openingUS, shoe)
		for box := range rapid.IntRange(1, 3).Draw(t, "boxes") {
			box++
			f.do(put(box, "main", "", 2000))
			if rapid.Bool().Draw(t, "behind") {
				f.do(put(box, "behind", "2", 1000))
				choice := rapid.SampledFrom([]games.Choice{games.None, games.Follow, games.ChooseDouble, games.ChooseSplit, games.Left}).Draw(t, "choice")
				f.do(early(box, "2", games.Early{Choice: choice, Then: games.Double}))
			}
		}
		f.do(closeBets)
		up, hole := "Ad", "Kd" // which goOn never deals: the shoe still holds them
		if rapid.Bool().Draw(t, "ten") {
			up, hole = hole, up
		}
		var shown []pay.Act
		put := map[games.BetKey]games.Amount{}
		see := func() {
			s, err := f.table.Game.Settle(f.table.Current.Round)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range s.Payments {
				put[p.Key()] = max(put[p.Key()], p.Amount+p.Added)
			}
			for _, a := range f.table.Current.Acts() {
				if a.Even {
					put[games.BetKey{Box: a.Box, Spot: "insurance", Bettor: a.Bettor}] = 0
				}
			}
			shown = f.table.Current.Acts()[:f.table.Current.Done()]
		}
		for f.table.Deal().Phase() != hand.Turning {
			step := f.table.Deal().Next()
			switch {
			case step.Kind == games.Look:
				f.do(look(false))
			case step.Kind == games.Deal && step.At == games.Dealer && !f.table.Deal().MayHide():
				f.do(card(up))
			default:
				f.goOn(t)
			}
			if rapid.Bool().Draw(t, "tick") && f.table.Current.Done() < len(f.table.Current.Acts()) {
				f.do(payNext)
			}
			if len(f.table.History) > 0 {
				t.Skip("all are bust")
			}
			see()
		}
		late(f, hole)
		f.do(payAll)
		h := &f.table.History[0]
		lies, nets := map[games.BetKey]games.Amount{}, map[games.BetKey]games.Amount{}
		for key, amount := range put {
			lies[key] = amount
		}
		for _, a := range append(slices.Clone(shown), h.Acts()...) {
			nets[a.Key()] += a.Net()
			if a.Do != pay.Leave && !a.Again {
				lies[a.Key()] -= max(a.Lay, a.Amount*btoi(a.Do == pay.GiveBack))
			}
		}
		s, err := games.Complete(f.table.Game, h.Round)
		if err != nil {
			t.Fatal(err)
		}
		pushes := map[games.BetKey]games.Amount{}
		for _, p := range s.Payments {
			if lies[p.Key()] > 0 && p.Outcome == games.Push {
				pushes[p.Key()] = p.Staked
			}
			nets[p.Key()] -= p.Net()
		}
		for key, amount := range lies {
			if amount != pushes[key] {
				t.Errorf("%+v: %d lies, %d push: %v then %v", key, amount, pushes[key], shown, actsOf(h, 0))
			}
		}
		byPlayer := map[[2]any]games.Amount{}
		for key, net := range nets {
			byPlayer[[2]any{key.Box, key.Bettor}] += net
		}
		for who, net := range byPlayer {
			if net != 0 {
				t.Errorf("%v has %d more than the rules give: %v then %v", who, net, shown, actsOf(h, 0))
			}
		}
	})
}

func btoi(b bool) games.Amount {
	if b {
		return 1
	}
	return 0
}

// A card that makes the blackjack which the dealer denied is noted, and the note is on the
// record: whoever opens the table again finds it held, until another card is turned, he takes
// his answer back, or an inspector rules. What makes no blackjack cannot be noted so.
func TestContradictedIsOnTheRecord(t *testing.T) {
	note := func(name string) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteDenied(name) }
	}
	denied := func() *floor {
		f := newFloor(t)
		f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets, card("9h"), card("Th"), card("8d"), hide, look(false))
		f.refused(house.NoCardDue, note("Ad")) // the box is asked still
		f.do(decide(games.Stand))
		f.refused(house.NoCardDue, note("9d"))
		f.do(note("Ad"))
		f.refused(house.NoCardDue, note("Ad"))
		if !f.table.Deal().Contradicted() {
			t.Fatal("nothing is held")
		}
		return f
	}
	f := denied()
	again, err := pit.Resume(f.journal, "LB1")
	if err != nil || !again.Deal().Contradicted() || again.Notes[0].Kind != record.HoleDenied || again.Notes[0].What != "Ad" {
		t.Errorf("opened again: %v, %+v, %v", again.Deal().Contradicted(), again.Notes, err)
	}
	f.holds()
	f.do(card("7c"), payAll) // it had been typed wrong
	if f.table.Deal().Contradicted() {
		t.Error("it is held after the card")
	}
	f.holds()

	f = denied()
	f.do(undo, undo, look(false), decide(games.Stand))
	if f.table.Deal().Contradicted() {
		t.Error("the dealer looked again since")
	}

	f = denied()
	forged := f.entries(func(e *record.Entry) {
		if a, ok := e.Fact.(record.Alarmed); ok {
			a.What = "9d"
			e.Fact = a
		}
	})
	if fault := faultOf(f, forged...); fault == nil || fault.Kind != "alarm" {
		t.Errorf("forged: %v", fault)
	}
}
