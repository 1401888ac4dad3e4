package table

import (
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// TestRandomKeys presses any keys, holds them, reads cards in bursts and taps twice,
// wherever that leads, at a table of each game. No stake comes to lie that no key asked
// for; from everywhere the keys that the screen names lead back to the bets; and the
// record verifies. SABOT_KEYS is how many keys there are (make prove WHAT=keys: 200,000).
func TestRandomKeys(t *testing.T) {
	keys := 1200
	if n, err := strconv.Atoi(os.Getenv("SABOT_KEYS")); err == nil {
		keys = n
	}
	tables := []string{"LB1", "PB1", "BJ1"}
	for i, table := range tables {
		t.Run(table, func(t *testing.T) {
			m := newMonkey(t, table, int64(i+1))
			for n := range keys / len(tables) {
				m.act()
				if t.Failed() {
					t.Fatalf("key %d after %s", n, strings.Join(m.log[max(0, len(m.log)-25):], " · "))
				}
				if n%100 == 99 {
					m.home()
				}
			}
			m.home()
			t.Logf("%v; at most %d keys back to the bets", m.count, m.most)
			(&misdeals{seat: m.seat}).holds()
		})
	}
}

// monkey presses keys at a table.
type monkey struct {
	*seat
	rng   *rand.Rand
	log   []string
	count map[string]int
	most  int // keys back to the bets

	amount games.Amount // of the bet that was entered last
}

func newMonkey(t *testing.T, table string, seed int64) *monkey {
	dir := t.TempDir()
	if fast, err := os.MkdirTemp("/dev/shm", "sabot-keys"); err == nil { // nothing has to survive
		dir = fast
		t.Cleanup(func() { _ = os.RemoveAll(fast) })
	}
	clock := screentest.NewHandClock(time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC))
	m := &monkey{seat: seatOn(t, dir, clock, table, "it"), rng: rand.New(rand.NewSource(seed)), count: map[string]int{}}
	m.Shell.Exit = func() { m.count["left"]++ }
	m.Keys("\n" + screentest.Counted + "114711\n215821\n")
	m.home()
	return m
}

// pick is one of several.
func pick[T any](m *monkey, of ...T) T { return of[m.rng.Intn(len(of))] }

var otherKeys = []fyne.KeyName{
	fyne.KeyReturn, fyne.KeyReturn, fyne.KeyReturn, fyne.KeyBackspace, fyne.KeyDelete, fyne.KeyTab, fyne.KeyEscape, fyne.KeyEscape, fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight,
	fyne.KeyHome, fyne.KeyEnd, fyne.KeyInsert, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4, fyne.KeyF5, fyne.KeyF6, fyne.KeyF7, fyne.KeyF8, fyne.KeyF9, fyne.KeyF10, fyne.KeyF11, fyne.KeyF12,
}

// houseCodes are those of the people of the house.
var houseCodes = []string{"114711", "124712", "134713", "215821", "316931"}

// act does one thing, and looks at what came of it.
func (m *monkey) act() {
	seq, cursor := m.Table().Seq, m.screen.cursor
	lay := m.Table().Current.Round.Bets
	did := m.any()
	m.Pass(time.Duration(m.rng.Intn(400)) * time.Millisecond)
	m.count[did]++
	m.count["in "+m.phase()]++
	m.judge(did, seq, cursor, lay)
}

// phase is where the table stands, in a word.
func (m *monkey) phase() string {
	return map[hand.Phase]string{
		hand.Shut: "shut", hand.Shoeless: "shoeless", hand.Betting: "betting", hand.Dealing: "dealing", hand.Deciding: "deciding", hand.Paying: "paying", hand.Halted: "halted",
		hand.Turning: "turning", hand.Burning: "burning", hand.Paused: "paused", hand.Insuring: "insuring", hand.Looking: "looking",
	}[m.Table().Deal().Phase()]
}

// any does one thing or another, and says what kind of thing.
func (m *monkey) any() string {
	_, pin := m.Shell.Top().Content().(*controls.Drawn)
	switch n := m.rng.Intn(100); {
	case n < 8:
		card := pick(m, "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K") + pick(m, "s", "h", "c", "d") + pick(m, "", "\n")
		m.log = append(m.log, "burst "+card)
		m.Burst(card)
		return "burst"
	case n < 16:
		name, r := m.anyKey()
		m.log = append(m.log, "hold "+string(name)+string(r))
		m.Hold(name, r, pick[time.Duration](m, 600, 3300)*time.Millisecond)
		return "held"
	case n < 36:
		return m.tapTwice()
	case n < 42 && pin && m.Shell.Overlay() != nil:
		m.log = append(m.log, "a code")
		for range 12 { // what is typed there already is none of it
			m.press1(fyne.KeyBackspace, 0)
		}
		for _, r := range pick(m, houseCodes...) {
			m.press1("", r)
		}
		m.press1(fyne.KeyReturn, 0)
		return "code"
	case n < 54 && m.bets():
		return m.bet()
	default:
		name, r := m.anyKey()
		m.log = append(m.log, string(name)+string(r))
		m.press1(name, r)
		return "key"
	}
}

// bet enters a bet on the first spot of a box, so that there are hands, and now and then
// ends the bets.
func (m *monkey) bet() string {
	m.key(fyne.KeyEscape) // an amount that stands there is none of it
	m.amount = games.Amount(pick(m, 20, 25, 50, 1000)) * 100
	keys := fmt.Sprintf("%d%d", pick(m, 1, 2, 3, 5, 7), m.amount/100)
	m.log = append(m.log, "bet "+keys)
	for _, r := range keys {
		m.press1("", r)
	}
	m.key(fyne.KeyReturn)
	if m.rng.Intn(2) == 0 {
		m.key(fyne.KeyReturn)
	}
	return "bet"
}

// anyKey is a key: one of those the screen names more often than another.
func (m *monkey) anyKey() (fyne.KeyName, rune) {
	if m.Shell.Overlay() != nil && m.rng.Intn(4) == 0 {
		return fyne.KeyEscape, 0
	}
	if m.rng.Intn(4) > 0 && m.Shell.Overlay() == nil {
		pad := m.pad()
		if pad.Kind == view.CardPad && m.rng.Intn(2) == 0 {
			return "", pick(m, []rune("A234567890JQKSHDC")...)
		}
		if len(pad.Buttons) > 0 {
			switch b := pick(m, pad.Buttons...); {
			case b.Key == "Enter":
				return fyne.KeyReturn, 0
			case b.Key == m.Shell.Text.T("key_space"):
				return fyne.KeySpace, ' '
			case len([]rune(b.Key)) == 1:
				return "", []rune(b.Key)[0]
			}
		}
	}
	if m.rng.Intn(3) == 0 {
		return pick(m, otherKeys...), 0
	}
	return "", pick(m, []rune("abcdefghijklmnopqrstuvwxyz0123456789012345678901234567890 .,")...)
}

func (m *monkey) pad() view.Pad {
	return m.Shell.Viewer().Of(m.Table(), m.screen.cursor, m.screen.notice).Pad
}

// press1 presses one key as a hand does. On a code pad Enter comes with a code only: wrong
// ones shut people out.
func (m *monkey) press1(name fyne.KeyName, r rune) {
	m.Pass(2 * shell.TooFastForHands)
	m.Shell.KeyDown(&fyne.KeyEvent{Name: name})
	if r == 0 {
		if name != fyne.KeyTab { // that came with the key
			m.Shell.KeyCame(name)
		}
	} else {
		m.Shell.RuneCame(r)
	}
	m.Shell.KeyUp(&fyne.KeyEvent{Name: name})
	m.Pass(2 * shell.TooFastForHands)
}

func (m *monkey) key(name fyne.KeyName) { m.press1(name, 0) }

// tapTwice taps somewhere on the top page, and again before it can have been meant.
func (m *monkey) tapTwice() string {
	var drawn []*controls.Drawn
	lies := map[*controls.Drawn]fyne.Position{} // the driver looks into the players' window
	var find func(o fyne.CanvasObject, at fyne.Position)
	find = func(o fyne.CanvasObject, at fyne.Position) {
		at = at.Add(o.Position())
		switch o := o.(type) {
		case *controls.Drawn:
			if o.Board != nil {
				drawn, lies[o] = append(drawn, o), at
			}
		case *fyne.Container:
			for _, child := range o.Objects {
				find(child, at)
			}
		}
	}
	find(m.Shell.Top().Content(), fyne.Position{})
	if len(drawn) == 0 {
		return "no tap"
	}
	d := pick(m, drawn...)
	names := d.Board.Names()
	if len(names) == 0 {
		return "no tap"
	}
	name := pick(m, names...)
	at, _ := d.Board.Where(name)
	m.Pass(300 * time.Millisecond)
	m.Tapped = lies[d].Add(at)
	word := name
	for _, b := range m.pad().Buttons { // whatever the language
		if b.Label == name && m.Shell.Overlay() == nil {
			word = "#" + string(b.ID)
		}
	}
	m.log = append(m.log, "tap "+word)
	m.TapAgain()
	m.Pass(100 * time.Millisecond)
	m.TapAgain()
	if d == m.screen.felt.Drawn {
		return "spot"
	}
	return "tap"
}

// judge looks at the entries that one thing brought.
func (m *monkey) judge(did string, seq int64, cursor view.Cursor, lay []games.Bet) {
	m.T.Helper()
	n := map[string]int{}
	var put []record.BetsPlaced
	for e, err := range m.Shell.House.Store().Entries(m.Table().Name, seq+1) {
		if err != nil {
			m.T.Fatal(err)
		}
		kind := strings.TrimPrefix(fmt.Sprintf("%T", e.Fact), "pit.")
		if f, ok := e.Fact.(record.Decided); ok && f.Do == games.Insure {
			kind = "insured" // which a tap on the seat does, where insurance is what is asked
		}
		n[kind]++
		switch f := e.Fact.(type) {
		case record.BetsPlaced:
			put = append(put, f)
		case record.HandClosed:
			m.count["hands"]++
		}
	}
	few := func(most int, kinds ...string) {
		for _, kind := range kinds {
			if n[kind] > most {
				m.T.Errorf("%s brings %d of %s: %+v", did, n[kind], kind, put)
			}
		}
	}
	switch did {
	case "burst":
		few(0, "BetsPlaced", "BetsClosed", "PaidOut", "Undone", "CutCardOut", "HandPaused", "insured")
		few(1, "Decided")
		if n["Decided"] > n["CardLaid"] {
			m.T.Errorf("a reader decides: %v", n)
		}
	case "spot": // a chip each, and before them an amount that was typed
		few(2+min(1, len(cursor.Typed)), "BetsPlaced")
		few(0, "BetsClosed", "PaidOut", "Undone", "Decided", "CardLaid")
		few(1, "insured")
	case "held": // an undo key that is held clears what is left
		few(2, "BetsPlaced")
		few(1, "BetsClosed", "Decided", "insured", "PaidOut", "Undone", "CutCardOut")
	default:
		few(1, "BetsPlaced", "BetsClosed", "Decided", "insured", "PaidOut", "Undone", "CutCardOut")
	}
	for _, f := range put {
		m.asked(did, f, cursor, lay)
		lay = after(lay, f)
	}
}

// after is what lies once bets are placed.
func after(lay []games.Bet, f record.BetsPlaced) []games.Bet {
	lay = slices.Clone(lay)
	for _, p := range f.Bets {
		lay = slices.DeleteFunc(lay, func(b games.Bet) bool { return b.Box == p.Box && b.Spot == p.Spot && b.Bettor == p.Bettor })
		if p.Amount > 0 {
			lay = append(lay, games.Bet{Box: p.Box, Spot: p.Spot, Bettor: p.Bettor, Amount: p.Amount})
		}
	}
	return lay
}

// asked demands that what lies now is what a key asked for: a chip of the house more, the
// amount that was typed, less or nothing where it was taken away, or what Space does.
func (m *monkey) asked(did string, f record.BetsPlaced, cursor view.Cursor, lay []games.Bet) {
	m.T.Helper()
	last := m.log[len(m.log)-1]
	switch f.How {
	case record.ByRepeat, record.ByDouble:
		if !strings.HasSuffix(last, " ") && last != "tap #"+string(view.ButtonRepeat) && last != "tap #"+string(view.ButtonDouble) {
			m.T.Errorf("%s: %s of bets by %q", did, f.How, last)
		}
		return
	case record.ByClear:
		if !strings.HasPrefix(last, "hold ") && last != "tap #"+string(view.ButtonClear) {
			m.T.Errorf("%s: all bets are cleared by %q", did, last)
		}
		return
	}
	p := f.Bets[0]
	before := games.Amount(0)
	for _, b := range lay {
		if b.Box == p.Box && b.Spot == p.Spot && b.Bettor == p.Bettor {
			before = b.Amount
		}
	}
	typed, _ := text.ParseAmount(cursor.Typed)
	switch chip := slices.Contains(m.Shell.House.State.Chips, p.Amount-before); {
	case f.How == record.ByChip && chip:
	case f.How == record.ByAmount && cursor.Typed != "" && p.Amount == typed && p.Box == cursor.Box && p.Spot == cursor.Spot:
	case f.How == record.ByAmount && did == "bet" && p.Amount == m.amount:
	case f.How == record.ByAmount && did == "spot" && p.Amount < before:
	default:
		m.T.Errorf("%s: %q puts %d on %s of box %d where %d lay; typed %q", did, last, p.Amount, p.Spot, p.Box, before, cursor.Typed)
	}
}

// home goes back to the bets by the keys that the screen names, at most twenty: a code,
// number and PIN in one go, counts as one. A hand that takes more is cancelled.
func (m *monkey) home() {
	m.T.Helper()
	if len(m.Shell.House.State.People().LockedNumbers(m.Clock().Time)) > 0 {
		m.Pass(24 * time.Hour)
	}
	used := 0
	var keys []string
	press := func(what string) {
		used++
		keys = append(keys, strconv.Quote(what))
		switch what {
		case "Esc":
			m.key(fyne.KeyEscape)
		case "F4":
			m.key(fyne.KeyF4)
		default:
			for _, r := range what {
				if r == '\n' {
					m.key(fyne.KeyReturn)
				} else {
					m.press1("", r)
				}
			}
		}
	}
	const most = 20
	for used < most && !m.bets() {
		m.Pass(controls.Rhythm) // who reads what to press is out of the rhythm of paying
		m.step(used, press)
	}
	m.most = max(m.most, used)
	if !m.bets() {
		m.T.Fatalf("no way back to the bets: phase %v, %q, overlay %v; %s; before: %s", m.Table().Deal().Phase(), m.said(), m.Shell.Overlay() != nil, strings.Join(keys, " "), strings.Join(m.log[max(0, len(m.log)-25):], " · "))
	}
}

// bets says whether bets are open and nothing lies over the table.
func (m *monkey) bets() bool {
	return m.Shell.Overlay() == nil && m.Shell.Base() == shell.Page(m.screen) && m.Table().Deal().Phase() == hand.Betting
}

// step presses what the screen names next.
func (m *monkey) step(used int, press func(string)) {
	const manager, inspector = "316931", "215821"
	if m.Shell.Overlay() != nil || m.Shell.Base() != shell.Page(m.screen) {
		press("Esc")
		return
	}
	state, phase := m.Table(), m.Table().Deal().Phase()
	const patience = 4
	switch {
	case phase == hand.Shut:
		press("\n")
		press("n")
		press(manager)
		press("\n")
		press(houseCodes[0])
		press("\n")
	case len(state.Alarms) > 0 && phase == hand.Shoeless: // which is refused with the key
		press("F4")
		press("l")
		press(inspector)
		press("\n")
	case phase == hand.Shoeless:
		press("\n")
		if m.Shell.Overlay() != nil {
			press("a")
			for range state.Debts() { // one by one
				press("\n")
			}
		}
	case phase == hand.Paused && state.Current.Paused.Kind.General():
		press("\n")
		press("x")
		press("\n")
		press(inspector)
		press("\n")
	case phase == hand.Burning:
		press("7")
		if view.RankDue(state, m.screen.cursor) != "" {
			press("s")
		}
	case phase == hand.Halted || phase == hand.Paused || used >= patience:
		press("F4")
		press(map[bool]string{true: "c", false: "i"}[phase == hand.Halted || phase == hand.Paused])
		press("x")
		press("\n")
		press(manager)
		press("\n")
	default:
		m.goOn(press)
	}
}

// goOn presses a key of the pad that goes on with the hand.
func (m *monkey) goOn(press func(string)) {
	for _, b := range m.pad().Buttons {
		if !b.On {
			continue
		}
		switch {
		case b.Key == "Enter":
			press("\n")
			return
		case b.Main && len(b.Key) == 1:
			press(b.Key)
			return
		}
	}
	if view.RankDue(m.Table(), m.screen.cursor) != "" {
		press("s")
		return
	}
	press("9")
}
