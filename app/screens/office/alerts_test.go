package office

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/record"
)

// typed types into the field that has the keys and goes on with a key.
func (s *clerk) typed(value string, then fyne.KeyName) {
	s.T.Helper()
	canvas := s.Shell.Window.Canvas()
	if canvas.Focused() == nil {
		s.T.Fatal("no field has the keys")
	}
	for _, r := range value {
		canvas.Focused().TypedRune(r)
	}
	if then == fyne.KeyTab {
		canvas.FocusNext()
		return
	}
	canvas.Focused().TypedKey(&fyne.KeyEvent{Name: then})
}

// A manager says by keys from when on something is an alert: what is left empty is Sabot's own, 0 none; what
// cannot be is refused with the field and what is right.
func TestOfficeAlerts(t *testing.T) {
	s := officeSeat(t, "en")
	s.enter(record.Manager)
	house := s.Shell.House
	s.Slowly("mn")
	s.Says("Alert limits")
	s.typed("45 20", fyne.KeyReturn)
	s.Says("Table idle, minutes: One to three rising limits")
	if house.State.Particulars().Alerts != nil {
		t.Fatal("what was refused is entered")
	}
	s.typed("10 20 40", fyne.KeyTab)
	s.typed("0", fyne.KeyReturn)
	s.Says("Game stopped, minutes: One to three rising limits")
	s.typed("3", fyne.KeyTab)
	for range 3 {
		s.typed("", fyne.KeyTab)
	}
	s.typed("0", fyne.KeyTab)
	for range 4 {
		s.typed("", fyne.KeyTab)
	}
	s.typed("999", fyne.KeyReturn)
	s.Says("1 to 240 minutes")
	s.typed("5", fyne.KeyReturn)
	s.Says("The alert limits are changed.")
	for rule, want := range map[record.AlertRule][]int64{record.IdleAlert: {10, 20, 40}, record.TroubleAlert: {3}, record.ReliefAlert: {}, record.PaceAlert: {3, 4}} {
		if got := house.State.Alerts().AlertLimits(rule); !slices.Equal(got, want) {
			t.Errorf("%s at %v, not %v", rule, got, want)
		}
	}
	if set := house.State.Particulars(); set.Alerts.Cooldown != 5 || len(set.Alerts.Limits) != 3 || set.By != "31" {
		t.Errorf("the house is %+v with %+v", set, set.Alerts)
	}
	s.Slowly("mn")
	s.typed("", fyne.KeyReturn) // what stands there is entered again
	s.Says("Nothing would change.")
	s.LeaveOverlays()
	if got := house.State.Alerts().AlertLimits(record.IdleAlert); !slices.Equal(got, []int64{10, 20, 40}) || len(house.State.Alerts().AlertLimits(record.ReliefAlert)) != 0 {
		t.Errorf("entered again: %v", got)
	}
	s.Slowly("mj")
	s.typed("Casinò di altrove", fyne.KeyReturn)
	if house.State.Particulars().Alerts == nil || house.State.Name != "Casinò di altrove" {
		t.Error("another page of the house forgets them")
	}
	s.Slowly("mma") // the log says what they were and are
	s.Rest()
	s.Press(fyne.KeyDown)
	s.Keys("\n")
	s.Press(fyne.KeyEnd)
	s.Says("alerts · limits · table idle")
}

// Who may not set up the house is told who may.
func TestOfficeAlertsTakeARight(t *testing.T) {
	s := officeSeat(t, "en")
	s.enter(record.BackOffice)
	s.Slowly("mn")
	s.Says("manager")
	if s.office().shell.House.State.Particulars().Alerts != nil {
		t.Error("it was set")
	}
}

// The page with what a house has said, with a refusal and without any.
func TestOfficeAlertsIsReadable(t *testing.T) {
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		s := officeSeat(t, lang).inHouse()
		s.enter(record.Manager)
		s.Slowly("m")
		s.Look("menu")
		s.Slowly("n")
		s.Look("never set")
		s.typed("45 20", fyne.KeyReturn)
		s.Look("refused")
		s.typed("10 20 40", fyne.KeyTab)
		s.typed("3", fyne.KeyReturn)
		s.Look("set")
		s.Slowly("mn")
		s.Look("as it is set")
	})
}
