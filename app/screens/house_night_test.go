package screens

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/record"
)

// tablesOfTheHouse is how many tables the house of the test has, of three games.
const tablesOfTheHouse = 20

// A house is set up from nothing by keys alone: its first table and its people, then in the
// office a table of each other game and copies of them, until it has twenty. Each is
// opened. The keys for one table are what a person needs.
func TestHouseOfTwentyTablesByKeys(t *testing.T) {
	s := arrive(t, Options{Language: "en"})
	form := s.station.newSetupForm()
	s.Shell.Show(shell.PageOf(form.Page(), nil, form.Key))
	f := formOf(s)
	f.canvas.FocusNext()
	f.types("Casinò", "", "5 25 100 500", "LB1")
	for n := 0; form.LabelOf(f.focused()) != "Person 1"; n++ {
		if f.types(""); n > 60 {
			t.Fatal("Tab leads to nobody")
		}
	}
	for _, p := range [][3]string{{"11", "Anna Rossi", "4711"}, {"12", "Bruno Keller", "4712"}, {"21", "Dario Bianchi", "5821"}} {
		f.types(p[0], p[1], "", p[2])
	}
	f.types("31", "Elena Moser", "", "6931⏎")
	house := &s.Shell.House.State
	if len(house.Tables) != 1 || len(house.Staff) != 4 {
		t.Fatalf("set up: %d tables, %d people\n%s", len(house.Tables), len(house.Staff), s.Words())
	}

	s.station.openOffice(func() {})
	s.Keys("316931\n")
	s.Rest()
	letter := func(preset string) string {
		for i, p := range handfile.Presets() {
			if p == preset {
				return string(rune('a' + i))
			}
		}
		t.Fatalf("no %s", preset)
		return ""
	}
	// fresh sets a table up with limits for each spot, and answers how many keys it took.
	fresh := func(name, preset string) int {
		t.Helper()
		menu := "mfn" + letter(preset)
		s.Keys(menu)
		f.keys = len(menu)
		f.types(name)
		g, _ := handfile.Preset(preset)
		for range len(games.PresetSpots(g)) {
			f.types("10", "500")
		}
		f.press(fyne.KeyReturn)
		f.keys++
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
		s.Shell.CloseOverlay()
		if len(house.Tables) != 4+n {
			t.Fatalf("copy %d: %d tables\n%s", n, len(house.Tables), s.Words())
		}
	}
	byGame := map[string]int{}
	for _, set := range house.Tables {
		byGame[set.Game]++
		s.nightOf(set)
	}
	if len(byGame) != 3 {
		t.Errorf("games: %v", byGame)
	}

	s.station.openOffice(func() {})
	s.Keys("316931\n")
	s.Rest()
	if shifts, err := s.Shell.House.Shifts(session.ShiftQuery{}); err != nil || len(shifts) != tablesOfTheHouse {
		t.Errorf("the house has %d shifts, %v", len(shifts), err)
	}
	s.Keys("mfra")
	s.Says("Table LB1 is open: close it first.")
}

// nightOf opens a table with a float that croupier and inspector count.
func (s *guest) nightOf(set record.TableSet) {
	s.T.Helper()
	if err := s.station.Release(); err != nil {
		s.T.Fatal(err)
	}
	s.Shell.CloseOverlay()
	s.station.openTable(set.Name)
	s.Keys("\n1000\n1000\n1000\n1000\n114711\n215821\n\n")
	if !s.Table().Open {
		s.T.Fatalf("%s is not open, phase %v\n%s", set.Name, s.Table().Phase(), s.Words())
	}
}
