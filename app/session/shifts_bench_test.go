package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/reports"
)

// BenchmarkOffice is what the office asks all day long, with 30 shifts and with 3,000 of
// one table behind it: each under 0.3 s, and at the same count of allocations. First is the
// first of a program, which goes on from what was kept; anew beside it is the first of all,
// when nothing is kept yet: every headline is read for the list, every shift of the year for
// the figures of the house.
func BenchmarkOffice(b *testing.B) {
	dir := b.TempDir()
	h, clock := demotest.House(b, dir)
	demotest.Night(b, h, clock, 30)
	count := 1
	for _, shifts := range []int{30, 3000} {
		demotest.Again(b, h, clock, int64(shifts-count))
		count = shifts
		middle := demotest.Start.AddDate(0, 0, shifts/2)
		day := middle.AddDate(0, 0, 6-middle.Day()).Format(time.DateOnly) // a sixth: each shift of its month has a voided slip to print
		anew := func() error { return os.RemoveAll(filepath.Join(dir, "derived")) }
		first := func(do func(*session.House) error) func() error {
			return func() error {
				fresh, err := session.On(h.Store(), clock.Now)
				if err != nil {
					return err
				}
				return do(fresh)
			}
		}
		list := func(h *session.House) error { return found(h, shifts, sums.ShiftQuery{}) }
		house := func(h *session.House) error {
			_, _, err := papers.Of(h).Draft(papers.Wanted{Kind: reports.HouseReport, Item: day})
			return err
		}
		for _, c := range []struct {
			what   string
			before func() error // not timed
			do     func() error
		}{
			{"list-anew", anew, first(list)},
			{"list-first", nil, first(list)},
			{"list", nil, func() error { return list(h) }},
			{"search", nil, func() error { return found(h, 1, sums.ShiftQuery{Words: "lb1 rossi " + day}) }},
			{"marks", nil, func() error {
				return found(h, 0, sums.ShiftQuery{Person: "12", Marks: []sums.ShiftMark{sums.MarkSigned, sums.MarkOpen}})
			}},
			{"report", nil, func() error {
				_, _, err := papers.Of(h).Draft(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: shifts / 2})
				return err
			}},
			{"day", nil, func() error {
				_, _, err := papers.Of(h).Draft(papers.Wanted{Kind: reports.TableReport, Table: "LB1", Item: day + ".." + day})
				return err
			}},
			{"house-anew", anew, first(house)},
			{"house-first", nil, first(house)},
			{"house", nil, func() error { return house(h) }},
		} {
			b.Run(fmt.Sprintf("%s/%d", c.what, shifts), func(b *testing.B) {
				b.ReportAllocs()
				if c.before == nil {
					do(b, c.do) // what it keeps is there, as it is all day long
				}
				for b.Loop() {
					if c.before != nil {
						b.StopTimer()
						do(b, c.before)
						b.StartTimer()
					}
					do(b, c.do)
				}
			})
		}
	}
}

func do(b *testing.B, what func() error) {
	b.Helper()
	if err := what(); err != nil {
		b.Fatal(err)
	}
}

func found(h *session.House, want int, q sums.ShiftQuery) error {
	lines, err := h.Sums().Shifts(q)
	if err == nil && len(lines) != want {
		err = fmt.Errorf("%d shifts, want %d", len(lines), want)
	}
	return err
}
