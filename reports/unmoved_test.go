package reports_test

import (
	"slices"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
	"sabot/reports/paper"
)

// playedOnce is an open shift with one hand that the house won or lost.
func playedOnce(t *testing.T) *floor {
	t.Helper()
	f := opens(t, &opener)
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) },
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 3, Spot: "59", Amount: 4000})
		},
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 3, Spot: "play", Amount: 6000})
		},
		pit.OfBets(hand.Bets.Close),
	)
	for _, name := range []string{"8", "5", "8"} { // 8-8: the 59 pays; 5-4 is 9 against 6: PLAY loses
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
	}
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) },
		func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("4") },
		pit.OfDeal(hand.Deal.PayAll),
	)
	if f.table.History[0].House == 0 {
		t.Fatal("nobody won or lost anything")
	}
	return f
}

// countedOut closes a shift with exactly what the tray should hold.
func (f *floor) countedOut() {
	f.close(&record.Float{{Value: 500, Pieces: int64(f.table.Desk().Worth().Amount / 500)}}, dario)
}

// What was corrected or voided in the record alone is no difference that nobody can explain: the closing screen says that the
// count is right, and so does the paper.
func TestWhatStaysAsItWasIsNoDifference(t *testing.T) {
	corrected := func(f *floor, moved bool) hand.Correction {
		h, _ := f.table.ClosedHand(1)
		c := hand.Correction{Hand: 1, Round: h.Round, Reason: "seen on the pictures", Moved: moved}
		c.Round.Bets = slices.Clone(h.Round.Bets)
		c.Round.Bets[0].Amount += 1000
		return c
	}
	for name, put := range map[string]func(f *floor, moved bool){
		"voided": func(f *floor, moved bool) {
			f.do(func(t *pit.Table) ([]record.Fact, error) {
				return t.Corrections().VoidHand(corrected(f, moved), &elena)
			})
		},
		"corrected": func(f *floor, moved bool) {
			f.do(func(t *pit.Table) ([]record.Fact, error) {
				return t.Corrections().CorrectHand(corrected(f, moved), &dario)
			})
		},
	} {
		for _, when := range []string{"moved", "unmoved", "closed"} {
			t.Run(name+" "+when, func(t *testing.T) {
				f := playedOnce(t)
				kept := f.table.History[0].House
				if when == "closed" {
					f.countedOut()
					f.do(func(t *pit.Table) ([]record.Fact, error) {
						c := corrected(f, false)
						if c.By = &dario; name == "voided" {
							return t.Corrections().VoidHand(c, &elena)
						}
						return t.Corrections().CorrectHand(c, &elena)
					})
				} else {
					put(f, when == "moved")
					f.countedOut()
				}
				r := reports.ShiftOf(f.table, someHouse).Result
				want := kept - f.table.History[0].House
				if when == "moved" {
					want = 0
				}
				if r.Difference != tray.KnownSum(0) || r.Unmoved != want {
					t.Errorf("%+v, and %d stayed", r, want)
				}
				rows := section(t, evidence(t, reports.ShiftReport, "", f.table), "report_outcome").Rows
				i := slices.IndexFunc(rows, func(row []paper.Cell) bool { return row[0].Text == "+ report_unmoved" })
				if (i >= 0) != (want != 0) || i >= 0 && cash(t, rows[i][1]) != want {
					t.Errorf("%d: %+v", want, rows)
				}
				former := (&reports.Evidence{Form: 6}).ShiftOf(f.table, someHouse).Result
				if former.Unmoved != 0 || former.Difference != tray.KnownSum(want) {
					t.Errorf("form 6: %+v", former)
				}
				shifts := []reports.Shift{reports.ShiftOf(f.table, someHouse)}
				sum := reports.TableSumOf(shifts)
				if total := sum.Total.Result; total.Unmoved != want || total.Difference != tray.KnownSum(0) {
					t.Errorf("%+v", total)
				}
				e, err := reports.Evidence{Form: reports.Form, Kind: reports.TableReport, Table: "LB1", Copy: 1}.OfShifts(shifts, reports.Reach{}, someHouse)
				if err != nil {
					t.Fatal(err)
				}
				counted := section(t, e, "report_counted")
				if at := slices.IndexFunc(counted.Columns, func(c paper.Column) bool { return c.Head == "report_unmoved_short" }); (at >= 0) != (want != 0) ||
					at >= 0 && cash(t, counted.Rows[0][at]) != want {
					t.Errorf("%+v", counted)
				}
			})
		}
	}
}
