package papers

import (
	"maps"
	"slices"
	"sort"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// An Overtaken is a report that was true when it was made, and is not what the record says now. A drop was counted
// since, or a hand corrected.
type Overtaken struct {
	By      []Changing       // the entries that changed what it says, the oldest first; none of a report of many shifts, which is not searched
	Was, Is reports.Evidence // its figures, and those of now
	Renewed bool             // a version with the figures of now is signed already
}

// A Changing is an entry that changed what a report says.
type Changing struct {
	Stream string
	Seq    int64
	At     time.Time
}

// overtaken returns what entries after those of a report changed of what it says; nil where they changed nothing.
func (h Papers) overtaken(e reports.Evidence, then *house.House) *Overtaken {
	if e.Kind == reports.AccessReport {
		return nil // it says what was so at a moment
	}
	then = then.WithDaysOf(&h.State) // of which day an entry is that came since, the house has said since
	now, grown, err := h.grown(e, then)
	if err != nil || !grown {
		return nil
	}
	before := e
	if e.Form != reports.Form { // it was summed up otherwise
		if before, err = h.figures(e, then); err != nil {
			return nil
		}
	}
	// People and rules of the house are those of then: what they are now overtakes nothing.
	upTo := then.Boxes().WithDropsOf(&h.State, h.State.Seq)
	is, err := h.figures(now, upTo)
	if err != nil || is.Digest() == before.Digest() {
		return nil
	}
	if now, err = h.figures(now, upTo.People().WithThoseOf(&h.State)); err != nil { // who came since stands in what they did
		return nil
	}
	report := printedAs(Wanted{Kind: e.Kind, Table: e.Table, Shift: e.Shift, Item: e.Item})
	report.Digest = now.Digest()
	o := &Overtaken{Was: before, Is: now, Renewed: h.State.Backups().SignedAs(report)}
	o.By = h.overtakers(e, now, then)
	return o
}

// grown returns evidence up to what the record has now, and whether it has more of the tables, or of their drop
// boxes, than it had then. Where it lists entries of the house, more of these counts too.
func (h Papers) grown(e reports.Evidence, then *house.House) (now reports.Evidence, grown bool, err error) {
	now = e
	if now.TableSeq, err = h.Store().Last(e.Table); err != nil {
		return now, false, err
	}
	grown = !maps.Equal(then.Boxes().DropCounts(), h.State.Boxes().DropCounts())
	if !e.Kind.OfHouse() {
		return now, grown || now.TableSeq != e.TableSeq, nil
	}
	if h.Had() == nil { // what other machines played since is none of an office's paper
		if now.Streams, err = h.Streams(); err != nil {
			return now, false, err
		}
	}
	if e.Kind.OfEntries() {
		now.HouseSeq = h.State.Seq
		grown = grown || now.HouseSeq != e.HouseSeq
	}
	return now, grown || !slices.Equal(now.Streams, e.Streams), nil
}

// overtakers returns the entries after those of a report that changed what it says, up to what the record has now.
// It looks at each stream by itself, the oldest entry first. None where it cannot say, of a report of many shifts
// too.
func (h Papers) overtakers(e, now reports.Evidence, then *house.House) (list []Changing) {
	if e.Kind == reports.TableReport || e.Kind == reports.HouseReport {
		return nil
	}
	in := func(name string, from, to int64, figures func(seq int64) (reports.Evidence, error)) {
		for _, n := range changesOf(from, to, figures) {
			list = append(list, Changing{name, n, h.enteredAt(name, n)})
		}
	}
	if e.Kind.OfEntries() {
		house := e
		house.Streams = nil
		in(record.HouseStream, e.HouseSeq, h.State.Seq, func(n int64) (reports.Evidence, error) {
			house.HouseSeq = n
			return h.figures(house, then)
		})
		for _, s := range now.Streams {
			alone := e
			was := int64(0)
			if i := slices.IndexFunc(e.Streams, func(was reports.Stream) bool { return was.Table == s.Table }); i >= 0 {
				was = e.Streams[i].Seq
			}
			in(s.Table, was, s.Seq, func(n int64) (reports.Evidence, error) {
				alone.Streams = []reports.Stream{{Table: s.Table, Seq: n}}
				return h.figures(alone, then)
			})
		}
	} else {
		table := e
		in(e.Table, e.TableSeq, now.TableSeq, func(n int64) (reports.Evidence, error) {
			table.TableSeq = n
			return h.figures(table, then)
		})
		in(record.HouseStream, e.HouseSeq, h.State.Seq, func(n int64) (reports.Evidence, error) {
			return h.figures(e, then.Boxes().WithDropsOf(&h.State, n))
		})
	}
	slices.SortStableFunc(list, func(a, b Changing) int { return a.At.Compare(b.At) })
	return list
}

// mostChanges is of how many entries of a stream is said that they changed a report; another one has more to be said than that.
const mostChanges = 8

// changesOf returns the entries after one, up to another, by which figures change, the first mostChanges of them.
// It returns none where they stay, or cannot be read. What was changed and put back is not looked for.
func changesOf(from, to int64, figures func(seq int64) (reports.Evidence, error)) (list []int64) {
	digest := func(seq int64) string {
		e, err := figures(seq)
		if err != nil {
			return ""
		}
		return e.Digest()
	}
	if to <= from {
		return nil
	}
	was, last := digest(from), digest(to)
	for was != last && len(list) < mostChanges {
		n := from + 1 + int64(sort.Search(int(to-from)-1, func(i int) bool { return digest(from+1+int64(i)) != was }))
		is := digest(n)
		if is == "" || was == "" {
			return nil
		}
		list, from, was = append(list, n), n, is
	}
	return list
}

// enteredAt returns when an entry was entered; zero where it cannot be read.
func (h Papers) enteredAt(stream string, seq int64) time.Time {
	for e, err := range h.Store().Entries(stream, seq) {
		if err == nil && e.Seq == seq {
			return e.At
		}
		break
	}
	return time.Time{}
}
