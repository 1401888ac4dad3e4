package demo_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// oneByOne is what an audit of a table comes to that judges each signature as it comes.
func oneByOne(t *testing.T, x *forged, trusted string) string {
	t.Helper()
	w, err := audit.NewWitness(trusted)
	must(t, err)
	var a *audit.Run
	for _, name := range x.names {
		a = w.Begin(name)
		for i := range x.lines[name] {
			a.Add(&x.lines[name][i])
		}
		a.End(x.heads[name])
	}
	return told(a.Entries, a.Hands, a.Approvals, a.Unsigned, a.Fault())
}

func told(entries, hands, approvals, unsigned int64, fault *record.Fault) string {
	return fmt.Sprintf("%d entries, %d hands, %d approvals, %d unsigned: %v", entries, hands, approvals, unsigned, fault)
}

// Signatures are judged beside the entries, and what is told is what would be told if each were
// judged as it comes: the first fault, and how far the table was read.
func TestSignaturesBeside(t *testing.T) {
	before := runtime.NumGoroutine()
	f := recorded(t, house.DemoGames()[0])
	table := f.names[1]
	list := f.streams[table]
	var signed, closed []int
	for i, e := range list {
		switch e.Fact.(type) {
		case record.Approved:
			signed = append(signed, i)
		case record.HandClosed:
			closed = append(closed, i)
		}
	}
	if len(signed) < 10 || len(closed) < 10 {
		t.Fatalf("the night has %d approvals and %d hands", len(signed), len(closed))
	}
	forge := func(x *forged, at int) {
		e := list[at]
		fact := e.Fact.(record.Approved)
		fact.Sig = list[signed[0]].Fact.(record.Approved).Sig
		e.Fact = fact
		x.put(table, at, e)
	}
	change := func(x *forged, at int) {
		e := list[at]
		e.Fact = record.HandClosed{House: e.Fact.(record.HandClosed).House + 1}
		x.put(table, at, e)
	}
	middle := signed[len(signed)/2]
	after := func(at int) int {
		for _, c := range closed {
			if c > at {
				return c
			}
		}
		return closed[len(closed)-1]
	}
	for _, c := range []struct {
		name  string
		forge func(*forged)
		at    int // the entry that is the first fault; -1 for none
	}{
		{"none", func(*forged) {}, -1},
		{"a signature", func(x *forged) { forge(x, middle) }, middle},
		{"the last signature", func(x *forged) { forge(x, signed[len(signed)-1]) }, signed[len(signed)-1]},
		{"a signature, and a number behind it", func(x *forged) { forge(x, middle); change(x, after(middle)) }, middle},
		{"a number, and a signature behind it", func(x *forged) { change(x, closed[0]); forge(x, signed[len(signed)-1]) }, closed[0]},
		{"two signatures", func(x *forged) { forge(x, signed[3]); forge(x, middle) }, signed[3]},
	} {
		x := f.record()
		c.forge(x)
		fault := f.judged(x)
		if c.at < 0 && fault != nil || c.at >= 0 && (fault == nil || fault.Table != table || fault.Seq != int64(c.at)+1) {
			t.Errorf("%s: %v, want a fault at %d", c.name, fault, c.at+1)
		}
		all, err := audit.Verify(context.Background(), x, audit.Check{Trusted: f.key.Verifier()})
		must(t, err)
		got := told(all[1].Entries, all[1].Hands, all[1].Approvals, all[1].Unsigned, all[1].Fault)
		if want := oneByOne(t, x, f.key.Verifier()); got != want {
			t.Errorf("%s:\n%s, one by one:\n%s", c.name, got, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	calledOff := func(entries int64) {
		if entries > int64(len(f.streams[f.names[0]])) { // at the table
			cancel()
		}
	}
	if _, err := audit.Verify(ctx, f.record(), audit.Check{Trusted: f.key.Verifier(), Progress: calledOff}); err == nil {
		t.Error("an audit that was called off says nothing of it")
	}
	for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, and there were %d", n, before)
	}
}
