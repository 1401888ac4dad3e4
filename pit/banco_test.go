package pit_test

import (
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Tables of punto banco: commission tracked, all that a house can switch on.
func openingAs(rules string, settings *record.Settings) command {
	set := record.TableSet{Name: "LB1", Game: "puntobanco", Rules: []byte(rules), Settings: settings}
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: set, Chips: theChips, Croupier: anna, Inspector: dario, Collect: collects(set)}, moment)
	}
}

var (
	openingBanco = openingAs(`{"preset":"pb-classic","commission":"tracked"}`, nil)
	openingSpeed = openingAs(`{"preset":"pb-speed","commission":"tracked","limits":{"banker":{"min":1000}}}`,
		&record.Settings{Burn: true, CutCard: 14, LowRisk: true, LateBets: true})
)

func burnFirst(name string) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().BurnFirst(name) }
}

func put(box int, spot, bettor string, amount games.Amount) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Bets().Place(games.Bet{Box: box, Spot: spot, Bettor: bettor, Amount: amount})
	}
}

func take(box int) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(box) }
}

// hand plays one: the bets lie, the cards come.
func (f *floor) hand(cards string) {
	f.t.Helper()
	f.do(closeBets)
	for _, name := range strings.Fields(cards) {
		f.do(card(name))
	}
	f.do(payAll)
}

// Source 002: "viene estratta una carta scoperta. Il numero delle carte bruciate
// dipende dal valore nominale"; tens and faces burn ten.
func TestFirstCardIsBurned(t *testing.T) {
	for name, want := range map[string]int{"Ah": 2, "7s": 8, "9c": 10, "Td": 11, "Kd": 11} {
		f := newFloor(t)
		f.do(openingSpeed, shoe)
		if f.table.Deal().Phase() != hand.Burning {
			t.Fatalf("phase %v, want the burn", f.table.Deal().Phase())
		}
		f.refused(house.BurnFirst, put(1, "player", "", 2000))
		f.refused(house.BurnFirst, pit.OfDeal(hand.Deal.CutCardOut))
		f.do(burnFirst(name))
		if got := f.table.Deal().CardsOut(); got != want || f.table.Current.Round.Out != want {
			t.Errorf("%s: %d cards are out, the hand says %d, want %d", name, got, f.table.Current.Round.Out, want)
		}
		f.refused(house.NothingToBurn, burnFirst(name))
		f.do(undo)
		if f.table.Deal().Phase() != hand.Burning || f.table.Deal().CardsOut() != 0 {
			t.Errorf("%s: after the undo %d cards are out", name, f.table.Deal().CardsOut())
		}
	}
}

// Source 000: the cut card makes the hand the last of the shoe; "nessun'altra carta
// dovrebbe essere distribuita fino al cambiamento del sabot".
func TestCutCard(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets, card("9"))
	f.do(pit.OfDeal(hand.Deal.CutCardOut))
	f.refused(house.CutCardIsOut, pit.OfDeal(hand.Deal.CutCardOut))
	f.do(undo, pit.OfDeal(hand.Deal.CutCardOut), card("7"), card("K"), card("Q"), payAll)
	if !f.table.ShoeOver || f.table.Deal().Phase() != hand.Shoeless {
		t.Fatalf("the shoe goes on: phase %v", f.table.Deal().Phase())
	}
	f.refused(house.ShoeIsOver, put(1, "player", "", 2000))
	f.refused(house.ShoeIsOver, closeBets)
	f.do(shoe, pit.OfBets(hand.Bets.Repeat), closeBets)
	if h := f.table.Current; f.table.Shoe != 2 || h.Round.Number != 1 || h.Round.Out != 0 {
		t.Errorf("the new shoe begins with %+v", h.Round)
	}
}

// Source 000: pre-drawn cards that were not needed open the next hand, two at most.
func TestCarriedCardsOpenTheNextHand(t *testing.T) {
	f := newFloor(t)
	f.do(openingSpeed, shoe, burnFirst("2c"), put(1, "player", "", 2000), closeBets, card("9s"), card("7d"), card("Ks"), card("Kd"))
	f.do(card("8h"), card("3c"))
	f.refused(house.NoCardDue, card("4c"))
	f.do(undo, card("Th"), payAll)
	if got := fmt.Sprint(f.table.Current.Ready); got != "[8h Th]" {
		t.Fatalf("%s lie ready", got)
	}
	if out := f.table.Deal().CardsOut(); out != 3+4 {
		t.Errorf("%d cards out before they are laid, want 7", out)
	}
	f.do(pit.OfBets(hand.Bets.Repeat), closeBets)
	if r := f.table.Current.Round; len(r.Laid) != 2 || r.Laid[0].At != games.Player || r.Laid[1].Card.String() != "Th" || r.Out != 7 {
		t.Fatalf("the hand opens with %+v", r)
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario) })
	if f.table.Current.BetsClosed || len(f.table.Current.Ready) != 2 {
		t.Error("one undo takes the end of the bets and what came with it")
	}
	f.do(closeBets, card("As"), card("7c"), payAll)
	if out := f.table.Deal().CardsOut(); out != 3+4+4 {
		t.Errorf("%d cards out, want 11", out)
	}
	// Where the game does not carry cards over, one card more is none.
	g := newFloor(t)
	g.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets, card("9"), card("7"), card("K"), card("K"))
	g.refused(house.NoCardDue, card("8"))
}

// What each box owes: by bettor, over hands, taken at any moment, kept apart where
// the box changes hands, and settled before the next shoe.
func TestTrackedCommission(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(2, "banker", "", 2000), put(2, "banker", "2", 4000), put(5, "banker", "", 10000), put(6, "player", "", 1000))
	f.hand("7 9 K K")
	want := []record.Debt{{Box: 2, Amount: 100}, {Box: 2, Bettor: "2", Amount: 200}, {Box: 5, Amount: 500}}
	if got := f.table.Debts(); !reflect.DeepEqual(got, want) {
		t.Fatalf("owed %+v, want %+v", got, want)
	}
	if got := f.table.History[0].House; got != 100+200+500-2000-4000-10000+1000 {
		t.Errorf("the house is up %d: commission is part of it", got)
	}
	f.refused(house.CommissionOwed, shoe)
	f.refused(house.CommissionOwed, closing)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.PassBox(2) })
	f.do(pit.OfBets(hand.Bets.Repeat))
	f.refused(house.HandOpen, func(t *pit.Table) ([]record.Fact, error) { return t.PassBox(2) })
	f.hand("7 9 K K")
	if got := f.table.OwedBy(2); got != 600 {
		t.Errorf("box 2 owes %d, want 300 of those who left and 300 of those who came", got)
	}
	if got := f.table.Debts()[0]; !got.Gone || got.Amount != 100 {
		t.Errorf("first owed is %+v, want that of who left", got)
	}
	f.do(take(2))
	f.refused(house.NothingOwed, take(2))
	if got := f.table.OwedBy(5); got != 1000 || f.table.OwedBy(2) != 0 {
		t.Errorf("box 5 owes %d", got)
	}
	f.refused(house.NothingToUndo, undo)
	f.do(f.lastNotSo())
	if got := f.table.OwedBy(2); got != 600 || !f.table.Debts()[0].Gone {
		t.Errorf("box 2 owes %d, want 600: it was not taken", got)
	}
	f.do(take(0))
	f.refused(house.NothingOwed, take(0))
	f.do(shoe)
	var sum games.Amount
	for _, c := range f.table.AllTaken() {
		for _, d := range c.Dues {
			sum += d.Amount
		}
	}
	if sum != 1600 {
		t.Errorf("%d taken in the shift, want 1600", sum)
	}
}

// Who leaves without paying: only an inspector gives it up, and the record says so.
func TestCommissionGivenUp(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(2, "banker", "", 2000))
	f.hand("7 9 K K")
	waive := func(who *house.Staff, reason string) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().WaiveDebt(record.Debt{Box: 2}, who, reason) }
	}
	f.refused(house.NeedsInspector, waive(nil, "gone"))
	f.refused(house.WrongRole, waive(&anna, "gone"))
	f.refused(house.NeedsReason, waive(&dario, " "))
	f.do(waive(&dario, "gone"))
	if got := f.table.AllTaken(); len(got) != 1 || got[0].Waived != dario.Number || got[0].Reason != "gone" {
		t.Errorf("%+v", got)
	}
	f.refused(house.NothingToUndo, undo)
	f.do(f.lastNotSo())
	if got := f.table.OwedBy(2); got != 100 || len(f.table.AllTaken()) != 0 {
		t.Errorf("box 2 owes %d: it was not given up", got)
	}
}

// What a player owes by one hand does not pay for another: while the commission of a hand is given up or collected, that hand
// stays as it is, whatever the player owes besides.
func TestCommissionOfAHandIsItsOwn(t *testing.T) {
	for name, clears := range map[string]command{
		"given up": func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().WaiveDebt(record.Debt{Box: 2}, &dario, "gone")
		},
		"collected": func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(2) },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFloor(t)
			f.do(openingBanco, shoe, put(2, "banker", "", 2000))
			f.hand("7 9 K K")
			f.do(clears, put(2, "banker", "", 2000))
			f.hand("7 9 K K")
			void := func(number int) command {
				return func(t *pit.Table) ([]record.Fact, error) {
					return t.Corrections().VoidHand(hand.Correction{Hand: number, Reason: "two shoes were mixed", Moved: true}, &elena)
				}
			}
			f.refused(house.CommissionPaid, void(1))
			if got := f.table.OwedBy(2); got != 100 {
				t.Errorf("box 2 owes %d by the second hand, want 100", got)
			}
			f.do(f.lastNotSo(), void(1))
			if got := f.table.OwedBy(2); got != 100 {
				t.Errorf("box 2 owes %d by the second hand, want 100", got)
			}
			f.do(void(2))
			if got := f.table.OwedBy(2); got != 0 {
				t.Errorf("box 2 owes %d by no hand", got)
			}
			f.holds()
		})
	}
}

// shuffled are the cards of so many decks.
func shuffled(decks int, seed int64) []string {
	var deck []string
	for range decks {
		for _, rank := range "A23456789TJQK" {
			for _, suit := range "shcd" {
				deck = append(deck, string(rank)+string(suit))
			}
		}
	}
	rand.New(rand.NewSource(seed)).Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return deck
}

// Source 000: a side bet past its cut-off is disabled: it is refused, and not repeated.
func TestSideBetAfterItsCutOff(t *testing.T) {
	f := newFloor(t)
	f.do(openingSpeed, shoe, burnFirst("2c"), put(1, "player", "", 2000), put(1, "player_bonus", "", 500))
	deck := shuffled(7, 44) // of eight: the burned card is one of the eighth
	for range 44 {
		if s := f.table.Game.Stakes(f.table.Current.Round); !s[1].Stands() {
			t.Fatalf("in hand %d the bonus is %+v", f.table.Current.Round.Number, s[1])
		}
		f.do(closeBets)
		for f.table.Deal().Next().Kind == games.Deal {
			f.do(card(deck[0]))
			deck = deck[1:]
		}
		f.do(payAll, pit.OfBets(hand.Bets.Repeat))
	}
	f.refused(house.SpotIsOver, put(2, "banker_bonus", "", 500))
	wantLies(t, f, "[1:player=2000]")
	f.do(pit.OfBets(hand.Bets.Clear))
	l, err := f.table.Bets().Again(0)
	if err != nil || len(l.Short) != 1 || l.Short[0].Stake.Reason != games.NotOffered {
		t.Errorf("repeated in hand 45: %+v, %v", l, err)
	}
}

// Notes that a house can switch on, and a table where it has not.
func TestNotes(t *testing.T) {
	f := newFloor(t)
	f.do(openingSpeed, shoe, burnFirst("2c"), put(3, "player", "", 2000), put(3, "banker", "", 5000), closeBets)
	if n := f.table.Notes; len(n) != 1 || n[0].Kind != record.LowRiskBets || n[0].Box != 3 || n[0].Amount != 2000 || !f.table.Current.BetsClosed {
		t.Errorf("notes %+v", n)
	}
	before := f.table.Current.Round
	f.do(put(4, "banker", "", 2000))
	if n := f.table.Notes; len(n) != 2 || n[1].Kind != record.LateBet || n[1].Box != 4 || !reflect.DeepEqual(f.table.Current.Round, before) {
		t.Errorf("notes %+v", n)
	}
	g := newFloor(t)
	g.do(openingBanco, shoe, put(3, "player", "", 2000), put(3, "banker", "", 5000), closeBets)
	g.refused(house.BetsAreClosed, put(4, "banker", "", 2000))
	if len(g.table.Notes) != 0 {
		t.Errorf("notes that nobody asked for: %+v", g.table.Notes)
	}
}

// Source 000, "Mescolare le carte e cambiare le carte".
func TestCardsAreChanged(t *testing.T) {
	shoeWith := func(s pit.NewShoe, after time.Duration) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(s, moment.Add(after)) }
	}
	f := newFloor(t)
	f.do(openingBanco, shoeWith(pit.NewShoe{}, 0))
	if f.table.Cards.IsZero() || f.table.DueCards(moment.Add(23*time.Hour)) != "" {
		t.Fatal("the first shoe is of new cards")
	}
	f.do(shoeWith(pit.NewShoe{}, 23*time.Hour))
	f.refused(house.CardsAreDue, shoeWith(pit.NewShoe{}, 25*time.Hour))
	f.refused(house.WrongRole, shoeWith(pit.NewShoe{Approver: &bruno}, 25*time.Hour))
	f.do(shoeWith(pit.NewShoe{Approver: &dario}, 25*time.Hour))
	f.refused(house.CardsAreDue, shoeWith(pit.NewShoe{}, 25*time.Hour))
	f.do(shoeWith(pit.NewShoe{Fresh: true, Shuffler: &dario}, 25*time.Hour))
	if got := f.table.DueCards(f.now); got != "" {
		t.Errorf("after new cards they are due: %s", got)
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.ReportCards(record.FloorCards) })
	f.refused(house.BadSetting, func(t *pit.Table) ([]record.Fact, error) { return t.ReportCards(record.DailyCards) })
	if got := f.table.DueCards(f.now); got != record.FloorCards {
		t.Errorf("more than three cards on the floor: due is %q", got)
	}
	// The next shift knows, and a table that was shut for long as well.
	f.do(closing, openingBanco)
	if got := f.table.DueCards(f.now); got != record.FloorCards {
		t.Errorf("the next shift says %q", got)
	}
	f.do(shoeWith(pit.NewShoe{Fresh: true}, 0), closing)
	late := f.now.Add(13 * time.Hour)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: "puntobanco", Rules: []byte(`"pb-classic"`)}, Chips: theChips, Croupier: anna, Inspector: dario}, late)
	})
	if got := f.table.DueCards(late); got != record.IdleCards {
		t.Errorf("a table that was shut for 13 hours says %q", got)
	}
}

// A card for the wrong side halts the hand; an inspector has the cards laid again,
// and the hand goes on as if it had been dealt right.
func TestWrongSide(t *testing.T) {
	wrong := func(name string, at games.Place) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MisdealtCard(name, at) }
	}
	relay := func(who *house.Staff) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(who, "") }
	}
	f := newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets, card("7"))
	f.refused(house.NothingLiesWrong, relay(&dario))
	f.do(wrong("9", games.Player))
	if f.table.Deal().Phase() != hand.Halted {
		t.Fatalf("phase %v, want a halt", f.table.Deal().Phase())
	}
	f.refused(house.NoCardDue, card("K"))
	f.refused(house.NeedsInspector, relay(nil))
	f.refused(house.WrongRole, relay(&anna))
	f.do(relay(&dario))
	f.do(card("K"), card("Q"), payAll)
	g := newFloor(t)
	g.do(openingBanco, shoe, put(1, "player", "", 2000))
	g.hand("7 9 K Q")
	a, b := f.table.History[0], g.table.History[0]
	if !reflect.DeepEqual(a.Rows, b.Rows) || !reflect.DeepEqual(a.Round, b.Round) {
		t.Errorf("put right the hand is\n%+v\nwant\n%+v", a.Round, b.Round)
	}
}

// A card that should not have been drawn is burned by an inspector: it has left the
// shoe, and the hand is what it was.
func TestSurplusCardIsBurned(t *testing.T) {
	discard := func(name string, who *house.Staff) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard(name, who, "") }
	}
	f := newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 2000), put(2, "banker", "", 2000), closeBets, card("7"), card("9"), card("K"), card("Q"))
	f.refused(house.NoCardDue, card("3"))
	f.refused(house.NeedsInspector, discard("3", nil))
	before := f.table.Current
	f.do(payNext, discard("3", &dario))
	if h := f.table.Current; h.Done() != before.NextDone() || !reflect.DeepEqual(h.Rows, before.Rows) || f.table.Deal().CardsOut() != 5 {
		t.Errorf("after the burn %+v", h)
	}
	f.refused(house.NeedsInspector, undo)
	f.do(payAll)
	exported := f.table.History[0].Export(f.table.Game)
	s, err := games.Complete(exported.Game, exported.Round)
	if err != nil || len(s.Burned) != 1 || s.House != f.table.History[0].House {
		t.Errorf("settled again: %+v, %v", s, err)
	}
}

func TestResultsMakeRoads(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 2000))
	f.hand("7 9 K Q")
	f.do(pit.OfBets(hand.Bets.Repeat))
	f.hand("9 9 K Q")
	f.do(pit.OfBets(hand.Bets.Repeat))
	f.hand("4 9 4 Q")
	got := fmt.Sprint(f.table.Deal().Results())
	if want := "[{2 9 true false false} {0 9 true false false} {2 9 true true false}]"; got != want {
		t.Errorf("results %s, want %s", got, want)
	}
	f.do(shoe)
	if n := len(f.table.Deal().Results()); n != 0 {
		t.Errorf("a new shoe has %d results", n)
	}
}

// Source 000: every pattern is looked for by default, each can be switched off, and
// the table keeps it over shifts.
func TestPatternsAreSwitchedOff(t *testing.T) {
	f := newFloor(t)
	f.do(openingSpeed)
	f.refused(house.BadSetting, func(t *pit.Table) ([]record.Fact, error) { return t.SetPatterns([]string{"drago"}) })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.SetPatterns([]string{"serie_banco"}) })
	f.do(closing, openingSpeed)
	if got := f.table.Settings; len(got.PatternsOff) != 1 || !got.Burn {
		t.Errorf("the next shift has %+v", got)
	}
}
