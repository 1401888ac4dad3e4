package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/session/eventlog"
	"sabot/app/session/papers"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
)

// A card that was entered and paid upon, and is another one on the page of the hand as it lies, is named with the money to whoever
// approves, in the log, among the exceptions and on the paper, though the hand goes on as it lies.
func TestCardThatIsAnotherOneIsNamed(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.Open()
	s.Keys("120\t20\n225\t25\n\n" + "98654" + "\n\n") // both lose by their 59
	s.F4("c")
	s.Press(fyne.KeyHome, fyne.KeyRight, fyne.KeyRight, fyne.KeyRight, fyne.KeyBackspace)
	s.Keys("ik1\n")
	s.Keys("\n")
	s.Silent(s.Shell.Text.T("reason_in_order")) // nobody is to say so of a card that was misread
	s.Keys("misread\n")
	s.Shows("Card 4: 5, Box 1 » K, Box 1", "Box 1: gets 40 more")
	s.Keys(screentest.InspectorCode)
	if s.Table().Deal().Phase() == hand.Paused {
		t.Fatalf("%s", s.said())
	}
	const otherwise = "Card 4: 5, Box 1 » K, Box 1"
	found, err := eventlog.Of(s.Shell.House).Shown("LB1", shifts.LogQuery{Kinds: []string{record.KindOf(record.HandResumed{})}, Most: 1})
	if err != nil || len(found) != 1 || !strings.Contains(strings.ReplaceAll(found[0].Line(&s.Shell.House.State).Said(s.Shell.Text), "\u00a0", " "), otherwise) {
		t.Errorf("the log says %q, %v", found[0].Line(&s.Shell.House.State).Said(s.Shell.Text), err)
	}
	for want, w := range map[string]papers.Wanted{
		"5, Box 1":           {Kind: reports.ExceptionsReport, Item: s.Table().Day, Lang: "en"},
		",5 → K,Box 1,Box 1": {Kind: reports.ReconstructionReport, Table: "LB1", Shift: 1, Lang: "en"},
	} {
		sheets, err := papers.Of(s.Shell.House).Sheets(w, papers.CSV)
		said := ""
		for _, sheet := range sheets {
			said += string(sheet.Content)
		}
		if err != nil || !strings.Contains(said, want) {
			t.Errorf("%s: %v\n%s", w.Kind, err, said)
		}
	}
}

// Where a hand goes on with a card less, what was paid stands until it is settled anew: neither the page nor the approval has anybody
// give it back, and the difference comes then.
func TestNothingIsGivenBackBeforeTheHandIsSettledAnew(t *testing.T) {
	s := newSeat(t, "LB1", "en")
	s.Open()
	s.Keys("120\t20\n225\t25\n\n" + "98054" + "\n\n") // box 1 wins by its 59, box 2 loses
	s.F4("c")
	s.Press(fyne.KeyEnd, fyne.KeyLeft)
	for s.screen.laid.at > 4 {
		s.Press(fyne.KeyLeft)
	}
	s.Press(fyne.KeyBackspace) // the four was typed, and not dealt
	over := s.Over()
	s.Keys("\n")
	over += s.Over()
	s.Keys("\n" + "not dealt\n")
	over += s.Over()
	if strings.Contains(over, "Box 1: g") || strings.Contains(over, "Box 2: g") {
		t.Fatalf("somebody gives or gets something: %s", over)
	}
	s.Keys(screentest.InspectorCode + "3") // 8 and 3 make 1 for box 2
	if s.Table().Deal().Phase() == hand.Paused {
		t.Fatalf("%s", s.said())
	}
	for _, a := range s.Table().Current.Acts()[s.Table().Current.Done():] {
		if !a.Nothing() {
			t.Errorf("%+v is due", a)
		}
	}
}
