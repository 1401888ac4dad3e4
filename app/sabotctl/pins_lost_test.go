package main

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/pit/house"
)

// withoutPINs takes sealed keys away from a record's file: of one person, or of everybody.
func withoutPINs(t *testing.T, data, where string) {
	t.Helper()
	must(t, withDB(data, func(db *sql.DB) error {
		_, err := db.Exec("DELETE FROM pins" + where)
		return err
	}))
}

// Who lost the sealed key gets a new PIN. Where everybody lost it nobody can give one, the record holds, and a backup of before brings all of them back.
func TestPINRowsTakenAway(t *testing.T) {
	r := restoredFromBackup(t)
	withoutPINs(t, r.old, " WHERE number = '11'")
	h, err := session.Open(r.old, time.Now)
	must(t, err)
	if _, err := h.SignOn("114711"); !house.RefusedFor(err, house.WrongPIN) {
		t.Errorf("without a sealed key: %v", err)
	}
	manager, err := h.SignOn("316931")
	must(t, err)
	who, _ := h.State.StaffBy("11")
	must(t, h.Staff().EnterStaff(house.NewStaff{Staff: who, PIN: "7302"}, manager))
	must(t, h.Staff().ChangePIN("117302", "5823"))
	_, err = h.SignOn("115823")
	must(t, err)
	must(t, h.Close())

	withoutPINs(t, r.old, "")
	pins, by := pinsOf(t, "31")
	out := says(t, unusable, "kit", "--data", r.old, "-o", filepath.Join(t.TempDir(), "kit.txt"), "--sign", by, "--pin-file", pins)
	if !strings.Contains(out, "the number and PIN of nobody") {
		t.Errorf("a manager: %s", out)
	}
	says(t, done, "verify", "--data", r.old, "--checkpoints", r.kept)
	r.enter(t, done) // of a backup from before, signed by that manager
	two, numbers := pinsOf(t, "21", "31")
	says(t, done, "lost", "--data", r.data, "--sign", numbers, "--pin-file", two)
	r.verify(t, done)
}
