package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports"
)

// handHeld is a table at which players hold their cards: bets lie on boxes 1 and 3, and the bank's card is read.
func handHeld(t *testing.T) *misdeals {
	m := newMisdeals(t, misdealGames[1].game, misdealGames[1].rules, record.Settings{}, 7)
	m.types("125\t25\n325\t25\n\n6")
	return m
}

// A key of the page that does nothing now says why.
func TestKeysOfAHandAsItLiesSayWhyNot(t *testing.T) {
	m := handHeld(t)
	tx := m.Shell.Text
	says := func(when, want string) {
		t.Helper()
		if got := m.screen.laid.word; got != want {
			t.Errorf("%s it says %q, want %q", when, got, want)
		}
	}
	m.F4("ef")
	says("a card face down is to be burned:", tx.T("lay_why_burned"))
	m.Shell.CloseOverlay()
	m.F4("b2\nh")
	says("before the cards are confirmed,", tx.T("way_why_entered", text.Args{"Way": tx.T("way_play_on")}))
	m.types("\n")
	if said := m.screen.laid.page.Shown.Verdict; said != tx.T("relay_turn_first") {
		t.Errorf("of cards that are to be turned it says %q", said)
	}
	m.types("h")
	says("with cards face down where no bet lies,", tx.T("lay_why_face_down"))
	m.Press(fyne.KeyLeft)
	m.types("x")
	says("a card face down is chosen:", tx.T("lay_why_face_down"))
}

// A hand that was cancelled is in the lists with all its cards, those too that nobody read; they have no total. What
// went back is what Space lays again, not the hand before.
func TestCancelledHandWithCardsFaceDown(t *testing.T) {
	m := newMisdeals(t, misdealGames[1].game, misdealGames[1].rules, record.Settings{}, 7)
	m.types("725\t25\n\n854s9")
	for range 8 {
		if len(m.Table().History) == 0 {
			m.types(" ")
		}
	}
	if len(m.Table().History) != 1 {
		t.Fatalf("the first hand does not end: %s", m.act())
	}
	m.types("125\t25\n325\t25\n\n6")
	m.cancel()
	m.F4("h")
	if got := strings.ReplaceAll(m.Written(), "\u00a0", " "); !strings.Contains(got, "1: ? ? · 3: ? ? · BANCO: 6") || strings.Contains(got, "BANCO: 6 =") {
		t.Errorf("the list says %s", got)
	}
	m.Shell.CloseOverlay()
	m.Shell.TypedKey(fyne.KeyF8)
	shown := m.Shell.Viewer().Log().History(m.Table())[0]
	cards := 0
	for _, lay := range shown.Places {
		cards += len(lay.Cards)
		if lay.Total != "" {
			t.Errorf("%s has the total %s", lay.Name, lay.Total)
		}
	}
	if cards != 5 {
		t.Errorf("%d cards are shown, want 5: %+v", cards, shown.Places)
	}
	m.Shell.CloseOverlay()
	m.types(" ")
	if got, want := m.staked(), "1:59=25 1:play=25 3:59=25 3:play=25"; got != want {
		t.Errorf("repeated lies %s, want %s", got, want)
	}
	m.holds()
}

// On the page and in the lists a card that an inspector saw is drawn where it lies, one box after the other.
func TestCancelledAfterItsCardsWereLaidOut(t *testing.T) {
	m := handHeld(t)
	m.F4("c")
	m.Press(fyne.KeyEnd, fyne.KeyBackspace)
	m.types("f1\n")
	m.types("cx\n" + screentest.ManagerCode)
	m.Shell.CloseOverlay()
	m.F4("h")
	if got := strings.ReplaceAll(m.Written(), "\u00a0", " "); !strings.Contains(got, "1: ? ? ? · 3: ? · BANCO: 6") || strings.Contains(got, "= 0") {
		t.Errorf("the list says %s", got)
	}
}

// Only what an inspector had laid where it belongs is called a reconstruction: a card that was burned, or a hand that was
// cancelled, counts beside it.
func TestOnlyAReconstructionIsCalledOne(t *testing.T) {
	m := handHeld(t)
	tx := m.Shell.Text
	m.F4("e2\nx\n" + screentest.InspectorCode)
	m.types("8472ss99")
	for range 8 {
		if len(m.Table().History) == 0 {
			m.types(" ")
		}
	}
	if len(m.Table().History) != 1 {
		t.Fatalf("the hand does not end: %s, %s", m.act(), m.said())
	}
	if got, want := strings.Join(m.Shell.Viewer().Log().History(m.Table())[0].Marks, " "), tx.T("hand_card_burned"); got != want {
		t.Errorf("a hand in which a card was burned is called %q, want %q", got, want)
	}
	m.types("125\t25\n325\t25\n\n6")
	m.told([]fallen{
		{at: games.AtBox(1), hidden: true}, {at: games.Bank, hidden: true}, {at: games.AtBox(3), hidden: true},
	})
	if relaid := m.Table().Current.Relays; len(relaid) != 1 {
		t.Fatalf("it is not reconstructed: %s", m.said())
	}
	m.cancel()
	if got := strings.Join(m.Shell.Viewer().Log().History(m.Table())[0].Marks, " "); !strings.Contains(got, tx.T("hand_relaid")) || strings.Contains(got, tx.T("hand_card_burned")) {
		t.Errorf("a hand that was reconstructed and cancelled is called %q", got)
	}
	list := reports.ReconstructionsOf(m.Table(), &m.Shell.House.State)
	if relaid, other := list.Count(); relaid != 1 || other != 2 {
		t.Errorf("%d reconstructions and %d others are counted, want 1 and 2", relaid, other)
	}
}

// A card that a reconstruction lays behind one that nobody has seen is drawn behind it, and the act names the card that lies
// face down. Here the bank's open card becomes the second of box 1.
func TestReusedCardLiesBehindAFaceDownOne(t *testing.T) {
	m := newMisdeals(t, misdealGames[1].game, misdealGames[1].rules, record.Settings{}, 7)
	m.types("125\t25\n325\t25\n525\t25\n\n8")
	var lay []record.CardLaid
	for _, l := range []string{"? box:1", "? box:2", "? box:3", "? box:5", "8 bank", "? box:1"} {
		card, at, _ := strings.Cut(l, " ")
		lay = append(lay, record.CardLaid{Card: record.CardName(card), At: record.PlaceName(at)})
	}
	if err := m.screen.session.Do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOut(record.DealtWithout, 2, "", lay) }); err != nil {
		t.Fatal(err)
	}
	m.screen.misdeals().openRelay()
	m.types("\nvista\n" + screentest.InspectorCode)
	box := func(want, act string) {
		t.Helper()
		screen := m.screen.viewer().Of(m.Table(), m.screen.cursor, m.screen.notice)
		got := ""
		for _, c := range screen.Felt.Boxes[0].Cards {
			if c.Back {
				c.Rank = "?"
			}
			got += c.Rank
		}
		if got != want {
			t.Errorf("box 1 has %s, want %s", got, want)
		}
		if !strings.HasSuffix(screen.Act, act) {
			t.Errorf("the act is %q, want one that ends in %q", screen.Act, act)
		}
	}
	box("?8", "Il banco scopre la sua carta")
	m.types("7")
	box("?8", "Il box 1 scopre: prima carta")
	m.types("2")
	box("28", "Il box 3 scopre: prima carta")
}

// That a card is turned first is said only where the house's rule can be taken then.
func TestHouseRuleAsksForNoCardInVain(t *testing.T) {
	m := handHeld(t)
	m.F4("cf1\nh") // a third card on box 1, which plays
	if got, want := m.screen.laid.word, m.Shell.Text.T("way_why_play_on"); got != want {
		t.Errorf("it says %q, want %q:\n%s", got, want, m.said())
	}
}
