package table

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/session/eventlog"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
)

// A card that is burned has no place that nobody said: page, approval, log and report say so. The first of a hand is burned
// before it lies anywhere, and all of them say that it was not dealt.
func TestABurnedCardHasOnePlace(t *testing.T) {
	for name, c := range map[string]struct {
		cards string
		phase hand.Phase
		typed record.PlaceName
		place string
	}{
		"a box is asked":       {"346", hand.Deciding, "", "unsaid"},
		"the bank's card":      {"346s", hand.Dealing, "", "unsaid"},
		"every card is out":    {"346s5", hand.Paying, "", "unsaid"},
		"the first of a hand":  {"", hand.Dealing, "box:1", "undealt"},
		"in the middle of one": {"3", hand.Dealing, "", "unsaid"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSeat(t, "LB1", "it")
			s.Open()
			s.Keys("125\t25\n\n" + c.cards)
			for s.Table().Current.ChipsDue() && c.phase != hand.Paying {
				s.Keys("\n")
			}
			if s.Table().Deal().Phase() != c.phase {
				t.Fatalf("phase %d", s.Table().Deal().Phase())
			}
			s.screen.misdeals().layBurned(record.DrawnInError)
			s.Keys("7")
			cards := s.screen.laid.cards
			typed := cards[len(cards)-1]
			rows := s.screen.laid.page.Shown.Rows
			words := s.Shell.Text.T("place_" + c.place)
			if got := rows[len(rows)-1].Place; got != words {
				t.Errorf("the page's last row is %q", got)
			}
			s.Picture("burned " + c.place)
			s.Keys("\nDi troppo\n")
			if !strings.Contains(s.Words(), "si brucia 7 · "+words) {
				t.Errorf("the inspector approves\n%s", s.Words())
			}
			s.Keys(screentest.InspectorCode)
			logged, err := eventlog.Of(s.Shell.House).Shown("LB1", shifts.LogQuery{Kinds: []string{record.KindOf(record.CardLaid{})}, Most: 1})
			if err != nil || len(logged) != 1 {
				t.Fatalf("%v, %v", logged, err)
			}
			says := func(f reports.NotedField) bool { return f.Path[0] == "at" && f.Is == "undealt" }
			if fields := logged[0].Line(&s.Shell.House.State).Fields; slices.ContainsFunc(fields, says) != (c.place == "undealt") {
				t.Errorf("the log has %+v", fields)
			}
			list := reports.ReconstructionsOf(s.Table(), &s.Shell.House.State).List
			if len(list) != 1 || len(list[0].Cards) != 1 {
				t.Fatalf("%+v", list)
			}
			if from := list[0].Cards[0].From; from != c.place || typed.At != c.typed {
				t.Errorf("the page has it at %q, the report at %q", typed.At, from)
			}
			s.Press(fyne.KeyBackspace)
			if !strings.Contains(s.Words(), "carta 7, bruciata") {
				t.Errorf("the inspector has taken back\n%s", s.Words())
			}
			s.Keys(screentest.InspectorCode)
			logged, err = eventlog.Of(s.Shell.House).Shown("LB1", shifts.LogQuery{Kinds: []string{record.KindOf(record.Undone{})}, Most: 1})
			if err != nil || len(logged) != 1 {
				t.Fatalf("%v, %v", logged, err)
			}
			if of := logged[0].Line(&s.Shell.House.State).Of; slices.ContainsFunc(of.Fields, says) != (c.place == "undealt") {
				t.Errorf("of what was taken back the log has %+v", of.Fields)
			}
		})
	}
}

// A card that was drawn in error is burned by one act and has one name on paper, wherever the croupier says that it
// lies: nothing is reconstructed by it (source 004, section 7).
func TestACardDrawnInErrorIsBurnedWhereItLies(t *testing.T) {
	for name, keys := range map[string]string{"as one that is burned": "e6", "as one that lies wrong": "c6"} {
		t.Run(name, func(t *testing.T) {
			s := newSeat(t, "LB1", "it")
			s.Open()
			s.Keys("125\t25\n325\t25\n\n4352k")
			for s.Table().Current.ChipsDue() {
				s.Keys("\n")
			}
			s.Keys("ss")
			goesOn := hand.Dealing
			if keys[0] == 'c' { // the bank's cards are out too
				s.Keys("k9")
				goesOn = hand.Paying
			}
			if s.Table().Deal().Phase() != goesOn {
				t.Fatalf("phase %d: %s", s.Table().Deal().Phase(), s.act())
			}
			s.F4(keys)
			if keys[0] == 'e' {
				s.Press(fyne.KeyLeft)
			}
			s.Keys("3")
			if keys[0] == 'e' {
				s.Says("Brucia, con ISP")
			}
			s.Keys("\n")
			if keys[0] == 'c' { // it lies so, and is burned then
				s.Says("Brucia, con ISP")
				s.Keys("\n")
			}
			s.Keys("Di troppo\n")
			if keys[0] == 'e' {
				s.Says("si brucia 6 · Box 3")
			} else {
				s.Says("6, Box 3: bruciata")
			}
			if words := s.Words(); strings.Contains(words, "tornano al loro posto") {
				t.Errorf("the PIN's page says\n%s", words)
			}
			s.Keys(screentest.InspectorCode)
			list := reports.ReconstructionsOf(s.Table(), &s.Shell.House.State).List
			if len(list) != 1 {
				t.Fatalf("%+v: %s", list, s.said())
			}
			last := list[0].Cards[len(list[0].Cards)-1]
			if list[0].What != "burned" || last.From != "box:3" || last.To != "" {
				t.Errorf("%+v", list[0])
			}
			if s.Table().Deal().Phase() != goesOn {
				t.Errorf("the hand does not go on: phase %d", s.Table().Deal().Phase())
			}
		})
	}
}

// Where the first card of a deal was exposed, and another lies wrong behind it, the page says one thing: that card is burned
// first, and the page then goes on with the others. Any other card that is said to be burned lies where it was put.
func TestExposedFirstCardBeforeAMisplacedOne(t *testing.T) {
	s := threeBoxes(t)
	says := func(verdict string, way view.WayID, on bool) {
		t.Helper()
		p := s.screen.laid.page.Shown
		if p.Verdict != s.Shell.Text.T(verdict) || p.Possible {
			t.Errorf("it says %q, possible %v", p.Verdict, p.Possible)
		}
		i := slices.IndexFunc(p.Ways, func(w view.Way) bool { return w.Key == "Enter" })
		switch w := p.Ways[i]; {
		case w.ID != way || w.On != on:
			t.Errorf("Enter is %+v", w)
		case !on && w.Why != p.Verdict:
			t.Errorf("it says %q, and of Enter %q", p.Verdict, w.Why)
		}
	}
	s.F4("da7+82")
	says("relay_burn_first", view.WayBurn, true)
	s.Keys("\nScoperta\n" + screentest.InspectorCode)
	if got := s.lies(); got != "!7@box:1" || s.screen.laid == nil || s.Shell.Overlay() == nil {
		t.Fatalf("there lie %s: %s", got, s.said())
	}
	s.Keys("5\n\nVista\n" + screentest.InspectorCode) // a digit that came after the code moves no card
	if got := s.lies(); got != "!7@box:1 8@box:1" || s.Table().Deal().Next().At != games.AtBox(2) {
		t.Errorf("there lie %s: %s", got, s.said())
	}
	s.F4("e9+43")
	says("refused_burn_last", view.WayLay, false)
}

// A card that reconstruction would place is not burned without a word: the page names its place (source 004, section 7).
func TestACardToBurnThatHasAPlace(t *testing.T) {
	for name, c := range map[string]struct{ cards, burn, place string }{
		"dealt to a box that has two":  {"4352", "7\x001", "Box 3"},
		"the next card, unsaid":        {"4352", "7", "Box 3"},
		"for a box that did not ask":   {"4352k", "7\x001", ""},
		"nobody is to get another one": {"4352kss2", "7", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSeat(t, "LB1", "it")
			s.Open()
			s.Keys("125\t25\n325\t25\n\n")
			for _, card := range c.cards {
				for s.Table().Current.ChipsDue() {
					s.Keys("\n")
				}
				s.Keys(string(card))
			}
			s.screen.misdeals().layBurned(record.DrawnInError)
			card, box, said := strings.Cut(c.burn, "\x00")
			s.Keys(card)
			if said {
				s.Press(fyne.KeyLeft)
				s.Keys(box)
			}
			verdict := s.screen.laid.page.Shown.Verdict
			want := s.Shell.Text.T("relay_has_place", text.Args{"Place": c.place})
			if (verdict == want) != (c.place != "") || c.place == "" && strings.Contains(verdict, "ha un posto") {
				t.Errorf("%s: it says %q", s.act(), verdict)
			}
		})
	}
}
