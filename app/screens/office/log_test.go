package office

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/record"
	"sabot/reports"
)

// The log is searched by table, kind, person and day, page by page, and what is found is read
// field by field; its reports of a gaming day are signed by who may.
func TestOfficeLog(t *testing.T) {
	s := officeSeat(t, "it").inHouse()
	house := s.Shell.House
	s.enter(record.Manager)
	s.Keys("mma")
	s.Rest()
	s.Says("Registro · 1")
	s.Keys("n")
	s.Rest()
	s.Says("Registro · 2")
	s.Keys("b")
	s.Rest()
	s.Says("Registro · 1")
	s.Keys("t")
	s.Rest()
	first := house.State.Tables[0].Name
	s.Says("Registro · " + first)
	s.Keys("w")
	s.Press("Down")
	s.Keys("\n")
	s.Rest()
	s.Says("Registro · " + first + " · Eccezioni")
	if over := s.Over(); !strings.Contains(over, "carta: ") {
		t.Errorf("what was taken back is not said: %s", over)
	}
	s.Keys("\n")
	s.Says("Quando")
	s.Keys("\x1b")
	s.Says("Eccezioni")
	s.Keys("p")
	s.Press("Down")
	s.Keys("\n")
	s.Rest()
	if who := house.State.Staff[0].Name; !strings.Contains(s.Over(), who) {
		t.Errorf("the list does not say that it is of %s: %s", who, s.Over())
	}
	s.Keys("d32.1.2026\n")
	s.Says("32.1.2026")
	s.Keys("\x1b")
	s.Rest()
	s.Keys("d1.1.2021\n")
	s.Rest()
	s.Says("Non c’è nulla.")
	s.Keys("\x1b\x1b\x1b")
	for key, kind := range map[string]reports.Kind{"b": reports.ExceptionsReport, "c": reports.ChangesReport} {
		s.Keys("mm" + key)
		s.Rest()
		if o := s.office(); !o.apart || o.shown.Kind != kind || len(o.doc.Pages) == 0 {
			t.Fatalf("%+v, %d pages", o.shown, len(o.doc.Pages))
		}
		was := s.office()
		s.Press(fyne.KeyEscape) // closes the list, and signs nobody off
		s.Rest()
		if o := s.office(); o == nil || o != was || o.apart || o.shown.Kind != reports.ShiftReport {
			t.Fatalf("after Esc: %+v", o)
		}
	}
}

// Exceptions and changes of any days: a month, or two days with all between them.
func TestOfficeNotedDays(t *testing.T) {
	s := officeSeat(t, "it").inHouse()
	s.enter(record.Manager)
	for typed, item := range map[string]string{"10.2026": "2026-10-01..2026-10-31", "3.10.2026 - 5.10.2026": "2026-10-03..2026-10-05", "7.10.2026": "2026-10-07"} {
		for key, kind := range map[string]reports.Kind{"d": reports.ExceptionsReport, "e": reports.ChangesReport} {
			s.Keys("mm" + key + typed + "\n")
			s.Rest()
			if o := s.office(); o.shown.Kind != kind || o.shown.Item != item || len(o.doc.Pages) == 0 {
				t.Fatalf("%s: %+v, %d pages", typed, o.shown, len(o.doc.Pages))
			}
		}
	}
	s.Keys("mmd5.10.2026 - 3.10.2026\n")
	s.Says("5.10.2026 - 3.10.2026: un giorno che non c’è")
}

// The log in every language.
func TestLogIsReadable(t *testing.T) {
	screentest.EachLanguage(t, func(t *testing.T, lang string) {
		s := officeSeat(t, lang).inHouse()
		s.enter(record.Manager)
		s.Keys("mm")
		s.Look("log menu")
		s.Keys("a")
		s.Rest()
		s.Look("log")
		s.Keys("\n")
		s.Look("log entry")
		s.Keys("\x1bw")
		s.Look("log kinds")
		s.Keys("\x1b")
		s.Rest()
		s.Keys("d")
		s.Look("log day")
		s.Keys("\x1b")
		s.Rest()
		s.Keys("\x1b")
		s.Keys("mmb")
		s.Rest()
		s.Look("exceptions")
	})
}
