package reports_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sabot/pit/house"
	"sabot/pit/recordtest"
	"sabot/reports"
)

// A shift's paper says which limits changed in it, from what to what, when and by whom; papers of before form 7 did not.
func TestShiftNamesItsChangedLimits(t *testing.T) {
	house := &house.House{Staff: []house.Staff{{Number: "31", Name: "Elena Moser"}}}
	for _, c := range recordtest.RulesAndHands[:2] {
		t.Run(c.Game, func(t *testing.T) {
			table := c.Play(t, 0, len(c.Rules))
			s := reports.ShiftOf(table, house)
			if len(s.Limits) != len(c.Rules)-1 {
				t.Fatalf("%d changes, of %d", len(s.Limits), len(c.Rules)-1)
			}
			for i, l := range s.Limits {
				if l.By != called(elena) || l.At.IsZero() || l.Began.Before(l.At) || l.Hand != table.History[i+1].Number {
					t.Errorf("change %d is %+v", i, l)
				}
				for _, spot := range l.Spots {
					if spot.Was == spot.Is {
						t.Errorf("%s does not change", spot.Spot)
					}
				}
			}
			figures, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			said := saidBy(t, reports.Evidence{Form: reports.Form, Kind: reports.ShiftReport, Zone: "Europe/Zurich", Currency: "CHF", Copy: 1, Figures: figures})
			for _, want := range []string{"report_limits · CHF", "Elena Moser", "limits_from", "report_noted_hand"} {
				if !strings.Contains(said, want) {
					t.Errorf("it does not say %q", want)
				}
			}
			former := reports.Evidence{Form: 6}
			if then := former.ShiftOf(table, house); len(then.Limits) > 0 {
				t.Error("form 6 has them too")
			}
		})
	}
}
