// Package demotest makes records for tests that would take a table years to fill.
package demotest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Start is when the first shift begins.
var Start = time.Date(2024, 11, 21, 19, 0, 0, 0, time.UTC)

// House returns a house of one Lugano table, LB1, in a data directory; it is closed with the test.
func House(tb testing.TB, dir string) (*session.House, *demo.Clock) {
	tb.Helper()
	return HouseOf(tb, dir, 1)
}

// HouseOf does what House does, with so many tables, LB1 and on.
func HouseOf(tb testing.TB, dir string, tables int) (*session.House, *demo.Clock) {
	tb.Helper()
	return HouseBy(tb, dir, house.DemoPlan("it", "lugano", tables))
}

// HouseBy does what House does, for a plan.
func HouseBy(tb testing.TB, dir string, plan house.Plan) (*session.House, *demo.Clock) {
	tb.Helper()
	clock := demo.NewClock(Start)
	h, err := session.Open(dir, clock.Now)
	must(tb, err)
	tb.Cleanup(func() { must(tb, h.Close()) })
	must(tb, h.SetUp(plan))
	return h, clock
}

// Badge signs somebody of the demo's people on.
func Badge(tb testing.TB, h *session.House, code string) house.Badge {
	tb.Helper()
	who, err := h.SignOn(code)
	must(tb, err)
	return who
}

// Night plays a shift of LB1 to its end.
func Night(tb testing.TB, h *session.House, clock *demo.Clock, hands int) {
	tb.Helper()
	must(tb, demo.Play(context.Background(), h, clock, "LB1", hands, 1))
	_, err := demo.Close(h, clock, "LB1")
	must(tb, err)
}

// Alike enters what a record holds of LB1 for so many other tables too, its approvals signed
// anew: an audit finds nothing in it.
func Alike(tb testing.TB, h *session.House, tables int) {
	tb.Helper()
	badges := map[string]house.Badge{}
	for _, s := range house.DemoPlan("it", "lugano", 1).Staff {
		badges[s.Number] = Badge(tb, h, s.Number+s.PIN)
	}
	for n := range tables {
		var out []record.Entry
		var log Log
		for e, err := range h.Store().Entries("LB1", 1) {
			must(tb, err)
			e.Table = fmt.Sprintf("LB%d", n+2)
			if f, ok := e.Fact.(record.Approved); ok {
				approval, err := badges[f.By].Approve(log.Stood(f.Before.Size), out[f.Seq-1])
				must(tb, err)
				e.Fact = approval
			}
			log.Add(e)
			out = append(out, e)
		}
		must(tb, h.Store().Append(out...))
	}
}

// Again enters the first shift that a record holds of LB1 so many times more, each a day
// after the one before, its approvals signed anew.
func Again(tb testing.TB, h *session.House, clock *demo.Clock, times int64) {
	tb.Helper()
	badges := map[string]house.Badge{}
	for _, s := range house.DemoPlan("it", "lugano", 1).Staff {
		badges[s.Number] = Badge(tb, h, s.Number+s.PIN)
	}
	var shift []record.Entry
	for e, err := range h.Store().Entries("LB1", 1) {
		must(tb, err)
		if e.Shift > 1 {
			break
		}
		shift = append(shift, e)
	}
	openings, err := h.Store().Openings("LB1")
	must(tb, err)
	first := int64(len(openings))
	log := LogOf(tb, h.Store(), "LB1")
	for n := first; n < first+times; n++ {
		must(tb, h.Store().Append(moved(tb, log, shift, n, badges)...))
	}
	clock.Pass(time.Duration(times) * 24 * time.Hour)
}

// moved returns a shift as the one n shifts later.
func moved(tb testing.TB, log *Log, shift []record.Entry, n int64, badges map[string]house.Badge) []record.Entry {
	tb.Helper()
	later, out := n*int64(len(shift)), make([]record.Entry, len(shift))
	for i, e := range shift {
		e.Seq += later
		e.At = e.At.AddDate(0, 0, int(n))
		e.Shift += int(n)
		switch f := e.Fact.(type) {
		case record.Opened:
			day, err := time.Parse(time.DateOnly, f.Day)
			must(tb, err)
			f.Day = day.AddDate(0, 0, int(n)).Format(time.DateOnly)
			e.Fact = f
		case record.Undone:
			f.Seq += later
			e.Fact = f
		case record.VideoAsked:
			f.Incident += later
			e.Fact = f
		case record.VideoAnswered:
			f.Incident += later
			e.Fact = f
		case record.IncidentClosed:
			f.Incident += later
			e.Fact = f
		case record.Approved:
			approval, err := badges[f.By].Approve(log.Stood(f.Before.Size+later), out[f.Seq-shift[0].Seq])
			must(tb, err)
			e.Fact = approval
		}
		log.Add(e)
		out[i] = e
	}
	return out
}

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
