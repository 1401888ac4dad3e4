package view_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Who acknowledges an alert reads the day of what is not of the gaming day that runs; of what is, the time of day alone, after midnight
// too.
func TestAcknowledgementSaysTheDay(t *testing.T) {
	night := time.Date(2026, time.November, 22, 3, 59, 0, 0, newSeat(t, "en").view.House.Wall(time.Now()).Location())
	for _, says := range []struct {
		lang        string
		since, now  time.Time
		raised, was string
		first       string
	}{
		{"en", night.Add(-8 * time.Hour), night, "Raised at 03:59 · Warning", "Like this since 19:59", "3 times, first at 03:58"},
		{"en", night.AddDate(0, 0, -316), night, "Raised at 03:59 · Warning", "Like this since 10.01.2026, 03:59", "3 times, first at 03:58"},
		{"en", night.Add(-8 * time.Hour), night.Add(8 * time.Hour), "Raised on 22.11.2026 at 03:59 · Warning", "Like this since 21.11.2026, 19:59", "3 times, first on 22.11.2026 at 03:58"},
		{"it", night.Add(-8 * time.Hour), night, "Segnalato alle 03:59 · Attenzione", "È così dalle 19:59", "3 volte, la prima alle 03:58"},
		{"it", night.AddDate(0, 0, -316), night.Add(8 * time.Hour), "Segnalato il 22.11.2026 alle 03:59 · Attenzione", "È così dal 10.01.2026 alle 03:59", "3 volte, la prima il 22.11.2026 alle 03:58"},
	} {
		s := newSeat(t, says.lang)
		s.view.Now = func() time.Time { return says.now }
		alert := house.Alert{
			At: night, First: night.Add(-time.Minute), Times: 3,
			Alerted: record.Alerted{Rule: record.IdleAlert, Level: record.AlertWarning, Table: "LB1", Value: 480, Limit: 20, Since: says.since.UnixMilli()},
		}
		row := map[bool]string{true: "Table idle for 8 h at 03:59 · 3 times", false: "Table idle for 8 h on 22.11. at 03:59 · 3 times"}[says.now == night]
		if says.lang == "it" {
			row = map[bool]string{true: "Tavolo fermo da 8 h alle 03:59 · 3 volte", false: "Tavolo fermo da 8 h il 22.11. alle 03:59 · 3 volte"}[says.now == night]
		}
		if got := s.view.Floor().AlertRow(alert, house.AlertNow{})[2]; strings.ReplaceAll(got, " h 00", " h") != row {
			t.Errorf("its row says %q, wanted %s", got, row)
		}
		lines := s.view.Floor().AlertLines(alert, house.AlertNow{})
		if len(lines) != 4 || lines[1].Text != says.raised || lines[2].Text != says.was || lines[3].Text != says.first {
			t.Errorf("it says %+v, wanted %q, %q, %q", lines, says.raised, says.was, says.first)
		}
	}
}

// An alert says what was, with its time, and what is: how much it is by now, who saw to it at the table and when, or that it is over
// and since when. What nobody hears it does not say.
func TestAlertSaysWhatWasAndHowItStandsNow(t *testing.T) {
	at := time.Date(2026, time.November, 22, 0, 28, 0, 0, time.UTC)
	for _, c := range []struct {
		lang    string
		rule    record.AlertRule
		value   int64
		now     house.AlertNow
		was, is string // in the list
		says    string
	}{
		{"it", record.AlarmAlert, 2, house.AlertNow{}, "2 allarmi non visti alle 01:27", "", "2 allarmi non visti alle 01:27"},
		{"it", record.AlarmAlert, 1, house.AlertNow{Known: true, Value: 1}, "1 allarme non visto alle 01:27", "ancora così", "1 allarme non visto alle 01:27"},
		{"en", record.DifferenceAlert, 2, house.AlertNow{Known: true, Value: 2, Recounted: 1}, "2 differences in the count at 01:27", "recounted: 1", "2 differences in the count at 01:27 · recounted: 1"},
		{"it", record.AlarmAlert, 2, house.AlertNow{Known: true, Value: 18}, "2 allarmi non visti alle 01:27", "ora 18", "2 allarmi non visti alle 01:27 · ora 18"},
		{"it", record.AlarmAlert, 2, house.AlertNow{Known: true, Ended: true, At: at}, "2 allarmi non visti alle 01:27", "passato alle 01:28", "2 allarmi non visti alle 01:27 · passato alle 01:28"},
		{"it", record.AlarmAlert, 2, house.AlertNow{Known: true, Ended: true, At: at, By: "21"}, "2 allarmi non visti alle 01:27", "visti da Dario Bianchi 01:28", "2 allarmi non visti alle 01:27 · visti da Dario Bianchi 01:28"},
		{"fr", record.IncidentAlert, 1, house.AlertNow{Known: true, Ended: true, At: at, By: "21"}, "1 incident ouvert sans différence à 01:27", "fermé par Dario Bianchi 01:28", "1 incident ouvert sans différence à 01:27 · fermé par Dario Bianchi 01:28"},
		{"en", record.IncidentAlert, 2, house.AlertNow{Known: true, Ended: true}, "2 open incidents without a difference at 01:27", "over", "2 open incidents without a difference at 01:27 · over"},
		{"de", record.IdleAlert, 20, house.AlertNow{Known: true, Value: 35}, "Tisch stand um 01:27 seit 20 min still", "jetzt 35 min", "Tisch stand um 01:27 seit 20 min still · jetzt 35 min"},
	} {
		s := newSeat(t, c.lang)
		s.view.Now = func() time.Time { return at }
		alert := house.Alert{At: at.Add(-time.Minute), First: at.Add(-time.Hour), Times: 1, Alerted: record.Alerted{Rule: c.rule, Level: record.AlertCritical, Table: "LB1", Value: c.value, Limit: 1}}
		row, lines := s.view.Floor().AlertRow(alert, c.now), s.view.Floor().AlertLines(alert, c.now)
		if row[2] != c.was || row[3] != c.is || !strings.HasSuffix(lines[0].Text, c.says) {
			t.Errorf("%s %s: %q, %q, wanted %q", c.lang, c.rule, row[2:], lines[0].Text, c.says)
		}
		var tile view.Tile
		s.view.Floor().TileAlert(&tile, alert, c.now)
		if want := record.AlertCritical; c.now.Ended == (tile.Level == want) || len(tile.Alerts) != 1 || tile.Alerts[0] != c.says || !strings.Contains(tile.Bar.Short, " 01:27") {
			t.Errorf("%s %s: level %d, %q, %+v", c.lang, c.rule, tile.Level, tile.Alerts, tile.Bar)
		}
	}
}

// An alert of overtaken entries names table and machine wherever it is read, and what is to be done with them; one of a record of 0.9
// names the machine alone.
func TestOvertakenAlertNamesTableAndMachine(t *testing.T) {
	s := newSeat(t, "it")
	s.view.Now = func() time.Time { return time.Date(2026, time.November, 22, 0, 30, 0, 0, time.UTC) }
	alert := house.Alert{At: time.Date(2026, time.November, 22, 0, 28, 0, 0, time.UTC), Times: 1, Alerted: record.Alerted{Rule: record.OvertakenAlert, Level: record.AlertCritical, Table: "LB3", Machine: "tavolo-3", Value: 5, Limit: 1}}
	row := s.view.Floor().AlertRow(alert, house.AlertNow{})
	if row[1] != "LB3 · tavolo-3" || row[2] != "5 registrazioni superate di LB3, ancora su tavolo-3 alle 01:28" {
		t.Errorf("its row says %q", row)
	}
	lines := s.view.Floor().AlertLines(alert, house.AlertNow{})
	if !slices.ContainsFunc(lines, func(l view.ApprovalLine) bool {
		return strings.Contains(l.Text, "su tavolo-3: sabotctl log") && strings.Contains(l.Text, "--table LB3")
	}) {
		t.Errorf("what to do is not in %+v", lines)
	}
	alert.Table = ""
	if row = s.view.Floor().AlertRow(alert, house.AlertNow{}); row[1] != "tavolo-3" || row[2] != "5 registrazioni superate, ancora su tavolo-3 alle 01:28" {
		t.Errorf("that of 0.9 says %q", row)
	}
	if lines = s.view.Floor().AlertLines(alert, house.AlertNow{}); len(lines) != 2 {
		t.Errorf("that of 0.9 says %+v", lines)
	}
}

// The bar of a tile is the gravest thing that waits. What an alert and the table both tell of is said once, in each language. An alert
// that is over gives way to what lasts, and an approval comes before all.
func TestBarIsTheGravestThingThatWaits(t *testing.T) {
	for _, lang := range []string{"it", "de", "fr", "en"} {
		s := newSeat(t, lang)
		s.open()
		s.do(func(*pit.Table) ([]record.Fact, error) {
			return []record.Fact{record.IncidentOpened{Class: record.DifferenceIncident, Amount: -100}, record.Alarmed{Kind: record.LateChange, Box: 1, Was: "draw", What: "stand", Approver: "21"}}, nil
		})
		now := s.table.Last()
		s.view.Now = func() time.Time { return now }
		floor := s.view.Floor()
		var tile view.Tile
		floor.TileNow(&tile, s.table, now)
		incident := s.view.Text.T("mark_incidents", text.Args{"N": 1})
		if want := (view.TileBar{Text: incident, More: 1, Level: record.AlertWarning, Kind: view.IncidentTile}); tile.Bar != want {
			t.Errorf("%s: by itself %+v", lang, tile.Bar)
		}
		over := house.Alert{At: now, First: now, Times: 1, Alerted: record.Alerted{Rule: record.IdleAlert, Level: record.AlertCritical, Table: "LB1", Value: 20}}
		lasts := over
		lasts.Rule = record.DifferenceAlert
		floor.TileAlert(&tile, lasts, house.AlertNow{Known: true, Value: 1})
		if want := (view.TileBar{Text: incident, More: 1, Short: tile.Bar.Short, Level: record.AlertCritical, Kind: view.IncidentTile}); tile.Bar != want || tile.Bar.Short == "" {
			t.Errorf("%s: with an alert of the same %+v", lang, tile.Bar)
		}
		floor.TileNow(&tile, s.table, now)
		tile.Level = 0
		floor.TileAlert(&tile, over, house.AlertNow{Known: true, Ended: true})
		if want := (view.TileBar{Text: incident, More: 2, Level: record.AlertWarning, Kind: view.IncidentTile}); tile.Bar != want {
			t.Errorf("%s: with an alert that is over %+v", lang, tile.Bar)
		}
		floor.TileNow(&tile, s.table, now)
		tile.Level = 0
		floor.TileAsks(&tile, record.Manager)
		floor.TileAlert(&tile, lasts, house.AlertNow{Known: true, Value: 1})
		if tile.Bar.Kind != view.ApprovalTile || tile.Bar.More != 2 || tile.Bar.Text != tile.Waits[0] {
			t.Errorf("%s: with an approval %+v", lang, tile.Bar)
		}
		var quiet view.Tile
		floor.TileAlert(&quiet, over, house.AlertNow{Known: true, Ended: true})
		if quiet.Bar.Level != record.AlertInfo || quiet.Bar.Kind != view.OtherTile || quiet.Bar.Text != quiet.Alerts[0] {
			t.Errorf("%s: over at a quiet table %+v", lang, quiet.Bar)
		}
	}
}

// A table knows who saw to its alarms last, and who closed its last incident, and when.
func TestTableSaysWhoSawToWhatAnAlertTellsOf(t *testing.T) {
	s := newSeat(t, "en")
	s.open()
	ended := func(rule record.AlertRule) string {
		at, by, known := s.table.Ended(rule, time.Time{})
		if known != (by != "") || known == at.IsZero() {
			t.Errorf("%s: at %v by %q, known %v", rule, at, by, known)
		}
		return by
	}
	do := func(facts ...record.Fact) {
		s.do(func(*pit.Table) ([]record.Fact, error) { return facts, nil })
	}
	do(record.Alarmed{Kind: record.ShoeLost}, record.IncidentOpened{Class: record.OtherIncident, Text: "x"}, record.IncidentOpened{Class: record.DifferenceIncident, Amount: -100})
	for _, rule := range []record.AlertRule{record.AlarmAlert, record.IncidentAlert, record.DifferenceAlert} {
		if by := ended(rule); by != "" {
			t.Errorf("%s is seen to by %q, and lasts", rule, by)
		}
	}
	do(record.Acknowledged{Seq: s.table.Alarms[0].Seq, By: "21"}, record.IncidentClosed{Incident: s.table.Incidents[0].Seq, By: "31"})
	for rule, by := range map[record.AlertRule]string{record.AlarmAlert: "21", record.IncidentAlert: "31", record.DifferenceAlert: ""} {
		if got := ended(rule); got != by {
			t.Errorf("%s was seen to by %q, not %q", rule, got, by)
		}
	}
}
