package session_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// Two programs write to the house's stream: each takes in what the other entered, and
// nothing of either is lost.
func TestTwoProgramsOfOneHouse(t *testing.T) {
	dir := t.TempDir()
	open := func() *session.House {
		h, err := session.Open(dir, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := h.Close(); err != nil {
				t.Error(err)
			}
		})
		return h
	}
	one := open()
	if err := one.SetUp(house.DemoPlan("it", "", 1)); err != nil {
		t.Fatal(err)
	}
	other := open()
	wrong := func(h *session.House) {
		t.Helper()
		if _, err := h.SignOn("110000"); !house.RefusedFor(err, house.WrongPIN) {
			t.Fatalf("a wrong PIN: %v", err)
		}
	}
	wrong(one)
	wrong(other)
	wrong(one)
	if _, err := other.SignOn("114711"); !house.RefusedFor(err, house.LockedOut) {
		t.Errorf("three wrong PINs at two tables: %v", err)
	}
	elena, err := other.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Unlock(elena); err != nil {
		t.Fatal(err)
	}
	if who, err := one.SignOn("114711"); err != nil || who.Number != "11" {
		t.Errorf("after the manager at the other table: %+v, %v", who, err)
	}
	verified(t, dir)
}

// verified demands that a record holds.
func verified(t *testing.T, dir string) {
	t.Helper()
	for _, fault := range faults(t, dir) {
		t.Error(fault)
	}
}

// The key of the heads is named once, and again only in a record that was restored.
func TestKeyIsNamed(t *testing.T) {
	dir := t.TempDir()
	var keys []string
	for _, restore := range []bool{false, false, true, false} {
		if restore {
			file, other := filepath.Join(t.TempDir(), "b.db"), t.TempDir()
			h, err := session.Open(dir, time.Now)
			if err != nil {
				t.Fatal(err)
			}
			_, err = backups.Of(h).BackUp(t.Context(), backups.Backup{File: file})
			if err := errors.Join(err, h.Close(), backups.Restore(t.Context(), file, other, audit.Check{})); err != nil {
				t.Fatal(err)
			}
			dir = other
		}
		h, err := session.Open(dir, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		keys = h.State.SealKeys
		if h.State.SealKey() != h.Store().Verifier() {
			t.Error("another key is named")
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		verified(t, dir)
	}
	if len(keys) != 2 || keys[0] == keys[1] {
		t.Errorf("%d keys are named, want 2", len(keys))
	}
}

// A checkpoint is the table's head, entered in the house's stream; closing enters one.
func TestCheckpoint(t *testing.T) {
	dir := t.TempDir()
	h, err := session.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := h.SetUp(house.DemoPlan("it", "lugano", 1)); err != nil {
		t.Fatal(err)
	}
	if note, err := h.Checkpoint("LB1"); note != "" || err != nil {
		t.Errorf("a table without entries: %q, %v", note, err)
	}
	croupiers, inspector, err := demo.Crew(h)
	if err != nil {
		t.Fatal(err)
	}
	table, err := h.OpenTable("LB1")
	if err != nil {
		t.Fatal(err)
	}
	defer table.Release()
	if err := table.Open(croupiers[0], inspector, nil); err != nil {
		t.Fatal(err)
	}
	note, err := h.Checkpoint("LB1")
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Close(croupiers[0], inspector, nil); err != nil {
		t.Fatal(err)
	}
	var sizes []int64
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			t.Fatal(err)
		}
		if f, ok := e.Fact.(record.Checkpointed); ok {
			head, _, err := seal.Open(f.Note, h.Store().Verifier())
			if err != nil || head.Stream != "LB1" || len(sizes) == 0 && f.Note != note {
				t.Errorf("%+v, %v", head, err)
			}
			sizes = append(sizes, head.Size)
		}
	}
	if len(sizes) != 2 || sizes[0] != 3 || sizes[1] != table.State.Seq {
		t.Errorf("checkpoints of %v entries, want 3 and %d", sizes, table.State.Seq)
	}
	verified(t, dir)
}

// What two programs do at the same time of one house is entered once: the slower one is told,
// and nothing is on the record that could not follow what the faster one did.
func TestOvertakenByAnotherProgram(t *testing.T) {
	dir := t.TempDir()
	open := func() *session.House {
		h, err := session.Open(dir, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { h.Close() })
		return h
	}
	one := open()
	if err := one.SetUp(house.DemoPlan("it", "", 1)); err != nil {
		t.Fatal(err)
	}
	other := open()
	elena, err := one.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.SignOn("316931"); err != nil { // they know the same now
		t.Fatal(err)
	}
	if err := one.Staff().RemoveStaff("13", elena); err != nil {
		t.Fatal(err)
	}
	if err := other.Staff().RemoveStaff("13", elena); !errors.Is(err, record.ErrConflict) {
		t.Errorf("somebody who left is removed once more: %v", err)
	}
	if err := other.Staff().SetPINRules(record.PINRules{Least: 5}, elena); err != nil {
		t.Errorf("what nobody else touched: %v", err)
	}
	if err := one.RetireTable("LB1", elena); err != nil {
		t.Fatal(err)
	}
	if err := other.RetireTable("LB1", elena); err == nil {
		t.Error("a table is retired twice")
	}
	verified(t, dir)
}

// What one window sets is judged by what another one has entered.
func TestTwoWindowsSetOneHouse(t *testing.T) {
	n := short(t)
	other, err := session.On(n.house.Store(), n.clock.Now)
	n.must(err)
	manager := demotest.Badge(t, n.house, "316931")
	was := n.house.State.Particulars()
	set := was
	set.Currencies = append(slices.Clone(was.Currencies), "EUR")
	n.must(n.house.SetHouse(set, manager, record.ChipsSet{Currency: "EUR", Values: slices.Insert(slices.Clone(n.house.State.Chips), 0, 1)}))
	there := demotest.Badge(t, other, "316931")
	n.must(n.house.Takeover().CatchUp())
	table := n.house.State.Tables[0]
	table.Name, table.Currency = "LB9", "EUR"
	n.must(n.house.Staff().SetTable(table, manager))
	chips := record.ChipsSet{Values: append(slices.Clone(n.house.State.Chips), 12_345_600)}
	if err := other.SetHouse(was, there, chips); !house.RefusedFor(err, house.BadSetting) {
		t.Errorf("a currency is taken away that a table has: %v", err)
	}
}
