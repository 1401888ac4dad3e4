package session_test

import (
	"testing"
	"time"

	"sabot/app/session/papers"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A clock that was once years ahead shuts nobody out and drags nothing: the record says that
// it was, goes on by the clock, and holds, with the keys that people got meanwhile and after.
func TestClockThatWasAhead(t *testing.T) {
	n := newNight(t)
	n.must(n.table.Open(n.dealers[0], n.dario, nil))
	n.begin()
	n.deal(4)
	n.clock.Pass(2 * 365 * 24 * time.Hour)
	n.finish()
	n.must(n.house.Staff().ChangePIN("124712", "5283"))
	n.clock.Pass(time.Second)
	bruno := signOn(t, n.house, "125283")
	n.must(n.table.TakeOver(bruno))
	n.clock.Pass(time.Second)
	for range house.FreeTries {
		if _, err := n.house.SignOn("110000"); !house.RefusedFor(err, house.WrongPIN) {
			t.Fatalf("a wrong PIN: %v", err)
		}
	}

	n.clock.Pass(-2 * 365 * 24 * time.Hour)
	now := n.clock.Now()
	if _, err := n.house.SignOn("114711"); !house.RefusedFor(err, house.LockedOut) {
		t.Fatalf("right after: %v", err)
	}
	if wait := n.house.State.People().Locked("11", now); wait > 10*time.Second {
		t.Errorf("the code is shut for %v", wait)
	}
	n.clock.Pass(10 * time.Second)
	signOn(t, n.house, "114711")
	n.must(n.house.Staff().ChangePIN("125283", "4712"))
	n.dealers[1] = signOn(t, n.house, "124712")
	n.begin()
	n.deal(4)
	n.finish()
	n.clock.Pass(-time.Minute) // a clock that is put right by so much is waited for
	n.begin()

	for _, stream := range []string{record.HouseStream, "LB1"} {
		told := 0
		var last record.Entry
		for e, err := range n.house.Store().Entries(stream, 1) {
			n.must(err)
			if f, drifted := e.Fact.(record.ClockDrifted); drifted {
				told++
				if was := time.UnixMilli(f.Was).UTC(); was.Year() != 2028 || e.At.Year() != 2026 {
					t.Errorf("%s: at %v it says that the clock was ahead up to %v", stream, e.At, was)
				}
			} else if e.At.Before(last.At) {
				t.Errorf("%s: entry %d is older than the one before", stream, e.Seq)
			}
			last = e
		}
		if told != 1 || last.At.Year() != 2026 {
			t.Errorf("%s: told %d times, the last entry is of %v", stream, told, last.At)
		}
	}
	verified(t, n.dir)
}

// A clock that is wrong twice, the second time by less, is told of twice by the house: it says so for each time that a table does.
func TestClockIsWrongTwice(t *testing.T) {
	n := newNight(t)
	n.must(n.table.Open(n.dealers[0], n.dario, nil))
	n.begin()
	for _, ahead := range []time.Duration{2 * time.Hour, time.Hour, 90 * time.Minute} {
		n.deal(4)
		n.clock.Pass(ahead)
		n.finish()
		n.clock.Pass(time.Minute - ahead)
		n.begin()
	}
	verified(t, n.dir)
}

// Only the entry that says so is older than the one before it, and only by as much as it says.
func TestClockDriftIsJudged(t *testing.T) {
	for name, forge := range map[string]func(last time.Time) (time.Time, record.Fact){
		"nothing says it": func(last time.Time) (time.Time, record.Fact) {
			return last.Add(-time.Hour), record.PINFailed{Number: "11"}
		},
		"it was not ahead": func(last time.Time) (time.Time, record.Fact) {
			return last, record.ClockDrifted{Was: last.UnixMilli()}
		},
		"it was further ahead": func(last time.Time) (time.Time, record.Fact) {
			return last.Add(-2 * time.Hour), record.ClockDrifted{Was: last.Add(-time.Hour).UnixMilli()}
		},
	} {
		t.Run(name, func(t *testing.T) {
			n := newNight(t)
			at, fact := forge(n.house.State.Last)
			n.must(n.house.Store().Append(record.Entry{Table: record.HouseStream, Seq: n.house.State.Seq + 1, At: at, Fact: fact}))
			checked, err := papers.Of(n.house).VerifyRecord(t.Context(), func(int64) {})
			n.must(err)
			found := false
			for _, c := range checked {
				found = found || c.Fault != nil && c.Fault.Seq == n.house.State.Seq+1
			}
			if !found {
				t.Error("the record holds")
			}
		})
	}
}

// A clock that is put right by less than is told has commands and entries go by one time: of
// the gaming day that the house is in by then, and with the notice that the table gives.
func TestClockPutRightAtAnOpening(t *testing.T) {
	n := newNight(t)
	wall := n.house.State.Wall(n.clock.Now())
	begins := time.Date(wall.Year(), wall.Month(), wall.Day()+1, 0, n.house.State.Particulars().Begins, 0, 0, wall.Location())
	n.clock.Pass(begins.Add(2 * time.Minute).Sub(n.clock.Now()))
	if _, err := n.house.SignOn("110000"); !house.RefusedFor(err, house.WrongPIN) {
		t.Fatal(err)
	}
	n.clock.Pass(-4 * time.Minute)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		now := n.table.Now()
		return t.AnnounceLimits(map[string]games.Limit{"pair": {Min: 1000, Max: 10000}}, now.Add(time.Duration(t.Settings.Notice)*time.Minute), &n.elena.Staff, now)
	}, n.elena)
	verified(t, n.dir)
}

// A clock that is put right by a minute or two, while a table is open, puts no entry of the house before what the table had entered: the
// record holds.
func TestClockPutRightWhileATableIsOpen(t *testing.T) {
	n := newNight(t)
	n.clock.Pass(time.Hour)
	n.must(n.table.Open(n.dealers[0], n.dario, nil))
	n.clock.Pass(-2 * time.Minute)
	set, _ := n.house.State.TableNamed("LB1")
	own := *set.Settings
	own.CutCard = 33
	set.Settings = &own
	n.must(n.house.Staff().SetTable(set, n.elena))
	all, err := papers.Of(n.house).VerifyRecord(t.Context(), nil)
	n.must(err)
	for _, c := range all {
		if c.Fault != nil {
			t.Errorf("%s: %v", c.Name, c.Fault)
		}
	}
}
