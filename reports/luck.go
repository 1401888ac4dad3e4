package reports

import (
	"math"
	"slices"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
)

// Luck is what bets brought the house beside what was to be expected of them, and how far such
// bets stray by luck alone. Amounts are minor units.
type Luck struct {
	Hands     int          // closed, and not cancelled
	Result    games.Amount // commission that is owed included
	Expected  games.Amount // first stakes times the house's edge
	Deviation games.Amount // one standard deviation
	Side      int          // how much of its square bets beside the main ones make, in thousandths
}

// The result of few hands, or of rare large wins, is not spread evenly about what is expected:
// the band says less of it.
const (
	fewHands = 200
	muchSide = 200 // thousandths
)

// add adds the luck of something that has nothing to do with it.
func (l *Luck) add(o Luck) {
	mine, theirs := square(l.Deviation), square(o.Deviation)
	l.Hands += o.Hands
	l.Result += o.Result
	l.Expected += o.Expected
	l.Deviation = minor(math.Sqrt(mine + theirs))
	if mine+theirs > 0 {
		l.Side = int(math.Round((mine*float64(l.Side) + theirs*float64(o.Side)) / (mine + theirs)))
	}
}

func square(a games.Amount) float64 { return float64(a) * float64(a) }

// whole is an amount without its minor units: what is expected is not known to the centime.
func whole(a games.Amount) games.Amount { return minor(float64(a)/100) * 100 }

func minor(x float64) games.Amount { return games.Amount(math.Round(x)) }

// z is how many standard deviations the result lies from what was expected; false where nothing
// was at stake.
func (l *Luck) z() (z float64, ok bool) {
	if l.Deviation <= 0 {
		return 0, false
	}
	return float64(l.Result-l.Expected) / float64(l.Deviation), true
}

// rare says that luck brings a result so far away less often than once in twenty times.
func (l *Luck) rare() bool {
	z, ok := l.z()
	return ok && math.Abs(z) > 2
}

// line says it in words; none where nothing was at stake.
func (l *Luck) line(w pen) []string {
	z, ok := l.z()
	if !ok {
		return nil
	}
	within := "report_luck_within"
	switch far := math.Abs(z); {
	case far > 3:
		within = "report_luck_hardly"
	case far > 2:
		within = "report_luck_rarely"
	}
	line := w.T("report_luck", map[string]any{
		"Result": w.Amount(l.Result), "Expected": w.Amount(whole(l.Expected)), "Deviation": w.Amount(whole(l.Deviation)),
		"Z": w.Cents(minor(100 * z)), "Within": w.T(within),
	})
	if l.Hands < fewHands || l.Side > muchSide {
		line = join(line, w.T("report_luck_rough"))
	}
	return []string{line}
}

// edges are the house's edge of each spot by the rules of a game, in parts of a thousand million.
func edges(g games.Game) map[string]int64 {
	by := map[string]int64{}
	for _, spot := range handfile.Odds(g) {
		by[spot.Spot] = int64(math.Round(spot.Edge() * 1e9))
	}
	return by
}

// put calls each with every first stake of a hand that stood: what was there before anything was
// doubled. What is no spot one bets on, insurance, is among them as it was bought.
func put(g games.Game, hand *pit.Hand, each func(box int, spot string, amount games.Amount)) {
	stood := g.Stakes(hand.Round)
	for _, p := range hand.Played() {
		bet := slices.IndexFunc(hand.Round.Bets, func(b games.Bet) bool { return b.Key() == p.Key() })
		switch {
		case p.Outcome == games.Void:
		case bet >= 0 && bet < len(stood):
			each(p.Box, p.Spot, stood[bet].Amount)
		default:
			each(p.Box, p.Spot, p.Staked)
		}
	}
}

// luckOf is how far the hands of a shift strayed; nothing where its game does not know, or nothing
// was at stake.
func luckOf(t *pit.Table, result games.Amount) Luck {
	known := handfile.Luck(t.Game)
	if known == nil {
		return Luck{}
	}
	main := map[string]bool{}
	for _, spot := range t.Game.Spots() {
		main[spot.Name] = spot.Main || spot.Early
	}
	l := Luck{Result: result}
	all, side := known.Expose(), known.Expose()
	var expected, variance, beside float64
	for i := range t.History {
		hand := &t.History[i]
		if hand.Cancelled != nil {
			continue
		}
		all.Clear()
		side.Clear()
		put(t.Game, hand, func(box int, spot string, amount games.Amount) {
			all.Add(box, spot, amount)
			if !main[spot] {
				side.Add(box, spot, amount)
			}
		})
		l.Hands++
		expected += all.Expected()
		variance += all.Variance()
		beside += side.Variance()
	}
	if l.Deviation = minor(math.Sqrt(variance)); l.Deviation == 0 {
		return Luck{}
	}
	l.Expected, l.Side = minor(expected), int(math.Round(1000*beside/variance))
	return l
}
