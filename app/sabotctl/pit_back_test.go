package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sabot/app/pitserver"
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

// A machine is lost with its disk before it has shipped to a pit whose witness.key was made anew. What the pit has of it counts by the key of before, as it
// stands on paper, and by no other one. It comes back with that, and its table with it.
func TestMachineComesBackUnderAnotherWitnessKey(t *testing.T) {
	c := newCommanded(t)
	c.at(c.other, opens("LB2"))
	c.ships(c.other)
	must(t, os.RemoveAll(c.other))
	was, err := pitserver.ReadFolder(c.pit)
	must(t, err)
	c.stop()
	must(t, os.RemoveAll(c.pit))
	c.says(done, "pit of", "", "pit", "init", "--data", c.data, "--pit", c.pit, "--address", was.Addresses[0], "--database-file", c.in("owner.url"))
	t.Cleanup(served(t, c.pit, was.Addresses[0]))
	c.enroll("ufficio", "LB1", "--office")
	c.says(done, "ufficio ships", "", "pit", "join", c.in("ufficio.pit"), "--data", c.data)
	c.says(done, "", "", "pit", "ship", "--data", c.data)

	is, err := pitserver.ReadFolder(c.pit)
	must(t, err)
	fetch := []string{"pit", "fetch", "--pit", c.pit, "--machine", "tavolo-2", "-o", c.in("tavolo-2.db")}
	c.says(unusable, "name the witness key of before, as pit init printed it, with --witness", "", fetch...)
	c.says(unusable, "is not countersigned by this pit", "", append(fetch, "--witness", is.Verifier())...)
	c.says(unusable, "is no key that heads are checked with", "", append(fetch, "--witness", was.Verifier()[:20])...)
	c.says(done, "restore, enroll, join and restored", "", append(fetch, "--witness", was.Verifier())...)
	c.enroll("tavolo-2", "LB2")
	t.Setenv(record.PepperEnv, c.in("pepper.key"))
	c.says(done, "once more for this machine", "", "restore", c.in("tavolo-2.db"), "--data", c.other)
	c.says(done, "a manager signs for that with sabotctl restored", "", "pit", "join", c.in("tavolo-2.pit"), "--data", c.other)
	must(t, os.WriteFile(c.in("pin"), []byte(strings.TrimPrefix(demoCode("31"), "31")), 0o600))
	c.says(done, "entered: restored from", "", "restored", "--data", c.other, "--backup", c.in("tavolo-2.db"), "--sign", "31", "--pin-file", c.in("pin"))
	c.ships(c.other)
	c.at(c.other, closes("LB2"))
	c.ships(c.other)
	c.says(done, "", "", "pit", "verify", "--pit", c.pit)
	c.says(done, "", "", "pit", "status", "--pit", c.pit)
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
