package pitserver_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/record"
	"sabot/reports/sign"
	"sabot/storage"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// With the database away the pit answers and knows nothing: a machine says its own sizes all the same.
func TestOwnSizesWithTheDatabaseAway(t *testing.T) {
	t.Parallel()
	p, m := shippedHands(t, 1)
	p.stop()
	away := *p.folder
	away.Serve = "postgres://nobody@127.0.0.1:1/none"
	folder := p.folder
	p.folder = &away
	defer p.serve(t, 0, p.now)()
	p.folder = folder
	store, err := storage.OpenExisting(m.dir)
	must(t, err)
	defer store.Close()
	list, err := pitclient.Compare(t.Context(), store, m.enrolment, then)
	if silent := (*pitclient.NotHeardError)(nil); !errors.As(err, &silent) || !strings.Contains(err.Error(), "the pit answers at") {
		t.Errorf("%v", err)
	}
	for _, c := range list {
		if c.Own == 0 || c.Known {
			t.Errorf("%+v", c)
		}
	}
	if len(list) != 2 {
		t.Errorf("%+v", list)
	}
}

// Where the database is and by which login it is asked no machine is told, whatever it asks: the log is.
func TestWhatIsInsideIsInTheLog(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	floor, err := pitserver.Enroll(t.Context(), p.house, p.folder, sign.Post{Kind: sign.MachinePost, Name: "floor", Reads: true}, false)
	must(t, err)
	p.stop()
	away := *p.folder
	away.Serve = "postgres://nobody@127.0.0.1:1/none"
	p.folder = &away
	defer p.serve(t, 0, p.now)()
	p.hasSaid(t, "not writing: ", 1)
	s := p.by(t, floor, then)
	hello := func() error { _, err := s.hello("x", p.house.Store().Verifier()); return err }
	asks := map[string]func() error{"hello": hello}
	for _, path := range []string{pitclient.HousePath + "?from=0", pitclient.StreamsPath, pitclient.MachinesPath, pitclient.ChangesPath} {
		asks[path] = func() error { return s.gets(path) }
	}
	for what, ask := range asks {
		err := ask()
		var refused *pitclient.Refusal
		if !errors.As(err, &refused) || refused.Why != pitclient.NotWriting || !strings.Contains(refused.Says, "its log says more") {
			t.Errorf("%s: %v", what, err)
		} else if strings.Contains(refused.Says, "nobody") || strings.Contains(refused.Says, "127.0.0.1") {
			t.Errorf("%s: a machine is told %q", what, refused.Says)
		}
	}
	if !strings.Contains(p.said.String(), "user=nobody") {
		t.Errorf("the log does not say it:\n%s", p.said.String())
	}
}

// Nobody is told to take out the house's office, which nobody can.
func TestNobodyForgetsTheOffice(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.office(t)
	p.newMember(t, "tavolo-1", "LB1")
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	status, err := pitserver.StatusOf(t.Context(), q, p.folder, then())
	must(t, err)
	for _, l := range status.Lines {
		if forgets := strings.Contains(l.Wrong, "pit forget"); forgets != (l.Machine == "tavolo-1") {
			t.Errorf("%+v", l)
		}
	}
}

// A machine is heard as long as its program runs, also while nothing is entered: it is not silent, and no table is taken from it. A command
// that only asks does not count.
func TestIdleMachineIsHeard(t *testing.T) {
	t.Parallel()
	p, _, a, b := twoMembers(t)
	p.stop()
	var passed atomic.Int64
	now := func() time.Time { return then().Add(time.Duration(passed.Load())) }
	p.now = now
	p.up(t)
	_, err := a.ship()
	must(t, err)
	heard := func(name string) (at int64) {
		q := central.Read(p.folder.Serve, p.folder.House)
		defer q.Close()
		machines, err := q.Machines(t.Context())
		must(t, err)
		for _, m := range machines {
			if m.Name == name {
				at = m.Heard
			}
		}
		return at
	}
	passed.Store(int64(30 * time.Second))
	before := heard(a.name)
	must(t, pitclient.CheckOwn(t.Context(), a.house.Takeover(), a.enrolment, now))
	_, err = b.ship()
	must(t, err)
	must(t, pgtest.Seen("what was heard is kept", func() bool { return heard(b.name) == now().UnixMilli() }))
	if at := heard(a.name); at != before {
		t.Errorf("a command that asks is heard as the machine, %d ms later", at-before)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	shipper := pitclient.New(a.house.Store(), a.enrolment, now)
	go func() { defer close(ended); shipper.Run(ctx) }()
	defer func() { stop(); <-ended }()
	for range 3 {
		passed.Add(int64(30 * time.Second))
		must(t, pgtest.Seen("the idle machine is heard", func() bool { return heard(a.name) == now().UnixMilli() }))
	}
}

// A machine that is silent with an open table is an alert, and is none any more once that table is played elsewhere.
func TestSilentMachineWhoseTableWentIsNoAlert(t *testing.T) {
	p, e, a, b := twoMembers(t)
	reads := p.reader(t, "sala", p.house)
	a.play(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	later := func() time.Time { return then().Add(time.Hour) }
	p.now = later
	p.again(t)
	silent := func() (names []string) {
		t.Helper()
		list, err := reads.Machines(t.Context(), later)
		must(t, err)
		for _, c := range pitclient.Conditions(list) {
			if c.Rule == record.UnheardAlert && c.Value > 5 {
				names = append(names, c.Machine)
			}
		}
		return names
	}
	if names := silent(); !slices.Equal(names, []string{a.name}) {
		t.Errorf("while LB1 is open there, unheard are %v", names)
	}
	b.taken(t, p, e)
	if names := silent(); len(names) > 0 {
		t.Errorf("once LB1 is played elsewhere, unheard are %v", names)
	}
}
