package pitserver_test

import (
	"testing"
	"time"

	"sabot/app/pitserver"
)

// "The pit's certificate and the machines' end after three years. `pit status` says so 60 days before." A machine that is enrolled once more has
// another certificate.
func TestEndingCertificatesAreNamed(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	a, b := p.newMachine(t, 1), p.newMachine(t, 2)
	named := func(now time.Time) (names string) {
		t.Helper()
		status, err := pitserver.StatusOf(t.Context(), p.asked(t), p.folder, now)
		must(t, err)
		for _, e := range status.Ending {
			names += e.Machine + " "
			for _, m := range []*machine{a, b} {
				if m.name == e.Machine && m.enrolment.Until().Sub(e.Until).Abs() > time.Minute {
					t.Errorf("the certificate of %s ends on %v, and the pit says %v", e.Machine, m.enrolment.Until(), e.Until)
				}
			}
		}
		return names
	}
	end := a.enrolment.Until()
	if names := named(end.AddDate(0, 0, -70)); names != "" {
		t.Errorf("70 days before: %s", names)
	}
	if names := named(end.AddDate(0, 0, -50)); names != "tavolo-1 tavolo-2 " {
		t.Errorf("50 days before: %s", names)
	}
	if names := named(end.AddDate(0, 0, 1)); names != "tavolo-1 tavolo-2 " {
		t.Errorf("a day after: %s", names)
	}
}
