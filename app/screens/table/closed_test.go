package table

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/demo/demotest"
	"sabot/app/screens/screentest"
	"sabot/app/session/papers"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/pay"
	"sabot/pit/record"
	"sabot/reports"
)

// played is a hand of three boxes that is closed.
func played(t *testing.T) *seat {
	s := threeBoxes(t)
	s.Keys("805k304 sss9 ")
	if len(s.Table().History) != 1 {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	return s
}

// A draw that was entered as standing: the decision is changed, the third card added, and
// what each player still gets stands above the PIN.
func TestCorrectionByKeys(t *testing.T) {
	s := played(t)
	s.F4("h\n")
	s.Shows("Carta 1", "Carta 7", "BANCO")
	for range 14 { // eight cards, six bets
		s.Shell.TypedKey(fyne.KeyDown)
	}
	s.Keys("\nh") // the decision of box 1: a card
	s.Shows("Carta", "Resta", "manca una carta o una scelta")
	s.Keys("f") // off: the hand is not over
	if s.Table().History[0].Corrected != nil {
		t.Fatal("it was corrected")
	}
	for range 8 {
		s.Shell.TypedKey(fyne.KeyUp)
	}
	s.Keys("aa8\n") // behind the seventh card an eight
	s.Shows("Carta 8", "Casa: era")
	s.Keys("fa" + "Video\n")
	s.Shows("Mano 1, chiusa", "Carta 8: nulla", "Scelta 1: Box 1, Resta » Box 1, Carta", "Motivo: Video", "Box 1: dare ancora 25")
	s.Escape()
	s.Escape()
	s.Escape()
	s.Shows("Carta 8") // what was changed is there still
	s.Keys("fa" + "Video\n" + screentest.InspectorCode)
	h := &s.Table().History[0]
	if h.Corrected == nil || len(h.Round.Laid) != 9 || h.Round.Decisions[0].Do != games.Draw || s.Table().Deal().CardsOut() != 9 {
		t.Fatalf("%+v: %s", h.Round, s.said())
	}
	s.Settled()
}

// A correction by which nobody gets or gives back anything asks for the reason at once: there
// is nothing of which it could be said that it was paid at the table.
func TestCorrectionWithoutDifferenceAsksNoMoney(t *testing.T) {
	s := played(t)
	s.F4("h\n")
	for range 3 {
		s.Shell.TypedKey(fyne.KeyDown)
	}
	s.Keys("\nq\nf") // the bank's first card was a queen, no king
	s.Keys("Video\n")
	s.Shows("Carta 4", "Motivo: Video", s.Shell.Text.T("approve_no_money"))
	s.Keys(screentest.InspectorCode)
	if h := s.Table().History[0]; h.Corrected == nil || h.Corrected.Difference != 0 || h.Corrected.Moved {
		t.Errorf("%+v: %s", h.Corrected, s.said())
	}
}

// A bet that nobody entered, of another player of the box, and one that is taken away.
func TestCorrectionOfBetsByKeys(t *testing.T) {
	s := played(t)
	s.F4("h\n")
	s.Keys("ab4") // add: a bet on box 4
	s.Keys("a")   // 59
	s.Keys("50\n")
	s.Keys("ab4b25\n") // PLAY of box 4: the box that plays now has no cards
	s.Shell.TypedKey(fyne.KeyEnd)
	s.Shell.TypedKey(fyne.KeyUp)
	s.Shell.TypedKey(fyne.KeyUp)
	s.Shell.TypedKey(fyne.KeyUp)
	s.Shows("Box 4, 59", "nulla")
	s.Keys("f")
	s.Escape()
	if s.Table().History[0].Corrected != nil {
		t.Fatal("a box that had no cards plays")
	}
	s.Keys("\n") // the hand as the record has it
	for range 13 {
		s.Shell.TypedKey(fyne.KeyDown)
	}
	s.Keys("\na40\n") // PLAY of box 3 was 40
	s.Shows("Box 3, PLAY", "40", "25")
	s.Keys("fb" + "Video\n" + screentest.InspectorCode)
	if got := s.Table().History[0].Round.On(3, "play", ""); got != 4000 {
		t.Errorf("%d: %s", got, s.said())
	}
}

// A code that is typed where a correction asks for a box moves no bet: its first digit is no box.
func TestCodeTypedForTheBoxOfACorrection(t *testing.T) {
	s := played(t)
	s.F4("h\n")
	for range 9 {
		s.Shell.TypedKey(fyne.KeyDown)
	}
	for _, code := range []string{screentest.InspectorCode, inspectorsDigits + "\n"} {
		s.Keys("\nb" + code)
		s.Shows(s.Shell.Text.T("edit_lead"), s.Shell.Text.T("office_code"))
	}
	s.Keys("\nb2")
	s.Silent(s.Shell.Text.T("edit_lead"), s.Shell.Text.T("office_code")) // the box is another
}

// A bet that was only keyed wrong was collected as it lay: the third answer says so, nobody is told that it was not taken, and the
// closing that counts what is there is right.
func TestBetKeyedWrongByKeys(t *testing.T) {
	s := played(t)
	s.F4("h\n")
	for range 9 {
		s.Shell.TypedKey(fyne.KeyDown)
	}
	s.Keys("\na40\n") // PLAY of box 1 was 40, and lost
	before := s.Table().Desk().Worth().Amount
	s.Keys("f")
	s.Shows("La differenza è stata pagata", "Si era pagato altrimenti", "Era inserito male")
	s.Keys("c" + "Errore di battitura\n")
	s.Shows("Era inserito male", s.Shell.Text.T("approve_no_money"))
	for _, word := range []string{": ritirare ", ": dare ancora ", ": restituire ", "Solo il registro", "non ritirat", "non dat"} {
		if said := s.Over(); strings.Contains(said, word) {
			t.Errorf("%q on the page:\n%s", word, said)
		}
	}
	s.Keys(screentest.InspectorCode)
	h := &s.Table().History[0]
	if h.Corrected == nil || !h.Corrected.Keyed || s.Table().Desk().Worth().Amount != before+h.Corrected.Difference || s.Table().Result().Unmoved != 0 {
		t.Errorf("%+v, tray %d: %s", h.Corrected, s.Table().Desk().Worth().Amount-before, s.said())
	}
	s.Settled()
}

// A hand that is closed can be void, by a manager.
func TestVoidClosedHandByKeys(t *testing.T) {
	s := played(t)
	s.F4("hv")
	s.Shows("Mano 1 · Annullare")
	s.Keys("a")
	s.Shows("Mano 1 · Annullare")
	s.Keys("Sabot bloccato\n")
	s.Shows("Mano 1: annullata")
	s.Keys(screentest.InspectorCode)
	if s.Table().History[0].Cancelled != nil {
		t.Fatal("the inspector voided it")
	}
	s.Keys(screentest.ManagerCode)
	if h := s.Table().History[0]; h.Cancelled == nil || h.House != 0 || s.Table().Desk().Worth().Amount != 5_600_000 {
		t.Errorf("%+v, tray %d: %s", h.Cancelled, s.Table().Desk().Worth().Amount, s.said())
	}
}

// Of a hand that is void in the record alone no page tells anybody to move a chip.
func TestVoidInTheRecordMovesNoChip(t *testing.T) {
	s := played(t)
	s.F4("hvb" + "Sabot bloccato\n")
	s.Shows("Mano 1: annullata nel registro", "Solo il registro: al tavolo non si muove nulla")
	for _, word := range []string{"ogni puntata torna", ": ritirare ", ": dare ancora ", ": restituire "} {
		if said := s.Over(); strings.Contains(said, word) {
			t.Errorf("%q on the page:\n%s", word, said)
		}
	}
	s.Keys(screentest.ManagerCode)
	s.Says("Mano annullata nel registro. Al tavolo non si muove nulla.")
	if h := s.Table().History[0]; h.Cancelled == nil {
		t.Error("it is not void")
	}
	s.Shell.TypedKey(fyne.KeyF8)
	s.Reads("the list", "non mossa", "!torna")
	s.Keys("1\n")
	s.Reads("the hand", "non mossa", "!torna", "!corretta")
	s.Look("void-record")
}

// Of a table that has closed a hand is void in the record alone, and so it says behind the codes too.
func TestVoidAtAClosedTableMovesNoChip(t *testing.T) {
	s := played(t)
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.Keys("0\n0\n0\n0\n0\n" + fmt.Sprint(int64(s.Table().Desk().Worth().Amount/100)) + "\n" + screentest.CroupierCode + screentest.InspectorCode)
	s.Shell.CloseOverlay()
	s.F4("hv" + "Sabot bloccato\n")
	s.Keys(screentest.ManagerCode + screentest.InspectorCode)
	if s.Table().Open || s.Table().History[0].Cancelled == nil {
		t.Fatalf("%s", s.said())
	}
	s.Says("Mano annullata nel registro. Al tavolo non si muove nulla.")
}

// Somebody was paid too much: which player, how much, why; what comes back is entered
// later, and the shift report has both.
func TestWrongPayoutByKeys(t *testing.T) {
	s := played(t)
	tray := s.Table().Desk().Worth().Amount
	s.F4("hp2a40\n" + "Pagato due volte\n")
	s.Shows("Mano 1, Box 2: 40 di troppo al giocatore", s.Shell.Text.T("approve_tray_less", map[string]any{"Amount": "40"}), "Motivo: Pagato due volte")
	s.Keys(screentest.CroupierCode)
	s.Keys(screentest.InspectorCode)
	if got := s.Table().Payouts(); len(got) != 1 || got[0].Amount != 4000 || got[0].Box != 2 || s.Table().Desk().Worth().Amount != tray-4000 {
		t.Fatalf("%+v: %s", got, s.said())
	}
	s.Shows("Box 2", "riprendi 40") // the act, which waits at F5 where it cannot be done now
	s.Escape()
	s.Shell.TypedKey(fyne.KeyF5)
	s.Keys("it15\n" + "Reso\n" + screentest.InspectorCode)
	if got := s.Table().Payouts()[0].Left(); got != 2500 {
		t.Errorf("left %d: %s", got, s.said())
	}
	figures := reports.ShiftOf(s.Table(), &s.Shell.House.State)
	if figures.Result.Wrong != -2500 || len(figures.Moved) != 2 {
		t.Errorf("%+v", figures.Moved)
	}
}

// A wrong payout is put right by an act that is ticked off like any other: what was short is
// given after all. The pages name the hand from the first on, and offer reasons that fit.
func TestWrongPayoutIsAnAct(t *testing.T) {
	s := played(t)
	tray := s.Table().Desk().Worth().Amount
	s.F4("hp")
	s.Shows("Mano 1 · " + s.Shell.Text.T("closed_payout"))
	s.Keys("2b")
	s.Shows("Mano 1 · Box 2")
	s.Keys("25\n")
	s.Shows("Non pagato")
	s.Keys("Non pagato\n" + screentest.InspectorCode)
	s.Shows("Box 2", "dai ancora 25")
	if got := s.Table().Desk().Worth().Amount; got != tray+2500 {
		t.Errorf("the tray has %d more before it is given", got-tray)
	}
	s.Keys("\n") // one that was on its way when the page came
	if p := s.Table().Payouts(); p[0].Left() == 0 {
		t.Errorf("an Enter was taken for money: %+v", p)
	}
	s.Escape()
	waits := "Mano 1, Box 2: dai ancora 25"
	if s.Shell.Overlay() != nil || !strings.Contains(s.Words(), waits) {
		t.Errorf("left by Esc nothing names it:\n%s", s.Words())
	}
	s.Shell.TypedKey(fyne.KeyF5)
	s.Choose("payouts_due_n", map[string]any{"N": 1})
	s.Keys("p" + screentest.InspectorCode)
	if strings.Contains(s.Words(), waits) {
		t.Error("it is named though it was done")
	}
	if p := s.Table().Payouts(); len(p) != 1 || p[0].Left() != 0 || s.Table().Desk().Worth().Amount != tray || s.Shell.Overlay() != nil {
		t.Errorf("%+v, tray %d: %s", p, s.Table().Desk().Worth().Amount-tray, s.said())
	}
}

// Chips and cash that were entered wrong are put right with an inspector; Backspace takes
// back what it says, and never those.
func TestBuyInIsPutRightByKeys(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Shell.TypedKey(fyne.KeyF5)
	s.Keys("a1")
	s.Shell.TypedKey(fyne.KeyDown)
	s.Shell.TypedKey(fyne.KeyDown)
	s.Keys("200\n\n\n")
	if s.Table().Result().BoughtIn != 20_000 {
		t.Fatalf("%s", s.said())
	}
	s.Keys("\b")
	if s.Table().Result().BoughtIn != 20_000 || !strings.Contains(s.said(), "F5") {
		t.Errorf("Backspace: %d, %q", s.Table().Result().BoughtIn, s.said())
	}
	s.Shell.TypedKey(fyne.KeyF5)
	s.Keys("i")
	s.Shows("Acquisto: 200")
	s.Keys("c")
	s.Shell.TypedKey(fyne.KeyDown)
	s.Shell.TypedKey(fyne.KeyDown)
	s.Keys("100\n\n" + "Importo sbagliato\n")
	s.Shows("Annulla", "Acquisto: 200", "Vale: Box 1, Acquisto: 100", s.Shell.Text.T("approve_tray_more", map[string]any{"Amount": "100"}))
	s.Keys(screentest.InspectorCode)
	if r := s.Table().Result(); r.BoughtIn != 10_000 {
		t.Errorf("%+v: %s", r, s.said())
	}
}

// Whose box buys is asked, with what it bought lately; much cash takes an inspector, and then a box.
func TestBuyInOfMuchCashByKeys(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	buy := func(box, chips string) {
		t.Helper()
		s.Shell.TypedKey(fyne.KeyF5)
		s.Keys("a" + box)
		s.Shell.TypedKey(fyne.KeyDown)
		s.Shell.TypedKey(fyne.KeyDown)
		s.Keys(chips + "\n\n")
	}
	bought := func(want games.Amount) {
		t.Helper()
		if got := s.Table().Result().BoughtIn; got != want {
			t.Fatalf("bought %d, not %d: %s", got, want, s.said())
		}
	}
	buy("3", "1500")
	s.Keys("\n") // nobody signs it: it is asked about
	buy("3", "1500")
	s.Keys("\n")
	bought(300_000)
	s.Shell.TypedKey(fyne.KeyF5)
	s.Keys("a")
	s.Shows("2 × 1’500")
	s.Escape()
	s.Escape()
	buy("3", "4000")
	bought(300_000)
	s.Keys(screentest.CroupierCode)
	bought(300_000)
	s.Keys(screentest.InspectorCode)
	bought(700_000)
	last := s.Table().Moves()
	if f := last[len(last)-1].(record.BoughtIn); f.Box != 3 || f.Approver != "21" {
		t.Errorf("%+v", f)
	}
}

// Of a shift that is closed a manager corrects a hand until the report is signed.
func TestCorrectionOfAClosedShiftByKeys(t *testing.T) {
	s := played(t)
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	count := ""
	worth := s.Table().Desk().Worth().Amount / 100
	count = "0\n0\n0\n0\n0\n" + fmt.Sprint(int64(worth)) + "\n"
	s.Keys(count + screentest.CroupierCode + screentest.InspectorCode)
	if s.Table().Open {
		t.Fatalf("%s", s.said())
	}
	s.Shell.CloseOverlay()
	s.F4("h\n\na\nf" + "Video\n")
	s.Keys(screentest.ManagerCode + screentest.ManagerCode)
	if s.Table().History[0].Corrected != nil {
		t.Fatal("the manager corrected it alone")
	}
	s.Keys(screentest.InspectorCode)
	if is := s.Table().History[0].Corrected; is == nil || is.By != screentest.InspectorCode[:2] || is.Approver != screentest.ManagerCode[:2] {
		t.Fatalf("%+v, %s", is, s.said())
	}
	s.screen.pages().openSigning()
	s.Keys("b" + screentest.InspectorCode + screentest.CroupierCode) // the hands that were put right
	if !strings.Contains(s.said(), "reconstruction-LB1-1") || s.screen.counts().signed() {
		t.Errorf("the reconstructions: %q", s.said())
	}
	s.screen.pages().openSigning()
	s.Keys("a\n" + screentest.ManagerCode + screentest.CroupierCode)
	if !s.screen.counts().signed() {
		t.Fatalf("not signed: %s", s.said())
	}
	s.F4("h") // it says so at once, before a card or a reason is asked for
	s.Shows(s.Shell.Text.T("refused_report_signed"))
}

// closes closes the table of a seat, whose tray has what it has to be.
func (s *seat) closes(t *testing.T) {
	t.Helper()
	s.Shell.TypedKey(fyne.KeyF10)
	s.Choose("menu_close")
	s.Keys("0\n0\n0\n0\n0\n" + fmt.Sprint(int64(s.Table().Desk().Worth().Amount/100)) + "\n" + screentest.CroupierCode + screentest.InspectorCode)
	s.Shell.CloseOverlay()
	if s.Table().Open {
		t.Fatalf("%s", s.said())
	}
}

// A report that is signed elsewhere while two people give their codes for a correction is signed: nothing is entered.
func TestReportSignedWhileCodesAreTyped(t *testing.T) {
	s := played(t)
	s.closes(t)
	s.F4("hv" + "Sabot bloccato\n")
	s.Keys(screentest.ManagerCode)
	h := s.Shell.House
	w := papers.Wanted{Kind: reports.ShiftReport, Table: s.Table().Name, Shift: s.Table().Shift}
	if _, _, err := papers.Of(h).Signed(w, demotest.Badge(t, h, screentest.CroupierCode[:6]), demotest.Badge(t, h, screentest.InspectorCode[:6])); err != nil {
		t.Fatal(err)
	}
	s.Keys(screentest.InspectorCode)
	if s.Table().History[0].Cancelled != nil {
		t.Fatalf("the hand is void: %s", s.said())
	}
	says, _, _ := strings.Cut(s.Shell.Text.T("refused_report_signed"), ":") // the line is broken where the code is asked for
	s.Shows(says)
}

// A report that came signed with a table from another machine lets nothing be corrected here.
func TestReportThatCameSignedOffersNoCorrection(t *testing.T) {
	s := played(t)
	s.closes(t)
	h := s.Shell.House
	printed := record.ReportPrinted{Report: "shift" + record.SignedReport, Table: s.Table().Name, Shift: s.Table().Shift, Copy: 1, Version: 1, Digest: "x", With: screentest.CroupierCode[:2], By: screentest.InspectorCode[:2], PINs: true}
	entries := h.State.Stamp(h.Now(), printed.By, printed)
	entries = append(entries, h.State.Stamp(h.Now(), "", record.Approved{Seq: entries[0].Seq, By: printed.With}, record.Approved{Seq: entries[0].Seq, By: printed.By})...)
	taken := record.PapersTaken{Table: printed.Table, Machine: "tavolo-9"}
	for _, e := range entries {
		taken.Entries = append(taken.Entries, string(record.Encode(e)))
	}
	s.F4("h")
	if s.screen.counts().signed() {
		t.Fatal("it is signed here")
	}
	s.Shell.CloseOverlay()
	if err := h.Store().Append(h.State.Stamp(h.Now(), "", taken)...); err != nil {
		t.Fatal(err)
	}
	if err := h.Takeover().CatchUp(); err != nil {
		t.Fatal(err)
	}
	s.F4("h")
	s.Shows(s.Shell.Text.T("refused_report_signed"))
}

// The bettor of a disputed bet is named, and what he decided early stands.
func TestDisputedBetNamesTheBettor(t *testing.T) {
	s := seats(t)
	s.Keys("1100\n")
	s.Keys("b75\n")
	state := s.Table()
	if got := state.Current.Round.On(1, "behind", "2"); got != 7500 {
		t.Fatalf("behind lie %d: %s", got, s.said())
	}
	if err := s.screen.session.Do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Bets().ChooseEarly(1, "2", games.Early{Choice: games.Follow})
	}); err != nil {
		t.Fatal(err)
	}
	s.Keys("\n")
	if !state.Current.BetsClosed {
		t.Fatalf("%s", s.said())
	}
	s.F4("g1")
	s.Shows("Box 1 (2), DIETRO", "adesso 75")
	s.TouchOn(s.OverlayDrawn(), "Box 1 (2), DIETRO")
	s.Keys("40\n")
	s.Shows("Sì: 35 torna al giocatore", "No: 35 non c’era mai stato")
	s.Keys("a" + "Video\n")
	s.Shows("Box 1 (2), DIETRO: 75, segue » 40, segue", "Box 1 (2): restituire 35 come sta")
	s.Keys(screentest.InspectorCode)
	if got := s.Table().Current.Acts(); len(got) != 1 || got[0].Do != pay.GiveBack || got[0].Bettor != "2" || got[0].Amount != 3500 {
		t.Errorf("to do is %+v", got)
	}
	bets := s.Table().Current.Round.Bets
	if len(bets) != 2 || bets[1].Amount != 4000 || bets[1].Bettor != "2" || bets[1].Early.Choice != games.Follow {
		t.Errorf("%+v: %s", bets, s.said())
	}
}

// A suit that is pressed is shown and may still be another one: nothing but Enter takes it.
// What a reader reads is the whole card.
func TestSuitOfACorrectionIsConfirmed(t *testing.T) {
	s := seats(t)
	s.Keys("120\n\n" + "968\n" + "ht" + " ")
	if len(s.Table().History) != 1 {
		t.Fatalf("phase %v: %s", s.Table().Deal().Phase(), s.said())
	}
	s.F4("h\n")
	list := s.Shell.Overlay().Content()
	s.Keys("\n7hc")
	if s.Shell.Overlay().Content() == list {
		t.Fatal("a suit confirmed itself")
	}
	var at []float32
	for _, letter := range []string{"s", "h", "c", "d"} {
		p, there := s.OverlayDrawn().Board.Where("suit " + letter)
		if n := len(at); !there || n > 0 && p.X <= at[n-1] {
			t.Errorf("the suits do not stand as on the strip: %q at %v", letter, p)
		}
		at = append(at, p.X)
	}
	s.Keys("\n")
	if s.Shell.Overlay().Content() != list {
		t.Fatalf("Enter did not confirm:\n%s", s.Over())
	}
	s.Keys("\n")
	s.Burst("6D\n")
	if s.Shell.Overlay().Content() != list {
		t.Fatalf("a card that was read is not taken:\n%s", s.Over())
	}
}

// A card that is put right is confirmed by Enter, with a suit or without: the Enter of habit confirms it, and a
// rank typed behind it changes nothing by itself.
func TestRankAloneCorrectsNothing(t *testing.T) {
	s := played(t)
	was := s.Table().History[0].Round.Laid
	asked := func() bool { return strings.Contains(s.Over(), "Qual era la carta?") }
	s.F4("h\n")
	s.Press(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown)
	s.Keys("\n5")
	if !asked() {
		t.Error("a rank alone confirms")
	}
	s.Keys("q\n") // another rank in its place, and the Enter of habit
	if asked() {
		t.Error("Enter does not confirm")
	}
	s.Keys("\n9")
	if !asked() {
		t.Error("behind the Enter of habit a rank alone changes the card")
	}
	s.Escape()
	s.Keys("f" + "Video\n" + screentest.InspectorCode)
	laid := s.Table().History[0].Round.Laid
	if was[3].Card == laid[3].Card || laid[3].Card.Rank() != games.Queen {
		t.Errorf("the fourth card is %v: %s", laid[3].Card, s.said())
	}
}

// A line that is removed stays in sight beside what the record has, and no other line becomes another by it; it cannot be
// changed any more, and what is added there comes where it stood.
func TestRemovedLineIsShown(t *testing.T) {
	s := played(t)
	s.F4("h\n")
	nothing := s.Shell.Text.T("change_none")
	s.Keys("x") // the first card
	if said := s.Over(); strings.Count(said, nothing) != 1 || !strings.Contains(said, "Carta 1") {
		t.Errorf("after a card was removed:\n%s", said)
	}
	s.Keys("\n") // off
	s.Keys("aa8\n")
	if said := s.Over(); strings.Contains(said, nothing) {
		t.Errorf("after the card was entered again:\n%s", said)
	}
	for range 14 { // eight cards, six bets
		s.Shell.TypedKey(fyne.KeyDown)
	}
	s.Keys("x")
	s.Shell.TypedKey(fyne.KeyEnd)
	if said := s.Over(); strings.Count(said, nothing) != 1 || strings.Count(said, "Resta") != 3 {
		t.Errorf("after a decision was removed:\n%s", said)
	}
	if s.Table().History[0].Corrected != nil {
		t.Error("it was corrected")
	}
}
