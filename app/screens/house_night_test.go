package screens

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/demo"
	"sabot/app/session/sums"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// tablesOfTheHouse is how many tables the house of the test has, of three games.
const tablesOfTheHouse = 20

// A house is set up from nothing by keys alone: its first table and its people, then in the
// office a table of each other game and copies of them, until it has twenty. Each is
// opened, deals a hand, is closed, and croupier and inspector sign its report. The keys for
// one table are what a person needs.
func TestHouseOfTwentyTablesByKeys(t *testing.T) {
	s := arrive(t, Options{Language: "en"})
	s.Keys("b")
	f := formOf(s)
	f.types("Casinò", "", "", "5 25 100 500", "LB1")
	f.tabsTo("Number")
	for _, p := range [][3]string{{"11", "Anna Rossi", "4711"}, {"12", "Bruno Keller", "4712"}, {"21", "Dario Bianchi", "5821"}} {
		f.types(p[0], p[1], "", p[2]+"00")
	}
	f.types("31", "Elena Moser", "", "693100⏎")
	house := &s.Shell.House.State
	if len(house.Tables) != 1 || len(house.Staff) != 4 {
		t.Fatalf("set up: %d tables, %d people\n%s", len(house.Tables), len(house.Staff), s.Words())
	}

	chosenPINs(t, s.Shell.House, "31693100", [2]string{"11471100", "4711"}, [2]string{"21582100", "5821"}, [2]string{"31693100", "6931"})
	s.Press(fyne.KeyF10)
	s.Keys("hj316931\n")
	s.Rest()
	// fresh sets a table up with limits for each spot, and answers how many keys it took.
	fresh := func(name, preset string) int {
		t.Helper()
		const menu = "mfn"
		s.Keys(menu)
		f.keys = len(menu)
		f.types(name, strings.Repeat("↓", slices.Index(handfile.Presets(), preset)))
		g, _ := handfile.Preset(preset)
		for _, s := range games.PresetSpots(g) {
			if s.Optional() {
				f.types("") // it is offered
			}
			f.types("10", "500")
		}
		f.press(fyne.KeyReturn)
		f.keys++
		if _, there := house.TableNamed(name); !there { // what rounding does to the banker's 19:20 is confirmed
			f.press(fyne.KeyReturn)
			f.keys++
		}
		if _, there := house.TableNamed(name); !there {
			t.Fatalf("%s is not there:\n%s", name, s.Words())
		}
		s.Shell.CloseOverlay()
		return f.keys
	}
	most := 0
	for name, preset := range map[string]string{"PB1": "pb-speed", "BJ1": "bj-us"} {
		keys := fresh(name, preset)
		t.Logf("%s, %s with limits for each spot: %d keys", name, preset, keys)
		most = max(most, keys)
	}
	if most > 150 {
		t.Errorf("a table takes %d keys", most)
	}
	for n := 0; len(house.Tables) < tablesOfTheHouse; n++ {
		s.Keys("mf")
		for range n % 3 {
			s.Press(fyne.KeyDown)
		}
		s.Keys("k")
		f.press(fyne.KeyReturn)
		if len(house.Tables) < 4+n { // one that rounds wins, or pays what no chips make: its copy asks too
			f.press(fyne.KeyReturn)
		}
		s.Shell.CloseOverlay()
		if len(house.Tables) != 4+n {
			t.Fatalf("copy %d: %d tables\n%s", n, len(house.Tables), s.Words())
		}
	}
	nights := map[string]int{}
	for i, set := range house.Tables {
		keys := s.nightOf(i, set)
		if nights[set.Game]++; nights[set.Game] == 1 {
			t.Logf("%s: opened, a hand, closed, signed: %d keys", set.Name, keys)
		}
	}
	if len(nights) != 3 {
		t.Errorf("games: %v", nights)
	}

	shifts, err := s.Shell.House.Sums().Shifts(sums.ShiftQuery{})
	if err != nil || len(shifts) != tablesOfTheHouse {
		t.Errorf("the house has %d shifts, %v", len(shifts), err)
	}
	for _, l := range shifts {
		if l.Open() || !l.Signed {
			t.Errorf("%s: %+v", l.Table, l)
		}
	}
}

// strokes types and counts.
func (s *guest) strokes(typed string) {
	s.typed += len([]rune(typed))
	s.Keys(typed)
}

// nightOf chooses the nth table, opens it with a float that croupier and inspector count,
// deals a hand, closes it and has the report signed by both; it answers how many keys.
func (s *guest) nightOf(n int, set record.TableSet) int {
	s.T.Helper()
	if err := s.station.Release(); err != nil { // it has a program of its own
		s.T.Fatal(err)
	}
	s.Shell.CloseOverlay()
	s.Shell.Show(s.station.pickPage())
	before := s.typed
	s.strokes(string(rune('a' + n)))
	if s.Table() == nil || s.Table().Name != set.Name {
		s.T.Fatalf("%s cannot be chosen:\n%s", set.Name, s.Words())
	}
	s.strokes("\n1000\n1000\n1000\n1000\n114711\n215821\n\n")
	s.hand()
	s.Press(fyne.KeyF10)
	s.strokes("k")
	float := demo.Counted(s.Table(), s.Shell.House.State.Chips)
	for _, value := range slices.Backward(s.Shell.House.State.Chips) {
		s.strokes(fmt.Sprintf("%d\n", int64(value)/100*float.Pieces(value)))
	}
	s.strokes("114711\n215821\n" + "a\n" + "114711\n215821\n")
	s.Rest()
	s.Says("Report signed")
	if s.Table().Open || len(s.Table().History) != 1 {
		s.T.Fatalf("%s is open %v, phase %v\n%s", set.Name, s.Table().Open, s.Table().Deal().Phase(), s.Words())
	}
	return s.typed - before
}

// hand deals a hand with one bet on box 1, whatever the game asks.
func (s *guest) hand() {
	s.T.Helper()
	cards := "9876543"
	for n := 0; len(s.Table().History) == 0; n++ {
		if n > 40 {
			s.T.Fatalf("no end, phase %v:\n%s", s.Table().Deal().Phase(), s.Words())
		}
		switch s.Table().Deal().Phase() {
		case hand.Betting:
			s.strokes("150")
			if s.Table().Game.Spots()[1].Mandatory {
				s.strokes("\t50")
			}
			s.strokes("\n\n")
		case hand.Deciding:
			s.strokes("s")
		case hand.Dealing, hand.Burning:
			if s.act(s.Shell.Text.T("button_hide")) {
				s.strokes("\n")
				continue
			}
			s.strokes(cards[n%len(cards) : n%len(cards)+1])
		case hand.Turning:
			s.strokes("t")
		case hand.Paying:
			s.strokes(" ")
		default:
			s.T.Fatalf("phase %v:\n%s", s.Table().Deal().Phase(), s.Words())
		}
	}
}
