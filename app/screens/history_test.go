package screens

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/pit"
	"sabot/pit/record"
)

// written is all that is written on the page on top.
func (s *seat) written() string {
	var lines []string
	for _, o := range test.WidgetRenderer(s.shell.top().content().(*controls.Drawn)).Objects() {
		if line := drawnText(o); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// reads says that the page on top has these lines, and has not those that begin with "!".
func (s *seat) reads(about string, lines ...string) {
	s.t.Helper()
	written := "\n" + s.written() + "\n"
	for _, line := range lines {
		without, not := strings.CutPrefix(line, "!")
		if strings.Contains(written, "\n"+without+"\n") == not {
			s.t.Errorf("%s: %q on\n%s", about, line, written)
		}
	}
}

// The last hands stand there as they lay, the house's result does not; a hand opens with
// its bets, its versions and what was done to it.
func TestHistory(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	s.shell.typedKey(fyne.KeyF8)
	s.reads("before any hand", "Ancora nessuna mano in questo turno: qui appaiono le mani chiuse.")
	s.shell.typedKey(fyne.KeyEscape)
	for range 4 {
		s.keys("120\t20\n\n8k8s5 ")
	}
	s.keys("120\t20\n\n8")
	manager, err := s.shell.house.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	run := func(command func(*pit.Table) ([]record.Fact, error)) {
		t.Helper()
		if err := s.shell.table.session.Do(command, manager); err != nil {
			t.Fatal(err)
		}
	}
	run(func(t *pit.Table) ([]record.Fact, error) { return t.CancelHand(&manager.Staff, "buio in sala") })
	last, _ := s.table().ClosedHand(4)
	right := pit.Correction{Hand: 4, Round: last.Round, Reason: "letta male"}
	right.Round.Laid = append(right.Round.Laid[:0:0], last.Round.Laid...)
	for i, l := range right.Round.Laid {
		if l.Card.Rank().String() == "5" {
			right.Round.Laid[i].Card += 4 // a six
		}
	}
	run(func(t *pit.Table) ([]record.Fact, error) { return t.CorrectHand(right, &manager.Staff) })

	s.shell.typedKey(fyne.KeyF8)
	s.reads("three at once", "Mano 5", "Mano 4", "Mano 3", "!Mano 2", "annullata", "corretta", "+60", "in gioco 40")
	s.shell.typedKey(fyne.KeyPageDown)
	s.reads("a page further", "Mano 4", "Mano 3", "Mano 2")
	s.keys("5\n")
	s.reads("the cancelled hand", "LB1 · turno 1 · sabot 1 · mano 5", "torna", "59", "PLAY")
	if !strings.Contains(s.written(), "Elena Moser · buio in sala") {
		t.Errorf("who cancelled it, and why? %s", s.written())
	}
	s.shell.typedKey(fyne.KeyPageDown)
	s.reads("the corrected hand", "LB1 · turno 1 · sabot 1 · mano 4", "Versione 2 di 2", "6", "Resta", "alla pari")
	if !strings.Contains(s.written(), "Elena Moser · letta male") {
		t.Errorf("who corrected it, and why? %s", s.written())
	}
	s.keys("v")
	s.reads("its first version", "Versione 1 di 2", "5", "K", "!alla pari")
	s.shell.typedKey(fyne.KeyEscape)
	s.keys("r" + croupierCode)
	if s.shell.overlay == nil || !strings.Contains(s.said(), "serve ") {
		t.Errorf("a croupier sees the result: %s", s.said())
	}
	s.keys(inspectorCode)
	s.reads("the result", s.shell.text.Money(s.table().Result().ByHands))
	s.shell.typedKey(fyne.KeyEscape)
	s.reads("one step back", "Mano 5")
	drawn := s.shell.overlay.content().(*controls.Drawn)
	s.touchOn(drawn, "Prima")
	s.touchOn(drawn, "Dopo")
	s.touchOn(drawn, "Mano 5")
	s.touchOn(drawn, "Mano 5")
	s.reads("opened with a finger", "LB1 · turno 1 · sabot 1 · mano 5")
}
