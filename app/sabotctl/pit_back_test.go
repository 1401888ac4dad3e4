package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sabot/app/session"
	"sabot/pit/record"
)

// A machine that was lost with its disk comes back, under another account, by what the pit has of it and one more enrolment. A manager signs
// for that, and its people sign on and go on with the open table.
func TestMachineComesBackFromThePit(t *testing.T) {
	c := newCommanded(t)
	c.at(c.other, opens("LB2"))
	c.ships(c.other)
	must(t, os.RemoveAll(c.other))
	c.says(done, "restore, enroll, join and restored", "", "pit", "fetch", "--pit", c.pit, "--machine", "tavolo-2", "-o", c.in("tavolo-2.db"))
	c.enroll("tavolo-2", "LB2")

	t.Setenv(record.PepperEnv, c.in("pepper.key"))
	c.says(done, "sabotctl pit enroll at ufficio, once more for this machine", "", "restore", c.in("tavolo-2.db"), "--data", c.other)
	c.says(done, "a manager signs for that with sabotctl restored", "", "pit", "join", c.in("tavolo-2.pit"), "--data", c.other)
	must(t, os.WriteFile(c.in("pin"), []byte(strings.TrimPrefix(demoCode("31"), "31")), 0o600))
	c.says(done, "entered: restored from", "", "restored", "--data", c.other, "--backup", c.in("tavolo-2.db"), "--sign", "31", "--pin-file", c.in("pin"))
	c.ships(c.other)
	c.at(c.other, func(h *session.House) error {
		for _, number := range []string{"11", "12", "21", "31"} {
			if _, err := h.SignOn(demoCode(number)); err != nil {
				t.Errorf("%s signs on: %v", number, err)
			}
		}
		open, err := h.OpenTable("LB2")
		must(t, err)
		if !open.State.Open {
			t.Error("the shift is gone")
		}
		return open.Release()
	})
	c.says(done, "holds", "", "verify", "--data", c.other)
	c.says(done, "LB2", "", "pit", "status", "--data", c.other)
	c.stop()
	if said := c.says(unusable, "the pit does not answer at 127.0.0.1", "", "pit", "ship", "--data", c.other); strings.Contains(said, "https://") {
		t.Error(said)
	}
}

// A backup of the pit is tried in a database beside the one that serves, with a copy of the folder, as docs/pit.md says. The pit
// goes on serving under the login that it has.
func TestPitRestoreIsTriedBesideThePit(t *testing.T) {
	c := newCommanded(t)
	dump, try := c.in("pit.dump"), c.in("pit-try")
	c.says(done, "its keys are not", "", "pit", "backup", "--pit", c.pit, dump)
	if out, err := exec.Command("cp", "-r", c.pit, try).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	empty, err := aPostgres(t).URL()
	must(t, err)
	must(t, os.WriteFile(filepath.Join(try, "owner.url"), []byte(empty), 0o600))
	c.says(done, "copies of the pit's folder that were made before do not log in to this database", "", "pit", "restore", dump, "--pit", try)
	serves, err := os.ReadFile(filepath.Join(c.pit, "serve.url"))
	must(t, err)
	tried, err := os.ReadFile(filepath.Join(try, "serve.url"))
	must(t, err)
	if string(tried) == string(serves) {
		t.Error("the folder of the try leads to the pit that serves")
	}
	c.at(c.other, opens("LB2"))
	c.ships(c.other)
	c.says(done, "holds", "", "pit", "verify", "--pit", c.pit)
}
