package office

import (
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/pit/house"
	"sabot/pit/record"
)

// All of it by touch.
func TestOfficeByTouch(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.BackOffice)
	on := func(d *controls.Drawn, words ...string) {
		t.Helper()
		for _, w := range words {
			s.TouchOn(d, w)
			s.Rest()
		}
	}
	over := func() *controls.Drawn { return s.Shell.Overlay().Content().(*controls.Drawn) }
	on(o.desk.Drawn, "LB1 · shift 1", "Month", "Shift", "▼", "+", "−", "▲", "PDF", "Sign")
	for _, digit := range "114711" {
		on(over(), string(digit))
	}
	on(over(), "Confirm")
	for _, digit := range "215821" {
		on(over(), string(digit))
	}
	on(over(), "Confirm")
	on(o.desk.Drawn, "Verify")
	s.Pass(controls.Rhythm) // who reads the list is out of any rhythm
	on(over(), "Verify")
	s.Says("The report holds")
	on(over(), "Close")
	on(over(), "Close")
	on(o.desk.Drawn, "Sign off")
	if s.office() != nil {
		t.Error("nobody signed off")
	}
}

// Every page of the office fits, in every language.
func TestOfficeFits(t *testing.T) {
	for _, lang := range []string{"it", "de", "fr", "en"} {
		s := officeSeat(t, lang)
		o := s.enter(record.Manager)
		s.Press(fyne.KeyEnd)
		screentest.Inside(t, lang, s.Shell.Window.Canvas())
		for _, open := range []func(){o.openMenu, o.people().openPeople, o.tables().openTables, o.verifies().openFiles, o.papers().sign} {
			open()
			screentest.Inside(t, lang, s.Shell.Window.Canvas())
			s.Press(fyne.KeyEscape)
		}
	}
}

// Every page of the office.
func TestOfficeIsReadable(t *testing.T) {
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		s := officeSeat(t, lang).inHouse()
		s.Look("which table")
		s.Keys("0")
		s.Look("the door")
		s.Keys(screentest.CroupierCode)
		s.Look("a croupier may not")
		s.Keys(screentest.ManagerCode)
		s.Rest()
		s.Look("provisional")
		s.Press(fyne.KeyDown)
		s.Look("shift")
		for _, kind := range "2345" {
			s.Slowly(string(kind))
			s.Look("report " + string(kind))
		}
		s.Slowly("1g")
		s.Look("saved")
		s.Slowly("f")
		s.Look("signing")
		s.Slowly(screentest.CroupierCode)
		s.Slowly(screentest.InspectorCode)
		s.Look("signed")
		if o := s.office(); !o.shifts[o.chosen].Signed {
			t.Error("what was signed stands in the list as to be signed")
		}
		s.Slowly("v")
		s.Look("reports")
		s.Slowly("\n")
		s.Look("holds")
		s.Press(fyne.KeyEscape, fyne.KeyEscape)
		for _, line := range "abcdefghijk" {
			s.Slowly("m")
			if s.Shell.Overlay() == nil {
				t.Fatal("no menu")
			}
			if line == 'a' {
				s.Look("menu")
			}
			s.Slowly(string(line))
			if s.office() == nil || s.Shell.Overlay() == nil {
				if s.office() == nil {
					break
				}
				continue
			}
			s.Look("menu " + string(line))
			if line == 'c' {
				s.Slowly("n")
				s.Look("new person")
			}
			s.LeaveOverlays()
		}
		for table := range 3 {
			s.Slowly("mf")
			for range table {
				s.Press(fyne.KeyDown)
			}
			s.Slowly("\n")
			s.Look("a table")
			s.LeaveOverlays()
		}
	})
}

// A refusal at the door that takes three lines is read whole.
func TestOfficeDoorIsReadable(t *testing.T) {
	if _, err := playedHouse(); err != nil {
		t.Fatal(err)
	}
	t.Setenv(record.PepperEnv, filepath.Join(t.TempDir(), "pepper.key"))
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		s := officeSeat(t, lang).inHouse()
		s.Keys("0" + screentest.OfficeCode)
		s.Look("a PIN of another machine")
		s.Says(s.Shell.Wording(&house.Refusal{Why: house.PINElsewhere, What: "Fabio Conti"}))
	})
}
