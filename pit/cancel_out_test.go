package pit_test

import (
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// What has left the shoe stays out of it when a hand is cancelled, read or not, however far the deal has come.
func TestCancelledHandLeavesItsCardsOut(t *testing.T) {
	bets := map[string][]command{
		"lugano":     {bet(2, "59", 2000), bet(2, "play", 4000), bet(7, "59", 2000), bet(7, "play", 2000), closeBets},
		"puntobanco": {put(1, "player", "", 2000), closeBets},
		"blackjack":  {put(2, "main", "", 2000), closeBets},
	}
	cards := []string{"6h", "4h", "5c", "3h", "2c", "8s"}
	cancel := func(tb *pit.Table) ([]record.Fact, error) { return tb.Felt().CancelHand(&elena, "interrupted") }
	for name, c := range map[string]struct {
		open  command
		carry []string // "" is unseen
		out   []int    // with none of its cards dealt, and bets open; then with as many more as come, and those beside them face down
	}{
		"face up":         {out: []int{4, 4, 5, 6, 7, 8, 9, 9}, open: openingWith("lugano", `"lugano"`, &record.Settings{Burn: true})},
		"in the hand":     {out: []int{4, 4, 9, 9, 9, 9, 9, 9}, open: openingWith("lugano", `"lugano-hand"`, &record.Settings{Burn: true})},
		"revealed":        {out: []int{4, 4, 8, 8, 8, 8, 8, 8}, open: openingWith("puntobanco", `{"preset":"pb-speed"}`, &record.Settings{Reveal: true, Burn: true})},
		"ahead":           {out: []int{6, 6, 6, 7, 8, 9, 10, 10}, open: openingWith("puntobanco", `{"preset":"pb-speed"}`, nil), carry: []string{"8h", ""}},
		"ahead, revealed": {out: []int{6, 8, 8, 8, 8, 9, 10, 10}, open: openingWith("puntobanco", `{"preset":"pb-speed"}`, &record.Settings{Reveal: true}), carry: []string{"", "8h"}},
		"hole card":       {out: []int{0, 0, 1, 2, 3, 4, 4, 4}, open: openingUS},
	} {
		t.Run(name, func(t *testing.T) {
			for n := range len(cards) + 2 {
				f := newFloor(t)
				f.do(c.open, shoe)
				if f.table.Deal().Phase() == hand.Burning {
					f.do(func(tb *pit.Table) ([]record.Fact, error) { return tb.Deal().BurnFirst("3s") })
				}
				game := f.table.Game.Name()
				if c.carry != nil {
					f.do(put(1, "player", "", 2000), closeBets, card("9s"))
					if f.table.Settings.Reveal {
						f.do(card("Ks"), card("7d"), card("Kd"))
					} else {
						f.do(card("7d"), card("Ks"), card("Kd"))
					}
					for _, ahead := range c.carry {
						if ahead == "" {
							f.do(pit.OfDeal(hand.Deal.CarryUnseen))
						} else {
							f.do(card(ahead))
						}
					}
					f.do(payAll)
				}
				for i, does := range bets[game] {
					if i < len(bets[game])-1 || n > 0 {
						f.do(does)
					}
				}
				for i := range n - 1 {
					switch step := f.table.Deal().Next(); {
					case step.Kind == games.Finished:
					case f.table.Deal().MayHide():
						f.do(hide)
					case step.Kind == games.Ask:
						f.do(decide(games.Stand))
					default:
						f.do(card(cards[i]))
					}
				}
				want := c.out[n]
				if got := f.table.Deal().CardsOut() + f.table.Deal().DrawnAhead(); got != want {
					t.Errorf("after %d cards %d are out, want %d", n-1, got, want)
				}
				f.do(cancel)
				if got := f.table.Deal().CardsOut() + f.table.Deal().DrawnAhead(); got != want || f.table.Current.Round.Out+f.table.Deal().DrawnAhead() != want {
					t.Errorf("cancelled after %d cards: %d are out, the next hand says %d before it, %d ahead; want %d in all", n-1, f.table.Deal().CardsOut(), f.table.Current.Round.Out, f.table.Deal().DrawnAhead(), want)
				}
				audits(t, f)
			}
		})
	}
}
