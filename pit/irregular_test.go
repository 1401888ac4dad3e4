package pit_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
)

func pause(kind record.Irregularity, box int) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		if kind == record.SkippedBox || kind == record.DealtWithout {
			return t.Felt().LayOutAsDealt(kind, box)
		}
		return t.Felt().Pause(kind, box, "")
	}
}

func relay(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "") }

// dealt is a hand of Lugano with its first cards: 8 to box 2, K to the bank.
func dealt(f *floor) {
	f.do(counted(luganoSet, tall), shoe, bet(2, "59", 2000), bet(2, "play", 4000), closeBets, card("8"), card("K"))
}

// boxes is a hand with bets on boxes, each 20 on the 59 and 20 on PLAY.
func boxes(f *floor, set record.TableSet, numbers ...int) {
	f.do(counted(set, tall), shoe)
	for _, box := range numbers {
		for _, s := range []string{"59", "play"} {
			f.do(bet(box, s, 2000))
		}
	}
	f.do(closeBets)
}

// skipped is a hand in which box 2 of three got no card: the croupier keyed the cards as
// they fell, and they lie on boxes 1 and 3 and before the bank.
func skipped(f *floor) {
	boxes(f, luganoSet, 1, 2, 3)
	f.do(card("8"), card("T"), card("5"), pause(record.SkippedBox, 2))
}

// misread is a closed hand one card of which was another.
func misread(t *pit.Table, number, card int, was string) hand.Correction {
	h, _ := t.ClosedHand(number)
	c := hand.Correction{Hand: number, Round: h.Round, Reason: "read wrong"}
	c.Round.Laid = slices.Clone(h.Round.Laid)
	c.Round.Laid[card].Card, _, _ = games.ParseCard(was)
	return c
}

func lying(laid []games.Laid) string {
	var words []string
	for _, l := range laid {
		word := l.Card.Rank().String() + "@" + l.At.String()
		if l.Burned {
			word = "!" + word
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// "Nel caso in cui il CR saltasse inavvertitamente un box nella distribuzione delle
// carte" (source 004, section 7).
func TestSkippedBox(t *testing.T) {
	f := newFloor(t)
	skipped(f)
	if got := lying(f.table.Current.Round.Laid); got != "8@box:1 T@box:3 5@bank" {
		t.Fatalf("with box 2 passed over the cards lie %s", got)
	}
	if f.table.Deal().Phase() != hand.Paused || !f.table.Felt().MayRelay() {
		t.Fatalf("phase %v", f.table.Deal().Phase())
	}
	f.refused(house.HandPausedNow, card("9"))
	f.refused(house.NeedsInspector, func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(nil, "") })
	f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&bruno, "") })
	f.refused(house.NotPossible, func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario, "") })
	f.do(relay)
	if got := lying(f.table.Current.Round.Laid); got != "8@box:1 T@box:2 5@box:3" {
		t.Errorf("laid again the cards lie %s", got)
	}
	if step := f.table.Deal().Next(); f.table.Deal().Phase() != hand.Dealing || step.At != games.Bank {
		t.Errorf("the next card goes to %v", step)
	}
	r := f.table.Current.Relays[0]
	if r.Kind != record.SkippedBox || r.Box != 2 || r.By != "21" || lying(r.Before) != "8@box:1 T@box:3 5@bank" || lying(r.After) != "8@box:1 T@box:2 5@box:3" {
		t.Errorf("%+v", r)
	}
	f.do(undoWith(&dario))
	if f.table.Deal().Phase() != hand.Paused {
		t.Error("taken back by the inspector it is not paused again")
	}
	f.do(undo)
	if got := lying(f.table.Current.Round.Laid); f.table.Deal().Phase() != hand.Dealing || got != "8@box:1 T@box:2 5@box:3" {
		t.Errorf("it was not skipped after all, and the cards lie %s", got)
	}
}

func undoWith(who *house.Staff) command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(who) }
}

// "o desse delle carte su un box dove non vi sono scommesse o vi sono scommesse sotto i
// minimi" (source 004, section 7).
func TestBoxDealtWithoutABet(t *testing.T) {
	for _, c := range []struct {
		name   string
		before func(*floor)
	}{
		{"no bet", func(*floor) {}},
		{"bets under the minimum", func(f *floor) { f.do(bet(2, "59", 500), bet(2, "play", 500)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFloor(t)
			f.do(counted(luganoSet, tall), shoe)
			c.before(f)
			for _, box := range []int{1, 3} {
				f.do(bet(box, "59", 2000), bet(box, "play", 2000))
			}
			f.do(closeBets, card("8"), card("T"), card("5"))
			f.refused(house.NoSuchBox, pause(record.DealtWithout, 3))
			f.refused(house.NoSuchBox, pause(record.DealtWithout, 10))
			f.refused(house.NoSuchBox, pause(record.SkippedBox, 2))
			f.do(pause(record.DealtWithout, 2))
			if got := lying(f.table.Current.Round.Laid); got != "8@box:1 T@box:2 5@box:3" {
				t.Fatalf("with cards on box 2 they lie %s", got)
			}
			f.do(relay)
			if got := lying(f.table.Current.Round.Laid); got != "8@box:1 T@box:3 5@bank" {
				t.Errorf("laid again they lie %s", got)
			}
		})
	}
}

// "La ricostruzione sarà possibile solamente se al termine della ricostruzione non
// risulteranno carte da bruciare" (source 004, section 7): else the hand is cancelled and
// every stake goes back, or it goes on by the house's rule.
func TestWaysOut(t *testing.T) {
	overdealt := func() *floor {
		f := newFloor(t)
		boxes(f, luganoSet, 1, 2)
		// The second card of box 2 went to box 1, and the bank drew one too many.
		f.do(card("8"), card("T"), card("5"), card("4"))
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MisdealtCard("9", games.AtBox(1)) })
		return f
	}
	f := overdealt()
	if !f.table.Felt().LiesWrong() || !f.table.Felt().MayRelay() || f.table.Felt().MayPlayOn() {
		t.Fatal("a card in the wrong place can be laid where it belongs, and is no house rule")
	}
	f.refused(house.NeedsReason, func(t *pit.Table) ([]record.Fact, error) { return t.Felt().RefuseRelay("", &dario) })
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RefuseRelay("the card was turned by a player", &dario)
	})
	if r := f.table.Current.Relays; len(r) != 1 || !r[0].Refused || r[0].Reason == "" {
		t.Errorf("%+v", r)
	}
	f.refused(house.RelayRefused, relay)
	f.refused(house.RelayRefused, func(t *pit.Table) ([]record.Fact, error) { return t.Felt().RefuseRelay("once more", &dario) })
	f.do(undoWith(&dario))
	if f.table.Felt().RelayIsRefused() || !f.table.Felt().MayRelay() {
		t.Error("the refusal was taken back, and the cards cannot be laid again")
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().RefuseRelay("seen", &dario) })
	f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&dario, "x") })
	f.refused(house.NeedsReason, func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, " ") })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "cannot be put right") })
	closed := f.table.History[0]
	if closed.Cancelled == nil || closed.House != 0 || len(closed.Rows) != 4 {
		t.Fatalf("%+v", closed)
	}
	for _, p := range closed.Payments() {
		if p.Outcome != games.Void || p.Returned != 2000 {
			t.Errorf("%+v", p)
		}
	}
	if f.table.Desk().Worth().Amount != tall.Value() || f.table.Deal().CardsOut() != 5 || f.table.Deal().Phase() != hand.Betting {
		t.Error("cancelled, the tray, the shoe or the next hand is wrong")
	}

	f = newFloor(t)
	skipped(f)
	if !f.table.Felt().MayPlayOn() {
		t.Fatal("a skipped box can sit the hand out")
	}
	f.refused(house.NeedsReason, func(t *pit.Table) ([]record.Fact, error) { return t.Felt().PlayOn(&dario, "") })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().PlayOn(&dario, "box 2 withdraws") })
	if got := lying(f.table.Current.Round.Laid); got != "8@box:1 T@box:3 5@bank" || f.table.Current.Round.Has(2) || f.table.Deal().Next().At != games.AtBox(1) {
		t.Errorf("played on they lie %s, next %v", got, f.table.Deal().Next().At)
	}

	f = newFloor(t)
	boxes(f, luganoSet, 1, 3)
	f.do(card("8"), card("T"), card("5"), pause(record.DealtWithout, 2), func(t *pit.Table) ([]record.Fact, error) { return t.Felt().PlayOn(&dario, "dead hand") })
	if got := lying(f.table.Current.Round.Laid); got != "8@box:1 !T@box:2 5@box:3" || f.table.Deal().Next().At != games.Bank {
		t.Errorf("with a dead hand they lie %s, next %v", got, f.table.Deal().Next().At)
	}
}

// What has been paid must be taken back or added: the 59 of box 2 was lost and collected
// before the box that was passed over was found.
func TestPaidAlready(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 2, 3)
	// Box 2 is passed over twice: five cards lie, and the croupier keyed seven places.
	f.do(card("3"), card("4"), card("K"), card("9"), card("4"))
	f.do(pause(record.SkippedBox, 2))
	if got := lying(f.table.Current.Round.Laid); got != "3@box:1 4@box:3 K@bank 9@box:1 4@box:3" {
		t.Fatalf("they lie %s", got)
	}
	f.do(relay, card("4"), card("2"))
	// Now as recorded: 3-4 on box 1 (7), 4-4 on box 2 (8), K-2 on box 3 (2), bank 9.
	was := f.table.Current.Rows
	if len(was) != 3 {
		t.Fatalf("%d rows settled", len(was))
	}
	f.do(payNext, payNext) // boxes 1 and 2
	// Then somebody says that the first bet of box 2 was 40.
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RuleBet(games.Bet{Box: 2, Spot: "59", Amount: 4000}, false, &dario, "video V-17")
	})
	h := f.table.Current
	r := h.Relays[len(h.Relays)-1]
	var paid []games.Amount
	for _, p := range (&pay.Sheet{Round: r.Round, Rows: r.Was}).Payments() {
		if net, done := r.PaidThen(p); done {
			paid = append(paid, net)
		}
	}
	if r.Kind != record.DisputedBet || !reflect.DeepEqual(paid, []games.Amount{2000, 4000}) || !reflect.DeepEqual(r.Was, was) || len(r.Is) != 3 {
		t.Fatalf("%+v", r)
	}
	var due []games.Amount
	for _, p := range h.Payments() {
		due = append(due, p.Net()-h.Before(p))
	}
	// 59 of box 1: 20 paid, nothing more; box 2: 4-4 pays 2 to 1, 80 less the 40 paid; box
	// 3 is still to lose its 20.
	if want := []games.Amount{0, 4000, -2000}; !reflect.DeepEqual(due, want) {
		t.Errorf("still to pay %v, want %v", due, want)
	}
}

// "le carte distribuite per errore, che creeranno il cosiddetto diritto di scelta,
// verranno bruciate"; "Se ad inizio distribuzione una carta dovesse apparire scoperta, si
// procederà col bruciare la carta"; "come seconda, si procederà nello svolgimento regolare";
// "In caso di più carte scoperte terminare la mano e iniziare un nuovo mischiaggio"
// (source 004, section 7).
func TestExposedCards(t *testing.T) {
	burn := func(name string) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard(name, &dario, "") }
	}
	f := newFloor(t)
	boxes(f, luganoSet, 1)
	f.refused(house.TooLate, pit.OfFelt(hand.Felt.SecondExposed))
	f.do(burn("7"))
	if got := lying(f.table.Current.Round.Laid); got != "!7@box:1" || f.table.Deal().Next().At != games.AtBox(1) {
		t.Errorf("the first card is burned, and %s", got)
	}
	f.do(card("8"), pit.OfFelt(hand.Felt.SecondExposed))
	if note := f.table.Notes[len(f.table.Notes)-1]; f.table.Deal().Phase() != hand.Dealing || note.Kind != record.SecondSeen || note.Box != 0 {
		t.Errorf("a second card that was seen changes nothing and is noted, without a box that nobody named: %+v", note)
	}
	f.refused(house.NeedsInspector, func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MoreExposed(nil, "") })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MoreExposed(&dario, "") })
	f.do(card("K"), card("8"), burn("Q"), decide(games.Stand), card("9"), payAll)
	if f.table.Deal().Phase() != hand.Shoeless || len(f.table.History) != 1 {
		t.Error("the hand is finished and the cards are shuffled anew")
	}
	f.do(shoe)
	if f.table.Deal().Phase() != hand.Betting {
		t.Error("and then it goes on")
	}
}

// A wrong entry found after the hand closed: both versions stay, the amounts follow.
func TestLateCorrection(t *testing.T) {
	f := newFloor(t)
	dealt(f)
	f.do(card("8"), decide(games.Stand), card("9"), payAll) // 8-8: 6 against 9
	f.refused(house.NoSuchHand, func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().CorrectHand(hand.Correction{Hand: 7}, &dario)
	})
	f.refused(house.NothingChanges, func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().CorrectHand(hand.Correction{Hand: 1, Round: t.History[0].Round, Reason: "x"}, &dario)
	})
	short := func(t *pit.Table) ([]record.Fact, error) {
		c := misread(t, 1, 0, "8h")
		c.Round.Laid = c.Round.Laid[:3]
		return t.Corrections().CorrectHand(c, &dario)
	}
	f.refused(house.HandUnfinished, short)
	f.refused(house.HandUnfinished, func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().CorrectHand(misread(t, 1, 3, "4h"), &dario)
	}) // the bank would draw
	f.refused(house.NeedsReason, func(t *pit.Table) ([]record.Fact, error) {
		c := misread(t, 1, 0, "3h")
		c.Reason = ""
		return t.Corrections().CorrectHand(c, &dario)
	})
	before := f.table.Desk().Worth().Amount
	c := misread(f.table, 1, 0, "3h") // 3-8 is 1: the 59 lost, it was paid 2 to 1
	c.Moved = true
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().CorrectHand(c, &dario) })
	h := f.table.History[0]
	s, err := games.Complete(f.table.Game, h.Round)
	if err != nil {
		t.Fatal(err)
	}
	if h.House != 6000 || s.House != h.House || len(h.Was) != 1 || h.Was[0].House != 0 || lying(h.Was[0].Round.Laid) != "8@box:2 K@bank 8@box:2 9@bank" {
		t.Errorf("%+v", h)
	}
	if got := f.table.Desk().Worth().Amount - before; got != 6000 {
		t.Errorf("the tray has %d more", got)
	}
	if f.table.Deal().RankOut(3) != 1 || f.table.Deal().RankOut(8) != 1 {
		t.Errorf("of the shoe are out %d threes and %d eights", f.table.Deal().RankOut(3), f.table.Deal().RankOut(8))
	}
	again := misread(f.table, 1, 0, "8d")
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().CorrectHand(again, &dario) })
	if h := f.table.History[0]; len(h.Was) != 2 || h.House != 0 {
		t.Errorf("corrected again: %+v", h)
	}
}

// The same for the games whose boxes get no cards, and for those whose dealer has a hole
// card: where a box cannot have been passed over it is refused.
func TestIrregularitiesOfOtherGames(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 2000), put(2, "player", "", 2000), closeBets, card("7"))
	f.refused(house.NothingLiesWrong, pause(record.SkippedBox, 1))
	f.do(pause(record.OtherTrouble, 0), func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario, "all is well") }, card("9"))

	f = newFloor(t)
	f.do(openingUS, shoe)
	for _, box := range []int{1, 2, 3} {
		f.do(put(box, "main", "", 2000))
	}
	f.do(closeBets, card("8h"), card("Td"), card("5c"), pause(record.SkippedBox, 2))
	if got := lying(f.table.Current.Round.Laid); got != "8@box:1 T@box:3 5@dealer" {
		t.Fatalf("%s", got)
	}
	f.do(relay)
	if got := lying(f.table.Current.Round.Laid); got != "8@box:1 T@box:2 5@box:3" || f.table.Deal().Next().At != games.Dealer {
		t.Errorf("%s", got)
	}
}

// A ruling on a bet counts no hand that has a card too many: the cards come first.
func TestRulingOverASurplusCard(t *testing.T) {
	f := newFloor(t)
	f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets, card("9d"), card("8s"), card("K"), card("Q"))
	f.do(layOut("9d@player 8s@banker K@player Q@banker 9h@player"))
	f.refused(house.NotPossible, func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RuleBet(games.Bet{Box: 1, Spot: "player", Amount: 4000}, false, &dario, "video")
	})
	f.holds()
}

// A bet that turns out never to have lain may have cards on its box: the ruling leaves them lying
// wrong, and the hand is reconstructed (source 004, section 7). So it is with a bet that nobody keyed.
func TestRulingLeadsToTheReconstruction(t *testing.T) {
	rule := func(box int, spot string, amount games.Amount) command {
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Felt().RuleBet(games.Bet{Box: box, Spot: spot, Amount: amount}, false, &dario, "seen")
		}
	}
	for name, c := range map[string]struct {
		lie   []int
		cards string
		rules []command
		want  string // once it is put right; "" where cards are left to burn
	}{
		"first round": {[]int{1, 3, 5}, "3 4", []command{rule(1, "59", 0), rule(1, "play", 0)}, "3@box:3 4@box:5"},
		"last box":    {[]int{1, 3, 5}, "3 4 K", []command{rule(5, "59", 0)}, "3@box:1 4@box:3 K@bank"},
		"whole deal":  {[]int{1, 3, 5}, "3 4 K 9 4 2", []command{rule(1, "59", 0)}, ""},
		"not keyed":   {[]int{3, 5}, "3 4 K", []command{rule(1, "59", 2000), rule(1, "play", 2000)}, "3@box:1 4@box:3 K@box:5"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFloor(t)
			boxes(f, luganoSet, c.lie...)
			cards(f, c.cards)
			f.do(c.rules...)
			if !f.table.Felt().LiesWrong() || f.table.Felt().MayRelay() != (c.want != "") {
				t.Fatalf("they lie %s: wrong %v, laid again %v", lying(f.table.Current.Round.Laid), f.table.Felt().LiesWrong(), f.table.Felt().MayRelay())
			}
			if c.want == "" {
				f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().PlayOn(&dario, "dead hand") })
			} else {
				f.do(relay)
				if got := lying(f.table.Current.Round.Laid); got != c.want {
					t.Errorf("put right they lie %s, want %s", got, c.want)
				}
			}
			f.holds()
		})
	}
}
