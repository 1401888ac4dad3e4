package office

import (
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/pit/house"
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
		func() { o.logs().leaveKey().Do() },
	} {
		o.shifts, o.spoken = nil, ""
		ended := false
		o.goesOn(func() { ended = true })
		o.paper.Say(o.papers().progress("office_reading", 1200, 3000))
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

// Where no shift is to be seen it is said where one comes from, and where those of other machines and their sums are.
func TestOfficeWithoutAShiftSaysWhereToLook(t *testing.T) {
	for lang, words := range map[string][]string{
		"it": {"Prima si apre un tavolo", "in Sala: tavolo, R", "ai piedi della Sala"}, "en": {"First open a table", "on the floor screen: table, R", "at its foot"},
		"de": {"Zuerst wird ein Tisch geöffnet", "im Saal an: Tisch, R", "unten im Saal"}, "fr": {"D’abord on ouvre une table", "dans la Salle : table, R", "au bas de la Salle"},
	} {
		dir := t.TempDir()
		h, err := session.Open(dir, time.Now)
		if err == nil {
			err = errors.Join(h.SetUp(house.DemoPlan("en", "", 1)), h.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		s := &clerk{screentest.Sit(t, dir)}
		s.Shell.Speak(lang)
		s.Shell.Show(s.door())
		s.inHouse().enter(record.BackOffice)
		for _, w := range append(words, "sabotctl pit report") {
			s.Says(w)
		}
		s.Picture("no-shift-" + lang)
	}
}
