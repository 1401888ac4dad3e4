package pitserver_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/record"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// timed is a pit with a clock of its own, its office and a member that has taken in all that the office entered.
type timed struct {
	*pit
	ms     atomic.Int64
	office *pitclient.Enrolment
	m      *machine
	puller *pitclient.Puller
}

func newTimed(t *testing.T) *timed {
	t.Helper()
	p := &timed{pit: newPit(t)}
	p.ms.Store(then().UnixMilli())
	p.pit.now = func() time.Time { return time.UnixMilli(p.ms.Load()).UTC() }
	p.up(t)
	p.office = p.pit.office(t)
	p.ships(t, p.office)
	p.m = p.newMember(t, "tavolo-1", "LB1")
	p.puller = pitclient.NewPuller(p.m.house.Takeover(), p.m.house.Store(), p.m.enrolment, p.now)
	must(t, p.puller.Once(t.Context()))
	return p
}

func (p *timed) passes(d time.Duration) { p.ms.Add(d.Milliseconds()) }

// lacks takes in what there is and demands that the machine is told that the pit lacks some of it.
func (p *timed) lacks(t *testing.T, refused bool, asOf time.Time) {
	t.Helper()
	err, lacks := p.puller.Once(t.Context()), (*pitclient.LacksError)(nil)
	if !errors.As(err, &lacks) || lacks.Office != "ufficio" || lacks.Refused != refused {
		t.Fatalf("the machine is told %v", err)
	}
	if at := p.puller.State().AsOf; !at.Equal(asOf) {
		t.Errorf("all that the office had entered is here until %s, it was until %s", at, asOf)
	}
	s := p.m.stands(t)
	if s.Lacks == nil || s.Lacks.Refused != refused || s.AsOf.After(asOf) {
		t.Errorf("asked alone it is %+v", s)
	}
}

// Where the pit refuses what the office ships, or has less than the office says it has, no machine is told that it has all that the office
// entered: it is as of before, and an alert says so.
func TestRefusedOfficeIsToldEverywhere(t *testing.T) {
	t.Parallel()
	for name, way := range map[string]struct {
		spoil   func(*testing.T, *timed)
		says    string
		refused bool
	}{
		"an entry by the login that serves": {func(t *testing.T, p *timed) {
			p.spoiled(t, func(t *testing.T, p *pit, s central.Stream) { forge(t, p, s, false) })
		}, "they have not the same past", true},
		"a damaged stream": {func(t *testing.T, p *timed) { p.spoiled(t, damage) }, "is damaged", false},
		"a copy of the office": {func(t *testing.T, p *timed) {
			other, err := session.Open(copied(t, p.data), p.now)
			must(t, err)
			must(t, other.Staff().RemoveStaff("12", demotest.Badge(t, other, code("31"))))
			_, err = pitclient.New(other.Store(), p.office, p.now).Once(t.Context())
			must(t, errors.Join(err, other.Close()))
			must(t, p.puller.Once(t.Context()))
		}, "they have not the same past", true},
	} {
		t.Run(name, func(t *testing.T) {
			p := newTimed(t)
			asOf := p.puller.State().AsOf
			way.spoil(t, p)
			if at := p.puller.State().AsOf; at.After(asOf) {
				asOf = at
			}
			p.passes(10 * time.Minute)
			must(t, p.house.Staff().RemoveStaff("11", demotest.Badge(t, p.house, code("31"))))
			_, err := pitclient.New(p.house.Store(), p.office, p.now).Once(t.Context())
			says(t, err, way.says)
			p.lacks(t, way.refused, asOf)
			if (p.puller.State().Lacks != nil) != way.refused {
				t.Errorf("the table says at once %+v", p.puller.State().Lacks)
			}
			p.passes(time.Minute)
			p.lacks(t, way.refused, asOf)
			state := p.puller.State()
			if state.Lacks == nil {
				t.Fatal("the table says nothing")
			}
			must(t, func() error { _, err := p.m.house.RaiseAlerts(state.Conditions("tavolo-1", p.now())); return err }())
			if open := p.m.house.State.Alerts().OpenAlerts(); len(open) != 1 || open[0].Rule != record.StaleAlert || open[0].Machine != "tavolo-1" || open[0].Level != record.AlertCritical || open[0].Value != 11 {
				t.Errorf("alerts: %+v", open)
			}
			q := central.Read(p.folder.Serve, p.folder.House)
			defer q.Close()
			must(t, pgtest.Seen("what it has heard is in the database", func() bool {
				s, err := q.Stream(t.Context(), "ufficio", record.HouseStream)
				must(t, err)
				return s.Own == p.house.State.Seq
			}))
			p.again(t)
			p.lacks(t, way.refused, asOf)
			holds(t, p.m.house)
		})
	}
}

// A pit that was restored waits for its office, and meanwhile a machine does not hear what that enters: an alert says so, until the office
// has shipped.
func TestRestoredPitThatWaitsIsAnAlert(t *testing.T) {
	t.Parallel()
	p := newTimed(t)
	file := t.TempDir() + "/pit.dump"
	must(t, central.Backup(t.Context(), p.folder.Owner, file))
	p.restore(t, file)
	p.passes(time.Hour)
	stands := func() (rules []string) {
		t.Helper()
		err := p.puller.Once(t.Context())
		if state := p.puller.State(); (err != nil) != pitclient.Stands(err) {
			t.Fatalf("%v, %+v", err, state)
		}
		_, err = p.m.house.RaiseAlerts(p.puller.State().Conditions("tavolo-1", p.now()))
		must(t, err)
		for _, a := range p.m.house.State.Alerts().OpenAlerts() {
			rules = append(rules, fmt.Sprintf("%s %d", a.Rule, a.Value))
		}
		return rules
	}
	if at := stands(); len(at) != 0 {
		t.Errorf("at once: %q", at)
	}
	s := p.m.stands(t)
	if s.Lacks == nil || !strings.Contains(s.Lacks.Error(), "waits for what ufficio entered") {
		t.Errorf("asked alone: %+v", s)
	}
	p.passes(5 * time.Minute)
	if at := stands(); !slices.Equal(at, []string{"stale 5"}) {
		t.Errorf("after five minutes: %q", at)
	}
	p.ships(t, p.office)
	must(t, p.puller.Once(t.Context()))
	if state := p.puller.State(); state.Lacks != nil || len(state.Conditions("tavolo-1", p.now())) > 0 {
		t.Errorf("it goes on: %+v", state)
	}
	holds(t, p.m.house)
}

// What the pit gives out as the office's and is not its own raises the same alert.
func TestForeignHeadOfTheOffice(t *testing.T) {
	t.Parallel()
	p := newTimed(t)
	asOf := p.puller.State().AsOf
	p.spoiled(t, func(t *testing.T, p *pit, s central.Stream) { forge(t, p, s, true) })
	p.passes(10 * time.Minute)
	err := p.puller.Once(t.Context())
	says(t, err, "what ufficio entered")
	state := p.puller.State()
	if list := state.Conditions("tavolo-1", p.now()); state.Wrong == "" || !state.AsOf.Equal(asOf) || len(list) != 1 || list[0].Rule != record.StaleAlert || list[0].Value != 10 {
		t.Errorf("%+v, %+v", state, list)
	}
}

// A machine of the house on another pit of the same database is told the same by what lies there, and a word of the login that serves about
// the office does not change what the pit that writes has heard.
func TestWordOfTheLoginAboutTheOffice(t *testing.T) {
	t.Parallel()
	p := newTimed(t)
	asOf := p.puller.State().AsOf
	p.spoiled(t, func(t *testing.T, p *pit, s central.Stream) { forge(t, p, s, false) })
	p.passes(10 * time.Minute)
	must(t, p.house.Staff().RemoveStaff("11", demotest.Badge(t, p.house, code("31"))))
	_, err := pitclient.New(p.house.Store(), p.office, p.now).Once(t.Context())
	says(t, err, "they have not the same past")
	conn, err := pgx.Connect(t.Context(), p.folder.Serve)
	must(t, err)
	_, err = conn.Exec(t.Context(), `UPDATE sabot.streams SET own = signed, whole = $1 WHERE machine = 'ufficio' AND name = 'house'`, p.now().UnixMilli())
	must(t, errors.Join(err, conn.Close(t.Context())))
	p.lacks(t, true, asOf)
}

// Once the pit takes what the office ships, the machines are as of then.
func TestOfficeIsTakenAgain(t *testing.T) {
	t.Parallel()
	p := newTimed(t)
	yesterday := copied(t, p.data)
	must(t, p.house.Staff().RemoveStaff("11", demotest.Badge(t, p.house, code("31"))))
	p.ships(t, p.office)
	must(t, p.puller.Once(t.Context()))
	asOf := p.puller.State().AsOf
	p.passes(time.Minute)
	_, err := shipFrom(yesterday, p.office)
	says(t, err, "its record is an older one")
	p.lacks(t, true, asOf)
	p.passes(time.Minute)
	p.ships(t, p.office) // it has nothing new, and says so
	must(t, p.puller.Once(t.Context()))
	if state := p.puller.State(); state.Lacks != nil || !state.AsOf.Equal(p.now()) {
		t.Errorf("%+v at %s", state, p.now())
	}
}

// spoiled has something be done to the office's stream while the pit does not serve.
func (p *timed) spoiled(t *testing.T, spoil func(*testing.T, *pit, central.Stream)) {
	t.Helper()
	p.stop()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	s, err := q.Stream(t.Context(), "ufficio", record.HouseStream)
	must(t, err)
	spoil(t, p.pit, s)
	p.again(t)
}
