package floor

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// rules are the open alerts of a table, the gravest first.
func (w *watcher) rules(table string) (rules []record.AlertRule) {
	for _, a := range w.Shell.House.State.Alerts().OpenAlerts() {
		if a.Table == table {
			rules = append(rules, a.Rule)
		}
	}
	return rules
}

// An incident is an alert on the tile and in the list, the gravest first, until an inspector has acknowledged it with
// their PIN; that is on the record with who, when, and whether it told of something. The list says that it is entered, and the next
// one is chosen. Nobody need be signed on to see it.
func TestAlertsStayUntilAcknowledged(t *testing.T) {
	w := before(t, 5)
	w.does("PB1", func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "un vetro rotto"})
	})
	w.pass(2 * time.Second)
	if shown := w.floor.tiles["PB1"]; len(shown.Alerts) != 1 || !strings.Contains(shown.Alerts[0], "1 incidente aperto senza differenza") || shown.Level != record.AlertWarning {
		t.Fatalf("its tile has %v, level %d", shown.Alerts, shown.Level)
	}
	w.clock.Pass(46 * time.Minute)
	w.pass(2 * time.Second)
	w.Keys("sa")
	open := w.Shell.House.State.Alerts().OpenAlerts()
	if len(open) < 5 || !slices.IsSortedFunc(open, func(a, b house.Alert) int { return int(b.Level - a.Level) }) || open[0].Level != record.AlertCritical {
		t.Fatalf("open are %+v", open)
	}
	w.Shows(w.Shell.Text.T("floor_alerts"), "Tavolo fermo da")
	n := slices.IndexFunc(open, func(a house.Alert) bool { return a.Table == "PB1" && a.Rule == record.IncidentAlert })
	w.Press(fyne.KeyHome)
	for range n {
		w.Press(fyne.KeyDown)
	}
	w.Keys("r")
	w.Keys("vetri tolti")
	w.Press(fyne.KeyReturn)
	w.Shows("1 incidente aperto senza differenza", "Era vera", "vetri tolti")
	w.Keys(screentest.CroupierCode)
	if len(w.Shell.House.State.Alerts().OpenAlerts()) != len(open) {
		t.Fatal("a croupier acknowledges alerts")
	}
	w.Keys(screentest.InspectorCode)
	if rules := w.rules("PB1"); slices.Contains(rules, record.IncidentAlert) {
		t.Fatalf("it is still open: %v\n%s", rules, w.Words())
	}
	var last record.Entry
	for e, err := range w.keeper.Entries(record.HouseStream, 1) {
		if err != nil {
			t.Fatal(err)
		}
		if _, seen := e.Fact.(record.AlertSeen); seen {
			last = e
		}
	}
	if f, _ := last.Fact.(record.AlertSeen); f.Alert != open[n].Seq || f.By != "21" || f.Verdict != record.RealAlert || f.Text != "vetri tolti" {
		t.Errorf("on the record is %+v", last)
	}
	w.Shows("Presa visione registrata.", "Falsi allarmi finora: 0 su 1")
	w.Look("alert seen here")
	left := w.Shell.House.State.Alerts().OpenAlerts()
	w.floor.chosen = left[0].Table
	tells := func(a house.Alert) {
		w.Shows(w.Shell.ViewerAt(a.Table).Floor().AlertLines(a, house.AlertNow{})[0].Text)
	}
	w.Press(fyne.KeyHome, fyne.KeyDown)
	w.Keys("r\n")
	tells(left[1])
	w.Keys(screentest.InspectorCode)
	w.Shows("Presa visione registrata.", "Falsi allarmi finora: 0 su 2")
	w.Keys("r\n")
	tells(left[2]) // which stands where that one was
	w.LeaveOverlays()
	if shown := w.floor.tiles["PB1"]; slices.ContainsFunc(shown.Alerts, func(s string) bool { return strings.Contains(s, "incident") }) {
		t.Errorf("its tile still has %v", shown.Alerts)
	}
	if first := w.floor.shown()[0]; first.Level != record.AlertCritical {
		t.Errorf("%s stands first, with level %d", first.Name, first.Level)
	}
}

// A table of which nobody knows how fast it uses to be says how many days that takes.
func TestNoGroundToJudgeIsTold(t *testing.T) {
	w := before(t, 4)
	w.pass(2 * time.Second)
	if shown := w.floor.tiles["LB1"]; shown.Usual != "ritmo solito: servono 3 giorni" {
		t.Errorf("its tile says %q", shown.Usual)
	}
	w.Says("servono 3 giorni")
	for name := range w.night {
		if slices.Contains(w.rules(name), record.PaceAlert) {
			t.Errorf("%s is judged by nothing", name)
		}
	}
}

// Of a record that is not read any more nobody says how its tables stand: no alert is raised.
func TestWhatIsNotHeardIsNotJudged(t *testing.T) {
	w := before(t, 3)
	w.clock.Pass(20 * time.Minute) // and nothing was read since
	if stand := w.floor.look.Conditions(); len(stand) != 0 {
		t.Errorf("of what was heard 20 minutes ago: %+v", stand)
	}
}

// The list can be read in each language and size.
func TestAlertsAreReadable(t *testing.T) {
	w := before(t, 8)
	w.InHouse()
	w.does("PB1", func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "un vetro rotto"})
	})
	w.clock.Pass(47 * time.Minute)
	w.pass(2 * time.Second)
	w.clock.Pass(80 * time.Minute)
	w.pass(2 * time.Second)
	w.enters()
	for _, lang := range text.Languages() {
		w.Shell.Speak(lang)
		w.floor.update()
		w.Look("tiles with alerts " + lang)
		w.Keys("a")
		w.Look("alerts " + lang)
		w.Keys("f")
		w.Look("a word " + lang)
		w.Press(fyne.KeyReturn)
		w.Look(fmt.Sprint("who ", lang))
		w.LeaveOverlays()
	}
}

// Where nobody brings to the floor what tables ask it cannot say that none does: it says where one approves.
func TestWithoutAPitNobodyKnowsWhatTablesAsk(t *testing.T) {
	w := before(t, 1)
	w.Keys("o")
	w.Says("si approva al tavolo")
}
