package pit_test

import (
	"slices"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
)

func ruleLying(box int, spot, bettor string, amount games.Amount) command {
	return func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RuleBet(games.Bet{Box: box, Spot: spot, Bettor: bettor, Amount: amount}, true, &dario, "video")
	}
}

func playOn(t *pit.Table) ([]record.Fact, error) { return t.Felt().PlayOn(&dario, "box 2 withdraws") }

// The bets of a box that was passed over lie there while the hand is played on by the house's
// rule: each goes back by an act of its own, also where the record has the cards lie wrong.
func TestPlayedOnGivesBack(t *testing.T) {
	f := newFloor(t)
	skipped(f)
	g := newFloor(t)
	boxes(g, luganoSet, 1, 2, 3)
	g.do(card("8"), func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MisdealtCard("T", games.AtBox(3)) })
	for name, f := range map[string]*floor{"laid out": f, "keyed so": g} {
		f.do(playOn)
		if got := actsOf(&f.table.Current, 0); !slices.Equal(got, []string{"2 59 give_back 2000", "2 play give_back 2000"}) {
			t.Errorf("%s: to do is %q", name, got)
		}
		r := f.table.Current.Relays[len(f.table.Current.Relays)-1]
		if got := len(r.GaveBack()); !r.PlayedOn || got != 2 {
			t.Errorf("%s: %d bets went back by %+v", name, got, r)
		}
		f.do(payNext)
		f.acts()
		f.holds()
	}
}

// Where nothing was passed over nothing goes back.
func TestPlayedOnWithADeadHandGivesNothingBack(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 3)
	f.do(card("8"), card("T"), card("5"), pause(record.DealtWithout, 2), playOn)
	f.acts()
}

// A bet is ruled to be less, or none. Where chips lay there what is over goes back, by an
// act; where none did, the record was wrong and nothing moves.
func TestRuledBetGivesBackWhatLay(t *testing.T) {
	begun := func() *floor {
		f := newFloor(t)
		boxes(f, luganoSet, 1, 2)
		f.do(card("8"))
		return f
	}
	f := begun()
	f.do(ruleLying(2, "59", "", 1000))
	f.acts("2 59 give_back 1000")
	f.do(ruleLying(2, "59", "", 0))                                               // before the first was done
	f.acts("2 59 give_back 1000", "2 59 give_back 1000", "2 play give_back 2000") // which needs the 59
	f.do(payNext, payNext, ruleLying(1, "play", "", 3000))                        // it is more: nothing is over
	f.acts()
	last := f.table.Current.Relays[len(f.table.Current.Relays)-1]
	if len(last.GaveBack()) != 0 {
		t.Errorf("by more %v went back", last.GaveBack())
	}
	f.holds()

	f = begun()
	f.do(rule(2, "59", 1000))
	f.acts()
	f.do(rule(2, "59", 0))
	f.acts("2 play give_back 2000") // which lay there, and needs the 59
	f.holds()
}

// What was collected of it lies no more: the tray makes up for it, and only what still lies
// goes back as it lies.
func TestRuledAfterItWasCollected(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 2)
	f.do(card("K"), card("5"), card("5"), card("2"), card("K"), payNext) // the 59 of box 1 is lost
	f.refused(house.NotPossible, ruleLying(1, "59", "", 0))
	f.do(ruleLying(1, "59", "", 1000))
	f.acts("1 59 pay 1000", "2 59 pay 2000")
	f.do(ruleLying(1, "play", "", 1000))
	f.acts("1 play give_back 1000", "1 59 pay 1000", "2 59 pay 2000")
	f.holds()
}

// A doubled bet that is ruled to be less takes its double with it.
func TestRuledBetThatWasDoubled(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 4000), closeBets)
	f.do(card("5c"), card("6d"), card("6c"), hide, decide(games.Double))
	f.do(ruleLying(1, "main", "", 3000))
	f.acts("1 main give_back 2000")
	f.do(card("9h"))
	if h := &f.table.Current; h.Round.Bets[0].Amount != 3000 {
		t.Errorf("%+v", h.Round.Bets)
	}
	f.holds()
}

// The hand is cancelled before it was done: each chip goes back once.
func TestCancelledAfterARuling(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 2)
	f.do(card("8"), ruleLying(2, "59", "", 500))
	var back games.Amount
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "no way") })
	h := f.table.History[0]
	for _, a := range h.Acts() {
		if a.Do != pay.GiveBack {
			t.Errorf("%+v", a)
		}
		back += a.Amount
	}
	if back != 8000 {
		t.Errorf("%d went back of 80", back)
	}
	f.holds()
}

// The audit asks whether more lay there where chips go back by a ruling, and which bets the
// house's rule takes out of play.
func TestAuditOfWhatGoesBack(t *testing.T) {
	for name, c := range map[string]struct {
		holds bool
		forge func(record.Fact) record.Fact
	}{
		"as it was": {true, func(f record.Fact) record.Fact { return f }},
		"nothing over": {false, func(f record.Fact) record.Fact {
			if r, ok := f.(record.BetRuled); ok {
				r.Back = true
				return r
			}
			return f
		}},
		"a bet that plays goes back": {false, func(f record.Fact) record.Fact {
			if p, ok := f.(record.PlayedOn); ok {
				p.Bets = append(slices.Clone(p.Bets), record.Put{Box: 3, Spot: "play"})
				return p
			}
			return f
		}},
		"from before it was said": {true, func(f record.Fact) record.Fact {
			if p, ok := f.(record.PlayedOn); ok {
				p.Back = false
				return p
			}
			return f
		}},
	} {
		f := newFloor(t)
		skipped(f)
		f.do(playOn, rule(1, "59", 3000))
		entries := f.entries(func(e *record.Entry) { e.Fact = c.forge(e.Fact) })
		if _, fault := audited(t, nil, entries...); (fault == nil) != c.holds || fault != nil && fault.Code != record.NotSettled {
			t.Errorf("%s: %v", name, fault)
		}
	}
}
