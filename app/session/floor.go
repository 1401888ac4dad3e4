package session

import (
	"context"
	"maps"
	"slices"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
)

// Floor is every table of a house as its record has it, for somebody who looks on from
// elsewhere. It takes no table's lease and writes nothing. It belongs to the window: what is
// new is read beside it (Look), and taken in at it (Take).
type Floor struct {
	house  *House
	tables map[string]*Watched
	heard  time.Time
}

// Watched is a table as it was heard last.
type Watched struct {
	State *pit.Table
	Whole bool // State has every hand of the shift
	// Heard is when its record was read last, by the house's clock.
	Heard time.Time
	// Changed counts how often State has become another.
	Changed int

	// Usual is how fast the table uses to be, by the gaming days before UsualOn; nil as long
	// as that was not read.
	Usual   *pit.UsualPace
	UsualOn string

	staked   []games.Amount // of each closed hand
	turnover games.Amount
}

// Turnover is what stood at settlement in the shift so far, in minor units; false as long as
// not all of its hands are known.
func (w *Watched) Turnover() (games.Amount, bool) {
	if !w.Whole {
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
	w.State.Apply(e)
	if pit.Forgets(e.Fact) {
		w.staked, w.turnover = nil, 0
	}
	if _, begins := e.Fact.(record.Opened); begins {
		w.Whole = true
	}
}

// Floor looks on at the house's tables; nothing is known of them yet.
func (h *House) Floor() *Floor { return &Floor{house: h, tables: map[string]*Watched{}} }

// Table is one of them; nil as long as nothing was read of it.
func (f *Floor) Table(name string) *Watched { return f.tables[name] }

// Heard is when the record was read last; zero as long as it never was.
func (f *Floor) Heard() time.Time { return f.heard }

// Whole says that every hand of every shift is known.
func (f *Floor) Whole() bool {
	for _, set := range f.house.State.InUse() {
		if w := f.tables[set.Name]; w == nil || !w.Whole {
			return false
		}
	}
	return true
}

// News is what was read and not taken in yet.
type News struct {
	at     time.Time
	house  []record.Entry
	tables []tableNews
}

// tableNews is what is new of a table: a state in place of the one before, or what follows it.
type tableNews struct {
	name    string
	state   *pit.Table
	whole   bool
	entries []record.Entry
	usual   *pit.UsualPace
	usualOn string
}

// wholeAtOnce is of how many tables the whole shift is read before what is new of all is
// taken in: nobody waits for that.
const wholeAtOnce = 4

// Look is what reads what is new, beside the window. Errors: of a record that cannot be read;
// ctx's.
func (f *Floor) Look() func(ctx context.Context) (*News, error) {
	h := f.house
	house := h.State.Seq
	type seen struct {
		seq   int64
		whole bool
		usual string // before that day its pace is to be read; "" where it is known
	}
	known := map[string]seen{}
	for name, w := range f.tables {
		s := seen{seq: w.State.Seq, whole: w.Whole}
		if w.State.Open && w.UsualOn != w.State.Day {
			s.usual = w.State.Day
		}
		known[name] = s
	}
	names := []string{}
	for _, set := range h.State.InUse() {
		names = append(names, set.Name)
	}
	return func(ctx context.Context) (*News, error) {
		n := &News{at: h.now()}
		var err error
		if n.house, err = after(h.store, record.HouseStream, house); err != nil {
			return nil, err
		}
		whole := 0
		for _, name := range names {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			news := tableNews{name: name}
			was, there := known[name]
			switch {
			case !there:
				news.state, news.whole, err = pit.Ready(h.store, name)
			case !was.whole && whole < wholeAtOnce:
				whole++
				news.whole = true
				news.state, err = pit.Resume(h.store, name)
			default:
				news.entries, err = after(h.store, name, was.seq)
			}
			if err == nil && was.usual != "" && was.whole {
				news.usualOn = was.usual
				news.usual, err = pit.UsualPaceOf(h.store, name, was.usual)
			}
			if err != nil {
				return nil, err
			}
			n.tables = append(n.tables, news)
		}
		return n, nil
	}
}

// after are the entries of a stream behind one of them.
func after(journal record.Journal, stream string, seq int64) ([]record.Entry, error) {
	var list []record.Entry
	for e, err := range journal.Entries(stream, seq+1) {
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// Take takes in what was read, and answers whether anything is another than before.
func (f *Floor) Take(n *News) (changed bool) {
	f.heard = n.at
	state := &f.house.State
	for _, e := range n.house {
		if e.Seq == state.Seq+1 { // others may have taken it in meanwhile
			state.Apply(e)
			changed = true
		}
	}
	for _, news := range n.tables {
		w := f.tables[news.name]
		switch {
		case w == nil && news.state == nil:
			continue
		case w == nil || news.state != nil && news.state.Seq >= w.State.Seq:
			was := 0
			if w != nil {
				was = w.Changed
			}
			w = &Watched{State: news.state, Whole: news.whole, Changed: was + 1}
			f.tables[news.name] = w
			changed = true
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
		w.Heard = n.at
	}
	return changed
}

// Conditions are how the tables stand by the rules of alerts, of those that were heard lately: of others
// nobody knows.
func (f *Floor) Conditions() []people.Condition {
	var list []people.Condition
	now := f.house.now()
	for _, name := range slices.Sorted(maps.Keys(f.tables)) {
		w := f.tables[name]
		if now.Sub(w.Heard) > people.HeardLately {
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
