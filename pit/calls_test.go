package pit_test

import (
	"testing"
	"time"

	"sabot/pit"
)

var lastBets command = (*pit.Table).CallLastBets

// "Ultime puntate" is a fact with its time, and a slip like any other.
func TestLastBetsAreCalledOnce(t *testing.T) {
	f := newFloor(t)
	f.do(opening)
	f.refused(pit.NoShoe, lastBets)
	f.do(shoe, bet(1, "59", 2000), bet(1, "play", 4000), lastBets)
	if at := f.table.Current.LastBets; !at.Equal(f.now) {
		t.Errorf("called at %v, it is %v", at, f.now)
	}
	f.refused(pit.NothingChanges, lastBets)
	f.do(bet(2, "59", 2000)) // they are taken still
	f.do(undo, undo)
	if !f.table.Current.LastBets.IsZero() {
		t.Error("a call that was a slip stands")
	}
	f.do(lastBets, closeBets)
	f.refused(pit.BetsAreClosed, lastBets)
	f.holds()
}

// The time to bet runs from the first bet that lies.
func TestBetTimeRunsFromTheFirstBet(t *testing.T) {
	f := newFloor(t)
	f.do(opening, shoe)
	since := func() time.Time { return f.table.Current.BetsSince }
	if !since().IsZero() {
		t.Error("time runs without a bet")
	}
	f.do(bet(1, "59", 2000))
	first := f.now
	f.do(bet(1, "play", 4000))
	if !since().Equal(first) {
		t.Errorf("since %v, want %v", since(), first)
	}
	f.do((*pit.Table).ClearBets)
	if !since().IsZero() {
		t.Error("time runs with no bet left")
	}
	f.do(bet(1, "59", 2000))
	if !since().Equal(f.now) {
		t.Error("time runs from a bet that was taken away")
	}
}
