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

// The result names what was bought in beside the drop that was counted, and which part of the difference is the drop's.
func TestDifferenceOfTheDropIsSaid(t *testing.T) {
	f := opens(t, &opener)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(3, 20_000, nil, nil) })
	f.countedOut()
	outcome := func(cash games.Amount) [][]paper.Cell {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().CountDrop(cash, dario, elena) })
		return section(t, evidence(t, reports.ShiftReport, "", f.table), "report_outcome").Rows
	}
	for _, c := range []struct {
		counted games.Amount
		part    string
	}{{20_000, ""}, {25_000, "50.00"}, {15_000, "-50.00"}} {
		rows := outcome(c.counted)
		if said := rows[2][2].Text; !strings.Contains(said, dario.Name) || !strings.Contains(said, "report_drop_bought map[Amount:200.00]") {
			t.Errorf("the drop: %q", said)
		}
		want := ""
		if c.part != "" {
			want = "report_drop_part map[Amount:" + c.part + "]"
		}
		if said := rows[len(rows)-1][2].Text; said != want {
			t.Errorf("counted %d, the difference: %q, not %q", c.counted, said, want)
		}
	}
}

// What was due to somebody who was paid wrong is of the hand as it was paid: where it was corrected in the record alone the line says so.
func TestPaidWrongBeforeTheCorrection(t *testing.T) {
	for _, moved := range []bool{false, true} {
		f := playedOnce(t)
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.PayWrong(record.WrongPayout{Hand: 1, Box: 3, Amount: 1000, Reason: "one chip too many"}, &dario)
		})
		paid := func() string {
			return section(t, evidence(t, reports.ShiftReport, "", f.table), "report_moves").Rows[0][2].Text
		}
		if said := paid(); strings.Contains(said, "report_paid_before") {
			t.Errorf("nobody has corrected it: %s", said)
		}
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			h, _ := t.ClosedHand(1)
			c := hand.Correction{Hand: 1, Round: h.Round, Reason: "seen on the pictures", Moved: moved}
			c.Round.Bets = slices.Clone(h.Round.Bets)
			c.Round.Bets[0].Amount += 1000
			return t.Corrections().CorrectHand(c, &dario)
		})
		if said := paid(); strings.Contains(said, "report_paid_before") == moved {
			t.Errorf("settled with the players %t: %s", moved, said)
		}
	}
}

// A row of a table's report has all that its difference is made of, a wrong payout that was not settled too.
func TestTableRowGivesItsDifference(t *testing.T) {
	f := playedOnce(t)
	counted := func() paper.Section {
		t.Helper()
		e, err := reports.Evidence{Form: reports.Form, Kind: reports.TableReport, Table: "LB1", Copy: 1}.OfShifts([]reports.Shift{reports.ShiftOf(f.table, someHouse)}, reports.Reach{}, someHouse)
		if err != nil {
			t.Fatal(err)
		}
		return section(t, e, "report_counted")
	}
	column := func(s paper.Section, head string) int {
		return slices.IndexFunc(s.Columns, func(c paper.Column) bool { return c.Head == head })
	}
	if at := column(counted(), "report_wrong_short"); at >= 0 {
		t.Error("a column for nothing")
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.PayWrong(record.WrongPayout{Hand: 1, Box: 3, Amount: 1000, Reason: "one chip too many"}, &dario)
	})
	left := record.Float{{Value: 500, Pieces: int64(f.table.Desk().Worth().Amount/500) - 1}}
	f.close(&left, dario)
	s := counted()
	if column(s, "report_wrong_short") < 0 {
		t.Fatalf("no column for what was paid wrong: %+v", s.Columns)
	}
	for _, row := range s.Rows {
		at := func(head string) games.Amount { return cash(t, row[column(s, head)]) }
		if at("report_by_count")-at("report_by_hands")-at("report_wrong_short") != at("report_difference") || at("report_difference") != -500 {
			t.Errorf("%+v", row)
		}
	}
}
