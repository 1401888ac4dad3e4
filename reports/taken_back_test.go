package reports_test

import (
	"fmt"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
)

// A card that was taken back after a payment and entered otherwise is named by its number in the order of the shoe, in whichever order
// the cards are entered: dealt open, laid open box by box, revealed side by side, turned. Cards that are entered as they were are no change.
func TestTheCardThatWasMisreadIsNamed(t *testing.T) {
	card := func(names ...string) (acts []func(*pit.Table) ([]record.Fact, error)) {
		for _, name := range names {
			acts = append(acts, func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
		}
		return acts
	}
	pay := func(t *pit.Table) ([]record.Fact, error) { return t.Deal().PayNext() }
	undo := func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) }
	stand := func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) }
	type acts = []func(*pit.Table) ([]record.Fact, error)
	for name, c := range map[string]struct {
		set          record.TableSet
		bets         []games.Bet
		before, then acts
		want         []string // beside each undo that took back cards
	}{
		"open": {
			record.TableSet{Game: "lugano", Rules: []byte(`{"preset":"lugano"}`)},
			[]games.Bet{{Box: 1, Spot: "59", Amount: 2000}, {Box: 1, Spot: "play", Amount: 2000}, {Box: 3, Spot: "59", Amount: 2000}, {Box: 3, Spot: "play", Amount: 2000}},
			card("4", "2", "6", "4", "9"), append(acts{pay, pay, undo, undo, undo}, card("8")...),
			[]string{"5: 9 box:3 » 8 box:3"},
		},
		"in the hand": {
			record.TableSet{Game: "lugano", Rules: []byte(`{"preset":"lugano-hand"}`)},
			[]games.Bet{{Box: 1, Spot: "59", Amount: 2000}, {Box: 1, Spot: "play", Amount: 2000}, {Box: 3, Spot: "59", Amount: 2000}, {Box: 3, Spot: "play", Amount: 2000}},
			card("6", "4", "4", "2", "9"), append(acts{pay, pay, undo, undo, undo}, card("8")...),
			[]string{"5: 9 box:3 » 8 box:3"},
		},
		"in the hand, two boxes back": {
			record.TableSet{Game: "lugano", Rules: []byte(`{"preset":"lugano-hand"}`)},
			[]games.Bet{{Box: 1, Spot: "59", Amount: 2000}, {Box: 1, Spot: "play", Amount: 2000}, {Box: 3, Spot: "59", Amount: 2000}, {Box: 3, Spot: "play", Amount: 2000}},
			card("6", "4", "4", "2", "9"), append(acts{pay, pay, undo, undo, undo, undo, undo}, card("5", "2", "9")...),
			[]string{"4: 4 box:1 » 5 box:1"},
		},
		"side by side": {
			record.TableSet{Game: "puntobanco", Rules: []byte(`{"preset":"pb-classic"}`), Settings: &record.Settings{Reveal: true}},
			[]games.Bet{{Box: 1, Spot: "player", Amount: 2000}, {Box: 2, Spot: "player", Amount: 2000}},
			card("3", "5", "K", "7"), append(acts{pay, undo, undo, undo}, card("Q", "6")...),
			[]string{"4: 7 banker » 6 banker", "2: K banker » Q banker"},
		},
		"turned": {
			record.TableSet{Game: "blackjack", Rules: []byte(`{"preset":"bj-us"}`)},
			[]games.Bet{{Box: 1, Spot: "main", Amount: 2000}, {Box: 2, Spot: "main", Amount: 2000}},
			append(append(card("K", "J", "6", "9", "9"), pit.OfDeal(hand.Deal.Hide), stand, stand), card("K", "T")...),
			append(acts{pay, undo, undo, undo}, card("J")...),
			[]string{"7: T dealer » –", "6: K dealer » J dealer"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := &floor{t, pit.NewTable("LB1"), opened}
			c.set.Name = "LB1"
			f.do(func(t *pit.Table) ([]record.Fact, error) {
				return t.Opening(pit.Start{Set: c.set, Croupier: anna, Inspector: dario}, f.now)
			}, func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
			for _, b := range c.bets {
				f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
			}
			f.do(pit.OfBets(hand.Bets.Close))
			f.do(c.before...)
			f.do(c.then...)
			var got []string
			for _, l := range reports.ShiftOf(f.table, someHouse).Irregular {
				for _, ch := range l.Changes {
					is := "–"
					if ch.Is != nil {
						is = ch.Is.Card + " " + ch.Is.Place
					}
					got = append(got, fmt.Sprintf("%d: %s %s » %s", ch.N, ch.Was.Card, ch.Was.Place, is))
				}
			}
			if strings.Join(got, ", ") != strings.Join(c.want, ", ") {
				t.Errorf("it names %q, want %q", got, c.want)
			}
		})
	}
}
