package pit_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// actsOf are a hand's acts in words, from the nth on.
func actsOf(h *hand.Hand, from int) []string {
	var out []string
	for _, a := range h.Acts()[from:] {
		word := fmt.Sprintf("%d", a.Box)
		if a.Hand > 0 {
			word += fmt.Sprintf("/%d", a.Hand)
		}
		if a.Bettor != "" {
			word += "(" + a.Bettor + ")"
		}
		word += fmt.Sprintf(" %s %s %d", a.Spot, a.Do, a.Amount)
		out = append(out, word)
	}
	return out
}

func (f *floor) acts(want ...string) {
	f.t.Helper()
	h := &f.table.Current
	if got := actsOf(h, h.Done()); !slices.Equal(got, want) {
		f.t.Fatalf("to do is %q, want %q", got, want)
	}
}

func (f *floor) laying(want ...string) {
	f.t.Helper()
	var got []string
	for _, a := range f.table.Deal().Laying() {
		got = append(got, fmt.Sprintf("%s%s %s/%d %d", a.Do, a.Bettor, a.Spot, a.Hand, a.Amount))
	}
	if !slices.Equal(got, want) {
		f.t.Fatalf("chips come down as %q, want %q", got, want)
	}
}

// What loses is collected and what wins is paid, each by itself: never the difference.
func TestNothingIsNetted(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe, bet(1, "59", 2000), bet(1, "play", 2000), bet(1, "pair", 500), bet(1, "plus8", 500))
	f.do(closeBets, card("K"), card("5"), card("8"))
	f.acts("1 pair collect 500", "1 59 pay 2000", "1 plus8 pay 4000")
	g := newFloor(t)
	g.do(openingBanco, shoe, put(1, "player", "", 10000), put(1, "banker", "2", 20000))
	g.do(closeBets, card("7"), card("9"), card("K"), card("Q"))
	g.acts("1 player collect 10000", "1(2) banker pay 20000")
	g.do(payNext)
	g.acts("1(2) banker pay 20000")
	g.do(payNext)
	if len(g.table.History) != 1 {
		t.Error("after the last act the hand is open")
	}
}

// What does not play goes back when no more bets is called: void bets whole, of a reduced
// one what is over the limit.
func TestWhatDoesNotPlayIsHandedBack(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe, bet(1, "59", 2000), bet(1, "play", 5000), bet(2, "59", 500), bet(2, "play", 1000), closeBets)
	f.acts("1 play give_back 1000", "2 59 give_back 500", "2 play give_back 1000")
	f.do(card("K"))
	f.acts()
	f.do(card("5"), card("8"))
	f.do(decide(games.Double), card("A"), card("K"))
	f.acts("1 play pay 8000")
	f.do(payAll)
	f.agrees()
}

// A split box is settled hand by hand; a hand that is bust is collected when it busts, the
// bets behind that ride on it too.
func TestSplitIsSettledHandByHand(t *testing.T) {
	f := seat(t, openingUS)
	f.do(early(1, "2", games.Early{Choice: games.Left}), early(1, "3", games.Early{Choice: games.Follow}))
	f.do(closeBets, card("9c"), card("6s"), card("9s"), hide, decide(games.Split))
	f.laying("lay main/2 2000", "ride2 behind/2 0", "lay3 behind/2 1000")
	f.do(card("5h"))
	f.laying()
	f.do(decide(games.Hit), card("Kc"))
	f.acts("1/1 main collect 2000", "1/1(3) behind collect 1000")
	f.do(card("Td"), decide(games.Stand))
	f.acts()
	f.do(card("Ts"), card("2d")) // the dealer has 18
	f.acts("1/2 main pay 2000", "1/2(2) behind pay 1000", "1/2(3) behind pay 1000")
	f.do(payNext, undo, payAll)
	f.agrees()
}

// A double of one of two hands says which.
func TestDoubleSaysOnWhichHand(t *testing.T) {
	f := seat(t, openingUS)
	f.do(early(1, "2", games.Early{Choice: games.Follow}), early(1, "3", games.Early{Choice: games.ChooseSplit}))
	f.do(closeBets, card("8c"), card("6s"), card("8s"), hide, decide(games.Split), card("3h"), decide(games.Double))
	f.laying("lay main/1 2000", "lay2 behind/1 1000", "ride3 behind/1 0")
}

// An insurance that is lost is collected as soon as it is.
func TestLostInsuranceIsCollected(t *testing.T) {
	f := seat(t, openingUS)
	f.do(closeBets, card("9c"), card("As"), card("7s"), hide, insure(1, "3"), insure(1, ""), nobodyInsures)
	f.acts()
	f.do(look(false))
	f.acts("1 insurance collect 1000", "1(3) insurance collect 500")
	f.do(decide(games.Hit), card("2d"))
	f.acts()
}

// A dealer's blackjack that takes the original bet only leaves the rest where it lies.
func TestOriginalBetOnlyLeavesTheRest(t *testing.T) {
	f := newFloor(t)
	f.do(openingEU, shoe, put(1, "main", "", 2000), closeBets, card("9c"), card("As"), card("9s"), nobodyInsures, decide(games.Split))
	f.do(card("2d"), decide(games.Double), card("Td"), card("Th"), decide(games.Stand), card("Kd"))
	f.acts("1/1 main collect 2000", "1/1 main leave 2000", "1/2 main leave 2000")
}

// A cancelled hand gives everything back clockwise: of what was collected from the tray, of
// what was won the player brings it.
func TestCancelledHandGivesBackInTurn(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe, bet(4, "59", 2000), bet(4, "play", 2000), bet(2, "59", 2000), bet(2, "play", 2500), closeBets)
	f.do(card("K"), card("K"), card("5"), card("2"), card("7"), payAll)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "rissa") })
	h := f.table.History[0]
	want := []string{"2 59 pay 2000", "2 play give_back 2500", "4 59 collect 2000", "4 play give_back 2000"}
	if got := actsOf(&h, 0); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Of a split box one hand won and was paid, the other lost: what is taken back and what comes
// out of the tray are two acts, though together they are nothing.
func TestCancelledSplitIsNotNetted(t *testing.T) {
	f := newFloor(t)
	f.do(openingEU, shoe, put(1, "main", "", 2000), put(2, "main", "", 3000), closeBets, card("8c"), card("9c"), card("6d"), card("8s"), card("Th"))
	f.do(decide(games.Split), card("Kd"), decide(games.Stand), card("Kh"), decide(games.Hit), card("Ts"), decide(games.Stand), card("Tc"), card("Td"), payNext)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "rissa") })
	want := []string{"1 main collect 2000", "1 main pay 2000", "2 main give_back 3000"}
	if got := actsOf(&f.table.History[0], 0); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	f.holds()
}

// openingSides is punto banco with every side bet and no burned card.
var openingSides = openingAs(`{"preset":"pb-speed-nc","limits":{"tie":{"min":1000,"max":20000},"super6":{"min":500}}}`, nil)

// Every chip that lay is done with by exactly one act, and every person has what the rules
// give, whatever is played and whenever it is ticked off; an act that was shown never
// changes.
func TestEveryChipHasOneAct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		f.do(rapid.SampledFrom([]command{opening, openingHandHeld, openingBanco, openingSides, openingUS, openingEU}).Draw(t, "preset"), shoe)
		for range rapid.IntRange(1, 12).Draw(t, "bets") {
			spot := rapid.SampledFrom(f.table.Game.Spots()).Draw(t, "spot")
			b := games.Bet{
				Box: rapid.IntRange(1, 4).Draw(t, "box"), Spot: spot.Name, Bettor: rapid.SampledFrom([]string{"", "", "2", "10"}).Draw(t, "bettor"),
				Amount: games.Amount(rapid.IntRange(1, 700).Draw(t, "amount")) * 100,
			}
			if f.try(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) }) == nil && spot.Early {
				choice := rapid.SampledFrom([]games.Choice{games.None, games.Follow, games.ChooseDouble, games.ChooseSplit, games.Right, games.Left}).Draw(t, "choice")
				_ = f.try(early(b.Box, b.Bettor, games.Early{Choice: choice, Then: games.Double, Funds: 20000, HasFunds: rapid.Bool().Draw(t, "funds")}))
			}
		}
		f.closes(t)
		var shown []pay.Act
		for len(f.table.History) == 0 {
			h := &f.table.Current
			acts := h.Acts()
			if len(acts) < len(shown) || !slices.Equal(acts[:len(shown)], shown) {
				t.Fatalf("%+v was shown, now %+v", shown, acts)
			}
			shown = acts
			if h.Done() < len(acts) && rapid.IntRange(0, 2).Draw(t, "tick") == 0 {
				f.do(payNext)
				continue
			}
			f.goOn(t)
		}
		checkActs(t, &f.table.History[0], shown, f.table.Game)
	})
}

// goOn does the next thing of a hand with any card or answer.
func (f *floor) goOn(t *rapid.T) {
	any := func() string {
		return rapid.SampledFrom([]string{"As", "2h", "3c", "4d", "5s", "6h", "7c", "8d", "9s", "Th", "Jc", "Qd", "Ks", "8s", "8h", "Ah", "Ac"}).Draw(t, "card")
	}
	step := f.table.Deal().Next()
	switch {
	case step.Kind == games.Finished:
		f.do(payAll)
	case f.table.Deal().MayHide():
		f.do(hide)
	case step.Kind == games.Deal, step.Kind == games.Turn, step.Kind == games.ReadSuit:
		_ = f.try(card(any()))
	case step.Kind == games.Look:
		f.do(look(rapid.Bool().Draw(t, "blackjack")))
	case len(step.Insurable) > 0 && rapid.Bool().Draw(t, "insure"):
		d := rapid.SampledFrom(step.Insurable).Draw(t, "who")
		f.do(insure(d.Box, d.Bettor))
	case step.Kind == games.Insuring:
		f.do(nobodyInsures)
	default:
		f.do(decide(rapid.SampledFrom(step.Offers).Draw(t, "answer")))
	}
}

// checkActs holds the acts of a closed hand against what the rules make of it.
func checkActs(t *rapid.T, h *hand.Hand, acts []pay.Act, g games.Game) {
	s, err := games.Complete(g, h.Round)
	if err != nil {
		t.Fatal(err)
	}
	done, nets := map[int]games.Amount{}, map[[2]string]games.Amount{}
	for _, a := range acts {
		done[a.Bet] += a.Lay
		nets[[2]string{fmt.Sprint(a.Box), a.Bettor}] += a.Net()
	}
	even := map[string]bool{} // for which no insurance is laid
	for _, a := range acts {
		even[fmt.Sprint(a.Box, a.Bettor)] = even[fmt.Sprint(a.Box, a.Bettor)] || a.Even
	}
	for i, p := range s.Payments {
		laid := p.Amount + p.Added
		if p.Spot == "insurance" && even[fmt.Sprint(p.Box, p.Bettor)] {
			laid = 0
		}
		if done[i] != laid {
			t.Fatalf("of %+v %d lay, and acts are done with %d: %+v", p, p.Amount+p.Added, done[i], acts)
		}
		nets[[2]string{fmt.Sprint(p.Box), p.Bettor}] -= p.Net()
	}
	for who, off := range nets {
		if off != 0 {
			t.Fatalf("box %s, bettor %q has %d more than the rules give: %+v", who[0], who[1], off, acts)
		}
	}
}

// Two cards whose suits nobody read open a hand in which a bet looks at suits: they lie
// where the deal has them, then the suits are read.
func TestCarriedCardsLieBeforeTheirSuitsAreRead(t *testing.T) {
	f := newFloor(t)
	f.do(openingSides, shoe, put(1, "player", "", 2000), closeBets, card("9"), card("7"), card("K"), card("K"))
	f.do(card("2"), card("3"), payAll)
	f.do(put(1, "player", "", 2000), put(1, "perfect_pair", "", 2000), closeBets)
	laid := f.table.Current.Round.Laid
	if len(laid) != 2 || laid[0].At != games.Player || laid[1].At != games.Banker || f.table.Deal().Next().Kind != games.ReadSuit {
		t.Fatalf("%+v lie, next %+v", laid, f.table.Deal().Next())
	}
	f.do(card("2h"), card("3d"), card("5s"), card("6s"), payAll)
	f.agrees()
}

// A table may pay from the dealer's right: the last box first, and of a split box the hand that
// acted last. What a bet comes to and whose turn is first on a hand stays.
func TestPayingFromTheRight(t *testing.T) {
	fromRight := openingWith("blackjack", `{"preset":"bj-us"}`, &record.Settings{PayFromRight: true})
	f := newFloor(t)
	f.do(fromRight, shoe, put(1, "main", "", 2000), put(2, "main", "", 3000), put(2, "behind", "2", 1000), closeBets)
	f.do(card("9c"), card("Ts"), card("6s"), card("9s"), card("9d"), hide, decide(games.Split))
	f.do(card("Td"), decide(games.Stand), card("Th"), decide(games.Stand), decide(games.Stand), card("Tc"), card("2d"))
	f.acts("2 main pay 3000", "2(2) behind pay 1000", "1/2 main pay 2000", "1/1 main pay 2000")
	f.do(payAll)
	f.agrees()
}
