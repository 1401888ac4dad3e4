package session_test

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/session/sums"
	"sabot/pit/record"
)

// folded is a record that counts how often each shift of LB1 was read from its opening on.
type folded struct {
	record.Keeper
	mu   sync.Mutex
	from map[int64]int // by the opening
}

func foldsOf(t *testing.T, h *session.House) *folded {
	t.Helper()
	f := &folded{Keeper: h.Store(), from: map[int64]int{}}
	openings, err := h.Store().Openings("LB1")
	if err != nil {
		t.Fatal(err)
	}
	for _, seq := range openings {
		f.from[seq] = 0
	}
	return f
}

func (f *folded) Entries(table string, from int64) iter.Seq2[record.Entry, error] {
	f.mu.Lock()
	if _, opening := f.from[from]; opening && table == "LB1" {
		f.from[from]++
	}
	f.mu.Unlock()
	time.Sleep(time.Duration(rand.IntN(3)) * time.Millisecond) // who else reads comes in between
	return f.Keeper.Entries(table, from)
}

// most is how often at most a shift was read, and how many were.
func (f *folded) most() (times, shifts int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, n := range f.from {
		if times = max(times, n); n > 0 {
			shifts++
		}
	}
	return times, shifts
}

// With nothing kept each shift whose drop was counted is folded once for the list, whoever else
// lists meanwhile; what was made of it before somebody gave up is not made again.
func TestShiftsAreFoldedOnce(t *testing.T) {
	const shifts = 12
	h, clock := demotest.House(t, t.TempDir())
	demotest.Night(t, h, clock, 2)
	demotest.Again(t, h, clock, shifts-1)
	record := foldsOf(t, h)
	fresh, err := session.On(record, clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	first, err := fresh.AsideFor(session.Work{Context: ctx, Progress: func(done, all int) {
		if all != shifts {
			t.Errorf("%d of %d", done, all)
		}
		if _, read := record.most(); read == shifts/2 {
			stop()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Sums().Shifts(sums.ShiftQuery{}); !errors.Is(err, context.Canceled) {
		t.Fatal("given up:", err)
	}
	var both sync.WaitGroup
	for range 2 {
		aside, err := fresh.Aside()
		if err != nil {
			t.Fatal(err)
		}
		both.Go(func() {
			if err := found(aside, shifts, sums.ShiftQuery{}); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	if times, read := record.most(); times != 1 || read != shifts {
		t.Errorf("%d shifts of %d were folded, one of them %d times", read, shifts, times)
	}
}

// Whether a table is closed is asked of its headlines: the house is not changed only after every
// hand was read whose drop was counted.
func TestClosedTablesAreNotFolded(t *testing.T) {
	h, clock := demotest.HouseOf(t, t.TempDir(), 2)
	demotest.Night(t, h, clock, 2)
	record := foldsOf(t, h)
	fresh, err := session.On(record, clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	elena := demotest.Badge(t, fresh, "316931")
	if err := fresh.RetireTable("LB1", elena); err != nil {
		t.Fatal(err)
	}
	if _, read := record.most(); read != 0 {
		t.Errorf("%d shifts were folded", read)
	}
}
