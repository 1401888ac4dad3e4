package pit_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// readAs is a command whose card came to be entered so.
func readAs(c command, r record.Reading) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		facts, err := c(t)
		return t.Deal().Reads(facts, r), err
	}
}

// faultOf returns the fault that an audit finds in entries, in a house that has said all of itself.
func faultOf(f *floor, entries ...record.Entry) *record.Fault {
	f.t.Helper()
	w, err := audit.NewWitness("")
	if err != nil {
		f.t.Fatal(err)
	}
	houseOf(w, nil, entries)
	a := w.Begin("LB1")
	for _, e := range entries {
		a.Add(line(e))
	}
	return a.Fault()
}

var byShoe = record.Reading{Source: record.ByShoe, Telegram: "0002"}

// How a card came to be entered stands with it, whatever it does, and changes nothing else; the record holds.
func TestReadings(t *testing.T) {
	f := betting(t)
	f.do(closeBets,
		readAs(card("8"), byShoe), readAs(card("K"), record.Reading{Source: record.ByKey}),
		readAs(card("2"), record.Reading{Source: record.ByTouch, Telegram: "7", Said: "3h"}))
	if f.table.Deal().Phase() == hand.Deciding {
		f.do(readAs(card("5"), byShoe)) // the box draws it
	}
	audits(t, f)
	n := 0
	for _, e := range f.entries() {
		if c, ok := e.Fact.(record.CardLaid); ok && c.Source != "" {
			n++
		}
	}
	if n < 3 {
		t.Errorf("%d cards say how they came", n)
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario) })
	audits(t, f)
}

// A reading that no screen enters is named, wherever it stands.
func TestForgedReadings(t *testing.T) {
	for i, r := range []record.Reading{
		{Source: "ghost"},
		{Telegram: "7"},
		{Said: "3h"},
		{Source: record.ByShoe},
		{Source: record.ByShoe, Telegram: "00002"},
		{Source: record.ByShoe, Telegram: "2", Said: "3h"},
		{Source: record.ByKey, Said: "3h"},
		{Source: record.ByKey, Telegram: "2", Said: "3"},
		{Source: record.ByKey, Telegram: "2", Said: "zz"},
		{Source: record.ByKey, Telegram: "2", Said: "3H"},
	} {
		f := betting(t)
		f.do(closeBets, readAs(card("8"), byShoe), card("K"))
		forged := false
		fault := faultOf(f, f.entries(func(e *record.Entry) {
			if c, ok := e.Fact.(record.CardLaid); ok && c.Source == record.ByShoe {
				c.Reading, forged = r, true
				e.Fact = c
			}
		})...)
		if !forged || fault == nil || fault.Code != record.NotDone {
			t.Errorf("%d: %+v is found as %+v", i, r, fault)
		}
	}
	if err := (record.Reading{Source: record.ByKey, Telegram: "2", Said: "3h"}).Check("3h"); err == nil {
		t.Error("the card that the shoe said is another one than it said")
	}
}

// Who said that the cut card came out stands with it, and what nobody can have said is named.
func TestWhoSaysTheCutCard(t *testing.T) {
	for r, holds := range map[record.Reading]bool{
		{}: true, byShoe: true, {Source: record.ByTouch}: true, // the first is from before it was said
		{Source: "ghost"}: false, {Source: record.ByShoe}: false, {Source: record.ByKey, Telegram: "2", Said: "3h"}: false,
	} {
		f := betting(t)
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().CutCardBy(byShoe) })
		said := false
		fault := faultOf(f, f.entries(func(e *record.Entry) {
			if c, ok := e.Fact.(record.CutCardOut); ok && c.Reading == byShoe {
				e.Fact, said = record.CutCardOut{Reading: r}, true
			}
		})...)
		if !said || (fault == nil) != holds {
			t.Errorf("%+v is found as %+v", r, fault)
		}
	}
}

// A trouble of the shoe stops no hand and is an alarm until an inspector has seen it, without whom the table does not close; one
// that is none is refused, and found where somebody forged it.
func TestTroubleOfAShoe(t *testing.T) {
	note := func(kind record.AlarmKind, what string) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteShoe(kind, what) }
	}
	f := newFloor(t)
	f.refused(house.TableClosed, note(record.ShoeLost, ""))
	f = betting(t)
	f.do(note(record.ShoeLost, ""), note(record.ShoeSilent, ""), note(record.ShoeGap, ""), note(record.ShoeFault, "12"), note(record.ShoeFault, ""))
	for _, c := range []struct {
		kind record.AlarmKind
		what string
	}{{record.ShoeLost, "x"}, {record.ShoeFault, "JAM"}, {record.ShoeFault, "-1"}, {record.ShoeFault, "01"}, {record.LateBet, ""}} {
		f.refused(house.BadSetting, note(c.kind, c.what))
	}
	if len(f.table.Notes) != 0 || len(f.table.Alarms) != 5 {
		t.Errorf("%d notes, %d alarms", len(f.table.Notes), len(f.table.Alarms))
	}
	if !slices.ContainsFunc(f.table.Conditions(f.now, nil), func(c house.Condition) bool { return c.Rule == record.AlarmAlert && c.Value == 5 }) {
		t.Error("no alert is due")
	}
	f.do(closeBets, card("8"))
	audits(t, f)
	g := betting(t)
	g.do(note(record.ShoeLost, ""), note(record.ShoeGap, ""))
	g.do(pit.OfBets(hand.Bets.Clear))
	g.refused(house.AlarmWaits, closing)
	g.do(func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario) })
	if len(g.table.Notes) != 2 || len(g.table.Alarms) != 0 {
		t.Errorf("seen, %d notes, %d alarms", len(g.table.Notes), len(g.table.Alarms))
	}
	g.do(closing)
	audits(t, g)
	for _, forge := range []func(*record.Alarmed){func(a *record.Alarmed) { a.Kind = "shoe_melted" }, func(a *record.Alarmed) { a.What = "x" }, func(a *record.Alarmed) { a.At = "bank" }} {
		fault := faultOf(f, f.entries(func(e *record.Entry) {
			if a, ok := e.Fact.(record.Alarmed); ok && a.Kind == record.ShoeSilent {
				forge(&a)
				e.Fact = a
			}
		})...)
		if fault == nil {
			t.Error("a forged trouble holds")
		}
	}
}

// A place that the rules do not have is noted, one that they have is none to note: the audit asks again.
func TestShoeElsewhere(t *testing.T) {
	f := newFloor(t)
	f.do(openingWith("puntobanco", `{"preset":"pb-speed"}`, nil), shoe, put(1, "player", "", 2000), closeBets, card("8s"))
	elsewhere := func(name string, at record.PlaceName) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteElsewhere(name, at) }
	}
	f.refused(house.NoCardDue, elsewhere("Kh", "banker"))
	f.refused(house.NoSuchCard, elsewhere("K", "player"))
	f.refused(house.NoSuchBox, elsewhere("Kh", "moon"))
	seq := f.table.Seq
	f.do(elsewhere("Kh", "player"))
	if n := f.table.Alarms; f.table.Seq != seq+1 || len(n) != 1 || n[0].Alarmed.At != "player" || len(f.table.Current.Round.Laid) != 1 {
		t.Errorf("it noted %+v", n)
	}
	f.do(elsewhere("8c", "")) // the shoe burns it
	f.do(card("Kh"))
	audits(t, f)
	fault := faultOf(f, f.entries(func(e *record.Entry) {
		if a, ok := e.Fact.(record.Alarmed); ok && a.At != "" {
			a.At = "banker"
			e.Fact = a
		}
	})...)
	if fault == nil || fault.Code != record.NotDone {
		t.Errorf("a place that the rules have is found as %+v", fault)
	}
}

// That the shoe burns a card is none to note where the rules burn it too.
func TestShoeBurnsAsTheRules(t *testing.T) {
	burns := func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteElsewhere("8c", "") }
	f := newFloor(t)
	f.do(openingSpeed, shoe)
	f.refused(house.NoCardDue, burns)
	f.do(burnFirst("8c"), burns)
	audits(t, f)
}

// Cards that lie face down leave the shoe in one order and come to be known in another: each time it is
// told which of them is next.
func TestCoveredDeal(t *testing.T) {
	for name, c := range map[string]struct {
		begin []command
		dealt string
		next  []int
	}{
		"revealed side by side": {[]command{revealed, shoe, put(1, "player", "", 2000), closeBets}, "[player banker player banker]", []int{0, 2, 1, 3}},
		"cards in the hand": {
			[]command{openingHandHeld, shoe, bet(2, "59", 2000), bet(2, "play", 4000), bet(7, "59", 2000), bet(7, "play", 2000), closeBets},
			"[box:2 box:7 bank box:2 box:7]",
			[]int{2, 0, 3, 1, 4},
		},
	} {
		f := newFloor(t)
		f.do(c.begin...)
		for i, want := range c.next {
			dealt, next := f.table.Deal().Covered()
			if got := fmt.Sprint(dealt); got != c.dealt || next != want {
				t.Fatalf("%s: card %d is number %d of %s", name, i, next, got)
			}
			if step := f.table.Deal().Next(); step.Kind != games.Deal || step.At != dealt[next] {
				t.Errorf("%s: card %d goes to %s", name, i, step.At)
			}
			f.do(card([]string{"9", "8", "7", "K", "5"}[i]))
		}
		if dealt, _ := f.table.Deal().Covered(); dealt != nil {
			t.Errorf("%s: all are known, and %v lie", name, dealt)
		}
	}
	f := newFloor(t)
	f.do(openingWith("puntobanco", `{"preset":"pb-speed"}`, nil), shoe, put(1, "player", "", 2000), closeBets)
	if dealt, _ := f.table.Deal().Covered(); dealt != nil {
		t.Errorf("dealt face up %v lie", dealt)
	}
}

// A card that somebody entered otherwise than the shoe said, or left out, is an alarm: of one contradiction one, which
// stays when the card is taken back, and which nobody makes or takes away unseen.
func TestShoeOverruled(t *testing.T) {
	leftOut := func(name string) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteLeftOut(name) }
	}
	f := newFloor(t)
	f.do(openingWith("puntobanco", `{"preset":"pb-speed"}`, nil), shoe, put(1, "player", "", 2000), closeBets)
	f.refused(house.NoSuchCard, leftOut("7"))
	other := readAs(card("3"), record.Reading{Source: record.ByKey, Telegram: "7", Said: "9c"})
	f.do(other, undo, other, leftOut("7h"), leftOut("7h"))
	var got []string
	for _, e := range f.entries() {
		if a, ok := e.Fact.(record.Alarmed); ok {
			got = append(got, fmt.Sprintf("%s %s %s", a.Kind, a.What, a.Card))
		}
	}
	if want := "[shoe_overruled 9c 3 shoe_left_out 7h  shoe_left_out 7h ]"; fmt.Sprint(got) != want {
		t.Errorf("alarms %v, want %s", got, want)
	}
	f.do(card("K"))
	audits(t, f)
	for name, forge := range map[string]func(*record.Alarmed){
		"another card said":    func(a *record.Alarmed) { a.What = "8c" },
		"another card entered": func(a *record.Alarmed) { a.Card = "4" },
		"no card left out":     func(a *record.Alarmed) { a.What = "7" },
		"left out, not typed":  func(a *record.Alarmed) { a.Kind, a.Card = record.ShoeLeftOut, "" },
		"typed, not left out":  func(a *record.Alarmed) { a.Kind, a.Card = record.ShoeOverruled, "3" },
	} {
		done := false
		fault := faultOf(f, f.entries(func(e *record.Entry) {
			a, ok := e.Fact.(record.Alarmed)
			if wants := map[string]record.AlarmKind{"no card left out": record.ShoeLeftOut, "typed, not left out": record.ShoeLeftOut}[name]; ok && !done && a.Kind == cmp.Or(wants, record.ShoeOverruled) {
				forge(&a)
				e.Fact, done = a, true
			}
		})...)
		if !done || fault == nil || fault.Code != record.NotDone {
			t.Errorf("%s is found as %+v", name, fault)
		}
	}
}
