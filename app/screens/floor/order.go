package floor

import (
	"cmp"
	"slices"
	"strings"

	"sabot/app/view"
)

// An order is by what the tiles are sorted.
type order int

// The orders, in which they are offered.
const (
	byWaiting order = iota
	byStreak
	byResult
	byPace
	orders
)

// leaders is how many tables are at the front by their result or their pace.
const leaders = 3

// A tile is a table as it is shown, with what it is sorted by.
type tile struct {
	view.Tile
	machine string // on which it is played; "" for this one
	changed int    // of the state it was drawn from
	spoken  string // in that language
	money   bool   // with the house's money
	sum     tableSum
	known   bool // the sum is
	pace    int
}

// compare orders tiles by what somebody should see first; closed tables come last.
func (o order) compare(a, b *tile) int {
	if a.Open != b.Open {
		return yesFirst(a.Open)
	}
	if a.Open {
		by := 0
		switch o {
		case byWaiting:
			by = cmp.Or(cmp.Compare(b.Urgent, a.Urgent), cmp.Compare(len(b.Waiting()), len(a.Waiting())))
		case byStreak:
			by = cmp.Compare(b.Streak, a.Streak)
		case byResult:
			if a.known != b.known {
				return yesFirst(a.known)
			}
			by = cmp.Compare(a.sum.result, b.sum.result) // what costs the house most
		case byPace:
			by = cmp.Compare(b.pace, a.pace)
		}
		if by != 0 {
			return by
		}
	}
	return natural(a.Name, b.Name)
}

func yesFirst(a bool) int {
	if a {
		return -1
	}
	return 1
}

// natural compares names with the numbers in them: LB2 comes before LB10.
func natural(a, b string) int {
	digits := func(s string) string { return strings.TrimRight(s, "0123456789") }
	if stem := digits(a); stem == digits(b) && len(a) != len(b) {
		return cmp.Compare(len(a), len(b))
	}
	return cmp.Compare(a, b)
}

// ahead returns the tables at the front: those where something waits, those with the longest streak of all, the
// first three by result or pace.
func (o order) ahead(tiles []*tile) map[string]bool {
	front := map[string]bool{}
	longest := 0
	for _, t := range tiles {
		longest = max(longest, t.Streak)
	}
	for i, t := range tiles {
		switch {
		case !t.Open:
		case o == byWaiting:
			front[t.Name] = len(t.Waiting()) > 0
		case o == byStreak:
			front[t.Name] = t.Streak > 0 && t.Streak == longest
		default:
			front[t.Name] = i < leaders
		}
	}
	return front
}

// sorted returns the tiles in the floor's order: the pinned ones first, as they were pinned, and out of the
// order (source 000, "Fissa tavolo").
func (f *Floor) sorted() []*tile {
	var pinned, rest []*tile
	for _, name := range f.kept.pinned {
		if t := f.tiles[name]; t != nil {
			pinned = append(pinned, t)
		}
	}
	for _, t := range f.tiles {
		if !slices.Contains(f.kept.pinned, t.Name) {
			rest = append(rest, t)
		}
	}
	slices.SortFunc(rest, f.sort.compare)
	return append(pinned, rest...)
}

// arrange sorts the tiles anew: what was new has been seen.
func (f *Floor) arrange() {
	all := f.sorted()
	f.list = f.list[:0]
	for _, t := range all {
		f.list = append(f.list, t.Name)
	}
	f.front = f.sort.ahead(all)
}

// fresh returns the tables that have come to the front since the tiles were sorted.
func (f *Floor) fresh() map[string]bool {
	fresh := map[string]bool{}
	for name, ahead := range f.sort.ahead(f.sorted()) {
		if ahead && !f.front[name] && !slices.Contains(f.kept.hidden, name) {
			fresh[name] = true
		}
	}
	return fresh
}

// matches reports whether a table shows a Good Road that is wanted.
func (f *Floor) matches(t *tile) bool {
	return t.Open && slices.ContainsFunc(t.Good, func(name string) bool { return !slices.Contains(f.kept.off, name) })
}

// shown returns the tables of the tab, in their order.
func (f *Floor) shown() []*tile {
	var list []*tile
	for _, name := range f.list {
		t := f.tiles[name]
		if t == nil || slices.Contains(f.kept.hidden, name) || f.tab == goodRoads && !f.matches(t) {
			continue
		}
		list = append(list, t)
	}
	return list
}
