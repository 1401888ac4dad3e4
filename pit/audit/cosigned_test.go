package audit

import (
	"testing"
	"time"

	"sabot/pit/record"
)

// A cosignature from before its head was made is named, as far as clocks may be apart; where the house says that its clock was ahead
// then, by as much more.
func TestCosignedBeforeItWasMade(t *testing.T) {
	made := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
	before := []record.Ahead{{Back: made.Add(-3 * time.Hour), Was: made.Add(-time.Hour)}} // it was put right before
	later := []record.Ahead{{Back: made.Add(-20 * time.Minute), Was: made.Add(10 * time.Minute)}}
	for _, c := range []struct {
		aheads []record.Ahead
		early  time.Duration
		named  bool
	}{
		{nil, -time.Hour, false},
		{nil, record.MostDrift, false},
		{nil, record.MostDrift + time.Second, true},
		{before, record.MostDrift + time.Second, true},
		{later, record.MostDrift + time.Second, false},
		{later, record.MostDrift + 30*time.Minute, false},
		{later, record.MostDrift + 31*time.Minute, true},
	} {
		a := &Run{witness: &Witness{aheads: c.aheads}, lastAt: made}
		a.cosigned(checkpoint{cosigned: []Cosigned{{At: made.Add(-c.early)}, {}}})
		list := a.cosignedTimes()
		if len(list) != 2 || list[0].Early != c.named || list[1].Early {
			t.Errorf("%s before, %d times put back: %+v", c.early, len(c.aheads), list)
		}
	}
	if (Cosigned{At: made}).Ahead(made.Add(-record.MostDrift)) || !(Cosigned{At: made}).Ahead(made.Add(-record.MostDrift-time.Second)) {
		t.Error("what is still to come")
	}
}
