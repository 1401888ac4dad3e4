package games

import (
	"testing"

	"pgregory.net/rapid"
)

func TestFewestChips(t *testing.T) {
	house := []Amount{100, 500, 1000, 2500, 10000, 50000}
	for _, c := range []struct {
		amount Amount
		stock  map[Amount]int
		want   []ChipCount
		rest   Amount
	}{
		{amount: 3500, want: []ChipCount{{2500, 1}, {1000, 1}}},
		{amount: 3000, want: []ChipCount{{2500, 1}, {500, 1}}},
		{amount: 4000, want: []ChipCount{{2500, 1}, {1000, 1}, {500, 1}}},
		{amount: 3550, want: []ChipCount{{2500, 1}, {1000, 1}}, rest: 50},
		{amount: 50, rest: 50},
		{amount: 0},
		{amount: 3000, stock: map[Amount]int{1000: 3, 500: 9}, want: []ChipCount{{1000, 3}}},
	} {
		got, rest := FewestChips(c.amount, house, c.stock)
		if !same(got, c.want) || rest != c.rest {
			t.Errorf("%d from %v: %v and %d left, want %v and %d", c.amount, c.stock, got, rest, c.want, c.rest)
		}
	}
	// Where the greedy choice is not the best: 4000 of 2500 and 2000.
	got, _ := FewestChips(4000, []Amount{500, 2000, 2500}, nil)
	if !same(got, []ChipCount{{2000, 2}}) {
		t.Errorf("4000 from 500, 2000, 2500: %v, want two of 2000", got)
	}
}

func same(a, b []ChipCount) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Against the slow, obvious way: the fewest chips for every amount in turn.
func TestFewestChipsIsTheFewest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := []Amount{}
		sum := Amount(0)
		for range rapid.IntRange(1, 5).Draw(t, "values") {
			sum += Amount(rapid.IntRange(1, 9).Draw(t, "step"))
			values = append(values, sum)
		}
		amount := rapid.IntRange(0, 120).Draw(t, "amount")
		fewest := make([]int, amount+1)
		for a := 1; a <= amount; a++ {
			fewest[a] = 1 << 20
			for _, v := range values {
				if int(v) <= a {
					fewest[a] = min(fewest[a], 1+fewest[a-int(v)])
				}
			}
		}
		chips, rest := FewestChips(Amount(amount), values, nil)
		n, paid := 0, rest
		for _, c := range chips {
			n += c.N
			paid += Amount(c.N) * c.Value
		}
		if paid != Amount(amount) {
			t.Fatalf("%d of %v: pays %d", amount, values, paid)
		}
		if n != fewest[amount-int(rest)] {
			t.Fatalf("%d of %v: %d chips, could be %d", amount, values, n, fewest[amount-int(rest)])
		}
	})
}

// A tray that is nearly empty answers as fast as a full one: what it cannot make is tried
// once, however many ways lead there.
func TestFewestChipsOfAPoorTray(t *testing.T) {
	values := []Amount{500, 1000, 2500, 10000, 50000, 100000}
	tray := map[Amount]int{500: 190, 1000: 190, 2500: 118, 10000: 95, 50000: 7}
	var worth Amount
	for v, n := range tray {
		worth += v * Amount(n)
	}
	for _, c := range []struct {
		amount Amount
		stock  map[Amount]int
		rest   Amount
	}{
		{10 * worth, tray, 9 * worth},
		{2500001, tray, 2500001 - worth},
		{250000, map[Amount]int{2500: 101, 50000: 3}, 0},
		{252500, map[Amount]int{1000: 150, 10000: 150}, 500},
	} {
		chips, rest := FewestChips(c.amount, values, c.stock)
		paid := rest
		for _, chip := range chips {
			if chip.N > c.stock[chip.Value] {
				t.Errorf("%d: %d of %d, the tray has %d", c.amount, chip.N, chip.Value, c.stock[chip.Value])
			}
			paid += chip.Value * Amount(chip.N)
		}
		if paid != c.amount || rest != max(0, c.rest) {
			t.Errorf("%d: %v and %d over, want %d over", c.amount, chips, rest, c.rest)
		}
	}
}

// What no chips make is the least that it can be, whatever the chips have in common.
func TestInCoin(t *testing.T) {
	for _, c := range []struct {
		amount Amount
		chips  []Amount
		want   Amount
	}{
		{3750, []Amount{500, 1000, 2500}, 250},
		{-3750, []Amount{500, 1000, 2500}, -250},
		{3000, []Amount{2000, 5000}, 1000},
		{6000, []Amount{2000, 5000}, 0},
		{250, []Amount{500}, 250},
		{3750, nil, 0},
	} {
		if got := InCoin(c.amount, c.chips); got != c.want {
			t.Errorf("%d in %v: %d in coin, want %d", c.amount, c.chips, got, c.want)
		}
	}
}
