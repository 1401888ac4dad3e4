package reports_test

import (
	"fmt"
	"time"

	"sabot/games"
	"sabot/pit/tray"
	"sabot/reports"
)

// The figures of a report come first, as plain structs, and its words later. Two shifts of one day make the day, the month and the year of a
// house. Amounts are in minor units.
func Example() {
	shift := func(table string, turnover, result games.Amount) reports.HouseShift {
		s := reports.HouseShift{Table: table, Currency: "CHF", Preset: "lugano"}
		s.Opened = time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC)
		s.Closed = s.Opened.Add(6 * time.Hour) // what is open is in no sum
		s.Day, s.Hands, s.Turnover, s.Result = "2026-11-21", 12, turnover, tray.Result{ByCount: tray.KnownSum(result)}
		return s
	}
	sum, err := reports.HouseSumOf("Casino", "2026-11-21", []reports.HouseShift{shift("LB1", 200_000, 15_000), shift("LB2", 80_000, -4_000)})
	if err != nil {
		panic(err)
	}
	for _, line := range sum.Periods[0].Lines {
		fmt.Println(sum.Periods[0].Of, line.Table, line.Hands, line.Turnover, line.Win.Amount)
	}
	// Output:
	// day LB1 12 200000 15000
	// day LB2 12 80000 -4000
}
