package centre_test

import (
	"fmt"
	"sync"
	"testing"

	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/ship"
	"sabot/pit/people"
	"sabot/pit/record"
)

// On a machine with several programs (two tables, or a table and the floor) each program asks the pit by itself. What the
// office entered is taken in once, in the office's order, by whichever comes first; and every program goes by it.
func TestProgramsOfAMachineTakeTheHouseInOnce(t *testing.T) {
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
	var pullers []*ship.Puller
	for _, h := range programs {
		pullers = append(pullers, ship.NewPuller(h, h.Store(), m.enrolment, then))
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
		must(t, p.house.EnterStaff(people.NewStaff{Staff: people.Staff{Number: fmt.Sprint(700 + n), Name: fmt.Sprint("Altro ", n), Role: record.Croupier}, PIN: "928374"}, manager))
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
	log, err := m.house.OfficeLog()
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
