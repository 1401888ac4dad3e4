package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/session/papers"
	"sabot/app/shoe"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/reports"
)

// Who signs for alarms signs for as many as the page says: what reads alike says how often, and what is of another hand
// of which. The report names the card that was entered, too.
func TestEveryAlarmIsSignedFor(t *testing.T) {
	s := linked(t, "PB1")
	s.reads("7h 6d 2s")
	s.Press(fyne.KeyF12)
	s.Choose("reader_drop_all")
	s.bet(1, "player", "", 25)
	s.bet(1, "perfect_pair", "", 25)
	s.do(pit.OfBets(hand.Bets.Close))
	s.reads("9c")
	s.Press(fyne.KeyBackspace)
	s.Keys("9s")
	s.screen.feed.Held = view.NotHeld
	s.deal("8s", "Kh", "Qd")
	s.toTheEnd()
	s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
	s.F4("l")
	says := strings.Join(strings.Fields(s.Over()), " ")
	for _, want := range []string{"Mano 1: Il sabot dice 7 di cuori, ignorata", "Mano 1: Il sabot dice 9 di fiori, inserita 9 di picche", "Manca un messaggio"} {
		if !strings.Contains(says, want) {
			t.Errorf("it lacks %q: %s", want, says)
		}
	}
	if strings.Contains(says, "Mano 2") || strings.Contains(says, "volte") {
		t.Error(says)
	}
	s.Escape()
	s.Escape()
	files, err := papers.Of(s.Shell.House).Sheets(papers.Wanted{Kind: reports.ShiftReport, Table: "PB1", Shift: 1}, papers.CSV)
	if err != nil {
		t.Fatal(err)
	}
	named := false
	for _, f := range files {
		named = named || strings.Contains(string(f.Content), "Inserita 9♠ invece di 9♣")
	}
	if !named {
		t.Error("the report does not say which card was entered")
	}

	s = linked(t, "PB1")
	s.reads("7h 6d 2s")
	s.Press(fyne.KeyF12)
	s.Choose("reader_drop_all")
	s.F4("l")
	if says := s.Over(); !strings.Contains(strings.Join(strings.Fields(says), " "), "(3 volte)") {
		t.Error(says)
	}
}
