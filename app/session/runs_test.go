package session_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// A program that was killed is called so where the next one begins, with when its table had its last entry. A second window that
// the table refused is no end of the first: what ends says by which entry it had begun.
func TestKilledProgramIsSaid(t *testing.T) {
	n := newNight(t)
	p := record.Program{Version: "0.10.0", SHA256: strings.Repeat("1f", 32)}
	n.must(n.house.Started("LB1", p))
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	last := n.table.State.Last()

	again := func() *session.House {
		n.clock.Pass(time.Minute)
		h, err := session.Open(n.dir, demo.NewClock(n.clock.Now()).Now)
		n.must(err)
		return h
	}
	second := again()
	n.must(second.Started("LB1", p))
	if _, err := second.OpenTable("LB1"); err == nil {
		t.Fatal("two windows have the table")
	}
	n.must(second.Stopped())
	n.must(second.Close())

	third := again() // a window that is killed, while the first still works
	n.must(third.Started("", p))
	n.must(third.Close())
	fourth := again()
	n.must(fourth.Started("", p))
	n.must(fourth.Stopped())
	n.must(fourth.Close())

	n.must(n.table.Release())
	n.must(n.house.Close()) // so is the first
	fifth := again()
	t.Cleanup(func() { n.must(fifth.Close()) })
	n.must(fifth.Started("LB1", p))

	var began, ended []string
	for e, err := range fifth.Store().Entries(record.HouseStream, 1) {
		n.must(err)
		var of record.Fact
		if seq := reports.RefersTo(e.Fact); seq > 0 {
			for about, err := range fifth.Store().Entries(record.HouseStream, seq) {
				n.must(err)
				of = about.Fact
				break
			}
		}
		said := reports.LineOf(reports.Form, e, nil, of, &fifth.State).Said(papers.Of(fifth).Words("it"))
		switch e.Fact.(type) {
		case record.Started:
			began = append(began, said)
		case record.Stopped:
			ended = append(ended, said)
		}
	}
	for i, want := range []string{"", "", "", "non chiuso da solo", "non chiuso da solo"} {
		if i >= len(began) || strings.Contains(began[i], "non chiuso") != (want != "") {
			t.Fatalf("began: %q", began)
		}
	}
	if at := fifth.State.Wall(last).Format("15:04"); !strings.Contains(began[4], at) || strings.Count(began[4], "programma di prima") != 1 {
		t.Errorf("the first died, its last entry was at %s: %s", at, began[4])
	}
	if len(ended) != 2 || !strings.Contains(ended[0], "programma avviato") || ended[0] == ended[1] {
		t.Errorf("ended: %q", ended)
	}
	if runs := fifth.State.Runs(); len(runs) != 1 {
		t.Errorf("work: %+v", runs)
	}
	verified(t, n.dir)
}

// Of two programs that were started for no table nobody knows which entries are whose: the record names no last one of the one that died.
func TestNobodyKnowsTheLastEntryOfOneOfTwoProgramsOfNoTable(t *testing.T) {
	n := newNight(t)
	p := record.Program{Version: "0.10.0", SHA256: strings.Repeat("1f", 32)}
	n.must(n.house.Started("", p))
	other, err := session.Open(n.dir, n.clock.Now)
	n.must(err)
	n.must(other.Started("", p))
	n.clock.Pass(time.Hour)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.must(n.table.Release())
	n.must(n.house.Close()) // without a word of it
	n.clock.Pass(time.Hour)
	h, err := session.Open(n.dir, demo.NewClock(n.clock.Now()).Now)
	n.must(err)
	t.Cleanup(func() { n.must(errors.Join(h.Close(), other.Close())) })
	n.must(h.Started("LB1", p))
	var said string
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		n.must(err)
		if f, is := e.Fact.(record.Started); is && len(f.Unended) > 0 {
			said = reports.LineOf(reports.Form, e, nil, nil, &h.State).Said(papers.Of(h).Words("en"))
			if f.Unended[0].Last != 0 {
				t.Errorf("its last entry was at %s", time.UnixMilli(f.Unended[0].Last))
			}
		}
	}
	if !strings.Contains(said, "its last entry is not known") {
		t.Errorf("the log says %q", said)
	}
}

// A program that was started for no table, as at the first start, and played one, died with the last entry of that.
func TestKilledProgramOfNoTableHasTheLastEntryOfWhatItPlayed(t *testing.T) {
	n := newNight(t)
	p := record.Program{Version: "0.10.0", SHA256: strings.Repeat("1f", 32)}
	n.must(n.house.Started("", p))
	n.clock.Pass(time.Hour)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	last := n.table.State.Last()
	n.must(n.table.Release())
	n.must(n.house.Close())
	n.clock.Pass(time.Hour)
	h, err := session.Open(n.dir, demo.NewClock(n.clock.Now()).Now)
	n.must(err)
	t.Cleanup(func() { n.must(h.Close()) })
	n.must(h.Started("LB1", p))
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		n.must(err)
		if f, is := e.Fact.(record.Started); is && len(f.Unended) > 0 && f.Unended[0].Last != last.UnixMilli() {
			t.Errorf("its last entry was at %s, not %s", time.UnixMilli(f.Unended[0].Last), last)
		}
	}
	if len(h.State.Runs()) != 1 {
		t.Errorf("work: %+v", h.State.Runs())
	}
}
