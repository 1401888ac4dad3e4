package screens

import (
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// least is the smallest letter that is read from 70 cm on a screen of 1024x768.
const least = 16

// drawnAt is something drawn, where it stands in the window.
type drawnAt struct {
	o          fyne.CanvasObject
	x, y, w, h float32
}

func (d drawnAt) overlaps(e drawnAt) bool {
	const little = 1.5
	return d.x+little < e.x+e.w && e.x+little < d.x+d.w && d.y+little < e.y+e.h && e.y+little < d.y+d.h
}

// within is what of it lies in e.
func (d drawnAt) within(e drawnAt) drawnAt {
	right, low := min(d.x+d.w, e.x+e.w), min(d.y+d.h, e.y+e.h)
	d.x, d.y = max(d.x, e.x), max(d.y, e.y)
	d.w, d.h = max(0, right-d.x), max(0, low-d.y)
	return d
}

func (d drawnAt) contains(x, y float32) bool {
	return x >= d.x && x <= d.x+d.w && y >= d.y && y <= d.y+d.h
}

// drawing is everything that is drawn of an object, what lies below first; what a
// scrolled list hides is not.
func drawing(o fyne.CanvasObject, x, y float32, seen *drawnAt) []drawnAt {
	if !o.Visible() {
		return nil
	}
	x, y = x+o.Position().X, y+o.Position().Y
	here := drawnAt{o, x, y, o.Size().Width, o.Size().Height}
	var parts []fyne.CanvasObject
	switch o := o.(type) {
	case *container.Scroll:
		if seen != nil { // a field that scrolls in a form that does
			here = here.within(*seen)
		}
		seen = &here
		parts = test.WidgetRenderer(o).Objects()
	case *fyne.Container:
		parts = o.Objects
	case fyne.Widget:
		parts = test.WidgetRenderer(o).Objects()
	default:
		if seen != nil && (here.x < seen.x-1 || here.y < seen.y-1 || here.x+here.w > seen.x+seen.w+1 || here.y+here.h > seen.y+seen.h+1) {
			return nil
		}
		return []drawnAt{here}
	}
	var all []drawnAt
	for _, part := range parts {
		all = append(all, drawing(part, x, y, seen)...)
	}
	return all
}

// letters is where the letters of a text stand, without the room above and below them.
func letters(d drawnAt, t *canvas.Text) drawnAt {
	over := (d.h - t.TextSize*0.8) / 2
	d.y, d.h = d.y+over, d.h-2*over
	return d
}

func covers(c color.Color) bool {
	if c == nil {
		return false
	}
	_, _, _, a := c.RGBA()
	return a > 0xc000
}

// readable says what of a page cannot be read: letters that are too small, that run out
// of what they stand on, or that something else is drawn over.
func (s *seat) readable(page string) {
	s.t.Helper()
	top := s.shell.top().content()
	size := s.shell.window.Canvas().Size()
	window := drawnAt{w: size.Width, h: size.Height}
	var texts, plates []drawnAt
	bad := func(d drawnAt, how string, more ...any) {
		s.t.Helper()
		t := d.o.(*canvas.Text)
		s.t.Errorf("%s in %s: %q (%.1f) %s %v", page, s.shell.text.Language, t.Text, t.TextSize, how, more)
	}
	all := drawing(top, 0, 0, nil)
	for i, d := range all {
		switch o := d.o.(type) {
		case *canvas.Rectangle:
			if covers(o.FillColor) || covers(o.StrokeColor) {
				plates = append(plates, d)
			}
		case *canvas.Text:
			if strings.TrimSpace(o.Text) == "" {
				continue
			}
			ink := letters(d, o)
			if o.TextSize < least-0.05 {
				bad(d, "is too small")
			}
			on := window
			for _, p := range plates { // the smallest plate that it stands on
				if p.contains(ink.x+ink.w/2, ink.y+ink.h/2) && p.w*p.h <= on.w*on.h {
					on = p
				}
			}
			if ink.x < on.x-1 || ink.y < on.y-1 || ink.x+ink.w > on.x+on.w+1 || ink.y+ink.h > on.y+on.h+1 {
				bad(d, "runs out of its plate", ink, on)
			}
			for _, t := range texts {
				if ink.overlaps(t) {
					bad(d, "lies over "+t.o.(*canvas.Text).Text)
				}
			}
			for _, above := range all[i+1:] {
				if r, ok := above.o.(*canvas.Rectangle); ok && covers(r.FillColor) && ink.overlaps(above) {
					bad(d, "is covered", above.x, above.y, above.w, above.h)
					break
				}
			}
			ink.o = o
			texts = append(texts, ink)
		}
	}
	if len(texts) < 3 {
		s.t.Errorf("%s: only %d texts are drawn: the test sees nothing", page, len(texts))
	}
}

// everyLanguage reads a page in each language; open shows it, nil where it is the table.
func (s *seat) everyLanguage(page string, open func()) {
	s.t.Helper()
	for _, lang := range text.Languages() {
		s.shell.speak(lang)
		if s.shell.table != nil {
			s.shell.table.update()
		}
		if open != nil {
			open()
		}
		picture(s, page)
		s.readable(page)
		if open != nil {
			s.shell.closeOverlay()
		}
	}
	s.shell.speak("it")
}

// readableAt is a table as it is drawn in the house: in Sabot's own theme.
func readableAt(t *testing.T, table string) *seat {
	t.Helper()
	return newSeat(t, Options{Demo: true, Table: table, Language: "it"}).inHouse()
}

// overlays reads every page that opens over the table as it is now.
func (s *seat) overlays(when string) {
	s.t.Helper()
	t, state := s.shell.table, s.table()
	pages := map[string]func(){
		"help": s.shell.openHelp, "limits": t.openLimits, "cash": t.openCash, "history": t.openHistory, "relief": t.openRelief, "menu": t.openMenu, "more": t.openMore,
		"languages": t.openLanguages, "incidents": t.openIncidents, "buy-in": t.openBuyIn, "change": t.openChange, "slips": t.openSlips, "tip": t.openTip,
		"pin": t.changePIN,
	}
	if state.Open {
		pages["irregularity"], pages["commission"], pages["count"] = t.openIrregularity, t.openCommission, t.checkCount
		pages["new incident"], pages["exposed"], pages["new cards"] = t.newIncident, t.openExposed, t.openNewCards
		if _, roads := state.Game.(games.TwoSided); roads {
			pages["roads"], pages["patterns"] = t.openRoads, func() { t.openPatterns(func() {}) }
		}
		if _, early := games.EarlySpot(state.Game); early {
			pages["early"] = t.openEarly
		}
	}
	for name, open := range pages {
		s.shell.closeOverlay()
		before := state.Seq
		if open(); state.Seq != before {
			s.t.Fatalf("%s: %s does something", when, name)
		}
		if s.shell.overlay != nil {
			s.everyLanguage(when+", "+name, open)
		}
	}
	s.shell.closeOverlay()
}

func TestLuganoIsReadable(t *testing.T) {
	s := readableAt(t, "LB1")
	s.everyLanguage("closed", nil)
	s.open()
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
	s.shell.table.chooseBox(3)
	s.everyLanguage("all bets", nil)
	s.do((*pit.Table).CutCardOut)
	s.do((*pit.Table).CloseBets)
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
	s.t.Helper()
	if !s.shell.table.do(command) {
		s.t.Fatalf("refused: %s", s.said())
	}
}

// bet puts so many whole francs on a spot.
func (s *seat) bet(box int, spot, bettor string, amount int) {
	s.t.Helper()
	s.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.PlaceBet(games.Bet{Box: box, Spot: spot, Bettor: bettor, Amount: games.Amount(100 * amount)})
	})
}

// deal lays cards where they are due.
func (s *seat) deal(cards ...string) {
	s.t.Helper()
	for _, card := range cards {
		if s.table().MayHide() {
			s.do((*pit.Table).HideCard)
		}
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.DealCard(card) })
	}
}

// step does what is due next, as plainly as can be; false where the hand is over.
func (s *seat) step() bool {
	s.t.Helper()
	switch t := s.table(); t.Phase() {
	case pit.Paying:
		s.do((*pit.Table).PayNext)
	case pit.Insuring:
		s.do((*pit.Table).EndInsurance)
	case pit.Looking:
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Look(false) })
	case pit.Deciding:
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Decide(games.Stand) })
	case pit.Dealing, pit.Turning:
		card := "7"
		if t.Game.ReadsSuits() {
			card = "7d"
		}
		s.deal(card)
	default:
		return false
	}
	return s.table().Phase() != pit.Betting
}

func TestPuntoBancoIsReadable(t *testing.T) {
	s := readableAt(t, "PB1")
	s.keys("\n" + counted + "114711\n215821\n\n")
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
	s.shell.table.chooseBox(1)
	s.everyLanguage("all bets", nil)
	s.do((*pit.Table).CloseBets)
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
	s.keys("\n" + counted + "114711\n215821\n\n")
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
		return t.ChooseEarly(3, "2", games.Early{Choice: games.ChooseSplit, Then: games.Double, HasFunds: true, Funds: 10000})
	})
	s.shell.table.chooseBox(3)
	s.everyLanguage("all bets", nil)
	s.do((*pit.Table).CloseBets)
	s.deal("8d", "Jd", "9c", "5h", "Tc", "8s", "As")
	s.deal("8h", "Qc", "2c", "6h", "Jh", "8c")
	s.everyLanguage("dealt", nil)
	if s.table().MayHide() {
		s.do((*pit.Table).HideCard)
	}
	s.everyLanguage("on and on", nil)
	s.overlays("ace up")
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Insure(3, "") })
	for s.table().Phase() != pit.Deciding {
		s.step()
		s.everyLanguage("on and on", nil)
	}
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Decide(games.Split) })
	s.everyLanguage("on and on", nil)
	s.deal("Jd")
	s.onAndOn()
	s.everyLanguage("next hand", nil)
}

// onAndOn plays the hand to its end and reads the first pages of each phase.
func (s *seat) onAndOn() {
	s.t.Helper()
	seen := map[pit.Phase]int{}
	for s.step() {
		if phase := s.table().Phase(); seen[phase] < 3 {
			seen[phase]++
			s.everyLanguage("on and on", nil)
		}
	}
}

// burn burns the first card of a shoe.
func (s *seat) burn(card string) {
	s.t.Helper()
	s.do(func(t *pit.Table) ([]record.Fact, error) { return t.BurnFirst(card) })
}
