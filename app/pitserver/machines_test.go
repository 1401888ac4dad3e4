package pitserver_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/reports/sign"
	"sabot/storage/central/pgtest"
)

// reader is the enrolment of a machine that may read what all have shipped.
func (p *pit) reader(tb testing.TB, name string, house *session.House, tables ...string) *pitclient.Enrolment {
	tb.Helper()
	e, err := pitserver.Enroll(tb.Context(), p.house, p.folder, sign.Post{Kind: sign.MachinePost, Name: name, Tables: tables, Reads: true}, true)
	must(tb, err)
	text, err := e.Text()
	must(tb, err)
	e, err = pitclient.Join(house.Store(), house.State.Name, text)
	must(tb, err)
	return e
}

// With a certificate that it was given before another one a machine reads nothing any more.
func TestAnEarlierCertificateReadsNothing(t *testing.T) {
	t.Parallel()
	p, m := shippedNight(t, 1)
	earlier := p.reader(t, "ufficio", m.house)
	_, err := earlier.Machines(t.Context(), then)
	must(t, err)
	latest := p.reader(t, "ufficio", m.house)
	reads := func(e *pitclient.Enrolment) map[string]error {
		said := map[string]error{}
		_, said["machines"] = e.Machines(t.Context(), then)
		_, said["asked"] = pitclient.NewAsks(e, then).Asked(t.Context())
		_, said["a stream"] = pitclient.NewReader(e, then).Journal(t.Context(), m.name).Openings("LB1")
		return said
	}
	for what, err := range reads(latest) {
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, err := range reads(earlier) {
		var refused *pitclient.Refusal
		if !errors.As(err, &refused) || refused.Why != pitclient.NotEnrolled {
			t.Errorf("%s is read with the certificate of before: %v", what, err)
		}
		says(t, err, "the machine ufficio was given another certificate since, at 2024-11-21 ", "counts no more. Have it join with that one, or enroll ufficio once more")
	}
	p.owns(t, `DELETE FROM sabot.machines WHERE name = 'ufficio'`)
	for _, err := range reads(latest) {
		says(t, err, "the machine ufficio is not enrolled in this pit", "Enroll ufficio once more with sabotctl pit enroll")
	}
}

// A machine of the house that has another certificate by now is told since when and what to do when it asks for the house, as it is when it ships.
func TestAnEarlierCertificateHearsNothing(t *testing.T) {
	t.Parallel()
	p, _, a, _ := twoMembers(t)
	p.enroll(t, a.house, a.name, "LB1")
	var err error
	must(t, pgtest.Seen("the pit knows its other certificate", func() bool {
		_, err = a.ship()
		return err != nil
	}))
	const since, does = "the machine tavolo-1 was given another certificate since, at 2024-11-21 ", "counts no more. Have it join with that one, or enroll tavolo-1 once more"
	says(t, err, since, does)
	says(t, a.puller().Once(t.Context()), since, does)
}

// A machine with an open table of which the pit hears nothing is an alert on the record of a machine that
// may read there, and a graver one once that has lasted twice as long; so is a clock that is apart. One whose table has closed
// may be switched off.
func TestMachinesThatAreNotHeard(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	now := then()
	p.stop = p.serve(t, 0, func() time.Time { return now })
	must(t, pgtest.Seen("the pit writes", func() bool { return strings.Contains(p.said.String(), "writing: ") }))
	open, closed, ahead := p.newMachine(t, 1), p.newMachine(t, 2), p.newMachine(t, 3)
	open.play(t, 2, 1)
	closed.night(t, 2, 2)
	ahead.night(t, 2, 3)
	for _, m := range []*machine{open, closed} {
		_, err := pitclient.New(m.house.Store(), m.enrolment, func() time.Time { return now }).Once(t.Context())
		must(t, err)
	}
	_, err := pitclient.New(ahead.house.Store(), ahead.enrolment, func() time.Time { return now.Add(3 * time.Minute) }).Once(t.Context())
	must(t, err)

	office := p.newMachine(t, 4)
	reads := p.reader(t, "ufficio", office.house)
	if !reads.Reads() || open.enrolment.Reads() {
		t.Error("who may read is not in the enrolment")
	}
	var refused *pitclient.Refusal
	if _, err := open.enrolment.Machines(t.Context(), then); !errors.As(err, &refused) {
		t.Errorf("a table's machine is told of the others: %v", err)
	}
	heard := func(machine string, at time.Time) { // what is heard is kept a little later
		t.Helper()
		must(t, pgtest.Seen(machine+" is heard", func() bool {
			machines, err := reads.Machines(t.Context(), then)
			must(t, err)
			return slices.ContainsFunc(machines, func(m pitclient.MachineAt) bool { return m.Machine == machine && m.Heard >= at.UnixMilli() })
		}))
	}
	for _, m := range []*machine{open, closed, ahead} {
		heard(m.name, now)
	}
	raised := func() (list []record.Alerted) {
		t.Helper()
		machines, err := reads.Machines(t.Context(), then)
		must(t, err)
		_, err = office.house.RaiseAlerts(pitclient.Conditions(machines))
		must(t, err)
		for e, err := range office.house.Store().Entries(record.HouseStream, 1) {
			must(t, err)
			if f, ok := e.Fact.(record.Alerted); ok {
				list = append(list, f)
			}
		}
		return list
	}
	if list := raised(); len(list) != 1 || list[0].Rule != record.ClockAlert || list[0].Machine != "tavolo-3" || list[0].Value != 3 || list[0].Limit != 2 {
		t.Fatalf("at once: %+v", list)
	}
	now = now.Add(6 * time.Minute)
	list := raised()
	if len(list) != 2 || list[1].Rule != record.UnheardAlert || list[1].Machine != "tavolo-1" || list[1].Value != 6 || list[1].Limit != 5 {
		t.Fatalf("six minutes later: %+v", list)
	}
	now = now.Add(20 * time.Minute)
	office.clock.Pass(20 * time.Minute)
	if list = raised(); len(list) != 3 || list[2].Limit != 20 || list[2].Level != record.AlertCritical {
		t.Fatalf("half an hour later: %+v", list)
	}
	if _, err := pitclient.New(open.house.Store(), open.enrolment, func() time.Time { return now }).Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	heard(open.name, now)
	office.clock.Pass(20 * time.Minute)
	if again := raised(); len(again) != 3 {
		t.Errorf("it is heard again: %+v", again)
	}
	snapshot, err := office.house.Store().Snapshot(t.Context())
	must(t, err)
	defer snapshot.Close()
	all, err := audit.Verify(t.Context(), snapshot, audit.Check{Trusted: office.house.Store().Verifier()})
	must(t, err)
	for _, c := range all {
		if c.Fault != nil {
			t.Errorf("%s: %v", c.Name, c.Fault)
		}
	}
}
