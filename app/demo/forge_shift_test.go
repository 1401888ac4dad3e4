package demo_test

import (
	"fmt"
	"testing"

	"sabot/pit/house"
	"sabot/pit/record"
)

// What a shift takes over from the one before is named where it is not that, though everybody
// who signs it signed it so: rules, age of the cards, float without the incident of the
// difference, numbers of slips, stamps.
func TestWhatAShiftTakesOver(t *testing.T) {
	f := recorded(t, house.DemoGames()[0])
	stream := f.names[1]
	list := f.streams[stream]
	own := func(number string) house.Badge { return f.badges[number] }
	tried := map[string]int{}
	try := func(what string, at int, change func(*record.Entry)) {
		t.Helper()
		e := list[at]
		change(&e)
		if record.Same(e.Fact, list[at].Fact) && e.Shift == list[at].Shift {
			t.Fatalf("%s: nothing is forged", what)
		}
		tried[what]++
		if f.verified(stream, at, f.signed(e, approvals(list, at), record.Signers(e.Fact), own)...) == nil {
			t.Errorf("%s (%s/%d): not named", what, stream, at+1)
		}
	}
	for at, e := range list {
		if e.Shift < 2 {
			continue
		}
		switch fact := e.Fact.(type) {
		case record.Opened:
			try("younger cards", at, func(e *record.Entry) { fact.Cards += 1000; e.Fact = fact })
			try("other rules", at, func(e *record.Entry) {
				fact := fact
				fact.Rules = []byte(`"` + fact.Game + `"`)
				e.Fact = fact
			})
			try("other chips", at, func(e *record.Entry) { fact := fact; fact.Chips = fact.Chips[1:]; e.Fact = fact })
			try("a shift left out", at, func(e *record.Entry) { e.Shift++ })
		case record.Counted:
			if fact.When != record.AtOpening {
				continue
			}
			for i := range fact.Float {
				try("another float", at, func(e *record.Entry) {
					fact := fact
					fact.Float = append(record.Float{}, fact.Float...)
					fact.Float[i].Pieces += 100
					e.Fact = fact
				})
			}
		case record.SlipRequested:
			for _, n := range []int{-1, 1} {
				try(fmt.Sprintf("slip %+d", n), at, func(e *record.Entry) { fact := fact; fact.Number += n; e.Fact = fact })
			}
		}
	}
	for _, what := range []string{"younger cards", "other rules", "other chips", "a shift left out", "another float", "slip +1", "slip -1"} {
		if tried[what] == 0 {
			t.Errorf("%s: not tried", what)
		}
	}
}
