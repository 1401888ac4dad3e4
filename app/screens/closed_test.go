package screens

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports"
)

// played is a hand of three boxes that is closed.
func played(t *testing.T) *seat {
	s := threeBoxes(t)
	s.keys("805k304 sss9 ")
	if len(s.table().History) != 1 {
		t.Fatalf("phase %v: %s", s.table().Phase(), s.said())
	}
	return s
}

// A draw that was entered as standing: the decision is changed, the third card added, and
// what each player still gets stands above the PIN.
func TestCorrectionByKeys(t *testing.T) {
	s := played(t)
	s.f4("h\n")
	s.shows("Carta 1", "Carta 8", "BANCO")
	for range 14 { // eight cards, six bets
		s.shell.typedKey(fyne.KeyDown)
	}
	s.keys("\nd") // the decision of box 1: a card
	s.shows("Carta", "Resta", "manca una carta o una scelta")
	s.keys("f") // off: the hand is not over
	if s.table().History[0].Corrected != nil {
		t.Fatal("it was corrected")
	}
	for range 8 {
		s.shell.typedKey(fyne.KeyUp)
	}
	s.keys("aa8") // behind the seventh card an eight
	s.shows("Carta 8", "Casa: era")
	s.keys("fa" + "Video\n")
	s.shows("Mano 1, chiusa", "Carta 8", "Carta 9: nulla", "Scelta 1: Box 1, Resta » Box 1, Carta", "Motivo: Video", "Box 1: dare ancora 25")
	s.escape()
	s.escape()
	s.escape()
	s.shows("Carta 8") // what was changed is there still
	s.keys("fa" + "Video\n" + inspectorCode)
	h := &s.table().History[0]
	if h.Corrected == nil || len(h.Round.Laid) != 9 || h.Round.Decisions[0].Do != games.Draw || s.table().CardsOut() != 9 {
		t.Fatalf("%+v: %s", h.Round, s.said())
	}
	s.settled()
}

// A correction by which nobody gets or gives back anything asks for the reason at once: there
// is nothing of which it could be said that it was paid at the table.
func TestCorrectionWithoutDifferenceAsksNoMoney(t *testing.T) {
	s := played(t)
	s.f4("h\n")
	for range 3 {
		s.shell.typedKey(fyne.KeyDown)
	}
	s.keys("\nqf") // the bank's first card was a queen, no king
	s.keys("Video\n")
	s.shows("Carta 4", "Motivo: Video", s.shell.text.T("approve_no_money"))
	s.keys(inspectorCode)
	if h := s.table().History[0]; h.Corrected == nil || h.Corrected.Difference != 0 || h.Corrected.Moved {
		t.Errorf("%+v: %s", h.Corrected, s.said())
	}
}

// A bet that nobody entered, of another player of the box, and one that is taken away.
func TestCorrectionOfBetsByKeys(t *testing.T) {
	s := played(t)
	s.f4("h\n")
	s.keys("ab4") // add: a bet on box 4
	s.keys("a")   // 59
	s.keys("50\n")
	s.keys("ab4b25\n") // PLAY of box 4: the box that plays now has no cards
	s.shell.typedKey(fyne.KeyEnd)
	s.shell.typedKey(fyne.KeyUp)
	s.shell.typedKey(fyne.KeyUp)
	s.shell.typedKey(fyne.KeyUp)
	s.shows("Box 4, 59", "nulla")
	s.keys("f")
	s.escape()
	if s.table().History[0].Corrected != nil {
		t.Fatal("a box that had no cards plays")
	}
	s.keys("\n") // the hand as the record has it
	for range 13 {
		s.shell.typedKey(fyne.KeyDown)
	}
	s.keys("\na40\n") // PLAY of box 3 was 40
	s.shows("Box 3, PLAY", "40", "25")
	s.keys("fb" + "Video\n" + inspectorCode)
	if got := s.table().History[0].On(3, "play", ""); got != 4000 {
		t.Errorf("%d: %s", got, s.said())
	}
}

// A hand that is closed can be void, by a manager.
func TestVoidClosedHandByKeys(t *testing.T) {
	s := played(t)
	s.f4("hva" + "Sabot bloccato\n")
	s.shows("Mano 1: annullata")
	s.keys(inspectorCode)
	if s.table().History[0].Cancelled != nil {
		t.Fatal("the inspector voided it")
	}
	s.keys(managerCode)
	if h := s.table().History[0]; h.Cancelled == nil || h.House != 0 || s.table().Tray().Amount != 5_600_000 {
		t.Errorf("%+v, tray %d: %s", h.Cancelled, s.table().Tray().Amount, s.said())
	}
}

// Somebody was paid too much: which player, how much, why; what comes back is entered
// later, and the shift report has both.
func TestWrongPayoutByKeys(t *testing.T) {
	s := played(t)
	tray := s.table().Tray().Amount
	s.f4("hp2a40\n" + "Pagato due volte\n")
	s.shows("Mano 1, Box 2: 40 di troppo al giocatore", s.shell.text.T("approve_tray_less", map[string]any{"Amount": "40"}), "Motivo: Pagato due volte")
	s.keys(croupierCode)
	s.keys(inspectorCode)
	if got := s.table().Payouts(); len(got) != 1 || got[0].Amount != 4000 || got[0].Box != 2 || s.table().Tray().Amount != tray-4000 {
		t.Fatalf("%+v: %s", got, s.said())
	}
	s.shows("Box 2", "riprendi 40") // the act, which waits at F5 where it cannot be done now
	s.escape()
	s.shell.typedKey(fyne.KeyF5)
	s.keys("it15\n" + "Reso\n" + inspectorCode)
	if got := s.table().Payouts()[0].Left(); got != 2500 {
		t.Errorf("left %d: %s", got, s.said())
	}
	figures := reports.ShiftOf(s.table(), &s.shell.house.State)
	if figures.Result.Wrong != -2500 || len(figures.Moved) != 2 {
		t.Errorf("%+v", figures.Moved)
	}
}

// A wrong payout is put right by an act that is ticked off like any other: what was short is
// given after all. The pages name the hand from the first on, and offer reasons that fit.
func TestWrongPayoutIsAnAct(t *testing.T) {
	s := played(t)
	tray := s.table().Tray().Amount
	s.f4("hp")
	s.shows("Mano 1 · " + s.shell.text.T("closed_payout"))
	s.keys("2b")
	s.shows("Mano 1 · Box 2")
	s.keys("25\n")
	s.shows("Non pagato")
	s.keys("Non pagato\n" + inspectorCode)
	s.shows("Box 2", "dai ancora 25")
	if got := s.table().Tray().Amount; got != tray+2500 {
		t.Errorf("the tray has %d more before it is given", got-tray)
	}
	s.keys("\n") // one that was on its way when the page came
	if p := s.table().Payouts(); p[0].Left() == 0 {
		t.Errorf("an Enter was taken for money: %+v", p)
	}
	s.keys("p")
	if p := s.table().Payouts(); len(p) != 1 || p[0].Left() != 0 || s.table().Tray().Amount != tray || s.shell.overlay != nil {
		t.Errorf("%+v, tray %d: %s", p, s.table().Tray().Amount-tray, s.said())
	}
}

// Chips and cash that were entered wrong are put right with an inspector; Backspace takes
// back what it says, and never those.
func TestBuyInIsPutRightByKeys(t *testing.T) {
	s := newSeat(t, Options{Demo: true, Table: "LB1", Language: "it"})
	s.open()
	s.shell.typedKey(fyne.KeyF5)
	s.keys("a")
	s.shell.typedKey(fyne.KeyDown)
	s.shell.typedKey(fyne.KeyDown)
	s.keys("200\n\n")
	if s.table().Result().BoughtIn != 20_000 {
		t.Fatalf("%s", s.said())
	}
	s.keys("\b")
	if s.table().Result().BoughtIn != 20_000 || !strings.Contains(s.said(), "F5") {
		t.Errorf("Backspace: %d, %q", s.table().Result().BoughtIn, s.said())
	}
	s.shell.typedKey(fyne.KeyF5)
	s.keys("i")
	s.shows("Acquisto: 200")
	s.keys("c")
	s.shell.typedKey(fyne.KeyDown)
	s.shell.typedKey(fyne.KeyDown)
	s.keys("100\n\n" + "Importo sbagliato\n")
	s.shows("Non vale", "Acquisto: 200", "Vale: Acquisto: 100", s.shell.text.T("approve_tray_more", map[string]any{"Amount": "100"}))
	s.keys(inspectorCode)
	if r := s.table().Result(); r.BoughtIn != 10_000 {
		t.Errorf("%+v: %s", r, s.said())
	}
}

// Of a shift that is closed a manager corrects a hand until the report is signed.
func TestCorrectionOfAClosedShiftByKeys(t *testing.T) {
	s := played(t)
	s.shell.typedKey(fyne.KeyF10)
	s.choose("menu_close")
	count := ""
	worth := s.table().Tray().Amount / 100
	count = "0\n0\n0\n0\n0\n" + fmt.Sprint(int64(worth)) + "\n"
	s.keys(count + croupierCode + inspectorCode)
	if s.table().Open {
		t.Fatalf("%s", s.said())
	}
	s.shell.closeOverlay()
	s.f4("h\n\naf" + "Video\n")
	s.keys(inspectorCode)
	if s.table().History[0].Corrected != nil {
		t.Fatal("the inspector corrected it")
	}
	s.keys(managerCode)
	if s.table().History[0].Corrected == nil {
		t.Fatalf("%s", s.said())
	}
	s.shell.table.openSigning()
	s.keys("b" + inspectorCode + croupierCode) // the hands that were put right
	if !strings.Contains(s.said(), "reconstruction-LB1-1") || s.shell.table.signed() {
		t.Errorf("the reconstructions: %q", s.said())
	}
	s.shell.table.openSigning()
	s.keys("a\n" + managerCode + croupierCode)
	if !s.shell.table.signed() {
		t.Fatalf("not signed: %s", s.said())
	}
	s.f4("h\n\n2f" + "Video\n")
	if s.shell.overlay != nil || !strings.Contains(s.said(), "firmato") {
		t.Errorf("a signed shift: %q", s.said())
	}
}

// The bettor of a disputed bet is named, and what he decided early stands.
func TestDisputedBetNamesTheBettor(t *testing.T) {
	s := seats(t)
	s.keys("1100\n")
	s.keys("b75\n")
	state := s.table()
	if got := state.Current.On(1, "behind", "2"); got != 7500 {
		t.Fatalf("behind lie %d: %s", got, s.said())
	}
	if err := s.shell.table.session.Do(func(t *pit.Table) ([]record.Fact, error) {
		return t.ChooseEarly(1, "2", games.Early{Choice: games.Follow})
	}); err != nil {
		t.Fatal(err)
	}
	s.keys("\n")
	if !state.Current.BetsClosed {
		t.Fatalf("%s", s.said())
	}
	s.f4("g1")
	s.shows("Box 1 (2), DIETRO", "adesso 75")
	s.touchOn(s.overlayDrawn(), "Box 1 (2), DIETRO")
	s.keys("40\n" + "Video\n")
	s.shows("Box 1 (2), DIETRO: 75, segue » 40, segue")
	s.keys(inspectorCode)
	bets := s.table().Current.Round.Bets
	if len(bets) != 2 || bets[1].Amount != 4000 || bets[1].Bettor != "2" || bets[1].Early.Choice != games.Follow {
		t.Errorf("%+v: %s", bets, s.said())
	}
}
