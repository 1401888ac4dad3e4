package pit_test

import (
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

func shutAfterClearing(f *floor) command {
	f.t.Helper()
	f.do(pit.OfBets(hand.Bets.Clear))
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
	f.refused(house.NeedsInspector, undo)
	f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&bruno) })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario) })
	if f.table.Deal().Phase() != hand.Betting {
		t.Error("the bets are not open")
	}
	f.do(undo, undo)
	f.refused(house.NothingToUndo, undo)
}

// Source 004, section 3: after "nulla va più" nobody touches a bet; an inspector alone opens
// the bets again, also before a card lies.
func TestUndoOfNoMoreBetsBeforeACard(t *testing.T) {
	f := betting(t)
	f.do(closeBets)
	f.refused(house.NeedsInspector, undo)
	f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&bruno) })
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario) })
	if f.table.Deal().Phase() != hand.Betting {
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

// Whatever is keyed in: the fold of the journal is the state, the state never
// moves but by entries, and the money of every closed hand adds up.
func TestAnyKeysAtAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t)
		f.do(rapid.SampledFrom([]command{opening, openingHandHeld, openingBanco, openingSpeed, revealed, machine, openingUS, openingEU}).Draw(t, "preset"), shoe)
		for range rapid.IntRange(1, 120).Draw(t, "keys") {
			before := f.table.Seq
			err := f.try(anyKey(t))
			var refusal *house.Refusal
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
		f.holds()
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

func anyKey(t *rapid.T) command {
	if rapid.IntRange(0, 5).Draw(t, "of the pit") == 0 {
		return anyPitKey(t)
	}
	switch rapid.SampledFrom([]string{
		"bet", "bet", "chip", "close", "close", "card", "card", "card", "card", "card", "card", "decide", "decide", "pay", "all", "undo", "repeat", "repeat", "clear", "shoe", "shoe", "relief",
		"burn", "cut", "due", "take", "waive", "pass", "wrong", "lies", "lies", "relay", "relay", "resume", "discard", "dry", "dry", "unseen", "keep", "seen", "hide", "hide", "insure", "early", "ahead",
	}).Draw(t, "key") {
	case "bet":
		box := rapid.IntRange(0, 10).Draw(t, "box")
		amount := games.Amount(rapid.IntRange(0, 60_000).Draw(t, "amount"))
		spot := rapid.SampledFrom([]string{"59", "59", "play", "play", "pair", "plus8", "tie", "player", "banker", "banker", "player_pair", "super6", "main", "main", "behind", "21+3"}).Draw(t, "spot")
		bettor := rapid.SampledFrom([]string{"", "", "2"}).Draw(t, "bettor")
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: box, Spot: spot, Bettor: bettor, Amount: amount})
		}
	case "chip":
		spot := rapid.SampledFrom([]string{"59", "play"}).Draw(t, "spot")
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().AddChip(games.Bet{Box: 2, Spot: spot, Amount: 2500})
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
		return pit.OfBets(hand.Bets.Repeat)
	case "clear":
		return pit.OfBets(hand.Bets.Clear)
	case "shoe":
		return shoe
	case "burn":
		return burnFirst(rapid.SampledFrom([]string{"A", "7h", "Ks", "Q"}).Draw(t, "first card"))
	case "cut":
		return pit.OfDeal(hand.Deal.CutCardOut)
	case "due":
		return func(t *pit.Table) ([]record.Fact, error) { return t.ReportCards(record.FloorCards) }
	case "dry":
		return pit.OfBets(hand.Bets.DealDry)
	case "unseen":
		return pit.OfDeal(hand.Deal.CarryUnseen)
	case "keep":
		return func(t *pit.Table) ([]record.Fact, error) { return t.KeepCards(&dario) }
	case "take":
		box := rapid.IntRange(0, 3).Draw(t, "box")
		return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(box) }
	case "waive":
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().WaiveDebt(record.Debt{Box: 2}, &dario, "gone")
		}
	case "pass":
		return func(t *pit.Table) ([]record.Fact, error) { return t.PassBox(2) }
	case "lies": // the last card elsewhere, another turned over, one more
		at := rapid.SampledFrom([]record.PlaceName{"box:1", "box:2", "bank", "player", "banker", "dealer"}).Draw(t, "place")
		how := rapid.IntRange(0, 3).Draw(t, "how")
		return func(t *pit.Table) ([]record.Fact, error) {
			if t.Game == nil {
				return nil, &house.Refusal{Why: house.TableClosed}
			}
			laid := t.Felt().OnFelt()
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
			return t.Felt().LayOut(record.WrongPlace, 0, "", laid)
		}
	case "resume":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario, "in order") }
	case "wrong":
		at := rapid.SampledFrom([]games.Place{games.Player, games.Banker, games.Bank, games.AtBox(2)}).Draw(t, "place")
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MisdealtCard("7h", at) }
	case "relay":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "") }
	case "discard":
		return func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard("6d", &dario, "") }
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
		next := rapid.SampledFrom([]house.Staff{anna, bruno}).Draw(t, "croupier")
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
		f.do(key, func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario) })
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
