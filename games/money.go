package games

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// Amount is money in the currency's minor unit (centimes): 2000 is CHF 20.00.
type Amount int64

// MaxAmount is the largest amount that the hand file takes for one bet.
const MaxAmount Amount = 10_000_000_000_000

// MaxSum is the largest amount that a hand, a shift or a house comes to: half of what an Amount holds, since two of them are set against each
// other.
const MaxSum Amount = math.MaxInt64 / 2

// Plus returns the sum of two amounts, and no more or less than an Amount can be.
func (a Amount) Plus(b Amount) Amount {
	switch sum := a + b; {
	case a > 0 && b > 0 && sum < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && sum >= 0:
		return math.MinInt64
	default:
		return sum
	}
}

// Size returns an amount without its sign.
func (a Amount) Size() Amount {
	if a == math.MinInt64 {
		return math.MaxInt64
	}
	return max(a, -a)
}

// Odds are a payout ratio: a win pays Win for each Per staked, the profit only. 19:20 is the banker's even money less five per
// cent.
type Odds struct{ Win, Per int64 }

// PerUnit returns what a win brings on a stake of one.
func (o Odds) PerUnit() float64 { return float64(o.Win) / float64(o.Per) }

// ParseOdds reads "N:M" with integers from 1 to 999999.
func ParseOdds(text string) (Odds, error) {
	left, right, found := strings.Cut(text, ":")
	win, errWin := oddsPart(left)
	per, errPer := oddsPart(right)
	if !found || errWin != nil || errPer != nil {
		return Odds{}, fmt.Errorf("odds %q are not N:M with integers from 1 to 999999", text)
	}
	return Odds{win, per}, nil
}

func oddsPart(text string) (int64, error) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n < 1 || n > 999_999 || text[0] == '+' || text[0] == '0' {
		return 0, fmt.Errorf("odds part %q", text)
	}
	return int64(n), nil
}

// String returns the odds as the hand file writes them; "" for no odds.
func (o Odds) String() string {
	if o.Per == 0 {
		return ""
	}
	return strconv.FormatInt(o.Win, 10) + ":" + strconv.FormatInt(o.Per, 10)
}

// A RoundingMode is the direction in which winnings are rounded that are no multiple of the unit.
type RoundingMode string

// The rounding modes. RoundNearest takes halves up.
const (
	RoundDown    RoundingMode = "down"
	RoundUp      RoundingMode = "up"
	RoundNearest RoundingMode = "nearest"
)

// RoundingModes returns all of them.
func RoundingModes() []RoundingMode { return []RoundingMode{RoundDown, RoundUp, RoundNearest} }

// A Rounding is a table's rule to round winnings: to a multiple of Unit minor units.
type Rounding struct {
	Unit Amount       `json:"unit,omitempty"`
	Mode RoundingMode `json:"mode,omitempty"`
}

// Or returns the rounding with what it leaves out (a Unit of 0, no Mode) taken from another one.
func (r Rounding) Or(other Rounding) Rounding {
	return Rounding{Unit: cmp.Or(r.Unit, other.Unit), Mode: cmp.Or(r.Mode, other.Mode)}
}

// Rounded returns what odds make of a stake, to the nearest minor unit, and reports whether that is not
// what was paid.
func (o Odds) Rounded(stake, paid Amount) (due Amount, rounded bool) {
	due = Rounding{Unit: 1, Mode: RoundNearest}.Winnings(stake, o)
	return due, due != paid
}

// takes reports whether r can be a rule: each part is left out or is one that the hand file names.
func (r Rounding) takes() bool {
	return r.Unit >= 0 && r.Unit <= MaxAmount && (r.Mode == "" || slices.Contains(RoundingModes(), r.Mode))
}

// Winnings returns the profit of a stake that wins at those odds, rounded once. The stake itself, which goes back too, is not in
// it and is never rounded.
func (r Rounding) Winnings(stake Amount, odds Odds) Amount {
	hi, lo := bits.Mul64(uint64(stake), uint64(odds.Win))
	den := uint64(odds.Per) * uint64(r.Unit)
	if hi >= den {
		panic(fmt.Sprintf("games: winnings of %d at %s are past any table", stake, odds))
	}
	q, rest := bits.Div64(hi, lo, den)
	if r.Mode == RoundUp && rest > 0 || r.Mode == RoundNearest && rest >= den-rest {
		q++
	}
	return Amount(q) * r.Unit
}
