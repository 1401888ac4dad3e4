package pit_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// stillToDo are the acts that are still to be done, those left out that come to nothing.
func (f *floor) stillToDo(want ...string) {
	f.t.Helper()
	h := &f.table.Current
	var got []string
	for i, word := range actsOf(h, 0) {
		if i >= h.Done() && !h.Acts()[i].Nothing() {
			got = append(got, word)
		}
	}
	if !reflect.DeepEqual(got, want) {
		f.t.Fatalf("to do is %q, want %q", got, want)
	}
}

// holdsAnew says that the table is the fold of its entries, and that the audit carries them out again.
func (f *floor) holdsAnew() {
	f.t.Helper()
	again, err := pit.Resume(f.journal, "LB1")
	if err != nil {
		f.t.Fatal(err)
	}
	if !reflect.DeepEqual(again, f.table) {
		f.t.Fatalf("folded again the table is\n%+v\nit was\n%+v", again, f.table)
	}
	f.holds()
}

// paidThree are three boxes of which the 59 of 1 and 3 was collected and that of 2 paid.
func paidThree(t failer) *floor {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 2, 3)
	f.do(card("K"), card("5"), card("5"), card("5"), card("2"), card("K"), card("8"))
	f.stillToDo("1 59 collect 2000", "2 59 pay 2000", "3 59 collect 2000")
	f.do(payAll)
	return f
}

// withdrawn says what comes back, as far as it had moved: behind a bet whose it is, and of a split box on which hand.
func (f *floor) withdrawn(want ...string) {
	f.t.Helper()
	var got []string
	for _, a := range f.table.Current.Withdrawn() {
		got = append(got, withdrawnWord(a))
	}
	if !reflect.DeepEqual(got, want) {
		f.t.Fatalf("to be brought back is %q, want %q", got, want)
	}
}

func withdrawnWord(a pay.Act) string {
	bet := a.Spot
	if a.Bettor != "" {
		bet += "(" + a.Bettor + ")"
	}
	if a.Hand > 0 {
		bet += fmt.Sprint("/", a.Hand)
	}
	return fmt.Sprintf("%d %s %s %d", a.Box, bet, a.Do, a.Amount)
}

// A payment that is taken back is owed again, and the tray is as it was before it.
func TestPaymentTakenBackIsOwedAgain(t *testing.T) {
	f := paidThree(t)
	paid := f.table.Desk().Worth()
	for range 2 {
		f.do(undo)
		f.stillToDo("1 59 collect 2000", "2 59 pay 2000", "3 59 collect 2000")
		f.withdrawn("1 59 pay 2000", "2 59 collect 2000", "3 59 pay 2000")
		if f.table.Desk().Worth().Amount != tall.Value() {
			t.Fatalf("the tray has %v", f.table.Desk().Worth())
		}
		f.do(payNext)
		f.withdrawn("2 59 collect 2000", "3 59 pay 2000")
		f.do(payAll)
		f.stillToDo()
		f.withdrawn()
		if f.table.Desk().Worth() != paid {
			t.Fatalf("the tray has %v, had %v", f.table.Desk().Worth(), paid)
		}
		f.do(undo) // the tick of 2 and 3
		f.stillToDo("2 59 pay 2000", "3 59 collect 2000")
		f.do(undo, payAll)
	}
	f.holdsAnew()
}

// Payments that were taken back are owed whole by other cards: no difference is asked of chips that
// nobody says have moved. So it is with payments that nobody confirmed but a card which was taken back.
func TestTakenBackPaymentsMoveNothing(t *testing.T) {
	for _, c := range []struct {
		name string
		keys []command
	}{
		{"confirmed at once", []command{payAll, undo, undo, undo}},
		{"confirmed one by one", []command{payNext, payNext, payNext, undo, undo, undo, undo, undo}},
		{"confirmed in part", []command{payNext, undo, undo, undo}},
		{"confirmed twice", []command{payAll, undo, payAll, undo, undo, undo}},
		{"a decision, then the payment under it", []command{payAll, decide(games.Stand), undo, undo, undo, undo}},
		{"never confirmed, the hand went on", []command{decide(games.Stand), decide(games.Stand), undo, undo, undo, undo}},
		{"never confirmed, a card was typed over it", []command{card("9"), undo, undo, undo}},
		{"never confirmed", []command{undo, undo}},
	} {
		f := newFloor(t)
		boxes(f, luganoSet, 1, 2, 3)
		f.do(card("K"), card("5"), card("5"), card("5"), card("2"), card("K"), card("8"))
		f.do(c.keys...)
		f.stillToDo()
		if f.table.Desk().Worth().Amount != tall.Value() {
			t.Errorf("%s: the tray has %v", c.name, f.table.Desk().Worth())
		}
		f.do(card("9"), card("4")) // box 2 has 4, and box 3 has nine
		if got, want := actsOf(&f.table.Current, f.table.Current.Done()), []string{"1 59 collect 2000", "2 59 collect 2000", "3 59 pay 2000"}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: to do is %q, want %q", c.name, got, want)
		}
		f.do(payAll)
		if want := tall.Value() + 2000 + 2000 - 2000; f.table.Desk().Worth().Amount != want {
			t.Errorf("%s: the tray has %v, want %d", c.name, f.table.Desk().Worth(), want)
		}
		f.holdsAnew()
	}
}

// Only the act whose own entry is taken back is owed again: what was confirmed before it stays done.
func TestConfirmedPaymentStaysDone(t *testing.T) {
	f := paidThree(t)
	paid := f.table.Desk().Worth()
	f.do(decide(games.Stand), decide(games.Draw), card("K"), undo, undo)
	f.stillToDo()
	f.withdrawn()
	if f.table.Desk().Worth() != paid {
		t.Errorf("the tray has %v, had %v", f.table.Desk().Worth(), paid)
	}
	f.holdsAnew()
}

// A payment that was taken back is none when the hand is put right or cancelled.
func TestTakenBackPaymentIsNoneOfAReconstruction(t *testing.T) {
	lies := make([]record.CardLaid, 0, 7)
	for _, l := range []string{"K 1", "5 2", "5 3", "5 bank", "2 3", "K 2", "8 1"} {
		name, at, _ := strings.Cut(l, " ")
		lies = append(lies, record.CardLaid{Card: record.CardName(name), At: record.PlaceName(at)})
	}
	f := paidThree(t)
	f.do(undo, func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOut(record.WrongPlace, 0, "", lies) })
	_, differences, err := f.table.Felt().RelayPreview(lies)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		if d.Was != 0 {
			t.Errorf("of box %d %s it says that %d was paid", d.Box, d.Spot, d.Was)
		}
	}
	f = paidThree(t)
	f.do(undo, func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "nobody plays") })
	h := f.table.History[0]
	for _, a := range h.Acts() {
		if a.Do != pay.GiveBack {
			t.Errorf("of a hand of which nothing had moved %+v is due", a)
		}
	}
	if f.table.Desk().Worth().Amount != tall.Value() {
		t.Errorf("the tray has %v", f.table.Desk().Worth())
	}
	f.holdsAnew()
}

// Blackjack: what was collected of a bust, paid of a natural, or of a doubled hand, is owed again as
// its payment is taken back, and by other cards it is owed whole.
func TestTakenBackPaymentsOfBlackjack(t *testing.T) {
	f := newFloor(t)
	f.do(counted(blackjackSet, tall), shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), closeBets)
	f.do(card("Ts"), card("9c"), card("7h"), card("8d"), card("8c"), hide, decide(games.Hit), card("9d"))
	f.stillToDo("1 main collect 2000")
	f.do(payNext, undo, undo)
	f.withdrawn("1 main pay 2000")
	f.do(card("2d"), decide(games.Stand), decide(games.Stand), card("Kc"))
	f.stillToDo("1 main pay 2000", "2 main leave 2000")
	f.do(payAll)
	f.holdsAnew()

	f = newFloor(t)
	f.do(counted(blackjackSet, tall), shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), closeBets)
	f.do(card("As"), card("9c"), card("7h"), card("Kd"), card("8c"), hide)
	f.stillToDo("1 main pay 3000")
	f.do(payNext, undo, undo, undo, undo, card("9d"))
	f.stillToDo()
	f.withdrawn("1 main collect 3000")
	f.holdsAnew()
}

// The bets opened again: those that were collected lie there as before, and can be cleared.
func TestBetsThatWereCollectedLieAgain(t *testing.T) {
	f := paidThree(t)
	for f.table.Current.BetsClosed {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario) })
	}
	f.withdrawn("1 59 pay 2000", "2 59 collect 2000", "3 59 pay 2000")
	f.do(pit.OfBets(hand.Bets.Clear))
	if !f.table.Current.Empty() || f.table.Desk().Worth().Amount != tall.Value() {
		t.Errorf("the hand has %+v, the tray %v", f.table.Current.Round.Bets, f.table.Desk().Worth())
	}
	f.holdsAnew()
}

// A shift of Sabot 0.9 is folded as it was: its entries hold as they were made.
func TestUndoOfPaymentsInOldRecords(t *testing.T) {
	f := newFloor(t)
	old := func(t *pit.Table) ([]record.Fact, error) {
		facts, err := counted(luganoSet, tall)(t)
		for i := range facts {
			if o, ok := facts[i].(record.Opened); ok {
				o.Checks, o.Uncounted = 0, false
				facts[i] = o
			}
		}
		return facts, err
	}
	f.do(old, shoe, bet(2, "59", 2000), bet(2, "play", 2000), closeBets, card("5"), card("5"), card("K"), payAll)
	f.do(undo, undo, card("8"))
	f.stillToDo("2 59 collect 2000")
	f.holdsAnew()
}

// What somebody confirmed and what is asked come to the settlement of the hand, after whatever was taken back and entered again.
func TestConfirmedAndAskedAreTheSettlement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		set := rapid.SampledFrom([]record.TableSet{luganoSet, trackedSet, blackjackSet}).Draw(t, "game")
		f.do(counted(set, tall), func(t *pit.Table) ([]record.Fact, error) {
			return t.StartShoe(asEnds(t, pit.NewShoe{Fresh: true}), moment)
		})
		day := newDayOfMoney(t, f)
		for range rapid.IntRange(1, 6).Draw(t, "hands") {
			day.playHand()
			for range rapid.IntRange(0, 8).Draw(t, "keys") {
				day.key(anyKey(t))
				if rapid.Bool().Draw(t, "takes back") {
					day.key(undoWith(&dario))
				}
			}
		}
	})
}

// A ledger has what somebody confirmed as moved in the open hand, of what the table asked for; it knows
// the entries alone, and nothing of how the table keeps what is done.
type ledger struct {
	tray games.Amount // as the hand began, with what moved beside it
	list []confirmed
}

type confirmed struct {
	seq int64
	who string
	net games.Amount
}

// asking is what a table asks for before a command.
type asking struct {
	due  []pay.Act
	done int
	tray games.Amount
}

func stands(t *pit.Table) asking {
	acts, done := t.Current.Acts(), t.Current.Done()
	return asking{acts[done:], done, t.Desk().Worth().Amount}
}

func whoOf(box int, bettor string) string { return fmt.Sprint(box, bettor) }

// enter takes what a command did, and holds what was confirmed and what is asked against what the bets came to.
func (l *ledger) enter(t *rapid.T, table *pit.Table, before asking, facts []record.Fact) {
	h := &table.Current
	n := 0 // of what was asked, how much is confirmed by it
	for _, fact := range facts {
		switch f := fact.(type) {
		case record.HandClosed:
			*l = ledger{tray: table.Desk().Worth().Amount}
			return
		case record.Undone:
			l.list = slices.DeleteFunc(l.list, func(c confirmed) bool { return c.seq >= f.Seq })
		case record.PaidOut:
			n = h.Done() - before.done
		case record.Decided:
			if !f.Aside {
				n = len(before.due)
			}
		case record.CardLaid:
			if !f.Burned {
				n = len(before.due)
			}
		case record.CardHidden:
			n = len(before.due)
		case record.CardTurned:
			if f.At != "" {
				n = len(before.due)
			}
		default:
			if of := record.RealmOf(fact); of == record.OfMoves || of == record.OfTable {
				l.tray += table.Desk().Worth().Amount - before.tray
				before.tray = table.Desk().Worth().Amount
			}
		}
	}
	for _, a := range before.due[:min(n, len(before.due))] {
		l.list = append(l.list, confirmed{table.Seq - int64(len(facts)) + 1, whoOf(a.Box, a.Bettor), a.Net()})
	}
	sums, moved := map[string]games.Amount{}, games.Amount(0)
	for _, c := range l.list {
		sums[c.who] += c.net
		moved += c.net
	}
	if tray := table.Desk().Worth().Amount; tray != l.tray-moved {
		t.Fatalf("the tray has %d, and of %d somebody confirmed %+v", tray, l.tray, l.list)
	}
	if len(h.Relays) > 0 && table.Deal().Phase() != hand.Paying || !h.BetsClosed {
		return // not all is settled anew
	}
	for _, a := range h.Acts()[h.Done():] {
		sums[whoOf(a.Box, a.Bettor)] += a.Net()
	}
	for _, p := range h.Payments() {
		sums[whoOf(p.Box, p.Bettor)] -= p.Net()
	}
	for _, part := range h.Parts {
		if part.Hand != 0 && !slices.ContainsFunc(h.Rows, func(r record.Row) bool { return r.Bet == part.Bet }) {
			b := h.Round.Bets[part.Bet]
			sums[whoOf(b.Box, b.Bettor)] -= part.Returned - part.Staked
		}
	}
	for who, left := range sums {
		if left != 0 {
			t.Fatalf("of box %s %d more is confirmed and asked than it came to: %+v, %q, %+v", who, left, l.list, actsOf(h, h.Done()), h.Rows)
		}
	}
}

// A payment that a croupier alone takes back, and then its card, are kept for the shift's report, with who did it: of punto
// banco the winner can be turned round so. A card before any payment is a slip.
func TestCardTakenBackAfterAPayment(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 2000), put(2, "banker", "", 2000), closeBets)
	f.do(card("9s"), card("5h"), undo, card("5h"), card("Ks"), card("6h"), payNext)
	if len(f.table.TakenBack) > 0 {
		t.Fatalf("slips are kept: %+v", f.table.TakenBack)
	}
	f.do(undo)
	if back := f.table.TakenBack; len(back) != 1 || back[0].Kind != "paid" || back[0].Alone != anna.Number || len(back[0].Unpaid) == 0 {
		t.Fatalf("%+v", back)
	}
	f.do(undo, card("4h"), payAll)
	back := f.table.TakenBack[1:]
	if len(back) != 1 || back[0].Alone != anna.Number || back[0].Kind != "card" || back[0].Hand != 1 || back[0].Approver != "" {
		t.Fatalf("%+v", back)
	}
	f.holdsAnew()
}

// Cards that came after a payment had been taken back, and that nobody was paid on, are slips.
func TestCardsAfterAPaymentTakenBackAreSlips(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 2000), put(2, "banker", "", 2000), closeBets)
	f.do(card("9s"), card("5h"), card("Ks"), card("6h"), payNext, undo, undo)
	if len(f.table.TakenBack) != 2 {
		t.Fatalf("%+v, want the payment and the card that was paid on", f.table.TakenBack)
	}
	f.do(card("4h"), undo, card("3h"), undo)
	if len(f.table.TakenBack) != 2 {
		t.Errorf("nobody was paid on these: %+v", f.table.TakenBack[2:])
	}
	f.do(card("6h"), payNext, undo, undo)
	if len(f.table.TakenBack) != 4 {
		t.Errorf("paid once more and taken back: %+v", f.table.TakenBack)
	}
	f.holdsAnew()
}
