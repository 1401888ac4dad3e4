package screens

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/pit"
)

// playersSizes are screens as they stand at tables: upright, lying, and an old one.
var playersSizes = []fyne.Size{{Width: 1080, Height: 1920}, {Width: 1920, Height: 1080}, {Width: 1024, Height: 768}}

// playersWords is what the window for the players says now, at a size and a turn; what
// cannot be read from afar, runs out of the window or lies over something is an error.
func (s *seat) playersWords(when string, size fyne.Size) []string {
	s.t.Helper()
	p := &s.shell.table.players
	p.window.Resize(size)
	p.panel.Refresh()
	var said []string
	var texts []drawnAt
	for _, d := range drawing(p.panel.Drawn, 0, 0, nil) {
		o, ok := d.o.(*canvas.Text)
		if !ok || strings.TrimSpace(o.Text) == "" {
			continue
		}
		said = append(said, o.Text)
		ink := letters(d, o)
		if least := controls.FarLetter * min(size.Width, size.Height); o.TextSize < least*0.99 {
			s.t.Errorf("%s at %v: %q has %.1f, less than %.1f", when, size, o.Text, o.TextSize, least)
		}
		if ink.x < -1 || ink.y < -1 || ink.x+ink.w > size.Width+1 || ink.y+ink.h > size.Height+1 {
			s.t.Errorf("%s at %v: %q runs out of the window", when, size, o.Text)
		}
		for _, t := range texts {
			if ink.overlaps(t) {
				s.t.Errorf("%s at %v: %q lies over %q", when, size, o.Text, t.o.(*canvas.Text).Text)
			}
		}
		ink.o = o
		texts = append(texts, ink)
	}
	if len(said) < 5 {
		s.t.Errorf("%s: it says only %q", when, said)
	}
	return said
}

var numbers = regexp.MustCompile(`[0-9]+(?:[’'.,][0-9]+)*`)

// playersKeepQuiet fails where the window says a stake of this hand or the last, what the
// house won, or somebody's name.
func (s *seat) playersKeepQuiet(when string, secret ...string) {
	s.t.Helper()
	for _, size := range playersSizes {
		for range 2 {
			for _, line := range s.playersWords(when, size) {
				for _, n := range numbers.FindAllString(line, -1) {
					if slices.Contains(secret, n) {
						s.t.Errorf("%s: players read %q", when, line)
					}
				}
				for _, staff := range s.shell.house.State.Staff {
					if strings.Contains(line, staff.Name) {
						s.t.Errorf("%s: players read %q, which names %s", when, line, staff.Name)
					}
				}
			}
			s.shell.table.players.panel.Turn()
		}
	}
}

// onward does the next thing at the table, whatever its game.
func (s *seat) onward(card string) {
	s.t.Helper()
	seq := s.table().Seq
	switch phase := s.table().Phase(); {
	case phase == pit.Deciding:
		s.keys(s.table().Game.Layout().Asked()[0].Key)
	case phase == pit.Dealing && !s.table().MayHide(), phase == pit.Turning:
		s.keys(card[:1])
		if s.shell.table.cursor.Rank != "" {
			s.keys(card[1:])
		}
	}
	for _, key := range []string{"\n", " "} {
		if s.table().Seq == seq {
			s.keys(key)
		}
	}
	if s.table().Seq == seq {
		s.t.Fatalf("nothing goes on: phase %v, %q, %s", s.table().Phase(), s.act(), s.said())
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
				s = fourth(t, 5).inHouse()
				s.opened()
			} else {
				s = newSeat(t, Options{Demo: true, Table: c.table, Language: "it"}).inHouse()
				s.keys("\n" + counted + "114711\n215821\n\n")
				if s.table().Phase() == pit.Burning {
					s.burn("3h")
				}
			}
			s.shell.table.togglePlayers()
			for _, box := range []int{1, 3} {
				for _, spot := range strings.Fields(c.bets) {
					s.bet(box, spot, "", 135)
				}
			}
			secret := []string{"135", "270", "540", "128.25", "202.50"}
			for _, lang := range text.Languages() {
				s.shell.house.State.Language = lang
				s.shell.table.update()
				s.playersKeepQuiet("bets, "+lang, secret...)
			}
			s.shell.house.State.Language = "it"
			last, seen := pit.Betting, 0
			for _, card := range strings.Fields("8h 9s 7d 8c 5h 6c 4d 3s 2h 7c 9d 6h 5s 4c 3d 2s 8d 9h 7h 6s 5d 4h 3c 2d 8s 9c 7s 6d 5c 4s 3h") {
				if len(s.table().History) > 0 {
					break
				}
				s.onward(card)
				if phase := s.table().Phase(); phase != last {
					last, seen = phase, seen+1
					s.playersKeepQuiet(s.act(), secret...)
				}
			}
			if len(s.table().History) == 0 || seen < 3 {
				t.Fatalf("after %d phases: %v, %q, %s", seen, s.table().Phase(), s.act(), s.said())
			}
			secret = append(secret, s.shell.text.Amount(max(s.table().History[0].House, -s.table().History[0].House)))
			if h := s.table().History[0].House; h != 0 {
				s.playersKeepQuiet("after the hand", secret...)
			}
			said := strings.Join(s.playersWords("after the hand", playersSizes[0]), "\n")
			s.shell.table.players.panel.Turn()
			said += strings.Join(s.playersWords("after the hand", playersSizes[0]), "\n")
			for _, want := range []string{c.table, s.shell.text.T("preset_" + s.table().Game.Options().Preset), "Fate il vostro gioco", c.odds, "BANCO"} {
				if !strings.Contains(said, want) {
					t.Errorf("players do not read %q but %q", want, said)
				}
			}
			shown := s.shell.table.viewer().PlayersOf(s.table(), false)
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
	s.shell.table.togglePlayers()
	said := func() string { return strings.Join(s.playersWords("told", playersSizes[1]), "\n") }
	s.f4("mb")
	if words := said(); !strings.Contains(words, "Gioco in pausa") || !strings.Contains(words, "elecamere") {
		t.Errorf("a pause: %s", words)
	}
	s.f4("avisto\n" + inspectorCode)
	s.keys("805")
	s.f4("a2\n\n")
	if s.table().Phase() != pit.Paused {
		t.Fatalf("phase %v: %s", s.table().Phase(), s.said())
	}
	if words := said(); !strings.Contains(words, "La mano viene ricostruita") {
		t.Errorf("a hand that is put right: %s", words)
	}

	s = newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	s.shell.table.togglePlayers()
	s.shell.typedKey(fyne.KeyF10)
	s.keys("hma50\n500\ned316931\n")
	c := s.table().NewLimits
	if c == nil {
		t.Fatalf("no limits wait: %s", s.said())
	}
	if words := said(); !strings.Contains(words, text.Clock(c.From)) || !strings.Contains(words, "→ 50–500") || !strings.Contains(words, "10–500") {
		t.Errorf("new limits from %s: %s", text.Clock(c.From), words)
	}
}

// The window comes back as it was left on this machine, and stays away once it was closed.
func TestPlayersWindowComesBack(t *testing.T) {
	s := banco(t)
	table := s.shell.table
	again := func() bool {
		table.players.shut()
		table.comeBack()
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
	if err := table.release(); err != nil {
		t.Fatal(err)
	}
	if table.comeBack(); table.players.window != nil {
		t.Error("it stays where the table was let go of")
	}
}
