package pit_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// laidOf returns the cards of a hand as they lie, in shoe order.
func laidOf(h *hand.Hand) string {
	var s []string
	for _, l := range h.Round.Laid {
		s = append(s, l.Card.String()+"@"+l.At.String())
	}
	return strings.Join(s, " ")
}

// audits demands that what the table wrote holds.
func audits(t *testing.T, f *floor) {
	t.Helper()
	f.holds()
	again, err := pit.Resume(f.journal, "LB1")
	if err != nil || !reflect.DeepEqual(again, f.table) {
		t.Fatalf("folded again the table is another: %v", err)
	}
}

// machine is a table with a continuous shuffler.
var machine = openingWith("puntobanco", `{"preset":"pb-speed","commission":"tracked"}`, &record.Settings{Continuous: true})

// Source 000: cards are drawn ahead for six places; what the hand took of them is not left.
func TestNoMoreCardsAreCarriedThanWereDrawn(t *testing.T) {
	for _, c := range []struct {
		cards string
		spare int
	}{{"9s 7d Kh Kc", 2}, {"2s 7d Kh Kc 6d", 1}, {"2s 2d Kh Kc Jd 3h", 0}} {
		f := newFloor(t)
		f.do(openingWith("puntobanco", `{"preset":"pb-speed"}`, nil), shoe, put(1, "player", "", 2000), closeBets)
		for _, name := range strings.Fields(c.cards) {
			f.do(card(name))
		}
		if f.table.Deal().Phase() != hand.Paying {
			t.Fatalf("%s: phase %v", c.cards, f.table.Deal().Phase())
		}
		for n := range c.spare {
			f.do(card([]string{"4s", "5s"}[n]))
		}
		f.refused(house.NoCardDue, card("6s"))
		f.refused(house.NoCardDue, pit.OfDeal(hand.Deal.CarryUnseen))
	}
}

// A card that was drawn ahead and lies face down opens the next hand, and is read when it
// lies open there; one behind it that was seen follows by itself.
func TestUnseenCardOpensTheNextHand(t *testing.T) {
	for _, c := range []struct {
		carried []string // "" is unseen
		keyed   []string
	}{
		{[]string{"", "8h"}, []string{"7s", "As", "7c"}},
		{[]string{"7s", ""}, []string{"8h", "As", "7c"}},
		{[]string{"", ""}, []string{"7s", "8h", "As", "7c"}},
		{[]string{""}, []string{"7s", "8h", "As", "7c"}},
	} {
		f := newFloor(t)
		f.do(openingWith("puntobanco", `{"preset":"pb-speed"}`, nil), shoe, put(1, "player", "", 2000), closeBets, card("9s"), card("7d"), card("Ks"), card("Kd"))
		for _, name := range c.carried {
			if name == "" {
				f.do(pit.OfDeal(hand.Deal.CarryUnseen), undo, pit.OfDeal(hand.Deal.CarryUnseen))
			} else {
				f.do(card(name))
			}
		}
		f.do(payAll)
		if f.table.Deal().DrawnAhead() != len(c.carried) || f.table.Deal().CardsOut() != 4 {
			t.Errorf("%v: %d lie ready, %d out", c.carried, f.table.Deal().DrawnAhead(), f.table.Deal().CardsOut())
		}
		f.do(again(0), closeBets)
		reads := 0
		for i, name := range c.keyed {
			if f.table.Deal().ReadsAhead() {
				reads++
			}
			f.do(card(name))
			if i == 0 { // one undo takes the card that was keyed, and what followed it
				f.do(undo, card(name))
			}
		}
		if got, want := laidOf(&f.table.Current), "7s@player 8h@banker As@player 7c@banker"; got != want {
			t.Errorf("%v: the hand is %s, want %s", c.carried, got, want)
		}
		if want := strings.Count(strings.Join(c.carried, ",")+",", ",") - len(strings.Join(c.carried, ""))/2; reads != want {
			t.Errorf("%v: %d cards were read where they lay, want %d", c.carried, reads, want)
		}
		f.do(payAll)
		if f.table.Deal().CardsOut() != 8 {
			t.Errorf("%v: %d cards out, want 8", c.carried, f.table.Deal().CardsOut())
		}
		audits(t, f)
	}
}

// Source 001: "Le carte vengono mescolate prima di ciascuna partita"; source 003: "Dopo
// ciascun colpo, le carte vengono rimescolate". No card of a hand before is missing, no
// shoe ends, nothing is cut off.
func TestContinuousShuffler(t *testing.T) {
	f := newFloor(t)
	f.do(openingWith("puntobanco", `{"preset":"pb-speed"}`, &record.Settings{Burn: true, CutCard: 14, Continuous: true}), shoe)
	if f.table.Deal().Phase() != hand.Betting {
		t.Fatalf("phase %v: a shuffler burns no card", f.table.Deal().Phase())
	}
	f.refused(house.NoCutCard, pit.OfDeal(hand.Deal.CutCardOut))
	for n := range 70 { // 280 nines and kings of 32 that eight decks hold of each
		f.do(put(1, "player", "", 2000), put(1, "player_bonus", "", 500), put(1, "player_pair", "", 500), closeBets, card("9s"), card("9d"), card("9s"), card("9d"), payAll)
		if h := f.table.History[n]; h.Round.Out != 0 || h.Round.Number != 1 || h.Rows[1].Outcome == games.Void {
			t.Fatalf("hand %d: %+v", n+1, h.Round)
		}
	}
	if len(f.table.Alarms) != 0 || f.table.Deal().CardsOut() != 0 || !reflect.DeepEqual(f.table.Deal().Coming(), games.Coming{}) {
		t.Errorf("%d alarms, %d cards out, coming %+v", len(f.table.Alarms), f.table.Deal().CardsOut(), f.table.Deal().Coming())
	}
	if _, passed := f.table.Deal().CutCardPassed(); passed || len(f.table.Deal().Results()) != 70 {
		t.Errorf("a cut card passed: %v; %d results", passed, len(f.table.Deal().Results()))
	}
	round := f.table.History[3].Round
	round.Laid = append([]games.Laid(nil), round.Laid...)
	round.Laid[0].Card, _, _ = games.ParseCard("8s")
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().CorrectHand(hand.Correction{Hand: 4, Round: round, Reason: "read wrong"}, &dario)
	})
	if f.table.Deal().CardsOut() != 0 {
		t.Errorf("the correction left %d cards out", f.table.Deal().CardsOut())
	}
	// Within a hand a card that the decks do not hold is still one.
	f.do(put(1, "player", "", 2000), closeBets, card("9s"), card("9s"), card("9s"), card("9s"))
	audits(t, f)
}

// Source 000: "Quando il cartoncino divisorio compare". Sabot knows how deep it was put
// and says when it should be out; it ends nothing by itself.
func TestCutCardThatNobodyDeclared(t *testing.T) {
	f := newFloor(t)
	f.do(openingWith("puntobanco", `{"preset":"pb-classic"}`, &record.Settings{CutCard: 300}), shoe)
	for n := 1; n <= 4; n++ {
		f.do(put(1, "player", "", 2000))
		if behind, passed := f.table.Deal().CutCardPassed(); behind != 300 || passed != (f.table.Deal().CardsLeft() <= 300) {
			t.Errorf("with %d left: %d behind, passed %v", f.table.Deal().CardsLeft(), behind, passed)
		}
		f.hand("9s 7d Ks Kd")
	}
	f.do(pit.OfDeal(hand.Deal.CutCardOut))
	if _, passed := f.table.Deal().CutCardPassed(); passed {
		t.Error("it was declared, and is said again")
	}
}

// Source 000: the cards are changed where "Più di tre carte sono cadute dal tavolo durante
// il gioco", "una carta con un codice a barre difettoso": the hand is finished, and none
// begins with them unless an inspector says so.
func TestNoHandWithCardsThatMustBeChanged(t *testing.T) {
	for _, why := range []record.CardChange{record.FloorCards, record.FaultyCard} {
		f := newFloor(t)
		report := func(t *pit.Table) ([]record.Fact, error) { return t.ReportCards(why) }
		f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets, card("9"), report, card("7"), card("K"), card("Q"), payAll)
		if f.table.Deal().Phase() != hand.Shoeless || f.table.Stopped() != why {
			t.Fatalf("%s: phase %v, stopped %q", why, f.table.Deal().Phase(), f.table.Stopped())
		}
		f.refused(house.CardsAreDue, again(0))
		f.refused(house.CardsAreDue, put(1, "player", "", 2000))
		f.refused(house.CardsAreDue, pit.OfBets(hand.Bets.DealDry))
		f.refused(house.NeedsInspector, func(t *pit.Table) ([]record.Fact, error) { return t.KeepCards(nil) })
		f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.KeepCards(&bruno) })
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.KeepCards(&dario) }, again(0), closeBets)
		f.refused(house.NothingChanges, func(t *pit.Table) ([]record.Fact, error) { return t.KeepCards(&dario) })
		f.do(card("9"), card("7"), card("K"), card("Q"), payAll)
		// New ones are due with the next shoe all the same.
		f.refused(house.CardsAreDue, func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, moment) })
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.StartShoe(asEnds(t, pit.NewShoe{Fresh: true}), moment)
		})
		if f.table.Due != "" {
			t.Errorf("with new cards %q is due", f.table.Due)
		}
		// Reported while bets lie: they can be taken away, and nothing is dealt.
		f.do(put(1, "player", "", 2000), report)
		f.refused(house.CardsAreDue, closeBets)
		f.do(pit.OfBets(hand.Bets.Clear))
		if f.table.Deal().Phase() != hand.Shoeless {
			t.Errorf("phase %v", f.table.Deal().Phase())
		}
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.StartShoe(asEnds(t, pit.NewShoe{Fresh: true}), moment)
		}, again(0), closeBets)
		audits(t, f)
	}
}

// Source 000: "Dopo 44 turni di gioco, verrà disabilitato il bonus", "Dopo 60 turni" the
// pairs. It is said in the last hand that has them.
func TestCutOffIsAnnounced(t *testing.T) {
	f := newFloor(t)
	f.do(openingWith("puntobanco", `{"preset":"pb-speed"}`, nil), shoe)
	deck := shuffled(8, 7)
	for n := 1; n <= 61; n++ {
		var names []string
		for _, s := range f.table.Deal().Coming().Ended {
			names = append(names, s.Name)
		}
		want := map[int]string{44: "[player_bonus banker_bonus]", 60: "[player_pair banker_pair either_pair perfect_pair]"}[n]
		if want == "" {
			want = "[]"
		}
		if got := fmt.Sprint(names); got != want {
			t.Errorf("in hand %d of the shoe %s end, want %s", n, got, want)
		}
		f.do(pit.OfBets(hand.Bets.DealDry))
		for f.table.Deal().Next().Kind == games.Deal {
			f.do(card(deck[0]))
			deck = deck[1:]
		}
		f.do(payAll)
	}
}

// Source 002: maxima of side bets are halved "quando viene distribuita la 312 carta". It is
// said in the last hand before which it can come, with how many cards are missing.
func TestHalvedLimitsAreAnnounced(t *testing.T) {
	f := newFloor(t)
	f.do(openingWith("puntobanco", `{"preset":"pb-first","limits":{"player_pair":{"max":10000},"player":{"max":10000}}}`, nil), shoe)
	deck := shuffled(8, 7)
	said := false
	for f.table.Deal().CardsOut() < 312 {
		if said && f.table.Deal().CardsOut() < 306 {
			t.Errorf("it is said with %d cards out", f.table.Deal().CardsOut())
		}
		f.do(pit.OfBets(hand.Bets.DealDry))
		for f.table.Deal().Next().Kind == games.Deal {
			f.do(card(deck[0]))
			deck = deck[1:]
		}
		c := f.table.Deal().Coming()
		if said = len(c.Lowered) > 0; said && (len(c.Lowered) != 1 || c.Lowered[0].Name != "player_pair" || c.Cards != max(0, 312-f.table.Deal().CardsOut())) {
			t.Errorf("with %d cards out it says %+v", f.table.Deal().CardsOut(), c)
		}
		f.do(payAll)
	}
	if !said {
		t.Error("the halved limits act, and nobody said so")
	}
	if got := games.LimitsOf(f.table.Game, f.table.Current.Round)["player_pair"].Max; got != 5000 {
		t.Errorf("the maximum is %d now, want 5000", got)
	}
}

// Cards in the hand: once the bank's card lies open all of the deal has left the shoe.
func TestCardsOutWithCardsInTheHand(t *testing.T) {
	f := newFloor(t)
	f.do(openingHandHeld, shoe, bet(2, "59", 2000), bet(2, "play", 4000), bet(7, "59", 2000), bet(7, "play", 2000), closeBets)
	if f.table.Deal().CardsOut() != 0 {
		t.Errorf("%d cards out before any lies", f.table.Deal().CardsOut())
	}
	for n := range 5 {
		f.do(card("4"))
		if f.table.Deal().CardsOut() != 5 || f.table.Deal().CardsLeft() != 307 {
			t.Errorf("after %d cards laid open %d are out, %d left", n+1, f.table.Deal().CardsOut(), f.table.Deal().CardsLeft())
		}
	}
}

// Source 003: "Dopo ciascun colpo, le carte vengono rimescolate": a shuffler at blackjack.
func TestContinuousShufflerAtBlackjack(t *testing.T) {
	f := newFloor(t)
	f.do(openingWith("blackjack", `{"preset":"bj-eu"}`, &record.Settings{Burn: true, CutCard: 104, Continuous: true}), shoe)
	for range 120 { // nobody could deal 480 cards out of a shoe
		f.do(put(2, "main", "", 2000), closeBets, card("Ts"), card("Ts"), card("Ts"), decide(games.Stand), card("Ts"), payAll)
	}
	if f.table.Deal().Phase() != hand.Betting || f.table.Deal().CardsOut() != 0 {
		t.Errorf("phase %v, %d cards out", f.table.Deal().Phase(), f.table.Deal().CardsOut())
	}
	audits(t, f)
}

// A cut card that was tapped and had not come out ends no shoe: in its hand the croupier takes
// it back, after it an inspector, as long as no other shoe is in place.
func TestCutCardIsTakenBackAfterTheHand(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets, pit.OfDeal(hand.Deal.CutCardOut), undo)
	if f.table.Current.CutCard {
		t.Fatal("the croupier's undo left it")
	}
	f.do(pit.OfDeal(hand.Deal.CutCardOut))
	cards(f, "7 9 K Q")
	f.do(payAll)
	number := f.table.Hand - 1
	if f.table.Deal().Phase() != hand.Shoeless {
		t.Fatalf("phase %v", f.table.Deal().Phase())
	}
	f.refused(house.NeedsInspector, undo)
	f.refused(house.WrongRole, undoWith(&bruno))
	f.do(undoWith(&dario))
	if f.table.Deal().Phase() != hand.Betting || f.table.History[0].CutCard || len(f.table.TakenBack) != 1 || f.table.TakenBack[0].Hand != number {
		t.Fatalf("phase %v, taken back %+v", f.table.Deal().Phase(), f.table.TakenBack)
	}
	f.refused(house.NothingToUndo, undo)
	f.do(put(1, "player", "", 2000), closeBets, pit.OfDeal(hand.Deal.CutCardOut))
	cards(f, "7 9 K Q")
	f.do(payAll)
	audits(t, f)
	f.do(shoe)
	f.refused(house.NothingToUndo, undoWith(&dario))
}

// No record says that a closed hand's cut card was a slip unless an inspector signed it.
func TestAuditOfCutCardTakenBack(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets, pit.OfDeal(hand.Deal.CutCardOut))
	cards(f, "7 9 K Q")
	f.do(payAll)
	f.do(undoWith(&dario))
	entries := f.entries(func(e *record.Entry) {
		if u, ok := e.Fact.(record.Undone); ok {
			e.Fact = record.Undone{Seq: u.Seq}
		}
	})
	if _, fault := audited(t, nil, entries...); fault == nil || fault.Code != record.WrongMove {
		t.Errorf("%v", fault)
	}
}

// Source 000, "Mescolare le carte e cambiare le carte": a person who shuffled in the croupier's place signs for it.
func TestPersonWhoShuffledSigns(t *testing.T) {
	shuffled := func(who *house.Staff) command {
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.StartShoe(pit.NewShoe{Fresh: true, Shuffler: who}, moment)
		}
	}
	f := newFloor(t)
	f.do(openingBanco)
	for _, c := range []struct {
		who      *house.Staff
		by, sign string
	}{{nil, anna.Number, ""}, {&dario, dario.Number, dario.Number}, {&bruno, bruno.Number, bruno.Number}, {&elena, elena.Number, elena.Number}} {
		facts, err := shuffled(c.who)(f.table)
		if err != nil {
			t.Fatal(err)
		}
		is := facts[0].(record.ShoeStarted)
		if is.Shuffler != c.by || is.Signed != c.sign {
			t.Errorf("%s shuffled, signed by %q, want %s and %q", is.Shuffler, is.Signed, c.by, c.sign)
		}
		want := []string{c.sign}
		if got := record.Signers(is); c.sign == "" && len(got) > 0 || c.sign != "" && !slices.Equal(got, want) {
			t.Errorf("signers %v, want %v", got, want)
		}
	}
	f.refused(house.WrongRole, shuffled(&anna)) // deals: her name stands for it anyhow
	f.refused(house.WrongRole, shuffled(&house.Staff{Number: "41", Role: record.BackOffice}))
}

// asEnds has dario approve a new shoe where the one before it has not come to its end.
func asEnds(t *pit.Table, s pit.NewShoe) pit.NewShoe {
	if t.Deal().EndsEarly() {
		s.Approver = &dario
	}
	return s
}

// A shoe ends before its cut card with an inspector alone, and the entry says so; one that has come to its end, or of which no card
// left, ends without.
func TestShoeEndsEarlyWithAnInspector(t *testing.T) {
	f := newFloor(t)
	again := func(by *house.Staff) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Approver: by}, moment) }
	}
	f.do(openingBanco, shoe)
	f.do(again(nil)) // of which no card left
	f.do(put(2, "player", "", 2000))
	f.hand("7 9 K K")
	f.refused(house.NeedsInspector, again(nil))
	f.refused(house.WrongRole, again(&anna))
	f.do(again(&dario))
	entries := f.entries()
	started := entries[len(entries)-1].Fact.(record.ShoeStarted)
	if started.Early != dario.Number || record.SortOf(started) != record.Exception || len(f.table.EarlyShoes) != 1 || f.table.EarlyShoes[0].Hand != 1 {
		t.Errorf("%+v, %+v", started, f.table.EarlyShoes)
	}
	f.do(put(2, "player", "", 2000), pit.OfDeal(hand.Deal.CutCardOut))
	f.hand("7 9 K K")
	f.do(again(nil))
	f.holds()
	forged := f.entries(func(e *record.Entry) {
		if shoe, is := e.Fact.(record.ShoeStarted); is && shoe.Early != "" {
			shoe.Early = ""
			e.Fact = shoe
		}
	})
	if faultOf(f, forged...) == nil {
		t.Error("a record in which a croupier ended a shoe alone holds")
	}
}
