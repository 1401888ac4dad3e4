package audit

import (
	"iter"
	"slices"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// past is the house as it was at any time, as far as tables ask: who worked there, as
// what, which tables and chips it had.
type past struct {
	now      house.House
	versions []version
	found    int             // the version that was asked for last
	last     [2]*house.House // the answer that was given last
}

// version is the house from a moment on.
type version struct {
	at     time.Time
	house  *house.House
	aheads int // how often the clock had been put back
}

// take takes in what an entry of the house changes. Which entries are a restore depends on others, that are not taken in: restores has
// them with this one.
func (p *past) take(e *record.Entry, aheads int, restores []int) {
	switch e.Fact.(type) {
	case record.Restored, record.RestoredFrom,
		record.HouseNamed, record.HouseSet, record.ChipsSet, record.TableSet, record.TableRetired, record.StaffSet, record.StaffLeft, record.HouseTaken, record.TableInherited:
	default:
		return
	}
	if n := len(p.versions); n > 0 && p.versions[n-1].at.Equal(e.At) {
		p.versions[n-1].house = nil
	} else {
		p.keep()
		p.versions = append(p.versions, version{at: e.At, aheads: aheads})
	}
	p.now.Apply(*e)
	p.now.Restores = slices.Clone(restores)
}

// keep makes the last version where it is not made yet: it is whole once another moment
// begins, or somebody asks.
func (p *past) keep() {
	if n := len(p.versions); n > 0 && p.versions[n-1].house == nil {
		p.versions[n-1].house = p.now.Clone()
	}
}

// at returns the house as it was at a moment. There is more than one answer where the house changed in that very
// millisecond, and where the clock was put back over it.
func (a *Run) at(at time.Time) []*house.House {
	w := a.witness
	p := &w.past
	p.keep()
	if len(w.aheads) > 0 {
		return a.eitherTime(at)
	}
	if !p.holds(p.found, at) {
		n, _ := slices.BinarySearchFunc(p.versions, at, func(v version, at time.Time) int {
			if v.at.After(at) {
				return 1
			}
			return -1
		})
		p.found = n - 1
	}
	if p.found < 0 {
		return []*house.House{{}}
	}
	p.last[0] = p.versions[p.found].house
	if p.found == 0 || !p.versions[p.found].at.Equal(at) {
		return p.last[:1]
	}
	p.last[1] = p.versions[p.found-1].house // within one millisecond nobody knows what came first
	return p.last[:]
}

// eitherTime returns the houses of a moment as at does, where the clock was put back.
func (a *Run) eitherTime(at time.Time) []*house.House {
	w := a.witness
	var list []*house.House
	for before := a.putBackBy(); before <= len(w.aheads); before++ {
		if before < len(w.aheads) && at.After(w.aheads[before].Was) {
			continue // the clock never was there before it was put back
		}
		last, first := &house.House{}, (*house.House)(nil)
		for n, v := range w.past.versions {
			if v.aheads < before || v.aheads == before && !v.at.After(at) {
				if first = nil; n > 0 && v.at.Equal(at) {
					first = last // within one millisecond nobody knows what came first
				}
				last = v.house
			}
		}
		if first != nil {
			list = append(list, first)
		}
		list = append(list, last)
	}
	slices.Reverse(list)
	return list
}

// holds reports whether the nth version is that of a moment.
func (p *past) holds(n int, at time.Time) bool {
	return n >= 0 && n < len(p.versions) && !p.versions[n].at.After(at) && (n+1 == len(p.versions) || p.versions[n+1].at.After(at))
}

// outwards iterates over the houses that there ever were: a given one first, then those before it, the last first, then those
// after it.
func (p *past) outwards(from *house.House) iter.Seq[*house.House] {
	return func(yield func(*house.House) bool) {
		n := slices.IndexFunc(p.versions, func(v version) bool { return v.house == from })
		if n < 0 && !yield(from) {
			return
		}
		for _, v := range slices.Backward(p.versions[:n+1]) {
			if !yield(v.house) {
				return
			}
		}
		for _, v := range p.versions[n+1:] {
			if !yield(v.house) {
				return
			}
		}
	}
}
