package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
)

// wronglyClosed is a table whose closing count was mistyped: a zero too few in the first line, and both signed it.
func wronglyClosed(t *testing.T, lang string) *seat {
	s := newSeat(t, "LB1", lang)
	s.Open()
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.Keys(strings.Replace(screentest.Counted, "20000", "2000", 1) + "\n" + screentest.CroupierCode + screentest.InspectorCode)
	s.LeaveOverlays()
	if s.Table().Open || s.Table().Result().Closing.Amount != 3_800_000 {
		t.Fatalf("%+v: %s", s.Table().Result(), s.said())
	}
	return s
}

// A mistyped closing count is put right by keys, at the table that stands closed: what was counted, what it is, what changes, why,
// and the two PINs. The next opening is held against the recount.
func TestClosingRecountedByKeys(t *testing.T) {
	s := wronglyClosed(t, "it")
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_recount")
	s.Silent("38’000", "2’000") // it is counted as blind as any other
	s.Keys(strings.Replace(screentest.Counted, "20000", "2000", 1))
	if s.said() == "" || len(s.Table().Recounts()) > 0 {
		t.Fatalf("as it was: %q", s.said())
	}
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("cash_recount")
	s.Keys(screentest.Counted)
	s.Shows("Chiusura contata CHF 38’000.00, ricontata CHF 56’000.00", "Il risultato del turno cambia di +18’000", "Alla chiusura", "+18’000")
	s.Keys("\n")
	s.Keys("\t\n") // the first reason that is often said
	s.Shows("Chiusura contata CHF 38’000.00", "CHF 56’000.00", "Il risultato del turno cambia di +18’000", "Errore di digitazione")
	s.Keys(screentest.OfficeCode)
	s.Keys(screentest.CroupierCode)
	if len(s.Table().Recounts()) > 0 {
		t.Fatal("it was entered without an inspector")
	}
	s.Escape()
	s.Keys(screentest.CroupierCode + screentest.InspectorCode)
	all := s.Table().Recounts()
	if len(all) != 1 || all[0].By != "11" || all[0].Approver != "21" || all[0].Reason != "Errore di digitazione" || all[0].More() != 1_800_000 {
		t.Fatalf("%+v: %s", all, s.said())
	}
	if !strings.Contains(s.said(), "Riconteggio registrato") || s.Table().Result().Closing.Amount != 5_600_000 {
		t.Errorf("%q, %+v", s.said(), s.Table().Result())
	}
	s.Keys("\n" + screentest.Counted)
	s.Silent("MANCANO", "DI TROPPO")
	s.Keys(screentest.CroupierCode + screentest.InspectorCode)
	if opened := s.Table(); !opened.Open || len(opened.IncidentBook().OpenIncidents()) != 1 { // that of the closing, which a manager closes
		t.Errorf("open %v, %+v: %s", opened.Open, opened.IncidentBook().OpenIncidents(), s.said())
	}
	s.Shell.TypedKey(fyne.KeyF5)
	s.Keys("m") // off: the next shift has begun
	if s.Silent("Chi ha contato"); len(s.Table().Recounts()) != 0 {
		t.Error("it was recounted in the next shift")
	}
}

// The pages of a recount are read in every language, in a small window and in a wide one.
func TestRecountIsReadable(t *testing.T) {
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		s := wronglyClosed(t, lang).inHouse()
		s.Shell.TypedKey(fyne.KeyF5)
		s.Look("closed table, chips and cash")
		s.Choose("cash_recount")
		s.Look("recount")
		s.Keys(screentest.Counted)
		s.Look("recount beside the closing")
	})
}
