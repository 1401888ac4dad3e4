package reports_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
)

// 20 on the 59 and 40 on PLAY of one box: the house expects 2.9434 and -0.3676 % of them, their
// variances are 1.0674 and 0.8900, the covariance of the two 0.3185.
func TestLuckOfAShift(t *testing.T) {
	for _, c := range []struct {
		hands                       int
		result, expected, deviation games.Amount
	}{
		{4, -16_000, 177, 9_717},
		{200, -800_000, 8_833, 68_711},
	} {
		l := reports.ShiftOf(shift(t, c.hands)).Luck
		if l.Hands != c.hands || l.Result != c.result || near(l.Expected, c.expected) > 3 || near(l.Deviation, c.deviation) > 3 || l.Side != 0 {
			t.Errorf("%d hands: %+v", c.hands, l)
		}
	}
}

// What the players' decisions cost is no luck: whoever draws on 6 against a five, in one hand of two, raises what
// was to be expected, and the result is held against that.
func TestSkillOfAShift(t *testing.T) {
	table, house := shiftDeciding(t, 100, func(hand int) games.Action {
		if hand%2 == 0 {
			return games.Draw
		}
		return games.Stand
	})
	book := reports.ShiftOf(shift(t, 100)).Luck
	s := reports.ShiftOf(table, house)
	l := s.Luck
	if book.Decisions != 100 || book.Skill != 0 {
		t.Errorf("by the book: %+v", book)
	}
	// Standing is worth 0.255311 of the 40 on PLAY, drawing -0.071513: over fifty hands 653.65.
	if l.Decisions != 100 || near(l.Skill, 65_365) > 1 || l.Expected != book.Expected || l.Deviation != book.Deviation {
		t.Errorf("%+v, by the book %+v", l, book)
	}
	sum := reports.TableSumOf([]reports.Shift{s, s}).Total.Luck
	if sum.Skill != 2*l.Skill || sum.Decisions != 200 || sum.Expected != 2*l.Expected {
		t.Errorf("%+v", sum)
	}
	if got := reports.HouseShiftOf(table, house).Luck; got != l {
		t.Errorf("%+v", got)
	}
	// A hand that was cancelled was not played.
	table.History[0].Cancelled = &record.HandCancelled{}
	if got := reports.ShiftOf(table, house).Luck; got.Decisions != 99 || near(got.Skill, l.Skill-l.Skill/50) > 1 {
		t.Errorf("%+v", got)
	}
}

// Even money is an insurance of a blackjack that is bought: of 413 cards that nobody has seen 127 are tens, so half the
// bet loses 32 of 413, as the same insurance of 20 and a ten does that is laid. Before form 7 it was no decision.
func TestEvenMoneyIsADecision(t *testing.T) {
	for _, c := range []struct {
		name       string
		bet        games.Amount
		first      string
		second     string
		form, made int
		cost       games.Amount
	}{
		{"even money of 1000", 100_000, "A", "K", reports.Form, 1, 3874},
		{"even money of 50", 5000, "A", "K", reports.Form, 1, 194},
		{"insurance of 10", 2000, "K", "9", reports.Form, 2, 77},
		{"even money in form 6", 5000, "A", "K", 6, 0, 0},
	} {
		f := &floor{t, pit.NewTable("BJ1"), opened}
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			set := record.TableSet{Name: "BJ1", Game: "blackjack", Rules: []byte(`{"preset":"bj-us","decks":8}`)}
			return t.Opening(pit.Start{Set: set, Croupier: anna, Inspector: dario}, f.now)
		}, func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) }, func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 1, Spot: "main", Amount: c.bet})
		}, pit.OfBets(hand.Bets.Close))
		for _, card := range []string{c.first, "A", c.second} {
			f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card) })
		}
		f.do(pit.OfDeal(hand.Deal.Hide), func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Insure(1, "") })
		if c.first == "A" {
			f.do(pit.OfDeal(hand.Deal.PayNext))
		}
		for !f.table.Current.Empty() {
			switch f.table.Deal().Phase() {
			case hand.Insuring:
				f.do(pit.OfBets(hand.Bets.EndInsurance))
			case hand.Looking:
				f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(false) })
			case hand.Paying:
				f.do(pit.OfDeal(hand.Deal.PayAll))
			default:
				if f.table.Deal().Phase() != hand.Deciding {
					f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("9") })
				} else {
					f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
				}
			}
		}
		l := (&reports.Evidence{Form: c.form}).ShiftOf(f.table, someHouse).Luck
		if l.Skill != c.cost || l.Decisions != c.made {
			t.Errorf("%s: %d decisions cost %d, want %d that cost %d", c.name, l.Decisions, l.Skill, c.made, c.cost)
		}
	}
}

func near(a, b games.Amount) games.Amount { return max(a-b, b-a) }

// The report says in words how often luck brings such a result, and when the band says little.
func TestLuckIsSaid(t *testing.T) {
	luck := reports.Luck{Hands: 600, Expected: 9_300, Deviation: 23_700, Side: 100}
	for _, c := range []struct {
		of   func(*reports.Luck)
		want string
	}{
		{func(l *reports.Luck) { l.Result = 41_200 }, "report_luck_bets map[Deviation:237.00 Expected:93.00 Result:412.00 Within:report_luck_within Z:1.35]"},
		{func(l *reports.Luck) { l.Result = -38_200 }, "Within:report_luck_rarely Z:-2.004]"},
		{func(l *reports.Luck) { l.Deviation, l.Result = 2_370_000, -4_736_100 }, "Within:report_luck_rarely Z:-2.002]"},
		{func(l *reports.Luck) { l.Result = 56_600 }, "Within:report_luck_within Z:2.00]"}, // 1.996
		{func(l *reports.Luck) { l.Result = -38_500 }, "Within:report_luck_rarely Z:-2.02"},
		{func(l *reports.Luck) { l.Result = -38_000 }, "Within:report_luck_within Z:-2.00"},
		{func(l *reports.Luck) { l.Result = 80_500 }, "Within:report_luck_hardly Z:3.004]"},
		{func(l *reports.Luck) { l.Result = 80_800 }, "Within:report_luck_hardly Z:3.02"},
		{func(l *reports.Luck) { l.Hands = 199 }, "] · report_luck_rough"},
		{func(l *reports.Luck) { l.Side = 201 }, "] · report_luck_rough"},
		{func(l *reports.Luck) { l.Result, l.Decisions, l.Skill = 41_200, 900, 8_200 }, "report_luck_bets_played map[Deviation:237.00 Expected:175.00 Odds:93.00 Result:412.00 Skill:82.00 Within:report_luck_within Z:1.00]"},
		{func(l *reports.Luck) { l.Result, l.Decisions = 41_200, 900 }, "report_luck_bets_played map[Deviation:237.00 Expected:93.00 Odds:93.00 Result:412.00 Skill:0.00 Within:report_luck_within Z:1.35]"},
		{func(l *reports.Luck) { l.Decisions, l.Deviation = 900, 0 }, ""},
		{func(l *reports.Luck) { l.Deviation = 0 }, ""},
	} {
		l := luck
		c.of(&l)
		figures, err := json.Marshal(reports.Shift{Luck: l})
		if err != nil {
			t.Fatal(err)
		}
		e := reports.Evidence{Form: reports.Form, Kind: reports.ShiftReport, Language: "en", Currency: "CHF", Figures: figures}
		notes := strings.Join(inWords(t, e).Sections[0].Notes, "\n")
		if !strings.Contains(notes, c.want) || c.want == "" && notes != "" {
			t.Errorf("%+v: %q, want %q", l, notes, c.want)
		}
		if rough := strings.Contains(notes, "rough"); rough != strings.Contains(c.want, "rough") {
			t.Errorf("%+v: %q", l, notes)
		}
	}
}

// Result, expectation and deviation of the line come to its z as they are printed, with cents and without.
func TestLuckIsReckonedOfWhatIsPrinted(t *testing.T) {
	for want, l := range map[string]reports.Luck{
		"map[Deviation:40.41 Expected:0.24 Result:-75.00 Within:report_luck_within Z:-1.86]": {Hands: 600, Result: -7_500, Expected: 24, Deviation: 4_041},
		"map[Deviation:41.00 Expected:0.00 Result:-75.00 Within:report_luck_within Z:-1.83]": {Hands: 600, Result: -7_500, Deviation: 4_051},
	} {
		s := reports.Shift{Luck: l}
		if l.Expected != 0 { // then all amounts have cents
			s.Result.Rounded = 5
		}
		figures, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		e := reports.Evidence{Form: reports.Form, Kind: reports.ShiftReport, Language: "en", Currency: "CHF", Figures: figures}
		if notes := strings.Join(inWords(t, e).Sections[0].Notes, "\n"); !strings.Contains(notes, want) {
			t.Errorf("no %q in %q", want, notes)
		}
	}
}

// A result that figures without cents would put within the bound is printed to the cent, so that a reader judges it as the line does.
func TestLuckAtTheBoundHasCents(t *testing.T) {
	for want, l := range map[string]reports.Luck{
		"Deviation:40.51 Expected:0.00 Result:-82.00 Within:report_luck_rarely Z:-2.02]":   {Hands: 600, Result: -8_200, Deviation: 4_051},
		"Deviation:40.49 Expected:0.00 Result:-80.90 Within:report_luck_within Z:-2.00]":   {Hands: 600, Result: -8_090, Deviation: 4_049},
		"Deviation:40.51 Expected:0.00 Result:-121.60 Within:report_luck_hardly Z:-3.002]": {Hands: 600, Result: -12_160, Deviation: 4_051},
	} {
		figures, err := json.Marshal(reports.Shift{Luck: l})
		if err != nil {
			t.Fatal(err)
		}
		e := reports.Evidence{Form: reports.Form, Kind: reports.ShiftReport, Language: "en", Currency: "CHF", Figures: figures}
		if notes := strings.Join(inWords(t, e).Sections[0].Notes, "\n"); !strings.Contains(notes, want) {
			t.Errorf("no %q in %q", want, notes)
		}
	}
}

// Papers of before round a z as they did.
func TestLuckOfOlderPapersStays(t *testing.T) {
	figures, err := json.Marshal(reports.Shift{Luck: reports.Luck{Hands: 600, Expected: 9_300, Deviation: 23_700, Result: -38_200}})
	if err != nil {
		t.Fatal(err)
	}
	e := reports.Evidence{Form: reports.FirstForm, Kind: reports.ShiftReport, Language: "en", Currency: "CHF", Figures: figures}
	if notes := strings.Join(inWords(t, e).Sections[0].Notes, "\n"); !strings.Contains(notes, "Within:report_luck_rarely Z:-2.00]") {
		t.Error(notes)
	}
}

// A shift says what its luck, what its players decided and what its hold mean.
func TestShiftSaysWhatItsFiguresMean(t *testing.T) {
	for _, decisions := range []int{0, 900} {
		figures, err := json.Marshal(reports.Shift{Luck: reports.Luck{Hands: 600, Expected: 9_300, Deviation: 23_700, Decisions: decisions}})
		if err != nil {
			t.Fatal(err)
		}
		e := reports.Evidence{Form: reports.Form, Kind: reports.ShiftReport, Language: "en", Currency: "CHF", Figures: figures}
		notes := strings.Join(inWords(t, e).Sections[0].Notes, "\n")
		if !strings.Contains(notes, "report_luck_bets_note") || strings.Contains(notes, "report_skill_note") != (decisions > 0) {
			t.Errorf("%d decisions: %s", decisions, notes)
		}
		if len(section(t, e, "report_spots").Notes) == 0 {
			t.Error("nothing is said of what the hold means")
		}
	}
}

// The house says that the theo win is of the best play where it knows what decisions cost, and where bets without odds
// lie that they are in what is expected all the same.
func TestHouseSaysWhatTheTheoWinLacks(t *testing.T) {
	for _, c := range []struct {
		decisions  int
		unknown    games.Amount
		theo, bets bool
	}{{0, 700, false, false}, {900, 0, true, false}, {900, 700, true, true}} {
		s := shiftOf("BJ1", "bj-us", "CHF", "2026-11-21", 50, 30_000, 3000, reports.Stake{Spot: "behind", Amount: c.unknown})
		s.Luck = reports.Luck{Hands: 400, Expected: 100, Deviation: 10_000, Decisions: c.decisions, Skill: 300}
		e, err := reports.Evidence{Form: reports.Form, Kind: reports.HouseReport, Language: "en", Item: "2026-11-21"}.OfHouse(sumOf(t, "2026-11-21", []reports.HouseShift{s}))
		if err != nil {
			t.Fatal(err)
		}
		all := inWords(t, e).Sections
		notes := strings.Join(all[len(all)-1].Notes, "\n")
		if strings.Contains(notes, "report_theo_skill_bets_note") != c.theo || strings.Contains(notes, "report_theo_behind_note") != c.bets {
			t.Errorf("%+v: %s", c, notes)
		}
	}
}

// On a paper with cents what is expected by the odds is written to the cent, as the theo win is that stands beside it.
func TestExpectedIsWrittenAsTheTheoWin(t *testing.T) {
	s := shiftOf("BJ1", "bj-us", "CHF", "2026-11-21", 50, 30_000, 3000, reports.Stake{Spot: "behind", Amount: 701})
	s.Luck = reports.Luck{Hands: 400, Expected: 198_047, Deviation: 10_000, Decisions: 900, Skill: 254_498}
	e, err := reports.Evidence{Form: reports.Form, Kind: reports.HouseReport, Language: "en", Item: "2026-11-21"}.OfHouse(sumOf(t, "2026-11-21", []reports.HouseShift{s}))
	if err != nil {
		t.Fatal(err)
	}
	all := inWords(t, e).Sections
	if notes := strings.Join(all[len(all)-1].Notes, "\n"); !strings.Contains(notes, "Expected:4525.45 Odds:1980.47") || !strings.Contains(notes, "Skill:2544.98") {
		t.Errorf("%s", notes)
	}
}

// What is far from the expected at one table is named though all tables together are not.
func TestLuckOfTheHouse(t *testing.T) {
	var shifts []reports.HouseShift
	for i, result := range []games.Amount{-300, 290, 10} {
		s := reports.HouseShiftOf(shift(t, 4))
		s.Table, s.Closed = fmt.Sprintf("LB%d", i+1), opened.Add(time.Hour)
		s.Luck = reports.Luck{Hands: 400, Result: result * 100, Deviation: 10_000}
		shifts = append(shifts, s)
	}
	e, err := reports.Evidence{Form: reports.Form, Kind: reports.HouseReport, Language: "en", Item: shifts[0].Day}.OfHouse(sumOf(t, shifts[0].Day, shifts))
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range inWords(t, e).Sections {
		said := strings.Join(s.Notes, "\n")
		for _, want := range []string{"report_luck_bets map[Deviation:173.20 Expected:0.00 Result:0.00 Within:report_luck_within Z:0.00]", "LB1, preset_lugano", "LB2, preset_lugano", "Z:-3.00", "Z:2.90"} {
			if !strings.Contains(said, want) {
				t.Errorf("section %d: no %q in\n%s", i, want, said)
			}
		}
		if strings.Contains(said, "LB3") {
			t.Errorf("section %d: %s", i, said)
		}
	}
	if sum := reports.HouseShiftOf(shift(t, 4)).Luck; sum.Result != reports.ShiftOf(shift(t, 4)).Luck.Result {
		t.Errorf("%+v", sum)
	}
	if s := reports.ShiftOf(shift(t, 0)); s.Luck != (reports.Luck{}) {
		t.Errorf("no hands: %+v", s.Luck)
	}
}

// The line of luck has the result of the bets, under its name: what was waived and rounded of commission is
// not in it. Papers of before say what they said.
func TestLuckNamesTheResultOfTheBets(t *testing.T) {
	for form, want := range map[int]string{reports.Form: "report_luck_bets map[", 6: "report_luck map["} {
		s := reports.Shift{Luck: reports.Luck{Hands: 600, Result: -26_825, Expected: 600, Deviation: 26_900}}
		s.Result.Rounded, s.Result.ByHands, s.Total.Result = -175, -27_000, -26_825
		figures, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		e := reports.Evidence{Form: form, Kind: reports.ShiftReport, Language: "en", Currency: "CHF", Figures: figures}
		if notes := strings.Join(inWords(t, e).Sections[0].Notes, "\n"); !strings.Contains(notes, want) {
			t.Errorf("form %d: no %q in\n%s", form, want, notes)
		}
	}
}
