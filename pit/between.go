package pit

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// A HandWatch follows a table's entries and knows whether a hand is open: its bets lie, or are closed.
type HandWatch struct{ entries []record.Entry } // of the open hand

// Take takes in the next entry.
func (w *HandWatch) Take(e record.Entry) {
	switch f := e.Fact.(type) {
	case record.HandClosed, record.Opened:
		w.entries = nil
	case record.Undone:
		w.entries = slices.DeleteFunc(w.entries, func(e record.Entry) bool { return e.Seq >= f.Seq })
	case record.BetsPlaced, record.BetsClosed, record.DealtDry:
		w.entries = append(w.entries, e)
	}
}

// Between reports whether an entry, the next one, is entered in no hand: its number is that of a hand that is still to come.
func (w *HandWatch) Between(e record.Entry) bool {
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

// BetweenHands reports whether an entry of a journal was entered in no hand, as HandWatch has it. It reads what came before it
// up to where the hand before closed. Error: of a journal that cannot be read.
func BetweenHands(journal record.Journal, e record.Entry) (bool, error) {
	if !(&HandWatch{}).Between(e) {
		return false, nil
	}
	for back := int64(64); ; back *= 4 {
		watch, found, from := HandWatch{}, false, max(1, e.Seq-back)
		for before, err := range journal.Entries(e.Table, from) {
			if err != nil {
				return false, err
			}
			if before.Seq >= e.Seq {
				break
			}
			watch.Take(before)
			found = found || isOpening(before.Fact)
		}
		if found || from == 1 {
			return watch.Between(e), nil
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
