package office

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"

	"sabot/app/screens/screentest"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/reports"
)

// A report that came by mail or stick is verified in the window, by its path or dropped onto it; the list of kept ones is
// searched.
func TestAnyFileIsVerified(t *testing.T) {
	s := officeSeat(t, "it").inHouse()
	s.enter(record.Manager)
	s.Press(fyne.KeyDown)
	s.Slowly("f" + screentest.CroupierCode)
	s.Slowly(screentest.InspectorCode)
	house := s.Shell.House
	files, err := papers.Of(house).ReportFiles()
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	pdf, err := papers.Of(house).ReportFile(files[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "mail.pdf")
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Keys("vf" + path + "\n")
	s.Rest()
	s.Says(s.Shell.Text.T("office_holds"))
	s.Says(path)
	s.Says("Rapporto del turno · LB1 · Turno 1, versione 1, copia 1")
	s.Press(fyne.KeyEscape, fyne.KeyEscape)
	pdf[len(pdf)/2] ^= 1
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Shell.Dropped([]fyne.URI{storage.NewFileURI(path)})
	s.Rest()
	s.Says(s.Shell.Text.T("office_holds_not"))
	for words := range strings.FieldsSeq("not changed program signed house report") {
		if slices.Contains(strings.Fields(s.Words()), words) {
			t.Errorf("an Italian reader is told %q in %s", words, s.Words())
		}
	}
	s.Says("non è come fu firmato")
	s.Press(fyne.KeyEscape, fyne.KeyEscape)
	if _, _, err := papers.Of(house).Print(papers.Wanted{Kind: reports.AccessReport, Lang: "it"}); err != nil {
		t.Fatal(err)
	}
	s.Keys("v")
	s.Says("-unsigned.pdf")
	s.Press(fyne.KeyEnd)
	s.Keys("v") // nobody signed it: it is none to verify
	s.Rest()
	s.Says(s.Shell.Text.T("office_verify_report"))
	s.Keys("snonesuch\n")
	s.Says("nonesuch (0)")
	s.Keys("s" + filepath.Base(files[0].Name)[:6] + "\n")
	s.Says(files[0].Name)
}

// What is dropped onto the window takes nothing away that is open over the office, and what breaks by it ends nothing.
func TestDropComesThroughADoor(t *testing.T) {
	s := officeSeat(t, "en")
	o := s.enter(record.Manager)
	drop := func(files ...fyne.URI) { s.Shell.Dropped(files) }
	s.Keys("vf/tmp/half")
	open := s.Shell.Overlay().Content()
	drop(storage.NewFileURI("/tmp/other.pdf"))
	s.Rest()
	if s.Shell.Overlay() == nil || s.Shell.Overlay().Content() != open {
		t.Fatalf("what was open is gone: %s", s.Words())
	}
	s.Says("Close this page first")
	s.Shell.CloseOverlay()
	var broke []string
	s.Shell.Broke = func(text string) { broke = append(broke, text) }
	drop(nil)
	if len(broke) != 1 || s.office() != o {
		t.Errorf("told: %q", broke)
	}
}

// What was kept beside the record and is not what it says is named to who verifies the record, with what became of its file.
func TestWhatWasKeptFalseIsSaid(t *testing.T) {
	for _, lang := range text.Languages() {
		s := officeSeat(t, lang).inHouse()
		o := s.enter(record.Manager)
		for said, left := range map[string]error{"office_kept_false": nil, "office_kept_left": record.ErrReadOnly} {
			kept := []audit.KeptFalse{{Stream: "LB1", File: "derived/days3-LB1", Left: left}}
			o.verifies().showRecord([]audit.Checked{{Name: record.HouseStream, Entries: 9}, {Name: "LB1", Entries: 150, KeptFalse: kept}}, nil)
			s.Says(s.Shell.Text.T("office_record_kept"))
			s.Says(s.Shell.Text.T(said, text.Args{"Name": "LB1", "File": "derived/days3-LB1"}))
			s.Look(said)
			s.Press(fyne.KeyEscape)
		}
	}
}
