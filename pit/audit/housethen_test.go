package audit

import (
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// Within one millisecond nobody knows what came first, where the clock was put back somewhere too.
func TestEitherHouseOfAMillisecond(t *testing.T) {
	at := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	before, after, later := &house.House{}, &house.House{}, &house.House{}
	before.Name, after.Name, later.Name = "before", "after", "later"
	versions := []version{{at: at.Add(-time.Hour), house: before}, {at: at, house: after}, {at: at.Add(time.Hour), house: later, aheads: 1}}
	for what, aheads := range map[string][]record.Ahead{"a clock that was never wrong": nil, "a clock that was put back later": {{Back: at.Add(30 * time.Minute), Was: at.Add(2 * time.Hour)}}} {
		a := &Run{witness: &Witness{past: past{versions: versions[:2+len(aheads)]}, aheads: aheads}}
		names := map[string]bool{}
		for _, h := range a.at(at) {
			names[h.Name] = true
		}
		if !names["before"] || !names["after"] {
			t.Errorf("%s: %v", what, names)
		}
	}
}
