package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/pit"
	"sabot/pit/record"
)

// A code that was typed where a card was due is called one by everything that speaks of it afterwards: neither who approves nor the
// log reads of a card that was seen, nor a digit.
func TestACodeIsNoCardThatWasSeen(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.bet(1, "59", "", 25)
	s.bet(1, "play", "", 50)
	s.do((*pit.Table).CloseBets)
	s.Keys(screentest.InspectorCode)
	s.Says(s.Shell.Text.T("digits_code_logged_brief"))
	s.Press(fyne.KeyBackspace)
	s.asks(s.Shell.Text.T("approve_seen_code"))
	if said := s.Over(); strings.Contains(said, "già state inserite") || strings.Contains(said, "già stata inserita") {
		t.Errorf("the inspector reads digits of the code: %s", said)
	}
	s.Keys(screentest.InspectorCode)
	s.bet(1, "play", "", 25)
	dario, _ := s.Shell.House.State.StaffBy("21")
	facts, err := s.Table().Approved(&dario).CloseBets()
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, l := range s.Shell.Viewer().Approval(s.Table(), facts) {
		said = append(said, l.Text)
	}
	s.do(func(p *pit.Table) ([]record.Fact, error) { return facts, nil })
	said = append(said, s.Shell.Viewer().Alarms(s.Table(), s.Table().Seq))
	if all := strings.Join(said, " "); !strings.Contains(all, "PLAY, 50 » 25, dopo tasti che Sabot ha preso per un codice") || strings.Contains(all, "vista") {
		t.Errorf("it says %s", all)
	}
}
