package table

import (
	"fmt"
	"image/color"
	"maps"
	"math/rand"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/controls"
	"sabot/app/demo/demotest"
	"sabot/app/felt"
	"sabot/app/screens/screentest"
	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A toucher plays a table by finger alone, and knows where the key lay that it tapped last.
type toucher struct {
	*seat
	rng   *rand.Rand
	shoe  []string
	last  controls.Bounds
	seen  map[hand.Phase]bool
	first time.Time       // when the first bet of the hand lay
	aim   controls.Bounds // where Enter was lit last
	looks bool
	plan  felt.Plan // of the felt as it was seen last
	of    string    // what that plan is of: a hand and its split boxes
}

var windows = []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1366, 768), fyne.NewSize(1920, 1080)}

func newToucher(t *testing.T, table string, seed int64, window fyne.Size) *toucher {
	dir := t.TempDir()
	if fast, err := os.MkdirTemp("/dev/shm", "sabot-enter"); err == nil { // nothing has to survive
		dir = fast
		t.Cleanup(func() { _ = os.RemoveAll(fast) })
	}
	clock := screentest.NewHandClock(time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC))
	f := &toucher{seat: seatOn(t, dir, clock, table, "it").inHouse(), rng: rand.New(rand.NewSource(seed)), seen: map[hand.Phase]bool{}}
	f.Shell.Window.Resize(window)
	f.aim = f.enter()
	f.Keys("\n" + screentest.Counted + "114711\n215821\n")
	return f
}

// next returns the next card of six decks.
func (f *toucher) next() string {
	const suits, decks = "shdc", 6
	if len(f.shoe) == 0 {
		for i := range decks * 52 {
			f.shoe = append(f.shoe, games.Rank(i%13+1).String()+suits[i/13%4:i/13%4+1])
		}
		f.rng.Shuffle(len(f.shoe), func(i, j int) { f.shoe[i], f.shoe[j] = f.shoe[j], f.shoe[i] })
	}
	card := f.shoe[0]
	f.shoe = f.shoe[1:]
	return card
}

func (f *toucher) phase() hand.Phase { return f.Table().Deal().Phase() }

// enter is where Enter lies in the window.
func (f *toucher) enter() controls.Bounds { return controls.EnterPlace(f.Shell.Window.Canvas().Size()) }

// bounds is where a key of the strip lies in the window.
func (f *toucher) bounds(name string) (controls.Bounds, bool) {
	at, there := f.screen.strip.Bounds(name)
	lies := fyne.CurrentApp().Driver().AbsolutePositionForObject(f.screen.strip.Drawn)
	at.X, at.Y = at.X+lies.X, at.Y+lies.Y
	return at, there
}

// tap taps a key of the strip once nobody can take it for a second tap.
func (f *toucher) tap(name string) {
	f.T.Helper()
	at, there := f.bounds(name)
	if !there {
		f.T.Fatalf("phase %v: there is no %q to touch: %v", f.phase(), name, f.screen.strip.Names())
	}
	f.Pass(controls.Rhythm + 100*time.Millisecond)
	f.last = at
	f.touchAt(at.Middle())
}

func (f *toucher) touchAt(p fyne.Position) {
	f.Tapped = p
	f.TapAgain()
}

// tapEnter taps where Enter is lit, or was last.
func (f *toucher) tapEnter() {
	for _, r := range f.plates() {
		if r.fill == theme.Enter {
			f.aim = r.Bounds
		}
	}
	f.last = f.aim
	f.touchAt(f.aim.Middle())
}

// A plate is what a key is drawn on.
type plate struct {
	controls.Bounds
	fill color.Color
}

// plates are those of the strip, in the window.
func (f *toucher) plates() (all []plate) {
	const key = 40 // no bar and no chip
	lies := fyne.CurrentApp().Driver().AbsolutePositionForObject(f.screen.strip.Drawn)
	for _, o := range test.WidgetRenderer(f.screen.strip.Drawn).Objects() {
		if r, ok := o.(*canvas.Rectangle); ok && r.Size().Width >= key && r.Size().Height >= key {
			all = append(all, plate{controls.Bounds{X: lies.X + r.Position().X, Y: lies.Y + r.Position().Y, W: r.Size().Width, H: r.Size().Height}, r.FillColor})
		}
	}
	return all
}

// rhythm taps where Enter lies, by the rhythm of hands, and demands of each tap that nobody's bet and nobody's
// decision came of it.
func (f *toucher) rhythm(taps int) {
	f.T.Helper()
	for range taps {
		f.Pass(time.Duration(300+f.rng.Intn(601)) * time.Millisecond)
		seq, was := f.Table().Seq, f.phase()
		f.tapEnter()
		for _, fact := range f.facts(seq) {
			switch fact := fact.(type) {
			case record.Decided, record.BetsPlaced, record.InsuranceOver, record.Looked, record.BoxPassed:
				f.T.Fatalf("a tap where Enter lies, phase %v, enters %T %+v", was, fact, fact)
			case record.BetsClosed:
				if since := f.Clock().Time.Sub(f.first); since < controls.Rhythm {
					f.T.Fatalf("bets are closed %v after the first one lay", since)
				}
			}
		}
	}
}

func (f *toucher) facts(since int64) (all []record.Fact) {
	f.T.Helper()
	for e, err := range f.Shell.House.Store().Entries(f.Table().Name, since+1) {
		if err != nil {
			f.T.Fatal(err)
		}
		all = append(all, e.Fact)
	}
	return all
}

// card touches the next card of the shoe, and its suit where that is asked.
func (f *toucher) card() {
	f.T.Helper()
	card := f.next()
	if view.RankDue(f.Table(), f.screen.cursor) == "" {
		f.tap(card[:1])
		f.see()
	}
	if view.RankDue(f.Table(), f.screen.cursor) != "" {
		f.tap("suit " + card[1:])
		f.see()
	}
}

// decides touches a decision of those that are offered.
func (f *toucher) decides() {
	f.T.Helper()
	var can []view.Button
	for _, b := range f.screen.pad().Buttons {
		if b.On && b.Decides() {
			can = append(can, b)
		}
	}
	if len(can) == 0 {
		f.T.Fatalf("phase %v: nothing is to be decided", f.phase())
	}
	f.tap(can[f.rng.Intn(len(can))].Label)
	f.see()
}

// bets puts chips down on a few boxes.
func (f *toucher) bets() {
	f.T.Helper()
	spots := map[string][]string{"lugano": {"59", "play", "pair"}, "puntobanco": {"player", "banker", "tie", "player_pair"}, "blackjack": {"main", "player_pair", "21+3"}}[f.Table().Game.Name()]
	f.touch("25")
	for range 1 + f.rng.Intn(3) {
		box := 1 + f.rng.Intn(5)
		for i, spot := range spots {
			if i > 0 && spot != "play" && f.rng.Intn(2) == 0 {
				continue
			}
			laid := len(f.Table().Current.Round.Bets)
			f.touchSpot(box, spot)
			if laid == 0 && len(f.Table().Current.Round.Bets) > 0 {
				f.first = f.Clock().Time
			}
		}
	}
	f.last = controls.Bounds{}
}

// stops is after how many steps a hand stops once, on the average.
const stops = 12

// stop pauses the table, disputes a bet or lays a card in a wrong place, taps too often where Enter lies, and goes on as an inspector
// has it. No tap has it go on.
func (f *toucher) stop(many func()) {
	f.T.Helper()
	switch bets, next := f.Table().Current.Round.Bets, f.Table().Deal().Next(); {
	case f.phase() == hand.Shoeless || f.phase() == hand.Burning:
		return
	case f.phase() == hand.Dealing && next.Kind == games.Deal && f.screen.cursor.Rank == "" && f.rng.Intn(2) == 0:
		side := f.Table().Game.Layout().Sides[0].At
		if side == next.At {
			side = games.AtBox(bets[0].Box)
			if f.Table().Game.Layout().Shared {
				side = f.Table().Game.Layout().Sides[1].At
			}
		}
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MisdealtCard(f.next(), side) })
	case len(bets) > 0 && f.rng.Intn(2) == 0:
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Felt().Pause(record.DisputedBet, bets[0].Box, "who")
		})
	default:
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.PauseTable(record.Equipment, "shoe") })
	}
	stopped := f.phase()
	f.see()
	many()
	f.see()
	if f.phase() != stopped || stopped != hand.Paused && stopped != hand.Halted {
		f.T.Fatalf("phase %v, and %v behind the taps: %s", stopped, f.phase(), f.said())
	}
	if stopped == hand.Halted {
		f.Press(fyne.KeyBackspace) // the card lies where it belongs
	} else {
		err := f.screen.session.Approve(demotest.Badge(f.T, f.Shell.House, "215821"), func(t *pit.Table, who *house.Staff) ([]record.Fact, error) { return t.Resume(who, "seen") })
		if err != nil {
			f.T.Fatalf("phase %v does not go on: %v", stopped, err)
		}
		f.screen.Update()
	}
	if f.phase() == stopped {
		f.T.Fatalf("phase %v does not end: %s", stopped, f.said())
	}
	f.see()
}

// step does what comes next, with taps too many wherever Enter lies.
func (f *toucher) step() {
	f.T.Helper()
	many := func() {
		f.T.Helper()
		f.rhythm(1 + f.rng.Intn(6))
		f.Shell.CloseOverlay()
	}
	if f.rng.Intn(stops) == 0 {
		f.stop(many)
	}
	switch phase := f.phase(); phase {
	case hand.Betting:
		many()
		if len(f.Table().Current.Round.Bets) == 0 && f.phase() == hand.Betting {
			f.bets()
		}
		many()
	case hand.Burning, hand.Dealing, hand.Turning:
		many()
		if f.phase() == phase && f.screen.pad().Kind == view.CardPad {
			f.card()
		}
	case hand.Deciding, hand.Insuring, hand.Looking:
		many()
		if f.phase() == phase {
			f.decides()
		}
	case hand.Paying, hand.Shoeless:
		many()
	default:
		f.T.Fatalf("phase %v: %s", phase, f.said())
	}
	f.see()
}

// hands plays some.
func (f *toucher) hands(n int) {
	f.T.Helper()
	done := len(f.Table().History)
	for steps := 0; len(f.Table().History) < done+n; steps++ {
		if steps > 200*n {
			f.T.Fatalf("%d hands in %d steps; phase %v, %s", len(f.Table().History)-done, steps, f.phase(), f.said())
		}
		f.step()
	}
}

// see demands that Enter lies in its place, lit where it does something and dark else, and that no decision lies
// there or where the key lay that was tapped last.
func (f *toucher) see() {
	f.T.Helper()
	f.seen[f.phase()] = true
	f.stands()
	if f.Shell.Overlay() != nil || !f.looks {
		return
	}
	window := f.Shell.Window.Canvas().Size()
	where := fmt.Sprintf("%.0fx%.0f, phase %v", window.Width, window.Height, f.phase())
	pad := f.screen.pad()
	lit := slices.IndexFunc(pad.Buttons, func(b view.Button) bool { return b.Key == "Enter" && b.On && !b.Decides() }) >= 0
	if is := f.key(where); is != lit {
		f.T.Errorf("%s: Enter is lit %v, does something %v", where, is, lit)
	}
	for _, b := range pad.Buttons {
		at, there := f.bounds(b.Label)
		if !b.Decides() || !b.On {
			continue
		}
		switch {
		case !there:
			f.T.Errorf("%s: %q is nowhere", where, b.Label)
		case at.Meets(f.enter()):
			f.T.Errorf("%s: %q lies under Enter, at %v", where, b.Label, at)
		case at.Meets(f.last):
			f.T.Errorf("%s: %q lies at %v, where the last tap was: %v", where, b.Label, at, f.last)
		case at.H < 48:
			f.T.Errorf("%s: %q is %.0f high", where, b.Label, at.H)
		}
	}
}

// stands demands that the felt is laid out anew at three moments only: when bets are closed, when a box splits, and
// at the end of the hand.
func (f *toucher) stands() {
	f.T.Helper()
	plan, closed := f.screen.felt.Plan()
	if !closed {
		f.of = ""
		return
	}
	of := fmt.Sprint("hand ", f.Table().Current.Number)
	for _, h := range f.Table().Current.Hands() {
		if h.Number == 2 {
			of += fmt.Sprint(" split ", h.At.Box)
		}
	}
	if of == f.of && !reflect.DeepEqual(plan, f.plan) {
		f.T.Errorf("phase %v, %s: the felt is laid out anew:\n%v\n%v", f.phase(), of, f.plan, plan)
	}
	f.plan, f.of = plan, of
}

// key looks for Enter among what is drawn on the strip, and reports whether it is lit. Nothing else is filled with gold.
func (f *toucher) key(where string) (lit bool) {
	f.T.Helper()
	at, found := f.enter(), 0
	for _, p := range f.plates() {
		switch {
		case p.Bounds == at && (p.fill == theme.Enter || p.fill == theme.KeyOff):
			found++
			lit = p.fill == theme.Enter
		case p.fill == theme.Enter:
			f.T.Errorf("%s: gold lies at %v, Enter at %v", where, p.Bounds, at)
		}
	}
	if found != 1 {
		f.T.Errorf("%s: there are %d keys where Enter lies, %v", where, found, at)
	}
	return lit
}

// onlyEnterIsGold demands that no key of the page on top is filled with gold but that of Enter, in its place.
func (s *seat) onlyEnterIsGold(page string) {
	s.T.Helper()
	const key = 40 // no bar and no chip
	enter := controls.EnterPlace(s.Shell.Window.Canvas().Size())
	for _, d := range screentest.Drawing(s.Shell.Top().Content(), 0, 0, nil) {
		r, ok := d.O.(*canvas.Rectangle)
		if ok && r.FillColor == theme.Enter && d.W >= key && d.H >= key && r.CornerRadius < d.W/2 && (controls.Bounds{X: d.X, Y: d.Y, W: d.W, H: d.H}) != enter {
			s.T.Errorf("%s: gold lies at %v, Enter at %v", page, d, enter)
		}
	}
}

// In every phase of every game Enter has one place, decisions have others, and no decision lies where the last tap
// was.
func TestEnterHasOnePlace(t *testing.T) {
	for _, table := range []string{"LB1", "PB1", "BJ1"} {
		t.Run(table, func(t *testing.T) {
			seen := map[hand.Phase]bool{}
			for i, window := range windows {
				f := newToucher(t, table, int64(i+1), window)
				f.looks = true
				f.see()
				f.hands(8)
				maps.Copy(seen, f.seen)
			}
			want := []hand.Phase{hand.Shoeless, hand.Betting, hand.Dealing, hand.Paying, hand.Paused, hand.Halted}
			switch table {
			case "LB1":
				want = append(want, hand.Deciding)
			case "BJ1":
				want = append(want, hand.Burning, hand.Deciding, hand.Insuring, hand.Looking, hand.Turning)
			case "PB1":
				want = append(want, hand.Burning)
			}
			for _, phase := range want {
				if !seen[phase] {
					t.Errorf("no phase %v was seen", phase)
				}
			}
		})
	}
}

// Who taps where Enter lies by the rhythm of hands, and up to five times too often, enters nobody's bet, double or
// decision. SABOT_RHYTHM is how many hands there are (make prove WHAT=rhythm: 500).
func TestTapsTooManyDecideNothing(t *testing.T) {
	hands := 60
	if n, err := strconv.Atoi(os.Getenv("SABOT_RHYTHM")); err == nil {
		hands = n
	}
	tables := []string{"LB1", "PB1", "BJ1"}
	for i, table := range tables {
		t.Run(table, func(t *testing.T) {
			const shoe = 20 // hands of one shoe
			for n, played := 0, 0; played < (hands+len(tables)-1)/len(tables); n++ {
				f := newToucher(t, table, int64(100*n+i), windows[n%len(windows)])
				f.hands(shoe)
				played += shoe
				if t.Failed() {
					t.Fatalf("shoe %d", n)
				}
			}
		})
	}
}
