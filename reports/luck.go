package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// A Luck is the house's result of bets beside the expected one, with their deviation by luck alone. Amounts are
// minor units.
type Luck struct {
	Hands     int          // closed, and not cancelled
	Result    games.Amount // commission that is owed included
	Expected  games.Amount // of the best play: first stakes times the house's edge
	Deviation games.Amount // one standard deviation, of the best play
	Side      int          // how much of its square bets beside the main ones make, in thousandths
	// Skill is what the players' decisions cost them against the best play, Decisions how many there
	// were; 0 of a game without any.
	Skill     games.Amount `json:",omitempty"`
	Decisions int          `json:",omitempty"`
}

// played returns the expected result of the hands as they were played. The result's distance from it has the
// mean 0, however bad the play. The distance from the expectation of best play has not.
func (l *Luck) played() games.Amount { return l.Expected + l.Skill }

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
	l.Skill += o.Skill
	l.Decisions += o.Decisions
	l.Deviation = minor(math.Sqrt(mine + theirs))
	if mine+theirs > 0 {
		l.Side = int(math.Round((mine*float64(l.Side) + theirs*float64(o.Side)) / (mine + theirs)))
	}
}

func square(a games.Amount) float64 { return float64(a) * float64(a) }

// whole returns an amount without its minor units.
func whole(a games.Amount) games.Amount { return minor(float64(a)/100) * 100 }

func minor(x float64) games.Amount { return games.Amount(math.Round(x)) }

// z returns the result's distance from the expected one in standard deviations; false where nothing was at
// stake.
func (l *Luck) z() (z float64, ok bool) {
	if l.Deviation <= 0 {
		return 0, false
	}
	return float64(l.Result-l.played()) / float64(l.Deviation), true
}

// beyond returns how many standard deviations of those that the words tell apart a result is beyond: 3, 2, or 0 where it
// is within two.
func beyond(z float64) int {
	switch far := math.Abs(z); {
	case far > 3:
		return 3
	case far > 2:
		return 2
	}
	return 0
}

// printed returns the luck with the figures that its line prints, and their z; false where nothing was at stake. Since form 7
// whoever divides the figures of the line comes to its z. Where figures without cents would be judged otherwise than
// the result is, they are printed to the cent.
func (l *Luck) printed(w pen) (shown Luck, z float64, ok bool) {
	shown = *l
	if z, ok = l.z(); !ok {
		return shown, 0, false
	}
	if w.Form >= forms.Seven && *w.Minor { // with cents they are the figures of the theo win, which stands beside
		return shown, z, true
	}
	shown.Expected, shown.Skill, shown.Deviation = whole(l.Expected), whole(l.Skill), whole(l.Deviation)
	if w.Form < forms.Seven {
		return shown, z, true
	}
	if of, ok := shown.z(); ok && beyond(of) == beyond(z) {
		return shown, of, true
	}
	return *l, z, true
}

// rare reports whether luck brings a result so far away less often than once in twenty times.
func (l *Luck) rare() bool {
	z, ok := l.z()
	return ok && beyond(z) > 0
}

// zWords returns a z with two decimals. It has as many more as show that it is beyond the bound by which it is judged; before
// form 7 it had not.
func zWords(z float64, w pen) string {
	said, bound := minor(100*z), beyond(z)
	if w.Form < forms.Seven || bound == 0 || said != minor(math.Copysign(float64(100*bound), z)) {
		return w.Cents(said)
	}
	over, more := math.Abs(z)-float64(bound), 1
	for math.Round(over*math.Pow10(2+more)) == 0 {
		more++
	}
	return w.Cents(said) + fmt.Sprintf("%0*.0f", more, over*math.Pow10(2+more))
}

// signs stay on the line of their numbers.
var signs = strings.NewReplacer(" z ", " z"+paper.Tight, " ± ", " ±"+paper.Tight, " = ", " ="+paper.Tight, " + ", " +"+paper.Tight)

// line returns it in words; none where nothing was at stake.
func (l *Luck) line(w pen) []string {
	shown, z, ok := l.printed(w)
	if !ok {
		return nil
	}
	within := map[int]string{0: "report_luck_within", 2: "report_luck_rarely", 3: "report_luck_hardly"}[beyond(z)]
	texts := w.luckTexts()
	key, filled := texts.line, map[string]any{
		"Result": w.Amount(l.Result), "Expected": w.Amount(shown.played()), "Deviation": w.Amount(shown.Deviation),
		"Z": zWords(z, w), "Within": w.T(within),
	}
	if l.Decisions > 0 {
		key, filled["Odds"], filled["Skill"] = texts.played, w.Amount(shown.Expected), w.Amount(shown.Skill)
	}
	line := signs.Replace(w.T(key, filled))
	if l.Hands < fewHands || l.Side > muchSide {
		line = paper.Join(line, w.T("report_luck_rough"))
	}
	return []string{line}
}

// A luckTexts is the set of keys of the texts about luck. They are its line, that of a game in which players
// decide, what they mean, and what the theoretical win beside it leaves out.
type luckTexts struct{ line, played, note, theo string }

// luckTexts returns the texts of a form. Before form 7 the result of the bets had the name of the result by hands.
// What was waived and rounded of commission is gone from that.
func (w pen) luckTexts() luckTexts {
	if w.Form < forms.Seven {
		return luckTexts{"report_luck", "report_luck_played", "report_luck_note", "report_theo_skill_note"}
	}
	return luckTexts{"report_luck_bets", "report_luck_bets_played", "report_luck_bets_note", "report_theo_skill_bets_note"}
}

// notes say what line means; none where it says nothing.
func (l *Luck) notes(w pen) []string {
	if _, ok := l.z(); !ok {
		return nil
	}
	notes := []string{w.T(w.luckTexts().note)}
	if l.Decisions > 0 {
		notes = append(notes, w.T("report_skill_note"))
	}
	return notes
}

// An edgesOf keeps the house's edges of games that were asked for, in parts of a thousand million.
type edgesOf map[edgeKey]int64

// An edgeKey is a bet's rules and spot, and its stake where rounding may change its edge.
type edgeKey struct {
	game  games.Game
	spot  string
	stake games.Amount
}

// unknownEdge stands for a spot whose odds nobody knows.
const unknownEdge = math.MinInt64

// at returns the house's edge of a stake on a spot; false where nobody knows it. Before form 7
// rounding was left out.
func (e edgesOf) at(g games.Game, spot string, stake games.Amount, form int) (edge int64, known bool) {
	key := edgeKey{g, spot, stake}
	if form < forms.Seven {
		key.stake = 0
	}
	edge, kept := e[key]
	if !kept {
		edge = unknownEdge
		odds := handfile.Odds(g)
		if key.stake > 0 {
			odds = handfile.OddsAt(g, key.stake)
		}
		for _, o := range odds {
			if o.Spot == spot {
				edge = int64(math.Round(o.Edge() * 1e9))
			}
		}
		e[key] = edge
	}
	return edge, edge != unknownEdge
}

// put calls each with every first stake of a hand that stood: the amount before anything was doubled. An
// insurance, which has no spot, counts with the amount for which it was bought.
func put(g games.Game, hand *hand.Hand, each func(box int, spot string, amount games.Amount)) {
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

// played returns a function that reports whether a bet of a hand did not come back whole. Even money is an
// insurance of a blackjack that was bought, though nothing was laid for it; before form 7 it counted as no
// decision.
func played(hand *hand.Hand, form int) func(games.BetKey) bool {
	rows := hand.Payments()
	if form < forms.Seven {
		rows = hand.Played()
	}
	return func(key games.BetKey) bool {
		return slices.ContainsFunc(rows, func(p games.Payment) bool { return p.Key() == key && p.Outcome != games.Void })
	}
}

// luckOf returns how far the hands of a shift strayed; nothing where its game does not know, or nothing was at
// stake. What is expected of the best play is the theoretical win of the house's report, to the minor unit. It goes
// by the payments that the table really makes. How far results stray goes by the odds, which rounding hardly moves.
func luckOf(t *pit.Table, result games.Amount, form int) Luck {
	var skill games.Skill
	var expected, variance, beside float64
	l, rules := Luck{Result: result}, map[games.Game]*strays{}
	for i := range t.History {
		hand := &t.History[i]
		if hand.Cancelled != nil {
			continue
		}
		game := forms.GameOf(t, hand, form)
		r := rules[game]
		if r == nil {
			if r = straysOf(game); r == nil {
				return Luck{}
			}
			rules[game] = r
		}
		r.all.Clear()
		r.side.Clear()
		put(game, hand, func(box int, spot string, amount games.Amount) {
			r.all.Add(box, spot, amount)
			if !r.main[spot] {
				r.side.Add(box, spot, amount)
			}
		})
		if r.book != nil {
			skill.Add(r.book.Costs(hand.Round, game.Stakes(hand.Round)), played(hand, form))
		}
		l.Hands++
		expected += r.all.Expected()
		variance += r.all.Variance()
		beside += r.side.Variance()
	}
	if l.Deviation = minor(math.Sqrt(variance)); l.Deviation == 0 {
		return Luck{}
	}
	if l.Expected = minor(expected); form >= forms.Seven {
		l.Expected, _ = expectedOf(stakesOf(t, form))
	}
	l.Side = int(math.Round(1000 * beside / variance))
	l.Skill, l.Decisions = minor(skill.Cost), skill.Decisions
	return l
}

// A strays is a variance model for the luck of hands under the same rules.
type strays struct {
	main      map[string]bool
	all, side *games.Exposed
	book      games.Book
}

// straysOf returns nil for a game that does not know how far its results stray.
func straysOf(g games.Game) *strays {
	known := handfile.Luck(g)
	if known == nil {
		return nil
	}
	r := &strays{main: map[string]bool{}, all: known.Expose(), side: known.Expose(), book: handfile.Book(g)}
	for _, spot := range g.Spots() {
		r.main[spot.Name] = spot.Main || spot.Early
	}
	return r
}
