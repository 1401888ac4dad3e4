package main

import (
	"os"
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
