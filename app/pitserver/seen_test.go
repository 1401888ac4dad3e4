package pitserver_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/app/session/floor"
	table "sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports/sign"
)

// seers are a house of three machines: at a table of one stands an alert, and from two others somebody looks on.
type seers struct {
	pit   *pit
	at    *machine // where the alert is
	asks  *pitclient.Asks
	alert int64

	office, other           *farFloor
	officeLooks, otherLooks *pitclient.Asks
	otherHouse              *session.House
	otherClock              *demo.Clock
}

func newSeers(t *testing.T) *seers {
	t.Helper()
	w := &seers{pit: newPitOf(t, 2)}
	w.pit.up(t)
	joined := func(house *session.House, e *pitclient.Enrolment, err error) *pitclient.Enrolment {
		t.Helper()
		must(t, err)
		text, err := e.Text()
		must(t, err)
		e, err = pitclient.Join(house.Store(), house.State.Name, text)
		must(t, err)
		return e
	}
	e, err := pitserver.EnrollOffice(t.Context(), w.pit.house, w.pit.folder, sign.Post{Kind: sign.MachinePost, Name: "ufficio", Reads: true}, true)
	e = joined(w.pit.house, e, err)
	w.pit.ships(t, e)
	w.at = w.pit.newMember(t, "tavolo-1", "LB1")
	w.at.pull(t)
	w.at.play(t, 3, 1)
	w.at.clock.Pass(21 * time.Minute)
	w.raises(t)
	w.asks = pitclient.NewAsks(w.at.enrolment, then)
	w.office, w.officeLooks = w.pit.floorOf(t, w.pit.house, e), pitclient.NewAsks(e, then)

	w.otherClock = demo.NewClock(w.at.clock.Now())
	w.otherHouse, err = session.Open(filepath.Join(t.TempDir(), "data"), w.otherClock.Now)
	must(t, err)
	t.Cleanup(func() { must(t, w.otherHouse.Close()) })
	other, err := pitserver.Enroll(t.Context(), w.pit.house, w.pit.folder, sign.Post{Kind: sign.MachinePost, Name: "tavolo-2", Tables: []string{"LB2"}, Reads: true}, true)
	other = joined(w.otherHouse, other, err)
	must(t, pitclient.NewPuller(w.otherHouse.Takeover(), w.otherHouse.Store(), other, then).Once(t.Context()))
	w.other, w.otherLooks = w.pit.floorOf(t, w.otherHouse, other), pitclient.NewAsks(other, then)
	for _, f := range []*farFloor{w.office, w.other} {
		f.until(t, "the alert is there", func() bool { return len(f.AlertsElsewhere()) == 1 })
	}
	there := w.office.AlertsElsewhere()[0]
	if there.There != "tavolo-1" || there.Table != "LB1" || there.Rule != record.IdleAlert {
		t.Fatalf("the alert is %+v", there)
	}
	w.alert = there.Seq
	return w
}

// raises has the alert's machine enter what is due, and ship it.
func (w *seers) raises(t *testing.T) {
	t.Helper()
	state, err := table.Resume(w.at.house.Store(), "LB1")
	must(t, err)
	raised, err := w.at.house.RaiseAlerts(state.Conditions(w.at.clock.Now(), nil))
	must(t, err)
	if !raised {
		t.Fatal("no alert is raised")
	}
	w.ships(t)
}

func (w *seers) ships(t *testing.T) {
	t.Helper()
	_, err := pitclient.New(w.at.house.Store(), w.at.enrolment, then).Once(t.Context())
	must(t, err)
}

// seen is that they have seen to the alert, as somebody says it.
func (w *seers) seen() record.AlertSeen {
	return record.AlertSeen{Alert: w.alert, Verdict: record.RealAlert, Text: "cambio sabot"}
}

// signs is what somebody signs at a floor that looks on.
func signs(t *testing.T, house *session.House, f *farFloor, number string, seen record.AlertSeen) pitclient.Look {
	t.Helper()
	signed, err := f.SignSeen(demotest.Badge(t, house, code(number)), "tavolo-1", seen)
	must(t, err)
	look := pitclient.Look{ID: pitclient.AlertsOf("tavolo-1"), By: number, Entry: record.Encode(signed[0])}
	for _, e := range signed[1:] {
		look.Given = append(look.Given, e.Fact.(record.Approved))
	}
	return look
}

// hears asks the pit as the alert's machine does, and answers what somebody has sent it.
func (w *seers) hears(t *testing.T) *pitclient.Look {
	t.Helper()
	answer, err := w.asks.Ask(t.Context(), pitclient.Ask{Table: record.HouseStream})
	must(t, err)
	return answer.Answer
}

// An inspector in the office sees to an alert of another machine, and a manager at a third one does in the same moment: who comes
// first has, it is an entry of the alert's machine with their signature, and the other's is none. The audit finds nothing; the
// floors show who it was. Once more does no harm.
func TestAlertSeenFromAfar(t *testing.T) {
	t.Parallel()
	w := newSeers(t)
	look, late := signs(t, w.pit.house, w.office, "21", w.seen()), signs(t, w.otherHouse, w.other, "31", w.seen())
	var refused *pitclient.Refusal
	if err := w.officeLooks.Look(t.Context(), look); !errors.As(err, &refused) || refused.Why != pitclient.NotAsked {
		t.Errorf("the machine is not there: %v", err)
	}
	if heard := w.hears(t); heard != nil {
		t.Fatalf("it hears %+v", heard)
	}
	if list, err := w.officeLooks.Asked(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("the office is told that a table asks: %+v, %v", list, err)
	}
	must(t, w.officeLooks.Look(t.Context(), look))
	heard := w.hears(t)
	if heard == nil {
		t.Fatal("it hears of nobody")
	}
	before := w.at.house.State.Seq
	must(t, w.at.house.TakeSeen(heard.Entry, heard.Given))
	if open := w.at.house.State.Alerts().OpenAlerts(); len(open) != 0 || w.at.house.State.Seq != before+2 {
		t.Fatalf("open are %+v", open)
	}
	if again := w.hears(t); again != nil {
		t.Errorf("it hears it twice: %+v", again)
	}
	must(t, w.otherLooks.Look(t.Context(), late))
	for what, l := range map[string]*pitclient.Look{"once more": heard, "somebody later": w.hears(t)} {
		if err := w.at.house.TakeSeen(l.Entry, l.Given); !errors.Is(err, session.ErrMoved) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if w.at.house.State.Seq != before+2 {
		t.Error("something was entered twice")
	}
	w.ships(t)
	for _, f := range []*farFloor{w.office, w.other} {
		f.until(t, "the alert is open no more", func() bool { return len(f.AlertsElsewhere()) == 0 })
		if a, known, _ := f.AlertOf("tavolo-1", w.alert); !known || a.Seen.By != "21" || a.Seen.Text != "cambio sabot" || a.SeenAt.IsZero() {
			t.Errorf("a floor has it that %+v", a)
		}
	}
	_, err := w.other.SignSeen(demotest.Badge(t, w.otherHouse, code("31")), "tavolo-1", w.seen())
	refusedFor(t, "an alert that somebody has seen to", err, house.NoAlert)
	holds(t, w.at.house)
	w.pit.same(t, w.at)
}

// What the alert's machine takes is what somebody of the house has signed, who may, of an alert that is open there, as the next entry of
// its record and of now. Nothing else is entered.
func TestForgedAcknowledgementsAreNotTaken(t *testing.T) {
	t.Parallel()
	w := newSeers(t)
	inspector := demotest.Badge(t, w.pit.house, code("21"))
	croupier := demotest.Badge(t, w.pit.house, code("11"))
	_, err := w.office.SignSeen(croupier, "tavolo-1", w.seen())
	refusedFor(t, "a croupier", err, house.WrongRole)
	_, err = w.office.SignSeen(inspector, "tavolo-7", w.seen())
	refusedFor(t, "a machine that there is not", err, house.NoAlert)

	seq := w.at.house.State.Seq
	refused := func(what string, text []byte, given []record.Approved) {
		t.Helper()
		if err := w.at.house.TakeSeen(text, given); err == nil {
			t.Errorf("%s is taken", what)
		}
		if w.at.house.State.Seq != seq {
			t.Fatalf("%s: something was entered", what)
		}
	}
	forged := func(what string, by house.Badge, change func(*record.Entry)) {
		t.Helper()
		e := w.at.house.State.Stamp(w.at.clock.Now(), "21", record.AlertSeen{Alert: w.alert, By: "21", Verdict: record.RealAlert, Text: "cambio sabot"})[0]
		change(&e)
		given, err := by.Approve(w.at.house.Stood(), e)
		must(t, err)
		given.By = "21"
		refused(what, record.Encode(e), []record.Approved{given})
	}
	says := func(change func(*record.AlertSeen)) func(*record.Entry) {
		return func(e *record.Entry) {
			f := e.Fact.(record.AlertSeen)
			change(&f)
			e.Fact = f
		}
	}
	forged("a manager's signature in the inspector's name", demotest.Badge(t, w.pit.house, code("31")), func(*record.Entry) {})
	forged("a croupier's", croupier, says(func(f *record.AlertSeen) { f.By = "11" }))
	forged("somebody who is not of the house", inspector, says(func(f *record.AlertSeen) { f.By = "99" }))
	forged("an alert that is none", inspector, says(func(f *record.AlertSeen) { f.Alert++ }))
	forged("a verdict that is none", inspector, says(func(f *record.AlertSeen) { f.Verdict = "perhaps" }))
	forged("words that no floor sends", inspector, says(func(f *record.AlertSeen) { f.Text += " " }))
	forged("an entry of later", inspector, func(e *record.Entry) { e.Seq++ })
	forged("an entry of before", inspector, func(e *record.Entry) { e.Seq-- })
	forged("another stream", inspector, func(e *record.Entry) { e.Table = "LB1" })
	forged("in another's name", inspector, func(e *record.Entry) { e.By = "31" })
	forged("a clock that is ahead", inspector, func(e *record.Entry) { e.At = e.At.Add(2 * time.Minute) })
	forged("another act", inspector, func(e *record.Entry) { e.Fact = record.StaffLeft{Number: "11", By: "21"} })
	look := signs(t, w.pit.house, w.office, "21", w.seen())
	refused("no signature", look.Entry, nil)
	refused("nothing", nil, look.Given)
	w.otherClock.Pass(10 * time.Minute)
	ahead := signs(t, w.otherHouse, w.other, "31", w.seen())
	refused("a floor whose clock is ahead", ahead.Entry, ahead.Given)
	w.at.clock.Pass(session.LongestAsked)
	refused("what was signed five minutes ago", look.Entry, look.Given)
	if _, err := w.asks.Asked(t.Context()); err == nil {
		t.Error("a machine that may not read is told what is asked")
	}
	if err := w.asks.Look(t.Context(), look); err == nil {
		t.Error("a machine that may not read answers for others")
	}
	holds(t, w.at.house)
}

// Somebody who works here no more, or has another PIN by now, and of whom the floor has not heard that yet, signs nothing.
func TestWhoLeftSeesToNoAlert(t *testing.T) {
	t.Parallel()
	w := newSeers(t)
	look := signs(t, w.otherHouse, w.other, "21", w.seen())
	manager := demotest.Badge(t, w.pit.house, code("31"))
	must(t, w.pit.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "22", Name: "Sara Nessi", Role: record.Inspector}, PIN: "928374"}, manager))
	must(t, w.pit.house.Staff().RemoveStaff("21", manager))
	w.pit.ships(t, w.enrolled(t))
	w.at.pull(t)
	if err := w.at.house.TakeSeen(look.Entry, look.Given); !errors.Is(err, session.ErrMoved) {
		t.Errorf("the house moved on: %v", err)
	}
	w.ships(t)
	w.other.until(t, "the floor has what the machine has taken in", func() bool {
		_, _, upTo := w.other.AlertOf("tavolo-1", w.alert)
		return upTo >= w.at.house.State.Seq
	})
	_, err := w.other.SignSeen(demotest.Badge(t, w.otherHouse, code("21")), "tavolo-1", w.seen())
	if !errors.Is(err, floor.ErrOtherKey) {
		t.Errorf("who left there: %v", err)
	}
	inspector := demotest.Badge(t, w.otherHouse, code("21"))
	f := w.seen()
	f.By = "21"
	e := w.at.house.State.Stamp(w.at.clock.Now(), "21", f)[0]
	given, err := inspector.Approve(w.at.house.Stood(), e)
	must(t, err)
	if err := w.at.house.TakeSeen(record.Encode(e), []record.Approved{given}); !errors.Is(err, house.ErrNotSigned) {
		t.Errorf("who left: %v", err)
	}
	must(t, w.at.house.TakeSeen(func() ([]byte, []record.Approved) {
		l := signs(t, w.otherHouse, w.other, "31", w.seen())
		return l.Entry, l.Given
	}()))
	holds(t, w.at.house)
}

// enrolled is the office's own enrolment.
func (w *seers) enrolled(t *testing.T) *pitclient.Enrolment {
	t.Helper()
	e, err := pitclient.Enrolled(w.pit.house.Store())
	must(t, err)
	return e
}

// An alert that nobody has seen to stands on every floor after its table went to another machine in order, whose floor shows it too, and as what
// has ended: until somebody sees to it on any of them.
func TestAlertOfATableThatWentIsSeenTo(t *testing.T) {
	t.Parallel()
	w := newSeers(t)
	w.at.night(t, 1, 2)
	w.ships(t)
	w.pit.handedOver(t, "LB1", "tavolo-2")
	e, err := pitclient.Enrolled(w.pit.house.Store())
	must(t, err)
	w.pit.ships(t, e)
	w.at.hears(t)
	e, err = pitclient.Enrolled(w.otherHouse.Store())
	must(t, err)
	must(t, pitclient.NewPuller(w.otherHouse.Takeover(), w.otherHouse.Store(), e, then).Once(t.Context()))
	_, err = pitclient.New(w.otherHouse.Store(), e, then).Once(t.Context())
	must(t, err)
	if open := w.at.house.State.Alerts().OpenAlerts(); len(open) != 1 || w.otherHouse.State.Plays("LB1") == w.at.house.State.Plays("LB1") {
		t.Fatalf("open where the table was are %+v", open)
	}
	for name, f := range map[string]*farFloor{"ufficio": w.office, "tavolo-2": w.other} {
		f.until(t, name+" shows it as over", func() bool {
			here := name == "tavolo-2"
			list := f.AlertsElsewhere()
			return f.ReadAt("LB1", "tavolo-2") && f.Table("LB1").Machine == "" == here && len(list) == 1 && list[0].There == "tavolo-1" && list[0].Seq == w.alert && list[0].Now.Ended
		})
	}
	look := signs(t, w.otherHouse, w.other, "21", w.seen())
	w.hears(t)
	must(t, w.otherLooks.Look(t.Context(), look))
	heard := w.hears(t)
	must(t, w.at.house.TakeSeen(heard.Entry, heard.Given))
	w.ships(t)
	for _, f := range []*farFloor{w.office, w.other} {
		f.until(t, "nobody shows it any more", func() bool { return len(f.AlertsElsewhere()) == 0 })
	}
	holds(t, w.at.house)
}
