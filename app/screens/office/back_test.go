package office

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/session/papers"
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
	access, err := papers.Of(aside).Access()
	if err != nil {
		t.Fatal(err)
	}
	staff, table := o.people().working()[0], o.shell.House.State.Tables[0].Name
	for name, c := range map[string]struct{ first, second func() }{
		"new table": {o.tables().openTables, func() { o.tables().newTable("") }},
		"copy":      {o.tables().openTables, func() { o.tables().copyTable(o.shell.House.State.Tables[0]) }},
		"retire":    {o.tables().openTables, func() { o.tables().askRetire(table) }},
		"remove":    {o.people().openPeople, func() { o.people().askRemove(staff) }},
		"person":    {o.people().openPeople, func() { o.people().openPerson(staff, staff.Number) }},
		"review":    {func() { o.people().showAccess(access, 0) }, func() { o.people().askReview(access, 0) }},
		"rights":    {func() { o.people().showAccess(access, 0) }, func() { o.people().showRights(access.People[0], access, 0) }},
		"away":      {func() { o.people().showAccess(access, reports.AwayDays()[0]) }, func() { o.people().askReview(access, reports.AwayDays()[0]) }},
		"backup":    {o.upkeep().openBackup, o.upkeep().askBackup},
		"plan":      {o.upkeep().openBackup, o.upkeep().askBackupPlan},
		"house":     {o.openMenu, func() { s.Slowly("j") }},
		"people":    {o.openMenu, func() { s.Slowly("c") }},
		"tables":    {o.openMenu, func() { s.Slowly("f") }},
		"PIN rules": {o.openMenu, func() { s.Slowly("d") }},
		"reports":   {o.openMenu, func() { s.Slowly("a") }},
		"access":    {o.openMenu, func() { s.Slowly("k"); s.Rest() }},
		"backups":   {o.openMenu, func() { s.Slowly("i") }},
		"languages": {o.openMenu, func() { s.Slowly("h") }},
		"marks":     {func() { s.Slowly("a") }, func() { s.Press(fyne.KeyF1) }},
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
	s.Slowly("mf") // what the office opens itself leads back to it, whatever the menu did before
	s.Shell.CloseOverlay()
	s.Slowly("v")
	s.Press(fyne.KeyEscape)
	if s.Shell.Overlay() != nil {
		t.Error("Esc on the reports leads to the menu")
	}
}

// Whoever comes back to a list from a page about one of its lines finds that line chosen, and
// what was entered new as well.
func TestOfficeListsKeepTheirPlace(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	chosen := func(want string) {
		t.Helper()
		got := ""
		for _, o := range test.LaidOutObjects(s.OverlayDrawn()) {
			if w, ok := o.(*canvas.Text); ok && w.TextStyle.Bold {
				got += w.Text + " "
			}
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q is chosen, want %s", got, want)
		}
	}
	s.Slowly("mc")
	s.Press(fyne.KeyDown, fyne.KeyDown)
	chosen("Chiara Favre")
	s.Slowly("c")
	s.Shell.Window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	chosen("Chiara Favre")
	s.Slowly("r")
	s.Press(fyne.KeyEscape)
	chosen("Chiara Favre")
	if err := o.enterPerson("14", "Gina Sala", "825093"); err != nil {
		t.Fatal(err)
	}
	chosen("Gina Sala")
	s.Shell.CloseOverlay()
	s.Slowly("mf")
	s.Press(fyne.KeyEnd)
	last := o.shell.House.State.Tables[len(o.shell.House.State.Tables)-1].Name
	chosen(last)
	s.Slowly("k")
	s.Shell.Window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	s.Shell.Window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) // what no chips make is confirmed
	made := o.shell.House.State.Tables[len(o.shell.House.State.Tables)-1].Name
	if made == last {
		t.Fatal("no table was copied")
	}
	chosen(made)
}

// A key that does nothing is told as one until the next key, and no longer.
func TestOfficeForgetsAKeyWithoutUse(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	s.Slowly("z")
	if !strings.Contains(o.notice.Text, "does nothing here") {
		t.Fatalf("says %q", o.notice.Text)
	}
	s.Slowly("s")
	if o.notice.Text != "" {
		t.Errorf("still says %q", o.notice.Text)
	}
}
