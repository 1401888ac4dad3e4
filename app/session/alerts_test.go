package session_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/session/floor"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/memory"
)

// watched is a house with a table that was played at and stands open, and two programs that look
// on at it.
type watched struct {
	*testing.T
	clock *demo.Clock
	here  *session.House
	looks []*session.House
	floor []*floor.Floor
}

func newWatched(t *testing.T) *watched {
	t.Helper()
	keeper, err := memory.New()
	w := &watched{T: t, clock: demo.NewClock(evening)}
	w.must(err)
	w.here, err = session.On(keeper, w.clock.Now)
	w.must(err)
	w.must(w.here.SetUp(house.DemoPlan("it", "lugano", 1)))
	w.must(demo.Play(t.Context(), w.here, w.clock, "LB1", 4, 1))
	for range 2 {
		h, err := session.On(keeper, w.clock.Now)
		w.must(err)
		w.looks, w.floor = append(w.looks, h), append(w.floor, floor.New(h, nil))
	}
	return w
}

func (w *watched) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// pass lets time pass, in which both programs look each ten seconds.
func (w *watched) pass(d time.Duration) {
	w.Helper()
	for ; d > 0; d -= 10 * time.Second {
		w.clock.Pass(10 * time.Second)
		for i, h := range w.looks {
			news, err := w.floor[i].Look()(w.Context())
			w.must(err)
			w.floor[i].Take(news)
			_, err = h.RaiseAlerts(w.floor[i].Conditions())
			w.must(err)
		}
	}
}

// raised are the alerts on the record, of a rule.
func (w *watched) raised(rule record.AlertRule) (list []record.Alerted) {
	w.Helper()
	for e, err := range w.here.Store().Entries(record.HouseStream, 1) {
		w.must(err)
		if f, ok := e.Fact.(record.Alerted); ok && f.Rule == rule {
			list = append(list, f)
		}
	}
	return list
}

func (w *watched) limits(rule record.AlertRule) (limits []int64) {
	w.Helper()
	for _, f := range w.raised(rule) {
		limits = append(limits, f.Limit)
	}
	return limits
}

// faults are what an audit of the record names.
func (w *watched) faults() (found []*record.Fault) {
	w.Helper()
	snapshot, err := w.here.Store().Snapshot(w.Context())
	w.must(err)
	defer snapshot.Close()
	all, err := audit.Verify(w.Context(), snapshot, audit.Check{Trusted: w.here.Store().Verifier()})
	w.must(err)
	for _, c := range all {
		if c.Fault != nil {
			found = append(found, c.Fault)
		}
	}
	return found
}

func refused(err error, why house.Why) bool {
	var r *house.Refusal
	return errors.As(err, &r) && r.Why == why
}

// A table at which nothing happens for three hours makes two alerts, after 20 and 45 minutes,
// whichever programs look on and however often; and a croupier who deals all that time two.
func TestIdleTableMakesTwoAlerts(t *testing.T) {
	w := newWatched(t)
	w.pass(3 * time.Hour)
	if got := w.limits(record.IdleAlert); !slices.Equal(got, []int64{20, 45}) {
		t.Errorf("idle for three hours: %v", got)
	}
	if got := w.limits(record.ReliefAlert); !slices.Equal(got, []int64{60, 120}) {
		t.Errorf("the croupier deals for three hours: %v", got)
	}
	for _, f := range w.raised(record.IdleAlert) {
		if f.Value != f.Limit || f.Table != "LB1" || f.Day != "2026-11-21" {
			t.Errorf("it says %+v", f)
		}
	}
	for _, h := range w.looks {
		w.must(h.Takeover().CatchUp())
		open := h.State.Alerts().OpenAlerts()
		if len(open) != 2 || open[0].Level != record.AlertCritical || open[0].Times != 2 {
			t.Errorf("open are %+v", open)
		}
	}
	if found := w.faults(); len(found) > 0 {
		t.Error(found)
	}
}

// A table that went to another machine raises no alerts here any more, though its record lies here and was read a moment ago; those
// that it raised before hold.
func TestTableThatWentRaisesNoAlerts(t *testing.T) {
	w := newWatched(t)
	w.pass(21 * time.Minute)
	w.must(w.here.Takeover().HoldTables("ufficio", []string{"LB2"}))
	w.pass(3 * time.Hour)
	if got := w.limits(record.IdleAlert); !slices.Equal(got, []int64{20}) {
		t.Errorf("idle here, then played elsewhere: %v", got)
	}
	if got := w.limits(record.ReliefAlert); len(got) != 0 {
		t.Errorf("who deals it elsewhere: %v", got)
	}
	w.must(w.here.Takeover().HoldTables("ufficio", []string{"LB1", "LB2"}))
	w.pass(time.Minute)
	if got := w.limits(record.IdleAlert); !slices.Equal(got, []int64{20, 45}) {
		t.Errorf("played here again: %v", got)
	}
	if found := w.faults(); len(found) > 0 {
		t.Error(found)
	}
}

// An alert is open until an inspector has acknowledged it with their PIN, who says whether it told of
// something; then it is raised again once it begins anew, and not sooner than fifteen minutes after the one before.
func TestAlertsAreAcknowledged(t *testing.T) {
	w := newWatched(t)
	w.pass(21 * time.Minute)
	w.must(w.here.Takeover().CatchUp())
	open := w.here.State.Alerts().OpenAlerts()
	if len(open) != 1 || open[0].Rule != record.IdleAlert {
		t.Fatalf("open are %+v", open)
	}
	seen := record.AlertSeen{Alert: open[0].Seq, Verdict: record.FalseAlert, Text: "cambio sabot"}
	if err := w.here.AcknowledgeAlert("114711", seen); !refused(err, house.WrongRole) {
		t.Errorf("a croupier: %v", err)
	}
	if err := w.here.AcknowledgeAlert("215821", record.AlertSeen{Alert: open[0].Seq + 1, Verdict: record.RealAlert}); !refused(err, house.NoAlert) {
		t.Errorf("an alert that is none: %v", err)
	}
	w.must(w.here.AcknowledgeAlert("215821", seen))
	if open := w.here.State.Alerts().OpenAlerts(); len(open) != 0 {
		t.Errorf("open are %+v", open)
	}
	if err := w.here.AcknowledgeAlert("215821", seen); !refused(err, house.NoAlert) {
		t.Errorf("twice: %v", err)
	}
	if j := w.here.State.Alerts().Judged(); j != (house.AlertsJudged{False: 1}) {
		t.Errorf("judged are %+v", j)
	}
	w.pass(10 * time.Minute)
	if got := w.limits(record.IdleAlert); len(got) != 1 {
		t.Errorf("acknowledged, and raised again though nothing is new: %v", got)
	}
	w.must(demo.Play(t.Context(), w.here, w.clock, "LB1", 1, 2))
	w.pass(21 * time.Minute)
	if got := w.limits(record.IdleAlert); !slices.Equal(got, []int64{20, 20}) {
		t.Errorf("played and idle anew: %v", got)
	}
	if found := w.faults(); len(found) > 0 {
		t.Error(found)
	}
}

// What an inspector has seen to at the table with their PIN is no open alert on the floor, and another one
// of the same day is raised anew.
func TestAcknowledgedAtTheTableIsSeen(t *testing.T) {
	w := newWatched(t)
	inspector := demotest.Badge(t, w.here, "215821")
	at := func(do session.Command, badges ...house.Badge) {
		t.Helper()
		table, err := w.here.OpenTable("LB1")
		w.must(err)
		w.must(table.Do(do, badges...))
		w.must(table.Release())
	}
	open := func(rule record.AlertRule) (n int) {
		w.must(w.here.Takeover().CatchUp())
		for _, a := range w.here.State.Alerts().OpenAlerts() {
			if a.Rule == rule {
				n++
			}
		}
		return n
	}
	alarm := func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteShoe(record.ShoeLost, "") }
	incident := func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "un vetro rotto"})
	}
	see := func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&inspector.Staff) }
	shut := func(n int) session.Command {
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().CloseIncident(t.IncidentBook().OpenIncidents()[n].Seq, "raccolto", &inspector.Staff)
		}
	}
	for n := range 2 {
		at(alarm)
		at(incident)
		at(incident)
		w.pass(time.Minute) // no pause keeps back what comes once the one before was seen to
		if open(record.AlarmAlert) != 1 || open(record.IncidentAlert) != 1 {
			t.Fatalf("%d: open are %+v", n, w.here.State.Alerts().OpenAlerts())
		}
		at(see, inspector)
		at(shut(0), inspector)
		if open(record.AlarmAlert) != 0 || open(record.IncidentAlert) != 1 {
			t.Errorf("%d: after one incident of two: %+v", n, w.here.State.Alerts().OpenAlerts())
		}
		at(shut(0), inspector)
		if open(record.IncidentAlert) != 0 {
			t.Errorf("%d: after both incidents: %+v", n, w.here.State.Alerts().OpenAlerts())
		}
	}
	if last, _ := w.here.State.Alerts().LastAlert(record.Alerted{Rule: record.AlarmAlert, Table: "LB1"}); last.Seen.By != "21" || last.Seen.Verdict != record.TableAlert {
		t.Errorf("it says %+v", last.Seen)
	}
	if j := w.here.State.Alerts().Judged(); j != (house.AlertsJudged{}) {
		t.Errorf("judged are %+v", j)
	}
	if found := w.faults(); len(found) > 0 {
		t.Error(found)
	}
}

// Incidents that are open are an alert at once, a graver one when they are twice as many, and none between
// nor within fifteen minutes; what no rule covers raises nothing.
func TestAlertsEscalateWhenTheyDouble(t *testing.T) {
	w := newWatched(t)
	incident := func() {
		at, err := w.here.OpenTable("LB1")
		w.must(err)
		w.must(at.Do(func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "un vetro rotto"})
		}))
		w.must(at.Release())
	}
	for range 4 {
		incident()
		w.pass(time.Minute)
	}
	if got := w.limits(record.IncidentAlert); !slices.Equal(got, []int64{1}) {
		t.Errorf("four incidents within four minutes: %v", got)
	}
	w.pass(14 * time.Minute)
	if got := w.limits(record.IncidentAlert); !slices.Equal(got, []int64{1, 4}) {
		t.Errorf("a quarter of an hour later: %v", got)
	}
	if found := w.faults(); len(found) > 0 {
		t.Error(found)
	}
}

// A manager says from when on something is an alert: it holds from that entry on wherever somebody looks, and an audit
// names an alert that goes by other limits.
func TestHouseSetsItsAlertLimits(t *testing.T) {
	w := newWatched(t)
	set := w.here.State.Particulars()
	set.Alerts = &record.AlertLimits{Cooldown: 5, Limits: map[record.AlertRule][]int64{record.IdleAlert: {7, 12, 30}, record.ReliefAlert: {}}}
	if err := w.here.SetHouse(set, demotest.Badge(t, w.here, "215821")); !refused(err, house.WrongRole) {
		t.Errorf("an inspector sets them: %v", err)
	}
	w.must(w.here.SetHouse(set, demotest.Badge(t, w.here, "316931")))
	if err := w.here.SetHouse(w.here.State.Particulars(), demotest.Badge(t, w.here, "316931")); !refused(err, house.NothingChanges) {
		t.Errorf("set as it is: %v", err)
	}
	w.pass(3 * time.Hour)
	if got := w.limits(record.IdleAlert); !slices.Equal(got, []int64{7, 12, 30}) {
		t.Errorf("idle for three hours: %v", got)
	}
	if got := w.limits(record.ReliefAlert); len(got) != 0 {
		t.Errorf("a rule that the house does without: %v", got)
	}
	if found := w.faults(); len(found) > 0 {
		t.Error(found)
	}
	w.must(w.here.Takeover().CatchUp())
	state, err := pit.Resume(w.here.Store(), "LB1")
	w.must(err)
	long := w.clock.Now().Sub(state.Last())
	w.must(w.here.Store().Append(w.here.State.Stamp(w.clock.Now(), "", record.Alerted{
		Rule: record.IdleAlert, Level: record.AlertCritical, Table: "LB1", Day: w.here.State.GamingDay(w.clock.Now()), Value: int64(long / time.Minute), Limit: 45, Since: state.Last().UnixMilli(),
	})...))
	if found := w.faults(); len(found) != 1 || found[0].Table != record.HouseStream {
		t.Errorf("an alert by Sabot's own limits: %v", found)
	}
}

// That an alert was seen to at the table says nobody but the table, and the audit asks the table's entries.
func TestSeenAtTheTableIsOfTheTable(t *testing.T) {
	w := newWatched(t)
	inspector := demotest.Badge(t, w.here, "215821")
	table, err := w.here.OpenTable("LB1")
	w.must(err)
	w.must(table.Do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteShoe(record.ShoeLost, "") }))
	w.must(table.Release())
	w.pass(16 * time.Minute)
	w.must(w.here.Takeover().CatchUp())
	a, was := w.here.State.Alerts().LastAlert(record.Alerted{Rule: record.AlarmAlert, Table: "LB1"})
	if !was {
		t.Fatal("no alert")
	}
	seen := record.AlertSeen{Alert: a.Seq, Verdict: record.TableAlert}
	if _, err := w.here.State.Alerts().AcknowledgeAlert(seen, inspector.Staff); !house.RefusedFor(err, house.BadSetting) {
		t.Errorf("the floor says so: %v", err)
	}
	seen.By = inspector.Number
	entries, err := house.Sign(w.here.Stood(), w.here.State.Stamp(w.clock.Now(), inspector.Number, seen), inspector)
	w.must(err)
	w.must(w.here.Store().Append(entries...))
	if found := w.faults(); len(found) != 1 || found[0].Table != record.HouseStream || found[0].Seq != entries[0].Seq {
		t.Errorf("the audit says %v", found)
	}
}

// A setting of limits that no Sabot enters is named though a manager signed it.
func TestForgedAlertLimitsAreNamed(t *testing.T) {
	for name, limits := range map[string]*record.AlertLimits{
		"":                 {Limits: map[record.AlertRule][]int64{record.IdleAlert: {10}}},
		"it falls":         {Limits: map[record.AlertRule][]int64{record.IdleAlert: {10, 5}}},
		"zero":             {Limits: map[record.AlertRule][]int64{record.PaceAlert: {0}}},
		"a needed one":     {Limits: map[record.AlertRule][]int64{record.AlarmAlert: {}}},
		"says nothing":     {},
		"a day of silence": {Cooldown: 24 * 60},
	} {
		w := newWatched(t)
		elena := demotest.Badge(t, w.here, "316931")
		set := w.here.State.Particulars()
		set.Alerts, set.By = limits, elena.Number
		w.must(w.here.Takeover().CatchUp())
		entries, err := house.Sign(w.here.Stood(), w.here.State.Stamp(w.clock.Now(), elena.Number, set), elena)
		w.must(err)
		w.must(w.here.Store().Append(entries...))
		found := w.faults()
		if named := len(found) > 0 && found[0].Table == record.HouseStream; named != (name != "") {
			t.Errorf("%q: %v", name, found)
		}
	}
}

// An alert of what was not so, or that no rule raises, is named by an audit.
func TestForgedAlertsAreNamed(t *testing.T) {
	for name, forge := range map[string]func(*record.Alerted){
		"":                         func(*record.Alerted) {},
		"it was not idle so long":  func(f *record.Alerted) { f.Value, f.Limit, f.Level = 45, 45, record.AlertCritical },
		"idle since another time":  func(f *record.Alerted) { f.Since -= 2000 },
		"no such table":            func(f *record.Alerted) { f.Table = "LB7" },
		"of nothing":               func(f *record.Alerted) { f.Table = "" },
		"another day":              func(f *record.Alerted) { f.Day = "2026-11-20" },
		"another limit":            func(f *record.Alerted) { f.Limit = 25 },
		"another level":            func(f *record.Alerted) { f.Level = record.AlertCritical },
		"another rule":             func(f *record.Alerted) { f.Rule = "hunger" },
		"a trouble that never was": func(f *record.Alerted) { f.Rule, f.Level, f.Limit = record.TroubleAlert, record.AlertCritical, 20 },
		"incidents that never were": func(f *record.Alerted) {
			f.Rule, f.Level, f.Value, f.Limit = record.IncidentAlert, record.AlertWarning, 1, 1
		},
	} {
		w := newWatched(t)
		state, err := pit.Resume(w.here.Store(), "LB1")
		w.must(err)
		w.clock.Pass(state.Last().Add(30 * time.Minute).Sub(w.clock.Now()))
		f := record.Alerted{Rule: record.IdleAlert, Level: record.AlertWarning, Table: "LB1", Day: "2026-11-21", Value: 30, Limit: 20, Since: state.Last().UnixMilli()}
		forge(&f)
		w.must(w.here.Takeover().CatchUp())
		w.must(w.here.Store().Append(w.here.State.Stamp(w.clock.Now(), "", f)...))
		found := w.faults()
		if named := len(found) > 0 && found[0].Table == record.HouseStream; named != (name != "") {
			t.Errorf("%q: %v", name, found)
		}
	}
}

// An acknowledgement that nobody who may has signed, or of no alert that was open, is named by an audit.
func TestForgedAcknowledgementsAreNamed(t *testing.T) {
	type forged struct {
		seen record.AlertSeen
		by   house.Badge
	}
	for name, forge := range map[string]func(w *watched, f *forged){
		"":                           func(*watched, *forged) {},
		"a croupier":                 func(w *watched, f *forged) { f.by, f.seen.By = demotest.Badge(w, w.here, "114711"), "11" },
		"another's key":              func(w *watched, f *forged) { f.by = demotest.Badge(w, w.here, "316931"); f.by.Number = "21" },
		"nobody's":                   func(_ *watched, f *forged) { f.by = house.Badge{} },
		"who does not work here":     func(_ *watched, f *forged) { f.by.Number, f.seen.By = "99", "99" },
		"an alert that there is not": func(_ *watched, f *forged) { f.seen.Alert++ },
		"no verdict":                 func(_ *watched, f *forged) { f.seen.Verdict = "perhaps" },
		"words with room":            func(_ *watched, f *forged) { f.seen.Text = " cambio sabot" },
		"acknowledged before": func(w *watched, f *forged) {
			w.must(w.here.AcknowledgeAlert("316931", record.AlertSeen{Alert: f.seen.Alert, Verdict: record.RealAlert}))
		},
	} {
		w := newWatched(t)
		w.pass(21 * time.Minute)
		w.must(w.here.Takeover().CatchUp())
		f := forged{record.AlertSeen{Alert: w.here.State.Alerts().OpenAlerts()[0].Seq, By: "21", Verdict: record.FalseAlert}, demotest.Badge(t, w.here, "215821")}
		forge(w, &f)
		entries := w.here.State.Stamp(w.clock.Now(), f.seen.By, f.seen)
		if f.by.Number != "" {
			given, err := f.by.Approve(w.here.Stood(), entries[0])
			w.must(err)
			entries = append(entries, w.here.State.Stamp(w.clock.Now(), f.seen.By, f.seen, given)[1])
		}
		w.must(w.here.Store().Append(entries...))
		found := w.faults()
		if named := len(found) > 0 && found[0].Table == record.HouseStream; named != (name != "") {
			t.Errorf("%q: %v", name, found)
		}
	}
}

// The floor says of an open alert how things stand now, by the table itself, and when it ended; the gravest of what lasts stands
// first over all machines, and what is over last (floor F2, F7).
func TestOpenAlertsSayHowTheyStand(t *testing.T) {
	w := newWatched(t)
	now := func() map[record.AlertRule]house.AlertNow {
		w.must(w.looks[0].Takeover().CatchUp())
		by := map[record.AlertRule]house.AlertNow{}
		for _, a := range w.floor[0].OpenAlerts() {
			by[a.Rule] = a.Now
		}
		return by
	}
	alarm := func() {
		table, err := w.here.OpenTable("LB1")
		w.must(err)
		w.must(table.Do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteShoe(record.ShoeLost, "") }))
		w.must(table.Release())
	}
	w.pass(21 * time.Minute)
	if got := now(); !got[record.IdleAlert].Known || got[record.IdleAlert].Value != 21 || got[record.IdleAlert].Ended {
		t.Errorf("idle for 21 minutes: %+v", got)
	}
	alarm()
	w.pass(10 * time.Second)
	alarm()
	alarm()
	w.pass(10 * time.Second)
	if got := now(); got[record.AlarmAlert].Value != 3 || !got[record.IdleAlert].Ended || got[record.IdleAlert].At.IsZero() {
		t.Errorf("three alarms, and not idle any more: %+v", got)
	}
	if list := w.floor[0].OpenAlerts(); len(list) != 2 || list[0].Rule != record.AlarmAlert || list[1].Rule != record.IdleAlert {
		t.Errorf("in the order of %+v", list)
	}
	w.clock.Pass(2 * house.HeardLately)
	if got := now(); got[record.AlarmAlert].Known {
		t.Errorf("of a table that nobody hears: %+v", got)
	}
}

// The floor says of the differences at a count how many were counted again; what a recount leaves of one is no second one.
func TestAlertOfADifferenceNamesTheRecount(t *testing.T) {
	w := newWatched(t)
	table, err := w.here.OpenTable("LB1")
	w.must(err)
	inspector := demotest.Badge(t, w.here, "215821")
	croupier := demotest.Badge(t, w.here, map[string]string{"11": "114711", "12": "124712", "13": "134713"}[table.State.Croupier])
	short := slices.Clone(*demo.Counted(table.State, w.here.State.Chips))
	short[len(short)-1].Pieces -= 2
	w.must(table.Close(croupier, inspector, &short))
	w.pass(time.Minute)
	more := slices.Clone(short)
	more[len(more)-1].Pieces++
	w.must(table.Do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().RecountClosing(more, "mistyped", croupier.Staff, inspector.Staff)
	}, croupier, inspector))
	w.pass(time.Minute)
	for _, a := range w.floor[0].OpenAlerts() {
		if a.Rule == record.DifferenceAlert && a.Now.Recounted == 1 && a.Now.Value == 1 {
			return
		}
	}
	t.Errorf("%+v", w.floor[0].OpenAlerts())
}

// An alert of a relief is of one person at one table: what it says of now is of them, it ends as they are relieved, and who deals too
// long after them has one of their own.
func TestReliefAlertsAreOfOnePerson(t *testing.T) {
	w := newWatched(t)
	now := func() []floor.AlertThere {
		w.must(w.looks[0].Takeover().CatchUp())
		return slices.DeleteFunc(w.floor[0].OpenAlerts(), func(a floor.AlertThere) bool { return a.Rule != record.ReliefAlert })
	}
	w.pass(61 * time.Minute)
	first := now()
	if len(first) != 1 || first[0].Now.Ended || !first[0].Now.Known {
		t.Fatalf("dealing for an hour: %+v", first)
	}
	table, err := w.here.OpenTable("LB1")
	w.must(err)
	next := demotest.Badge(t, w.here, "124712")
	if table.State.Croupier == next.Number {
		next = demotest.Badge(t, w.here, "114711")
	}
	w.must(table.Do(func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(next.Staff) }, next))
	w.must(table.Release())
	relieved := table.State.OnDuty
	w.pass(55 * time.Minute)
	if got := now(); len(got) != 1 || !got[0].Now.Ended || !got[0].Now.At.Equal(relieved) {
		t.Errorf("relieved at %v: %+v", relieved, got)
	}
	w.pass(6 * time.Minute)
	got := now()
	if len(got) != 1 || got[0].Now.Ended || got[0].Since != relieved.UnixMilli() || got[0].Value != 60 || got[0].Times != 1 {
		t.Errorf("the next deals for an hour too: %+v", got)
	}
	if found := w.faults(); len(found) > 0 {
		t.Error(found)
	}
}
