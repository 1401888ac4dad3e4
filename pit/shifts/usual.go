package shifts

import (
	"iter"
	"slices"
	"time"

	"sabot/pit/record"
)

// What is usual is told from the gaming days before, where there are enough of them.
const (
	daysLookedAt = 7
	// PaceDays is the number of days that it takes.
	PaceDays = 3
)

// A UsualPace is the number of hands an hour that a table has dealt on the gaming days before this one.
type UsualPace struct {
	Days   int // on which it was open, of the last seven; with fewer than three nothing is usual
	Median int // hands an hour
	Spread int // the median of how far the days are from it; a tenth of it where they are all alike
}

// Known reports whether there are enough days to judge by.
func (u *UsualPace) Known() bool { return u != nil && u.Days >= PaceDays }

// mostShifts are read: nobody opens a table more often than four times a day.
const mostShifts = 4 * daysLookedAt

// lastShifts returns the entries with which the last shifts of a table begin and end; there may be others among them.
func lastShifts(journal record.Journal, table string) (iter.Seq2[record.Entry, error], error) {
	if far, is := journal.(record.Shifts); is {
		list, err := far.LastShifts(table, 2*mostShifts)
		if len(list) > 0 && record.KindOf(list[0].Fact) == record.KindOf(record.Closed{}) { // of a shift that began before
			list = list[1:]
		}
		return func(yield func(record.Entry, error) bool) {
			for _, e := range list {
				if !yield(e, nil) {
					return
				}
			}
		}, err
	}
	openings, err := journal.Openings(table)
	if err != nil || len(openings) == 0 {
		return func(func(record.Entry, error) bool) {}, err
	}
	return journal.Headlines(table, openings[max(0, len(openings)-mostShifts)]), nil
}

// UsualPaceOf reads the shifts of the seven gaming days before one at which a table was open.
func UsualPaceOf(journal record.Journal, table, before string) (*UsualPace, error) {
	shifts, err := lastShifts(journal, table)
	if err != nil {
		return nil, err
	}
	type day struct {
		hands int
		open  time.Duration
	}
	days, at := map[string]*day{}, ""
	var opened time.Time
	for e, err := range shifts {
		if err != nil {
			return nil, err
		}
		switch f := e.Fact.(type) {
		case record.Opened:
			at, opened = f.Day, e.At
		case record.Closed:
			if at >= before {
				continue
			}
			if days[at] == nil {
				days[at] = &day{}
			}
			days[at].hands += max(0, e.Hand-1) // the one that was open never began
			days[at].open += e.At.Sub(opened)
		}
	}
	names := make([]string, 0, len(days))
	for name := range days {
		names = append(names, name)
	}
	slices.Sort(names)
	var paces []int
	for _, name := range names[max(0, len(names)-daysLookedAt):] {
		if d := days[name]; d.open >= time.Hour {
			paces = append(paces, int(time.Duration(d.hands)*time.Hour/d.open))
		}
	}
	u := &UsualPace{Days: len(paces)}
	if len(paces) == 0 {
		return u, nil
	}
	u.Median = median(paces)
	apart := make([]int, len(paces))
	for i, p := range paces {
		apart[i] = max(p-u.Median, u.Median-p)
	}
	u.Spread = max(median(apart), (u.Median+9)/10)
	return u, nil
}

func median(list []int) int {
	list = slices.Sorted(slices.Values(list))
	return (list[len(list)/2] + list[(len(list)-1)/2]) / 2
}
