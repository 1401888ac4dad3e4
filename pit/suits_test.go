package pit_test

import (
	"bytes"
	"strings"
	"testing"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A card that was drawn ahead without its suit opens the next hand: where a perfect pair
// stands then, its suit is asked as soon as the bets are closed, and nothing else before it.
func TestSuitOfACarriedCard(t *testing.T) {
	f := newFloor(t)
	f.do(openingSides, shoe, put(1, "player", "", 2000), closeBets, card("9"), card("7"), card("K"), card("K"), card("8"), payAll)
	f.do(put(1, "player", "", 2000), put(1, "perfect_pair", "", 1000), closeBets)
	step := f.table.Deal().Next()
	if step.Kind != games.ReadSuit || step.At != games.Player || step.Card != 0 {
		t.Fatalf("next is %+v, want the suit of the card that was carried", step)
	}
	f.refused(house.SuitIsDue, card("8"))
	f.refused(house.OtherRank, card("7h"))
	f.do(card("8h"), undo, card("8h"))
	f.refused(house.SuitIsDue, card("3"))
	f.do(card("3c"), card("8h"), card("5d"), payAll)
	f.agrees()
	f.holds()
	h := f.table.History[1]
	for _, p := range h.Payments() {
		if p.Spot == "perfect_pair" && p.Outcome != games.Win {
			t.Errorf("two eights of hearts: %+v", p)
		}
	}
	f.do(put(1, "player", "", 2000), closeBets) // nobody looks at suits now
	if f.table.Deal().Next().Suits {
		t.Error("a suit is asked that no bet looks at")
	}
}

// A bet that an inspector rules to have lain may look at cards that lie already: their
// suits are read then, and the hand goes on from there.
func TestSuitsForABetThatIsRuled(t *testing.T) {
	f := newFloor(t)
	f.do(openingEU, shoe, put(1, "main", "", 2000), closeBets, card("8"), card("6"), card("8"))
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RuleBet(games.Bet{Box: 1, Spot: "player_pair", Amount: 1000}, false, &dario, "video")
	})
	for _, name := range []string{"8h", "8d"} {
		if f.table.Deal().Next().Kind != games.ReadSuit {
			t.Fatalf("next is %+v", f.table.Deal().Next())
		}
		f.do(card(name))
	}
	if n := len(f.table.Current.Rows); n != 1 {
		t.Fatalf("%d rows, want the pair paid", n)
	}
	f.do(decide(games.Stand), card("K"), card("5"), payAll)
	f.agrees()
	f.holds()
}

// What is exported of a hand whose hole card nobody saw, and whose suits nobody read, is a
// hand of the hand file, settles to what the record has, and says which card was not seen.
func TestExportOfWhatNobodySaw(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), put(2, "main", "", 2000), closeBets)
	f.do(card("T"), card("A"), card("T"), card("6"), card("K"), hide, look(false), decide(games.Hit), card("K"), payAll)
	h := f.table.History[0]
	line := handfile.Encode(h.Export(f.table.Game))
	if !strings.Contains(string(line), `"unseen":[5]`) {
		t.Errorf("%s", line)
	}
	var out bytes.Buffer
	if failed, err := handfile.Settle(bytes.NewReader(line), &out); err != nil || failed > 0 {
		t.Fatalf("%s: %v", out.String(), err)
	}
	if recorded := string(handfile.EncodeSettlement(h.Settlement(f.table.Game))) + "\n"; recorded != out.String() {
		t.Errorf("recorded %s\nsettle   %s", recorded, out.String())
	}
	if h.House != 2000-3000 {
		t.Errorf("the house has %d: the bust lost, the blackjack is paid 3 to 2", h.House)
	}
	f.holds()
}
