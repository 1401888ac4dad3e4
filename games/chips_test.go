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
