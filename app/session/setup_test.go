package session_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// breaking has something done again and again, the disk failing at its first write, its
// second and so on, until it succeeds. After each failure the record is what it was: left
// is told the house as another program would open it.
func breaking(t *testing.T, least int, prepare func(*session.House), do func(*session.House) error, left func(*session.House)) {
	t.Helper()
	for n := 0; ; n++ {
		h, disk := inMemory(t)
		prepare(h)
		before := h.State.Seq
		disk.breaks, disk.writes = true, n
		err := do(h)
		disk.breaks = false
		if err == nil {
			if n < least {
				t.Errorf("done with %d writes, want %d at least", n, least)
			}
			return
		}
		if !errors.Is(err, errDisk) || n > 9 {
			t.Fatalf("write %d: %v", n+1, err)
		}
		again, err := session.On(disk, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		if again.State.Seq != before || h.State.Seq != before {
			t.Errorf("write %d fails and leaves %d entries", n+1, again.State.Seq-before)
		}
		left(h)
		left(again)
		if err := do(again); err != nil {
			t.Errorf("after write %d failed: %v", n+1, err)
		}
	}
}

// A house half set up is none, whichever write the disk fails at: no table, nobody, no key;
// and who then gives it another name has no certificates under the first.
func TestSetUpThatIsNotRecorded(t *testing.T) {
	plan := house.DemoPlan("it", "", 1)
	breaking(t, 2, func(*session.House) {}, func(h *session.House) error { return h.SetUp(plan) }, func(h *session.House) {
		if s := &h.State; s.SetUp() || s.Name != "" || len(s.Tables)+len(s.Staff)+len(s.Chips)+len(s.Authorities) > 0 {
			t.Errorf("half a house is there: %s, %d tables, %d people", s.Name, len(s.Tables), len(s.Staff))
		}
		if secret, err := h.Store().Secret("31"); secret != "" || err != nil {
			t.Errorf("a secret of nobody: %v", err)
		}
	})

	h, disk := inMemory(t)
	disk.breaks, disk.writes = true, 1 // the authority is kept, the house is not
	if err := h.SetUp(plan); !errors.Is(err, errDisk) {
		t.Fatal(err)
	}
	disk.breaks = false
	plan.Name = "Casinò Nuovo"
	if err := h.SetUp(plan); err != nil {
		t.Fatal(err)
	}
	who, err := h.Authority().Identity(signOn(t, h, "215821"))
	if err != nil || who.Chain[0].Subject.CommonName != "Casinò Nuovo" {
		t.Errorf("the authority is of %q, %v", who.Chain[0].Subject.CommonName, err)
	}
}

// Two programs set one house up: there is one house, of one of them.
func TestHouseIsSetUpOnce(t *testing.T) {
	one, disk := inMemory(t)
	other, err := session.On(disk, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	plan := house.DemoPlan("it", "", 1)
	if err := one.SetUp(plan); err != nil {
		t.Fatal(err)
	}
	seq := one.State.Seq
	var refusal *house.Refusal
	if err := other.SetUp(plan); !errors.As(err, &refusal) || refusal.Why != house.HouseIsSetUp {
		t.Errorf("a second house: %v", err)
	}
	if last, err := disk.Last(record.HouseStream); err != nil || last != seq {
		t.Errorf("the second left %d entries, %v", last-seq, err)
	}
}

// What the page of the house changes is all there or not at all: what it is and its chips.
func TestHousePageThatIsNotRecorded(t *testing.T) {
	chips := []games.Amount{500, 1000, 2500, 10000, 50000, 100000, 500000}
	breaking(t, 1, func(h *session.House) {
		if err := h.SetUp(house.DemoPlan("it", "", 1)); err != nil {
			t.Fatal(err)
		}
	}, func(h *session.House) error {
		elena, err := h.SignOn("316931")
		if err != nil {
			return err
		}
		set := h.State.Particulars()
		set.Name, set.Currencies = "Casinò Nuovo", []string{"CHF", "EUR"}
		return h.SetHouse(set, elena, record.ChipsSet{Values: chips}, record.ChipsSet{Currency: "EUR", Values: chips[:3]})
	}, func(h *session.House) {
		if s := &h.State; s.Name == "Casinò Nuovo" || slices.Equal(s.Chips, chips) || len(s.Currencies()) != 1 {
			t.Errorf("half of the page is there: %s, chips %v, %v", s.Name, s.Chips, s.Currencies())
		}
	})
}
