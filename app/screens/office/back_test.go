package office

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/pit/record"
	"sabot/reports"
)

// Esc on a page that was opened from another one leads to that one, and only from there to
// the office.
func TestOfficeEscIsOneStepBack(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	aside, err := o.shell.House.Aside()
	if err != nil {
		t.Fatal(err)
	}
	access, err := aside.Access()
	if err != nil {
		t.Fatal(err)
	}
	staff, table := o.working()[0], o.shell.House.State.Tables[0].Name
	for name, c := range map[string]struct{ first, second func() }{
		"which game": {o.openTables, o.chooseGame},
		"new table":  {o.openTables, func() { o.copyTable(o.shell.House.State.Tables[0]) }},
		"retire":     {o.openTables, func() { o.askRetire(table) }},
		"remove":     {o.openPeople, func() { o.askRemove(staff) }},
		"person":     {o.openPeople, func() { o.openPerson(staff) }},
		"review":     {func() { o.showAccess(access, 0) }, func() { o.askReview(access, 0) }},
		"rights":     {func() { o.showAccess(access, 0) }, func() { o.showRights(access.People[0], access, 0) }},
		"away":       {func() { o.showAccess(access, reports.AwayDays()[0]) }, func() { o.askReview(access, reports.AwayDays()[0]) }},
		"backup":     {o.openBackup, o.askBackup},
		"plan":       {o.openBackup, o.askBackupPlan},
		"house":      {o.openMenu, o.openHouse},
	} {
		c.first()
		want := s.Over()
		first := s.Shell.Overlay().Content()
		c.second()
		if o := s.Shell.Overlay(); o == nil || o.Content() == first {
			t.Fatalf("%s: no page was opened", name)
		}
		s.Press(fyne.KeyEscape)
		if s.Shell.Overlay() == nil || s.OverlayDrawn() == nil || s.Over() != want {
			t.Errorf("%s: Esc does not lead to %q", name, want)
			s.Shell.CloseOverlay()
			continue
		}
		s.Press(fyne.KeyEscape)
		if s.Shell.Overlay() != nil || s.office() != o {
			t.Errorf("%s: the second Esc does not lead to the office", name)
		}
	}
}
