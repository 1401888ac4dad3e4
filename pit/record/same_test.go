package record

import (
	"bytes"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// Facts that are compared without being written are the same where their bytes are.
func TestSameIsAsTheBytesHaveIt(t *testing.T) {
	for _, zero := range []Fact{
		CardLaid{},
		Decided{},
		PaidOut{},
		HandClosed{},
		BetsClosed{},
		Undone{},
		CardHidden{},
		CardTurned{},
		CardCarried{},
		CutCardOut{},
		LastBetsCalled{},
		FirstBurned{},
		InsuranceOver{},
		Looked{},
		SuitRead{},
		Tipped{},
		DealtDry{},
		ShoeStarted{},
		BetsPlaced{},
		BoughtIn{},
		Settled{},
	} {
		t.Run(zero.kind(), rapid.MakeCheck(func(t *rapid.T) {
			fact := func() (f Fact, err error) { // as it is read, if it can be
				v := reflect.New(reflect.TypeOf(zero)).Elem()
				fill(t, v)
				return decodeFact(zero.kind(), EncodeValue(v.Interface()))
			}
			one, err := fact()
			other, errOther := fact()
			if err != nil || errOther != nil {
				return
			}
			if got, want := Same(one, other), bytes.Equal(EncodeValue(one), EncodeValue(other)); got != want {
				t.Fatalf("%s and %s: %v", EncodeValue(one), EncodeValue(other), got)
			}
			if again, err := decodeFact(zero.kind(), EncodeValue(one)); err != nil || !Same(one, again) {
				t.Fatalf("%s is not %s: %v", EncodeValue(one), EncodeValue(again), err)
			}
		}))
	}
}
