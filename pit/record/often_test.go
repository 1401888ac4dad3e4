package record

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
)

// What is written and read without reflection is what encoding/json writes and reads.
func TestOftenIsAsJSONHasIt(t *testing.T) {
	for kind, row := range factRows {
		_, writes := row.zero.(written)
		_, reads := reflect.New(reflect.TypeOf(row.zero)).Interface().(cutting)
		if writes != reads {
			t.Errorf("%s is written and not read, or read and not written", kind)
		}
		if !writes {
			continue
		}
		t.Run(kind, rapid.MakeCheck(func(t *rapid.T) {
			v := reflect.New(reflect.TypeOf(row.zero)).Elem()
			fill(t, v)
			fact := v.Interface().(Fact)
			got, want := appendFact(nil, fact), EncodeValue(fact)
			if !bytes.Equal(got, want) {
				t.Fatalf("written as %s, JSON has %s", got, want)
			}
			for _, damaged := range [][]byte{got, damage(t, got)} {
				quick, like := reflect.New(v.Type()), reflect.New(v.Type())
				err := json.Unmarshal(damaged, like.Interface())
				if !cutPlain(damaged, quick.Interface()) {
					continue
				}
				if err != nil || !reflect.DeepEqual(quick.Interface(), like.Interface()) {
					t.Fatalf("%s is read as %+v, JSON reads %+v (%v)", damaged, quick, like, err)
				}
			}
		}))
	}
}

// Facts as tables write them are read without encoding/json.
func TestPlainFactsAreReadSo(t *testing.T) {
	for _, fact := range []Fact{
		CardLaid{Card: "8h", At: "box:1"},
		CardLaid{Card: "8", At: "bank", Burned: true, Approver: "21", Drawn: true, Reason: "seen", Looked: games.NoBlackjack},
		Decided{Box: 3, Do: games.Stand},
		Decided{Box: 3, Bettor: "A", Do: games.Insure, Aside: true},
		BetsPlaced{How: ByChip, Bets: []Put{{Box: 1, Spot: "59", Amount: 500}, {Box: 2, Spot: "play", Amount: 0, Bettor: "B", Early: games.Early{Choice: games.Follow, HasFunds: true}}}},
		Settled{Rows: []Row{{Outcome: games.Win, Odds: games.Odds{Win: 1, Per: 1}, Tracked: true}}, Parts: []Part{{Outcome: games.Void}}},
		Settled{Rows: []Row{}},
		PaidOut{Rows: 2, Acts: 1},
		HandClosed{House: -5},
		BetsClosed{},
		Approved{Seq: 3, By: "21", Sig: "MEQ+/="},
		Approved{Seq: 3, By: "21", Before: Stood{Size: 2, Root: "MEQ+/="}, Sig: "MEQ+/="},
		Approved{Seq: 1, By: "21", Before: Stood{Root: "MEQ+/="}, Sig: "MEQ+/="},
	} {
		again := reflect.New(reflect.TypeOf(fact))
		if !cutPlain(EncodeValue(fact), again.Interface()) || !reflect.DeepEqual(again.Elem().Interface(), fact) {
			t.Errorf("%s is read as %+v", EncodeValue(fact), again.Elem())
		}
	}
}

var odd = []string{"", "win", "8h", "box:1", "1:1", "a\"b", "a\\b", "\u00e8", "<&>", "\u2028", "\x01", "\x7f", "\xff", "}", "],[", ","}

func fill(t *rapid.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(rapid.SampledFrom(odd).Draw(t, "text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.SampledFrom([]int64{0, 0, 1, -1, 9, 10, 500, -28000, 1<<53 + 1, -1 << 62}).Draw(t, "number"))
	case reflect.Struct:
		if odds, ok := v.Addr().Interface().(*games.Odds); ok { // those that can be read again
			*odds = rapid.SampledFrom([]games.Odds{{}, {Win: 1, Per: 1}, {Win: 19, Per: 20}}).Draw(t, "odds")
			return
		}
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case reflect.Slice:
		n := rapid.IntRange(-1, 3).Draw(t, "length")
		if n < 0 {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fill(t, v.Index(i))
		}
	default:
		t.Fatalf("no test fills a %s", v.Kind())
	}
}

// damage changes, adds or takes a byte.
func damage(t *rapid.T, b []byte) []byte {
	at := rapid.IntRange(0, len(b)-1).Draw(t, "where")
	c := rapid.SampledFrom([]byte(" 0-1.eE\"\\,:{}[]ntx\x00\xff")).Draw(t, "byte")
	out := append(append([]byte(nil), b[:at]...), c)
	return append(out, b[at+rapid.IntRange(0, 1).Draw(t, "in place of"):]...)
}
