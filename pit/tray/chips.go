package tray

import (
	"maps"
	"slices"
	"strconv"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// CountFloat returns a count as people write it down: what the chips of each value are worth
// together. Refusals: NoMultiple with the chip's value as What, once for each line that
// is none; BadSetting for a negative amount.
func CountFloat(chips, worth []games.Amount) (record.Float, []*house.Refusal) {
	count, wrong := record.Float{}, []*house.Refusal(nil)
	for i, value := range chips {
		if i >= len(worth) || worth[i] == 0 {
			continue
		}
		what := strconv.FormatInt(int64(value), 10)
		switch {
		case worth[i] < 0:
			wrong = append(wrong, &house.Refusal{Why: house.BadSetting, What: what})
		case worth[i]%value != 0:
			wrong = append(wrong, &house.Refusal{Why: house.NoMultiple, What: what})
		default:
			count = append(count, record.Stack{Value: value, Pieces: int64(worth[i] / value)})
		}
	}
	return count, wrong
}

// A Sum is an amount that may not be known: what was not counted is unknown, never 0.
type Sum struct {
	Amount games.Amount
	Known  bool
}

// KnownSum returns an amount that is known.
func KnownSum(a games.Amount) Sum { return Sum{a, true} }

// Plus returns the sum of two, known where both are.
func (s Sum) Plus(o Sum) Sum {
	if !s.Known || !o.Known {
		return Sum{}
	}
	return KnownSum(s.Amount + o.Amount)
}

// Less returns the difference of two, known where both are.
func (s Sum) Less(o Sum) Sum { return s.Plus(Sum{-o.Amount, o.Known}) }

// A stock is the table's float as it should be now, in chips. Its worth is exact once the float was counted. Its pieces are an estimate:
// the croupier chooses them at every payment.
type stock struct {
	worth  Sum
	pieces map[games.Amount]int64
	// counted is the hand before which it was counted last: what the hands before that one came to was in it.
	counted int
	// coins is the sum paid in coin since the table opened, less the sum that came in so. No count of the float has it.
	coins games.Amount
	// coinsOf has the sums that came in by moves in coin, by entry, where the move's amount alone does not say so; below 0 they were paid.
	coinsOf map[int64]games.Amount
	// former says that the shift is of 0.9, which took coins out of the float.
	former bool
}

// count sets the float to what was counted.
func (t *stock) count(f record.Float) {
	t.worth, t.pieces, t.counted = KnownSum(f.Value()), map[games.Amount]int64{}, 0
	for _, s := range f {
		t.pieces[s.Value] = s.Pieces
	}
}

func (t stock) clone() stock {
	t.pieces, t.coinsOf = maps.Clone(t.pieces), maps.Clone(t.coinsOf)
	return t
}

// move puts chips into the tray, or takes them out where times is -1.
func (t *stock) move(f record.Float, times int64) {
	t.worth.Amount += f.Value() * games.Amount(times)
	for _, s := range f {
		t.take(s.Value, times*s.Pieces)
	}
}

func (t *stock) take(value games.Amount, pieces int64) {
	if t.pieces == nil {
		t.pieces = map[games.Amount]int64{}
	}
	t.pieces[value] = max(0, t.pieces[value]+pieces)
}

// pay takes an amount in (more than 0) or pays it out (less): what no chips make of it in coin.
func (t *stock) pay(amount games.Amount, chips []games.Amount) {
	t.payIn(amount, games.InCoin(amount, chips), chips)
}

// payIn does as pay with an amount of which so much goes in coin: of the rest the largest chips first, as far as there are any; where
// small ones are out the croupier takes the player's change for a larger one.
func (t *stock) payIn(amount, coins games.Amount, chips []games.Amount) {
	if !t.former {
		t.coins -= coins
		amount -= coins
	}
	t.worth.Amount += amount
	sign := games.Amount(1)
	if amount < 0 {
		sign = -1
	}
	rest := amount * sign
	for i := len(chips) - 1; i >= 0; i-- {
		n := int64(rest / chips[i])
		if sign < 0 {
			n = min(n, t.pieces[chips[i]])
		}
		t.take(chips[i], int64(sign)*n)
		rest -= games.Amount(n) * chips[i]
	}
	if sign > 0 || rest == 0 {
		return
	}
	for i, value := range chips {
		if value <= rest || t.pieces[value] == 0 {
			continue
		}
		t.take(value, -1)
		change := value - rest
		for _, small := range slices.Backward(chips[:i]) {
			t.take(small, int64(change/small))
			change %= small
		}
		return
	}
}
