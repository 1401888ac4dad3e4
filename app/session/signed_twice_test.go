package session_test

import (
	"fmt"
	"testing"

	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Two programs enter what people sign in the house's stream, each without having read the other's: what is signed is for the stream
// as it is when it is entered.
func TestTwoProgramsSignForOneStream(t *testing.T) {
	n := newNight(t)
	second, err := session.Open(n.dir, n.clock.Now)
	n.must(err)
	defer second.Close()
	for i, h := range []*session.House{n.house, second, n.house, second, second, n.house} {
		n.must(h.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: fmt.Sprint(61 + i), Name: fmt.Sprintf("Rita %c. Bassi", 'A'+i), Role: record.Croupier}, PIN: fmt.Sprint(927351 + 1713*i)}, n.elena))
	}
	if f := faults(t, n.dir); len(f) > 0 {
		t.Errorf("%v", f)
	}
	n.must(second.Takeover().CatchUp())
	if n.house.Stood() != second.Stood() {
		t.Errorf("%+v and %+v", n.house.Stood(), second.Stood())
	}
}
