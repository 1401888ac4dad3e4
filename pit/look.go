package pit

import (
	"time"

	"sabot/pit/record"
)

// What somebody asks of a table who answers for many and stands at none.

// Pace is how many hands an hour the table has closed within the last hour, or since it
// opened where that is less; of a shift that is over, in all of it. False within the first
// minute.
func (t *Table) Pace(now time.Time) (hands int, known bool) {
	from, to := t.Opened, now
	switch {
	case !t.Open:
		to = t.ShutAt
	case now.Sub(from) > time.Hour:
		from = now.Add(-time.Hour)
	}
	length := to.Sub(from)
	if t.Shift == 0 || length < time.Minute {
		return 0, false
	}
	n := 0
	for i := len(t.History) - 1; i >= 0 && !t.History[i].ClosedAt.Before(from); i-- {
		n++
	}
	return int((int64(n)*int64(time.Hour) + int64(length)/2) / int64(length)), true
}

// InPlay returns how many of its boxes have a bet in the open hand.
func (t *Table) InPlay() int {
	boxes := map[int]bool{}
	for _, b := range t.Current.Round.Bets {
		boxes[b.Box] = true
	}
	return len(boxes)
}

// Forgets says that an entry may change what a closed hand of the shift came to, or begins
// another shift: what was summed up over its hands is to be summed up anew.
func Forgets(f record.Fact) bool { return record.RealmOf(f) != record.OfHand }
