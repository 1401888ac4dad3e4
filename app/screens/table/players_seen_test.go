package table

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/players"
	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/pit/hand"
)

// playersSizes are screens as they stand at tables: upright, lying, and an old one.
var playersSizes = []fyne.Size{
	{Width: 1080, Height: 1920}, {Width: 1920, Height: 1080}, {Width: 1024, Height: 768}, {Width: 1366, Height: 768}, {Width: 3840, Height: 2160}, {Width: 768, Height: 1024},
}

// playersWords is what the window for the players says now, at a size; what cannot be read from afar, runs out of
// the window or lies over something is an error.
func (s *seat) playersWords(when string, size fyne.Size) []string {
	s.T.Helper()
	p := &s.screen.players
	p.window.Resize(size)
	p.panel.Refresh()
	var said []string
	var texts []screentest.DrawnAt
	for _, d := range screentest.Drawing(p.panel.Drawn, 0, 0, nil) {
		if !isText(d.O) && (d.X < -1 || d.Y < -1 || d.X+d.W > size.Width+1 || d.Y+d.H > size.Height+1) {
			s.T.Errorf("%s at %v: a %T ends at %.0f, %.0f", when, size, d.O, d.X+d.W, d.Y+d.H)
		}
		o, ok := d.O.(*canvas.Text)
		if !ok || strings.TrimSpace(o.Text) == "" {
			continue
		}
		if strings.HasSuffix(o.Text, "…") {
			s.T.Errorf("%s at %v: %q is cut", when, size, o.Text)
		}
		said = append(said, o.Text)
		ink := screentest.Letters(d, o)
		if strings.HasPrefix(o.Text, "·") {
			s.T.Errorf("%s at %v: a line is %q", when, size, o.Text)
		}
		if least := players.LeastLetter(min(size.Width, size.Height)); o.TextSize < least*0.99 {
			s.T.Errorf("%s at %v: %q has %.1f, less than %.1f", when, size, o.Text, o.TextSize, least)
		}
		if ink.X < -1 || ink.Y < -1 || ink.X+ink.W > size.Width+1 || ink.Y+ink.H > size.Height+1 {
			s.T.Errorf("%s at %v: %q runs out of the window", when, size, o.Text)
		}
		for _, t := range texts {
			if ink.Overlaps(t) {
				s.T.Errorf("%s at %v: %q lies over %q", when, size, o.Text, t.O.(*canvas.Text).Text)
			}
		}
		ink.O = o
		texts = append(texts, ink)
	}
	s.PictureOf(p.window, fmt.Sprintf("%.0f-%s", size.Height, when))
	if len(said) < 5 {
		s.T.Errorf("%s: it says only %q", when, said)
	}
	return said
}

func isText(o fyne.CanvasObject) bool { _, is := o.(*canvas.Text); return is }

var numbers = regexp.MustCompile(`[0-9]+(?:[’'.,][0-9]+)*`)

// playersKeepQuiet fails where the window says a stake of this hand or the last, what the
// house won, or somebody's name.
func (s *seat) playersKeepQuiet(when string, secret ...string) {
	s.T.Helper()
	for _, size := range playersSizes {
		for _, line := range s.playersWords(when, size) {
			for _, n := range numbers.FindAllString(line, -1) {
				if slices.Contains(secret, n) {
					s.T.Errorf("%s: players read %q", when, line)
				}
			}
			for _, staff := range s.Shell.House.State.Staff {
				if strings.Contains(line, staff.Name) {
					s.T.Errorf("%s: players read %q, which names %s", when, line, staff.Name)
				}
			}
		}
	}
}

// onward does the next thing at the table, whatever its game.
func (s *seat) onward(card string) {
	s.T.Helper()
	seq := s.Table().Seq
	switch phase := s.Table().Deal().Phase(); {
	case phase == hand.Deciding:
		s.Keys(s.Table().Game.Layout().Asked()[0].Key)
	case phase == hand.Dealing && !s.Table().Deal().MayHide(), phase == hand.Turning:
		s.Keys(card[:1])
		if s.screen.cursor.Rank != "" {
			s.Keys(card[1:])
		}
	}
	for _, key := range []string{"\n", " "} {
		if s.Table().Seq == seq {
			s.Keys(key)
		}
	}
	if s.Table().Seq == seq {
		s.T.Fatalf("nothing goes on: phase %v, %q, %s", s.Table().Deal().Phase(), s.act(), s.said())
	}
}

// Of each game players see in every phase what they may, large enough, and neither a stake
// nor a name nor what the house won; in the end the last hand with its cards.
func TestPlayersSeeTheGameAndNoMoney(t *testing.T) {
	for _, c := range []struct{ table, bets, odds string }{
		{"LB1", "59 play", "3-3 4-4 8-8 9-9"}, {"PB1", "player banker", "11:1"}, {"BJ1", "main", "blackjack 3:2"}, {"TC1", "ante", "40:1"},
	} {
		t.Run(c.table, func(t *testing.T) {
			var s *seat
			if c.table == "TC1" {
				s = fourthTable(t).inHouse()
				s.Keys("\n" + screentest.Counted + screentest.CroupierCode + screentest.InspectorCode + "\n")
			} else {
				s = newSeat(t, c.table, "it").inHouse()
				s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
				if s.Table().Deal().Phase() == hand.Burning {
					s.burn("3h")
				}
			}
			s.screen.togglePlayers()
			for _, box := range []int{1, 3} {
				for _, spot := range strings.Fields(c.bets) {
					s.bet(box, spot, "", 135)
				}
			}
			secret := []string{"135", "270", "540", "128.25", "202.50"}
			for _, lang := range text.Languages() {
				s.Shell.House.State.Language = lang
				s.screen.Update()
				s.playersKeepQuiet("bets, "+lang, secret...)
			}
			s.Shell.House.State.Language = "it"
			last, seen := hand.Betting, 0
			for _, card := range strings.Fields("8h 9s 7d 8c 5h 6c 4d 3s 2h 7c 9d 6h 5s 4c 3d 2s 8d 9h 7h 6s 5d 4h 3c 2d 8s 9c 7s 6d 5c 4s 3h") {
				if len(s.Table().History) > 0 {
					break
				}
				s.onward(card)
				if phase := s.Table().Deal().Phase(); phase != last {
					last, seen = phase, seen+1
					s.playersKeepQuiet(s.act(), secret...)
				}
			}
			if len(s.Table().History) == 0 || seen < 3 {
				t.Fatalf("after %d phases: %v, %q, %s", seen, s.Table().Deal().Phase(), s.act(), s.said())
			}
			secret = append(secret, s.Shell.Text.Amount(max(s.Table().History[0].House, -s.Table().History[0].House)))
			if h := s.Table().History[0].House; h != 0 {
				s.playersKeepQuiet("after the hand", secret...)
			}
			said := strings.Join(s.playersWords("after the hand", playersSizes[0]), "\n")
			said = strings.ReplaceAll(said, "\u00a0", " ")
			for _, want := range []string{c.table, s.Shell.Text.T("preset_" + s.Table().Game.Options().Preset), "Fate il vostro gioco", c.odds, "BANCO"} {
				if !strings.Contains(said, want) {
					t.Errorf("players do not read %q but %q", want, said)
				}
			}
			shown := s.screen.viewer().PlayersOf(s.Table(), false)
			if len(shown.Result.Hands) < 2 || len(shown.Result.Hands[0].Cards) < 2 || (shown.Roads == nil) == (len(shown.Last) == 0) {
				t.Errorf("the last hand: %+v", shown)
			}
		})
	}
}

// Players are told that a hand is put right, that the table is paused and why, and which
// limits come and when.
func TestPlayersAreTold(t *testing.T) {
	s := threeBoxes(t)
	s.screen.togglePlayers()
	said := func() string { return strings.Join(s.playersWords("told", playersSizes[1]), "\n") }
	s.F4("mb")
	if words := said(); !strings.Contains(words, "Gioco in pausa") || !strings.Contains(words, "elecamere") {
		t.Errorf("a pause: %s", words)
	}
	s.F4("avisto\n" + screentest.InspectorCode)
	s.Keys("805")
	s.F4("a2\n\n")
	if s.Table().Deal().Phase() != hand.Paused {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	if words := said(); !strings.Contains(words, "La mano viene ricostruita") {
		t.Errorf("a hand that is put right: %s", words)
	}

	s = newSeat(t, "LB1", "it")
	s.Open()
	s.screen.togglePlayers()
	s.Shell.TypedKey(fyne.KeyF10)
	s.Keys("hma50\n500\ned316931\n")
	c := s.Table().NewLimits
	if c == nil {
		t.Fatalf("no limits wait: %s", s.said())
	}
	if words := said(); !strings.Contains(words, s.Shell.Viewer().Clock(c.From)) || !strings.Contains(words, "→ 50–500") || !strings.Contains(words, "10–500") {
		t.Errorf("new limits from %s: %s", s.Shell.Viewer().Clock(c.From), words)
	}
}

// The window comes back as it was left on this machine, and stays away once it was closed.
func TestPlayersWindowComesBack(t *testing.T) {
	s := banco(t)
	table := s.screen
	again := func() bool {
		table.players.shut()
		table.ComeBack()
		return table.players.window != nil
	}
	if again() {
		t.Fatal("it comes where nobody chose it")
	}
	table.togglePlayers()
	if !again() || table.players.window.FullScreen() {
		t.Fatal("it does not come back as it was")
	}
	table.players.fill()
	if !again() || !table.players.window.FullScreen() {
		t.Fatal("it does not come back over the whole screen")
	}
	table.togglePlayers()
	if again() {
		t.Error("it comes back though it was closed")
	}
	table.togglePlayers()
	if err := table.Release(); err != nil {
		t.Fatal(err)
	}
	if table.ComeBack(); table.players.window != nil {
		t.Error("it stays where the table was let go of")
	}
}
