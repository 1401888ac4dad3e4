package screens

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/pit/house"
	"sabot/pit/record"
)

// member is a house on a machine of its own that has taken in what its office, of two tables, entered, and plays LB1.
func member(t *testing.T, now *time.Time) *session.House {
	t.Helper()
	return memberOf(t, now, house.DemoPlan("it", "lugano", 2))
}

// memberOf is such a house, as a plan has its office.
func memberOf(t *testing.T, now *time.Time, plan house.Plan) *session.House {
	t.Helper()
	open := func(name string) *session.House {
		h := screentest.OpenHouse(t, filepath.Join(t.TempDir(), name), func() time.Time { return *now })
		t.Cleanup(func() { _ = h.Close() })
		return h
	}
	office, house := open("office"), open("data")
	if err := office.SetUp(plan); err != nil {
		t.Fatal(err)
	}
	var entries [][]byte
	for e, err := range office.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, record.Encode(e))
	}
	head, err := office.Store().Head(record.HouseStream)
	if err != nil {
		t.Fatal(err)
	}
	var keys []record.Secret
	for _, s := range office.State.Staff {
		sealed, err := office.Store().Secret(s.Number)
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, record.Secret{Number: s.Number, Sealed: sealed})
	}
	if err := house.Takeover().TakeHouse("ufficio", 0, entries, head, keys); err != nil {
		t.Fatal(err)
	}
	if err := house.Takeover().HoldTables("tavolo-1", []string{"LB1"}); err != nil {
		t.Fatal(err)
	}
	return house
}

// On a machine that goes by the house's office only its own tables open, another's page says where it is played, what is the
// house's is changed at the office, and while the machine is cut off the office's page says how old what it has is.
func TestMemberInItsWindow(t *testing.T) {
	now := time.Date(2026, 11, 21, 19, 30, 0, 0, time.UTC)
	test.NewTempApp(t)
	h := member(t, &now)
	station := NewStation(test.NewTempWindow(t, nil), h, Options{
		Table: "LB2", Language: "it", clock: &screentest.HandClock{Time: now}, Broke: func(text string) { t.Error(text) },
	})
	s := guestOf(t, station, "")
	s.Says("LB2 si gioca su un’altra macchina della casa.")
	s.Says("LB1")
	if strings.Count(s.Words(), "LB2") != 1 {
		t.Error("it offers a table of another machine: ", s.Words())
	}
	s.Look("elsewhere")
	state := &h.State
	state.Pit = house.PitTrouble{Why: house.PitAway, Since: now, House: now.Add(-26 * time.Hour)}
	if says := s.Shell.Viewer().Pit(); says != "Il pit non risponde dalle 20:30: il tavolo va avanti, appena torna parte tutto. Dati della casa del 20.11.2026 18:30" {
		t.Error(says)
	}
	s.Keys("0")
	s.Keys("316931")
	s.Press(fyne.KeyReturn)
	s.Says("Dati della casa del 20.11.2026 18:30")
	s.Look("office-of-a-member")
	if err := station.Release(); err != nil {
		t.Error(err)
	}
}

// A machine that goes by an office has a kit of its own, with what it has of its own: without the authority, which is on the office's.
func TestKitOfAMember(t *testing.T) {
	now := time.Now()
	h := member(t, &now)
	elena, err := h.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	lines, err := backups.Of(h).MakeKit(elena, "", filepath.Join(t.TempDir(), "kit.txt"))
	if err != nil {
		t.Fatal(err)
	}
	k, err := backups.ReadKit(strings.Join(lines, "\n"))
	if err != nil || len(k.Seal) == 0 || len(k.Pepper) == 0 || len(k.Authority) > 0 {
		t.Errorf("%d bytes of the seal key, %d of the pepper, %d of the authority, %v", len(k.Seal), len(k.Pepper), len(k.Authority), err)
	}
	if err := backups.Protectable(h); err != nil {
		t.Error(err)
	}
}
