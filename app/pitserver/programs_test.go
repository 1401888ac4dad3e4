package pitserver_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central/pgtest"
)

// On a machine with several programs (two tables, or a table and the floor) each program asks the pit by itself. What the
// office entered is taken in once, in the office's order, by whichever comes first; and every program goes by it.
func TestProgramsOfAMachineTakeTheHouseInOnce(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	e := p.office(t)
	p.ships(t, e)
	m := p.newMember(t, "tavolo-1", "LB1")
	programs := []*session.House{m.house}
	for range 3 {
		h, err := session.Open(m.dir, m.clock.Now)
		must(t, err)
		defer h.Close()
		programs = append(programs, h)
	}
	var pullers []*pitclient.Puller
	for _, h := range programs {
		pullers = append(pullers, pitclient.NewPuller(h.Takeover(), h.Store(), m.enrolment, then))
	}
	once := func() {
		t.Helper()
		var wait sync.WaitGroup
		for _, puller := range pullers {
			wait.Go(func() {
				if err := puller.Once(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	}
	once()
	manager := demotest.Badge(t, p.house, code("31"))
	enter := func(n int) {
		t.Helper()
		must(t, p.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: fmt.Sprint(700 + n), Name: fmt.Sprint("Altro ", n), Role: record.Croupier}, PIN: "928374"}, manager))
		p.ships(t, e)
	}
	for n := range 3 { // one after the other
		enter(n)
		for _, puller := range pullers {
			must(t, puller.Once(t.Context()))
		}
	}
	for n := range 10 { // all at once
		enter(10 + n)
		once()
	}
	for n, puller := range pullers {
		must(t, puller.Once(t.Context()))
		if state := puller.State(); state.Wrong != "" || state.Size != p.house.State.Seq {
			t.Errorf("program %d: %+v, and the office has %d entries", n, state, p.house.State.Seq)
		}
	}
	log, err := m.house.Takeover().OfficeLog()
	must(t, err)
	if log.Size() != p.house.State.Seq {
		t.Errorf("%d entries were taken in, and the office has %d", log.Size(), p.house.State.Seq)
	}
	held := 0
	for entry, err := range m.house.Store().Entries(record.HouseStream, 1) {
		must(t, err)
		if _, is := entry.Fact.(record.TablesHeld); is {
			held++
		}
	}
	if held != 1 {
		t.Errorf("which tables it plays was entered %d times", held)
	}
	holds(t, m.house)
}

// Of two programs of a machine one ships. The other one, which waits, knows too when the pit is away, and when it is back.
func TestProgramThatDoesNotShipKnowsThatThePitIsAway(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	lease, err := m.house.Store().Lease(pitclient.Shipping, "another program")
	must(t, err)
	defer lease.Release()
	line := newLine(t, p.folder.Addresses[0])
	e := *m.enrolment
	e.Addresses = []string{line.listener.Addr().String()}
	waits := pitclient.New(m.house.Store(), &e, time.Now)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		waits.Run(ctx)
	}()
	defer func() { stop(); <-ended }()
	for _, cut := range []bool{true, false} {
		line.be(cut)
		must(t, pgtest.Seen(fmt.Sprintf("it knows that the line is cut: %t", cut), func() bool { return waits.State().Since.IsZero() != cut }))
	}
}
