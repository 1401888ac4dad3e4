package pit_test

import (
	"errors"
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// secrets keeps sealed keys in memory.
type secrets map[string]string

func (s secrets) Secret(number string) (string, error) { return s[number], nil }
func (s secrets) Pepper() (record.Pepper, error)       { return pepper, nil }

// pepper is the pepper of these tests.
var pepper = record.Pepper("0123456789abcdef0123456789abcdef")

// Wrong PINs: a word each time, on the record; after three a delay that doubles; the
// right PIN waits as well; a manager opens, and nobody else.
func TestLockOut(t *testing.T) {
	h, keys := &house.House{}, secrets{}
	plan := house.DemoPlan("it", "lugano", 1)
	now := moment
	enter := func(facts []record.Fact) {
		for _, e := range h.Stamp(now, "", facts...) {
			h.Apply(e)
		}
	}
	for i := range plan.Staff {
		s := &plan.Staff[i]
		key, err := house.NewKey()
		if err != nil {
			t.Fatal(err)
		}
		if s.Key, err = house.PublicKey(key); err != nil {
			t.Fatal(err)
		}
		if keys[s.Number], err = house.SealKey(s.PIN, pepper, key); err != nil {
			t.Fatal(err)
		}
	}
	facts, err := plan.Facts()
	if err != nil {
		t.Fatal(err)
	}
	enter(facts)
	try := func(code string) house.Why {
		_, facts, err := h.People().SignOn(keys, code, now)
		enter(facts)
		var refusal *house.Refusal
		if errors.As(err, &refusal) {
			return refusal.Why
		}
		if err != nil {
			t.Fatal(err)
		}
		return ""
	}
	for range house.FreeTries {
		if why := try("110000"); why != house.WrongPIN {
			t.Fatalf("a wrong PIN: %q", why)
		}
	}
	if why := try("114711"); why != house.LockedOut {
		t.Fatalf("the right PIN, right after: %q", why)
	}
	if why := try("124712"); why != "" {
		t.Errorf("somebody else: %q", why)
	}
	now = now.Add(10 * time.Second)
	if why := try("110000"); why != house.WrongPIN {
		t.Fatalf("after the wait: %q", why)
	}
	if wait := h.People().Locked("11", now); wait != 20*time.Second {
		t.Errorf("the next wait is %v, want twice the first", wait)
	}
	dario, _ := h.StaffBy("21")
	elena, _ := h.StaffBy("31")
	if _, err := h.People().Unlock(dario, now); !house.RefusedFor(err, house.WrongRole) {
		t.Errorf("an inspector unlocks: %v", err)
	}
	facts, err = h.People().Unlock(elena, now)
	if err != nil {
		t.Fatal(err)
	}
	enter(facts)
	if why := try("114711"); why != "" || len(h.People().LockedNumbers(now)) != 0 {
		t.Errorf("after the manager: %q", why)
	}
	if _, err := h.People().Unlock(elena, now); !house.RefusedFor(err, house.NothingLocked) {
		t.Errorf("nothing to unlock: %v", err)
	}
	// One wrong PIN and the right one: the count begins anew.
	for range 2 * house.FreeTries {
		if why := try("110000"); why != house.WrongPIN {
			t.Fatalf("%q", why)
		}
		if why := try("114711"); why != "" {
			t.Fatalf("%q", why)
		}
	}
	for range 20 {
		try("11")
		now = now.Add(2 * time.Hour)
	}
	try("11")
	if wait := h.People().Locked("11", now); wait != time.Hour {
		t.Errorf("the longest wait is %v", wait)
	}
}
