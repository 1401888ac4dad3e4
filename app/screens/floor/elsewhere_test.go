package floor

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// machines are those of a house, each with one table, by one record: as a pit sends it, or does not.
type machines struct {
	*watcher // the house of the tables
	cut      bool
	at       time.Time // they were heard last
	tables   []string
	sizes    map[string]int64
	gone     bool   // LB1 is another machine's since
	broken   string // a table of which what is sent does not hold
}

// machine is where a table is played; the first one is where the floor is.
func machine(n int) string { return fmt.Sprintf("tavolo-%d", n+1) }

// Machine implements record.Elsewhere.
func (m *machines) Machine() string { return machine(0) }

func (m *machines) Here(table string) bool { return table == "LB1" && !m.gone }

// Heard implements record.Elsewhere.
func (m *machines) Heard() (list []record.HeardStream) {
	if !m.cut {
		m.at, m.sizes = m.clock.Now(), map[string]int64{}
		for _, stream := range append([]string{record.HouseStream}, m.tables...) {
			var err error
			if m.sizes[stream], err = m.keeper.Last(stream); err != nil {
				m.tb.Error(err)
			}
		}
	}
	for n, table := range m.tables {
		if m.sizes[table] > 0 && !m.Here(table) {
			for _, stream := range []string{record.HouseStream, table} {
				list = append(list, record.HeardStream{Machine: machine(n), Stream: stream, Size: m.sizes[stream], At: m.at})
			}
		}
	}
	return list
}

// Journal implements record.Elsewhere.
func (m *machines) Journal(context.Context, string) record.Journal {
	if m.cut {
		return away{m.keeper, errors.New("no route to host"), everything}
	}
	return away{m.keeper, &record.NotHeldError{Machine: "tavolo-2", Stream: m.broken, Why: errors.New("other bytes")}, m.broken}
}

// everything is no name of a table.
const everything = "*"

// away is a record of which a stream cannot be read, or everything.
type away struct {
	record.Keeper
	err    error
	stream string
}

func (a away) Entries(stream string, from int64) iter.Seq2[record.Entry, error] {
	if a.stream == everything || a.stream == stream {
		return func(yield func(record.Entry, error) bool) { yield(record.Entry{}, a.err) }
	}
	return a.Keeper.Entries(stream, from)
}

// afar is somebody before the floor of a machine that has one table, and hears of the others of a house of so many.
func afar(t testing.TB, tables int) (*watcher, *machines) {
	t.Helper()
	others, theirs := night(t, tables)
	m := &machines{watcher: others}
	for _, set := range theirs.State.Tables {
		m.tables = append(m.tables, set.Name)
	}
	w, house, _ := empty(t, 1)
	w.clock.Pass(others.clock.Now().Sub(w.clock.Now()))
	others.clock, w.night = w.clock, others.night
	w.open(t, house, m)
	w.until(func() bool { return len(w.floor.look.Tables()) == max(1, tables-1) && w.wholeElsewhere() })
	return w, m
}

// wholeElsewhere says whether every hand of every shift is known.
func (w *watcher) wholeElsewhere() bool {
	for _, name := range w.floor.look.Tables() {
		if !w.floor.look.Table(name).Whole {
			return false
		}
	}
	return true
}

// A floor that hears of the tables of other machines shows them as their own floor does, covered and with figures; it
// shows their felt, hands, result and limits, and says where their reports are made.
func TestTablesOfOtherMachines(t *testing.T) {
	w, m := afar(t, 8)
	own := before(t, 8)
	if list := w.floor.shown(); w.floor.chosen != list[0].Name {
		t.Errorf("it begins with %s of %s", w.floor.chosen, w.names())
	}
	for _, f := range []*watcher{w, own} {
		f.pass(2 * time.Second) // how fast they use to be
	}
	for _, signed := range []bool{false, true} {
		if signed {
			w.enters()
			own.enters()
		}
		if tile := own.floor.tiles["PB1"]; tile.Usual == "" {
			t.Error("its own floor does not say what its pace lacks")
		}
		for name, tile := range own.floor.tiles {
			if own.floor.look.Table(name).State.Seq == 0 || m.Here(name) { // never opened; played here
				continue
			}
			got, want := *w.floor.tiles[name], *tile
			for _, t := range []*view.Tile{&got.Tile, &want.Tile} { // which its own machine alone says
				t.Alerts, t.Urgent, t.Level, t.Bar = nil, 0, 0, view.TileBar{}
			}
			if got.machine == "" || !reflect.DeepEqual(got.Tile, want.Tile) {
				t.Errorf("%s, signed on %v:\n%+v\nat its own machine\n%+v", name, signed, got.Tile, want.Tile)
			}
		}
	}
	at := -1
	for n, tile := range w.floor.shown() {
		if tile.Name == "PB1" {
			at = n
		}
	}
	w.Keys(fmt.Sprint(at + 1))
	w.Says("PB1 · ")
	w.Says("tavolo-2")
	w.Keys("f")
	if w.floor.felt == nil || w.floor.felt.table != "PB1" {
		t.Fatalf("no felt:\n%s", w.Words())
	}
	w.Escape()
	w.Keys("h")
	w.Shows(w.Shell.Text.T("title_history"))
	w.LeaveOverlays()
	w.Keys("l")
	w.Shows("PB1 · " + w.Shell.Text.T("title_limits"))
	w.LeaveOverlays()
	w.reports(m, "PB1")
	for name := range w.night {
		m.goesOn(name, 20)
	}
	w.pass(2 * time.Second)
	for name := range w.night {
		if m.Here(name) {
			continue
		}
		if got, want := w.floor.look.Table(name).State.Seq, m.state(name).Seq; got != want {
			t.Errorf("%s is followed up to entry %d of %d", name, got, want)
		}
	}
}

// reports looks at the reports of the shift of a chosen table of another machine: their figures are those of that one's own
// office, they say that they are unsigned, and there is no way to have them leave the house here.
func (w *watcher) reports(m *machines, table string) {
	w.tb.Helper()
	there, err := session.On(m.keeper, m.clock.Now)
	if err != nil {
		w.tb.Fatal(err)
	}
	seq, entered := m.state(table).Seq, w.Shell.House.State.Seq
	w.Keys("r")
	if w.went != "" {
		w.tb.Error("the office was opened with a table of which it has nothing")
	}
	for i, kind := range []reports.Kind{reports.ShiftReport, reports.ReconstructionReport, reports.IncidentReport} {
		w.Keys(fmt.Sprint(i + 1))
		w.Rest()
		want, err := papers.Of(there).Evidence(papers.Wanted{Kind: kind, Table: table, Shift: m.state(table).Shift})
		if err != nil {
			w.tb.Fatal(err)
		}
		got, whole, err := w.floor.look.Report(kind, table, "it")
		if err != nil || !whole || got.TableSeq != seq || string(got.Figures) != string(want.Figures) {
			w.tb.Errorf("%s %v %v up to entry %d of %d:\n%s\nat the machine\n%s", kind, whole, err, got.TableSeq, seq, got.Figures, want.Figures)
		}
		pages, err := got.Seen(papers.Of(w.Shell.House).Words("it"), w.Shell.Text.T("floor_report_seen", text.Args{"Machine": "tavolo-2"}))
		if err != nil || len(pages) == 0 || !strings.Contains(fmt.Sprint(pages), "tavolo-2") || strings.Contains(fmt.Sprint(pages), w.Shell.Text.T("report_sign_supervisor")) {
			w.tb.Errorf("%s: %d pages, %v", kind, len(pages), err)
		}
	}
	sentence := w.Shell.Text.T("floor_reports_there", text.Args{"Table": table, "Machine": "tavolo-2"})
	says := func() bool { return strings.Contains(strings.Join(strings.Fields(w.Over()), " "), sentence) }
	for _, key := range "pdcxfv" {
		if w.Keys(string(key)); !says() {
			w.tb.Errorf("%c: %s", key, w.Over())
		}
		if w.Keys("+"); says() {
			w.tb.Errorf("after %c the pages do not come back", key)
		}
	}
	w.LeaveOverlays()
	if w.Shell.House.State.Seq != entered {
		w.tb.Error("looking at a report entered something")
	}
}

// With the pit away the tiles of other machines say how old they are, and those of this one do not; with the pit back
// they go on.
func TestTilesGrowOldWithThePitAway(t *testing.T) {
	w, m := afar(t, 6)
	age := func(table string) string {
		w.floor.update()
		return w.floor.tiles[table].Age
	}
	w.pass(2 * time.Second)
	if said := age("PB1"); said != "" || age("LB1") != "" {
		t.Errorf("heard just now, it says %q", said)
	}
	m.cut = true
	for name := range w.night {
		m.goesOn(name, 5)
	}
	w.pass(20 * time.Second)
	if tile := w.floor.tiles["PB1"]; age("PB1") != "20 s" || tile.Stale || age("LB1") != "" {
		t.Errorf("after 20 seconds: %q, too old %v; its own says %q", tile.Age, tile.Stale, age("LB1"))
	}
	w.pass(20 * time.Second)
	if tile := w.floor.tiles["PB1"]; age("PB1") != "Dati di 40 s fa" || !tile.Stale {
		t.Errorf("after 40 seconds: %q, too old %v", tile.Age, tile.Stale)
	}
	w.Shell.House.State.Pit = house.PitTrouble{Why: house.PitAway, Since: m.at}
	w.pass(6 * time.Minute)
	at := w.Shell.Viewer().Clock(m.at)
	w.Says("Non sentito dalle " + at)
	w.Says(w.Shell.Text.T("floor_pit_away", text.Args{"At": at}))
	w.Shell.House.State.Pit = house.PitTrouble{}
	m.cut = false
	w.pass(3 * time.Second)
	if got, want := w.floor.look.Table("PB1").State.Seq, m.state("PB1").Seq; age("PB1") != "" || got != want {
		t.Errorf("with the pit back it says %q and has entry %d of %d", age("PB1"), got, want)
	}
}

// From the moment on from which the tables of this machine have the mark of a pit that is away, so has every page of the floor, whatever
// was said there last: the tiles, the felt, the alerts, of which nobody says that there are none. What was said stands no longer
// than a while.
func TestPitAwayIsSaidOnEveryPage(t *testing.T) {
	w, m := afar(t, 6)
	w.enters()
	w.floor.Warn("it was said")
	w.pass(5 * time.Second)
	w.Says("it was said")
	m.cut = true
	w.Shell.House.State.Pit = house.PitTrouble{Why: house.PitAway, Since: m.at}
	w.pass(time.Second)
	mark, at := w.Shell.Text.T("mark_pit_away"), w.Shell.Viewer().Clock(m.at)
	w.Says(mark)
	w.InHouse()
	w.pass(20 * time.Second)
	w.unsaid("it was said")
	w.Says(w.Shell.Text.T("floor_pit_away", text.Args{"At": at}))
	w.pass(75 * time.Second)
	w.floor.tiles["BJ1"].Open = false
	w.floor.update()
	w.Look("tiles pit away")
	w.Says(w.floor.tiles["BJ1"].Age)
	for w.floor.chosen != "PB1" {
		w.Press(fyne.KeyRight)
	}
	for _, key := range "falr" {
		w.Keys(string(key))
		w.Rest()
		w.Shows(mark)
		if key == 'a' {
			w.Shows(w.Shell.Text.T("alert_none_heard", text.Args{"At": at}))
		}
		w.Look("pit away " + string(key))
		w.LeaveOverlays()
	}
	trouble := w.Shell.House.State.Pit
	for _, key := range "falr" { // a page that is open when the pit comes and goes
		w.Shell.House.State.Pit = house.PitTrouble{}
		w.Keys(string(key))
		w.Rest()
		w.Silent(mark)
		w.Shell.House.State.Pit = trouble
		w.pass(time.Second)
		w.Shows(mark)
		w.Shell.House.State.Pit = house.PitTrouble{}
		w.pass(time.Second)
		w.Silent(mark)
		w.LeaveOverlays()
	}
	w.Shell.House.State.Pit = trouble
	for _, lang := range text.Languages() {
		w.Shell.Speak(lang)
		for _, key := range "rah" {
			w.Keys(string(key))
			w.Rest()
			w.Shows(w.Shell.Text.T("mark_pit_away"))
			w.Look("pit away " + string(key))
			w.LeaveOverlays()
		}
	}
}

// unsaid demands that a sentence stands nowhere on the screen.
func (w *watcher) unsaid(sentence string) {
	w.tb.Helper()
	if words := w.Words(); strings.Contains(words, sentence) {
		w.tb.Errorf("it says %q:\n%s", sentence, words)
	}
}

// What does not hold of one table is said, and the others go on.
func TestOneTableDoesNotHold(t *testing.T) {
	w, m := afar(t, 6)
	m.broken = "PB1"
	seq := w.floor.look.Table("PB1").State.Seq
	m.goesOn("PB1", 3)
	m.goesOn("BJ1", 3)
	w.pass(40 * time.Second)
	if w.floor.look.Table("PB1").State.Seq != seq || w.floor.look.Table("BJ1").State.Seq != m.state("BJ1").Seq {
		t.Error("what does not hold is shown, or the others stand still")
	}
	if !w.floor.tiles["PB1"].Stale || w.floor.tiles["BJ1"].Stale {
		t.Errorf("PB1 %q, BJ1 %q", w.floor.tiles["PB1"].Age, w.floor.tiles["BJ1"].Age)
	}
	w.Says(w.Shell.Text.T("floor_not_held", text.Args{"Table": "PB1", "Machine": "tavolo-2"}))
}

// Alerts of a table are its own machine's: they stand on its tile here and on the list, and without a way to that machine nobody acknowledges
// them here; nor does this machine raise any of its own about it.
func TestAlertsOfOtherMachines(t *testing.T) {
	w, m := afar(t, 6)
	h, err := session.On(m.keeper, m.clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	if raised, err := h.RaiseAlerts([]house.Condition{{Rule: record.AlarmAlert, Table: "PB1", Value: 2, Since: w.clock.Now()}}); !raised || err != nil {
		t.Fatal(raised, err)
	}
	w.pass(3 * time.Second)
	if tile := w.floor.tiles["PB1"]; len(tile.Alerts) != 1 || !strings.Contains(tile.Alerts[0], "passato") || tile.Level != record.AlertInfo {
		t.Errorf("nothing of it is so at the table: level %d, %+v", tile.Level, tile.Alerts)
	}
	own := len(w.Shell.House.State.Alerts().OpenAlerts())
	if own != 0 {
		t.Errorf("this machine has %d alerts of its own", own)
	}
	if raised, err := w.Shell.House.RaiseAlerts([]house.Condition{{Rule: record.IncidentAlert, Table: "LB1", Value: 1, Since: w.clock.Now()}}); !raised || err != nil {
		t.Fatal(raised, err)
	}
	if list := w.floor.look.OpenAlerts(); len(list) != 2 || list[0].Table != "PB1" || list[1].Table != "LB1" {
		t.Errorf("the gravest stands first, wherever it is: %+v", list)
	}
	w.Keys("a")
	w.Shows("PB1", w.Shell.Text.T("alert_elsewhere"))
	w.Keys("r" + screentest.InspectorCode)
	w.LeaveOverlays()
	if state := h.State; len(w.Shell.House.State.Alerts().OpenAlerts()) != 1 || len(state.Alerts().OpenAlerts()) != 1 {
		t.Error("it was acknowledged here")
	}
}

// An alert of a table that goes to another machine stands on the floor until that one has raised it too, and then once, as that one's:
// whoever sees to it there has, and it does not come back here.
func TestAlertOfATableThatWentStandsOnce(t *testing.T) {
	w, m := afar(t, 6)
	there, err := session.On(m.keeper, m.clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	raises := func(h *session.House) {
		t.Helper()
		if raised, err := h.RaiseAlerts([]house.Condition{{Rule: record.AlarmAlert, Table: "LB1", Value: 2, Since: w.clock.Now()}}); !raised || err != nil {
			t.Fatal(raised, err)
		}
	}
	stand := func(machines ...string) {
		t.Helper()
		w.pass(3 * time.Second)
		var got []string
		for _, a := range w.floor.look.OpenAlerts() {
			if a.Table == "LB1" && a.Rule == record.AlarmAlert {
				got = append(got, a.There)
			}
		}
		if !slices.Equal(got, machines) || len(w.floor.tiles["LB1"].Alerts) != len(machines) {
			t.Errorf("it stands there %q, on the tile %q; wanted %q", got, w.floor.tiles["LB1"].Alerts, machines)
		}
	}
	raises(w.Shell.House)
	stand("")
	if err := w.Shell.House.Takeover().HoldTables("ufficio", nil); err != nil {
		t.Fatal(err)
	}
	m.gone = true
	stand("")
	raises(there)
	stand(machine(0))
	if err := there.AcknowledgeAlert(screentest.Codes[record.Inspector], record.AlertSeen{Alert: there.State.Alerts().OpenAlerts()[0].Seq, Verdict: record.RealAlert}); err != nil {
		t.Fatal(err)
	}
	stand()
}

// A report of another machine's table can be read, and so can the sentence that says where it is printed.
func TestReportThereIsReadable(t *testing.T) {
	w, _ := afar(t, 6)
	w.InHouse()
	w.enters()
	for w.floor.chosen != "PB1" {
		w.Press(fyne.KeyRight)
	}
	for _, lang := range text.Languages() {
		w.SpeakIn(lang)
		w.Keys("r")
		w.Rest()
		w.Look("report there")
		w.Keys("p")
		w.Look("where it is printed")
		w.LeaveOverlays()
	}
}

// The floor over the pit can be read with 8, 20 and 100 tables in each language and size, the pit there and away.
func TestFloorOverThePitIsReadable(t *testing.T) {
	for _, tables := range []int{8, 20, 100} {
		t.Run(fmt.Sprint(tables), func(t *testing.T) {
			w, m := afar(t, tables)
			w.InHouse()
			w.pass(2 * time.Second)
			w.enters()
			for _, away := range []time.Duration{0, 25 * time.Second, 30 * time.Second, 7 * time.Minute} {
				if m.cut = away > 0; m.cut {
					w.pass(away)
					w.Shell.House.State.Pit = house.PitTrouble{Why: house.PitAway, Since: m.at}
				}
				for _, lang := range text.Languages() {
					w.SpeakIn(lang)
					w.floor.update()
					w.Look(fmt.Sprintf("pit %d away %s", tables, away))
					w.whole(lang)
				}
			}
			w.SpeakIn("it")
			w.Press(fyne.KeyHome)
			w.Keys("f")
			w.Look("felt pit away")
		})
	}
}
