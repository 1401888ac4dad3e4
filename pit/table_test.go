package pit_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/storage/memory"
)

var (
	anna  = people.Staff{Number: "11", Name: "Anna Rossi", Role: record.Croupier}
	bruno = people.Staff{Number: "12", Name: "Bruno Keller", Role: record.Croupier}
	dario = people.Staff{Number: "21", Name: "Dario Bianchi", Role: record.Inspector}
)

type failer interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// floor is a table with its journal: every command goes the one way.
type floor struct {
	t       failer
	journal record.Keeper
	table   *pit.Table
	now     time.Time
}

func newFloor(t failer) *floor {
	journal, err := memory.New()
	if err != nil {
		t.Fatal(err)
	}
	return &floor{t: t, journal: journal, table: pit.NewTable("LB1"), now: moment}
}

// try carries a command out: decide, append, fold.
func (f *floor) try(command func(*pit.Table) ([]record.Fact, error)) error {
	f.t.Helper()
	facts, err := command(f.table)
	if err != nil {
		return err
	}
	f.now = f.now.Add(time.Second)
	entries := f.table.Stamp(f.now, facts...)
	if err := f.journal.Append(entries...); err != nil {
		f.t.Fatal(err)
	}
	for _, e := range entries {
		f.table.Apply(e)
	}
	return nil
}

func (f *floor) do(commands ...func(*pit.Table) ([]record.Fact, error)) {
	f.t.Helper()
	for _, c := range commands {
		if err := f.try(c); err != nil {
			f.t.Fatal(err)
		}
	}
}

func (f *floor) refused(why people.Why, command func(*pit.Table) ([]record.Fact, error)) {
	f.t.Helper()
	seq := f.table.Seq
	var refusal *people.Refusal
	if err := f.try(command); !errors.As(err, &refusal) || refusal.Why != why {
		f.t.Fatalf("%v, want the refusal %s", err, why)
	}
	if f.table.Seq != seq {
		f.t.Fatal("a refused command is on the record")
	}
}

type command = func(*pit.Table) ([]record.Fact, error)

const limits = `{"preset":"lugano","limits":{"59":{"min":1000,"max":50000},"play":{"min":1000}}}`

const handHeld = `{"preset":"lugano-hand","limits":{"59":{"min":1000,"max":50000},"play":{"min":1000}}}`

func openingHandHeld(t *pit.Table) ([]record.Fact, error) {
	return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(handHeld)}, Chips: theChips, Croupier: anna, Inspector: dario}, moment)
}

func opening(t *pit.Table) ([]record.Fact, error) {
	return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(limits)}, Chips: theChips, Croupier: anna, Inspector: dario}, moment)
}
func bet(box int, spot string, amount games.Amount) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.PlaceBet(games.Bet{Box: box, Spot: spot, Amount: amount})
	}
}
func card(name string) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.DealCard(name) }
}
func decide(do games.Action) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Decide(do) }
}
func closing(t *pit.Table) ([]record.Fact, error) {
	return t.Closing(pit.End{Croupier: people.Staff{Number: t.Croupier, Role: record.Croupier}, Inspector: dario})
}
func undo(t *pit.Table) ([]record.Fact, error) { return t.Undo(nil) }

// theChips are the house's.
var theChips = []games.Amount{1, 500, 1000, 2500, 10000}

var (
	shoe      command = func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, moment) }
	closeBets command = (*pit.Table).CloseBets
	payNext   command = (*pit.Table).PayNext
	payAll    command = (*pit.Table).PayAll
)

// betting is a floor whose bets are open, with one box in play.
func betting(t failer) *floor {
	f := newFloor(t)
	f.do(opening, shoe, bet(1, "59", 2000), bet(1, "play", 4000))
	return f
}

func TestHandFromBetsToLastPayment(t *testing.T) {
	f := betting(t)
	f.do(bet(3, "59", 2000), bet(3, "play", 9000), bet(5, "59", 500))
	f.do(closeBets)
	if rows := f.table.Current.Payments(); len(rows) != 1 || rows[0].Box != 5 || rows[0].Outcome != games.Void {
		t.Fatalf("what does not stand goes back at once: %+v", rows)
	}
	f.do(card("8"), card("K"), card("3"), card("8"), card("5"))
	if h := &f.table.Current; len(h.Rows) != 3 || h.Paid != 1 {
		t.Fatalf("59 is settled by the second cards: %+v, %d paid", h.Rows, h.Paid)
	}
	f.do(payNext)
	if f.table.Current.Paid != 2 {
		t.Fatalf("%d rows paid, want 2", f.table.Current.Paid)
	}
	f.do(decide(games.Stand), decide(games.Double), card("4"), card("2"))
	if p := f.table.Phase(); p != pit.Paying {
		t.Fatalf("phase %v, want the payments", p)
	}
	f.do(payNext, payNext)
	// Box 1: 8-8 is 6 and wins 59 at 2:1, PLAY 6 against 5 wins. Box 3: K 5 4 is 9:
	// 59 wins, PLAY 9000 was reduced to 4000 and doubled, and wins.
	if got := f.table.History[0].House; got != -(4000 + 4000 + 2000 + 8000) {
		t.Errorf("house %d", got)
	}
	if f.table.Hand != 2 || f.table.Current.Begun() {
		t.Errorf("hand %d is open and begun %v, want a new hand 2", f.table.Hand, f.table.Current.Begun())
	}
	f.do((*pit.Table).RepeatBets)
	if got := f.table.Current.On(3, "play", ""); got != 4000 || f.table.Current.Bets(5) {
		t.Errorf("repeated PLAY of box 3 is %d, want the 4000 that were accepted; box 5 has bets: %v", got, f.table.Current.Bets(5))
	}
	f.do((*pit.Table).RepeatBets)
	if got := f.table.Current.On(3, "play", ""); got != 8000 {
		t.Errorf("repeated again it is %d, want 8000", got)
	}
}

func TestRefusals(t *testing.T) {
	f := newFloor(t)
	f.refused(people.TableClosed, bet(1, "59", 1000))
	f.refused(people.TableClosed, undo)
	f.refused(people.SamePerson, func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: record.TableSet{}, Croupier: anna, Inspector: anna}, moment)
	})
	f.refused(people.WrongRole, func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: record.TableSet{}, Croupier: anna, Inspector: bruno}, moment)
	})
	f.refused(people.WrongRole, func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: record.TableSet{}, Croupier: dario, Inspector: anna}, moment)
	})
	f.do(opening)
	f.refused(people.TableOpen, opening)
	f.refused(people.NoShoe, bet(1, "59", 1000))
	f.do(shoe)
	f.refused(people.NothingToUndo, undo)
	f.refused(people.NothingToRepeat, (*pit.Table).RepeatBets)
	f.refused(people.NothingToClear, (*pit.Table).ClearBets)
	f.refused(people.NothingToClear, bet(1, "59", 0))
	f.refused(people.NoSuchSpot, bet(10, "59", 1000))
	f.refused(people.NoSuchSpot, bet(1, "banker", 1000))
	f.refused(people.AmountTooLarge, bet(1, "59", games.MaxAmount+1))
	f.refused(people.BetsAreOpen, card("8"))
	f.refused(people.BetsAreOpen, decide(games.Stand))
	f.refused(people.NoBetStands, closeBets)
	f.do(bet(1, "59", 2000))
	f.refused(people.NoBetStands, closeBets)
	f.refused(people.HandOpen, closing)
	f.refused(people.HandOpen, shoe)
	f.do(bet(1, "play", 2000), closeBets)
	f.refused(people.BetsAreClosed, bet(1, "59", 1000))
	f.refused(people.BetsAreClosed, closeBets)
	f.refused(people.NoDecisionDue, decide(games.Stand))
	f.refused(people.NothingToPay, payNext)
	f.refused(people.NoSuchCard, card("X"))
	f.refused(people.NoSuchCard, card("!8h"))
	f.do(card("8"), card("8"), card("8"))
	f.refused(people.NotThatDecision, decide(games.Split))
	f.refused(people.OnDutyAlready, func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(anna) })
	f.refused(people.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(dario) })
	f.refused(people.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.ChangeInspector(bruno) })
}

// The composition is tracked over the shoe: a card that cannot exist is refused.
func TestImpossibleCard(t *testing.T) {
	f := betting(t)
	for n := 0; n < 6; n++ { // four eights a hand, twenty-four in six decks
		if n > 0 {
			f.do((*pit.Table).RepeatBets)
		}
		f.do(closeBets, card("8"), card("8"), card("8"), decide(games.Stand), card("8"), payAll)
	}
	f.do((*pit.Table).RepeatBets, closeBets)
	before := f.table.Current
	f.do(card("8"), card("8h"))
	if len(f.table.Alarms) != 2 || !reflect.DeepEqual(f.table.Current, before) {
		t.Fatalf("%d alarms; the hand went on with a card that cannot exist: %+v", len(f.table.Alarms), f.table.Current)
	}
	f.do(card("9"), card("K"), card("9"), decide(games.Stand), card("9"), payAll, (*pit.Table).RepeatBets)
	f.refused(people.AlarmWaits, closeBets)
	f.refused(people.AlarmWaits, shutAfterClearing(f))
	f.refused(people.NeedsInspector, func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(nil) })
	f.refused(people.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&bruno) })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario) })
	f.refused(people.NoAlarm, func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario) })
	if len(f.table.Alarms) != 0 || len(f.table.Notes) != 2 {
		t.Errorf("%d alarms and %d notes", len(f.table.Alarms), len(f.table.Notes))
	}
}

func shutAfterClearing(f *floor) command {
	f.t.Helper()
	f.do((*pit.Table).ClearBets)
	return closing
}

// An undo takes back what the rules settled by the entry, and leaves the state as
// if it had never been; the record keeps both.
func TestUndo(t *testing.T) {
	f := betting(t)
	f.do(closeBets, card("8"), card("K"))
	before := f.table.Current
	f.do(card("8"), undo)
	if !reflect.DeepEqual(f.table.Current.Round, before.Round) || len(f.table.Current.Rows) != len(before.Rows) {
		t.Errorf("after the undo %+v, before %+v", f.table.Current, before)
	}
	f.do(card("5"), decide(games.Stand), undo, decide(games.Draw), undo, undo, undo, undo)
	if n := len(f.table.Current.Round.Laid); n != 0 {
		t.Fatalf("%d cards lie, want none", n)
	}
	// Cards were out: the bets open again only with an inspector.
	f.refused(people.NeedsInspector, undo)
	f.refused(people.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Undo(&bruno) })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Undo(&dario) })
	if f.table.Phase() != pit.Betting {
		t.Error("the bets are not open")
	}
	f.do(undo, undo)
	f.refused(people.NothingToUndo, undo)
}

// Source 004, section 3: after "nulla va più" nobody touches a bet; an inspector alone opens
// the bets again, also before a card lies.
func TestUndoOfNoMoreBetsBeforeACard(t *testing.T) {
	f := betting(t)
	f.do(closeBets)
	f.refused(people.NeedsInspector, undo)
	f.refused(people.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Undo(&bruno) })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Undo(&dario) })
	if f.table.Phase() != pit.Betting {
		t.Error("the bets are not open")
	}
}

func TestReliefInTheMiddleOfAHandSurvivesAnUndo(t *testing.T) {
	f := betting(t)
	f.do(closeBets, card("8"))
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(bruno) })
	f.do(undo)
	if f.table.Croupier != bruno.Number || len(f.table.Current.Round.Laid) != 0 {
		t.Errorf("croupier %s, %d cards", f.table.Croupier, len(f.table.Current.Round.Laid))
	}
}

// Entries say who, when, table, shift, shoe and hand.
func TestEveryEntrySaysWhereItBelongs(t *testing.T) {
	f := betting(t)
	f.do(closeBets, card("8"), func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(bruno) }, card("K"), card("8"))
	f.do(decide(games.Stand), card("9"), payAll, shoe, closing, opening, shoe)
	want := [][4]any{ // by whom, shift, shoe, hand
		{"11", 1, 0, 0}, {"11", 1, 1, 1}, {"11", 1, 1, 1}, {"11", 1, 1, 1}, // opened, shoe, 59, PLAY
		{"11", 1, 1, 1}, {"11", 1, 1, 1}, {"11", 1, 1, 1}, // no more bets, a card, relieved
		{"12", 1, 1, 1}, {"12", 1, 1, 1}, {"12", 1, 1, 1}, // two cards, the 59 settled
		{"12", 1, 1, 1}, {"12", 1, 1, 1}, {"12", 1, 1, 1}, {"12", 1, 1, 1}, // stand, the bank's card, PLAY settled, closed
		{"12", 1, 2, 2}, {"12", 1, 2, 2}, {"11", 2, 0, 0}, {"11", 2, 1, 1}, // shoe, table closed, opened again, shoe
	}
	last := time.Time{}
	for e, err := range f.journal.Entries("LB1", 1) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Table != "LB1" || e.At.Before(last) || int(e.Seq) > len(want) {
			t.Fatalf("entry %d of %q at %v", e.Seq, e.Table, e.At)
		}
		last = e.At
		if got := [4]any{e.By, e.Shift, e.Shoe, e.Hand}; got != want[e.Seq-1] {
			t.Errorf("entry %d (%T): by, shift, shoe, hand %v, want %v", e.Seq, e.Fact, got, want[e.Seq-1])
		}
	}
	if int(f.table.Seq) != len(want) {
		t.Errorf("%d entries, want %d", f.table.Seq, len(want))
	}
}

// Whatever is keyed in: the fold of the journal is the state, the state never
// moves but by entries, and the money of every closed hand adds up.
func TestAnyKeysAtAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		f.do(rapid.SampledFrom([]command{opening, openingHandHeld, openingBanco, openingSpeed, revealed, machine, openingUS, openingEU}).Draw(t, "preset"), shoe)
		for range rapid.IntRange(1, 120).Draw(t, "keys") {
			before := f.table.Seq
			err := f.try(anyKey(t))
			var refusal *people.Refusal
			if err != nil && (!errors.As(err, &refusal) || f.table.Seq != before) {
				t.Fatalf("%v, and %d entries", err, f.table.Seq-before)
			}
		}
		again, err := pit.Resume(f.journal, "LB1")
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(again, f.table) {
			t.Fatalf("folded again the table is\n%+v\nit was\n%+v", again, f.table)
		}
		ready, whole, err := pit.Ready(f.journal, "LB1")
		if err != nil {
			t.Fatal(err)
		}
		if whole && !reflect.DeepEqual(ready, f.table) || !reflect.DeepEqual(ready.Current, f.table.Current) {
			t.Fatalf("made ready the table is\n%+v\nit was\n%+v", ready, f.table)
		}
		w, err := audit.NewWitness("")
		if err != nil {
			t.Fatal(err)
		}
		audit := w.Begin("LB1")
		for e, err := range f.journal.Entries("LB1", 1) {
			if err != nil {
				t.Fatal(err)
			}
			if fault := audit.Add(line(e)); fault != nil {
				t.Fatalf("what the table itself wrote does not hold: %v", fault)
			}
		}
		for i := range f.table.History {
			h := &f.table.History[i]
			if h.Cancelled != nil {
				continue
			}
			settlement, err := games.Complete(f.table.Game, h.Round)
			if err != nil {
				t.Fatal(err)
			}
			if recorded := h.Settlement(f.table.Game); recorded.House != settlement.House {
				t.Fatalf("hand %d: the record says %d, the rules %d", h.Number, recorded.House, settlement.House)
			}
		}
	})
}

// Carte alla mano (source 004, section 6): the bank's card lies open, each box lays
// its two open when its turn comes; the record of the hand is in shoe order all the
// same.
func TestCardsInTheHand(t *testing.T) {
	f := newFloor(t)
	f.do(openingHandHeld, shoe, bet(2, "59", 2000), bet(2, "play", 4000), bet(7, "59", 2000), bet(7, "play", 2000))
	f.refused(people.SpotNotOffered, bet(2, "pair", 1000))
	f.do(closeBets)
	for i, want := range []games.Place{games.Bank, games.AtBox(2), games.AtBox(2), games.AtBox(7), games.AtBox(7)} {
		if step := f.table.Next(); step.Kind != games.Deal || step.At != want {
			t.Fatalf("card %d is asked of %s, want %s", i, step.At, want)
		}
		f.do(card([]string{"4", "8", "8", "K", "5"}[i]))
		if i == 2 { // a slip in the middle of the opening
			f.do(undo, card("8"))
		}
	}
	var got string
	for _, l := range f.table.Current.Round.Laid {
		got += l.At.String() + "=" + l.Card.Rank().String() + " "
	}
	if got != "box:2=8 box:7=K bank=4 box:2=8 box:7=5 " {
		t.Errorf("in shoe order the deal is %s", got)
	}
	if len(f.table.Current.Rows) != 2 {
		t.Errorf("%d bets are settled by the second cards, want both 59", len(f.table.Current.Rows))
	}
	f.do(decide(games.Stand), decide(games.Draw), card("2"), card("A"), payAll)
	hand := &f.table.History[0]
	settlement, err := games.Complete(f.table.Game, hand.Round)
	if err != nil {
		t.Fatal(err)
	}
	if settlement.House != hand.House {
		t.Errorf("the record says %d, the rules %d", hand.House, settlement.House)
	}
}

// A table is ready with its last two shoes; with the hands before put in their
// place it is what the whole fold makes.
func TestReady(t *testing.T) {
	f := betting(t)
	for n := range 5 {
		if n > 0 {
			f.do(shoe, (*pit.Table).RepeatBets)
		}
		f.do(closeBets, card("8"), card("K"), card("8"), decide(games.Stand), card("9"), payAll)
		next := []people.Staff{bruno, anna}[n%2]
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(next) })
	}
	f.do((*pit.Table).RepeatBets, closeBets, card("7"))
	ready, whole, err := pit.Ready(f.journal, "LB1")
	if err != nil {
		t.Fatal(err)
	}
	if whole || len(ready.History) != 2 || ready.Croupier != f.table.Croupier || !reflect.DeepEqual(ready.Current, f.table.Current) {
		t.Errorf("ready with %d hands, croupier %s", len(ready.History), ready.Croupier)
	}
}

func anyKey(t *rapid.T) command {
	if rapid.IntRange(0, 5).Draw(t, "of the pit") == 0 {
		return anyPitKey(t)
	}
	switch rapid.SampledFrom([]string{"bet", "bet", "chip", "close", "close", "card", "card", "card", "card", "card", "card", "decide", "decide", "pay", "all", "undo", "repeat", "repeat", "clear", "shoe", "shoe", "relief",
		"burn", "cut", "due", "take", "waive", "pass", "wrong", "lies", "lies", "relay", "relay", "resume", "discard", "dry", "dry", "unseen", "keep", "seen", "hide", "hide", "insure", "early", "ahead"}).Draw(t, "key") {
	case "bet":
		box := rapid.IntRange(0, 10).Draw(t, "box")
		amount := games.Amount(rapid.IntRange(0, 60_000).Draw(t, "amount"))
		spot := rapid.SampledFrom([]string{"59", "59", "play", "play", "pair", "plus8", "tie", "player", "banker", "banker", "player_pair", "super6", "main", "main", "behind", "21+3"}).Draw(t, "spot")
		bettor := rapid.SampledFrom([]string{"", "", "2"}).Draw(t, "bettor")
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.PlaceBet(games.Bet{Box: box, Spot: spot, Bettor: bettor, Amount: amount})
		}
	case "chip":
		spot := rapid.SampledFrom([]string{"59", "play"}).Draw(t, "spot")
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.AddChip(games.Bet{Box: 2, Spot: spot, Amount: 2500})
		}
	case "close":
		return closeBets
	case "card":
		name := rapid.SampledFrom([]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "K", "Qs", "9d", "Ah", "5c", "8s", "6d", "Tc", "Kh"}).Draw(t, "card")
		return card(name)
	case "decide":
		return decide(rapid.SampledFrom([]games.Action{games.Stand, games.Draw, games.Double, games.Hit, games.Hit, games.Split}).Draw(t, "decision"))
	case "pay":
		return payNext
	case "all":
		return payAll
	case "repeat":
		return (*pit.Table).RepeatBets
	case "clear":
		return (*pit.Table).ClearBets
	case "shoe":
		return shoe
	case "burn":
		return burnFirst(rapid.SampledFrom([]string{"A", "7h", "Ks", "Q"}).Draw(t, "first card"))
	case "cut":
		return (*pit.Table).CutCardOut
	case "due":
		return func(t *pit.Table) ([]record.Fact, error) { return t.ReportCards(record.FloorCards) }
	case "dry":
		return (*pit.Table).DealDry
	case "unseen":
		return (*pit.Table).CarryUnseen
	case "keep":
		return func(t *pit.Table) ([]record.Fact, error) { return t.KeepCards(&dario) }
	case "take":
		box := rapid.IntRange(0, 3).Draw(t, "box")
		return func(t *pit.Table) ([]record.Fact, error) { return t.TakeCommission(box) }
	case "waive":
		return func(t *pit.Table) ([]record.Fact, error) { return t.WaiveCommission(2, &dario) }
	case "pass":
		return func(t *pit.Table) ([]record.Fact, error) { return t.PassBox(2) }
	case "lies": // the last card elsewhere, another turned over, one more
		at := rapid.SampledFrom([]record.PlaceName{"box:1", "box:2", "bank", "player", "banker", "dealer"}).Draw(t, "place")
		how := rapid.IntRange(0, 3).Draw(t, "how")
		return func(t *pit.Table) ([]record.Fact, error) {
			if t.Game == nil {
				return nil, &people.Refusal{Why: people.TableClosed}
			}
			laid := t.OnFelt()
			switch n := len(laid); {
			case how == 0 || n == 0:
				laid = append(laid, record.CardLaid{Card: "9h", At: at})
			case how == 1:
				laid[n-1].At = at
			case how == 2:
				laid[0].Card = record.FaceDownName
			default:
				laid = append(laid, record.CardLaid{Card: "5s", At: at, Burned: true})
			}
			return t.LayOut(record.WrongPlace, 0, "", laid)
		}
	case "resume":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario, "in order") }
	case "wrong":
		at := rapid.SampledFrom([]games.Place{games.Player, games.Banker, games.Bank, games.AtBox(2)}).Draw(t, "place")
		return func(t *pit.Table) ([]record.Fact, error) { return t.MisdealtCard("7h", at) }
	case "relay":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Relay(&dario, "") }
	case "discard":
		return func(t *pit.Table) ([]record.Fact, error) { return t.BurnCard("6d", &dario, "") }
	case "hide":
		return hide
	case "insure":
		return insure(rapid.IntRange(1, 2).Draw(t, "box"), rapid.SampledFrom([]string{"", "2"}).Draw(t, "bettor"))
	case "early":
		return early(2, "2", games.Early{Choice: rapid.SampledFrom([]games.Choice{games.Follow, games.ChooseSplit, games.Left}).Draw(t, "choice")})
	case "ahead":
		return ahead(2, rapid.SampledFrom([]games.Action{games.Stand, games.Hit, ""}).Draw(t, "said"))
	case "seen":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario) }
	case "relief":
		next := rapid.SampledFrom([]people.Staff{anna, bruno}).Draw(t, "croupier")
		return func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(next) }
	}
	return undo
}

// An undo of anything leaves the hand as it was.
func TestUndoIsTheInverseOfAnyKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		f.do(rapid.SampledFrom([]command{opening, openingHandHeld, openingBanco, openingSpeed, revealed, machine, openingUS, openingEU}).Draw(t, "preset"), shoe)
		for range rapid.IntRange(0, 60).Draw(t, "keys before") {
			_ = f.try(anyKey(t))
		}
		var key command
		var facts []record.Fact
		for range 6 {
			key = anyKey(t)
			if got, err := key(f.table); err == nil {
				facts = got
				break
			}
		}
		if facts == nil {
			t.Skip("refused")
		}
		switch facts[0].(type) {
		case record.HandPaused, record.HandResumed, record.BetRuled, record.PlayedOn, record.ShuffleDue:
		case record.BetsPlaced, record.BetsClosed, record.CardLaid, record.Decided, record.PaidOut, record.FirstBurned, record.CutCardOut, record.CardCarried, record.BoxPassed, record.Relaid, record.CardHidden, record.CardTurned, record.EarlyChosen, record.DealtDry:
		default:
			t.Skip("no entry of an open hand")
		}
		before := f.table.Current
		owed := f.table.Debts()
		f.do(key, func(t *pit.Table) ([]record.Fact, error) { return t.Undo(&dario) })
		after := f.table.Current
		if !reflect.DeepEqual(after.Carried, before.Carried) || after.CutCard != before.CutCard || after.Burn != before.Burn || !reflect.DeepEqual(f.table.Debts(), owed) {
			t.Fatalf("before\n%+v\nafter\n%+v", before, after)
		}
		if !reflect.DeepEqual(after.Paused, before.Paused) || after.Shuffle != before.Shuffle || !reflect.DeepEqual(after.Relays, before.Relays) {
			t.Fatalf("before\n%+v\nafter\n%+v", before, after)
		}
		if !reflect.DeepEqual(after.Round, before.Round) || !reflect.DeepEqual(after.Open, before.Open) || !reflect.DeepEqual(after.Rows, before.Rows) || after.Paid != before.Paid || after.BetsClosed != before.BetsClosed {
			t.Fatalf("before\n%+v\nafter\n%+v", before, after)
		}
	})
}
