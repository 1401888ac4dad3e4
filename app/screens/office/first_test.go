package office

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/pit/record"
)

// The first list of years says how far it has come, and nothing of what shifts there are; by
// Esc or by a tap it is left, and what is signed on stays.
func TestOfficeFirstListIsLeft(t *testing.T) {
	s := officeSeat(t, "it")
	s.inHouse()
	o := s.enter(record.BackOffice)
	for _, leave := range []func(){
		func() { s.Press(fyne.KeyEscape) },
		func() { o.leaveKey().Do() },
	} {
		o.shifts, o.spoken = nil, ""
		ended := false
		o.goesOn(func() { ended = true })
		o.paper.Say(o.progress("office_reading", 1200, 3000))
		s.Says("1200 di 3000")
		s.Says("Interrompi")
		if words := s.Words(); strings.Contains(words, o.t("office_no_shift")) || strings.Contains(words, o.t("office_leave")) {
			t.Errorf("it is said that there are no shifts, or that Esc signs off:\n%s", words)
		}
		s.Picture("first-list")
		if leave(); !ended || s.office() == nil {
			t.Errorf("it ended %v, the office is %v", ended, s.office())
		}
		s.Says(o.t("office_leave"))
	}
}
