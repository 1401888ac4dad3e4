package office

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/session/papers"
	"sabot/pit/record"
	"sabot/reports"
)

// Who may do what: when each was here last, at a table or in the office; a manager reviews
// the others, the back office only reads; who has not been seen for days is a list of its own.
func TestOfficeAccess(t *testing.T) {
	s := officeSeat(t, "it").inHouse()
	house := s.Shell.House
	open := func(role record.Role) {
		t.Helper()
		s.enter(role)
		s.Keys("mk")
		s.Rest()
		s.Says("Ultima firma")
		s.Says("BJ1")
		s.Says("mai")
	}
	open(record.BackOffice)
	s.Keys("r")
	if _, reviewed := house.State.People().Reviewed("11"); reviewed {
		t.Fatal("the back office reviews")
	}
	s.Keys("\n")
	s.Says("dare le carte: aprire il tavolo, dare il cambio")
	s.Keys("\nn")
	s.Says("Nessuno.")
	s.Keys("\x1b\x1b\x1b")
	open(record.Manager)
	s.Keys("ra")
	s.Rest()
	if review, reviewed := house.State.People().Reviewed("11"); !reviewed || review.By != "31" {
		t.Errorf("%+v, %v", review, reviewed)
	}
	if _, reviewed := house.State.People().Reviewed("31"); reviewed {
		t.Error("a manager reviews what they may do themselves")
	}
	s.Says("Verificato il")
	s.Keys("p")
	s.Rest()
	if o := s.office(); o.shown.Kind != reports.AccessReport || len(o.doc.Pages) == 0 || len(o.doc.Blocks) != 1 {
		t.Fatalf("%+v, %d pages", o.shown, len(o.doc.Pages))
	}
	s.inHouse().Picture("access report")
	s.Keys("f" + screentest.Codes[record.Inspector] + "\n")
	s.Says("può")
	s.Keys("\x1bf" + screentest.Codes[record.Manager] + "\n")
	s.Rest()
	files, err := papers.Of(house).ReportFiles()
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	pdf, err := papers.Of(house).ReportFile(files[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := papers.Of(house).VerifyReport(pdf); err != nil || !v.Holds() || !v.Compared || v.Evidence.Kind != reports.AccessReport || v.Overtaken != nil {
		t.Errorf("%+v, %v", v.Faults, err)
	}
}

// The access list in every language.
func TestAccessIsReadable(t *testing.T) {
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		s := officeSeat(t, lang).inHouse()
		o := s.enter(record.Manager)
		o.people().openAccess(0)
		s.Rest()
		s.Look("access")
		s.Press(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown)
		s.Keys("\n")
		s.Shows(s.Shell.Text.T("right_reopen_bets")) // an inspector has most
		s.Look("rights of one")
		s.Keys("\n")
		s.Keys("r")
		s.Look("review")
		s.Keys("a")
		s.Rest()
		s.Look("reviewed")
		s.Keys("nn")
		s.Look("away for long")
	})
}

// At one machine of several the list says what it cannot know, and lists nobody as absent.
func TestAccessOfOneMachineIsReadable(t *testing.T) {
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		s := officeSeat(t, lang).inHouse()
		if err := s.Shell.House.Takeover().HoldTables("ufficio", nil); err != nil {
			t.Fatal(err)
		}
		o := s.enter(record.Manager)
		o.people().openAccess(0)
		s.Rest()
		s.Shows(s.Shell.Text.T("office_access_alone"))
		s.Look("access of one machine")
		s.Keys("n") // it is off
		s.Shows(s.Shell.Text.T("office_access_alone"))
		s.Keys("p")
		s.Rest()
		if o.shown.Kind != reports.AccessReport {
			t.Fatalf("%+v", o.shown)
		}
		s.Look("access report of one machine")
	})
}
