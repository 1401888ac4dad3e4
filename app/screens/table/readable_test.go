package table

import (
	"image/color"
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/app/theme"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// everyLanguage reads a page in each language; open shows it, nil where it is the table.
func (s *seat) everyLanguage(page string, open func()) {
	s.T.Helper()
	for _, lang := range text.Languages() {
		s.SpeakIn(lang)
		if s.screen != nil {
			s.screen.Update()
		}
		if open != nil {
			open()
		}
		s.Look(page)
		s.onlyEnterIsGold(page)
		if s.screen != nil {
			s.chipsGoSomewhere(page)
		}
		if open != nil {
			s.Shell.CloseOverlay()
		}
	}
	s.SpeakIn("it")
}

// chipsGoSomewhere demands that no amount at the table has a plus, a minus or the colour of either: these are the house's
// results alone. Chips go in or out.
func (s *seat) chipsGoSomewhere(page string) {
	s.T.Helper()
	defer theme.Wear(theme.Worn())
	for _, part := range []fyne.CanvasObject{s.screen.strip.Drawn, s.screen.felt.Drawn} {
		if part == s.screen.felt.Drawn { // the cloth has one look
			theme.Wear(theme.Dark)
		}
		for _, d := range screentest.Drawing(part, 0, 0, nil) {
			line, ok := d.O.(*canvas.Text)
			if !ok {
				continue
			}
			for _, word := range strings.Fields(line.Text) {
				sign, amount := utf8.DecodeRuneInString(word)
				if (sign == '−' || sign == '+') && amount < len(word) && word != "+8" {
					s.T.Errorf("%s: %q says the house's result where chips go", page, line.Text)
				}
				if way, is := map[rune]color.Color{'↓': theme.ChipsIn, '↑': theme.ChipsOut}[sign]; is {
					s.ways++
					if line.Color == theme.Good || line.Color == theme.Bad || strings.Count(line.Text, "↓")+strings.Count(line.Text, "↑") == 1 && line.Color != way && line.Color != theme.Text && line.Color != theme.Quiet {
						s.T.Errorf("%s: %q has the colour %v", page, line.Text, line.Color)
					}
				}
			}
		}
	}
}

// readableAt is a table as it is drawn in the house: in Sabot's own theme.
func readableAt(t *testing.T, table string) *seat {
	t.Helper()
	return newSeat(t, table, "it").inHouse()
}

// overlays reads every page that opens over the table as it is now.
func (s *seat) overlays(when string) {
	s.T.Helper()
	t, state := s.screen, s.Table()
	pages := map[string]func(){
		"help": s.Shell.OpenHelp, "limits": t.pages().openLimits, "cash": t.money().openCash, "history": t.pages().openHistory, "relief": t.pages().openRelief, "menu": t.pages().openMenu, "more": t.pages().openMore,
		"languages": t.pages().openLanguages, "incidents": t.misdeals().openIncidents, "buy-in": t.money().openBuyIn, "change": t.money().openChange, "slips": t.money().openSlips, "tip": t.money().openTip,
		"pin": t.pages().changePIN,
	}
	if state.Open {
		pages["irregularity"], pages["commission"], pages["count"] = t.misdeals().openIrregularity, t.shoes().openCommission, t.money().checkCount
		pages["class of an incident"] = func() { t.misdeals().classIncident("un vetro rotto al box 9, con le carte") }
		pages["new incident"], pages["exposed"], pages["new cards"] = t.misdeals().newIncident, t.misdeals().openExposed, t.misdeals().openNewCards
		if _, roads := state.Game.(games.TwoSided); roads {
			pages["roads"], pages["patterns"] = t.pages().openRoads, func() { t.pages().openPatterns(func() {}) }
		}
		if _, early := games.EarlySpot(state.Game); early {
			pages["early"] = t.bets().openEarly
		}
	}
	for name, open := range pages {
		s.Shell.CloseOverlay()
		before := state.Seq
		if open(); state.Seq != before {
			s.T.Fatalf("%s: %s does something", when, name)
		}
		if s.Shell.Overlay() != nil {
			s.Shell.CloseOverlay() // help is that of the table, not of itself
			s.everyLanguage(when+", "+name, open)
		}
	}
	s.Shell.CloseOverlay()
}

func TestLuganoIsReadable(t *testing.T) {
	s := readableAt(t, "LB1")
	s.everyLanguage("closed", nil)
	s.Open()
	s.everyLanguage("betting", nil)
	// Every spot of every box, with what is over the maximum, below the minimum and
	// without what it takes.
	for box := 1; box <= 9; box++ {
		for _, spot := range []struct {
			name   string
			amount int
		}{{"59", 500}, {"play", 1200}, {"pair", 100}, {"plus8", 100}} {
			amount := spot.amount
			if box == 2 {
				amount = 5
			}
			if box == 4 && spot.name == "59" {
				continue
			}
			s.bet(box, spot.name, "", amount)
		}
	}
	s.screen.bets().chooseBox(3)
	s.everyLanguage("all bets", nil)
	s.do(pit.OfDeal(hand.Deal.CutCardOut))
	s.do(pit.OfBets(hand.Bets.Close))
	s.everyLanguage("dealing", nil)
	s.deal("9", "5", "4", "9", "5", "3", "6", "T")
	s.everyLanguage("first cards", nil)
	s.deal("K", "4", "4", "9", "3", "5", "7")
	s.everyLanguage("on and on", nil)
	s.onAndOn()
	s.everyLanguage("next hand", nil)
	s.overlays("second hand")
}

func (s *seat) do(command func(*pit.Table) ([]record.Fact, error)) {
	s.T.Helper()
	if !s.screen.do(command) {
		s.T.Fatalf("refused: %s", s.said())
	}
}

// bet puts so many whole francs on a spot.
func (s *seat) bet(box int, spot, bettor string, amount int) {
	s.T.Helper()
	s.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Bets().Place(games.Bet{Box: box, Spot: spot, Bettor: bettor, Amount: games.Amount(100 * amount)})
	})
}

// deal lays cards where they are due.
func (s *seat) deal(cards ...string) {
	s.T.Helper()
	for _, card := range cards {
		if s.Table().Deal().MayHide() {
			s.do(pit.OfDeal(hand.Deal.Hide))
		}
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card) })
	}
}

// step does what is due next, as plainly as can be; false where the hand is over.
func (s *seat) step() bool {
	s.T.Helper()
	switch t := s.Table(); t.Deal().Phase() {
	case hand.Paying:
		s.do(pit.OfDeal(hand.Deal.PayNext))
	case hand.Insuring:
		s.do(pit.OfBets(hand.Bets.EndInsurance))
	case hand.Looking:
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(false) })
	case hand.Deciding:
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
	case hand.Dealing, hand.Turning:
		card := "7"
		if t.Game.ReadsSuits() {
			card = "7d"
		}
		s.deal(card)
	default:
		return false
	}
	return s.Table().Deal().Phase() != hand.Betting
}

func TestPuntoBancoIsReadable(t *testing.T) {
	s := readableAt(t, "PB1")
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
	s.everyLanguage("burning", nil)
	s.burn("3h")
	spots := []string{"player", "banker", "tie", "player_pair", "banker_pair", "either_pair", "perfect_pair", "player_bonus", "banker_bonus"}
	for box := 1; box <= 9; box++ {
		for i, spot := range spots {
			if box != 3 && i == 1 || box == 5 && i < 2 {
				continue
			}
			amount := []int{2000, 2000, 200, 100, 100, 100, 50, 100, 100}[i]
			if box == 2 {
				amount = 5
			}
			s.bet(box, spot, "", amount)
		}
	}
	s.bet(1, "banker", "2", 1500)
	s.bet(1, "player_pair", "2", 5)
	s.screen.bets().chooseBox(1)
	s.everyLanguage("all bets", nil)
	s.do(pit.OfBets(hand.Bets.Close))
	s.everyLanguage("dealing", nil)
	s.deal("Jd", "Ks", "2h")
	s.everyLanguage("three cards", nil)
	s.deal("4c")
	s.onAndOn()
	s.everyLanguage("next hand", nil)
	s.overlays("second hand")
}

func TestBlackjackIsReadable(t *testing.T) {
	s := readableAt(t, "BJ1")
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
	s.burn("3h")
	for box := 1; box <= 7; box++ {
		for i, spot := range []string{"main", "player_pair", "dealer_pair", "21+3"} {
			if box == 4 && i == 0 {
				continue
			}
			s.bet(box, spot, "", []int{1000, 100, 100, 100}[i])
		}
		for bettor := 2; bettor < 2+box%5; bettor++ {
			s.bet(box, "behind", string(rune('0'+bettor)), 25*bettor)
		}
	}
	s.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Bets().ChooseEarly(3, "2", games.Early{Choice: games.ChooseSplit, Then: games.Double, HasFunds: true, Funds: 10000})
	})
	s.screen.bets().chooseBox(3)
	s.everyLanguage("all bets", nil)
	s.do(pit.OfBets(hand.Bets.Close))
	s.deal("8d", "Jd", "9c", "5h", "Tc", "8s", "As")
	s.deal("8h", "Qc", "2c", "6h", "Jh", "8c")
	s.everyLanguage("dealt", nil)
	if s.Table().Deal().MayHide() {
		s.do(pit.OfDeal(hand.Deal.Hide))
	}
	s.everyLanguage("on and on", nil)
	s.overlays("ace up")
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(3, "") })
	for s.Table().Deal().Phase() != hand.Deciding {
		s.step()
		s.everyLanguage("on and on", nil)
	}
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Split) })
	s.everyLanguage("on and on", nil)
	s.deal("Jd")
	s.onAndOn()
	s.everyLanguage("next hand", nil)
	if s.ways < 20 {
		t.Errorf("only %d amounts say where their chips go", s.ways)
	}
}

// onAndOn plays the hand to its end and reads the first pages of each phase.
func (s *seat) onAndOn() {
	s.T.Helper()
	seen := map[hand.Phase]int{}
	for s.step() {
		if phase := s.Table().Deal().Phase(); seen[phase] < 3 {
			seen[phase]++
			s.everyLanguage("on and on", nil)
		}
	}
}

// burn burns the first card of a shoe.
func (s *seat) burn(card string) {
	s.T.Helper()
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().BurnFirst(card) })
}

// Six bets of one person, all won in chips of many values: the letters stay as large as they
// are with one, and the chips are there.
func TestManyPayoutsAreReadable(t *testing.T) {
	s := readableAt(t, "PB1")
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
	s.burn("3h")
	for i, spot := range []string{"player", "player_pair", "either_pair", "perfect_pair", "player_bonus", "tie"} {
		s.bet(1, spot, "", []int{1985, 85, 85, 45, 85, 85}[i])
	}
	s.do(pit.OfBets(hand.Bets.Close))
	s.deal("4d", "2s", "4d", "Ks")
	for s.Table().Deal().Phase() != hand.Paying && s.step() {
	}
	s.everyLanguage("six payouts", nil)
	s.screen.Update()
	s.Says("2×" + s.Shell.Text.Amount(100000) + " + 2×500 + 13×100")
}
