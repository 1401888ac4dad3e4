package session_test

import (
	"math"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/reports"
)

// What the office asks all day long allocates as much with many shifts behind it as with
// few; so do the first list and the first figures of a program. BenchmarkOffice has the times.
func TestOfficeCostsTheSame(t *testing.T) {
	h, clock := demotest.House(t, t.TempDir())
	demotest.Night(t, h, clock, 3)
	made := 1
	few := map[string]float64{}
	for _, shifts := range []int{10, 200} {
		demotest.Again(t, h, clock, int64(shifts-made))
		made = shifts
		day := demotest.Start.AddDate(0, 0, shifts/2).Format(time.DateOnly)
		for what, do := range map[string]func() error{
			"list": func() error { return found(h, shifts, sums.ShiftQuery{}) },
			"first": func() error {
				fresh, err := session.On(h.Store(), clock.Now)
				if err != nil {
					return err
				}
				return found(fresh, shifts, sums.ShiftQuery{})
			},
			"search": func() error { return found(h, 1, sums.ShiftQuery{Words: "lb1 rossi " + day}) },
			"report": func() error {
				_, _, err := papers.Of(h).Draft(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: shifts / 2})
				return err
			},
			"day": func() error {
				_, _, err := papers.Of(h).Draft(papers.Wanted{Kind: reports.TableReport, Table: "LB1", Item: day + ".." + day})
				return err
			},
			"house": func() error {
				_, err := papers.Of(h).Evidence(papers.Wanted{Kind: reports.HouseReport, Item: day})
				return err
			},
			"first house": func() error {
				fresh, err := session.On(h.Store(), clock.Now)
				if err != nil {
					return err
				}
				_, err = papers.Of(fresh).Evidence(papers.Wanted{Kind: reports.HouseReport, Item: day})
				return err
			},
		} {
			if err := do(); err != nil { // what it keeps is there, as it is all day long
				t.Fatal(what, err)
			}
			if _, ok := few[what]; !ok {
				few[what] = leastAllocs(t, what, 5, 0, do)
				continue
			}
			most := few[what]*1.05 + 5
			if many := leastAllocs(t, what, 60, most, do); many > most {
				t.Errorf("%s: %.0f allocations with 200 shifts, %.0f with 10", what, many, few[what])
			}
		}
	}
}

// leastAllocs returns the least that so many runs of something allocate; after one of at most so much it runs no more. Work that
// runs beside it is counted too, and a pool loses what it kept at times, under the race detector at random.
func leastAllocs(t *testing.T, what string, runs int, most float64, do func() error) float64 {
	t.Helper()
	least := math.Inf(1)
	for range runs {
		least = min(least, testing.AllocsPerRun(1, func() {
			if err := do(); err != nil {
				t.Fatal(what, err)
			}
		}))
		if least <= most {
			break
		}
	}
	return least
}
