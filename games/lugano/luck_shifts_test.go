package lugano

import (
	"math"
	"math/rand"
	"testing"

	"sabot/games"
)

// Of simulated shifts 95 in a hundred lie within the band of 95 %, at one box and at seven, with
// side bets and without.
func TestShiftsWithinLuck(t *testing.T) {
	g, _ := New(FaceUp)
	l := g.Luck(nil)
	var best [10][10]games.Action
	for _, c := range g.Odds().Strategy {
		best[c.Total][c.Bank] = c.Best
	}
	shifts, hands := 10_000, 250
	least, most := 0.940, 0.960
	if testing.Short() {
		shifts, hands, least, most = 2_000, 120, 0.935, 0.965
	}
	for _, c := range []struct {
		name   string
		boxes  int
		stakes [4]games.Amount // 59, PLAY, PAIR, +8
	}{
		{"one box", 1, [4]games.Amount{1000, 2000, 0, 0}},
		{"one box with side bets", 1, [4]games.Amount{1000, 2000, 200, 200}},
		{"seven boxes", 7, [4]games.Amount{1000, 2000, 0, 0}},
		{"seven boxes with side bets", 7, [4]games.Amount{1000, 1500, 300, 100}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := l.Expose()
			for box := 1; box <= c.boxes; box++ {
				for i, spot := range []string{FiftyNine, Play, Pair, PlusEight} {
					e.Add(box, spot, c.stakes[i])
				}
			}
			expected, variance := float64(hands)*e.Expected(), float64(hands)*e.Variance()
			d := newDealt(5)
			inside := 0
			for range shifts {
				result := 0.0
				for range hands {
					result -= d.hand(&best, c.boxes, c.stakes)
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

// dealt is a shoe of ranks that is full before each hand.
type dealt struct {
	*rand.Rand
	shoe []games.Rank
	at   int
}

func newDealt(seed int64) *dealt {
	d := &dealt{Rand: rand.New(rand.NewSource(seed))}
	for rank := games.Ace; rank <= games.King; rank++ {
		for range 4 * 6 {
			d.shoe = append(d.shoe, rank)
		}
	}
	return d
}

func (d *dealt) draw() games.Card {
	i := d.at + d.Intn(len(d.shoe)-d.at)
	d.shoe[d.at], d.shoe[i] = d.shoe[i], d.shoe[d.at]
	d.at++
	return games.NewCard(d.shoe[d.at-1], games.Spades)
}

// hand returns the players' win after a hand by the best play.
func (d *dealt) hand(best *[10][10]games.Action, boxes int, stakes [4]games.Amount) float64 {
	d.at = 0
	bank := box{cards: [3]games.Card{d.draw()}, dealt: 1}
	net := 0.0
	var totals [9]int
	var staked [9]float64
	for i := range boxes {
		b := box{cards: [3]games.Card{d.draw(), d.draw()}, dealt: 2}
		for j, rule := range []func(*box) (games.Odds, bool){0: fiftyNine, 2: pair, 3: plusEight} {
			if rule == nil || stakes[j] == 0 {
				continue
			}
			if odds, won := rule(&b); won {
				net += float64(stakes[j]) * odds.PerUnit()
			} else {
				net -= float64(stakes[j])
			}
		}
		staked[i] = float64(stakes[1])
		switch best[b.points()][bank.points()] {
		case games.Double:
			staked[i] *= 2
			fallthrough
		case games.Draw:
			b.cards[2], b.dealt = d.draw(), 3
		}
		totals[i] = b.points()
	}
	bank.cards[1], bank.dealt = d.draw(), 2
	if bank.points() <= bankDraws {
		bank.cards[2], bank.dealt = d.draw(), 3
	}
	for i := range boxes {
		switch points := bank.points(); {
		case totals[i] > points:
			net += staked[i]
		case totals[i] < points:
			net -= staked[i]
		}
	}
	return net
}
