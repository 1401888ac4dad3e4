package screens

import (
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/office"
	"sabot/app/screens/screentest"
	"sabot/app/session/papers"
	"sabot/games"
	"sabot/games/gametest/threecard"
	"sabot/games/handfile"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// fourth is a house that somebody sets up through the form with a table of a game that no
// program has, of so many boxes: the line that registers it is all that knows it.
func fourth(t *testing.T, boxes int) *guest {
	t.Helper()
	t.Cleanup(handfile.Register(handfile.Kind{Name: threecard.Name, Presets: threecard.Presets, Texts: threecard.Texts, Open: func(p string) (handfile.Configurable, bool) { return threecard.New(p) }}))
	s := arrive(t, Options{Language: "it"})
	f := s.station.newSetupForm()
	f.name.SetText("Casinò della prova")
	f.tables.SetText("TC1")
	f.table.Preset.SetSelected(s.Shell.Text.T("preset_" + threecard.Preset))
	f.table.Boxes.SetText(strconv.Itoa(boxes))
	rule := func(key string) *office.RuleField {
		for _, r := range f.table.Own {
			if r.Rule.Key == key {
				return r
			}
		}
		t.Fatalf("the form asks for no %s", key)
		return nil
	}
	rule("pair_plus").Odds[3].SetText("4:1") // a flush
	for i, who := range []struct{ number, name, pin string }{{"11", "Anna Rossi", "4711"}, {"12", "Bruno Keller", "4712"}, {"21", "Dario Bianchi", "5821"}, {"31", "Elena Moser", "6931"}} {
		f.rows[i].number.SetText(who.number)
		f.rows[i].name.SetText(who.name)
		f.rows[i].pin.SetText(who.pin + "00")
	}
	rule("pair_plus").Odds[0].SetText("x")
	if wrong := f.Entered(); !strings.Contains(wrong, "PAIR PLUS") {
		t.Errorf("odds that are none: %q", wrong)
	}
	rule("pair_plus").Odds[0].SetText("40:1")
	if wrong := f.Entered(); wrong != "" {
		t.Fatal(wrong)
	}
	chosenPINs(t, s.Shell.House, "31693100", [2]string{"11471100", "4711"}, [2]string{"12471200", "4712"}, [2]string{"21582100", "5821"}, [2]string{"31693100", "6931"})
	set, _ := s.Shell.House.State.TableNamed("TC1")
	g, err := handfile.ParseRules(set.Game, set.Rules)
	if err != nil || g.Options().Boxes != boxes || g.(games.Ruled).Rules()["pair_plus"].([]string)[3] != "4:1" {
		t.Fatalf("entered as %s: %v", set.Rules, err)
	}
	return s
}

// opened is that house with its table open and the cards shuffled.
func (s *guest) opened() {
	s.T.Helper()
	s.Keys("\n" + screentest.Counted + screentest.CroupierCode + screentest.InspectorCode + "\n")
	if s.Table().Deal().Phase() != hand.Betting {
		s.T.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.Words())
	}
}

// acts types keys and says what is to be done after each.
func (s *guest) acts(steps ...[2]string) {
	s.T.Helper()
	for _, step := range steps {
		s.Keys(step[0])
		if !s.act(step[1]) {
			s.T.Fatalf("after %q not %q, phase %v:\n%s", step[0], step[1], s.Table().Deal().Phase(), s.Words())
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
		{"p", "Box 3: incassa 50"}, // one act a sentence: the card comes behind it
		{"qs", "BANCO: scopri, carta 2"},
		{"7d", "BANCO: scopri, carta 3"},
		{"2h", "Box 1: scopri, carta 1"},
		{"4h", "Box 1: scopri, carta 2"},
		{"\b", "Box 1: scopri, carta 1"},
		{"4h5d6c", "Box 1: paga 210"},
		{"\n", "Fate il vostro gioco"},
	}...)
	h := &s.Table().History[0]
	if h.House != 5000-21000 || s.Table().Deal().Hole() >= 0 {
		t.Errorf("the house has %d by the hand", h.House)
	}
	s.Settled()

	// The pack is whole again: the same cards can come, and none twice in a hand.
	s.acts([][2]string{{"150\n\n\n", "Chiedi al box 1"}, {"g", "Box 1: metti 50 · BANCO: scopri, carta 1"}, {"js7d2h", "Box 1: scopri, carta 1"}}...)
	s.Keys("js")
	if len(s.Table().Alarms) != 1 {
		t.Errorf("a card of the pack lies twice: %s", s.Words())
	}
	s.Keys(" ")
	s.Shell.TypedKey(fyne.KeyEscape)
	s.Keys("\n" + "kh8d3c")
	s.Keys(" ")
	if len(s.Table().History) != 2 {
		t.Fatalf("phase %v, %q, %s", s.Table().Deal().Phase(), s.Words(), s.Words())
	}
	if h := &s.Table().History[1]; h.House != -5000 { // the dealer does not qualify
		t.Errorf("the house has %d by the hand", h.House)
	}
	s.Settled()
}

// A box that was passed over is dealt right as `check` has it, though nobody has seen a
// card; what was decided is decided again.
func TestFourthGameIsPutRight(t *testing.T) {
	s := fourth(t, 5)
	s.opened()
	s.Keys("150\n250\n350\n\n\n")
	s.F4("a2\n\n")
	s.Keys("\nVista\n" + screentest.InspectorCode)
	if r := s.Checked(); r.What != "relaid" || r.Box != 2 || !r.Possible {
		t.Errorf("%+v", r)
	}
	if !s.act("Chiedi al box 1") {
		t.Fatalf("%q, %s", s.Words(), s.Words())
	}
	s.Keys("gpg" + "qs7d2h" + "4h5d6c" + "3s3d3h")
	if s.Table().Deal().Hole() < 0 || len(s.Table().History) > 0 {
		t.Errorf("phase %v, %q, %s", s.Table().Deal().Phase(), s.Words(), s.Words())
	}
	s.Keys(" ")
	if len(s.Table().History) != 1 {
		t.Fatalf("phase %v, %q, %s", s.Table().Deal().Phase(), s.Words(), s.Words())
	}
	s.Settled()
	s.verified(1)
}

// The shift is printed, signed and verified, and the record with it.
func TestFourthGameIsVerified(t *testing.T) {
	s := fourth(t, 5)
	s.opened()
	s.Keys("150\t10\n350\n\n\ngp\nqs7d2h4h5d6c\n")
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.Keys(screentest.Counted + "\n" + screentest.CroupierCode + screentest.InspectorCode)
	s.Escape()
	if s.Table().Open {
		t.Fatalf("it is open: %s\n%s", s.Words(), s.Words())
	}
	s.station.openOffice(s.station.backToTable)
	s.Keys(screentest.ManagerCode)
	s.Rest()
	s.Slowly("f" + screentest.Codes[record.Croupier] + "\n" + screentest.Codes[record.Inspector] + "\n")
	s.Says("Firmato")
	s.Slowly("v\n")
	s.Says("Le cifre sono quelle del registro.")
	s.Says("Firmato da Dario Bianchi (21)")
	s.Press(fyne.KeyEscape, fyne.KeyEscape)
	s.verified(1)
}

// verified has the record held against its seal and the rules, with so many hands.
func (s *guest) verified(hands int64) {
	s.T.Helper()
	checked, err := papers.Of(s.Shell.House).VerifyRecord(s.T.Context(), func(int64) {})
	if err != nil {
		s.T.Fatal(err)
	}
	for _, c := range checked {
		if c.Fault != nil || c.Name == "TC1" && int64(c.Hands) != hands {
			s.T.Errorf("%+v", c)
		}
	}
}

// A closed hand that was entered wrong is corrected, though cards of it were never seen; a
// hand that goes wrong is cancelled, and what a decision put down goes back with the rest.
func TestFourthGameIsCorrected(t *testing.T) {
	s := fourth(t, 5)
	s.opened()
	s.Keys("150\t10\n350\n\n\ngp\nqs7d2h4h5d6c\n")
	s.F4("h\n")
	s.Keys("\n9h\n") // box 1 had the nine of hearts: no straight, and less than the dealer
	s.Keys("fb" + "Video\n" + screentest.InspectorCode)
	h := &s.Table().History[0]
	if h.Corrected == nil || h.House != 5000+5000+5000+1000 {
		t.Fatalf("the house has %d by it: %s", h.House, s.Words())
	}
	s.Settled()
	for s.Shell.Overlay() != nil {
		s.Escape()
	}
	s.Keys("150\n\n\ng")
	if boxes, _ := s.Table().Bets().Staked(); boxes[1] != 10000 {
		t.Fatalf("%v is staked, phase %v, %s", boxes, s.Table().Deal().Phase(), s.Words())
	}
	s.F4("i" + "Mazzo difettoso\n" + screentest.ManagerCode)
	if len(s.Table().History) != 2 || s.Table().History[1].Cancelled == nil || s.Table().History[1].House != 0 {
		t.Fatalf("phase %v, %s", s.Table().Deal().Phase(), s.Words())
	}
	for _, p := range s.Table().History[1].Payments() {
		if p.Returned != 5000 || p.Outcome != games.Void || p.Box != 1 {
			t.Errorf("%+v", p)
		}
	}
	s.verified(2)
}

// act says whether something is what is to be done now, as it stands on the screen.
func (s *guest) act(what string) bool {
	return strings.Contains(strings.ReplaceAll(s.Words(), "\n", " "), what)
}
