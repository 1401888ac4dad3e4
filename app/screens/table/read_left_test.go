package table

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit/record"
)

// What waits is not gone without a word where its shoe is taken away or Sabot is closed: the page says that it will be
// left out, and the record has each card, once.
func TestWhatWaitsIsNotLost(t *testing.T) {
	away := func(s *seat) {
		t.Helper()
		s.Press(fyne.KeyF12)
		s.Choose("reader_set")
	}
	s := linked(t, "PB1")
	s.reads("7h 6d X")
	away(s)
	s.Shows("2 carte lette dal sabot aspettano")
	s.Choose("reader_no")
	s.Keys(screentest.CroupierCode)
	if got := s.alarmed(); got != "" {
		t.Fatalf("a croupier took it away: %s", got)
	}
	s.Keys(screentest.InspectorCode)
	s.Says("Nessun sabot elettronico d’ora in poi, iscritto. 2 carte ignorate: sta nel registro.")
	if got := s.alarmed(); got != "left_out 7h, left_out 6d" || len(s.waits().Cards) != 0 {
		t.Errorf("it has %q, %+v waits", got, s.waits())
	}
	away(s)
	s.Choose("reader_no")
	s.Keys(screentest.InspectorCode)
	s.Says("Nessun sabot elettronico d’ora in poi, iscritto.")

	s = linked(t, "PB1")
	s.screen.Quit()
	s.Shows("Niente va perso")
	s.LeaveOverlays()
	s.called()
	s.reads("8s@player:1 2d@player:2") // of one an alarm speaks
	s.reads("9h")
	s.screen.Quit()
	s.Shows("2 carte lette dal sabot aspettano")
	if err := s.screen.Release(); err != nil {
		t.Fatal(err)
	}
	if got := s.alarmed(); got != "elsewhere 2d, left_out 9h" {
		t.Errorf("it has %q", got)
	}

	s = habits(t, func(h *record.Settings) { h.Reveal = true }) // of those that lie face down what nobody knows yet
	s.burn("3h")
	s.called()
	s.reads("8s Kh 2d 5c")
	s.Keys("\n\n")
	if err := s.screen.Release(); err != nil {
		t.Fatal(err)
	}
	if got := s.laidBy() + "; " + s.alarmed(); got != "8s@player/shoe 2d@player/shoe; left_out Kh, left_out 5c" {
		t.Errorf("it has %s", got)
	}
}
