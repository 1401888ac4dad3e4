package table

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/shoe"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// shoeSays has the electronic shoe of the table say something, as its reader would.
func (s *seat) shoeSays(events ...shoe.Event) {
	for _, e := range events {
		s.Shell.Clock.Later(func() { s.screen.shoeTold(e) })
	}
	s.Pass(time.Second)
}

// reads has it read cards: "8s", with the place of the shoe's own game "8s@banker:1"; X is the cut card.
func (s *seat) reads(cards string) {
	s.T.Helper()
	for _, word := range strings.Fields(cards) {
		s.telegrams++
		e := shoe.Event{Kind: shoe.Card, Seq: string(rune('0' + s.telegrams%10))}
		name, at, placed := strings.Cut(word, "@")
		if word == "X" {
			e.Kind = shoe.Cut
		} else {
			card, _, err := games.ParseCard(name)
			if err != nil {
				s.T.Fatal(err)
			}
			e.Card = card
		}
		if placed {
			side, n, _ := strings.Cut(at, ":")
			e.Where = shoe.Where{Side: shoe.Side(side), N: int(n[0] - '0')}
		}
		s.shoeSays(e)
	}
}

// laidBy are the cards of the open hand with where they lie and how they came to be entered.
func (s *seat) laidBy() string {
	var out []string
	for e, err := range s.Shell.House.Store().Entries(s.Table().Name, 1) {
		if err != nil {
			s.T.Fatal(err)
		}
		if e.Hand != s.Table().Hand {
			continue
		}
		if _, ok := e.Fact.(record.Undone); ok {
			out = append(out, "undone")
		}
		reading, card := record.ReadingOf([]record.Fact{e.Fact})
		if card == "" {
			continue
		}
		word := string(card)
		if f, ok := e.Fact.(record.CardLaid); ok {
			word += "@" + string(f.At)
		}
		word += "/" + string(reading.Source)
		if reading.Said != "" {
			word += "/" + reading.Said
		}
		out = append(out, word)
	}
	return strings.TrimSpace(strings.TrimPrefix(strings.Join(out, " "), "3h/"))
}

func (s *seat) waits() view.Waits {
	return s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Waits
}

// linked is a table at which cards are dealt from a shoe that is read.
func linked(t *testing.T, table string) *seat {
	t.Helper()
	s := newSeat(t, table, "it")
	s.opened()
	s.shoeSays(shoe.Event{Kind: shoe.Linked})
	s.screen.read.held = view.NotHeld // a person has said so
	return s
}

// opened is a table with a shoe whose first card is burned, where it is.
func (s *seat) opened() {
	s.T.Helper()
	s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
	if s.Table().Phase() == pit.Burning {
		s.burn("3h")
	}
	if phase := s.Table().Phase(); phase != pit.Betting {
		s.T.Fatalf("phase %d after the opening", phase)
	}
}

// Cards that the shoe reads are entered where one is due, by whom they came stands with each;
// those that come early wait and are seen, and are entered once they are due.
func TestCardsOfAShoe(t *testing.T) {
	s := linked(t, "LB1")
	s.Keys("125\t25\n")
	s.reads("8s Kh")
	if w := s.waits(); len(w.Cards) != 2 || w.Bad || w.Cards[0] != (view.Card{Back: true}) {
		t.Fatalf("before the call %+v waits", w)
	}
	s.Says("2 carte lette, in attesa")
	s.Keys("\n")
	if got := s.laidBy(); got != "8@box:1/shoe K@bank/shoe" {
		t.Fatalf("it has %s", got)
	}
	s.reads("2d")
	s.Keys("5")
	if got := s.laidBy(); !strings.HasPrefix(got, "8@box:1/shoe K@bank/shoe 2@box:1/shoe") {
		t.Fatalf("it has %s", got)
	}
	if len(s.waits().Cards) != 0 {
		t.Errorf("%+v waits", s.waits())
	}
}

// What somebody enters says by which way it came.
func TestSourceOfACard(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("125\t25\n\n8")
	s.screen.strip.OnRank("K")
	s.Keys("5")
	if got := s.laidBy(); !strings.HasPrefix(got, "8@box:1/key K@bank/touch 5@box:1/key") {
		t.Errorf("it has %s", got)
	}
}

// A card that the croupier takes back waits until a person says that it was right after all, or
// enters another one: then both stand on the record.
func TestCardOfAShoeTakenBack(t *testing.T) {
	s := linked(t, "LB1")
	s.Keys("125\t25\n\n")
	s.reads("8s Kh")
	s.Press(fyne.KeyBackspace)
	if w := s.waits(); !w.Bad || w.Word != "1: "+s.Shell.Text.T("read_held_back") || len(w.Cards) != 1 {
		t.Fatalf("%+v waits", w)
	}
	s.reads("2d")
	if got := s.laidBy(); got != "8@box:1/shoe K@bank/shoe undone" {
		t.Fatalf("what came behind it went on: %s", got)
	}
	s.Keys("9")
	if got := s.laidBy(); got != "8@box:1/shoe K@bank/shoe undone 9@bank/key" || s.queued() != "Kh 2d back" {
		t.Fatalf("instead of it, or before? It has %s, %s waits", got, s.queued())
	}
	s.Press(fyne.KeyF12)
	s.Choose("reader_drop")
	s.Keys("\n")
	if got := s.laidBy(); got != "8@box:1/shoe K@bank/shoe undone 9@bank/key 2@box:1/shoe" || s.alarmed() != "left_out Kh" {
		t.Fatalf("it has %s, alarms %s", got, s.alarmed())
	}
	s.Press(fyne.KeyBackspace)
	s.Keys("\n")
	if got := s.laidBy(); !strings.HasSuffix(got, "2@box:1/shoe undone 2@box:1/shoe") {
		t.Fatalf("it has %s", got)
	}
}

// After a line was lost, after a gap, and after the shoe had a trouble of its own, also one that is over, cards
// are proposed: a person says where they belong, and enters what is missing by hand before.
func TestCardsAreProposed(t *testing.T) {
	for _, e := range [][]shoe.Event{
		{{Kind: shoe.Lost}, {Kind: shoe.Linked, Again: true}},
		{{Kind: shoe.Gap, Code: "missing"}},
		{{Kind: shoe.Fault, Code: "1"}},
		{{Kind: shoe.Fault}, {Kind: shoe.Cleared, Code: "0"}},
	} {
		s := linked(t, "LB1")
		s.Keys("125\t25\n\n")
		s.reads("8s")
		s.shoeSays(e...)
		s.reads("2d 5c")
		if got := s.laidBy(); got != "8@box:1/shoe" {
			t.Fatalf("%s: it entered %s", e, got)
		}
		if w := s.waits(); !w.Bad || len(w.Cards) != 2 {
			t.Errorf("%s: %+v waits", e, w)
		}
		s.Keys("k") // which the shoe did not say
		if got := s.laidBy(); got != "8@box:1/shoe K@bank/key" {
			t.Fatalf("%s: it has %s", e, got)
		}
		s.Keys("\n\n") // and nobody has said that the box draws
		if w := s.waits(); s.laidBy() != "8@box:1/shoe K@bank/key 2@box:1/shoe" || len(w.Cards) != 1 || w.Word != "1 carta: prima la decisione" {
			t.Fatalf("%s: it has %s, %+v waits", e, s.laidBy(), w)
		}
		if s.Keys("d"); strings.Contains(s.laidBy(), "5@") {
			t.Fatalf("%s: the decision lays the card behind it: %s", e, s.laidBy())
		}
		s.Keys("\n")
		if got := s.laidBy(); got != "8@box:1/shoe K@bank/key 2@box:1/shoe 5@box:1/shoe" {
			t.Fatalf("%s: it has %s", e, got)
		}
	}
}

// Who leaves a card out has not said that the next one belongs here, nor has who enters another one for a card that was
// taken back before the line was lost.
func TestLeavingOutConfirmsNothing(t *testing.T) {
	for _, drop := range []string{"reader_drop", "reader_drop_all"} {
		s := linked(t, "LB1")
		s.Keys("125\t25\n\n")
		s.reads("8s")
		s.shoeSays(shoe.Event{Kind: shoe.Lost}, shoe.Event{Kind: shoe.Linked, Again: true})
		s.reads("2d")
		s.Press(fyne.KeyF12)
		s.Choose(drop)
		s.reads("5c Kh")
		if w := s.waits(); s.laidBy() != "8@box:1/shoe" || !w.Bad || len(w.Cards) != 2 {
			t.Fatalf("%s: it has %s, %+v waits", drop, s.laidBy(), w)
		}
		s.Keys("\n\n")
		if got := s.laidBy(); got != "8@box:1/shoe 5@bank/shoe K@box:1/shoe" {
			t.Errorf("%s: it has %s", drop, got)
		}
		s.Press(fyne.KeyBackspace)
		s.Press(fyne.KeyF12)
		s.Choose(drop)
		s.reads("9d")
		if w := s.waits(); !w.Bad || w.Word != "1: "+s.Shell.Text.T("read_held_gap") {
			t.Errorf("%s: %+v waits", drop, w)
		}
	}
	s := linked(t, "LB1")
	s.Keys("125\t25\n\n")
	s.reads("8s")
	s.shoeSays(shoe.Event{Kind: shoe.Lost}, shoe.Event{Kind: shoe.Linked, Again: true})
	s.Press(fyne.KeyBackspace)
	s.Keys("9")
	s.reads("2d")
	if w := s.waits(); s.laidBy() != "8@box:1/shoe undone 9@box:1/key" || !w.Bad || len(w.Cards) != 2 {
		t.Errorf("it has %s, %+v waits", s.laidBy(), w)
	}
}

// The cut card is proposed like any other while a person has to say something, and is seen: it blocks nothing, who takes
// it has said nothing of the cards behind it, and one that comes out by a key waits no more.
func TestCutCardIsProposed(t *testing.T) {
	held := func() *seat {
		s := linked(t, "LB1")
		s.Keys("125\t25\n\n")
		s.shoeSays(shoe.Event{Kind: shoe.Gap, Code: "missing"})
		s.reads("X 8s Kh")
		if w := s.waits(); !w.Bad || len(w.Cards) != 3 || w.Cards[0] != (view.Card{Cut: true}) || s.Table().Current.CutCard || s.laidBy() != "" {
			t.Fatalf("%+v waits, the cut card is out: %v, it has %s", w, s.Table().Current.CutCard, s.laidBy())
		}
		return s
	}
	s := held()
	s.Says("Prendi: Cartoncino")
	s.Keys("\n")
	if w := s.waits(); !s.Table().Current.CutCard || !w.Bad || len(w.Cards) != 2 || s.laidBy() != "" {
		t.Errorf("taken, the cut card is out: %v, %+v waits, it has %s", s.Table().Current.CutCard, w, s.laidBy())
	}
	s.Keys("\n\n")
	if got := s.laidBy(); got != "8@box:1/shoe K@bank/shoe" || len(s.waits().Cards) != 0 {
		t.Errorf("behind it it has %s, %+v waits", got, s.waits())
	}

	s = held()
	s.Press(fyne.KeyF12)
	s.Choose("reader_take")
	if !s.Table().Current.CutCard {
		t.Error("F12 does not take it")
	}

	s = held()
	s.Keys("8")
	if w := s.waits(); s.laidBy() != "8@box:1/key" || len(w.Cards) != 2 || w.Cards[0] != (view.Card{Cut: true}) {
		t.Errorf("by hand it has %s, %+v waits", s.laidBy(), w)
	}
	s.Press(fyne.KeyF3)
	if w := s.waits(); !s.Table().Current.CutCard || len(w.Cards) != 1 || w.Cards[0] != (view.Card{Rank: "K"}) {
		t.Errorf("with F3 the cut card is out: %v, %+v waits", s.Table().Current.CutCard, w)
	}
}

// What a person enters otherwise than the shoe said, or leaves out, is on the record with the card that it said, once, and
// What waits goes on, once a person has said that it belongs here, up to the next decision of a player: nobody draws by a card
// A place that the rules do not have is an alarm: nothing is entered, nothing that lies is changed, and
// a person decides.
func TestShoeDisagrees(t *testing.T) {
	s := linked(t, "PB1")
	s.called()
	s.reads("8s@player:1 Kh@banker:1 2d@banker:2")
	if got := s.laidBy(); got != "8s@player/shoe Kh@banker/shoe" {
		t.Fatalf("it has %s", got)
	}
	notes := s.Table().Alarms
	if n := len(notes); n == 0 || notes[n-1].Kind != record.ShoeElsewhere || notes[n-1].What != "2d" || notes[n-1].Alarmed.At != "banker" {
		t.Fatalf("it noted %+v", notes)
	}
	s.Says("Il sabot dice 2 di quadri a BANCO, le regole no")
	s.reads("5c@banker:3")
	s.Keys("\n\n")
	if got := s.laidBy(); got != "8s@player/shoe Kh@banker/shoe 2d@player/shoe 5c@banker/shoe" {
		t.Fatalf("it has %s", got)
	}
}

// A card of which the shoe holds no more copy is an alarm, and does not lie.
func TestShoeReadsAnImpossibleCard(t *testing.T) {
	s := linked(t, "PB1")
	state := s.Table()
	for dealt := 0; dealt < state.Game.Options().Decks; dealt += 4 { // six against six: nobody draws
		s.called()
		for range 4 {
			s.do(func(t *pit.Table) ([]record.Fact, error) { return t.DealCard("8s") })
		}
		s.do((*pit.Table).PayAll)
	}
	s.called()
	s.reads("8s 2d")
	if got := s.laidBy(); len(state.Alarms) != 1 || got != "" {
		t.Fatalf("it has %q, alarms %+v", got, state.Alarms)
	}
	if w := s.waits(); !w.Bad || w.Word != "2: "+s.Shell.Text.T("read_held_impossible") || len(w.Cards) != 2 {
		t.Errorf("%+v waits", w)
	}
	s.Keys("9s")
	if got := s.laidBy(); got != "9s@player/key/8s 2d@banker/shoe" && got != "9@player/key/8s 2d@banker/shoe" {
		t.Errorf("it has %s", got)
	}
}

// called is a hand whose bets are closed.
func (s *seat) called() {
	s.T.Helper()
	s.bet(1, s.Table().Game.Spots()[0].Name, "", 25)
	s.do((*pit.Table).CloseBets)
}

// A shoe that says nothing, that is lost or has a trouble of its own is told, marked and noted; entering by
// hand goes on, and cards it says later are proposed.
func TestHandEntryGoesOn(t *testing.T) {
	s := linked(t, "LB1")
	s.Keys("125\t25\n\n")
	for _, c := range []struct {
		event shoe.Event
		kind  record.AlarmKind
		mark  string
	}{
		{shoe.Event{Kind: shoe.Silent}, record.ShoeSilent, "mark_shoe_silent"},
		{shoe.Event{Kind: shoe.Fault, Code: "1"}, record.ShoeFault, "mark_shoe_fault"},
		{shoe.Event{Kind: shoe.Lost}, record.ShoeLost, "mark_shoe_lost"},
	} {
		s.shoeSays(c.event)
		notes := s.Table().Alarms
		if n := len(notes); n == 0 || notes[n-1].Kind != c.kind {
			t.Errorf("%s: it noted %+v", c.event, notes)
		}
		if marks := s.screen.viewer().Marks(s.Table(), time.Now()); !slices.Contains(marks, s.Shell.Text.T(c.mark)) {
			t.Errorf("%s: it marks %v", c.event, marks)
		}
		if !s.screen.notice.Bad || s.said() == "" {
			t.Errorf("%s: it says %q", c.event, s.said())
		}
	}
	s.Press(fyne.KeyF4)
	s.Choose("irregular_seen")
	s.Keys(screentest.InspectorCode)
	if n := s.Table().Alarms; len(n) != 0 {
		t.Errorf("seen by an inspector, %+v", n)
	}
	s.Keys("8k")
	if got := s.laidBy(); got != "8@box:1/key K@bank/key" {
		t.Fatalf("it has %s", got)
	}
	s.reads("8s")
	if w := s.waits(); !w.Bad || len(w.Cards) != 1 {
		t.Errorf("%+v waits", w)
	}
	s.Press(fyne.KeyF12)
	s.Choose("reader_drop")
	if len(s.waits().Cards) != 0 || s.laidBy() != "8@box:1/key K@bank/key" {
		t.Errorf("it has %s, %+v waits", s.laidBy(), s.waits())
	}
}

// Who saw the cut card, the shoe or a croupier, stands with it.
func TestWhoSaysTheCutCard(t *testing.T) {
	s := linked(t, "LB1")
	s.Keys("125\t25\n\n")
	said := func() (last record.CutCardOut) {
		t.Helper()
		for e, err := range s.Shell.House.Store().Entries(s.Table().Name, 1) {
			if err != nil {
				t.Fatal(err)
			}
			if f, ok := e.Fact.(record.CutCardOut); ok {
				last = f
			}
		}
		return last
	}
	s.reads("X")
	if got := said(); got.Source != record.ByShoe || got.Telegram == "" {
		t.Errorf("the shoe's is %+v", got)
	}
	s.Press(fyne.KeyBackspace)
	s.Press(fyne.KeyF3)
	if got := said().Reading; got != (record.Reading{Source: record.ByKey}) {
		t.Errorf("that of a key is %+v", got)
	}
	for want, chosen := range map[record.Source]func(){
		record.ByKey:   func() { s.Keys("a") },
		record.ByTouch: func() { s.Choose("menu_cut_card") },
	} {
		s.Press(fyne.KeyBackspace, fyne.KeyF10)
		s.Choose("menu_more")
		chosen()
		if got := said().Reading; got != (record.Reading{Source: want}) || !s.Table().Current.CutCard {
			t.Errorf("from the menu by %s it is %+v", want, got)
		}
	}
}

// Why a shoe is not connected is said where it is lost, and behind F12 as long as it is.
func TestWhyAShoeIsNotConnected(t *testing.T) {
	s := linked(t, "LB1")
	s.screen.read.line.setting = shoe.Setting{Protocol: shoe.Neutral, Transport: shoe.TCP, Address: "10.0.0.7:4001"}
	s.shoeSays(shoe.Event{Kind: shoe.Lost, Why: shoe.Ended, Code: "the line has ended"})
	s.Says("La linea si è interrotta")
	s.shoeSays(shoe.Event{Kind: shoe.Lost, Why: shoe.Refused, Again: true})
	s.Press(fyne.KeyF12)
	s.Shows("Connessione rifiutata: lì non risponde nessuno")
	s.LeaveOverlays()
	s.shoeSays(shoe.Event{Kind: shoe.Linked, Again: true})
	s.Press(fyne.KeyF12)
	s.Silent("rifiutata", "interrotta")
}

// Cards that lie face down are seen by nobody while they wait, and are entered in the order in which they
// come to be known, each at the place at which it lies.
func TestCoveredCardsOfAShoe(t *testing.T) {
	s := habits(t, func(h *record.Settings) { h.Reveal = true })
	s.burn("3h")
	s.called()
	s.reads("8s Kh 2d 5c")
	w := s.waits()
	if len(w.Cards) != 4 || slices.ContainsFunc(w.Cards, func(c view.Card) bool { return !c.Back || c.Rank != "" }) {
		t.Fatalf("%+v waits", w)
	}
	if got := s.laidBy(); got != "" {
		t.Fatalf("it entered %s", got)
	}
	s.Keys("\n\n\n\n")
	if got := s.laidBy(); got != "8s@player/shoe 2d@player/shoe Kh@banker/shoe 5c@banker/shoe" {
		t.Fatalf("it has %s", got)
	}
}

// Which shoe stands at a table is set with somebody who may have its equipment worked on, and that is on the
// record; an address that is none is told, and this machine keeps it.
func TestWhichShoeStandsHere(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	services := func() (what string) {
		for e, err := range s.Shell.House.Store().Entries(record.HouseStream, 1) {
			if err != nil {
				t.Fatal(err)
			}
			if f, ok := e.Fact.(record.Serviced); ok {
				what = f.Table + " " + f.What + " " + f.By
			}
		}
		return what
	}
	s.Press(fyne.KeyF12)
	s.Shows("A questo tavolo non si legge nessun sabot elettronico.")
	s.Choose("reader_set")
	s.Keys("d") // neutral, over the net
	s.Keys("here\n")
	s.Shows("Questo non è un indirizzo.")
	s.Keys("\b\b\b\b127.0.0.1")
	for _, sign := range []string{":", "/"} {
		s.TouchOn(s.OverlayDrawn(), sign)
	}
	s.Keys("\b1\n" + screentest.CroupierCode)
	if services() != "" {
		t.Errorf("a croupier set it: %s", services())
	}
	s.Keys(screentest.InspectorCode)
	if got := services(); got != "LB1 Sabot elettronico: protocollo neutro, rete, 127.0.0.1:1 21" {
		t.Errorf("the record has %q", got)
	}
	if kept, ok := s.screen.keptShoe(); !ok || kept != (shoe.Setting{Protocol: shoe.Neutral, Transport: shoe.TCP, Address: "127.0.0.1:1"}) {
		t.Errorf("this machine keeps %+v", kept)
	}
	s.Press(fyne.KeyF12)
	s.Shows("protocollo neutro, 127.0.0.1:1. Sabot legge soltanto.")
	s.Choose("reader_set")
	s.Keys("d\b23\n") // it stands there, and is gone on with
	s.LeaveOverlays() // nobody gives a code
	s.Press(fyne.KeyF12)
	s.Choose("reader_set")
	s.Keys("d")
	s.Shows("127.0.0.1:23_")
	s.LeaveOverlays()
	s.Press(fyne.KeyF12)
	s.Choose("reader_set")
	s.Choose("reader_no")
	s.Keys(screentest.InspectorCode)
	if _, ok := s.screen.keptShoe(); ok || s.screen.read.line.end != nil {
		t.Error("a shoe is read that was taken away")
	}
}

// Cards that are burned are of no hand; one that comes before a shoe is in place is none at all.
func TestBurnedCardsOfAShoe(t *testing.T) {
	s := newSeat(t, "PB1", "it")
	s.reads("8s")
	s.Says(s.Shell.Text.T("read_no_shoe"))
	s.Keys("\n" + screentest.Counted + "114711\n215821\n")
	s.reads("9s")
	s.Keys("\n")
	if s.Table().Phase() != pit.Burning || len(s.waits().Cards) != 0 {
		t.Fatalf("phase %d, %+v waits", s.Table().Phase(), s.waits())
	}
	s.reads("3s Kh 2d 5c 7h")
	if got := s.laidBy(); got != "3s/shoe" {
		t.Errorf("it has %s", got)
	}
	if w := s.waits(); len(w.Cards) != 1 {
		t.Errorf("%+v waits", w)
	}
}

// A shoe that says which cards it burns, or that it burns them, burns no card of the hand behind them; where it says
// nothing of it and cards are missing, the others wait for a person.
func TestBurnedCardsAndTheHandBehind(t *testing.T) {
	begin := func(cards string) *seat {
		s := newSeat(t, "PB1", "it")
		s.shoeSays(shoe.Event{Kind: shoe.Linked})
		s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
		if phase := s.Table().Phase(); phase != pit.Burning {
			t.Fatalf("phase %d", phase)
		}
		s.reads(cards)
		return s
	}
	const hand, laid = "9h@player:1 Kh@banker:1 2d@player:2 5c@banker:2", "9h@player/shoe Kh@banker/shoe 2d@player/shoe 5c@banker/shoe"
	for cards, first := range map[string]string{
		"8s@first:1 3c@burned:1 4c@burned:2 5c@burned:3 6c@burned:4 7c@burned:5 8c@burned:6 9c@burned:7 Tc@burned:8": "8s",
		"8s@first:8": "8s", // and how many, which is no card
		"3s@player:1 4c@banker:1 5c@player:2 6c@banker:2": "3s", // it does not know that it burns
		"3s@player:1 4c@burned:1 5c@burned:2 6c@burned:3": "3s",
	} {
		s := begin(cards)
		s.called()
		s.reads(hand)
		if got, want := s.laidBy(), first+"/shoe "+laid; got != want || len(s.waits().Cards) != 0 {
			t.Errorf("%s: it has %s, %+v waits", cards, got, s.waits())
		}
	}

	s := begin("3s 4c")
	s.shoeSays(shoe.Event{Kind: shoe.Lost}, shoe.Event{Kind: shoe.Linked, Again: true})
	s.reads("5c 9h")
	if w := s.waits(); s.laidBy() != "3s/shoe" || !w.Bad || len(w.Cards) != 2 {
		t.Errorf("behind a lost line it has %s, %+v waits", s.laidBy(), w)
	}

	s = begin("3s 4c")
	s.called()
	s.reads("9h Kh")
	if w := s.waits(); s.laidBy() != "3s/shoe" || !w.Bad || len(w.Cards) != 2 {
		t.Errorf("with fewer cards than are burned it has %s, %+v waits", s.laidBy(), w)
	}
	s.Keys("\n\n")
	if got := s.laidBy(); got != "3s/shoe 9h@player/shoe Kh@banker/shoe" {
		t.Errorf("then it has %s", got)
	}
}

// How many cards are still to be burned goes down with each that the shoe says, whether it knows that it burns them or not.
func TestBurnedCardsAreCounted(t *testing.T) {
	for _, c := range []struct{ first, burned string }{{"3s@first:3", "3c@burned:1 4c@burned:2 5c@burned:3"}, {"3s", "3c 4c 5c"}} {
		s := newSeat(t, "PB1", "it")
		s.shoeSays(shoe.Event{Kind: shoe.Linked})
		s.Keys("\n" + screentest.Counted + "114711\n215821\n\n")
		s.reads(c.first)
		act := func() string { return s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Act }
		for i, card := range strings.Fields(c.burned) {
			if want := s.Shell.Text.T("act_burn_more", text.Args{"N": 3 - i}); act() != want {
				t.Errorf("%s: after %d it says %q, want %q", c.first, i, act(), want)
			}
			s.reads(card)
		}
		if strings.Contains(act(), "bruciare") || s.screen.read.burn != 0 {
			t.Errorf("%s: after all it says %q", c.first, act())
		}
	}
}

// At the end of a hand Enter is the chips', then the end: a card that is proposed waits for the next hand, unless F12 has it
// What a shoe burns where the rules burn nothing is an alarm, and lies nowhere before a person says so.
func TestShoeBurnsAlone(t *testing.T) {
	s := linked(t, "PB1")
	s.called()
	s.reads("8s@first:1 9h@player:1")
	notes := s.Table().Alarms
	if n := len(notes); n == 0 || notes[n-1].Kind != record.ShoeElsewhere || notes[n-1].What != "8s" || notes[n-1].Alarmed.At != "" {
		t.Fatalf("it noted %+v", notes)
	}
	s.Says("Il sabot dice 8 di picche da bruciare, le regole no")
	if w := s.waits(); s.laidBy() != "" || !w.Bad || len(w.Cards) != 2 {
		t.Fatalf("it has %s, %+v waits", s.laidBy(), w)
	}
	s.Press(fyne.KeyF12)
	s.Choose("reader_drop")
	s.Keys("\n")
	if got := s.laidBy(); got != "9h@player/shoe" {
		t.Errorf("it has %s", got)
	}
}
