package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/felt"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit/hand"
)

// A decision has one key: that of the seat. So it has for a bettor behind and in a
// correction; two decisions in one have +, as it stands on their line.
func TestDecisionsHaveOneKey(t *testing.T) {
	s := seats(t)
	s.Keys("150\nb20\n")
	for _, c := range []struct {
		key  string
		want games.Early
		said string
	}{
		{"x", games.Early{Choice: games.ChooseDouble}, "raddoppia"},
		{"p", games.Early{Choice: games.ChooseSplit}, "divide"},
		{"+", games.Early{Choice: games.ChooseSplit, Then: games.Double}, "divide"},
		{"r", games.Early{Choice: games.Right}, "mano destra del giocatore"},
		{"l", games.Early{Choice: games.Left}, "mano sinistra del giocatore"},
		{"f", games.Early{Choice: games.Follow}, "segue"},
		{"m", games.Early{Choice: games.Follow, HasFunds: true}, "segue, senza fondi"},
		{"n", games.Early{HasFunds: true}, "nessuna"},
	} {
		s.Keys("e2")
		if c.key == "+" {
			s.Shows("divide + raddoppia")
		}
		s.Keys(c.key)
		if e := s.Table().Bets().EarlyBets(1)[0].Early; e != c.want || !strings.HasPrefix(s.said(), "Box 1 (2), anticipata: "+c.said) {
			t.Errorf("%s: %+v, %q", c.key, e, s.said())
		}
	}
	for _, key := range "ab" { // the letters of places are no decisions
		s.Keys("e2" + string(key))
		s.Escape()
		s.Escape()
	}
	if e := s.Table().Bets().EarlyBets(1)[0].Early; e != (games.Early{HasFunds: true}) {
		t.Errorf("the letter of a place chose %+v", e)
	}

	asked := func(s *seat, do ...games.Action) {
		t.Helper()
		s.F4("h\n")
		s.Shell.TypedKey(fyne.KeyEnd)
		for _, do := range do {
			s.Keys("\n" + strings.ToLower(view.DecisionKey(s.Table().Game, do)))
			s.Shows(s.Shell.Viewer().Log().Choice(do))
		}
	}
	s.Keys("\n968\n" + "s" + "9t ")
	asked(s, games.Hit, games.Split, games.Double, games.Stand)
	lugano := played(t)
	asked(lugano, games.Draw, games.Double, games.Stand)
}

// D decides nothing at blackjack, where a croupier of Lugano means a card by it. It asks, and only the key of the double
// doubles: no Enter by rhythm, no second D, and no card that comes behind.
func TestTheFormerKeyOfTheDoubleAsks(t *testing.T) {
	s := askedAt16(t)
	before := s.Table().Seq
	for _, typed := range []string{"d", "d", "\n", "\n", "3", "8", "d3"} {
		s.Keys(typed)
		if s.Table().Seq != before || s.said() != "Box 1: Raddoppia? Allora X. D da sola non decide." {
			t.Fatalf("%q: %d entries, %q", typed, s.Table().Seq-before, s.said())
		}
	}
	s.Picture("former-key")
	s.Press(fyne.KeyBackspace)
	if s.Table().Seq != before || s.said() != "" {
		t.Fatalf("taken back: %d entries, %q", s.Table().Seq-before, s.said())
	}
	s.Keys("d\x1b\n")
	if s.Table().Seq != before || strings.Contains(s.said(), "Raddoppia") {
		t.Fatalf("behind Esc: %d entries, %q", s.Table().Seq-before, s.said())
	}
	s.Keys("d3dx")
	if d := s.Table().Current.Round.Decisions; len(d) != 1 || d[0].Do != games.Double || d[0].Box != 1 {
		t.Errorf("decided %v, %q", d, s.said())
	}
	other := askedAt16(t)
	other.Keys("ds")
	if d := other.Table().Current.Round.Decisions; len(d) != 1 || d[0].Do != games.Stand {
		t.Errorf("decided %v, %q", d, other.said())
	}
}

// What a seat said ahead is done by Enter, and not while D asks whether it doubles.
func TestEnterAnswersNoFormerKey(t *testing.T) {
	s := seats(t)
	s.Keys("150\n250\n\n" + "568" + "58" + "\n" + "e2x" + "s")
	before := s.Table().Seq
	s.Keys("d\n\n")
	if s.Table().Seq != before || !strings.Contains(s.said(), "Raddoppia? Allora X") {
		t.Fatalf("%d entries, %q", s.Table().Seq-before, s.said())
	}
	s.Keys("\b\n")
	if d := s.Table().Current.Round.Decisions; d[len(d)-1].Do != games.Double {
		t.Errorf("decided %v, %q", d, s.said())
	}
}

// D is a card at Lugano for a season, as H is, also where it busts nobody and while payments are shown; what is not
// offered is refused.
func TestTheFormerKeyDrawsAtLugano(t *testing.T) {
	for _, key := range []string{"d", "h", "D"} {
		s := threeBoxes(t)
		s.Keys("805k304 ")
		if s.Table().Deal().Phase() != hand.Deciding {
			t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
		}
		s.Keys(key)
		if d := s.Table().Current.Round.Decisions; len(d) != 1 || d[0].Do != games.Draw {
			t.Errorf("%s: decided %v, %q", key, d, s.said())
		}
	}
}

// The decisions stand in one order on the screen: card, stand, double, split.
func TestDecisionsStandInOneOrder(t *testing.T) {
	keys := func(s *seat) (all string) {
		for _, b := range s.screen.pad().Buttons {
			if b.Do != "" {
				all += b.Key
			}
		}
		return all
	}
	pair := seats(t)
	pair.Keys("150\n\n" + "868\n")
	lugano := threeBoxes(t)
	lugano.Keys("805k304 ")
	if got := keys(pair); got != "HSXP" {
		t.Errorf("blackjack: %s, %q", got, pair.act())
	}
	if got := keys(lugano); got != "HSX" {
		t.Errorf("Lugano: %s, %q", got, lugano.act())
	}
}

// A bettor of a box is known by his number under every key that asks for one.
func TestBettorsByTheirNumbers(t *testing.T) {
	s := seats(t)
	s.Keys("150\nb20\n\n" + "9a" + "7" + "\n")
	if s.Table().Deal().Phase() != hand.Insuring {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.Keys("12")
	if d := s.Table().Current.Round.Decisions; len(d) != 1 || d[0].Bettor != "2" {
		t.Errorf("bought: %+v, %s", d, s.said())
	}
	s.Keys("11")
	if d := s.Table().Current.Round.Decisions; len(d) != 2 || d[0].Bettor != "" {
		t.Errorf("bought: %+v, %s", d, s.said())
	}
	s.Keys("\nn" + "s" + "\n\n8 ")
	s.F4("h\np1")
	s.Shows("Box 1 (2)")
	s.Keys("2")
	s.Shows("Box 1 (2)")
	s.Silent("Pagato male: a chi?")
}

// The table cannot be closed while commission is owed: the menu says so and one key leads
// to where it is taken, which says who owes what.
func TestClosingLeadsToTheCommission(t *testing.T) {
	s := banco(t)
	s.Keys("1\t100b\t60\n\n7s9dkhkc \n")
	s.Shell.TypedKey(fyne.KeyF10)
	s.Keys("k")
	s.Shows("Prima le commissioni dovute", "Box 1 · Giocatore 2: dovuti 3, incassa 5")
	s.Shell.TypedKey(fyne.KeyF7)
	s.Shows("Incassa, uno alla volta: 10", "Box 1 · Giocatore 1: 5", "Box 1 · Giocatore 2: dovuti 3, incassa 5")
	s.Escape()
	s.Shows("Chiudi il tavolo") // the menu it came from
	s.Shell.TypedKey(fyne.KeyEscape)
	s.Shell.TypedKey(fyne.KeyF7)
	s.Keys("a")
	s.Shows("Box 1 · Giocatore 1", "Box 1 · Giocatore 2")
	s.Keys("\n") // each pays for himself
	if d := s.Table().Debts(); len(d) != 1 || d[0].Bettor != "2" {
		t.Errorf("after the first: %v", d)
	}
	s.Keys("\n")
	if len(s.Table().Debts()) != 0 {
		t.Fatalf("owed %v", s.Table().Debts())
	}
	s.Shell.TypedKey(fyne.KeyF10)
	s.Keys("k")
	s.Silent("Prima le commissioni dovute")
}

// A seat that decided ahead has one lit key, and that is what Enter does.
func TestDecidedAheadLightsOneKey(t *testing.T) {
	s := seats(t)
	s.Keys("150\n250\n\n" + "568" + "58" + "\n")
	s.Keys("e2x")
	if !strings.Contains(s.said(), "Box 2, giocatore principale: Raddoppia") {
		t.Errorf("said %q", s.said())
	}
	s.Keys("s")
	var lit []view.Button
	for _, b := range s.screen.pad().Buttons {
		if b.Main {
			lit = append(lit, b)
		}
	}
	if len(lit) != 1 || lit[0].Key != "Enter" || lit[0].Label != "Raddoppia, come detto" {
		t.Fatalf("lit: %+v", lit)
	}
	s.Keys("\n")
	if d := s.Table().Current.Round.Decisions; d[len(d)-1].Do != games.Double {
		t.Errorf("decisions %v", d)
	}
}

// E says what it is for where nobody has anything to decide ahead.
func TestEarlySaysWhatItIsFor(t *testing.T) {
	s := seats(t)
	s.Keys("4e")
	if s.Shell.Overlay() != nil || !strings.Contains(s.said(), "prima una puntata") {
		t.Errorf("at a box without a bet: %q", s.said())
	}
	s.Shell.TypedKey(fyne.KeyEscape)
	s.Keys("150\n250\n\n" + "a9" + "6" + "k8" + "\n") // box 1 has blackjack
	s.Keys(" ")
	s.tapCards(1)
	if !strings.Contains(s.said(), "Box 1: ha blackjack, non decide nulla") {
		t.Errorf("a blackjack: %q", s.said())
	}
	s = seats(t)
	s.Keys("150\n\n" + "888" + "\n" + "p2s3") // the second hand of the only box is asked
	s.Keys("e")
	if !strings.Contains(s.said(), "E è quel che un box decide prima") {
		t.Errorf("nobody: %q", s.said())
	}
}

// tapCards taps where a box's cards lie.
func (s *seat) tapCards(box int) {
	s.T.Helper()
	p, there := s.screen.felt.Drawn.Board.Where(felt.BoxName(box))
	s.Tap(s.screen.felt.Drawn, p, there, felt.BoxName(box))
}

// A tap on a seat's cards does what a tap on its bet does.
func TestTapOnCards(t *testing.T) {
	s := seats(t)
	s.Keys("150\n350\n3b20\n\n" + "98a" + "7k" + "\n")
	if s.Table().Deal().Phase() != hand.Insuring {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.tapCards(3)
	s.Keys("1")
	if d := s.Table().Current.Round.Decisions; len(d) != 1 || d[0].Box != 3 {
		t.Fatalf("bought: %v", d)
	}
	s.Keys("\nn")
	s.tapCards(3)
	s.Shows("Box 3: decisione anticipata")
	s.Keys("s")
	if s.Table().Current.Ahead[3] != games.Stand {
		t.Errorf("said ahead: %v", s.Table().Current.Ahead)
	}
	s.Shell.TypedKey(fyne.KeyEscape) // the page stays at the seat: somebody bets behind
	notes := len(s.Table().Notes)
	s.tapCards(5) // nobody plays there: on which spot did a bet come late?
	s.Shows("Box 5", "PUNTATA", "puntata tardiva")
	if len(s.Table().Notes) != notes {
		t.Errorf("a seat without a bet: %s", s.said())
	}
}

// Where Space had nothing to repeat at a box, the box is not in hand any more.
func TestNothingToRepeatLetsTheBoxGo(t *testing.T) {
	s := seats(t)
	s.Keys("7 ")
	if s.screen.cursor.Box != 0 || !strings.Contains(s.said(), "Nessuna puntata da ripetere") {
		t.Errorf("box %d in hand: %q", s.screen.cursor.Box, s.said())
	}
}

// An amount that begins with a zero is none, and neither is one that was never meant: Enter puts nothing
// down, what was typed is gone, and the next digits are no part of it.
func TestSlipsAreNoAmounts(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	for typed, word := range map[string]string{"025": "«025» non è un importo", "114711": "Sembra un codice", "99995": "il massimo è", "9999999999": "non è un importo"} {
		s.Keys("1" + typed + "\n")
		if len(s.Table().Current.Round.Bets) > 0 || s.Table().Current.BetsClosed || !strings.Contains(s.said(), word) || s.screen.cursor.Typed != "" {
			t.Errorf("%s: %v, %q, typed %q", typed, s.Table().Current.Round.Bets, s.said(), s.screen.cursor.Typed)
		}
		s.Keys("50\n") // on the same spot
		if got := s.Table().Current.Round.On(1, "59", ""); got != 5000 {
			t.Errorf("after %s %d lie: %s", typed, got, s.said())
		}
		s.Keys("\b")
		s.Shell.TypedKey(fyne.KeyEscape)
	}
	s.Keys("150\n")
	if got := s.Table().Current.Round.On(1, "59", ""); got != 5000 {
		t.Errorf("%d lie: %s", got, s.said())
	}
}

// The second bettor and the second hand of a split box have marks of their own, on the
// payments and in the history.
func TestBettorsAndHandsHaveTheirOwnMarks(t *testing.T) {
	s := seats(t)
	s.Keys("150\nb20\ne2f\n" + "\n" + "86" + "8" + "\n" + "p" + "k" + "s" + "9" + "s" + "t5")
	var whose []string
	for _, p := range s.screen.pad().Pays {
		whose = append(whose, p.Title+"/"+p.Who)
	}
	all := strings.Join(whose, "\n")
	if !strings.Contains(all, "Box 1 (2), mano sinistra del giocatore/sx (2)") || !strings.Contains(all, "Box 1, mano sinistra del giocatore/sx") {
		t.Errorf("payments:\n%s", all)
	}
	s.Keys(" ")
	if n := len(s.Table().History); n != 1 {
		t.Fatalf("%d hands; phase %v: %s", n, s.Table().Deal().Phase(), s.said())
	}
	h := s.Shell.Viewer().Log().History(s.Table())[0]
	var names []string
	for _, lay := range h.Places {
		names = append(names, lay.Name)
	}
	line := strings.ReplaceAll(s.Shell.Viewer().Laid(s.Table().Game, &s.Table().History[0]), "\u00a0", " ")
	if got := strings.Join(names, " | "); strings.Contains(got, "(") || !strings.Contains(got, "1 sx") || strings.Contains(line, "(2)") || !strings.Contains(line, "1 sx: 8 9") {
		t.Errorf("%s\n%s", got, line)
	}
	for _, lang := range text.Languages() {
		s.Shell.Speak(lang)
		if laid := s.Shell.Viewer().Laid(s.Table().Game, &s.Table().History[0]); !strings.Contains(strings.ReplaceAll(laid, colons[lang]+"\u00a0", "|"), "|8") {
			t.Errorf("%s: %q has no %q before the cards", lang, laid, colons[lang])
		}
	}
}

// Source 000: the full screen is left with Esc, where there is nothing else to close.
func TestEscLeavesTheFullScreen(t *testing.T) {
	s := threeBoxes(t)
	s.Shell.TypedKey(fyne.KeyF11)
	full := func(want bool, when string) {
		t.Helper()
		if s.Shell.Window.FullScreen() != want {
			t.Errorf("full screen is %v %s", !want, when)
		}
	}
	full(true, "after F11")
	s.Shell.TypedKey(fyne.KeyF4)
	s.Escape()
	full(true, "once Esc has closed a page")
	s.Keys("z") // a word stands there
	s.Escape()
	full(true, "once Esc has taken a word away")
	s.Escape()
	full(false, "after Esc where nothing is open")
	s.Escape()
	full(false, "after another Esc")
	s.Shell.TypedKey(fyne.KeyF11)
	full(true, "after F11")
	s.Shell.TypedKey(fyne.KeyF11)
	full(false, "after F11 again")
}

// An amount that is typed goes with Esc, and the screen stays full.
func TestEscTakesATypedAmountFirst(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF11)
	s.Keys("12")
	s.Escape()
	if !s.Shell.Window.FullScreen() {
		t.Error("an amount was typed")
	}
	s.Escape()
	if s.Shell.Window.FullScreen() {
		t.Error("nothing is typed any more")
	}
}

// On the page of a hand as it lies + is the place of the next card.
func TestPlusChoosesTheNextCard(t *testing.T) {
	s := threeBoxes(t)
	s.Keys("8")
	s.F4("c")
	page := s.screen.laid
	s.Shell.TypedKey(fyne.KeyHome)
	before := page.cards[0]
	s.Keys("+5")
	if len(page.cards) != 2 || page.cards[0] != before || page.cards[1].Card != "5" {
		t.Errorf("%+v", page.cards)
	}
}
