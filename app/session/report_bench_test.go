package session_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"sabot/app/demo/demotest"
	"sabot/app/session"
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
				if _, _, err := h.Signed(session.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: shift}, dealer, dario); err != nil {
					b.Fatal(err)
				}
			}
		})
		if history == most {
			return
		}
	}
}
