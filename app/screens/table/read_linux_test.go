package table

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sabot/app/screens/screentest"
	"sabot/app/screens/shell"
	"sabot/app/session/papers"
	"sabot/app/shoe"
	"sabot/app/shoe/sim"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// lastCards is how many cards are left of a shoe whose cut card comes out.
func lastCards() int {
	if testing.Short() {
		return 250
	}
	return 20
}

// night plays a shoe of 312 cards to its cut card: whoever has the cards gives each one as it
// leaves the shoe.
type night struct {
	*seat
	cards []string // "8s", in the order of the shoe
	gives func(card string)
	ends  func() // the cut card comes out
	early func() // the first card of a hand comes before the call; nil where it cannot
	bets  string // the keys of a hand's bets
	burns func() // the next card is burned face down
	hands int
}

func (n *night) next() {
	n.T.Helper()
	if len(n.cards) == 0 {
		n.T.Fatalf("no card is left of %d decks, %d are said to be, hand %d", n.Table().Game.Options().Decks, n.Table().Deal().CardsLeft(), n.hands)
	}
	n.gives(n.cards[0])
	n.cards = n.cards[1:]
}

// plays plays until no shoe is in place any more.
func (n *night) plays() {
	n.T.Helper()
	for n.Table().Deal().Phase() != hand.Shoeless {
		n.Pass(time.Second)
		if n.Table().Current.ChipsDue() { // a card comes behind them
			n.Keys(" ")
			continue
		}
		switch n.Table().Deal().Phase() {
		case hand.Betting:
			if n.Table().Deal().CardsLeft() < lastCards() {
				n.ends()
			}
			n.Keys(n.bets)
			if n.hands++; n.hands%4 == 0 && n.early != nil {
				n.early()
			}
			n.Keys("\n")
			if n.Table().Deal().Phase() == hand.Betting {
				n.T.Fatalf("the bets are open: %s\n%s", n.said(), n.Words())
			}
		case hand.Burning:
			n.next()
			for range n.Table().Current.Burn.N {
				n.burns()
			}
		case hand.Dealing:
			n.next()
		case hand.Deciding:
			if len(n.cards)%3 == 0 && n.Table().Deal().MayDraw() {
				n.next()
			} else {
				n.Keys("s")
			}
		case hand.Paying:
			if n.Keys(" "); n.Table().Deal().Phase() == hand.Paying { // nobody is paid
				n.Keys("\n")
			}
		default:
			n.T.Fatalf("phase %d", n.Table().Deal().Phase())
		}
	}
}

// entered is what the table's record says, an entry a line, without times and without how cards
// came to be entered; by counts the cards by that.
func (n *night) entered() (lines []string, by map[record.Source]int) {
	n.T.Helper()
	by = map[record.Source]int{}
	for e, err := range n.Shell.House.Store().Entries(n.Table().Name, 1) {
		if err != nil {
			n.T.Fatal(err)
		}
		if reading, card := record.ReadingOf([]record.Fact{e.Fact}); card != "" {
			by[reading.Source]++
		}
		e.At = time.UnixMilli(0)
		if approved, ok := e.Fact.(record.Approved); ok {
			approved.Sig = ""
			e.Fact = approved
		}
		switch f := e.Fact.(type) {
		case record.CardLaid:
			f.Reading = record.Reading{}
			e.Fact = f
		case record.CardCarried:
			f.Reading = record.Reading{}
			e.Fact = f
		case record.CutCardOut:
			e.Fact = record.CutCardOut{}
		case record.FirstBurned:
			f.Reading = record.Reading{}
			e.Fact = f
		case record.Opened:
			f.House = nil // each house is another one
			e.Fact = f
		}
		lines = append(lines, string(record.Encode(e)))
	}
	return lines, by
}

// A whole shoe of 312 cards, said through a serial port by either protocol, gives the same record as its
// cards typed by hand, but for how they came to be entered; and that record holds.
func TestAWholeShoeThroughAPortIsAsByKeys(t *testing.T) {
	cards := sim.Shuffled(6, 2026)
	if len(cards) != 312 {
		t.Fatalf("%d cards", len(cards))
	}
	var names []string
	for _, c := range cards {
		names = append(names, c.String())
	}
	keys := &night{seat: newSeat(t, "LB1", "it"), cards: slices.Clone(names), bets: luganoBets}
	keys.gives = func(card string) {
		seq := keys.Table().Seq
		if keys.Keys(strings.ToLower(card[:1])); keys.Table().Seq == seq {
			t.Fatalf("%s is not taken in phase %d: %s", card, keys.Table().Deal().Phase(), keys.said())
		}
	}
	keys.ends = func() { keys.screen.shoes().cutCard(record.Reading{Source: record.ByKey}) }
	keys.Open()
	keys.plays()
	want, by := keys.entered()
	dealt := 312 - len(keys.cards)
	if dealt < 312-lastCards() || keys.hands < dealt/20 || by[record.ByKey] != dealt || len(by) != 1 {
		t.Fatalf("%d hands, %d cards dealt, by %v", keys.hands, dealt, by)
	}
	for _, p := range shoe.Protocols() {
		end, port, err := sim.Port()
		if err != nil {
			t.Skip(err)
		}
		defer end.Close()
		n := saidThrough(t, end, "LB1", shoe.Setting{Protocol: p, Transport: shoe.Serial, Address: port}, nil)
		n.cards, n.bets = slices.Clone(names), luganoBets
		n.Open()
		n.plays()
		seq := n.Table().Seq
		for len(n.cards) > 0 { // what is left of the shoe is taken out of it
			n.next()
		}
		got, by := n.entered()
		if n.Table().Seq != seq || by[record.ByShoe] != dealt || len(by) != 1 {
			t.Errorf("%s: %d cards were dealt, by %v; %d entries behind the last hand", p, dealt, by, n.Table().Seq-seq)
		}
		n.isAs(string(p), got, want)
	}
}

// luganoBets are bets on two boxes, puntoBets on one.
const luganoBets, puntoBets = "1aaaaa\taaaaa3aaaaa\taaaaa", "1aaaaa"

// isAs demands that the record is another one's, and that it holds.
func (n *night) isAs(what string, got, want []string) {
	n.T.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			n.T.Errorf("%s: entry %d of %d and %d:\n%s\nby hand\n%s", what, i+1, len(got), len(want), got[min(i, len(got)-1)], want[min(i, len(want)-1)])
			break
		}
	}
	checked, err := papers.Of(n.Shell.House).VerifyRecord(n.T.Context(), nil)
	if err != nil {
		n.T.Fatal(err)
	}
	for _, c := range checked {
		if c.Fault != nil {
			n.T.Errorf("%s: %+v", what, c.Fault)
		}
	}
}

// A whole shoe at punto banco, burned cards and all, each card with the place that the shoe's own game has it at: the record is
// that of its cards entered one by one, no place is disputed, and none of a hand is taken for one that is burned.
func TestAWholeShoeWithPlaces(t *testing.T) {
	cards := sim.Shuffled(8, 2026)
	var names []string
	for _, c := range cards {
		names = append(names, c.String())
	}
	byHand := &night{seat: newSeat(t, "PB1", "it"), cards: slices.Clone(names), bets: puntoBets}
	byHand.gives = func(card string) {
		if byHand.Table().Deal().Phase() == hand.Burning {
			byHand.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().BurnFirst(card) })
			return
		}
		byHand.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card) })
	}
	byHand.burns = func() { byHand.cards = byHand.cards[1:] }
	byHand.ends = func() { byHand.screen.shoes().cutCard(record.Reading{Source: record.ByKey}) }
	byHand.begins()
	byHand.plays()
	want, _ := byHand.entered()
	dealt := len(names) - len(byHand.cards)
	if dealt < len(names)-lastCards() || byHand.hands < 10 {
		t.Fatalf("%d hands, %d cards", byHand.hands, dealt)
	}
	end, port, err := sim.Port()
	if err != nil {
		t.Skip(err)
	}
	defer end.Close()
	places := sim.Places(cards, true)
	n := saidThrough(t, end, "PB1", shoe.Setting{Protocol: shoe.AngelEye, Transport: shoe.Serial, Address: port}, places)
	n.cards, n.bets, n.burns = slices.Clone(names), puntoBets, n.next
	n.begins()
	n.plays()
	got, by := n.entered()
	if by[record.ByShoe] != dealt-places[0].N || len(by) != 1 {
		t.Errorf("%d cards were dealt, %d burned, by %v", dealt, places[0].N, by)
	}
	n.isAs("with places", got, want)
}

// begins opens the table and puts a shoe in place.
func (n *night) begins() { n.Keys("\n" + screentest.Counted + "114711\n215821\n\n") }

// saidThrough is a table whose cards a shoe says through a port, each with its place where it has some.
func saidThrough(t *testing.T, end *os.File, table string, setting shoe.Setting, places []shoe.Where) *night {
	t.Helper()
	n := &night{seat: newSeat(t, table, "it")}
	from := &sim.Shoe{Protocol: setting.Protocol}
	say := func(b []byte) {
		t.Helper()
		came := func() string { // a card is entered, waits, was burned, or is told to be of no shoe
			shown := n.screen.shoes().readShown()
			return fmt.Sprint(n.Table().Seq, shown.Cards, shown.Burned, n.screen.notice.Text)
		}
		if n.screen.notice.Text == n.Shell.Text.T("read_no_shoe") {
			n.screen.notice = view.Notice{} // another such card is seen by it
		}
		before := came()
		if _, err := end.Write(b); err != nil {
			t.Fatal(err)
		}
		n.until(func() bool { return came() != before })
	}
	n.screen.shoes().keepShoe(setting)
	n.screen.shoes().listen()
	n.until(func() bool { return n.screen.feed.Linked })
	card := func(name string) []byte {
		where := shoe.Where{Side: shoe.Player, N: 1}
		if places != nil {
			where = places[len(places)-len(n.cards)]
		}
		return from.Card(record.CardName(name).Card(), where)
	}
	n.gives = func(name string) { say(card(name)) }
	n.ends = func() { say(from.Cut()) }
	n.early = func() {
		seq := n.Table().Seq
		n.next()
		if len(n.waits().Cards) != 1 || n.Table().Seq != seq {
			t.Errorf("%+v waits, %d entries", n.waits(), n.Table().Seq-seq)
		}
	}
	return n
}

// A port is open at once where nothing was ever kept of what shoes say, and another program that asks for it is told
// that it is taken, wherever that one has its data.
func TestAnotherProgramIsTold(t *testing.T) {
	end, port, err := sim.Port()
	if err != nil {
		t.Skip(err)
	}
	defer end.Close()
	n := &night{seat: newSeat(t, "LB1", "it")}
	n.Open()
	n.screen.ways.Shoes = filepath.Join(t.TempDir(), "shoes")
	setting := shoe.Setting{Protocol: shoe.Neutral, Transport: shoe.Serial, Address: port}
	n.screen.shoes().keepShoe(setting)
	n.screen.shoes().listen()
	n.until(func() bool { return n.screen.feed.Linked })
	if notes := n.Table().Alarms; len(notes) != 0 {
		t.Errorf("it noted %+v", notes)
	}
	told := make(chan shoe.Event, 100)
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() {
		defer close(over)
		(&shoe.Reader{Setting: setting, Tell: func(e shoe.Event) { told <- e }}).Run(ctx)
	}()
	if e := <-told; e.Kind != shoe.Lost || !strings.Contains(e.Code, shoe.ErrTaken.Error()) {
		t.Errorf("another program is told %v", e)
	}
	stop()
	<-over
}

// Who starts Sabot again in the middle of a shoe is told that cards may have waited, at once and when the shoe is heard again: what
// it says next is not taken for the card that is gone.
func TestWhatWaitedIsGoneWithTheProgram(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	n := &night{seat: linked(t, "LB1")}
	n.Keys("125\t25\n\n")
	n.reads("8s")
	n.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
	n.reads("9d") // which waits
	before := n.screen
	before.shoes().keepShoe(shoe.Setting{Protocol: shoe.Neutral, Transport: shoe.TCP, Address: server.Addr().String()})
	again := New(n.Shell, before.session, before.ways)
	defer again.shoes().deafen()
	word := n.Shell.Text.T("read_restarted")
	if again.notice.Text != word {
		t.Errorf("it says %q", again.notice.Text)
	}
	again.notice = view.Notice{}
	n.screen = again
	n.until(func() bool { return again.feed.Linked })
	if again.notice.Text != word {
		t.Errorf("heard again it says %q", again.notice.Text)
	}
	n.reads("2c")
	if w := n.waits(); n.laidBy() != "8@box:1/shoe" || w.Word != "1: "+n.Shell.Text.T("read_held_restarted") {
		t.Errorf("it has %s, %+v waits", n.laidBy(), w)
	}

	again.shoes().deafen() // where no shoe is in place nothing waited
	s := newSeat(t, "LB1", "it")
	s.screen.shoes().keepShoe(shoe.Setting{Protocol: shoe.Neutral, Transport: shoe.TCP, Address: server.Addr().String()})
	shut := New(s.Shell, s.screen.session, s.screen.ways)
	defer shut.shoes().deafen()
	if shut.notice.Text != "" {
		t.Errorf("a closed table says %q", shut.notice.Text)
	}
}

// breaksOnce is a clock that breaks once under who comes from beside the window.
type breaksOnce struct {
	shell.Clock
	broke atomic.Bool
}

func (c *breaksOnce) Later(do func()) {
	if c.broke.CompareAndSwap(false, true) {
		panic("the clock broke")
	}
	c.Clock.Later(do)
}

// What breaks beside the window in the shoe's reader ends neither the program nor the hand, and the shoe is read again.
func TestWhatBreaksInTheShoesReader(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	s, told := breaking(t)
	n, clock := &night{seat: s}, s.Shell.Clock
	s.screen.shoes().keepShoe(shoe.Setting{Protocol: shoe.Neutral, Transport: shoe.TCP, Address: server.Addr().String()})
	s.Shell.Clock = &breaksOnce{Clock: clock}
	s.screen.shoes().listen()
	s.Shell.Clock = clock
	defer s.screen.shoes().deafen()
	first, err := server.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	n.until(func() bool { return len(*told) > 0 })
	if len(*told) != 1 || !strings.Contains((*told)[0], "the clock broke") || !strings.Contains((*told)[0], "breaksOnce") {
		t.Errorf("told %q", *told)
	}
	second, err := server.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if _, err := second.Write((&sim.Shoe{Protocol: shoe.Neutral}).Beat()); err != nil {
		t.Fatal(err)
	}
	n.until(func() bool { return s.screen.feed.Linked })
	seq := s.Table().Seq
	n.Pass(time.Second) // the page has changed by itself, and is seen
	if s.Keys("215\t25\n"); s.Table().Seq <= seq {
		t.Errorf("the table takes nothing any more: %q", s.said())
	}
}

// until waits for what comes from beside the window.
func (n *night) until(holds func() bool) {
	n.T.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(100 * time.Microsecond) {
		if n.Pass(time.Millisecond); time.Now().After(end) {
			n.T.Fatalf("it never comes: %s", n.said())
		}
	}
}
