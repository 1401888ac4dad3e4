package session_test

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// plainly is what Log answers of the entries of one stream, by looking at each.
func plainly(all []record.Entry, q shifts.LogQuery) []record.Entry {
	var found []record.Entry
	for _, e := range slices.Backward(all) {
		if len(found) < q.Most && q.Holds(e) {
			found = append(found, e)
		}
	}
	return found
}

// The log is found by kind, person and time as if all of it were read, whatever is asked:
// each kind, each person, both, at any time; also where the index was kept and goes on.
func TestLogFindsWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	h, clock := demotest.House(t, dir)
	demotest.Night(t, h, clock, 30)
	demotest.Again(t, h, clock, 2)
	at := demotest.Start
	queries := []shifts.LogQuery{{Most: 50}, {Most: 7, From: at.Add(24 * time.Hour)}, {Most: 1000, From: at.Add(time.Hour), To: at.Add(25 * time.Hour)}, {Most: 20, To: at.Add(time.Minute)}}
	for _, sort := range []record.Sort{record.Routine, record.Change, record.Exception} {
		queries = append(queries, shifts.LogQuery{Sort: sort, Most: 1000}, shifts.LogQuery{Sort: sort, Person: "21", Most: 100})
	}
	for _, kind := range record.Kinds() {
		queries = append(queries, shifts.LogQuery{Kinds: []string{kind}, Most: 30})
		for _, who := range []string{"11", "21", "31", "99"} {
			queries = append(queries, shifts.LogQuery{Kinds: []string{kind}, Person: who, Most: 10})
		}
	}
	for _, who := range []string{"11", "12", "21", "31", "99"} {
		queries = append(queries, shifts.LogQuery{Person: who, Most: 500}, shifts.LogQuery{Person: who, From: at.Add(24 * time.Hour), Most: 5, Kinds: []string{"opened", "card"}})
	}
	streams := map[string][]record.Entry{"LB1": nil, record.HouseStream: nil}
	for stream := range streams {
		for e, err := range h.Store().Entries(stream, 1) {
			if err != nil {
				t.Fatal(err)
			}
			streams[stream] = append(streams[stream], e)
		}
	}
	found := 0
	for _, q := range queries {
		for stream, all := range streams {
			want := plainly(all, q)
			got, err := h.Log(stream, q)
			if err != nil {
				t.Fatal(err)
			}
			if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, %+v: %d entries, want %d", stream, q, len(got), len(want))
			}
			found += len(got)
		}
	}
	if found < 1000 {
		t.Errorf("only %d entries were found at all", found)
	}
	var x, y shifts.LogIndex
	for e, err := range h.Store().Entries("LB1", 1) {
		if err != nil {
			t.Fatal(err)
		}
		if x.Add(e); e.Seq == 1000 {
			body, err := x.MarshalBinary()
			if err != nil || y.UnmarshalBinary(body) != nil {
				t.Fatal(err)
			}
		} else if e.Seq > 1000 {
			y.Add(e)
		}
	}
	a, errA := x.Find(h.Store(), "LB1", queries[2])
	b, errB := y.Find(h.Store(), "LB1", queries[2])
	if errA != nil || errB != nil || !reflect.DeepEqual(a, b) {
		t.Errorf("an index that was kept finds %d entries, another one %d, %v, %v", len(b), len(a), errA, errB)
	}
}

// BenchmarkLog searches the log of a table (limit: a second each); SABOT_BENCH_HANDS says of
// how many hands, 10,000 where it says nothing.
func BenchmarkLog(b *testing.B) {
	const night = 1000
	hands, err := strconv.Atoi(os.Getenv("SABOT_BENCH_HANDS"))
	if err != nil {
		hands = 10_000
	}
	h, clock := demotest.House(b, b.TempDir())
	demotest.Night(b, h, clock, night)
	demotest.Again(b, h, clock, int64(hands/night-1))
	begun := time.Now()
	if _, err := h.Log("LB1", shifts.LogQuery{Most: 1}); err != nil {
		b.Fatal(err)
	}
	last, err := h.Store().Last("LB1")
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d hands, %d entries: the first search takes %v", hands, last, time.Since(begun))
	for name, q := range map[string]shifts.LogQuery{
		"newest": {Most: 100}, "kind rare": {Kinds: []string{"opened"}, Most: 100}, "kind often": {Kinds: []string{"card"}, Most: 100},
		"kind and person": {Kinds: []string{"undone"}, Person: "21", Most: 100}, "nobody": {Person: "99", Most: 100}, "kind that is not there": {Kinds: []string{"cancelled"}, Most: 100},
		"an hour long ago": {From: demotest.Start.Add(time.Hour), To: demotest.Start.Add(2 * time.Hour), Most: 100}, "person long ago": {Person: "21", To: demotest.Start.AddDate(0, 0, 1), Most: 100},
	} {
		b.Run(fmt.Sprintf("%s of %d hands", name, hands), func(b *testing.B) {
			for b.Loop() {
				if _, err := h.Log("", q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
