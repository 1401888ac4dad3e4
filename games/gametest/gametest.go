// Package gametest is the contract that every game passes, and a way to write a
// hand as a line of text:
//
//	1:59=20 1:play=40 | 8h Td 8c | stand | 3s 2d
//
// bets (BOX:SPOT=AMOUNT or BOX:SPOT@BETTOR=AMOUNT, amounts in whole units), then cards and decisions in the
// order in which they came; "insure:2@Bo" is an insurance.
package gametest

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
)

// Parse reads a hand written as text.
func Parse(t testing.TB, g games.Game, text string) games.Round {
	t.Helper()
	bets, rest, _ := strings.Cut(text, "|")
	r := games.Round{Number: 1}
	for _, word := range strings.Fields(bets) {
		place, amount, _ := strings.Cut(word, "=")
		box, spot, _ := strings.Cut(place, ":")
		spot, bettor, _ := strings.Cut(spot, "@")
		n, errBox := strconv.Atoi(box)
		units, errAmount := strconv.Atoi(amount)
		bet := games.Bet{Box: n, Spot: spot, Bettor: bettor, Amount: games.Amount(100 * units)}
		if errBox != nil || errAmount != nil {
			t.Fatalf("%q is no bet", word)
		}
		if err := g.CheckBet(r.Bets, bet); err != nil {
			t.Fatalf("%q: %v", word, err)
		}
		r.Bets = append(r.Bets, bet)
	}
	return Continue(t, g, r, rest)
}

// Continue returns the round with further cards and decisions, written as text.
func Continue(t testing.TB, g games.Game, r games.Round, rest string) games.Round {
	t.Helper()
	for _, word := range strings.Fields(strings.ReplaceAll(rest, "|", " ")) {
		r = step(t, g, r, word)
	}
	return r
}

func step(t testing.TB, g games.Game, r games.Round, word string) games.Round {
	t.Helper()
	var err error
	if card, burned, bad := games.ParseCard(word); bad == nil && burned {
		return r.WithCard(games.Laid{Card: card, Burned: true})
	} else if bad == nil {
		r, err = games.DealCard(g, r, card)
	} else if who, insured := strings.CutPrefix(word, "insure:"); insured {
		box, bettor, _ := strings.Cut(who, "@")
		n, _ := strconv.Atoi(box)
		r, err = games.BuyInsurance(g, r, n, bettor)
	} else {
		r, err = games.Decide(g, r, games.Action(word))
	}
	if err != nil {
		t.Fatalf("%q: %v", word, err)
	}
	return r
}

// properties are the tests that every game must pass.
var properties = []struct {
	name string
	hold func(t *rapid.T, draw func(*rapid.T) (games.Game, []games.Bet))
}{
	{"MoneyIsConserved", func(t *rapid.T, draw func(*rapid.T) (games.Game, []games.Bet)) {
		g, r := playOut(t, draw)
		s, err := games.Complete(g, r)
		if err != nil {
			t.Fatal(err)
		}
		conserved(t, s)
	}},
	{"NothingIsPastAnyAmount", nothingPast},
	{"DecidedStaysDecided", decidedStays},
	{"SettleSaysWhatIsNext", settleSaysNext},
	{"CardsAreAllThere", func(t *rapid.T, draw func(*rapid.T) (games.Game, []games.Bet)) {
		g, r := playOut(t, draw)
		n := 0
		for _, h := range g.Hands(r) {
			n += len(h.Cards)
		}
		if n != len(r.Laid) {
			t.Fatalf("%d cards are shown, %d were laid", n, len(r.Laid))
		}
	}},
	{"RelayOfARightDealChangesNothing", func(t *rapid.T, draw func(*rapid.T) (games.Game, []games.Bet)) {
		g, r := playOut(t, draw)
		relaid, err := games.Relay(g, r)
		if err != nil {
			t.Fatal(err)
		}
		if !relaid.Matches || !relaid.Reconstructable || len(relaid.Moved)+len(relaid.Surplus) > 0 {
			t.Fatalf("a right deal is relaid as %+v", relaid)
		}
	}},
	{"PayOrderNamesEveryBetOnce", func(t *rapid.T, draw func(*rapid.T) (games.Game, []games.Bet)) {
		g, r := playOut(t, draw)
		s, _ := g.Settle(r)
		seen := map[int]bool{}
		for _, i := range s.PayOrder {
			seen[i] = true
		}
		if len(seen) != len(s.Payments) || len(s.PayOrder) != len(s.Payments) {
			t.Fatalf("pay order %v of %d bets", s.PayOrder, len(s.Payments))
		}
	}},
}

// Run tries the properties on random hands. Draw makes the bets and the rules of one.
func Run(t *testing.T, draw func(*rapid.T) (games.Game, []games.Bet)) {
	for _, p := range properties {
		t.Run(p.name, rapid.MakeCheck(func(t *rapid.T) { p.hold(t, draw) }))
	}
}

// Fuzz tries one of them on each hand, which is made of the bytes that the fuzzer finds.
func Fuzz(f *testing.F, draw func(*rapid.T) (games.Game, []games.Bet)) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		properties[rapid.IntRange(0, len(properties)-1).Draw(t, "property")].hold(t, draw)
	}))
}

// conserved: what the players are up the house is down, to the minor unit, and no
// bet gives back more than its stake, its winnings and what was handed back.
func conserved(t *rapid.T, s games.Settlement) {
	var players games.Amount
	for _, p := range s.Payments {
		players += p.Net()
		if !p.Decided {
			t.Fatalf("the hand is over and %+v is not decided", p)
		}
		if p.Outcome == games.Void && (p.Returned != p.Amount || p.Staked != 0) {
			t.Fatalf("a void bet does not come back whole: %+v", p)
		}
		if p.Returned < 0 || p.Staked > p.Amount+p.Added {
			t.Fatalf("an impossible payment: %+v", p)
		}
		var staked, returned games.Amount
		for _, part := range p.Parts {
			staked, returned = staked+part.Staked, returned+part.Returned
		}
		if len(p.Parts) > 0 && (staked != p.Staked || returned+p.Reduced() != p.Returned) {
			t.Fatalf("the hands of a split bet are not the bet: %+v", p)
		}
	}
	if players+s.House != s.Commission {
		t.Fatalf("players %d, house %d, commission %d", players, s.House, s.Commission)
	}
}

// nothingPast: of the largest bets that a hand takes, by as many people as it takes, nothing wins at odds over the game's highest, and
// what all put down and get back is no more than these odds, two doubled hands and the rounding can make of them: less than half of
// what an Amount holds.
func nothingPast(t *rapid.T, draw func(*rapid.T) (games.Game, []games.Bet)) {
	g, r := playOut(t, func(t *rapid.T) (games.Game, []games.Bet) { return enlarged(t, draw) })
	s, err := games.Complete(g, r)
	if err != nil {
		t.Fatal(err)
	}
	o, unit := g.MostOdds(), g.Options().Rounding.Unit
	var put, back, house, bound sum
	for _, b := range r.Bets {
		bound.add(b.Amount, int64(o.Win/o.Per+9))
		bound.add(unit, 8)
	}
	for _, p := range s.Payments {
		if p.Returned < 0 || p.Outcome == games.Win && p.Odds.Per > 0 && p.Odds.PerUnit() > o.PerUnit() {
			t.Fatalf("an impossible payment, with odds of %s at most: %+v", o, p)
		}
		put.add(p.Amount+p.Added, 1)
		back.add(p.Returned+p.Commission, 1)
		house.add(p.Commission-p.Net(), 1)
	}
	if put.Cmp(&bound.Int) > 0 || back.Cmp(&bound.Int) > 0 || bound.Cmp(big.NewInt(math.MaxInt64/2)) > 0 {
		t.Fatalf("players put down %s and get %s, where %s is the bound", &put, &back, &bound)
	}
	if house.Cmp(big.NewInt(int64(s.House))) != 0 {
		t.Fatalf("the house has %d, and the bets come to %s", s.House, &house)
	}
}

// A sum is a sum of amounts, of any size.
type sum struct{ big.Int }

func (s *sum) add(a games.Amount, times int64) {
	s.Add(&s.Int, new(big.Int).Mul(big.NewInt(int64(a)), big.NewInt(times)))
}

// enlarged returns drawn bets, much larger, without a maximum, of many people and rounded to much.
func enlarged(t *rapid.T, draw func(*rapid.T) (games.Game, []games.Bet)) (games.Game, []games.Bet) {
	g, drawn := draw(t)
	o := g.Options()
	o.Limits = nil
	o.Rounding = games.Rounding{
		Unit: rapid.SampledFrom([]games.Amount{1, 500, games.MaxAmount}).Draw(t, "large unit"),
		Mode: rapid.SampledFrom(games.RoundingModes()).Draw(t, "large mode"),
	}
	g = g.(interface {
		With(games.Options) games.Game
	}).With(o)
	least := games.Amount(rapid.SampledFrom([]int64{1, int64(games.MaxAmount) / 100, int64(games.MaxAmount)}).Draw(t, "least"))
	people := rapid.SampledFrom([]int{0, 1, 30}).Draw(t, "people")
	var bets []games.Bet
	for n := range people + 1 {
		for _, b := range drawn {
			b.Amount = max(b.Amount, least)
			if n > 0 {
				b.Bettor = strconv.Itoa(n)
			}
			if g.CheckBet(bets, b) == nil {
				bets = append(bets, b)
			}
		}
	}
	return g, bets
}

// decidedStays checks that what is decided in the middle of a hand is the same at its end.
func decidedStays(t *rapid.T, draw func(*rapid.T) (games.Game, []games.Bet)) {
	g, r := playOut(t, draw)
	whole, err := g.Settle(r)
	if err != nil {
		t.Fatal(err)
	}
	part := r
	part.Laid = r.Laid[:rapid.IntRange(0, len(r.Laid)).Draw(t, "cards so far")]
	for part.Decisions = nil; len(part.Decisions) < len(r.Decisions); {
		step, err := g.Next(part)
		if err != nil {
			t.Fatal(err)
		}
		if step.Kind != games.Ask {
			break
		}
		part = part.WithDecision(r.Decisions[len(part.Decisions)])
	}
	s, err := g.Settle(part)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range s.Payments {
		if p.Decided && !reflect.DeepEqual(p, whole.Payments[i]) {
			t.Fatalf("decided as %+v, at the end %+v", p, whole.Payments[i])
		}
		for n, part := range p.Parts {
			if part.Decided && part != whole.Payments[i].Parts[n] {
				t.Fatalf("a hand is decided as %+v, at the end %+v", part, whole.Payments[i].Parts[n])
			}
		}
	}
}

// settleSaysNext: what Settle has next is what Next has, of the hand as it came and of one
// in which cards lie otherwise: who has asked the one need not ask the other.
func settleSaysNext(t *rapid.T, draw func(*rapid.T) (games.Game, []games.Bet)) {
	g, other := playOut(t, draw)
	r := other
	r.AtTable, r.InsuranceOver = rapid.Bool().Draw(t, "at a table"), rapid.Bool().Draw(t, "insurance over")
	r.Laid = slices.Clone(r.Laid[:rapid.IntRange(0, len(r.Laid)).Draw(t, "cards so far")])
	r.Decisions = r.Decisions[:rapid.IntRange(0, len(r.Decisions)).Draw(t, "decisions so far")]
	for i := range r.Laid {
		l := &r.Laid[i]
		switch rapid.IntRange(0, 20).Draw(t, "how it lies") {
		case 0:
			l.At = rapid.SampledFrom(g.Places()).Draw(t, "place")
		case 1:
			l.Card = games.RankOnly(l.Card.Rank())
		case 2:
			l.Card, l.Hidden = 0, true
		case 3:
			l.Burned = true
		case 4:
			l.Looked = games.NoBlackjack
		}
	}
	s, err := g.Settle(r)
	for _, bets := range []string{"the same", "other"} {
		whole := other
		whole.AtTable = r.AtTable
		used, _ := g.Settle(whole) // it holds what another hand came to
		if bets == "other" {
			slices.Reverse(used.PayOrder)
			used.Stakes = nil
		}
		if again := games.Resettle(g, &used, r); (again == nil) != (err == nil) || err == nil && !same(used, s) {
			t.Fatalf("Settle gives %+v, %v; where a settlement of %s bets was it gives %+v, %v", s, err, bets, used, again)
		}
	}
	if err != nil {
		return // what lies there cannot be
	}
	step, err := g.Next(r)
	if err != nil || !reflect.DeepEqual(step, s.Next) {
		t.Fatalf("Settle has %+v next, Next has %+v (%v)", s.Next, step, err)
	}
}

// same compares settlements; nothing and an empty list are the same.
func same(a, b games.Settlement) bool {
	empty := func(s *games.Settlement) {
		if len(s.Payments) == 0 {
			s.Payments = nil
		}
		if len(s.PayOrder) == 0 {
			s.PayOrder = nil
		}
		if len(s.Stakes) == 0 {
			s.Stakes = nil
		}
	}
	empty(&a)
	empty(&b)
	return reflect.DeepEqual(a, b)
}

// playOut plays a hand with random cards and decisions to its end.
func playOut(t *rapid.T, draw func(*rapid.T) (games.Game, []games.Bet)) (games.Game, games.Round) {
	g, bets := draw(t)
	r := games.Round{Number: 1, Bets: bets}
	for {
		step, err := g.Next(r)
		if games.CodeOf(err) == games.NoBets {
			t.Skip("no bet stands")
		}
		if err != nil {
			t.Fatal(err)
		}
		switch step.Kind {
		case games.Deal:
			card := games.NewCard(games.Rank(rapid.IntRange(1, 13).Draw(t, "rank")), games.Suit(rapid.IntRange(0, 3).Draw(t, "suit")))
			dealt, err := games.DealCard(g, r, card)
			if games.CodeOf(err) == games.ImpossibleCard {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			r = dealt
		case games.Ask:
			if len(step.Insurable) > 0 && rapid.IntRange(0, 2).Draw(t, "insure") == 0 {
				d := rapid.SampledFrom(step.Insurable).Draw(t, "who")
				if bought, err := games.BuyInsurance(g, r, d.Box, d.Bettor); err == nil {
					r = bought
					continue
				}
			}
			do := rapid.SampledFrom(step.Offers).Draw(t, "decision")
			if r, err = games.Decide(g, r, do); err != nil {
				t.Fatal(err)
			}
		case games.Finished:
			return g, r
		default:
			t.Fatal(fmt.Errorf("a right deal halts: %+v", step))
		}
	}
}
