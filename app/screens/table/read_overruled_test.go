package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/session/papers"
	"sabot/app/shoe"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
)

// alarmed are the alarms of the shoe on the record: their kind, the card that it said, what was entered for it.
func (s *seat) alarmed() string {
	var out []string
	for e, err := range s.Shell.House.Store().Entries(s.Table().Name, 1) {
		if err != nil {
			s.T.Fatal(err)
		}
		if a, ok := e.Fact.(record.Alarmed); ok {
			out = append(out, strings.TrimSpace(strings.TrimPrefix(string(a.Kind), "shoe_")+" "+a.What+" "+a.Card))
		}
	}
	return strings.Join(out, ", ")
}

// is an alarm that the shift's report and the exceptions have.
func TestShoeOverruled(t *testing.T) {
	s := paired(t)
	s.reads("9c")
	s.Press(fyne.KeyBackspace)
	s.Keys("9s")
	s.Says("Il sabot dice 9 di fiori, inserita 9 di picche")
	if got := s.laidBy() + "; " + s.alarmed(); got != "9c@player/shoe undone 9s@player/key/9c; overruled 9c 9s" {
		t.Fatalf("it has %s", got)
	}
	s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
	s.reads("7h 6d X 2s")
	s.Press(fyne.KeyF12)
	s.Choose("reader_drop")
	s.Keys("9h")
	s.Press(fyne.KeyF12)
	s.Choose("reader_drop_all")
	if got, want := s.alarmed(), "overruled 9c 9s, gap, left_out 7h, left_out 6d, left_out 2s"; got != want || len(s.waits().Cards) != 0 {
		t.Fatalf("alarms %s, want %s; %+v waits", got, want, s.waits())
	}
	sheets := func(wanted papers.Wanted) string {
		files, err := papers.Of(s.Shell.House).Sheets(wanted, papers.CSV)
		if err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for _, f := range files {
			all.Write(f.Content)
		}
		return all.String()
	}
	for _, wanted := range []papers.Wanted{{Kind: reports.ShiftReport, Table: "PB1", Shift: 1}, {Kind: reports.ExceptionsReport, Item: s.Table().Day}} {
		kind, said := wanted.Kind, sheets(wanted)
		for _, card := range []string{"9♣", "7♥", "6♦", "2♠"} {
			if !strings.Contains(said, card) {
				t.Errorf("%s lacks %s:\n%s", kind, card, said)
			}
		}
		if strings.Contains(said, "<no value>") {
			t.Errorf("%s lacks a value:\n%s", kind, said)
		}
	}

	// Which card lies face down nobody is told.
	s = linked(t, "BJ1")
	s.bet(1, "main", "", 25)
	s.do(pit.OfBets(hand.Bets.Close))
	s.reads("Ts 7s 5h 4d")
	s.Press(fyne.KeyBackspace)
	s.Keys("4c")
	if got, said := s.alarmed(), s.said(); got != "overruled 4d 4c" || said == "" || strings.Contains(said, "quadri") || strings.Contains(said, "fiori") {
		t.Errorf("it has %s, alarms %s, and says %q", s.laidBy(), got, said)
	}

	// A card of which an alarm speaks already has no second one.
	s = linked(t, "PB1")
	s.called()
	s.reads("8s@player:1 2d@player:2")
	s.Press(fyne.KeyF12)
	s.Choose("reader_drop")
	if got := s.alarmed(); got != "elsewhere 2d" {
		t.Errorf("alarms %s", got)
	}
}

// Which card is left out the inspector is told who approves it, but not as long as a hand is open that may have it face
// down.
func TestALeftOutCardIsNamed(t *testing.T) {
	drops := func(s *seat) {
		t.Helper()
		s.Press(fyne.KeyF12)
		s.Choose("reader_drop")
		if got := s.alarmed(); !strings.HasSuffix(got, "left_out 7h") {
			t.Fatalf("alarms %q", got)
		}
	}
	seen := func(s *seat, named bool) {
		t.Helper()
		s.F4("l")
		if says := s.Over(); strings.Contains(says, "7 di cuori, ignorata") != named || strings.Contains(says, "Una carta detta dal sabot") == named {
			t.Errorf("named %v:\n%s", !named, says)
		}
		s.Escape()
		s.Escape()
	}

	s := linked(t, "PB1")
	s.called()
	s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
	s.reads("7h")
	drops(s)
	s.Says("Il sabot dice 7 di cuori, ignorata")
	seen(s, true)

	s = linked(t, "PB1") // its bets may still change
	s.reads("7h")
	drops(s)
	seen(s, false)
	s.called()
	seen(s, false)
	s.deal("9", "8", "K", "Q")
	s.toTheEnd()
	seen(s, true)

	s = linked(t, "PB1") // it is of the next hand
	s.called()
	s.deal("9", "8", "K", "Q")
	s.reads("7h")
	drops(s)
	seen(s, false)
	s.toTheEnd()
	seen(s, false)
	s.called()
	s.deal("9", "8", "K", "Q")
	s.toTheEnd()
	seen(s, true)

	s = linked(t, "BJ1") // it may be the dealer's hole card
	s.called()
	s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
	s.reads("7h")
	drops(s)
	seen(s, false)
	s.toTheEnd("T", "9")
	seen(s, true)
}
