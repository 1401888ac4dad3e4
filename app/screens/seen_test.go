package screens

import (
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/recordtest"
)

// newAlerted has a table at which something happened of which somebody should know, and somebody before the floor of another
// machine of the house.
func newAlerted(t *testing.T, incidents int) *both {
	t.Helper()
	b := &both{t: t, via: &between{}}
	b.table = arrive(t, Options{Demo: true, Table: "LB1", Language: "it", pit: pitWays{asks: b.via}})
	b.via.keeper = b.table.Shell.House.Store()
	b.table.Open()
	dir := filepath.Join(t.TempDir(), "ufficio")
	recordtest.Copied(t, dir, b.table.Dir)
	b.office = arriveAt(t, dir, Options{Floor: true, Language: "it", pit: pitWays{asks: b.via, elsewhere: b.via}})
	b.office.Keys(screentest.InspectorCode)
	for range incidents {
		if err := b.table.station.open.Do(b.incident); err != nil {
			t.Fatal(err)
		}
	}
	b.pass(4 * time.Second)
	if open := b.there(); len(open) != 1 || open[0].Rule != record.IncidentAlert {
		t.Fatalf("open at the table's machine are %+v", open)
	}
	return b
}

// there are the alerts that are open at the table's machine.
func (b *both) there() []house.Alert { return b.table.Shell.House.State.Alerts().OpenAlerts() }

// acknowledges goes through the list up to the code, which is that of the inspector's.
func (b *both) acknowledges(verdict, word string) {
	b.t.Helper()
	b.office.Keys("a")
	b.office.Shows("LB1", "1 incidente aperto senza differenza")
	b.office.Keys(verdict + word)
	b.office.Press(fyne.KeyReturn)
	b.office.Shows("LB1: 1 incidente aperto senza differenza")
	b.office.Keys(screentest.InspectorCode)
}

// last is what the table's machine has on record of alerts that somebody has seen to.
func (b *both) last() (list []record.AlertSeen) {
	b.t.Helper()
	for e, err := range b.via.keeper.Entries(record.HouseStream, 1) {
		if err != nil {
			b.t.Fatal(err)
		}
		if f, seen := e.Fact.(record.AlertSeen); seen {
			list = append(list, f)
		}
	}
	return list
}

// An inspector at the floor of another machine sees to an alert of a table, with word and code, by keys and by taps: the table's
// machine enters it with their signature, and nothing of it stands at the office's own. It is closed on both floors.
func TestAlertSeenOnAnothersFloor(t *testing.T) {
	for _, taps := range []bool{false, true} {
		b := newAlerted(t, 1)
		own := b.office.Shell.House.State.Seq
		if taps {
			b.office.Keys("a")
			b.office.Choose("alert_real")
			b.office.Keys("vetri tolti")
			b.office.Choose("sign_ok")
			b.office.Keys(screentest.InspectorCode)
		} else {
			b.office.Keys("a")
			b.office.inHouse().Look("alert of another machine")
			b.office.LeaveOverlays()
			b.acknowledges("r", "vetri tolti")
		}
		b.office.Says("Firmato e inviato alla macchina tavolo-1")
		b.pass(5 * time.Second)
		if open := b.there(); len(open) != 0 {
			t.Fatalf("still open: %+v\n%s", open, b.office.Words())
		}
		if list := b.last(); len(list) != 1 || list[0].By != "21" || list[0].Verdict != record.RealAlert || list[0].Text != "vetri tolti" {
			t.Errorf("on the record is %+v", list)
		}
		b.office.Says("Presa visione registrata alla macchina tavolo-1")
		b.office.Look("alert seen there")
		if now := b.office.Shell.House.State.Seq; now != own {
			t.Errorf("the office has %d entries more", now-own)
		}
		b.office.Keys("a")
		b.office.Shows(b.office.Shell.Text.T("alert_none"), "Falsi allarmi finora: 0 su 1")
		b.holds()
	}
}

// The machine that raised an alert takes that somebody has seen to it also once its table is played elsewhere.
func TestAlertOfATableThatWentIsTaken(t *testing.T) {
	b := newAlerted(t, 1)
	if err := b.table.Shell.House.Takeover().HoldTables("tavolo-1", nil); err != nil {
		t.Fatal(err)
	}
	if b.table.Shell.House.State.Plays("LB1") {
		t.Fatal("it plays the table still")
	}
	b.pass(4 * time.Second)
	b.acknowledges("r", "visto")
	b.pass(5 * time.Second)
	if open := b.there(); len(open) != 0 {
		t.Fatalf("still open: %+v\n%s", open, b.office.Words())
	}
}

// Somebody at the table's own floor is faster: the other floor says who it was, and nothing is entered twice. Something else that is
// entered there first has it asked once more.
func TestAlertSeenThereFirst(t *testing.T) {
	b := newAlerted(t, 1)
	alert := b.there()[0]
	b.office.Keys("a")
	b.office.Keys("f\n")
	b.office.Keys(screentest.InspectorCode)
	b.must(b.table.Shell.House.RaiseAlerts([]house.Condition{{Rule: record.AlarmAlert, Table: "LB1", Value: 1, Since: b.table.Shell.House.Now()}}))
	b.pass(5 * time.Second)
	b.office.Says("ha registrato prima altro")
	if _, still := b.table.Shell.House.State.Alerts().AlertOf(alert.Seq); !still || len(b.last()) != 0 {
		t.Error("what was signed for another moment was entered")
	}
	b.office.Keys("a")
	b.office.Press(fyne.KeyHome) // what is over stands behind what lasts
	b.office.Keys("f\n")
	b.office.Shows("LB1: 1 incidente aperto senza differenza")
	if err := b.table.Shell.House.AcknowledgeAlert("316931", record.AlertSeen{Alert: alert.Seq, Verdict: record.RealAlert}); err != nil {
		t.Fatal(err)
	}
	b.office.Keys(screentest.InspectorCode)
	b.pass(5 * time.Second)
	b.office.Says("Elena Moser ne ha già preso atto")
	if list := b.last(); len(list) != 1 || list[0].By != "31" {
		t.Errorf("on the record is %+v", list)
	}
	b.office.Keys("a")
	b.office.Silent("1 incidente aperto senza differenza")
}

func (b *both) must(_ bool, err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// With the pit away the floor says that it cannot be done here; where it goes in the midst, or the machine does not enter it, that
// is said too: the alert is open as before, and with the pit back it is seen to.
func TestAlertOfAnotherMachineWithThePitAway(t *testing.T) {
	b := newAlerted(t, 1)
	state := &b.office.Shell.House.State
	b.office.Keys("a")
	state.Pit = house.PitTrouble{Why: house.PitAway, Since: b.office.Shell.House.Now()}
	b.pass(2 * time.Second)
	b.office.Shows("loro macchina, o qui quando il pit risponde")
	b.office.Look("alerts pit away")
	b.office.Keys("r")
	b.office.Silent("Che cosa è stato fatto")
	state.Pit = house.PitTrouble{}
	b.pass(2 * time.Second)
	b.office.Silent("loro macchina, o qui quando il pit risponde")
	b.office.LeaveOverlays()

	b.via.away = true
	b.acknowledges("r", "vetri tolti")
	b.pass(2 * time.Second)
	b.office.Says("non è arrivata alla macchina tavolo-1")
	b.via.away = false
	b.pass(2 * time.Second)

	b.via.deaf = true       // the table's program is not there
	b.acknowledges("r", "") // the word stands there still
	b.pass(17 * time.Second)
	b.office.Says("La macchina tavolo-1 non l’ha registrata")
	b.office.Look("not entered there")
	if len(b.there()) != 1 || len(b.last()) != 0 {
		t.Error("it was entered")
	}
	b.via.seen, b.via.deaf = nil, false
	b.acknowledges("f", "")
	b.pass(5 * time.Second)
	b.office.Says("Presa visione registrata")
	if list := b.last(); len(b.there()) != 0 || len(list) != 1 || list[0].Verdict != record.FalseAlert || list[0].Text != "vetri tolti" {
		t.Errorf("on the record is %+v", list)
	}
	b.holds()
}

// What the floor says of it can be read in each language.
func TestAlertOfAnotherMachineIsReadable(t *testing.T) {
	for _, lang := range text.Languages() {
		b := newAlerted(t, 1)
		b.office.inHouse()
		b.office.Shell.Speak(lang)
		for _, key := range []string{"alert_sent", "alert_entered", "alert_seen_first", "alert_moved", "alert_not_taken", "alert_not_sent"} {
			b.office.station.floor.Warn(b.office.Shell.Text.T(key, text.Args{"Machine": "tavolo-1", "Name": "Elena Moser", "At": "21:04"}))
			b.office.Look(key + " " + lang)
		}
		b.office.Keys("a")
		b.office.Look("alerts there " + lang)
		b.office.Shell.House.State.Pit = house.PitTrouble{Why: house.PitAway, Since: b.office.Shell.House.Now()}
		b.pass(time.Second)
		b.office.Look("alerts away " + lang)
	}
}
