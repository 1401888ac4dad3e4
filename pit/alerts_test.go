package pit_test

import (
	"fmt"
	"iter"
	"testing"
	"time"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// nights are the headlines of a table that was open for four hours a day, and closed so many
// hands each.
type nights []int

func (n nights) Append(...record.Entry) error { return nil }

func (n nights) Entries(string, int64) iter.Seq2[record.Entry, error] { return nil }

func (n nights) Openings(string) (list []int64, err error) {
	for i := range n {
		list = append(list, int64(10*i+1))
	}
	return list, nil
}

func (n nights) Headlines(table string, from int64) iter.Seq2[record.Entry, error] {
	return func(yield func(record.Entry, error) bool) {
		for i, hands := range n {
			at := moment.AddDate(0, 0, i)
			opened := record.Entry{Table: table, Seq: int64(10*i + 1), At: at, Shift: i + 1, Fact: record.Opened{Day: at.Format(time.DateOnly)}}
			closed := record.Entry{Table: table, Seq: int64(10*i + 9), At: at.Add(4 * time.Hour), Shift: i + 1, Hand: hands + 1, Fact: record.Closed{}}
			if opened.Seq >= from && (!yield(opened, nil) || !yield(closed, nil)) {
				return
			}
		}
	}
}

// How fast a table is, is judged by the days before, and with fewer than three of them by nothing:
// then nothing is raised.
func TestUsualPace(t *testing.T) {
	for _, c := range []struct {
		hands  nights
		days   int
		median int
		spread int
		known  bool
	}{
		{nil, 0, 0, 0, false},
		{nights{200, 240}, 2, 55, 6, false},
		{nights{200, 240, 220}, 3, 55, 6, true},                              // 50, 60, 55: 5 apart, no less than a tenth
		{nights{200, 200, 200}, 3, 50, 5, true},                              // all alike: a tenth
		{nights{200, 240, 280, 160, 320}, 5, 60, 10, true},                   // 50 60 70 40 80
		{nights{4, 4, 200, 200, 200, 200, 200, 200, 200}, 7, 50, 5, true},    // the last seven
		{nights{0, 200, 200, 240, 240, 280, 280, 320, 320}, 7, 70, 10, true}, // 50 60 60 70 70 80 80
	} {
		usual, err := shifts.UsualPaceOf(c.hands, "LB1", moment.AddDate(0, 0, len(c.hands)).Format(time.DateOnly))
		if err != nil {
			t.Fatal(err)
		}
		if usual.Days != c.days || usual.Known() != c.known || c.days > 2 && (usual.Median != c.median || usual.Spread != c.spread) {
			t.Errorf("%v: %+v, known %v", c.hands, *usual, usual.Known())
		}
	}
}

// A table that is slower than usual by three median deviations is an alert once somebody has dealt for
// an hour, by four a graver one; without ground to judge there is none.
func TestSlowerThanUsual(t *testing.T) {
	f := newFloor(t)
	f.do(opening)
	for _, is := range f.table.Conditions(f.now.Add(59*time.Minute), &shifts.UsualPace{Days: 7, Median: 60, Spread: 6}) {
		if is.Rule == record.PaceAlert {
			t.Error("its pace is judged within the first hour")
		}
	}
	f.now = f.now.Add(61 * time.Minute)
	pace, _ := f.table.Pace(f.now)
	for _, c := range []struct {
		usual *shifts.UsualPace
		level record.AlertLevel
	}{
		{nil, 0},
		{&shifts.UsualPace{Days: 2, Median: 60, Spread: 6}, 0},
		{&shifts.UsualPace{Days: 3, Median: pace + 17, Spread: 6}, 0},
		{&shifts.UsualPace{Days: 3, Median: pace + 18, Spread: 6}, record.AlertWarning},
		{&shifts.UsualPace{Days: 7, Median: pace + 24, Spread: 6}, record.AlertCritical},
	} {
		level := record.AlertLevel(0)
		for _, is := range f.table.Conditions(f.now, c.usual) {
			for _, fact := range new(house.House).Alerts().Alert(is, f.now) {
				if raised := fact.(record.Alerted); raised.Rule == record.PaceAlert {
					level = raised.Level
					if again := new(house.House).Alerts().Alert(new(house.House).Alerts().ConditionOf(raised), f.now); fmt.Sprint(again) != fmt.Sprint([]record.Fact{fact}) {
						t.Errorf("%+v is %+v again", fact, again)
					}
				}
			}
		}
		if level != c.level {
			t.Errorf("usual %+v: level %d, not %d", c.usual, level, c.level)
		}
	}
}

// A box is in play while a bet of the open hand lies on it, and no more once the hand is over.
func TestBoxesInPlay(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe, bet(4, "59", 2000), bet(4, "play", 2000), bet(2, "59", 2000), bet(2, "play", 2500))
	if n := f.table.InPlay(); n != 2 {
		t.Errorf("two boxes have bets, and %d are in play", n)
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "rissa") })
	if n := f.table.InPlay(); n != 0 {
		t.Errorf("nothing lies, and %d boxes are in play", n)
	}
}
