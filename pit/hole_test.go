package pit_test

import (
	"fmt"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// The hole card: nobody knows it until it is turned, the record then has it in its
// place; it counts as out of the shoe from the first.
func TestHoleCard(t *testing.T) {
	f := seat(t, openingUS)
	f.do(closeBets, card("9s"), card("6h"), card("8d"))
	f.refused(house.NothingLiesWrong, func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "") })
	if !f.table.Deal().MayHide() {
		t.Fatal("the next card does not lie face down")
	}
	f.do(hide)
	if out := f.table.Deal().CardsOut(); out != 4 || f.table.Deal().Hole() != 3 {
		t.Fatalf("%d cards out, hole %d", out, f.table.Deal().Hole())
	}
	f.refused(house.NothingToLookAt, look(false)) // under a six nobody looks
	f.do(decide(games.Stand))
	if f.table.Deal().Phase() != hand.Turning {
		t.Fatalf("phase %v, want the turn", f.table.Deal().Phase())
	}
	f.do(card("Tc"))
	if out := f.table.Deal().CardsOut(); out != 4 {
		t.Errorf("%d cards out after the turn, want 4", out)
	}
	f.do(undo, card("Td"), card("5c"), payAll)
	f.agrees()
	if got := f.table.History[0].Round.Laid[3].Card.String(); got != "Td" {
		t.Errorf("the hole card is %s in the record", got)
	}
}

// Under an ace or a ten the dealer looks before any seat acts (source 003, US): where he
// has a blackjack it is turned at once, and it must be one; a card that comes out later and
// makes one was not seen when he looked, and is not for the croupier alone.
func TestDealerLooks(t *testing.T) {
	f := seat(t, openingUS)
	f.do(closeBets, card("9s"), card("Th"), card("8d"), hide)
	if f.table.Deal().Phase() != hand.Looking {
		t.Fatalf("phase %v, want the look", f.table.Deal().Phase())
	}
	f.refused(house.NoDecisionDue, decide(games.Stand))
	f.refused(house.NoCardDue, card("Ac"))
	f.do(look(true))
	f.refused(house.NotBlackjack, card("9c"))
	f.do(undo)
	f.refused(house.SeenBefore, look(false))
	f.do(with(dario, look(false)), decide(games.Stand))
	f.lately(record.Alarmed{Was: "look_blackjack", What: "look_none", Approver: dario.Number})
	f.refused(house.HoleIsBlackjack, card("Ac"))
	f.do(card("9c"), payAll)
	f.agrees()
	f.do(pit.OfBets(hand.Bets.Repeat), closeBets, card("9s"), card("Th"), card("8d"), hide, look(true), card("Ac"), payAll)
	f.agrees()
	f.holds()
}

// A card that is burned while the dealer is to look, or somebody may insure, answers nothing.
func TestBurnedCardAnswersNothing(t *testing.T) {
	discard := func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard("6", &dario, "too many") }
	f := seat(t, openingUS)
	f.do(closeBets, card("9"), card("A"), card("8"), hide, discard)
	if f.table.Deal().Phase() != hand.Insuring {
		t.Fatalf("phase %v, want the insurance", f.table.Deal().Phase())
	}
	f.do(nobodyInsures, discard)
	if f.table.Deal().Phase() != hand.Looking {
		t.Fatalf("phase %v, want the look", f.table.Deal().Phase())
	}
	f.do(look(false), decide(games.Stand), card("7"), payAll)
	f.agrees()
	f.holds()
}

// A record from before the dealer's answer was an entry: seats that acted say that he had
// no blackjack.
func TestOldRecordsHaveNoLook(t *testing.T) {
	f := seat(t, openingUS)
	f.do(closeBets, card("9s"), card("Ah"), card("8d"), hide)
	raw := func(facts ...record.Fact) command {
		return func(*pit.Table) ([]record.Fact, error) { return facts, nil }
	}
	f.do(raw(record.Decided{Box: 1, Do: games.Insure}, record.Decided{Box: 1, Bettor: "2", Do: games.Insure}))
	f.do(raw(record.Decided{Box: 1, Do: games.Stand}, record.Settled{Rows: []record.Row{
		{Bet: 3, Outcome: games.Lose, Staked: 1000}, {Bet: 4, Outcome: games.Lose, Staked: 500},
	}}))
	f.do(card("7c"), payAll)
	f.agrees()
}

// "Se tutti i giocatori del tavolo sballano ... la mano si conclude. La seconda carta del
// banco non viene rivelata" (source 003): the hand closes, and what is exported of it
// settles to the same. It may be read as it is cleared away.
func TestHoleStaysUnrevealed(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets, card("Ts"), card("Th"), card("6d"), hide, look(false), decide(games.Hit), card("K"))
	if f.table.Deal().Phase() != hand.Paying || f.table.Deal().Hole() < 0 {
		t.Fatalf("phase %v, want the payment with the hole card unseen", f.table.Deal().Phase())
	}
	f.do(card("9c"), undo, payAll)
	h := f.table.History[0]
	if h.House != 2000 || !h.Round.Laid[3].Hidden {
		t.Errorf("house %d, cards %v", h.House, h.Round.Laid)
	}
	exported := h.Export(f.table.Game)
	s, err := games.Complete(exported.Game, exported.Round)
	if err != nil || s.House != h.House || fmt.Sprint(exported.Unseen) != "[3]" {
		t.Errorf("exported it settles to %d, %v; unseen %v", s.House, err, exported.Unseen)
	}
	if out := f.table.Deal().CardsOut(); out != 5 {
		t.Errorf("%d cards out, want five", out)
	}
	f.holds()

	g := newFloor(t) // a bet on the dealer's pair has to see it
	g.do(openingUS, shoe, put(1, "main", "", 2000), put(1, "dealer_pair", "", 1000), closeBets, card("T"), card("6h"), card("6"), hide, decide(games.Hit), card("K"))
	if g.table.Deal().Phase() != hand.Turning {
		t.Errorf("phase %v, want the turn", g.table.Deal().Phase())
	}
	g.refused(house.SuitIsDue, card("6"))
	g.do(card("6d"), payAll)
	g.agrees()
	g.holds()
}
