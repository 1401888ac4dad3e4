package session_test

import (
	"math"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/reports"
)

// What the office asks all day long allocates as much with many shifts behind it as with
// few; so do the first list and the first figures of a program. BenchmarkOffice has the times.
func TestOfficeCostsTheSame(t *testing.T) {
	h, clock := demotest.House(t, t.TempDir())
	demotest.Night(t, h, clock, 3)
	made := 1
	costs := map[string][]float64{}
	for _, shifts := range []int{10, 200} {
		demotest.Again(t, h, clock, int64(shifts-made))
		made = shifts
		day := demotest.Start.AddDate(0, 0, shifts/2).Format(time.DateOnly)
		for what, do := range map[string]func() error{
			"list": func() error { return found(h, shifts, session.ShiftQuery{}) },
			"first": func() error {
				fresh, err := session.On(h.Store(), clock.Now)
				if err != nil {
					return err
				}
				return found(fresh, shifts, session.ShiftQuery{})
			},
			"search": func() error { return found(h, 1, session.ShiftQuery{Words: "lb1 rossi " + day}) },
			"report": func() error {
				_, _, err := h.Draft(session.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: shifts / 2})
				return err
			},
			"day": func() error {
				_, _, err := h.Draft(session.Wanted{Kind: reports.TableReport, Table: "LB1", Item: day + ".." + day})
				return err
			},
			"house": func() error {
				_, err := h.Evidence(session.Wanted{Kind: reports.HouseReport, Item: day})
				return err
			},
			"first house": func() error {
				fresh, err := session.On(h.Store(), clock.Now)
				if err != nil {
					return err
				}
				_, err = fresh.Evidence(session.Wanted{Kind: reports.HouseReport, Item: day})
				return err
			},
		} {
			if err := do(); err != nil { // what it keeps is there, as it is all day long
				t.Fatal(what, err)
			}
			costs[what] = append(costs[what], leastAllocs(t, what, do))
		}
	}
	for what, c := range costs {
		if few, many := c[0], c[1]; many > few*1.05+5 {
			t.Errorf("%s: %.0f allocations with 200 shifts, %.0f with 10", what, many, few)
		}
	}
}

// leastAllocs is what something allocates when nothing else does: whatever runs beside it is counted too, and what is
// kept for the next time is sometimes thrown away, under the race detector at random.
func leastAllocs(t *testing.T, what string, do func() error) float64 {
	t.Helper()
	least := math.Inf(1)
	for range 5 {
		least = min(least, testing.AllocsPerRun(1, func() {
			if err := do(); err != nil {
				t.Fatal(what, err)
			}
		}))
	}
	return least
}
