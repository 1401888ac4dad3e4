package table

import (
	"strings"
	"testing"

	"sabot/app/shoe"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/record"
)

// An alarm does not stand in front of how it is with the shoe: the mark says both, in every language, and the alarm alone
// once the shoe is well.
func TestAnAlarmHidesNoTrouble(t *testing.T) {
	mark := func(s *seat) string { return s.screen.viewer().TopOf(s.Table(), s.Shell.House.Now()).Mark }
	s := linked(t, "LB1")
	s.shoeSays(shoe.Event{Kind: shoe.Lost})
	if got := mark(s); got != "ALLARME: F4, sabot scollegato" {
		t.Errorf("it says %q", got)
	}
	s.shoeSays(shoe.Event{Kind: shoe.Linked})
	if got := mark(s); got != "ALLARME: F4" {
		t.Errorf("connected again, it says %q", got)
	}

	s = readableAt(t, "LB1")
	s.opened()
	s.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Deal().CutCardBy(record.Reading{Source: record.ByKey})
	})
	for _, line := range []view.ShoeLine{view.LineLost, view.LineSilent, view.LineFaulty, view.LineLocked} {
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteShoe(record.ShoeGap, "") })
		s.screen.feed.Line = line
		s.everyLanguage("alarm and "+string(line), nil)
		for _, lang := range text.Languages() {
			s.Shell.Speak(lang)
			if got := mark(s); !strings.Contains(got, "F4") || !strings.HasSuffix(got, " +1") {
				t.Errorf("%s: %q", lang, got)
			}
		}
	}
}

// What a start says of cards that may be missing is read by who signs on, whoever it is.
func TestWhoSignsOnIsToldOfTheRestart(t *testing.T) {
	for _, code := range []string{"114711\n", "124712\n"} {
		s := linked(t, "LB1")
		s.screen.shoes().keepShoe(shoe.Setting{Protocol: shoe.Neutral, Transport: shoe.TCP, Address: "127.0.0.1:1"})
		before := s.screen
		s.screen = New(s.Shell, before.session, before.ways)
		s.screen.shoes().deafen() // what it says of its line is another word
		s.Shell.Show(s.screen)
		s.screen.AskWhoDeals()
		s.Keys(code)
		s.Says(s.Shell.Text.T("read_restarted"))
		s.screen.notice = view.Notice{}
		s.screen.AskWhoDeals() // once
		s.Keys(code)
		if got := s.said(); got == s.Shell.Text.T("read_restarted") {
			t.Errorf("it says %q again", got)
		}
	}
}

// The end of a trouble is told, and its word does not stand there once it is over: the alarm waits for an inspector all
// the same.
func TestTheEndOfATroubleIsTold(t *testing.T) {
	for _, c := range []struct {
		begins, ends shoe.Event
		said         string
	}{
		{shoe.Event{Kind: shoe.Fault, Code: "7"}, shoe.Event{Kind: shoe.Cleared, Code: "0"}, "read_well"},
		{shoe.Event{Kind: shoe.Silent}, shoe.Event{Kind: shoe.Heard}, "read_well"},
		{shoe.Event{Kind: shoe.Lost}, shoe.Event{Kind: shoe.Linked}, "read_linked"},
	} {
		s := linked(t, "LB1")
		s.screen.line.setting = shoe.Setting{Protocol: shoe.Neutral, Transport: shoe.TCP, Address: "127.0.0.1:1"}
		stands := func() string {
			return s.screen.viewer().Of(s.Table(), s.screen.cursor, view.Notice{}).Notice.Text
		}
		s.shoeSays(c.begins)
		if word := stands(); word == "" {
			t.Fatalf("%s: nothing stands there", c.begins)
		}
		before := stands()
		s.shoeSays(c.ends)
		s.Says(s.Shell.Text.T(c.said))
		if got := stands(); got == before || len(s.Table().Alarms) != 1 {
			t.Errorf("%s: it says %q, %d alarms", c.ends, got, len(s.Table().Alarms))
		}
	}
}
