// Package floor looks on at the tables of a house, those of other machines too, as their records have them. What is
// new is read beside the window, and taken in at it.
package floor

import (
	"maps"
	"slices"
	"time"

	"sabot/app/session"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/pit/shifts"
)

// A Floor is every table of a house as its record has it, for somebody who looks on from elsewhere. Tables of other
// machines are as they were heard. It takes no table's lease and writes nothing. It belongs to the window: what is
// new is read beside it (Look, LookElsewhere), and taken in at it (Take).
type Floor struct {
	house     *session.House
	elsewhere record.Elsewhere // nil in a house of one machine
	tables    map[string]*Watched
	houses    map[string]*houseThere // of the other machines
	heard     time.Time
}

// A houseThere is the house as another machine has it, with the log of its entries.
type houseThere struct {
	house.House
	log seal.Tree
}

// state returns the house; nil where it was not read.
func (h *houseThere) state() *house.House {
	if h == nil {
		return nil
	}
	return &h.House
}

func (h *houseThere) take(e record.Entry) {
	h.Apply(e)
	h.log.AddLeaf(seal.Leaf(record.Encode(e)))
}

// A Watched is a table as it was heard last.
type Watched struct {
	State *pit.Table
	Whole bool // State has every hand of the shift
	// Machine is the one where it is played; "" for this one.
	Machine string
	// Heard is when its record was read last, or its machine was heard, by the house's clock.
	Heard time.Time
	// Changed counts how often State has become another.
	Changed int

	// Usual is how fast the table uses to be, by the gaming days before UsualOn; nil as long
	// as that was not read.
	Usual   *shifts.UsualPace
	UsualOn string

	staked   []games.Amount // of each closed hand
	turnover games.Amount
	stirred  stirred
	approved record.Approved // the last of the entries that were taken in one by one
}

// ApprovedSince returns the number of who signed, last, an entry of the table behind one of it. It returns "" where
// nobody has, as far as was heard.
func (w *Watched) ApprovedSince(seq int64) string {
	if w.approved.Seq <= seq {
		return ""
	}
	return w.approved.By
}

// A stirred is the time at which a table went on after a standstill.
type stirred struct{ since, at time.Time }

// leastStill is the shortest such time.
const leastStill = time.Minute

// Turnover returns what stood at settlement in the shift so far, in minor units. It returns false as long as not
// all of its hands are known, and where their amounts are more than can be summed up.
func (w *Watched) Turnover() (games.Amount, bool) {
	if !w.Whole || w.State.Bulk > games.MaxSum {
		return 0, false
	}
	for i := len(w.staked); i < len(w.State.History); i++ {
		staked := w.State.History[i].Turnover()
		w.staked = append(w.staked, staked)
		w.turnover += staked
	}
	return w.turnover, true
}

// apply takes an entry in.
func (w *Watched) apply(e record.Entry) {
	if before := w.State.Last(); e.At.Sub(before) >= leastStill {
		w.stirred = stirred{before, e.At}
	}
	w.State.Apply(e)
	if f, is := e.Fact.(record.Approved); is {
		w.approved = f
	}
	if pit.Forgets(e.Fact) {
		w.staked, w.turnover = nil, 0
	}
	if _, begins := e.Fact.(record.Opened); begins {
		w.Whole = true
	}
}

// New returns a floor of the house's tables; nothing is known of them yet. Elsewhere has those of other
// machines; it is nil in a house of one.
func New(h *session.House, elsewhere record.Elsewhere) *Floor {
	return &Floor{house: h, elsewhere: elsewhere, tables: map[string]*Watched{}, houses: map[string]*houseThere{}}
}

// Table returns a table of the floor; nil as long as nothing was read of it.
func (f *Floor) Table(name string) *Watched { return f.tables[name] }

// Heard returns when the record of this machine was read last; zero as long as it never was.
func (f *Floor) Heard() time.Time { return f.heard }

// Whole reports whether every hand of every shift is known, of the tables of this machine.
func (f *Floor) Whole() bool {
	for _, p := range f.places() {
		if w := f.tables[p.table]; p.machine == "" && (w == nil || !w.Whole) {
			return false
		}
	}
	return true
}

// Take takes in what was read, and answers whether anything is another than before.
func (f *Floor) Take(n *News) (changed bool) {
	if n.own {
		f.heard = n.at
		changed = f.house.TakeNews(n.here)
	}
	for machine, house := range n.houses {
		f.houses[machine] = house
		changed = true
	}
	for machine, entries := range n.house {
		if f.takeHouse(machine, entries) {
			changed = true
		}
	}
	for _, news := range n.tables {
		if f.take(news) {
			changed = true
		}
	}
	return changed
}

// takeHouse takes in what is new of the house, as another machine has it.
func (f *Floor) takeHouse(machine string, entries []record.Entry) (changed bool) {
	state := f.houses[machine]
	for _, e := range entries {
		if e.Seq == state.Seq+1 { // others may have taken it in meanwhile
			state.take(e)
			changed = true
		}
	}
	return changed
}

func (f *Floor) take(news tableNews) (changed bool) {
	w := f.tables[news.table]
	switch {
	case w == nil && news.state == nil:
		return false
	case w == nil || w.Machine != news.machine && news.state != nil || news.state != nil && news.state.Seq >= w.State.Seq:
		was := 0
		if w != nil {
			was = w.Changed
		}
		w = &Watched{State: news.state, Whole: news.whole, Machine: news.machine, Changed: was + 1}
		f.tables[news.table] = w
		changed = true
	case w.Machine != news.machine: // it has moved since
		return false
	}
	if news.usual != nil {
		w.Usual, w.UsualOn = news.usual, news.usualOn
		changed = true
	}
	for _, e := range news.entries {
		if e.Seq != w.State.Seq+1 {
			continue
		}
		w.apply(e)
		w.Changed++
		changed = true
	}
	w.Heard = news.heard
	return changed
}

// Conditions returns the alert conditions of this machine's tables that were heard lately: the state of the
// others is unknown. Each machine raises its own alerts.
func (f *Floor) Conditions() []house.Condition {
	var list []house.Condition
	now := f.house.Now()
	for _, name := range slices.Sorted(maps.Keys(f.tables)) {
		w := f.tables[name]
		if w.Machine != "" || now.Sub(w.Heard) > house.HeardLately {
			continue
		}
		usual := w.Usual
		if !w.Whole || w.UsualOn != w.State.Day {
			usual = nil
		}
		list = append(list, w.State.Conditions(now, usual)...)
	}
	return list
}
