package screens

import (
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/games"
	"sabot/games/gametest/threecard"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/record"
)

// fourth is a house that somebody sets up through the form with a table of a game that no
// program has, of so many boxes: the line that registers it is all that knows it.
func fourth(t *testing.T, boxes int) *seat {
	t.Helper()
	t.Cleanup(handfile.Register(handfile.Kind{Name: threecard.Name, Presets: threecard.Presets, Texts: threecard.Texts, Open: func(p string) (handfile.Configurable, bool) { return threecard.New(p) }}))
	s := newSeat(t, Options{Language: "it"})
	f := s.shell.newSetupForm()
	f.name.SetText("Casinò della prova")
	f.tables.SetText("TC1")
	f.preset.SetSelected(s.shell.text.T("preset_" + threecard.Preset))
	f.boxes.SetSelected(strconv.Itoa(boxes))
	rule := func(key string) *ruleField {
		for _, r := range f.own {
			if r.rule.Key == key {
				return r
			}
		}
		t.Fatalf("the form asks for no %s", key)
		return nil
	}
	rule("pair_plus").odds[3].SetText("4:1") // a flush
	for i, who := range []struct{ number, name, pin string }{{"11", "Anna Rossi", "4711"}, {"12", "Bruno Keller", "4712"}, {"21", "Dario Bianchi", "5821"}, {"31", "Elena Moser", "6931"}} {
		f.rows[i].number.SetText(who.number)
		f.rows[i].name.SetText(who.name)
		f.rows[i].pin.SetText(who.pin)
	}
	rule("pair_plus").odds[0].SetText("x")
	if wrong := f.Entered(); !strings.Contains(wrong, "PAIR PLUS") {
		t.Errorf("odds that are none: %q", wrong)
	}
	rule("pair_plus").odds[0].SetText("40:1")
	if wrong := f.Entered(); wrong != "" {
		t.Fatal(wrong)
	}
	set, _ := s.shell.house.State.TableNamed("TC1")
	g, err := handfile.ParseRules(set.Game, set.Rules)
	if err != nil || g.Options().Boxes != boxes || g.(games.Ruled).Rules()["pair_plus"].([]string)[3] != "4:1" {
		t.Fatalf("entered as %s: %v", set.Rules, err)
	}
	return s
}

// opened is that house with its table open and the cards shuffled.
func (s *seat) opened() {
	s.t.Helper()
	s.keys("\n" + counted + croupierCode + inspectorCode + "\n")
	if s.table().Phase() != pit.Betting {
		s.t.Fatalf("phase %v: %s", s.table().Phase(), s.said())
	}
}

// acts types keys and says what is to be done after each.
func (s *seat) acts(steps ...[2]string) {
	s.t.Helper()
	for _, step := range steps {
		s.keys(step[0])
		if s.act() != step[1] {
			s.t.Fatalf("after %q: %q, want %q (phase %v, %q)", step[0], s.act(), step[1], s.table().Phase(), s.said())
		}
	}
}

// A game of another family is set up, played, settled and undone by the house as it is:
// dealer and boxes face down, a pack for every hand, a decision before the dealer's cards
// are seen, bets that pay by a table.
func TestFourthGameIsPlayed(t *testing.T) {
	s := fourth(t, 5)
	s.opened()
	s.acts([][2]string{
		{"150\t10\n350\n\n", "Nulla va più. Distribuisci le carte coperte"},
		{"\n", "Chiedi al box 1"},                             // nine cards by one key,
		{"\b", "Nulla va più. Distribuisci le carte coperte"}, // and one takes them back
		{"\n", "Chiedi al box 1"},
		{"g", "Box 1: metti 50 · Chiedi al box 3"},
		{"\b", "Chiedi al box 1"},
		{"g", "Box 1: metti 50 · Chiedi al box 3"},
		{"p", "Box 3: incassa 50 · BANCO: scopri, carta 1"},
		{"qs", "BANCO: scopri, carta 2"}, {"7d", "BANCO: scopri, carta 3"}, {"2h", "Box 1: scopri, carta 1"},
		{"4h", "Box 1: scopri, carta 2"},
		{"\b", "Box 1: scopri, carta 1"},
		{"4h5d6c", "Box 1: paga 210"},
		{"\n", "Fate il vostro gioco"},
	}...)
	h := &s.table().History[0]
	if h.House != 5000-21000 || s.table().Hole() >= 0 {
		t.Errorf("the house has %d by the hand", h.House)
	}
	s.settled()

	// The pack is whole again: the same cards can come, and none twice in a hand.
	s.acts([][2]string{{"150\n\n\n", "Chiedi al box 1"}, {"g", "Box 1: metti 50 · BANCO: scopri, carta 1"}, {"js7d2h", "Box 1: scopri, carta 1"}}...)
	s.keys("js")
	if len(s.table().Alarms) != 1 {
		t.Errorf("a card of the pack lies twice: %s", s.said())
	}
	s.keys(" ")
	s.shell.typedKey(fyne.KeyEscape)
	s.keys("\n" + "kh8d3c")
	s.keys(" ")
	if len(s.table().History) != 2 {
		t.Fatalf("phase %v, %q, %s", s.table().Phase(), s.act(), s.said())
	}
	if h := &s.table().History[1]; h.House != -5000 { // the dealer does not qualify
		t.Errorf("the house has %d by the hand", h.House)
	}
	s.settled()
}

// A box that was passed over is dealt right as `check` has it, though nobody has seen a
// card; what was decided is decided again.
func TestFourthGameIsPutRight(t *testing.T) {
	s := fourth(t, 5)
	s.opened()
	s.keys("150\n250\n350\n\n\n")
	s.f4("a2\n\n")
	s.keys("\nVista\n" + inspectorCode)
	if r := s.checked(); r.What != "relaid" || r.Box != 2 || !r.Possible {
		t.Errorf("%+v", r)
	}
	if s.act() != "Chiedi al box 1" {
		t.Fatalf("%q, %s", s.act(), s.said())
	}
	s.keys("gpg" + "qs7d2h" + "4h5d6c" + "3s3d3h")
	if s.table().Hole() < 0 || len(s.table().History) > 0 {
		t.Errorf("phase %v, %q, %s", s.table().Phase(), s.act(), s.said())
	}
	s.keys(" ")
	if len(s.table().History) != 1 {
		t.Fatalf("phase %v, %q, %s", s.table().Phase(), s.act(), s.said())
	}
	s.settled()
	s.verified(1)
}

// The shift is printed, signed and verified, and the record with it.
func TestFourthGameIsVerified(t *testing.T) {
	s := fourth(t, 5)
	s.opened()
	s.keys("150\t10\n350\n\n\ngp\nqs7d2h4h5d6c\n")
	s.shell.typedKey(fyne.KeyF10)
	s.choose("menu_close")
	s.keys(counted + "\n" + croupierCode + inspectorCode)
	s.escape()
	if s.table().Open {
		t.Fatalf("it is open: %s\n%s", s.said(), s.words())
	}
	s.shell.openOffice(s.shell.backToTable)
	s.keys(managerCode)
	o := s.office()
	if o == nil {
		t.Fatal("nobody comes in")
	}
	o.rest()
	s.slowly("f" + codes[record.Croupier] + "\n" + codes[record.Inspector] + "\n")
	if !strings.Contains(o.notice.Text, "Firmato") {
		t.Fatalf("says %q", o.notice.Text)
	}
	s.slowly("v\n")
	s.says("Le cifre sono quelle del registro.")
	s.says("Firmato da Dario Bianchi (21)")
	s.press(fyne.KeyEscape, fyne.KeyEscape)
	s.verified(1)
}

// verified has the record held against its seal and the rules, with so many hands.
func (s *seat) verified(hands int64) {
	s.t.Helper()
	checked, err := s.shell.house.VerifyRecord(s.t.Context(), func(int64) {})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, c := range checked {
		if c.Fault != nil || c.Name == "TC1" && int64(c.Hands) != hands {
			s.t.Errorf("%+v", c)
		}
	}
}

// A closed hand that was entered wrong is corrected, though cards of it were never seen; a
// hand that goes wrong is cancelled, and what a decision put down goes back with the rest.
func TestFourthGameIsCorrected(t *testing.T) {
	s := fourth(t, 5)
	s.opened()
	s.keys("150\t10\n350\n\n\ngp\nqs7d2h4h5d6c\n")
	s.f4("h\n")
	s.keys("\n9h") // box 1 had the nine of hearts: no straight, and less than the dealer
	s.keys("fa" + "Video\n" + inspectorCode)
	h := &s.table().History[0]
	if h.Corrected == nil || h.House != 5000+5000+5000+1000 {
		t.Fatalf("the house has %d by it: %s", h.House, s.said())
	}
	s.settled()
	for s.shell.overlay != nil {
		s.escape()
	}
	s.keys("150\n\n\ng")
	if boxes, _ := s.table().Staked(); boxes[1] != 10000 {
		t.Fatalf("%v is staked, phase %v, %s", boxes, s.table().Phase(), s.said())
	}
	s.f4("i" + "Mazzo difettoso\n" + managerCode)
	if len(s.table().History) != 2 || s.table().History[1].Cancelled == nil || s.table().History[1].House != 0 {
		t.Fatalf("phase %v, %s", s.table().Phase(), s.said())
	}
	for _, p := range s.table().History[1].Payments() {
		if p.Returned != 5000 || p.Outcome != games.Void || p.Box != 1 {
			t.Errorf("%+v", p)
		}
	}
	s.verified(2)
}

// Any keys, wherever they lead: as at the tables of the house.
func TestRandomKeysAtTheFourthGame(t *testing.T) {
	s := fourth(t, 7)
	m := &monkey{seat: s, rng: rand.New(rand.NewSource(4)), count: map[string]int{}}
	s.shell.exit = func() { m.count["left"]++ }
	m.keys("\n" + counted + croupierCode + inspectorCode)
	m.home()
	for n := range 400 {
		m.act()
		if t.Failed() {
			t.Fatalf("key %d after %s", n, strings.Join(m.log[max(0, len(m.log)-25):], " · "))
		}
		if n%100 == 99 {
			m.home()
			if len(m.table().Alarms) > 0 { // no hand begins before it is acknowledged
				s.f4("l" + inspectorCode)
			}
		}
	}
	m.home()
	t.Logf("%v; at most %d keys back to the bets", m.count, m.most)
	(&misdeals{seat: m.seat}).holds()
}
