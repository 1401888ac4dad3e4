package session_test

import (
	"fmt"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/reports"
)

// BenchmarkOffice is what the office asks all day long, with 30 shifts and with 3,000 of
// one table behind it: each under 0.3 s, and at the same count of allocations. The first
// list of a program, which reads every headline, stands beside them.
func BenchmarkOffice(b *testing.B) {
	dir := b.TempDir()
	h, clock := demotest.House(b, dir)
	demotest.Night(b, h, clock, 30)
	made := 1
	for _, shifts := range []int{30, 3000} {
		demotest.Again(b, h, clock, int64(shifts-made))
		made = shifts
		day := demotest.Start.AddDate(0, 0, shifts/2).Format(time.DateOnly)
		for _, c := range []struct {
			what string
			do   func() error
		}{
			{"first", func() error {
				fresh, err := session.On(h.Store(), clock.Now)
				if err == nil {
					_, err = fresh.Shifts(session.ShiftQuery{})
				}
				return err
			}},
			{"list", func() error { return found(h, shifts, session.ShiftQuery{}) }},
			{"search", func() error { return found(h, 1, session.ShiftQuery{Words: "lb1 rossi " + day}) }},
			{"marks", func() error {
				return found(h, 0, session.ShiftQuery{Person: "12", Marks: []session.ShiftMark{session.MarkSigned, session.MarkOpen}})
			}},
			{"report", func() error {
				_, err := h.Draft(session.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: shifts / 2})
				return err
			}},
			{"day", func() error {
				_, err := h.Draft(session.Wanted{Kind: reports.TableReport, Table: "LB1", Item: day + ".." + day})
				return err
			}},
		} {
			b.Run(fmt.Sprintf("%s/%d", c.what, shifts), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := c.do(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func found(h *session.House, want int, q session.ShiftQuery) error {
	lines, err := h.Shifts(q)
	if err == nil && len(lines) != want {
		err = fmt.Errorf("%d shifts, want %d", len(lines), want)
	}
	return err
}
