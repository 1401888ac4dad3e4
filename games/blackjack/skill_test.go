package blackjack_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"sabot/games"
	"sabot/games/gametest"
	"sabot/games/handfile"
)

// costs are the costs of a hand's decisions, early ones of the bets behind included.
func costs(t *testing.T, g games.Game, hand string, early ...games.Early) []games.Cost {
	t.Helper()
	bets, rest, _ := strings.Cut(hand, "|")
	r := gametest.Parse(t, g, bets+"|")
	for i, n := 0, 0; i < len(r.Bets) && n < len(early); i++ {
		if r.Bets[i].Spot == "behind" {
			r.Bets[i].Early = early[n]
			n++
		}
	}
	r = gametest.Continue(t, g, r, rest)
	return handfile.Book(g).Costs(r, g.Stakes(r))
}

// cards are the cards left in a shoe, by their value, 0 the ace.
type cards [10]int

func shoe(decks int, out ...int) (c cards) {
	for k := range c {
		c[k] = 4 * decks
	}
	c[9] *= 4
	for _, k := range out {
		c[k-1]--
	}
	return c
}

func (c cards) without(k int) cards { c[k]--; return c }

func (c *cards) all() (n float64) {
	for _, k := range c {
		n += float64(k)
	}
	return n
}

// points of cards that are counted by their own values, an ace as one.
func points(hand []int) (total int, soft bool) {
	for _, k := range hand {
		total += k
		soft = soft || k == 1
	}
	if soft = soft && total <= 11; soft {
		total += 10
	}
	return total, soft
}

// byHand plays a hand out card by card against the dealer, as somebody would with paper: it
// shares nothing with the analysis.
type byHand struct {
	american bool
	up       int
	known    map[string]float64
}

// ends returns the result of a stake of one that stands, the dealer's cards drawn one by one.
func (b *byHand) ends(mine int, dealer []int, left cards) float64 {
	total, _ := points(dealer)
	if len(dealer) > 1 && total >= 17 {
		switch {
		case len(dealer) == 2 && total == 21:
			return -1
		case total > 21 || mine > total:
			return 1
		case mine < total:
			return -1
		}
		return 0
	}
	sum, all := 0.0, left.all()
	if len(dealer) == 1 && b.american { // he has looked: the second makes no blackjack
		all -= float64(b.makes(left))
	}
	for k := range left {
		if left[k] == 0 || len(dealer) == 1 && b.american && b.natural(k+1) {
			continue
		}
		sum += float64(left[k]) / all * b.ends(mine, append(dealer[:len(dealer):len(dealer)], k+1), left.without(k))
	}
	return sum
}

func (b *byHand) natural(k int) bool { return b.up == 1 && k == 10 || b.up == 10 && k == 1 }

func (b *byHand) makes(left cards) int {
	switch b.up {
	case 1:
		return left[9]
	case 10:
		return left[0]
	}
	return 0
}

func (b *byHand) stand(hand []int, left cards) float64 {
	total, _ := points(hand)
	key := fmt.Sprint(total, left)
	if v, ok := b.known[key]; ok {
		return v
	}
	v := b.ends(total, []int{b.up}, left)
	b.known[key] = v
	return v
}

// card calls each card that may come next with its chance: behind the dealer's second, which
// lies, is in no way known but that it makes no blackjack.
func (b *byHand) card(left cards, do func(k int, chance float64)) {
	for k := range left {
		chance := 0.0
		if !b.american {
			chance = float64(left[k]) / left.all()
		} else {
			seconds := left.all() - float64(b.makes(left))
			for second := range left {
				if left[second] > 0 && !b.natural(second+1) {
					rest := left.without(second)
					chance += float64(left[second]) / seconds * float64(rest[k]) / rest.all()
				}
			}
		}
		if chance > 0 {
			do(k+1, chance)
		}
	}
}

// hit takes a card, then does what is best; with once it stands on it.
func (b *byHand) hit(hand []int, left cards, once bool) (v float64) {
	b.card(left, func(k int, chance float64) {
		more := append(hand[:len(hand):len(hand)], k)
		rest := left.without(k - 1)
		total, _ := points(more)
		worth := -1.0
		if total <= 21 {
			worth = b.stand(more, rest)
			if !once && total < 21 {
				worth = max(worth, b.hit(more, rest, false))
			}
		}
		v += chance * worth
	})
	return v
}

// What one decision costs is what plays it out by hand, on stakes of 10: standing on 16 against
// a ten, on 12 against a two, on soft 18 against a nine, 9 against a three that is not doubled,
// a 12 that is doubled.
func TestSkillByHand(t *testing.T) {
	type hand = []int
	for _, c := range []struct {
		rules, play string
		mine        hand
		up          int
		does, best  func(b *byHand, h hand, left cards) float64
	}{
		{`"bj-us"`, "Ts Th 6d 7c stand", hand{10, 6}, 10, stands, hits},
		{`"bj-eu"`, "Ts Th 6d stand", hand{10, 6}, 10, stands, hits},
		{`{"preset":"bj-us","decks":1}`, "Ts 2h 2d 7c stand", hand{10, 2}, 2, stands, hits},
		{`"bj-us"`, "As 9h 7d 7c stand", hand{1, 7}, 9, stands, hits},
		{`"bj-eu"`, "Ts 6h 8d hit", hand{10, 8}, 6, hits, stands},
		{`"bj-eu"`, "Ts 6h 2d double", hand{10, 2}, 6, doubles, stands},
		{`"bj-us"`, "6s Ah 9d 7c stand", hand{6, 9}, 1, stands, hits},
	} {
		g := table(t, c.rules)
		b := &byHand{american: g.Options().Preset == "bj-us", up: c.up, known: map[string]float64{}}
		left := shoe(g.Options().Decks, c.up, c.mine[0], c.mine[1])
		want := 1000 * (c.best(b, c.mine, left) - c.does(b, c.mine, left))
		got := costs(t, g, "1:main=10 | "+c.play)
		if len(got) != 1 || math.Abs(got[0].Of-want) > 1e-6 || want <= 0 || got[0].Staked != 1000 || got[0].Spot != "main" {
			t.Errorf("%s %s: %+v, by hand %.9f", c.rules, c.play, got, want)
		} else {
			t.Logf("%s %s costs %.4f of 10", c.rules, c.play, want/100)
		}
	}
}

func stands(b *byHand, h []int, left cards) float64  { return b.stand(h, left) }
func hits(b *byHand, h []int, left cards) float64    { return b.hit(h, left, false) }
func doubles(b *byHand, h []int, left cards) float64 { return 2 * b.hit(h, left, true) }

// Insurance wins 2 to 1 where one of the 413 cards that nobody has seen is one of the tens: with
// none of them in the hand 128, so a unit loses 29 of 413. Who buys none does what is best.
func TestInsuranceCosts(t *testing.T) {
	for rules, more := range map[string]string{`"bj-us"`: " 9c", `"bj-eu"`: ""} {
		g := table(t, rules)
		for _, c := range []struct {
			play string
			want float64
		}{
			{"8s Ah 9d" + more + " insure:1", 500 * 29.0 / 413},
			{"Ts Ah 9d" + more + " insure:1", 500 * 32.0 / 413},
			{"Ts Ah Kd" + more + " insure:1", 500 * 35.0 / 413},
			{"Ts Ah Kd" + more, 0},
		} {
			sum := 0.0
			for _, cost := range costs(t, g, "1:main=10 | "+c.play) {
				sum += cost.Of
				if cost.Spot != "insurance" || cost.Staked != 500 || cost.Decision != 0 {
					t.Errorf("%s: %+v", c.play, cost)
				}
			}
			if math.Abs(sum-c.want) > 1e-9 {
				t.Errorf("%s %s: %.6f, want %.6f", rules, c.play, sum, c.want)
			}
		}
	}
}

// A bet behind bears what the main player decides as far as it rides on it: one that follows
// what he does, one that takes and stays a card and no double, one on one hand of a split pair
// half of what splitting brings, which may be less bad than following.
func TestSkillBehind(t *testing.T) {
	g := table(t, `"bj-eu"`)
	of := func(play string, e games.Early) (main, behind float64) {
		for _, c := range costs(t, g, "1:main=10 1:behind@x=20 | "+play, e) {
			if c.Spot == "behind" {
				behind += c.Of / 2000
			} else {
				main += c.Of / 1000
			}
		}
		return main, behind
	}
	none, follow := games.Early{}, games.Early{Choice: games.Follow}
	right := games.Early{Choice: games.Right}
	broke := games.Early{Choice: games.Follow, HasFunds: true, Funds: 19_00}
	b := &byHand{up: 6, known: map[string]float64{}}
	eleven := shoe(8, 6, 6, 5)
	lost := 2*b.hit([]int{6, 5}, eleven, true) - b.hit([]int{6, 5}, eleven, true)
	for _, c := range []struct {
		name, play   string
		early        games.Early
		main, behind float64
	}{
		{"stands on 16 together", "Ts Th 6d stand", follow, -1, -1},
		{"stands on 16, nothing chosen", "Ts Th 6d stand", none, -1, -1},
		{"doubles 11 together", "6s 6h 5d double", follow, 0, 0},
		{"takes and stays", "6s 6h 5d double", none, 0, lost},
		{"has not the money", "6s 6h 5d double", broke, 0, lost},
		{"splits eights together", "8s 7h 8d split", follow, 0, 0},
	} {
		main, behind := of(c.play, c.early)
		if c.main < 0 {
			if main <= 0 || math.Abs(main-behind) > 1e-12 {
				t.Errorf("%s: %.6f and %.6f", c.name, main, behind)
			}
			continue
		}
		if math.Abs(main-c.main) > 1e-9 || math.Abs(behind-c.behind) > 1e-9 {
			t.Errorf("%s: %.6f and %.6f, want %.6f and %.6f", c.name, main, behind, c.main, c.behind)
		}
	}
	// Eights against a ten are split to lose less (0.48 of both stakes): half of that is less still.
	g = table(t, `"bj-us"`)
	if main, behind := of("8s Th 8d 7c split", right); main != 0 || behind > -0.15 || behind < -0.35 {
		t.Errorf("on one hand of eights: %.4f and %.4f", main, behind)
	}
}

// Side bets decide nothing, a blackjack is asked nothing, and a hand that cannot be costs nothing.
func TestNothingDecidedCostsNothing(t *testing.T) {
	g := table(t, `"bj-us"`)
	for _, play := range []string{"1:main=10 1:player_pair=5 | As 6h Td 7c", "1:main=10 1:21+3=5 | Ts Ah 6d Kc", "1:main=10 | Ts 6h"} {
		if got := costs(t, g, play); len(got) > 0 {
			t.Errorf("%s: %+v", play, got)
		}
	}
	r := gametest.Parse(t, g, "1:main=10 | Ts Th 6d 7c")
	r.Decisions = []games.Decision{{Box: 2, Do: games.Stand}}
	if got := handfile.Book(g).Costs(r, g.Stakes(r)); got != nil {
		t.Errorf("a decision of nobody: %+v", got)
	}
}
