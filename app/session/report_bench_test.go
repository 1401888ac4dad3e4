package session_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/pit"
	"sabot/reports"
)

// BenchmarkSignedReport makes the signed report of a shift of 1,000 hands (limit: a second)
// with none and with many hands behind it (limit: 1.2 times as long); SABOT_BENCH_HANDS
// says how many at most, 10,000 where it says nothing.
func BenchmarkSignedReport(b *testing.B) {
	const hands = 1000
	most, err := strconv.Atoi(os.Getenv("SABOT_BENCH_HANDS"))
	if err != nil {
		most = 10_000
	}
	h, clock := demotest.House(b, b.TempDir())
	demotest.Night(b, h, clock, hands)
	dealer, dario := demotest.Badge(b, h, "114711"), demotest.Badge(b, h, "215821")
	behind := 0
	for _, history := range []int{0, 10_000, most} {
		if history > most || history < behind {
			continue
		}
		demotest.Again(b, h, clock, int64((history-behind)/hands))
		behind = history
		shift, err := pit.Shifts(h.Store(), "LB1")
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%d hands behind it", history), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := papers.Of(h).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: shift}, dealer, dario); err != nil {
					b.Fatal(err)
				}
			}
		})
		if history == most {
			return
		}
	}
}

// BenchmarkOfficeSigned signs the report of a gaming day of a house of eight tables, with a night and with a year of nights of ten hands
// behind it: the first of a program reads the year's entries, since people sign none but the record's own figures; the next ones what came
// since. Beside it the same report unsigned, by what is kept, and all that is kept held against the record, as verify does.
func BenchmarkOfficeSigned(b *testing.B) {
	const tables, hands = 8, 10
	for _, nights := range []int{1, 365} {
		h, clock := demotest.HouseOf(b, b.TempDir(), tables)
		demotest.Night(b, h, clock, hands)
		demotest.Again(b, h, clock, int64(nights-1))
		demotest.Alike(b, h, tables-1)
		clock.Pass(24 * time.Hour) // the day is over
		w := papers.Wanted{Kind: reports.HouseReport, Item: demotest.Start.AddDate(0, 0, nights-1).Format(time.DateOnly)}
		elena := demotest.Badge(b, h, "316931")
		unsigned := func(h *session.House) error {
			_, _, err := papers.Of(h).Draft(w)
			return err
		}
		signed := func(h *session.House) error {
			_, _, err := papers.Of(h).Signed(w, elena)
			return err
		}
		judged := func(h *session.House) error {
			thrown, err := h.Sums().KeptFalse()
			if err == nil && len(thrown) > 0 {
				err = fmt.Errorf("%v", thrown)
			}
			return err
		}
		first := func(do func(*session.House) error) func(*session.House) error {
			return func(*session.House) error {
				fresh, err := session.On(h.Store(), clock.Now)
				if err != nil {
					return err
				}
				return do(fresh)
			}
		}
		for _, c := range []struct {
			what string
			do   func(*session.House) error
		}{
			{"unsigned-anew", first(unsigned)}, {"unsigned-first", first(unsigned)}, {"signed-first", first(signed)}, {"signed", signed}, {"judged", judged},
		} {
			b.Run(fmt.Sprintf("%s/%d", c.what, nights), func(b *testing.B) {
				if c.what == "signed" {
					do(b, func() error { return c.do(h) })
				}
				for b.Loop() {
					do(b, func() error { return c.do(h) })
				}
			})
		}
	}
}
