package roads

import "slices"

// A Pattern is one of the twelve Good Roads of source 000, by the source's name.
type Pattern struct {
	Name  string // "serie_giocatore": the source's name, as a key
	Side  Side
	shows func(runs []int, side, last Side) bool
}

// Patterns returns the twelve, in the order of the source. It shows each as a picture; the sentence beside each is what is looked
// for: runs are wins in a row, ties do not count, the last run may still grow.
func Patterns() []Pattern {
	both := func(name string, shows func(runs []int, side, last Side) bool) []Pattern {
		return []Pattern{{name + "_giocatore", Player, shows}, {name + "_banco", Banker, shows}}
	}
	var all []Pattern
	for _, p := range [][]Pattern{
		both("serie", streak), both("ping_pong", pingPong), both("uno_due", oneTwo),
		both("sandwich", sandwich), both("separato", separate), both("cambio", change),
	} {
		all = append(all, p...)
	}
	return all
}

// Shows reports whether the shoe shows the pattern now.
func (p Pattern) Shows(r *Roads) bool {
	if len(r.Runs) == 0 {
		return false
	}
	runs := make([]int, len(r.Runs))
	for i, run := range r.Runs {
		runs[i] = len(run)
	}
	return p.shows(runs, p.Side, r.Runs[len(runs)-1][0].Winner)
}

// Good returns the names of those patterns among wanted that the shoe shows now.
func (r *Roads) Good(wanted []Pattern) []string {
	var names []string
	for _, p := range wanted {
		if p.Shows(r) {
			names = append(names, p.Name)
		}
	}
	return names
}

// NewGood returns those that the last hand brought: "Riceverai automaticamente una notifica quando si verificano i modelli
// selezionati" (source 000).
func (r *Roads) NewGood(wanted []Pattern) []string {
	n := len(r.Results)
	if n == 0 {
		return nil
	}
	before := OfShoe(r.Results[:n-1]).Good(wanted)
	return slices.DeleteFunc(r.Good(wanted), func(name string) bool { return slices.Contains(before, name) })
}

// Serie: the last run is the side's and has four wins or more.
func streak(runs []int, side, last Side) bool { return last == side && runs[len(runs)-1] >= 4 }

// Ping Pong: the last four runs have one win each, the last is the side's.
func pingPong(runs []int, side, last Side) bool {
	return last == side && lastRuns(runs, 4, func(_, n int) bool { return n == 1 })
}

// Uno Due: in the last four runs the side wins once, the other twice.
func oneTwo(runs []int, side, last Side) bool {
	return lastRuns(runs, 4, func(back, n int) bool {
		want := 2
		if (back%2 == 0) == (last == side) {
			want = 1
		}
		return n == want || back == 0 && n < want
	})
}

// Sandwich: one win of the side between two runs of the other of two or more.
func sandwich(runs []int, side, last Side) bool {
	return last != side && lastRuns(runs, 3, func(back, n int) bool { return back == 1 && n == 1 || back != 1 && n >= 2 })
}

// Separato: the side's last three runs are single wins, and between them the other
// won twice or more at least once.
func separate(runs []int, side, last Side) bool {
	skip := 0
	if last != side {
		skip = 1
	}
	longer := false
	return lastRuns(runs, 5+skip, func(back, n int) bool {
		if (back-skip)%2 == 0 {
			return n == 1
		}
		longer = longer || back > skip && n >= 2
		return true
	}) && longer
}

// Cambio: the last four runs have two wins each, the last, still growing or full, is
// the side's.
func change(runs []int, side, last Side) bool {
	return last == side && lastRuns(runs, 4, func(back, n int) bool { return n == 2 || back == 0 && n == 1 })
}

// lastRuns reports whether each of the last so many runs is as wanted; back is 0 for the newest. False where there are fewer.
func lastRuns(runs []int, n int, want func(back, length int) bool) bool {
	if len(runs) < n {
		return false
	}
	for back := range n {
		if !want(back, runs[len(runs)-1-back]) {
			return false
		}
	}
	return true
}
