package pit_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit/hand"
)

// splitHand is a hand of the US table: eights on box 1 split, hit and stood on both hands, and box 2 stood.
func splitHand(t *testing.T) *floor {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), put(2, "main", "", 3000), closeBets)
	f.do(card("8h"), card("Th"), card("9d"), card("8d"), card("7d"), hide)
	f.do(decide(games.Split), card("3h"), decide(games.Hit), card("2c"), decide(games.Stand))
	f.do(card("2h"), decide(games.Hit), card("5c"), decide(games.Stand), decide(games.Stand), card("8c"), payAll)
	return f
}

// One decision more, or one less, is one difference, whatever stands behind it; and it says on which hand.
func TestOneChangeIsOne(t *testing.T) {
	f := splitHand(t)
	was := f.table.History[0].Round
	if want := []games.Action{"split", "hit", "stand", "hit", "stand", "stand"}; len(was.Decisions) != len(want) {
		t.Fatalf("%+v", was.Decisions)
	}
	changed := func(is games.Round) (cards, bets, decisions []hand.Pair, c hand.Compared) {
		c = hand.Compare(f.table.Game, was, is)
		for _, p := range c.Cards {
			if c.CardChanged(p) {
				cards = append(cards, p)
			}
		}
		for _, p := range c.Bets {
			if c.BetChanged(p) {
				bets = append(bets, p)
			}
		}
		for _, p := range c.Decisions {
			if c.DecisionChanged(p) {
				decisions = append(decisions, p)
			}
		}
		return cards, bets, decisions, c
	}
	copied := func() games.Round {
		r := was
		r.Bets, r.Laid, r.Decisions = slices.Clone(was.Bets), slices.Clone(was.Laid), slices.Clone(was.Decisions)
		return r
	}
	is := copied()
	is.Decisions = slices.Insert(is.Decisions, 2, games.Decision{Box: 1, Do: games.Hit})
	is.Laid = slices.Insert(is.Laid, 8, at("4s", games.AtBox(1)))
	cards, bets, decisions, c := changed(is)
	if len(bets) != 0 || !reflect.DeepEqual(decisions, []hand.Pair{{Was: -1, Is: 2}}) || !reflect.DeepEqual(cards, []hand.Pair{{Was: -1, Is: 8}}) {
		t.Errorf("added: cards %v, bets %v, decisions %v", cards, bets, decisions)
	}
	if c.IsOn[2] != 1 || c.IsOn[4] != 2 || c.IsOn[0] != 0 {
		t.Errorf("on hands %v", c.IsOn)
	}
	is = copied()
	is.Decisions = slices.Delete(is.Decisions, 5, 6)
	is.Bets = slices.Delete(is.Bets, 0, 1)
	if cards, bets, decisions, c = changed(is); len(cards) != 0 || !reflect.DeepEqual(bets, []hand.Pair{{Was: 0, Is: -1}}) || !reflect.DeepEqual(decisions, []hand.Pair{{Was: 5, Is: -1}}) {
		t.Errorf("removed: cards %v, bets %v, decisions %v", cards, bets, decisions)
	}
	if len(c.Decisions) != len(was.Decisions) || len(c.Bets) != len(was.Bets) {
		t.Errorf("what was removed is left out: %+v", c)
	}
	is = copied()
	is.Laid[6].Card = at("4s", games.Place{}).Card
	if cards, _, _, _ = changed(is); !reflect.DeepEqual(cards, []hand.Pair{{Was: 6, Is: 6}}) {
		t.Errorf("another card: %v", cards)
	}
}

// Whatever two versions are, each line of either stands in one pair, those of the later one in their order.
func TestCompareLeavesNothingOut(t *testing.T) {
	f := splitHand(t)
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) games.Round {
			r := games.Round{}
			for range rapid.IntRange(0, 6).Draw(t, name) {
				do := rapid.SampledFrom([]games.Action{games.Hit, games.Stand, games.Double, games.Insure}).Draw(t, "do")
				r.Decisions = append(r.Decisions, games.Decision{Box: rapid.IntRange(1, 2).Draw(t, "box"), Do: do})
				r.Bets = append(r.Bets, games.Bet{Box: rapid.IntRange(1, 3).Draw(t, "bet"), Spot: "main", Amount: games.Amount(rapid.IntRange(1, 3).Draw(t, "amount"))})
				r.Laid = append(r.Laid, at(rapid.SampledFrom([]string{"2c", "3c", "4c"}).Draw(t, "card"), games.Dealer))
			}
			return r
		}
		was, is := draw("was"), draw("is")
		c := hand.Compare(f.table.Game, was, is)
		for name, pairs := range map[string][]hand.Pair{"cards": c.Cards, "bets": c.Bets, "decisions": c.Decisions} {
			seen, next := map[int]bool{}, 0
			for _, p := range pairs {
				if p.Was >= 0 && seen[p.Was] || p.Is >= 0 && p.Is != next {
					t.Fatalf("%s: %v", name, pairs)
				}
				if p.Is >= 0 {
					next++
				}
				if p.Was >= 0 {
					seen[p.Was] = true
				}
			}
			if len(seen) != len(was.Laid) || next != len(is.Laid) {
				t.Fatalf("%s of %d and %d: %v", name, len(was.Laid), len(is.Laid), pairs)
			}
		}
	})
}
