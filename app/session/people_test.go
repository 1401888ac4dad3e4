package session_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
)

func demoHouse(t *testing.T) *session.House {
	t.Helper()
	return demoHouseBy(t, time.Now)
}

// demoHouseBy is a demo house that goes by a clock.
func demoHouseBy(t *testing.T, now func() time.Time) *session.House {
	t.Helper()
	h, err := session.Open(t.TempDir(), now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := h.SetUp(house.DemoPlan("it", "", 1)); err != nil {
		t.Fatal(err)
	}
	return h
}

// oldHash is a PIN as a hash, as Sabot 0.3 kept it.
func oldHash(pin string) string {
	salt := []byte("0123456789abcdef")
	enc := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=19$m=65536,t=2,p=1$%s$%s", enc.EncodeToString(salt), enc.EncodeToString(argon2.IDKey([]byte(pin), salt, 2, 64*1024, 1, 32)))
}

// Whoever writes the record's file chooses nobody's PIN: neither a hash as Sabot 0.3 kept
// it, who has no key on the record or one, nor a sealed key of their own opens anything.
func TestPINPutThereBehindTheRecord(t *testing.T) {
	own, err := house.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	pepper, err := demoHouse(t).Store().Pepper() // the account's, as that of any house here
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := house.SealKey("8520", pepper, own)
	if err != nil {
		t.Fatal(err)
	}
	for name, secret := range map[string]string{"an old hash": oldHash("8520"), "a key of one's own": sealed} {
		n := newNight(t)
		n.must(behind(n.dir, `UPDATE pins SET hash = ? WHERE number = '31'`, secret))
		keys := n.house.State.People().KeyOf("31")
		if _, err := n.house.SignOn("318520"); !house.RefusedFor(err, house.WrongPIN) {
			t.Errorf("%s: %v", name, err)
		}
		if n.house.State.People().KeyOf("31") != keys {
			t.Errorf("%s: the record names another key", name)
		}
	}
	for name, secret := range map[string]string{"an old hash": oldHash("8520"), "a key": sealed} {
		n := newNight(t)
		n.must(n.house.Store().Append(n.house.State.Stamp(n.clock.Now(), "", record.StaffSet{Number: "51", Name: "Ugo Bassi", Role: record.Manager}, record.PINSet{Number: "51"})...))
		n.must(behind(n.dir, `INSERT INTO pins (number, hash) VALUES ('51', ?)`, secret))
		if _, err := n.house.SignOn("518520"); !house.RefusedFor(err, house.WrongPIN) || n.house.State.People().KeyOf("51") != "" {
			t.Errorf("%s of which the record knows nothing: %v", name, err)
		}
	}
}

// A new PIN opens another key; weak ones, the old one and a wrong old one are refused.
func TestChangePIN(t *testing.T) {
	h := demoHouse(t)
	before, err := h.SignOn("114711")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		code, pin string
		why       house.Why
	}{
		{"114711", "4711", house.WeakPIN},
		{"114711", "1111", house.WeakPIN},
		{"114711", "11258036", house.PINHasNumber},
		{"114711", "1234", house.WeakPIN},
		{"114711", "9876", house.WeakPIN},
		{"114711", "12", house.WeakPIN},
		{"114711", "1111a", house.WeakPIN},
		{"114799", "5823", house.WrongPIN},
	} {
		if err := h.Staff().ChangePIN(c.code, c.pin); !house.RefusedFor(err, c.why) {
			t.Errorf("%s to %s: %v, want %s", c.code, c.pin, err, c.why)
		}
	}
	if err := h.Staff().ChangePIN("114711", "5823"); err != nil {
		t.Fatal(err)
	}
	after, err := h.SignOn("115823")
	if err != nil || after.Key().Equal(before.Key()) {
		t.Errorf("the new PIN opens the key of before: %v", err)
	}
	if _, err := h.SignOn("114711"); err == nil {
		t.Error("the old PIN opens still")
	}
}

// A PIN that has expired is good for choosing a new one and nothing else; the rules of
// PINs are a manager's.
func TestExpiredPIN(t *testing.T) {
	now := time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC)
	h, err := session.Open(t.TempDir(), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := h.SetUp(house.DemoPlan("it", "", 1)); err != nil {
		t.Fatal(err)
	}
	elena, err := h.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Staff().SetPINRules(record.PINRules{Least: 6, Days: 90}, elena); err != nil {
		t.Fatal(err)
	}
	now = now.Add(91 * 24 * time.Hour)
	if _, err := h.SignOn("114711"); !house.RefusedFor(err, house.PINExpired) {
		t.Fatalf("after 91 days: %v", err)
	}
	if err := h.Staff().ChangePIN("114711", "5823"); !house.RefusedFor(err, house.WeakPIN) {
		t.Errorf("four digits where six are the rule: %v", err)
	}
	if err := h.Staff().ChangePIN("114711", "582391"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.SignOn("11582391"); err != nil {
		t.Error(err)
	}
}

// A manager enters somebody, who can sign on and sign; who has left can do neither.
func TestEnterAndRemoveStaff(t *testing.T) {
	h := demoHouse(t)
	elena, err := h.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	dario, err := h.SignOn("215821")
	if err != nil {
		t.Fatal(err)
	}
	gina := house.NewStaff{Staff: house.Staff{Number: "22", Name: "Gina Neri", Role: record.Inspector}, PIN: "7302"}
	if err := h.Staff().EnterStaff(gina, dario); !house.RefusedFor(err, house.WrongRole) {
		t.Errorf("an inspector enters staff: %v", err)
	}
	if err := h.Staff().EnterStaff(gina, elena); err != nil {
		t.Fatal(err)
	}
	who, err := h.SignOn("227302")
	if !house.RefusedFor(err, house.PINGiven) {
		t.Errorf("signs on with the PIN that a manager gave: %v", err)
	}
	if err := h.Staff().ChangePIN("227302", "7302"); !house.RefusedFor(err, house.WeakPIN) {
		t.Errorf("keeps the PIN that a manager gave: %v", err)
	}
	given := who.Key()
	if err := h.Staff().ChangePIN("227302", "9461"); err != nil {
		t.Fatal(err)
	}
	who, err = h.SignOn("229461")
	if err == nil && who.Key().Equal(given) {
		t.Error("the key is still the one that the manager could open")
	}
	if err != nil || who.Name != "Gina Neri" {
		t.Fatalf("%+v, %v", who, err)
	}
	if _, err := h.Authority().Identity(who); err != nil {
		t.Error(err)
	}
	if err := h.Staff().RemoveStaff("31", elena); !house.RefusedFor(err, house.SamePerson) {
		t.Errorf("she removes herself: %v", err)
	}
	if err := h.Staff().RemoveStaff("22", elena); err != nil {
		t.Fatal(err)
	}
	if _, err := h.SignOn("229461"); !house.RefusedFor(err, house.WrongPIN) {
		t.Errorf("who has left signs on: %v", err)
	}
	if err := h.Staff().RemoveStaff("21", elena); !house.RefusedFor(err, house.LastOfRole) {
		t.Errorf("the last inspector is removed: %v", err)
	}
}

// Numbers of different lengths stand beside each other as long as none begins with another
// one: then a code that is typed in one go has one owner.
func TestNumbersOfDifferentLengths(t *testing.T) {
	h := demoHouse(t)
	elena, err := h.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	for number, may := range map[string]bool{"114": false, "1": false, "3": false, "21": true, "1501": true, "907003": true, "1502": true, "9070031": false, "": false, "9a": false} {
		before := h.State.Seq
		err := h.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: number, Name: "Gina Neri", Role: record.Inspector}, PIN: "7302"}, elena)
		var refusal *house.Refusal
		if may != (err == nil) || !may && (!errors.As(err, &refusal) || refusal.What != "number" || h.State.Seq != before) {
			t.Errorf("number %q: %v", number, err)
		}
	}
	for code, number := range map[string]string{"15017302": "1501", "9070037302": "907003", "114711": "11"} {
		if who, _, ok := h.State.People().SplitCode(code); !ok || who.Number != number {
			t.Errorf("%s is of %q", code, who.Number)
		}
	}
}

// What somebody approves with a PIN that another one chose the audit finds.
func TestGivenPINSignsNothing(t *testing.T) {
	h := demoHouse(t)
	elena, err := h.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "32", Name: "Gina Neri", Role: record.Manager}, PIN: "7302"}, elena); err != nil {
		t.Fatal(err)
	}
	gina, _ := h.SignOn("327302") // refused, but it answers the badge with which a PIN is chosen
	holds := func() bool {
		checked, err := papers.Of(h).VerifyRecord(t.Context(), func(int64) {})
		if err != nil {
			t.Fatal(err)
		}
		return !slices.ContainsFunc(checked, func(c audit.Checked) bool { return c.Fault != nil })
	}
	if !holds() {
		t.Fatal("the record does not hold")
	}
	if err := h.Staff().RemoveStaff("11", gina); err != nil {
		t.Fatal(err)
	}
	if holds() {
		t.Error("an approval with a PIN that was given holds")
	}
}
