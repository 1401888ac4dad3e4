package record_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit/record"
)

// mayBeLess are the amounts of facts that may be less than nothing.
var mayBeLess = []string{
	"HandClosed.House", "HandCorrected.House", "HandCorrected.Difference", "TroncEmptied.Difference", "DropCounted.Difference", "BoxCounted.Difference",
	"IncidentOpened.Amount", "Opened.Incidents.Amount", "Opened.Incidents.Recounted", "WrongPayout.Amount", "PayoutSettled.Amount",
}

// entered are the amounts that somebody enters for one bet, one buy-in, one box.
var entered = []string{
	"BetsPlaced.Bets.Amount", "BetsPlaced.Bets.Early.Funds", "BetRuled.Bets.Amount", "BetRuled.Bets.Early.Funds", "PlayedOn.Bets.Amount", "PlayedOn.Bets.Early.Funds",
	"HandCorrected.Bets.Amount", "HandCorrected.Bets.Early.Funds", "EarlyChosen.Funds", "BoughtIn.Cash", "Tipped.Amount", "TroncEmptied.Cash", "DropCounted.Cash",
}

// each has a function called with every amount of a made-up fact: it sets the amount and returns the fact with that.
func each(t *testing.T, zero record.Fact, try func(name string, with func(int64) record.Fact)) {
	t.Helper()
	of := reflect.TypeOf(zero)
	var walk func(name string, of reflect.Type, put func(root reflect.Value, make func(v reflect.Value)))
	walk = func(name string, of reflect.Type, put func(reflect.Value, func(reflect.Value))) {
		switch {
		case of == reflect.TypeFor[games.Amount]():
			try(name, func(n int64) record.Fact {
				root := reflect.New(reflect.TypeOf(zero)).Elem()
				put(root, func(v reflect.Value) { v.SetInt(n) })
				return root.Interface().(record.Fact)
			})
		case of.Kind() == reflect.Pointer:
			walk(name, of.Elem(), func(root reflect.Value, set func(reflect.Value)) {
				put(root, func(v reflect.Value) { v.Set(reflect.New(of.Elem())); set(v.Elem()) })
			})
		case of.Kind() == reflect.Slice:
			walk(name, of.Elem(), func(root reflect.Value, set func(reflect.Value)) {
				put(root, func(v reflect.Value) { v.Set(reflect.MakeSlice(of, 2, 2)); set(v.Index(1)) })
			})
		case of.Kind() == reflect.Map:
			walk(name, of.Elem(), func(root reflect.Value, set func(reflect.Value)) {
				put(root, func(v reflect.Value) {
					one := reflect.New(of.Elem()).Elem()
					set(one)
					v.Set(reflect.MakeMap(of))
					v.SetMapIndex(reflect.Zero(of.Key()), one)
				})
			})
		case of == reflect.TypeFor[record.Stack](): // the amount is that of its chips
			walk(name, reflect.TypeFor[games.Amount](), func(root reflect.Value, set func(reflect.Value)) {
				put(root, func(v reflect.Value) { set(v.FieldByName("Value")); v.FieldByName("Pieces").SetInt(1) })
			})
		case of.Kind() == reflect.Struct:
			for i := range of.NumField() {
				if f := of.Field(i); f.IsExported() {
					inner := name + "." + f.Name
					if f.Anonymous {
						inner = name
					}
					walk(inner, f.Type, func(root reflect.Value, set func(reflect.Value)) {
						put(root, func(v reflect.Value) { set(v.Field(i)) })
					})
				}
			}
		}
	}
	walk(of.Name(), of, func(root reflect.Value, set func(reflect.Value)) { set(root) })
}

// Whatever amount of whatever fact is past all bounds, or less than nothing where it cannot be, the fact is none that a Sabot enters.
func TestAmountsHaveBounds(t *testing.T) {
	seen := map[string]bool{}
	for _, kind := range record.Kinds() {
		each(t, record.Blank(kind), func(name string, with func(int64) record.Fact) {
			seen[name] = true
			field := name[strings.Index(name, ".")+1:]
			for _, n := range []int64{math.MaxInt64, math.MinInt64, math.MinInt64 + 1, math.MaxInt64/2 + 1} {
				if err := record.BadAmount(with(n)); err == nil || !strings.Contains(err.Error(), strings.ToLower(field[strings.LastIndex(field, ".")+1:])) {
					t.Errorf("%s of %d: %v", name, n, err)
				}
				if record.Bulk(with(n)) <= games.MaxSum {
					t.Errorf("%s of %d is none", name, n)
				}
			}
			if err := record.BadAmount(with(-1)); (err == nil) != slices.Contains(mayBeLess, name) {
				t.Errorf("%s of -1: %v", name, err)
			}
			if err := record.BadAmount(with(int64(games.MaxAmount) + 1)); (err != nil) != slices.Contains(entered, name) {
				t.Errorf("%s past what the rules take: %v", name, err)
			}
			for _, n := range []int64{0, 1, 5000, int64(games.MaxAmount)} {
				if f := with(n); record.BadAmount(f) != nil || record.Bulk(f) != games.Amount(n) {
					t.Errorf("%s of %d: %v, %d", name, n, record.BadAmount(f), record.Bulk(f))
				}
			}
		})
	}
	for _, name := range slices.Concat(mayBeLess, entered) {
		if !seen[name] {
			t.Errorf("no fact has %s", name)
		}
	}
}

// Chips have a bound as what they come to, which does not turn over either.
func TestChipsHaveABound(t *testing.T) {
	for _, f := range []record.Float{
		{{Value: math.MaxInt64 / 2, Pieces: 3}},
		{{Value: 1 << 32, Pieces: 1 << 32}},
		{{Value: 100, Pieces: -1}},
		{{Value: -100, Pieces: 1}},
		{{Value: -100, Pieces: -1}},
		{{Value: math.MaxInt64 / 4, Pieces: 1}, {Value: math.MaxInt64 / 4, Pieces: 2}},
		{{Value: math.MinInt64, Pieces: math.MinInt64}},
	} {
		fact := record.Counted{When: record.AtOpening, Float: f}
		if record.BadAmount(fact) == nil {
			t.Errorf("%v are chips", f)
		}
	}
	fact := record.Counted{Float: record.Float{{Value: 500, Pieces: 3}, {Value: 1000, Pieces: 2}}}
	if err := record.BadAmount(fact); err != nil || record.Bulk(fact) != 3500 {
		t.Errorf("%v, %d", err, record.Bulk(fact))
	}
}

// The counts that came with a table are entries of their own, with amounts of their own.
func TestAmountsOfCountsThatCame(t *testing.T) {
	count := func(difference games.Amount) record.Fact {
		e := record.Entry{Table: record.HouseStream, Seq: 3, At: moment, Fact: record.BoxCounted{Table: "LB1", Shift: 1, Difference: difference}}
		return record.BoxesTaken{Table: "LB1", Machine: "tavolo-1", Entries: []string{string(record.Encode(e))}}
	}
	if err := record.BadAmount(count(-500)); err != nil {
		t.Error(err)
	}
	if err := record.BadAmount(count(math.MinInt64)); err == nil {
		t.Error("it is taken")
	}
}

// What amounts come to together stays at the most that an amount can be.
func TestSumsDoNotTurnOver(t *testing.T) {
	f := record.Settled{Rows: []record.Row{{Staked: math.MaxInt64 / 2}, {Returned: math.MaxInt64 / 2}, {Added: math.MaxInt64 / 2}}}
	if sum := record.Bulk(f); sum != math.MaxInt64 {
		t.Error(sum)
	}
	if n := games.Amount(math.MaxInt64).Plus(math.MaxInt64); n != math.MaxInt64 {
		t.Error(n)
	}
	if n := games.Amount(math.MinInt64).Plus(-1); n != math.MinInt64 {
		t.Error(n)
	}
	if n := games.Amount(5).Plus(-7); n != -2 {
		t.Error(n)
	}
}
