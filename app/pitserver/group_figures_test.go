package pitserver_test

import (
	"slices"
	"testing"
	"time"

	"sabot/app/pitserver"
	"sabot/games"
)

// Behind each hour of the clock in which several tables moved stands what they brought together, each currency by itself.
func TestHoursAreSummed(t *testing.T) {
	at := time.Date(2026, 11, 24, 21, 0, 5, 0, time.UTC)
	hour := func(after time.Duration, table, currency string, hands int, result games.Amount) pitserver.Hour {
		return pitserver.Hour{Said: at.Add(after), Table: table, Currency: currency, Hands: hands, Result: result, Turnover: 10 * result, Drop: 2 * result}
	}
	sum := func(after time.Duration, currency string, hands int, result games.Amount) pitserver.Hour {
		return hour(after, "", currency, hands, result)
	}
	later := hour(time.Hour, "PB1", "CHF", 60, 5)
	got := pitserver.HoursSummed([]pitserver.Hour{
		later, hour(0, "PB1", "CHF", 50, 300), hour(time.Minute, "LB1", "CHF", 40, -100), hour(time.Minute, "BJ1", "EUR", 7, 20),
	})
	want := []pitserver.Hour{
		hour(0, "PB1", "CHF", 50, 300), hour(time.Minute, "LB1", "CHF", 40, -100), hour(time.Minute, "BJ1", "EUR", 7, 20),
		sum(time.Minute, "CHF", 90, 200), later,
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v,\nwant %+v", got, want)
	}
	most := pitserver.HoursSummed([]pitserver.Hour{hour(0, "PB1", "CHF", 1, games.MaxSum/5), hour(0, "LB1", "CHF", 1, games.MaxSum/5), hour(0, "LB2", "CHF", 1, games.MaxSum/5)})
	if len(most) != 4 || most[3].Turnover <= games.MaxSum {
		t.Errorf("%+v", most)
	}
	if none := pitserver.HoursSummed(nil); len(none) != 0 {
		t.Errorf("%+v", none)
	}
}
