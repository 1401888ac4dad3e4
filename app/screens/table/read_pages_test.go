package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/shoe"
	"sabot/pit"
	"sabot/pit/hand"
)

// queued are the cards that wait, and why: a key of their word, "" where they go in by themselves.
func (s *seat) queued() string {
	var words []string
	for _, c := range s.screen.feed.Queue() {
		word := "X"
		if c.Valid() {
			word = c.String()
		}
		words = append(words, word)
	}
	return strings.TrimSpace(strings.Join(words, " ") + " " + string(s.screen.feed.Held))
}

// felt is how the cards of the open hand lie, a burned one with a mark.
func (s *seat) felt() string {
	var words []string
	for _, l := range s.Table().Felt().OnFelt() {
		word := string(l.Card) + "@" + string(l.At)
		if l.Burned {
			word = "!" + word
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// A card that lies or is burned by a page of an inspector or a manager and waits is used up by it; what else waits is
// proposed afterwards, and nobody has left anything out.
func TestAPageUsesUpWhatWaits(t *testing.T) {
	const relays, burns, cancels = "\nVista\n" + screentest.InspectorCode, "\nVista\n" + screentest.InspectorCode, "Vista\n" + screentest.ManagerCode
	for _, c := range []struct {
		name, table, dealt string
		gap                bool   // before what waits
		page               string // of F4
		reads, keys        string // while it is open
		felt, queue        string
		then               string // the felt, once somebody has said that the others belong here
	}{
		{
			"a card that lies wrong", "PB1", "2s 3h 4d", false, "c", "Kd 7c", "kdp\n" + relays,
			"2s@player 3h@banker 4d@player Kd@banker", "7c page", "2s@player 3h@banker 4d@player Kd@banker 7c@banker",
		},
		{
			"its rank alone", "PB1", "2s 3h 4d", false, "c", "Kd 7c", "kp\n" + relays,
			"2s@player 3h@banker 4d@player Kd@banker", "7c page", "2s@player 3h@banker 4d@player Kd@banker 7c@banker",
		},
		{
			"a card that is burned", "PB1", "2s 3h 4d", false, "e", "5c 9h", "5c" + burns,
			"2s@player 3h@banker 4d@player !5c@", "9h page", "2s@player 3h@banker 4d@player !5c@ 9h@banker",
		},
		{
			"burned by its rank, after a gap", "LB1", "8s", true, "e", "2d 5c", "2" + burns,
			"8@box:1 !2@", "5c gap", "8@box:1 !2@ 5@bank",
		},
		{
			"another one than waits", "PB1", "2s 3h 4d", false, "e", "9h", "5c" + burns,
			"2s@player 3h@banker 4d@player !5c@", "9h page", "2s@player 3h@banker 4d@player !5c@ 9h@banker",
		},
		{
			"the hand is cancelled", "PB1", "2s 3h", false, "i", "3d", cancels + "\x1b",
			"", "3d page", "3d@player",
		},
	} {
		s := linked(t, c.table)
		if c.table == "LB1" {
			s.Keys("125\t25\n\n")
		} else {
			s.called()
		}
		s.reads(c.dealt)
		if c.gap {
			s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
		}
		s.F4(c.page)
		s.reads(c.reads)
		s.Keys(c.keys)
		s.Pass(0)
		if got := s.felt(); got != c.felt || s.queued() != c.queue || s.Shell.Overlay() != nil {
			t.Errorf("%s: it has %s, %s waits, want %s and %s: %s", c.name, got, s.queued(), c.felt, c.queue, s.said())
			continue
		}
		if !s.Table().Current.BetsClosed {
			s.called()
		}
		if got := s.felt(); got != c.felt {
			t.Errorf("%s: by itself it has %s", c.name, got)
		}
		s.Keys("\n")
		if got := s.felt(); got != c.then || strings.Contains(s.alarmed(), "left_out") {
			t.Errorf("%s: then it has %s, want %s; alarms %s", c.name, got, c.then, s.alarmed())
		}
		(&misdeals{seat: s}).holds()
	}
}

// What a page laid, and does not lie so after all, waits again: by another page, and by an undo.
func TestAPageTakenBack(t *testing.T) {
	s := linked(t, "PB1")
	s.called()
	s.reads("2s 3h 4d")
	s.F4("c")
	s.reads("Kd")
	s.Keys("kdp\n")
	if got := s.queued(); got != "" {
		t.Fatalf("it lies, and %s waits", got)
	}
	s.Press(fyne.KeyEnd)
	s.Press(fyne.KeyBackspace)
	s.Keys("\n")
	if got := s.queued(); got != "Kd page" {
		t.Errorf("it lies no more, and %q waits: %s", got, s.felt())
	}

	s = linked(t, "PB1")
	s.called()
	s.reads("2s 3h 4d")
	s.F4("e")
	s.reads("5c")
	s.Keys("5c\nVista\n" + screentest.InspectorCode)
	s.Press(fyne.KeyBackspace)
	s.Keys(screentest.InspectorCode)
	if got := s.felt(); got != "2s@player 3h@banker 4d@player" || !strings.HasPrefix(s.queued(), "5c ") {
		t.Errorf("it has %s, %s waits: %s", got, s.queued(), s.said())
	}
}

// A card with which a closed hand is corrected, and that waits, is used up too.
func TestACorrectionUsesUpWhatWaits(t *testing.T) {
	s := linked(t, "PB1")
	s.called()
	s.reads("9h Kh Ks 2d")
	for s.Table().Deal().Phase() == hand.Paying {
		s.do(pit.OfDeal(hand.Deal.PayNext))
	}
	s.reads("2c 7d")
	s.F4("h\n")
	s.Press(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown)
	s.Keys("\n2c\n")
	s.Keys("fa" + "Video\n" + screentest.InspectorCode)
	h := &s.Table().History[0]
	if h.Corrected == nil || s.queued() != "7d page" {
		t.Errorf("%+v, %s waits: %s", h.Round.Laid, s.queued(), s.said())
	}
}
