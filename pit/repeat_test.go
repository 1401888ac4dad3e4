package pit_test

import (
	"fmt"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// sideBets is Lugano with limits on every spot.
var sideBets = openingWith("lugano", `{"preset":"lugano","limits":{"59":{"min":1000,"max":50000},"play":{"min":1000,"max":100000},"pair":{"min":500,"max":10000},"plus8":{"min":500,"max":10000}}}`, nil)

func openingWith(game, rules string, settings *record.Settings) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		set := record.TableSet{Name: "LB1", Game: game, Rules: []byte(rules), Settings: settings}
		return t.Opening(pit.Start{Set: set, Chips: theChips, Croupier: anna, Inspector: dario, Collect: collects(set)}, moment)
	}
}

func again(box int) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		l, err := t.Bets().Again(box)
		if err != nil {
			return nil, err
		}
		return l.Facts(), nil
	}
}

func doubling(box int) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		l, err := t.Bets().Doubling(box)
		if err != nil {
			return nil, err
		}
		return l.Facts(), nil
	}
}

// lies returns the bets that lie now, in the order of entry.
func lies(f *floor) string {
	var s []string
	for _, b := range f.table.Current.Round.Bets {
		bet := fmt.Sprintf("%d:%s", b.Box, b.Spot)
		if b.Bettor != "" {
			bet += "@" + b.Bettor
		}
		s = append(s, fmt.Sprintf("%s=%d", bet, b.Amount))
	}
	return fmt.Sprint(s)
}

func wantLies(t *testing.T, f *floor, want string) {
	t.Helper()
	if got := lies(f); got != want {
		t.Errorf("there lies %s\nwant        %s", got, want)
	}
}

// Source 004, section 7, of a bet over the maximum: "corretta e ridotta sino al
// massimale". What is repeated is what was accepted: the reduced amounts, and no bet that
// did not stand; doubled, it stops where the maximum is.
func TestRepeatedIsWhatWasAccepted(t *testing.T) {
	f := newFloor(t)
	f.do(sideBets, shoe)
	f.do(bet(3, "59", 60000), bet(3, "play", 150000), bet(3, "pair", 20000), bet(3, "plus8", 300), bet(5, "59", 500))
	f.do(closeBets, card("8"), card("K"), card("3"), decide(games.Stand), card("9"), payAll)
	l, err := f.table.Bets().Again(0)
	if err != nil || len(l.Short) != 0 || l.How != record.ByRepeat {
		t.Fatalf("repeating what was accepted comes short: %+v, %v", l, err)
	}
	f.do(again(0))
	wantLies(t, f, "[3:59=50000 3:play=100000 3:pair=10000]")
	f.refused(house.AtTheLimit, again(0))
	f.do(bet(3, "59", 30000), bet(3, "play", 20000), bet(3, "plus8", 300))
	l, err = f.table.Bets().Again(0)
	if err != nil || l.How != record.ByDouble || len(l.Bets) != 2 || len(l.Short) != 2 {
		t.Fatalf("doubling: %+v, %v", l, err)
	}
	for i, want := range []struct {
		spot  string
		stake games.Amount
	}{{"59", 50000}, {"pair", 10000}} {
		if s := l.Short[i]; s.Bet.Spot != want.spot || s.Stake.Amount != want.stake {
			t.Errorf("short is %+v, want %s stopped at %d", s, want.spot, want.stake)
		}
	}
	f.do(again(0))
	wantLies(t, f, "[3:59=50000 3:play=40000 3:pair=10000 3:plus8=300]")
	for i, s := range f.table.Game.Stakes(f.table.Current.Round) {
		if b := f.table.Current.Round.Bets[i]; s.Reason == games.AboveMax {
			t.Errorf("doubled beyond the limit: %+v stands for %d", b, s.Amount)
		}
	}
}

// Source 000: "consente di ripetere la stessa puntata (o puntate) della partita
// precedente". On a layout on which something lies already it lays the rest, and what lies
// stays as it is.
func TestRepeatCompletesALayout(t *testing.T) {
	f := newFloor(t)
	f.do(sideBets, shoe)
	for box := 1; box <= 3; box++ {
		f.do(bet(box, "59", 2000), bet(box, "play", 2000))
	}
	f.do(closeBets, card("8"), card("7"), card("9"), card("8"), card("K"), card("K"), card("K"), decide(games.Stand), decide(games.Stand), decide(games.Stand), card("9"), payAll)
	f.do(bet(3, "59", 5000), again(0))
	wantLies(t, f, "[3:59=5000 1:59=2000 1:play=2000 2:59=2000 2:play=2000 3:play=2000]")
	// A player who took his bet away again is not given it back by the key that doubles.
	f.do(bet(2, "59", 0), bet(2, "play", 0), again(0))
	wantLies(t, f, "[3:59=10000 1:59=4000 1:play=4000 3:play=4000]")
	f.do(undo, undo, undo, pit.OfBets(hand.Bets.Clear), again(0))
	wantLies(t, f, "[1:59=2000 1:play=2000 2:59=2000 2:play=2000 3:59=2000 3:play=2000]")
}

// One box alone is repeated and doubled, and no other is touched.
func TestRepeatAndDoubleOneBox(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 2000), put(2, "banker", "", 3000), put(2, "banker", "2", 4000))
	f.hand("9 7 K K")
	f.refused(house.NothingToRepeat, again(7))
	f.do(again(2))
	wantLies(t, f, "[2:banker=3000 2:banker@2=4000]")
	f.do(put(5, "tie", "", 500), again(2))
	wantLies(t, f, "[2:banker=6000 2:banker@2=8000 5:tie=500]")
	f.do(doubling(5))
	wantLies(t, f, "[2:banker=6000 2:banker@2=8000 5:tie=1000]")
	f.refused(house.NothingToDouble, doubling(1))
	f.do(again(0)) // box 1 is left to repeat: nothing else is doubled
	wantLies(t, f, "[2:banker=6000 2:banker@2=8000 5:tie=1000 1:player=2000]")
}

// Source 002: a side bet's maximum is halved "quando viene distribuita la 312 carta":
// what is repeated stops at what it is now, and says so.
func TestRepeatStopsAtAHalvedLimit(t *testing.T) {
	f := newFloor(t)
	f.do(openingWith("puntobanco", `{"preset":"pb-first","limits":{"player_pair":{"min":500,"max":10000},"tie":{"min":500,"max":10000}}}`, nil), shoe)
	deck := shuffled(8, 312)
	for f.table.Deal().CardsOut() < 312 {
		f.do(put(1, "player", "", 2000), put(1, "player_pair", "", 10000), put(1, "tie", "", 10000), closeBets)
		for f.table.Deal().Next().Kind == games.Deal {
			f.do(card(deck[0]))
			deck = deck[1:]
		}
		f.do(payAll)
	}
	l, err := f.table.Bets().Again(0)
	if err != nil || len(l.Short) != 1 || l.Short[0].Bet.Spot != "player_pair" || l.Short[0].Stake.Amount != 5000 {
		t.Fatalf("%+v, %v", l, err)
	}
	f.do(again(0))
	wantLies(t, f, "[1:player=2000 1:player_pair=5000 1:tie=10000]")
}

// After a hand that was cancelled, what went back is laid again. Sabot 0.9 laid the hand before it, and its records hold.
func TestRepeatAfterACancelledHand(t *testing.T) {
	for _, former := range []bool{false, true} {
		f := newFloor(t)
		f.do(openingBanco, shoe, put(1, "player", "", 2000))
		f.hand("9 7 K K")
		f.do(put(3, "banker", "", 3000), closeBets, card("9"), func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "rissa") })
		if former {
			f.do(func(*pit.Table) ([]record.Fact, error) {
				return []record.Fact{record.BetsPlaced{How: record.ByRepeat, Bets: []record.Put{{Box: 1, Spot: "player", Amount: 2000}}}}, nil
			})
			wantLies(t, f, "[1:player=2000]")
		} else {
			f.do(again(0))
			wantLies(t, f, "[3:banker=3000]")
		}
		audits(t, f)
	}
}

// The bets of a box that was passed over go back by the house's rule, and are laid once more with the others at the next
// hand: nobody is left out of it who had bet.
func TestRepeatOfABoxThatWasPassedOver(t *testing.T) {
	f := newFloor(t)
	skipped(f)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().PlayOn(&dario, "box 2 withdraws") })
	for f.table.Deal().Phase() != hand.Paying {
		switch f.table.Deal().Phase() {
		case hand.Deciding:
			f.do(decide(games.Stand))
		default:
			f.do(card("7"))
		}
	}
	f.do(payAll, pit.OfBets(hand.Bets.Repeat))
	for box := 1; box <= 3; box++ {
		for _, spot := range []string{"59", "play"} {
			if got := f.table.Current.Round.On(box, spot, ""); got != 2000 {
				t.Errorf("box %d has %d on %s, want 2000", box, got, spot)
			}
		}
	}
	f.holdsAnew()
}
