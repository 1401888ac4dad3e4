package games

import (
	"reflect"
	"testing"
)

// No two rounds that differ in any field are the same.
func TestSameRound(t *testing.T) {
	full := func() Round {
		return Round{
			Number: 1, Out: 2, Bets: []Bet{{Box: 1, Spot: "main", Amount: 5}}, Laid: []Laid{{Card: NewCard(Ace, Spades)}},
			Decisions: []Decision{{Box: 1, Do: Stand}}, Chips: []Amount{100},
		}
	}
	if !full().Same(full()) {
		t.Fatal("a round is not the same as itself")
	}
	for n := range reflect.TypeFor[Round]().NumField() {
		other := full()
		switch v := reflect.ValueOf(&other).Elem().Field(n); v.Kind() {
		case reflect.Int:
			v.SetInt(v.Int() + 1)
		case reflect.Bool:
			v.SetBool(!v.Bool())
		default:
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			if full().Same(other) {
				t.Errorf("one more in %s, and they are the same", reflect.TypeFor[Round]().Field(n).Name)
			}
			other = full()
			other.Bets[0].Early.Choice, other.Laid[0].Looked, other.Decisions[0].Bettor, other.Chips[0] = Follow, NoBlackjack, "Bo", 50
			others := full()
			reflect.ValueOf(&others).Elem().Field(n).Set(reflect.ValueOf(other).Field(n))
			other = others
		}
		if full().Same(other) {
			t.Errorf("another %s, and they are the same", reflect.TypeFor[Round]().Field(n).Name)
		}
	}
}
