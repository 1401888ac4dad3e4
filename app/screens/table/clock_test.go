package table

import (
	"regexp"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit"
	"sabot/pit/record"
)

// On a machine that goes by another zone every time of day and every date on the screen is
// the house's: at the top, in the history, of hands, incidents and moves.
func TestTimesOnScreenAreTheHouses(t *testing.T) {
	was := time.Local
	defer func() { time.Local = was }()
	time.Local = time.FixedZone("JST", 9*3600) // 04:30 of the next day
	clock := screentest.NewHandClock(time.Date(2026, 11, 21, 19, 30, 0, 0, time.UTC))
	s := seatOn(t, t.TempDir(), clock, "LB1", "it")
	hour, seen := regexp.MustCompile(`\b([0-9]{2}):[0-9]{2}\b`), 0
	look := func(page string) {
		t.Helper()
		words := s.Words()
		for _, at := range hour.FindAllStringSubmatch(words, -1) {
			if seen++; at[1] != "20" {
				t.Errorf("%s: it is %s\n%s", page, at[0], words)
			}
		}
		if regexp.MustCompile(`22\.11\.2026`).MatchString(words) {
			t.Errorf("%s: it is the day after\n%s", page, words)
		}
	}
	look("closed")
	s.Open()
	s.Keys("125\t25\n\n805k ")
	if len(s.Table().History) != 1 {
		s.onAndOn()
	}
	look("played")
	s.Says("20:30")
	s.Press(fyne.KeyF8)
	look("history")
	s.Keys("\n")
	look("a hand")
	s.Shell.CloseOverlay()
	s.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.DisputeIncident, Text: "un cliente protesta"})
	})
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(2, 10_000, nil, nil) })
	for name, open := range map[string]func(){"closed hands": s.screen.counts().openClosedHands, "incidents": s.screen.misdeals().openIncidents, "put right": s.screen.counts().openPutRight} {
		s.Shell.CloseOverlay()
		open()
		look(name)
	}
	if seen < 6 {
		t.Errorf("only %d times are on the pages", seen)
	}
}
