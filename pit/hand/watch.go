package hand

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// A Watch is a follower of a table's entries. It knows whether a hand is open, that is its bets lie or are closed, and whether the
// table is closed.
type Watch struct {
	entries []record.Entry // of the open hand
	shut    bool
}

// Shut reports whether the table is closed: nobody deals, and an entry is of who signs it.
func (w *Watch) Shut() bool { return w.shut }

// Take takes in the next entry.
func (w *Watch) Take(e record.Entry) {
	switch f := e.Fact.(type) {
	case record.HandClosed, record.Opened:
		w.entries, w.shut = nil, false
	case record.Closed:
		w.shut = true
	case record.Undone:
		w.entries = slices.DeleteFunc(w.entries, func(e record.Entry) bool { return e.Seq >= f.Seq })
	case record.BetsPlaced, record.BetsClosed, record.DealtDry:
		w.entries = append(w.entries, e)
	}
}

// Between reports whether an entry, the next one, is entered in no hand: its number is that of a hand that is still to come.
func (w *Watch) Between(e record.Entry) bool {
	if e.Hand == 0 || record.HandOf(e) != e.Hand || record.RealmOf(e.Fact) == record.OfHand {
		return false
	}
	bets := map[games.BetKey]games.Amount{}
	for _, e := range w.entries {
		f, placed := e.Fact.(record.BetsPlaced)
		if !placed {
			return false
		}
		for _, p := range f.Bets {
			bets[games.BetKey{Box: p.Box, Spot: p.Spot, Bettor: p.Bettor}] = p.Amount
		}
	}
	for _, lies := range bets {
		if lies > 0 {
			return false
		}
	}
	return true
}

// WatchBefore returns the watch as it is before an entry of a journal; an empty one before what is dealt and played, which needs
// none. It reads back up to where the hand before closed. Error: of a journal that cannot be read.
func WatchBefore(journal record.Journal, e record.Entry) (watch Watch, err error) {
	if e.Shift == 0 || record.RealmOf(e.Fact) == record.OfHand {
		return watch, nil
	}
	for back := int64(64); ; back *= 4 {
		watch = Watch{}
		found, from := false, max(1, e.Seq-back)
		for before, err := range journal.Entries(e.Table, from) {
			if err != nil {
				return watch, err
			}
			if before.Seq >= e.Seq {
				break
			}
			watch.Take(before)
			found = found || isOpening(before.Fact)
		}
		if found || from == 1 {
			return watch, nil
		}
	}
}

// isOpening reports whether nothing before a fact is of the open hand: a shift began, or a hand closed.
func isOpening(f record.Fact) bool {
	switch f.(type) {
	case record.HandClosed, record.Opened:
		return true
	}
	return false
}
