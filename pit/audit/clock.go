package audit

import (
	"fmt"
	"time"

	"sabot/pit"
	"sabot/pit/record"
)

// Sabot writes in no year before the first and after the last of these.
const firstYear, lastYear = 2020, 2099

// judgeTime demands that no entry is older than the one before it, but a ClockDrifted. That one names the time up to which the
// clock was ahead, in the stream of a table that of the entry before. The clock was ahead by more than entries wait for.
func (a *Run) judgeTime(e *record.Entry) *record.Fault {
	if year := e.At.Year(); year < firstYear || year > lastYear {
		return a.fail(e.Seq, record.WrongTime, "it is of the year %d", year)
	}
	f, told := e.Fact.(record.ClockDrifted)
	was := time.UnixMilli(f.Was)
	if a.table != nil && e.At.Before(a.witness.earliest()) {
		return a.fail(e.Seq, record.WrongTime, "it is older than the house, which began at %s", a.witness.clock(a.witness.earliest()))
	}
	switch inTime := (pit.Place{At: a.lastAt}).InTime(e); {
	case !inTime && !told:
		return a.fail(e.Seq, record.WrongTime, "it is older than the entry before it, and nothing says that the clock was put back")
	case !inTime:
		return a.fail(e.Seq, record.WrongTime, "it says that the clock was ahead up to %s, and it was not", a.witness.clock(was))
	case told && a.table != nil && record.HouseSaid(a.witness.aheads, a.told, was) < 0:
		return a.fail(e.Seq, record.WrongTime, "it says that the clock was put back, and the house says nothing of it")
	}
	return a.judgeCame(e)
}

// putBackBy returns how often the clock had at least been put back when the entry that is judged was made. In the house's own
// stream it is as often as the house has recorded so far. At a table it is as often as when the table's own drift was told, or a
// head of it that ends before the entry entered.
func (a *Run) putBackBy() int {
	if a.table == nil {
		return len(a.witness.aheads)
	}
	return a.putBack
}

// drifted notes a drift of the clock that the house has recorded. Where the clock was ahead beyond the house's own entries, a
// table has an entry of then.
func (w *Witness) drifted(e *record.Entry, f record.ClockDrifted, last time.Time) {
	was := time.UnixMilli(f.Was)
	w.aheads = append(w.aheads, record.Ahead{Back: e.At, Was: was})
	if !was.Equal(last) {
		w.beyondHouse = append(w.beyondHouse, driftSaid{e.Seq, was})
	}
}

// driftSaid is an entry of the house that says up to when the clock was ahead.
type driftSaid struct {
	seq int64
	was time.Time
}

// ran notes that a table has an entry of a time.
func (w *Witness) ran(at time.Time) {
	for _, d := range w.beyondHouse {
		if d.was.Equal(at) {
			if w.ranTo == nil {
				w.ranTo = map[time.Time]bool{}
			}
			w.ranTo[d.was] = true
		}
	}
}

// driftsOfNone returns faults for drifts that have the clock ahead up to a time of which no entry is, as far as the tables were
// read without a fault.
func (w *Witness) driftsOfNone() []*record.Fault {
	var faults []*record.Fault
	for _, d := range w.beyondHouse {
		if !w.ranTo[d.was] && len(w.drops.broken) == 0 {
			faults = append(faults, &record.Fault{
				Table: record.HouseStream, Seq: d.seq, Code: record.WrongTime, Kind: record.KindOf(record.ClockDrifted{}), Under: w.calledBy(d.seq),
				What: fmt.Sprintf("it says that the clock was ahead up to %s, and no entry is of then", w.clock(d.was)),
			})
		}
	}
	return faults
}

// twice reports whether a time can be of a clock that was ahead: what is of such a time comes neither before nor after what is of
// another.
func (w *Witness) twice(at time.Time) bool {
	for _, a := range w.aheads {
		if at.After(a.Back) && !at.After(a.Was) {
			return true
		}
	}
	return false
}

// held returns the keys that somebody can have had at a moment: one, unless the clock was ahead at such a time and had not been
// put back for certain. Nobody had one where there are none.
func (a *Run) held(number string, at time.Time) []keySince {
	w := a.witness
	var list []keySince
	for before := a.putBackBy(); before <= len(w.aheads); before++ {
		if before < len(w.aheads) && at.After(w.aheads[before].Was) {
			continue // the clock never was there before it was put back
		}
		var last keySince
		for _, k := range w.keys[number] {
			if k.aheads < before || k.aheads == before && !k.at.After(at) {
				last = k
			}
		}
		if last.key != "" {
			list = append(list, last)
		}
	}
	return list
}
