package session_test

import (
	"errors"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/pit"
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
	if err := one.SetUp(pit.DemoPlan("it", "", 1)); err != nil {
		t.Fatal(err)
	}
	other := open()
	wrong := func(h *session.House) {
		t.Helper()
		var refusal *pit.Refusal
		if _, err := h.SignOn("110000"); !errors.As(err, &refusal) || refusal.Why != pit.WrongPIN {
			t.Fatalf("a wrong PIN: %v", err)
		}
	}
	wrong(one)
	wrong(other)
	wrong(one)
	var refusal *pit.Refusal
	if _, err := other.SignOn("114711"); !errors.As(err, &refusal) || refusal.Why != pit.LockedOut {
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
}
