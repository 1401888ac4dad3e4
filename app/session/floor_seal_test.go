package session_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/floor"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A floor that took in by looking what another program entered knows the record as it was sealed: what that program enters next
// is no change behind its back.
func TestFloorFollowsTheSealByWhatItRead(t *testing.T) {
	w := newWatched(t)
	away := func() house.Condition {
		w.clock.Pass(time.Minute)
		return house.Condition{Rule: record.UnheardAlert, Machine: w.clock.Now().String(), Value: 1000}
	}
	for range 3 {
		_, err := w.looks[1].RaiseAlerts([]house.Condition{away()})
		w.must(err)
		news, err := w.floor[0].Look()(w.Context())
		w.must(err)
		if !w.floor[0].Take(news) {
			t.Fatal("the floor has not heard of the alert")
		}
		_, err = w.looks[1].RaiseAlerts([]house.Condition{away()})
		w.must(err)
		if err := w.looks[0].Takeover().CatchUp(); err != nil {
			t.Fatal(err)
		}
	}
	if found := w.faults(); len(found) > 0 {
		t.Error(found)
	}
}

// Two programs on one record look and raise what they see at the same moment: each alert is on the record once, and to neither
// has anybody changed it.
func TestTwoProgramsRaiseAtOnce(t *testing.T) {
	dir, clock := closedHouse(t), demo.NewClock(evening.AddDate(0, 0, 3))
	var houses []*session.House
	var floors []*floor.Floor
	for range 2 {
		h, err := session.Open(dir, clock.Now)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = h.Close() })
		houses, floors = append(houses, h), append(floors, floor.New(h, nil))
	}
	const rounds = 40
	for round := range rounds {
		clock.Pass(time.Second)
		var both sync.WaitGroup
		var failed [2]error
		for i, h := range houses {
			both.Go(func() {
				for _, machine := range []string{"both", fmt.Sprint("only ", i), "both again"} {
					news, looked := floors[i].Look()(t.Context())
					if looked == nil {
						floors[i].Take(news)
					}
					_, raised := h.RaiseAlerts([]house.Condition{{Rule: record.UnheardAlert, Machine: fmt.Sprint(machine, round), Value: 1000}})
					failed[i] = errors.Join(failed[i], looked, raised)
				}
			})
		}
		both.Wait()
		if err := errors.Join(failed[:]...); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
	}
	n := 0
	for e, err := range houses[0].Store().Entries(record.HouseStream, 1) {
		if err != nil {
			t.Fatal(err)
		}
		if f, is := e.Fact.(record.Alerted); is && f.Rule == record.UnheardAlert {
			n++
		}
	}
	if n != 4*rounds {
		t.Errorf("%d alerts of %d are on the record", n, 4*rounds)
	}
}
