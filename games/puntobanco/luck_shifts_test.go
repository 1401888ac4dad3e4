package puntobanco

import (
	"math"
	"math/rand"
	"testing"

	"sabot/games"
)

// laidBet is a bet of a simulated table.
type laidBet struct {
	box    int
	spot   string
	amount games.Amount
}

// Of simulated shifts 95 in a hundred lie within the band of 95 %, at one box and at seven, with
// side bets and without: every box bets on the same coup.
func TestShiftsWithinLuck(t *testing.T) {
	g, _ := New(Speed)
	l := g.Luck(nil)
	shifts, hands := 10_000, 400
	least, most := 0.940, 0.960
	if testing.Short() {
		shifts, hands, least, most = 2_000, 150, 0.935, 0.965
	}
	var seven, sides []laidBet
	for box := 1; box <= 7; box++ {
		on := Banker
		if box%3 == 0 {
			on = Player
		}
		seven = append(seven, laidBet{box, on, 1000 * games.Amount(box)})
		sides = append(sides, laidBet{box, on, 1000}, laidBet{box, Tie, 200}, laidBet{box, PlayerPair, 100})
	}
	for _, c := range []struct {
		name string
		bets []laidBet
	}{
		{"one box", []laidBet{{1, Banker, 1000}}},
		{"one box with side bets", []laidBet{{1, Player, 1000}, {1, Tie, 200}, {1, BankerPair, 100}}},
		{"seven boxes", seven},
		{"seven boxes with side bets", sides},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := l.Expose()
			for _, b := range c.bets {
				if !e.Add(b.box, b.spot, b.amount) {
					t.Fatalf("nothing is known of %s", b.spot)
				}
			}
			expected, variance := float64(hands)*e.Expected(), float64(hands)*e.Variance()
			d := newDealt(g.options.Decks, 11)
			inside := 0
			for range shifts {
				result := 0.0
				for range hands {
					totals, first := d.coup()
					for _, b := range c.bets {
						won := 0.0
						if onFirstFour(b.spot) {
							won = profit(g.onPairs(b.spot, first))
						} else {
							won = profit(g.onTotals(b.spot, totals))
						}
						result -= float64(b.amount) * won
					}
				}
				if math.Abs(result-expected) <= 1.96*math.Sqrt(variance) {
					inside++
				}
			}
			if share := float64(inside) / float64(shifts); share < least || share > most {
				t.Errorf("%.4f of the shifts lie within the band", share)
			} else {
				t.Logf("%.2f %% of %d shifts lie within the band of 95 %%", 100*share, shifts)
			}
		})
	}
}

// shoeDealt is a shoe that is full before each coup; a card is four times its rank, from 0, and its suit.
type shoeDealt struct {
	*rand.Rand
	cards []int
	at    int
}

func newDealt(decks int, seed int64) *shoeDealt {
	d := &shoeDealt{Rand: rand.New(rand.NewSource(seed))}
	for range decks {
		for card := range 52 {
			d.cards = append(d.cards, card)
		}
	}
	return d
}

func (d *shoeDealt) draw() int {
	i := d.at + d.Intn(len(d.cards)-d.at)
	d.cards[d.at], d.cards[i] = d.cards[i], d.cards[d.at]
	d.at++
	return d.cards[d.at-1]
}

// coup deals one.
func (d *shoeDealt) coup() (result, pairs) {
	value := func(card int) int { return min(card/4+1, 10) % 10 }
	d.at = 0
	p1, b1, p2, b2 := d.draw(), d.draw(), d.draw(), d.draw()
	first := pairs{p1/4 == p2/4, b1/4 == b2/4, p1 == p2, b1 == b2}
	player, banker := (value(p1)+value(p2))%10, (value(b1)+value(b2))%10
	if player >= 8 || banker >= 8 {
		return result{player, banker, true}, first
	}
	third := -1
	if player <= 5 {
		third = value(d.draw())
		player = (player + third) % 10
	}
	// The published tableau: up to which of its totals the banker draws, by the player's third card.
	upTo := 5
	if third >= 0 {
		upTo = [10]int{3, 3, 4, 4, 5, 5, 6, 6, 2, 3}[third]
	}
	if banker <= upTo {
		banker = (banker + value(d.draw())) % 10
	}
	return result{player, banker, false}, first
}
