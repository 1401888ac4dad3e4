package session_test

import (
	"reflect"
	"sync"
	"testing"

	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/pit/record"
)

// The house beside the window has what was entered since the last time, also by another
// program, and what it does is its own; it is made while the window goes on.
func TestAsideFollows(t *testing.T) {
	dir := t.TempDir()
	h, clock := demotest.House(t, dir)
	other, err := session.Open(dir, clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	elena := demotest.Badge(t, h, "316931")
	rules := func(days int) record.PINRules { return record.PINRules{Least: 4, Days: days} }
	var all sync.WaitGroup
	for range 2 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 20 {
				if _, err := h.Aside(); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	for n := range 5 {
		if err := other.Staff().SetPINRules(rules(100+n), elena); err != nil {
			t.Fatal(err)
		}
		if err := h.Staff().SetPINRules(rules(200+n), elena); err != nil {
			t.Fatal(err)
		}
	}
	all.Wait()
	aside, err := h.Aside()
	if err != nil {
		t.Fatal(err)
	}
	if aside.State.Seq != h.State.Seq || !reflect.DeepEqual(aside.State, h.State) {
		t.Errorf("aside has %d entries, the house %d: %+v", aside.State.Seq, h.State.Seq, aside.State)
	}
	before := h.State.Seq
	if err := aside.Staff().SetPINRules(rules(300), elena); err != nil {
		t.Fatal(err)
	}
	if h.State.Seq != before || h.State.Rules() != rules(204) {
		t.Error("what is done aside reached the house without being read")
	}
}

// BenchmarkAside is what every arrow key in the office costs of the house, with 20,000
// entries in it.
func BenchmarkAside(b *testing.B) {
	h, clock := demotest.House(b, b.TempDir())
	entries := make([]record.Fact, 20_000)
	for i := range entries {
		entries[i] = record.PINFailed{}
	}
	if err := h.Store().Append(h.State.Stamp(clock.Now(), "", entries...)...); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := h.Aside(); err != nil {
			b.Fatal(err)
		}
	}
}
