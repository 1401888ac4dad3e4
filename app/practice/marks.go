package practice

import (
	"slices"
	"time"

	"sabot/games/drill"
)

// A Marks is a summary of the answers of one class, or of all of them.
type Marks struct {
	Class       Class
	Done, Right int
	Late        int // right, and slower than the level has it
	Faults      map[drill.Fault]int
	Extra       int           // chips beyond the fewest, in all
	Median, P90 time.Duration // of a task
	Stable      int           // tasks until so many in a row were right; 0 for not yet
}

// inARow is how many right answers in a row are a habit.
const inARow = 10

// MarksOf returns the marks of the answers, in order: of all of them, and by class, those that were missed most
// first.
func MarksOf(sessions ...Session) (all Marks, classes []Marks) {
	byClass := map[Class]*sums{}
	var order []Class
	whole := &sums{}
	for _, s := range sessions {
		for _, d := range s.Done {
			of := byClass[d.Class]
			if of == nil {
				of = &sums{Marks: Marks{Class: d.Class}}
				byClass[d.Class] = of
				order = append(order, d.Class)
			}
			of.add(d, s.Level)
			whole.add(d, s.Level)
		}
	}
	for _, c := range order {
		classes = append(classes, byClass[c].marks())
	}
	slices.SortStableFunc(classes, func(a, b Marks) int { return (b.Done-b.Right)*a.Done - (a.Done-a.Right)*b.Done })
	return whole.marks(), classes
}

type sums struct {
	Marks
	took []time.Duration
	row  int
}

func (s *sums) add(d Done, level int) {
	s.Done++
	s.Extra += d.Extra
	s.took = append(s.took, d.Took())
	if d.Fault != "" {
		if s.Faults == nil {
			s.Faults = map[drill.Fault]int{}
		}
		s.Faults[d.Fault]++
		s.row = 0
		return
	}
	s.Right++
	if d.Late(level) {
		s.Late++
	}
	if s.row++; s.row == inARow && s.Stable == 0 {
		s.Stable = s.Done
	}
}

func (s *sums) marks() Marks {
	slices.Sort(s.took)
	s.Median, s.P90 = median(s.took), share(s.took, 90)
	return s.Marks
}

// median returns the time in the middle: of two, the mean of both; 0 for none.
func median(sorted []time.Duration) time.Duration {
	n := len(sorted)
	if n == 0 {
		return 0
	}
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// share returns the time within which percent of the tasks were answered: one of the measured times. It is 0
// for none.
func share(sorted []time.Duration, percent int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[(len(sorted)*percent+99)/100-1]
}
