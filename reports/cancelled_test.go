package reports_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/paper"
)

// cancelledHand is a shift in which cards went to a box without a valid bet, which leaves two to burn: the
// hand was cancelled. In the hand after it one bet was over the maximum, another under the minimum.
func cancelledHand(t *testing.T) *floor {
	f := &floor{t, pit.NewTable("LB1"), opened}
	f.do(
		func(t *pit.Table) ([]record.Fact, error) {
			rules := `{"preset":"lugano","limits":{"59":{"max":50000},"pair":{"min":1000}}}`
			return t.Opening(pit.Start{Set: record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(rules)}, Chips: chips, Croupier: anna, Inspector: dario}, f.now)
		},
		func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, f.now) },
	)
	bet := func(box int, spot string, amount games.Amount) {
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: box, Spot: spot, Amount: amount})
		})
	}
	card := func(name string) { f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) }) }
	for _, box := range []int{1, 3} {
		bet(box, "59", 2000)
		bet(box, "play", 2000)
	}
	f.do(pit.OfBets(hand.Bets.Close))
	for _, name := range []string{"8", "T", "5", "K", "3"} {
		card(name)
	}
	laid := []record.CardLaid{}
	for i, at := range []record.PlaceName{"box:1", "box:2", "box:3", "bank", "box:1", "box:2", "box:3"} {
		laid = append(laid, record.CardLaid{Card: []record.CardName{"8", "T", "5", "K", "3", "9", "2"}[i], At: at})
	}
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOut(record.DealtWithout, 2, "", laid) },
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Felt().CancelHand(&elena, "cannot be reconstructed")
		},
	)
	bet(1, "59", 60_000)
	bet(1, "play", 2000)
	bet(3, "59", 2000)
	bet(3, "play", 2000)
	bet(3, "pair", 500)
	f.do(pit.OfBets(hand.Bets.Close))
	for _, name := range []string{"8", "T", "5", "K", "3"} {
		card(name)
	}
	for f.table.Deal().Phase() == hand.Deciding {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
	}
	card("4")
	f.do(pit.OfDeal(hand.Deal.PayAll))
	return f
}

// rowsOf are the rows of a report as texts.
func rowsOf(r paper.Report) []string {
	var rows []string
	for _, s := range r.Sections {
		rows = append(rows, s.Heading)
		rows = append(rows, s.Lines...)
		for _, row := range s.Rows {
			var cells []string
			for _, c := range row {
				cells = append(cells, strings.ReplaceAll(c.Text, "\u00a0", " "))
			}
			rows = append(rows, strings.Join(cells, " | "))
		}
	}
	return rows
}

func demands(t *testing.T, rows []string, parts ...string) {
	t.Helper()
	if !slices.ContainsFunc(rows, func(row string) bool {
		return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(row, part) })
	}) {
		t.Errorf("no line has %q:\n%s", parts, strings.Join(rows, "\n"))
	}
}

// A hand that was cancelled since it could not be reconstructed says which irregularity was declared, and which
// cards would have been burned; every card that lay is on its line.
func TestCancelledHandSaysWhatWasDeclaredAndJudged(t *testing.T) {
	f := cancelledHand(t)
	rows := rowsOf(inWords(t, evidence(t, reports.ReconstructionReport, "", f.table)))
	demands(t, rows, "irregular_did_cancelled", "irregularity_dealt_without", "Box:2")
	demands(t, rows, "report_impossible", "Cards:2", "9, 2")
	rows = rowsOf(inWords(t, evidence(t, reports.ShiftReport, "", f.table)))
	demands(t, rows, "irregular_did_cancelled", "irregularity_dealt_without", "9, 2")
	demands(t, rows, "1: 8 3", "2: 10 9", "3: 5 2", "| K |", "report_cancelled")
}

// Nothing is counted of a hand that was cancelled, be its cards where they belong or not: it came to nothing.
func TestCancelledHandCountsNothing(t *testing.T) {
	f := cancelledHand(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Bets().Place(games.Bet{Box: 1, Spot: "59", Amount: 2000})
	})
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Bets().Place(games.Bet{Box: 1, Spot: "play", Amount: 2000})
	}, pit.OfBets(hand.Bets.Close))
	for _, name := range []string{"8", "7"} {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "trouble") })
	rows := rowsOf(inWords(t, evidence(t, reports.ShiftReport, "", f.table)))
	demands(t, rows, "| 1: 8 | 7 |", "report_cancelled")
}

// A bet that was over the maximum or under the minimum is among the notes of the shift, with what went back.
func TestLimitedBetsAreNoted(t *testing.T) {
	f := cancelledHand(t)
	rows := rowsOf(inWords(t, evidence(t, reports.ShiftReport, "", f.table)))
	demands(t, rows, "limited_above_max", "59", "| 1 | 1.00 | 100.00 | 2")
	demands(t, rows, "limited_below_min", "pair", "| 3 | 1.00 | 5.00 | 2")
}

// Of a hand that was cancelled the papers say what had gone back before the deal, and which bets a limit touched.
func TestCancelledHandAccountsForWhatWentBackBefore(t *testing.T) {
	f := cancelledHand(t)
	for _, b := range []games.Bet{
		{Box: 5, Spot: "59", Amount: 60_000}, {Box: 5, Spot: "play", Amount: 2000}, {Box: 5, Spot: "pair", Amount: 500},
	} {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
	}
	f.do(pit.OfBets(hand.Bets.Close))
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("8") }) // what was over had gone back
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "the shoe fell") })
	rows := rowsOf(inWords(t, evidence(t, reports.ReconstructionReport, "", f.table)))
	demands(t, rows, "5 | spot_59 | 600.00 | 0.00", "| 100.00 | 500.00")
	demands(t, rows, "5 | spot_pair | 5.00 | 0.00", "| 5.00 | 0.00")
	rows = rowsOf(inWords(t, evidence(t, reports.ShiftReport, "", f.table)))
	demands(t, rows, "limited_above_max", "59", "| 5 | 1.00 | 100.00 | 3")
	demands(t, rows, "limited_below_min", "pair", "| 5 | 1.00 | 5.00 | 3")
}
