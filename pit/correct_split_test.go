package pit_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/pay"
)

// dues are the differences of a hand's last correction by which something is done.
func dues(h *hand.Hand) []pay.Difference {
	var out []pay.Difference
	for _, d := range h.Was[len(h.Was)-1].Differences(&h.Sheet) {
		if !d.Nothing() {
			out = append(out, d)
		}
	}
	return out
}

// Two eights were split and stood at 19 and 18 against 17, which was an 18: of the left hand
// what was won is taken back, and nothing is done on the right one. Corrected again it is
// the same against the version that was paid, though neither has parts on the record then.
func TestCorrectionOfASplitHand(t *testing.T) {
	f := seat(t, openingUS)
	f.do(early(1, "2", games.Early{Choice: games.Follow}), closeBets, card("8h"), card("9d"), card("8d"), hide)
	f.do(decide(games.Split), card("3h"), decide(games.Hit), card("8c"), decide(games.Stand), card("Tc"), decide(games.Stand), card("8s"), payAll)
	hole := func(name string) func(*games.Round) {
		return func(r *games.Round) {
			for i, l := range r.Laid {
				if l.At == games.Dealer && i > 2 {
					r.Laid[i].Card = at(name, l.At).Card
				}
			}
		}
	}
	want := func(is games.Amount, main ...games.Amount) {
		t.Helper()
		var got []games.Amount
		for _, d := range dues(&f.table.History[0]) {
			if d.Hand != 2 {
				t.Errorf("%+v", d)
			}
			got = append(got, d.Due())
		}
		if !reflect.DeepEqual(got, main) {
			t.Errorf("%v, want %v", got, main)
		}
	}
	f.do(as(1, true, hole("9s"))) // main, who follows it with a bet on both hands, who has one on the right
	want(0, -2000, -1000)
	f.do(as(1, true, hole("8s")))
	want(0, 2000, 1000)
	f.holds()
}

// However a hand was played and corrected, what is still done with each player comes to
// what the two settlements are apart, and of no hand is it both taken and given.
func TestCorrectionIsTheDifferenceOfTwoSettlements(t *testing.T) {
	splits := 0
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		f.do(openingUS, shoe, put(1, "main", "", 2000), put(1, "behind", "2", 1000))
		choice := rapid.SampledFrom([]games.Choice{games.None, games.Follow, games.ChooseDouble, games.ChooseSplit}).Draw(t, "choice")
		f.do(early(1, "2", games.Early{Choice: choice, Then: games.Double}), closeBets)
		names := []string{"8h", "6d", "8d"}
		for i := 0; len(f.table.History) == 0; i++ {
			if i < len(names) {
				f.do(card(names[i]))
				continue
			}
			f.goOn(t)
		}
		for range 2 {
			n := len(f.table.History[0].Was)
			for range 5 {
				_ = f.try(as(1, rapid.Bool().Draw(t, "moved"), func(r *games.Round) {
					i := rapid.IntRange(0, len(r.Laid)-1).Draw(t, "which")
					name := rapid.SampledFrom([]string{"2c", "5c", "7c", "8c", "9c", "Tc", "Ac"}).Draw(t, "is")
					r.Laid[i].Card = at(name, r.Laid[i].At).Card
				}))
			}
			if len(f.table.History[0].Was) == n {
				continue
			}
			h := &f.table.History[0]
			paid := h.Was[len(h.Was)-1]
			paid.Was = h.Was[:len(h.Was)-1]
			nets, hands := map[string]games.Amount{}, map[pay.Difference]bool{}
			for _, d := range paid.PaidVersion().Differences(&h.Sheet) {
				nets[d.Bettor] += d.Due()
				key := pay.Difference{Box: d.Box, Bettor: d.Bettor, Spot: d.Spot, Hand: d.Hand}
				whole := key
				whole.Hand = 0
				if hands[key] || d.Hand > 0 && hands[whole] {
					t.Errorf("%+v comes twice", d)
				}
				hands[key] = true
				splits += d.Hand
			}
			is, err := games.Complete(f.table.Game, h.Round)
			if err != nil {
				t.Fatal(err)
			}
			was, err := games.Complete(f.table.Game, paid.PaidVersion().Round)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range is.Payments {
				nets[p.Bettor] -= p.Net()
			}
			for _, p := range was.Payments {
				nets[p.Bettor] += p.Net()
			}
			for who, net := range nets {
				if net != 0 {
					t.Errorf("(%s) moves %d more than the settlements are apart", who, net)
				}
			}
		}
	})
	if splits == 0 {
		t.Error("no split hand was corrected")
	}
}

// A split box of which the right hand is bust and collected, and whose bet is ruled to be less
// then: what was collected too much is given on that hand, and nothing of the left one, which
// is still to play, makes up for it.
func TestSplitPutRightHandByHand(t *testing.T) {
	for dealer, left := range map[string]string{"Th": "1/2 main collect 1500", "9h": "1/2 main leave 1500", "8s": "1/2 main pay 1500"} {
		f := newFloor(t)
		f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets, card("8h"), card("9d"), card("8d"), hide)
		f.do(decide(games.Split), card("6h"), decide(games.Hit), card("Tc"))
		f.acts("1/1 main collect 2000")
		f.do(card("Td"))
		before := f.table.Current
		f.do(rule(1, "main", 1500))
		f.acts("1/1 main pay 500")
		if got := before.Differences(&f.table.Current.Sheet); len(got) != 1 || got[0].Hand != 1 || got[0].Due() != 500 {
			t.Errorf("%+v", got)
		}
		f.do(payNext, decide(games.Stand), card(dealer))
		f.acts(left)
		f.do(payAll)
		f.agrees()
		f.holds()
	}
}

// The same before it was done once more, and where the bet of both hands had been done.
func TestSplitPutRightTwice(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), put(2, "main", "", 1000), closeBets, card("8h"), card("Tc"), card("9d"), card("8d"), card("Th"), hide)
	f.do(decide(games.Split), card("6h"), decide(games.Hit), card("Tc"), card("Td"), decide(games.Stand), decide(games.Stand), card("8c"), payNext)
	f.acts("2 main pay 1000")
	f.do(rule(1, "main", 1500), rule(1, "main", 1000)) // 10 too much was collected, and 10 too much paid
	f.acts("1/1 main pay 1000", "1/2 main collect 1000", "2 main pay 1000")
	f.do(payAll)
	f.agrees()
	f.holds()
}
