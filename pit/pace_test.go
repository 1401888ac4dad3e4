package pit_test

import (
	"testing"
	"time"

	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/pay"
)

// Hands an hour are those of the last hour, or of the time since the table was opened: what was dealt before counts no more, so a
// table that stands comes down to nothing within the hour.
func TestPaceIsOfTheLastHour(t *testing.T) {
	table := pit.NewTable("LB1")
	table.Open, table.Shift, table.Opened = true, 1, moment
	for n := range 120 { // one a minute, for two hours
		table.History = append(table.History, hand.Hand{Sheet: pay.Sheet{ClosedAt: moment.Add(time.Duration(n+1) * time.Minute)}})
	}
	last := moment.Add(2 * time.Hour)
	for _, c := range []struct {
		at   time.Time
		want int
	}{{last, 61}, {last.Add(20 * time.Minute), 41}, {last.Add(59 * time.Minute), 2}, {last.Add(61 * time.Minute), 0}} {
		if hands, known := table.Pace(c.at); hands != c.want || !known {
			t.Errorf("%v after the last hand: %d hands an hour, want %d", c.at.Sub(last), hands, c.want)
		}
	}
	table.History = table.History[:20]
	if hands, _ := table.Pace(moment.Add(20 * time.Minute)); hands != 60 {
		t.Errorf("20 minutes after the opening: %d hands an hour, want 60", hands)
	}
	if _, known := table.Pace(moment.Add(30 * time.Second)); known {
		t.Error("it is known half a minute after the opening")
	}
}
