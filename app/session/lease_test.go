package session_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/memory"
)

// A holding is a record of whose leases others hold some: each is refused so many times, and then had.
type holding struct {
	record.Keeper
	held  map[string]int
	asked map[string]int
}

func (h *holding) Lease(table, who string) (record.Lease, error) {
	if h.asked[table]++; h.asked[table] <= h.held[table] {
		return nil, &record.HeldError{Table: table, Holder: "another program"}
	}
	return h.Keeper.Lease(table, who)
}

// A program that was killed holds its table for a moment still: whoever opens it waits so long.
func TestTheLeaseOfADyingProgramIsWaitedFor(t *testing.T) {
	h, k := held(t)
	k.held["LB1"] = 2
	table, err := h.OpenTable("LB1")
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Release(); err != nil {
		t.Error(err)
	}
	k.held["LB1"], k.asked["LB1"] = 1<<30, 0
	if _, err := h.OpenTable("LB1"); !errors.As(err, new(*record.HeldError)) {
		t.Errorf("a table that another program has: %v", err)
	}
}

// Whether a program still works is asked of its lock once, and nobody waits for it.
func TestTheLocksOfProgramsThatWorkAreAskedOnce(t *testing.T) {
	h, k := held(t)
	if err := h.Started("", record.Program{Version: "0.10"}); err != nil {
		t.Fatal(err)
	}
	other, err := session.On(k, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	clear(k.asked)
	if err := other.Started("", record.Program{Version: "0.10"}); err != nil {
		t.Fatal(err)
	}
	for lock, n := range k.asked {
		if n > 2 || !strings.HasPrefix(lock, ".program-") { // died and runs each ask once
			t.Errorf("%s was asked %d times", lock, n)
		}
	}
	if k.asked[".program-1"] == 0 || k.asked[".program-2"] != 1 {
		t.Errorf("asked: %v", k.asked)
	}
}

func held(t *testing.T) (*session.House, *holding) {
	t.Helper()
	r, err := memory.New()
	if err != nil {
		t.Fatal(err)
	}
	k := &holding{r, map[string]int{}, map[string]int{}}
	h, err := session.On(k, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.SetUp(house.DemoPlan("it", "lugano", 1)); err != nil {
		t.Fatal(err)
	}
	return h, k
}
