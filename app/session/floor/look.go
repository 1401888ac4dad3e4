package floor

import (
	"context"
	"errors"
	"time"

	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// A News is a batch of entries that was read and not yet taken in.
type News struct {
	// More says that there is more that could be read at once.
	More bool

	own    bool // of this machine's record
	at     time.Time
	here   session.HouseNews
	house  map[string][]record.Entry // of the other machines, by their names
	houses map[string]*houseThere    // that were read for the first time
	tables []tableNews
}

// A tableNews is the new part of a table: a state in place of the one before, or the entries that follow it.
type tableNews struct {
	place
	state   *pit.Table
	whole   bool
	entries []record.Entry
	usual   *shifts.UsualPace
	usualOn string
}

// A seen is the knowledge of a table before something is read.
type seen struct {
	place
	there, whole bool
	seq          int64
	usual        string // before that day its pace is to be read; "" where it is known
}

// Of how many tables the whole shift is read, and how many of other machines are read at all, before what is new of
// all is taken in. Nobody waits for that.
const (
	wholeAtOnce = 4
	firstAtOnce = 8
)

// wanted returns the tables of this machine, or of the others, each with what is known of it.
func (f *Floor) wanted(own bool) (list []seen) {
	for _, p := range f.places() {
		if own != (p.machine == "") {
			continue
		}
		s := seen{place: p}
		if w := f.tables[p.table]; w != nil && w.Machine == p.machine {
			s.there, s.whole, s.seq = true, w.Whole, w.State.Seq
			if w.State.Open && w.UsualOn != w.State.Day {
				s.usual = w.State.Day
			}
		}
		list = append(list, s)
	}
	return list
}

// read reads what is new of a table; the whole of its shift where that is wanted.
func (s seen) read(journal record.Journal, whole bool) (n tableNews, err error) {
	n.place = s.place
	switch {
	case !s.there:
		n.state, n.whole, err = pit.Ready(journal, s.table)
	case !s.whole && whole:
		n.whole = true
		n.state, err = pit.Resume(journal, s.table)
	default:
		n.entries, err = after(journal, s.table, s.seq)
	}
	if err == nil && s.usual != "" && s.whole {
		n.usualOn = s.usual
		n.usual, err = shifts.UsualPaceOf(journal, s.table, s.usual)
	}
	return n, err
}

// Look returns the work that reads what is new of this machine's record, beside the window. Errors: of a record that cannot be read, or that
// somebody has changed; ctx's.
func (f *Floor) Look() func(ctx context.Context) (*News, error) {
	h, list, look := f.house, f.wanted(true), f.house.Look()
	return func(ctx context.Context) (*News, error) {
		n := &News{own: true, at: h.Now()}
		var err error
		if n.here, err = look(); err != nil {
			return nil, err
		}
		whole := 0
		for _, s := range list {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if s.there && !s.whole {
				whole++
			}
			news, err := s.read(h.Store(), whole <= wholeAtOnce)
			if err != nil {
				return nil, err
			}
			news.heard = n.at
			n.tables = append(n.tables, news)
		}
		return n, nil
	}
}

// LookElsewhere returns a function that reads what is new at the other machines, outside the window's thread;
// nil where there are none. What it read is good whatever its error is. Errors: record.ErrChanged where what
// was sent of a table is not valid; of the network; ctx's.
func (f *Floor) LookElsewhere() func(ctx context.Context) (*News, error) {
	if f.elsewhere == nil {
		return nil
	}
	n := &News{house: map[string][]record.Entry{}, houses: map[string]*houseThere{}}
	list, houses := f.wanted(false), []record.HeardStream{}
	for _, s := range f.streams() {
		if s.Stream == record.HouseStream && (f.houses[s.Machine] == nil || f.houses[s.Machine].Seq < s.Size) {
			houses = append(houses, s)
		}
	}
	known := map[string]int64{}
	for machine, house := range f.houses {
		known[machine] = house.Seq
	}
	return func(ctx context.Context) (*News, error) {
		var wrong error
		for _, s := range houses {
			err := n.readHouse(f.elsewhere.Journal(ctx, s.Machine), s.Machine, known)
			if wrong = errors.Join(wrong, err); lost(err) {
				return n, wrong
			}
		}
		n.More = len(n.houses) > 0 // their tables
		first, whole, usual := 0, 0, 0
		for _, s := range list {
			switch {
			case !s.there:
				first++
			case !s.whole:
				whole++
			}
			if s.whole && s.usual != "" { // a few at a time
				if usual++; usual > wholeAtOnce {
					s.usual, n.More = "", true
				}
			}
			later := !s.there && first > firstAtOnce || s.there && !s.whole && whole > wholeAtOnce
			n.More = n.More || later
			if later && !s.there {
				continue
			}
			if s.there && s.seq >= s.size && (s.whole && s.usual == "" || later) {
				n.tables = append(n.tables, tableNews{place: s.place})
				continue
			}
			news, err := s.read(f.elsewhere.Journal(ctx, s.machine), whole <= wholeAtOnce)
			if wrong = errors.Join(wrong, err); lost(err) {
				return n, wrong
			}
			if err == nil {
				n.More = n.More || !s.there && !news.whole || !s.whole && news.whole // how fast it uses to be
				n.tables = append(n.tables, news)
			}
		}
		return n, wrong
	}
}

// lost reports whether err keeps from reading anything else as well.
func lost(err error) bool {
	return err != nil && !errors.Is(err, record.ErrChanged) && !errors.Is(err, record.ErrUnsealed) && !errors.Is(err, record.ErrNewerRecord)
}

// readHouse reads what is new of a house as another machine has it.
func (n *News) readHouse(journal record.Journal, machine string, known map[string]int64) error {
	seq, was := known[machine]
	entries, err := after(journal, record.HouseStream, seq)
	if err != nil {
		return err
	}
	if was {
		n.house[machine] = entries
		return nil
	}
	state := &houseThere{}
	for _, e := range entries {
		state.take(e)
	}
	n.houses[machine] = state
	return nil
}

// after returns the entries of a stream behind number seq.
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
