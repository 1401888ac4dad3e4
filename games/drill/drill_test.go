package drill_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/games/drill"
	"sabot/games/handfile"
)

var chips = []games.Amount{500, 1000, 2500, 10000, 50000, 100000}

func setting(level int) drill.Setting {
	s := drill.Setting{Rules: slices.Concat(byPreset(), tables), Values: chips, Level: level}
	for i, r := range s.Rules { // every other table has limits
		limits := drill.Bounds{}
		if g, ok := r.Game(); ok && i%2 == 0 {
			for _, spot := range g.Spots() {
				limits[spot.Name] = games.Limit{Min: 500, Max: 10_000}
				if spot.Main {
					limits[spot.Name] = games.Limit{Min: 2000, Max: 50_000}
				}
			}
		}
		s.Limits = append(s.Limits, limits)
	}
	return s
}

// classes are all classes of all drills.
func classes(s drill.Setting) (list []drill.Class) {
	for _, k := range drill.Kinds() {
		list = append(list, drill.Classes(s, k)...)
	}
	return list
}

// What a drill holds to be right is what `settle` and `check` say of the same hand as a hand
// file, text in and text out: 100,000 random tasks of all classes and levels, by the presets and by
// tables' own rules. A hand that is not over is played on to its end, which changes nothing of what is decided.
func TestTasksAgreeWithTheHandFile(t *testing.T) {
	tasks := 100_000
	if testing.Short() {
		tasks = 2_000
	}
	chance := rand.New(rand.NewPCG(7, uint64(tasks)))
	asked, said, parts := map[drill.Ask]int{}, map[drill.Say]int{}, 0
	for n := range tasks {
		s := setting(1 + n%drill.Levels)
		all := classes(s)
		c := all[n%len(all)]
		task, err := drill.New(s, 42, n, c)
		if err != nil {
			t.Fatal(err)
		}
		if c.Kind != drill.Chips && drill.RulesOf(task.Game) != c.Rules {
			t.Fatalf("task %d of %s is judged by %s", n, c, drill.RulesOf(task.Game))
		}
		for i, q := range task.Questions {
			v, err := task.Verdict(i, drill.Answer{})
			if err != nil {
				t.Fatal(err)
			}
			asked[q.Ask]++
			if q.Ask == drill.Who && len(v.By) == 0 {
				t.Errorf("task %d of %s: no rule is named by which the card goes to %s\n%s", n, c, v.Expected.At, handfile.Encode(handfile.Hand{Game: task.Game, Round: q.Round}))
			}
			parts += min(1, q.Hand)
			said[v.Expected.Say]++
			if want := another(t, task, q, chance); !reflect.DeepEqual(want, v.Expected) {
				t.Fatalf("task %d of %s, %s: the drill says %+v, the hand file %+v\n%s", n, c, q.Ask, v.Expected, want, handfile.Encode(handfile.Hand{Game: task.Game, Round: q.Round}))
			}
			if right, err := task.Verdict(i, v.Expected); err != nil || right.Fault != "" {
				t.Fatalf("task %d of %s: the right answer is %q: %v", n, c, right.Fault, err)
			}
		}
	}
	t.Logf("%d tasks, questions %v, %d on a hand of a split box, answers %v", tasks, asked, parts, said)
	if parts < tasks/1000 {
		t.Errorf("%d questions were about a hand of a split box only", parts)
	}
	for _, ask := range []drill.Ask{drill.Comes, drill.Who, drill.Owes, drill.Stays, drill.Judge, drill.From, drill.To, drill.Count} {
		if asked[ask] < tasks/400 { // one class of some 250 is of chips
			t.Errorf("%s was asked %d times only", ask, asked[ask])
		}
	}
	for _, say := range []drill.Say{drill.Pay, drill.Take, drill.Leave, drill.Card, drill.NoCard, drill.Fine, drill.Relay, drill.Cancel, drill.Is, drill.Laid} {
		if said[say] < tasks/1000 {
			t.Errorf("%s was right %d times only", say, said[say])
		}
	}
}

// another finds the answer by another way than the drill does.
func another(t *testing.T, task drill.Task, q drill.Question, chance *rand.Rand) drill.Answer {
	t.Helper()
	switch q.Ask {
	case drill.Count:
		return fewest(task.Tray)
	case drill.Judge, drill.From, drill.To:
		return checked(t, task, q)
	case drill.Who:
		next, _ := settled(t, task.Game, q.Round)
		if next == "" {
			return drill.Answer{Say: drill.NoCard}
		}
		return drill.Answer{Say: drill.Card, At: handfile.PlaceNamed(strings.TrimPrefix(next, "card to "))}
	}
	r := q.Round
	if _, err := task.Game.Next(r); games.CodeOf(err) == games.NoBets {
		return drill.Answer{Say: drill.Is}
	}
	_, rows := settled(t, task.Game, playedOn(t, task.Game, r, chance))
	row := rows[q.Bet]
	switch {
	case q.Ask == drill.Stays:
		return drill.Answer{Say: drill.Is, Amount: row.Staked}
	case q.Ask == drill.Owes:
		return drill.Answer{Say: drill.Is, Amount: row.Commission}
	case q.Hand > 0:
		return onHand(t, task, q, row)
	case q.Hand == drill.EvenMoney: // with what its insurance comes to
		net := row.Returned - row.Staked
		for _, d := range r.Decisions {
			if b := r.Bets[q.Bet]; d.Do == games.Insure && d.Box == b.Box && d.Bettor == b.Bettor {
				insurance := rows[len(r.Bets)+slices.Index(r.Decisions, d)]
				net += insurance.Returned - insurance.Staked
			}
		}
		return drill.Answer{Say: drill.Pay, Amount: net}
	case row.Outcome == games.Win:
		return drill.Answer{Say: drill.Pay, Amount: row.Returned - row.Staked} // nothing was handed back
	case row.Outcome == games.Lose:
		return drill.Answer{Say: drill.Take}
	}
	return drill.Answer{Say: drill.Leave}
}

// onHand is a part of a bet on a split box. The file has what its hands come to together: once
// all of them are decided the answers to each must make that up; before that only a hand that is
// bust is decided, and lost.
func onHand(t *testing.T, task drill.Task, q drill.Question, row row) drill.Answer {
	t.Helper()
	s, err := task.Game.Settle(q.Round)
	if err != nil {
		t.Fatal(err)
	}
	answers := map[int]drill.Answer{}
	var net games.Amount
	for _, part := range s.Payments[q.Bet].Parts {
		if !part.Decided {
			return drill.Answer{Say: drill.Take}
		}
		if part.Outcome == games.Lose && part.Returned > 0 && part.Returned < part.Staked { // is not asked
			net -= part.Staked - part.Returned
			continue
		}
		whole := drill.Task{Game: task.Game, Questions: []drill.Question{{Ask: drill.Comes, Round: q.Round, Bet: q.Bet, Hand: part.Hand}}}
		v, err := whole.Verdict(0, drill.Answer{})
		if err != nil {
			t.Fatal(err)
		}
		switch answers[part.Hand] = v.Expected; v.Expected.Say {
		case drill.Pay:
			net += v.Expected.Amount
		case drill.Take:
			net -= part.Staked
		}
	}
	if net != row.Returned-row.Staked {
		t.Fatalf("the hands of a split box come to %d, the hand file has %d", net, row.Returned-row.Staked)
	}
	return answers[q.Hand]
}

// playedOn is the hand with whatever cards and stands it still takes.
func playedOn(t *testing.T, g games.Game, r games.Round, chance *rand.Rand) games.Round {
	t.Helper()
	for {
		step, err := g.Next(r)
		if err != nil {
			t.Fatal(err)
		}
		switch step.Kind {
		case games.Finished:
			return r
		case games.Ask:
			if r, err = games.Decide(g, r, games.Stand); err != nil {
				t.Fatal(err)
			}
		default:
			dealt, err := games.DealCard(g, r, games.NewCard(games.Rank(1+chance.IntN(13)), games.Suit(chance.IntN(4))))
			if err == nil { // else the shoe has no such card any more
				r = dealt
			}
		}
	}
}

type row struct {
	Staked, Returned, Commission games.Amount
	Outcome                      games.Outcome
}

// settled returns the answer of `settle` about a hand: what it lacks, or its rows.
func settled(t *testing.T, g games.Game, r games.Round) (next string, rows []row) {
	t.Helper()
	var out bytes.Buffer
	if _, err := handfile.Settle(bytes.NewReader(handfile.Encode(handfile.Hand{Game: g, Round: r})), &out); err != nil {
		t.Fatal(err)
	}
	var says struct {
		OK    bool
		Bets  []row
		Error struct{ Code, Next string }
	}
	if err := json.Unmarshal(out.Bytes(), &says); err != nil || !says.OK && says.Error.Code != string(games.Incomplete) {
		t.Fatalf("settle says %s: %v", out.String(), err)
	}
	return says.Error.Next, says.Bets
}

// checked returns the answer of `check` about the cards as they lie.
func checked(t *testing.T, task drill.Task, q drill.Question) drill.Answer {
	t.Helper()
	type laid struct {
		To   string `json:"to"`
		Card string `json:"card"`
	}
	line := struct {
		Game  string           `json:"game"`
		Rules json.RawMessage  `json:"rules"`
		Bets  []map[string]any `json:"bets"`
		Dealt []laid           `json:"dealt"`
	}{Game: task.Game.Name(), Rules: handfile.EncodeRules(task.Game)}
	for _, b := range q.Round.Bets {
		line.Bets = append(line.Bets, map[string]any{"box": b.Box, "spot": b.Spot, "bettor": b.Bettor, "amount": b.Amount})
	}
	for _, l := range q.Round.Laid {
		line.Dealt = append(line.Dealt, laid{l.At.String(), l.Card.String()})
	}
	text, err := json.Marshal(line)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := handfile.Check(bytes.NewReader(text), &out); err != nil {
		t.Fatal(err)
	}
	var says struct {
		OK, Matches, Reconstructable bool
		Moved                        []struct{ From, To string }
	}
	if err := json.Unmarshal(out.Bytes(), &says); err != nil || !says.OK {
		t.Fatalf("check says %s: %v", out.String(), err)
	}
	switch {
	case q.Ask == drill.From:
		return drill.Answer{Say: drill.Card, At: handfile.PlaceNamed(says.Moved[0].From)}
	case q.Ask == drill.To:
		return drill.Answer{Say: drill.Card, At: handfile.PlaceNamed(says.Moved[0].To)}
	case says.Matches:
		return drill.Answer{Say: drill.Fine}
	case says.Reconstructable:
		return drill.Answer{Say: drill.Relay}
	}
	return drill.Answer{Say: drill.Cancel}
}

// fewest tries every amount up to the wanted one, chip by chip.
func fewest(t drill.Tray) drill.Answer {
	const none = 1 << 30
	unit := t.Values[0]
	size := int(t.Amount/unit) + 1
	best := make([]int, size)
	for i := range best {
		best[i] = none
	}
	best[0] = 0
	used := make([][]int, len(t.Values)) // how many of a value the best of an amount has
	for k, v := range t.Values {
		used[k] = make([]int, size)
		step, before := int(v/unit), slices.Clone(best)
		for a := range best {
			for n := 1; n <= t.Stock[v] && n*step <= a; n++ {
				if c := before[a-n*step] + n; c < best[a] {
					best[a], used[k][a] = c, n
				}
			}
		}
	}
	a, answer := size-1, drill.Answer{Say: drill.Laid, Amount: t.Amount}
	for k := len(t.Values) - 1; k >= 0; k-- {
		if n := used[k][a]; n > 0 {
			answer.Chips = append(answer.Chips, games.ChipCount{Value: t.Values[k], N: n})
			a -= n * int(t.Values[k]/unit)
		}
	}
	return answer
}

// The same seed is the same test, whoever sits there; another is another.
func TestSameSeedSameTasks(t *testing.T) {
	s := setting(3)
	differ := 0
	for n, c := range classes(s) {
		one, errOne := drill.New(s, 1, n, c)
		same, errSame := drill.New(s, 1, n, c)
		other, errOther := drill.New(s, 2, n, c)
		if errOne != nil || errSame != nil || errOther != nil {
			t.Fatal(errOne, errSame, errOther)
		}
		if !reflect.DeepEqual(one, same) {
			t.Errorf("%s: the same seed gives %+v and %+v", c, one, same)
		}
		if !reflect.DeepEqual(one, other) {
			differ++
		}
	}
	if all := len(classes(s)); differ < all*9/10 {
		t.Errorf("another seed gives another task in %d of %d classes only", differ, all)
	}
}

// Each wrong answer has its name.
func TestFaultsHaveNames(t *testing.T) {
	s := setting(1)
	found := map[drill.Fault]bool{}
	for n, c := range classes(s) {
		task, err := drill.New(s, 9, n, c)
		if err != nil {
			t.Fatal(err)
		}
		for i := range task.Questions {
			for _, a := range []drill.Answer{
				{Say: drill.Take},
				{Say: drill.Leave},
				{Say: drill.Pay, Amount: 1},
				{Say: drill.Cancel},
				{Say: drill.Card, At: games.AtBox(99)},
				{Say: drill.Laid, Chips: []games.ChipCount{{Value: 500, N: int(task.Tray.Amount / 500)}}},
				{Say: drill.Laid, Chips: []games.ChipCount{{Value: task.Tray.Amount, N: 1}}},
			} {
				v, err := task.Verdict(i, a)
				if err != nil {
					t.Fatal(err)
				}
				if v.Fault != "" {
					found[v.Fault] = true
				}
			}
		}
	}
	for _, f := range drill.Faults() {
		if !found[f] && f != drill.MoreChips && f != drill.NotThere && f != drill.BrokenOff {
			t.Errorf("no answer was %s", f)
		}
	}
	tray := drill.Tray{Amount: 2500, Values: chips, Stock: map[games.Amount]int{500: 9, 1000: 1, 2500: 1}}
	for _, c := range []struct {
		chips []games.ChipCount
		want  drill.Fault
	}{
		{[]games.ChipCount{{Value: 2500, N: 1}}, ""},
		{[]games.ChipCount{{Value: 500, N: 5}}, drill.MoreChips},
		{[]games.ChipCount{{Value: 1000, N: 2}, {Value: 500, N: 1}}, drill.NotThere},
		{[]games.ChipCount{{Value: 1000, N: 1}}, drill.WrongAmount},
	} {
		task := drill.Task{Tray: tray, Questions: []drill.Question{{Ask: drill.Count}}}
		if v, err := task.Verdict(0, drill.Answer{Say: drill.Laid, Chips: c.chips}); err != nil || v.Fault != c.want {
			t.Errorf("%v of the tray: %q, want %q (%v)", c.chips, v.Fault, c.want, err)
		}
	}
}

// A payout is never one chip, which nobody has to reckon: at the first level it is two to five, and
// with each level one more at least.
func TestPayoutsTakeSeveralChips(t *testing.T) {
	for level := 1; level <= drill.Levels; level++ {
		amounts := map[games.Amount]bool{}
		for n := range 400 {
			task, err := drill.New(setting(level), 5, n, drill.Class{Kind: drill.Chips})
			if err != nil {
				t.Fatal(err)
			}
			fewest, rest := games.FewestChips(task.Tray.Amount, task.Tray.Values, task.Tray.Stock)
			pieces := drill.Pieces(fewest)
			if rest != 0 || pieces <= level || level == 1 && pieces > 5 {
				t.Errorf("level %d: %d in %d chips", level, task.Tray.Amount, pieces)
			}
			amounts[task.Tray.Amount] = true
		}
		if least := map[bool]int{true: 20, false: 30}[level == 1]; len(amounts) < least {
			t.Errorf("level %d: only %d amounts", level, len(amounts))
		}
	}
	for _, values := range [][]games.Amount{{100}, {100_000}} { // a house has what it has
		if _, err := drill.New(drill.Setting{Values: values, Level: 4}, 5, 1, drill.Class{Kind: drill.Chips}); err != nil {
			t.Error(err)
		}
	}
}

// Mostly a bet is asked about that wins, also where most are lost; and each of the odds of a spot comes often, as a
// blackjack's 3:2.
func TestBetsThatWinAreAsked(t *testing.T) {
	setting := drill.Setting{Rules: []drill.Rules{"bj-us"}, Values: []games.Amount{500, 1000, 2500, 10000}, Level: 2}
	const tasks = 60
	for _, c := range drill.Classes(setting, drill.Pays) {
		wins, natural := 0, 0
		for n := range tasks {
			task, err := drill.New(setting, 4711, n, c)
			if err != nil {
				t.Fatal(err)
			}
			v, err := task.Verdict(0, drill.Answer{})
			if err != nil {
				t.Fatal(err)
			}
			if v.Expected.Say == drill.Pay {
				wins++
			}
			if v.Part.Odds == (games.Odds{Win: 3, Per: 2}) {
				natural++
			}
		}
		if wins < tasks/2 {
			t.Errorf("%s: %d of %d bets win", c, wins, tasks)
		}
		if c.Of == "main" && natural < tasks/8 {
			t.Errorf("%s: %d of %d are blackjacks", c, natural, tasks)
		}
	}
}
